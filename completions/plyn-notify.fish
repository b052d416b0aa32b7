# fish completion for plyn-notify: it is asked itself what can stand at the cursor.

function __plyn_notify_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l reply (command plyn-notify complete -- $words "$current" 2>/dev/null)
    switch "$reply[1]"
        case words nospace
            string join \n -- $reply[2..]
        case files
            set -l option (string match -r -- '^--[^=]*=' $current)
            for path in (__fish_complete_path (string replace -r -- '^--[^=]*=' '' $current))
                echo -- "$option$path"
            end
        case directories
            set -l option (string match -r -- '^--[^=]*=' $current)
            for path in (__fish_complete_directories (string replace -r -- '^--[^=]*=' '' $current))
                echo -- "$option$path"
            end
        case 'command *'
            set -l start (math (string replace 'command ' '' -- $reply[1]) + 1)
            set -l command
            if test (count $words) -ge $start
                set command (string escape -- $words[$start..])
            end
            complete --do-complete (string join ' ' -- $command $current)
    end
end

complete --command plyn-notify --no-files --arguments '(__plyn_notify_complete)'
