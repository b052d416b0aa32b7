# fish completion for plyn-notify: it is asked itself what can stand at the cursor.

function __plyn_notify_complete
    set -l words (commandline -opc)
    # As it is typed, and what it means.
    set -l typed (commandline -ct)
    set -l current (string unescape -- $typed; or echo -- $typed)
    set -l reply (command plyn-notify complete -- $words "$current" 2>/dev/null)
    switch "$reply[1]"
        case words nospace
            string join \n -- $reply[2..]
        case files directories
            # What is offered to a command of which nothing is known.
            set -l option (string match -r -- '^--[^=]*=' $current)
            set -l path (string replace -r -- '^--[^=]*=' '' $typed)
            set -l paths (complete --do-complete "__plyn_notify_no_command $path")
            test $reply[1] = files; or set paths (string match -r '.*/(?=$|\t)' -- $paths)
            for path in $paths
                echo -- "$option$path"
            end
        case 'command *'
            set -l start (math (string replace 'command ' '' -- $reply[1]) + 1)
            set -l command
            if test (count $words) -ge $start
                set command (string escape -- $words[$start..])
            end
            complete --do-complete (string join ' ' -- $command $typed)
    end
end

complete --command plyn-notify --no-files --arguments '(__plyn_notify_complete)'
