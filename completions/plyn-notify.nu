# nushell completion for plyn-notify: it is asked itself what can stand at the cursor.
# Other external commands are completed as before.

let plyn_notify_others = $env.config.completions.external.completer?

# A word as it is put in, which nushell does not quote.
def plyn-notify-quoted []: string -> string {
  if $in =~ '[^\w./:=,@+-]' { $in | to json } else { $in }
}

# The files that begin with `start`, each after `before`, and folders with a slash. `~` means nothing behind a `=`.
def plyn-notify-files [before: string, start: string] {
  let folder = ($start | str replace --regex '[^/]*$' '')
  let looked_in = (if ($folder | is-empty) { '.' } else if $folder =~ '^~' { return [] } else { $folder })
  let found = (try { ls --all --short-names $looked_in } catch { [] })
  $found | each {|file| $'($folder)($file.name)(if $file.type == dir { "/" } else { "" })' }
    | where {|path| $path | str starts-with $start }
    | each {|path| $before + $path | plyn-notify-quoted }
}

# The programs whose names begin so.
def plyn-notify-programs [start: string] {
  $env.PATH | each {|folder| try { ls --short-names $folder | get name } catch { [] } } | flatten
    | where {|name| $name | str starts-with $start } | uniq | sort
}

def plyn-notify-complete [others: any, spans: list<string>] {
  let words = ($spans | each {|word| $word | str replace --regex "^[\"'`](.*?)[\"'`]?$" '$1' })
  let reply = (^plyn-notify complete -- ...$words | complete | get stdout | lines)
  let offer = ($reply | get 0? | default '')
  if $offer in [words nospace] {
    $reply | skip 1 | each {|line|
      let parts = ($line | split row "\t")
      { value: ($parts.0 | plyn-notify-quoted), description: ($parts | get 1? | default '') }
    }
  } else if ($offer | str starts-with 'command ') {
    let inner = ($spans | skip ($offer | str replace 'command ' '' | into int))
    if ($inner | length) == 1 {
      plyn-notify-programs $inner.0
    } else if ($inner.0 | path basename) == 'plyn-notify' {
      plyn-notify-complete $others $inner
    } else if $others != null {
      do $others $inner
    } else {
      null
    }
  } else if ($words | last) =~ '^--[^=]*=' {
    # Where the file is a word of its own nushell completes it itself.
    let option = ($words | last | parse --regex '^(?<option>--[^=]*=)(?<value>.*)$' | get 0)
    plyn-notify-files $option.option $option.value
  } else {
    null
  }
}

$env.config.completions.external.enable = true
$env.config.completions.external.completer = {|spans|
  if ($spans.0 | path basename) == 'plyn-notify' {
    plyn-notify-complete $plyn_notify_others $spans
  } else if $plyn_notify_others != null {
    do $plyn_notify_others $spans
  }
}
