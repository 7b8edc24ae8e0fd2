#!/usr/bin/env bash
# Completion: what the program offers for the end of a line, and what bash makes of it.
# shellcheck source-path=SCRIPTDIR
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"
script=$3

# offers WORD... => CANDIDATE...: these and no others, in this order.
offers ()
{
  local words=()
  while [ "$1" != "=>" ]; do
    words+=("$1")
    shift
  done
  shift
  gives complete -- "${words[@]}"
  is "$(cut -f 1 out)" "$(printf '%s\n' "$@")" "${words[*]@Q}: $*"
}

# Commands: those that help lists, and help.
gives --help
sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' out >commands
mapfile -t commands <commands
offers '' "=>" "${commands[@]}" help
offers si "=>" simulate
offers --json ana "=>" analyze
offers frob "=>" ''
offers help comp "=>" compare complete

# Options: those of the command's own help.
for command in "${commands[@]}"; do
  gives "$command" --help
  sed -nE 's/^ +(-[a-z], )?(--[a-z-]+).*/\2/p' out >wanted
  gives complete -- "$command" --
  is "$(cut -f 1 out)" "$(cat wanted)" "the options of $command"
  ! grep -Evq $'^--[a-z-]+\t.+$' out
  ok "each with its help"
done
offers analyze -- preset:ring-8 --js "=>" ''
offers analyze preset:ring-8 --js "=>" --json

# Values.
offers list moons "=>" ''
offers list pol "=>" policies
"$program" list presets | cut -f 1 | sed 's/^/preset:/' >presets
mapfile -t presets <presets
offers analyze preset: "=>" "${presets[@]}"
offers analyze pr "=>" preset: :files
offers new ring "=>" ring-8 :files
offers compare preset:ring-8 preset:mesh-4 "=>" preset:mesh-4x4
offers analyze preset:ring-8 preset: "=>" ''
offers figure chor "=>" chord
offers figure chord preset:edi "=>" preset:edison
offers animate x.dateline ring- "=>" ring-matrix
offers figure ring-matrix --metric sig "=>" signed
offers figure ring-matrix --show= "=>" --show=a --show=b --show=difference
offers figure balance-histograms --policies initial,n "=>" initial,neighbors
offers compare preset:ring-8 --measures hops_mean,latency_m "=>" hops_mean,latency_mean \
  hops_mean,latency_max
offers check preset:ring-8 -o '' "=>" :files
offers check preset:ring-8 --output=x "=>" :files
offers check preset:ring-8 -ox "=>" :files
offers library sho "=>" show
offers library import '' "=>" :files

mapfile -t checks < <("$program" list papers | cut -f 1)
offers papers vc-balance '' "=>" "${checks[@]}"
mapfile -t curves < <("$program" list curves | cut -f 1)
offers validate ring-9 '' "=>" "${curves[@]}"
offers report preset:ring-8 --date '' "=>" today

# Keys: those of a file that names all of them.
gives new ring-8
awk -F '[][]' '/^\[/ { group = $2 } /^#? ?[A-Za-z-]+=/ { sub (/^#? ?/, ""); sub (/=.*/, "=");
  if ($0 != "format=") print group "." $0 }' out | sort >wanted
gives complete -- analyze --set ''
is "$(cut -f 1 out | sort)" "$(cat wanted)" "the keys"
for list in policies:torus.vc-policy engines:torus.engine patterns:traffic.pattern \
  routings:dragonfly.routing; do
  key=${list#*:}
  # Of a list that several families have, a line says whose it is.
  mapfile -t wanted < <("$program" list "${list%:*}" | grep -v $'\tFabric: ' | cut -f 1 \
    | sed "s/^/$key=/")
  offers analyze --set "$key=" "=>" "${wanted[@]}"
done
offers analyze --set torus.tie=pa "=>" torus.tie=parity
offers analyze --set torus.tei= "=>" ''
offers sweep preset:ring-8 --vary torus.tie=parity,po "=>" torus.tie=parity,positive

# The library of the line, which is neither made nor changed.
offers library show '' "=>" ''
[ ! -e home/data/dateline ]
ok "no library is made"
gives library save preset:ring-8 --name 'Ring of 8' --database own.db
gives library save preset:mesh-4x4 --name Mesh --database own.db
before=$(cksum own.db)
offers library show --database own.db R "=>" 'Ring of 8'
offers --database=own.db analyze library:M "=>" library:Mesh
is "$(cksum own.db)" "$before" "the library is as it was"

# bash, which splits words at = and :. What it is to offer stands for the part behind these.
cat >complete.bash <<'END'
. "$1"
COMP_LINE=$2
COMP_POINT=${3:-${#COMP_LINE}}
COMP_WORDBREAKS=$' \t\n"\'><=;|&(:'
mapfile -t COMP_WORDS < <(sed -E 's/([=:]+)/\n\1\n/g; s/ +/\n/g' <<<"${COMP_LINE:0:COMP_POINT}" \
  | sed '/^$/d')
case ${COMP_LINE:0:COMP_POINT} in *' ') COMP_WORDS+=('') ;; esac
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_dateline_cli
[ ${#COMPREPLY[@]} -eq 0 ] || printf '%s\n' "${COMPREPLY[@]}"
END
mkdir bin folder
ln -s "$program" bin/dateline-cli
touch 'my own.dateline' other.dateline

# bash_offers LINE CANDIDATE...
bash_offers ()
{
  local line=$1
  shift
  is "$(PATH=$work/bin:$PATH bash complete.bash "$script" "$line" 2>&1)" "$(printf '%s\n' "$@")" \
    "bash: $line"
}

bash_offers 'dateline-cli si' simulate
bash_offers 'dateline-cli list ro' routings
bash_offers 'dateline-cli  analyze   preset:ring' ring-8
bash_offers 'dateline-cli analyze preset:' "${presets[@]#preset:}"
bash_offers 'dateline-cli analyze preset:ring-8 --set torus.ti' torus.tie=
bash_offers 'dateline-cli analyze preset:ring-8 --set torus.tie=' positive parity random
bash_offers 'dateline-cli analyze preset:ring-8 --set=torus.tie=pa' parity
bash_offers 'dateline-cli analyze ot' other.dateline
bash_offers 'dateline-cli analyze my' 'my\ own.dateline'
bash_offers 'dateline-cli analyze fol' folder/
bash_offers 'dateline-cli library show --database own.db R' 'Ring\ of\ 8'
bash_offers 'dateline-cli frob ' ''
is "$(PATH=$work/bin:$PATH bash complete.bash "$script" 'dateline-cli sim preset:ring-8' 16)" \
  simulate "bash: in the middle of a line"
is "$(bash -c '. "$1"; complete -p dateline-cli' - "$script")" \
  'complete -F _dateline_cli dateline-cli' "bash: it is this program's"

finish
