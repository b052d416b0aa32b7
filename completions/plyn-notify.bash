# bash completion for plyn-notify: it is asked itself what can stand at the cursor.

_plyn_notify() {
    local line offer='' reply=() current=$2
    COMPREPLY=()
    while IFS= read -r line; do
        if [ -z "$offer" ]; then offer=$line; else reply+=("${line%%$'\t'*}"); fi
    done < <(command plyn-notify complete -- "${COMP_WORDS[@]:0:COMP_CWORD}" "$current" 2>/dev/null)
    case $offer in
    words) COMPREPLY=("${reply[@]}") ;;
    nospace)
        COMPREPLY=("${reply[@]}")
        compopt -o nospace 2>/dev/null
        ;;
    files | directories)
        compopt -o filenames 2>/dev/null
        local kind=-f
        [ "$offer" = directories ] && kind=-d
        while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen "$kind" -- "$current")
        ;;
    'command '*)
        if declare -F _command_offset >/dev/null; then
            # In bash --option=value is three words, and so it is for _command_offset.
            _command_offset "${offer#command }"
        elif [ "$COMP_CWORD" = "${offer#command }" ]; then
            while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -c -- "$current")
        else
            compopt -o filenames 2>/dev/null
            while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$current")
        fi
        ;;
    esac
}

complete -F _plyn_notify plyn-notify
