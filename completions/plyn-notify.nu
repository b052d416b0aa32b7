# nushell completion for plyn-notify: it is asked itself what can stand at the cursor.
# Other external commands are completed as before.

let plyn_notify_others = $env.config.completions.external.completer?

$env.config.completions.external.enable = true
$env.config.completions.external.completer = {|spans|
  if ($spans.0 | path basename) == 'plyn-notify' {
    let words = ($spans | each {|word| $word | str replace --regex "^[\"'`](.*?)[\"'`]?$" '$1' })
    let reply = (^plyn-notify complete -- ...$words | complete | get stdout | lines)
    if ($reply | is-empty) {
      null
    } else if $reply.0 in [words nospace] {
      $reply | skip 1 | each {|line|
        let parts = ($line | split row "\t")
        # What is put in is not quoted by nushell.
        let value = if $parts.0 =~ '[^\w./:=,@+-]' { $parts.0 | to json } else { $parts.0 }
        { value: $value, description: ($parts | get 1? | default '') }
      }
    } else {
      # Files, which nushell completes itself.
      null
    }
  } else if $plyn_notify_others != null {
    do $plyn_notify_others $spans
  }
}
