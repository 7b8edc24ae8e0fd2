# shellcheck shell=bash
# Completion of dateline-cli for bash. What there is to say is asked of the program itself.

_dateline_cli ()
{
  local words=() rest=${COMP_LINE:0:COMP_POINT} piece current stem candidate i

  # bash also splits at = and :, which belong to the words here.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    piece=${COMP_WORDS[i]}
    if [[ $rest == [[:space:]]* ]] || [ "$i" -eq 0 ]; then
      rest=${rest#"${rest%%[![:space:]]*}"}
      words+=("")
    fi
    [ "$i" -lt "$COMP_CWORD" ] || piece=${piece:0:${#rest}}
    words[${#words[@]} - 1]+=$piece
    rest=${rest#"$piece"}
  done
  for i in "${!words[@]}"; do
    # As the program would get it.
    words[i]=${words[i]//[\"\'\\]/}
  done
  current=${words[${#words[@]} - 1]}
  # What is offered stands for the part behind the last of these signs.
  stem=${current%"${current##*[=:]}"}
  [[ $COMP_WORDBREAKS == *=* ]] || stem=${stem%"${stem##*:}"}
  [[ $COMP_WORDBREAKS == *:* ]] || stem=${stem%"${stem##*=}"}

  COMPREPLY=()
  while IFS= read -r candidate; do
    if [ "$candidate" != :files ]; then
      candidate=${candidate%%$'\t'*}
      _dateline_cli_reply "${candidate#"$stem"}"
      continue
    fi
    while IFS= read -r candidate; do
      [ ! -d "$candidate" ] || candidate+=/
      _dateline_cli_reply "$candidate"
    done < <(compgen -f -- "${current#"$stem"}")
  done < <("${words[0]}" complete -- "${words[@]:1}" 2>/dev/null)
}

# As it is to be typed, and without a blank behind what goes on.
_dateline_cli_reply ()
{
  local candidate=$1

  [[ $candidate != *[=:/] ]] || compopt -o nospace 2>/dev/null
  [[ $candidate != *[!A-Za-z0-9_.,:=+@%/~-]* ]] || printf -v candidate %q "$candidate"
  COMPREPLY+=("$candidate")
}

complete -F _dateline_cli dateline-cli
