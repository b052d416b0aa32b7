# PowerShell completion for plyn-notify: it is asked itself what can stand at the cursor.

using namespace System.Management.Automation

Register-ArgumentCompleter -Native -CommandName plyn-notify -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object { if ($_ -is [Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text } })
    $reply = @(plyn-notify complete -- @words "$wordToComplete" 2>$null)
    if ($reply.Count -eq 0) { return }
    switch -Regex ($reply[0]) {
        '^(words|nospace)$' {
            $reply | Select-Object -Skip 1 | ForEach-Object {
                $word, $about = $_ -split "`t", 2
                if (-not $about) { $about = $word }
                [CompletionResult]::new($word, $word, [CompletionResultType]::ParameterValue, $about)
            }
        }
        '^(files|directories|command)' {
            [CompletionCompleters]::CompleteFilename($wordToComplete)
        }
    }
}
