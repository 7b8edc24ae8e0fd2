#!/usr/bin/env bash
# Figures and reports are the same to the byte in every locale without a translation, and what
# programs read of them in every language: test-figure-locale.sh PROGRAM
# Locales are made here: nothing needs to be installed but Debian's package "locales".
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../cli/tap.sh" "$1" "$here"

# A Latin script with letter forms of its own (tr), commas, other digits, other scripts.
locales=()
for locale in fr_FR tr_TR ar_EG ja_JP sr_RS; do
  if localedef -i $locale -f UTF-8 "$work/$locale.UTF-8" >"$work/localedef" 2>&1; then
    locales+=("$locale")
  fi
done
if [ ${#locales[@]} -eq 0 ]; then
  echo "1..0 # SKIP no locale can be made (apt-get install locales): $(head -n 1 "$work/localedef")"
  exit 0
fi
[ "$(LOCPATH=$work LC_ALL=${locales[0]}.UTF-8 locale decimal_point)" = , ]
ok "numbers have a comma in ${locales[0]}"

short=(--set simulation.cycles=1000 --set simulation.warmup-cycles=200)
# Names are drawn, in whatever script they are.
torus=(preset:torus-5x5x5 --set 'scenario.name=fi Шт 漢 ش 5x5x5' "${short[@]}")
fabric=(preset:fat-tree-16 --set 'scenario.name=fi Шт 漢 ش' "${short[@]}")
cascade=(preset:cascade-2 --set 'scenario.name=fi Шт 漢 ش' "${short[@]}")

# Commas with letters of its own, and other digits: one of these for every figure, in turns; all for
# some.
few=()
for locale in tr_TR ar_EG; do
  case " ${locales[*]} " in
    *" $locale "*) few+=("$locale") ;;
  esac
done

[ ${#few[@]} -gt 0 ] || few=("${locales[@]}")
turn=0

# everywhere ENDING ARGUMENT...: the file is the same in each locale.
everywhere () { same_in "${locales[*]}" "$@"; }

# same_in LOCALES ENDING ARGUMENT...
same_in ()
{
  local chosen=$1 ending=$2 locale different=
  shift 2
  if ! "$program" "$@" -o "here.$ending" >out 2>err; then
    cat err >why
    false
    ok "${*@Q} as .$ending"
    return
  fi
  for locale in $chosen; do
    LOCPATH=$work LC_ALL=$locale.UTF-8 "$program" "$@" -o "there.$ending" >out 2>err
    cmp "here.$ending" "there.$ending" >>why 2>&1 || different+=" $locale"
  done
  [ -z "$different" ] && rm -f why
  is "$different" "" "${*@Q} as .$ending"
}

mapfile -t languages < <(grep -v '^#' "$here/../../po/LINGUAS")

# untranslated LANGUAGES ENDING ARGUMENT...: the file is the same in each of them.
untranslated ()
{
  local chosen=$1 ending=$2 language different=
  shift 2
  "$program" "$@" -o "here.$ending" >out 2>err
  for language in $chosen; do
    LANGUAGE=$language "$program" "$@" -o "there.$ending" >out 2>err
    cmp "here.$ending" "there.$ending" >>why 2>&1 || different+=" $language"
  done
  [ -z "$different" ] && rm -f why
  is "$different" "" "${*@Q} as .$ending in $chosen"
}

# Of each figure one picture, of some all formats; what takes minutes is left out.
for figure in $("$program" list figures | cut -f 1); do
  case $figure in
    groups | group | chord | jobs | sizes | choices) scenario=("${cascade[@]}") ;;
    levels | switches | switch) scenario=("${fabric[@]}") ;;
    sweep) scenario=("${torus[@]}" --vary torus.engine=xt,ring --static) ;;
    measured | load-latency) continue ;; # below
    paper-4b | paper-5 | paper-table-* | cascade-* | booksim) continue ;;
    paper-4a) scenario=(--set simulation.cycles=2000) ;;
    paper-checks) scenario=() ;;
    *) scenario=("${torus[@]}") ;;
  esac
  turn=$((turn + 1))
  same_in "${few[turn % ${#few[@]}]}" svg figure "$figure" "${scenario[@]}"
  untranslated "${languages[0]}" csv figure "$figure" "${scenario[@]}"
done
untranslated "${languages[*]}" csv figure ring-matrix "${torus[@]}"
for ending in pdf png csv; do
  everywhere $ending figure ring-matrix "${torus[@]}"
done
everywhere pdf figure groups "${cascade[@]}"
everywhere svg figure panels "${torus[@]}" --panel ring-matrix --panel balance-histograms
untranslated "${languages[*]}" csv figure panels "${torus[@]}" --panel ring-matrix --panel balance-histograms
everywhere svg figure load-latency preset:ring-8 --cycles 300 --seeds 1
untranslated "${languages[*]}" csv figure load-latency preset:ring-8 --cycles 300 --seeds 1
{
  printf -- '---\nkey: OURS\n---\n'
  printf -- '- [%s, int32]\n' linkid sx sy sz tx ty tz code_region packets
  printf '...\n0 0 0 0 1 0 0 -2 500\n1 4 4 4 4 4 3 -2 300\n2 2 2 2 2 3 2 -2 900\n'
} >links.yaml
everywhere svg figure measured "${torus[@]}" --counters links.yaml
untranslated "${languages[*]}" csv figure measured "${torus[@]}" --counters links.yaml

everywhere pdf report "${torus[@]}"
everywhere pdf report preset:torus-5x5x5 preset:ring-8

# What is data: sentences in it are not translated, either.
for preset in torus-5x5x5 cascade-2; do
  untranslated "${languages[*]}" json model preset:$preset --json
  untranslated "${languages[*]}" csv model preset:$preset --csv
  untranslated "${languages[*]}" json compare preset:$preset preset:$preset --static --json
done
untranslated "${languages[0]}" json papers --json
untranslated "${languages[0]}" csv papers --csv
finish
