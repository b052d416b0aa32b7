# PowerShell completion for plyn-notify: it is asked itself what can stand at the cursor.
# All names are whole, so that this can also stand in the middle of a profile, where no `using` may.

Register-ArgumentCompleter -Native -CommandName plyn-notify -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object {
            $isText = $_ -is [System.Management.Automation.Language.StringConstantExpressionAst] -or
                $_ -is [System.Management.Automation.Language.ExpandableStringExpressionAst]
            if ($isText) { $_.Value } else { $_.Extent.Text }
        })
    $current = $wordToComplete -replace '^[''"]|[''"]$'
    $reply = @(plyn-notify complete -- @words "$current" 2>$null)
    if ($reply.Count -eq 0) { return }
    switch -Regex ($reply[0]) {
        '^(words|nospace)$' {
            $reply | Select-Object -Skip 1 | ForEach-Object {
                $word, $about = $_ -split "`t", 2
                if (-not $about) { $about = $word }
                $quoted = if ($word -match '[^\w./:=+-]') { "'" + $word.Replace("'", "''") + "'" } else { $word }
                [System.Management.Automation.CompletionResult]::new($quoted, $word, 'ParameterValue', $about)
            }
        }
        '^(files|directories|command)' {
            [System.Management.Automation.CompletionCompleters]::CompleteFilename($wordToComplete)
        }
    }
}
