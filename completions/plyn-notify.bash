# bash completion for plyn-notify: it is asked itself what can stand at the cursor, and quotes it.

_plyn_notify() {
    local line offer='' reply=() current=$2
    COMPREPLY=()
    while IFS= read -r line; do
        if [ -z "$offer" ]; then offer=$line; else reply+=("${line%%$'\t'*}"); fi
    done < <(command plyn-notify complete --bash -- "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
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
        # What stands before the command. In bash --option=value is three words.
        local before=${offer#command } start=0
        while [[ $before == *[![:space:]]* && $start -lt $COMP_CWORD ]]; do
            before=${before#*"${COMP_WORDS[start]}"}
            start=$((start + 1))
        done
        if declare -F _command_offset >/dev/null; then
            _command_offset "$start"
        elif [ "$COMP_CWORD" = "$start" ]; then
            while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -c -- "$current")
        else
            compopt -o filenames 2>/dev/null
            while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$current")
        fi
        ;;
    esac
}

complete -F _plyn_notify plyn-notify
