# bash completion for tv-provider

_tv_provider() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]-}
    local commands="status providers sign-in sign-out apps allow deny reset help"
    local IFS=$' \t\n'
    COMPREPLY=()
    if [[ $COMP_CWORD -eq 1 ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$commands --help" -- "$cur")
        return
    fi
    case $prev in
        --identity | --username | --port) return ;;
    esac
    local options="--json --help" words=""
    case $command in
        providers) options+=" --quiet --identity" ;;
        apps) options+=" --quiet" ;;
        sign-in)
            options+=" --identity --username --password-stdin --no-browser --port"
            words=$(tv-provider providers --quiet 2>/dev/null)
            ;;
        allow | deny | reset) words=$(tv-provider apps --quiet 2>/dev/null) ;;
        help) options="" words=$commands ;;
    esac
    [[ $cur == -* ]] && words=$options
    # Ids hold anything; matched by their beginning, never expanded as code.
    local word
    while IFS= read -r word; do
        [[ $word == "$cur"* ]] && COMPREPLY+=("$(printf '%q' "$word")")
    done < <(if [[ $cur == -* || $command == help ]]; then tr ' ' '\n' <<<"$words"; else printf '%s\n' "$words"; fi)
}

complete -F _tv_provider tv-provider
