# PowerShell completion for plyn-notify: it is asked itself what can stand at the cursor.

using namespace System.Management.Automation

Register-ArgumentCompleter -Native -CommandName plyn-notify -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object {
            $isText = $_ -is [Language.StringConstantExpressionAst] -or $_ -is [Language.ExpandableStringExpressionAst]
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
                [CompletionResult]::new($quoted, $word, [CompletionResultType]::ParameterValue, $about)
            }
        }
        '^(files|directories|command)' {
            [CompletionCompleters]::CompleteFilename($wordToComplete)
        }
    }
}
