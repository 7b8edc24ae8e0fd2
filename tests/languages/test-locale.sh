#!/usr/bin/env bash
# In a locale with a decimal comma and another language: test-locale.sh PROGRAM PRELOAD BUILD
# What files and other programs read is the same to the byte, and tests that compare with what is
# known hold there, too. The locale is made here: nothing needs to be installed but Debian's package
# "locales", which has its source.
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
preload=$(realpath -- "$2")
build=$(realpath -- "$3")
. "$here/../cli/tap.sh"

locale=de_DE
if ! localedef -i "$locale" -f UTF-8 "$work/$locale.UTF-8" >"$work/localedef" 2>&1; then
  echo "1..0 # SKIP no locale $locale can be made (apt-get install locales): $(head -n 1 "$work/localedef")"
  exit 0
fi

# A program of the build tree finds its catalogue beside it: a language that nobody speaks.
python3 "$here/pseudo.py" "$work/po" || exit 1
mkdir app
ln "$program" app/dateline-cli 2>/dev/null || cp "$program" app/dateline-cli

# elsewhere COMMAND...: there, in that language.
elsewhere ()
{
  env LOCPATH="$work" LC_ALL=$locale.UTF-8 LANGUAGE=${language-xx} "$@"
}

[ "$(elsewhere awk 'BEGIN { printf "%.1f", 1.5 }')" = "1,5" ] ||
  [ "$(elsewhere env printf '%.1f' 1,5)" = "1,5" ]
ok "a number has a comma there"
elsewhere app/dateline-cli list presets | grep -q '«'
ok "messages are in another language there"

language=C elsewhere "$program" --help >english
while IFS= read -r language; do
  language=$language elsewhere "$program" --help >translated
  ! cmp -s english translated
  ok "the program of the build tree speaks $language in the locale of another language"
done < <(grep -v '^#' "$here/../../po/LINGUAS")
unset language

# same DESCRIPTION ARGUMENT...: standard output, and the files that come of it, are the same.
same ()
{
  local what=$1 place
  shift
  for place in here there; do
    rm -rf "$place" "$place.out"
    mkdir "$place"
    cp ring.dateline "$place"
    if [ $place = here ]; then
      (cd here && "$program" "$@") >here.out 2>here.err </dev/null
    else
      (cd there && elsewhere "$work/app/dateline-cli" "$@") >there.out 2>there.err </dev/null
    fi || { { echo "status $?"; cat $place.err; } >why; false; ok "$what"; return; }
  done
  { diff here.out there.out && diff -r here there; } >difference 2>&1
  set -- $?
  head -n 20 difference >why
  [ "$1" -eq 0 ]
  ok "$what"
}

# The same of what has words for people in it: only numbers are of there.
numbers ()
{
  language=C same "$@"
}

"$program" new ring-8 --set traffic.load=0.25 -o ring.dateline
load=(--set traffic.load=0.15 --set simulation.cycles=2000 --set simulation.warmup-cycles=500)
same "new" new xt3-11x12x16 --set router.link-error-rate=1e-7 -o new.dateline
for preset in torus-5x5x5 cascade-2; do
  same "analyze $preset --json" analyze preset:$preset --json
  same "links $preset --csv" links preset:$preset --csv
  same "check $preset --json" check preset:$preset --json
  same "simulate $preset --json, but for its speed" simulate preset:$preset "${load[@]}" \
    --links links.csv --series series.csv -o /dev/null
done
same "route --json" route preset:torus-5x5x5 --from 0,0,0 --to 2,3,4 --json
numbers "model --csv" model preset:xt3-11x12x16 --csv
numbers "model --json" model preset:xt3-11x12x16 --json
same "tables --csv" tables preset:torus-5x5x5 --node 1,1,1 --csv
same "flows --csv" flows preset:torus-5x5x5 --link 0,0,0:x+ --csv
same "critical --csv" critical preset:torus-5x5x5 --csv --top 5
same "compare --csv" compare preset:ring-8 ring.dateline --csv
same "sweep" sweep ring.dateline --vary traffic.load=0.1:0.3:0.1 "${load[@]}" -o sweep.csv
for figure in balance-histograms channel-load ring-balance; do
  numbers "figure $figure as CSV" figure $figure preset:torus-5x5x5 -o figure.csv
done
numbers "lesson facts" lesson facts

# Scenario files that were written there are read here, and the other way round.
elsewhere "$work/app/dateline-cli" new ring-8 --set traffic.load=0.25 -o there.dateline
cmp ring.dateline there.dateline
ok "scenario files"
elsewhere "$work/app/dateline-cli" analyze ring.dateline --set traffic.load=0,5 >out 2>err
[ $? -eq 2 ] && grep -q "traffic.load" err
ok "the command line takes no decimal comma"

# Tests of their own: numbers there, messages as they expect them.
for test in core/test-{numerals,scenario-file,edit,vc-table,matrix,counters,store,store-results} \
  core/test-{sweep-store,measure,tables,lesson-file,hand-in,history,network,dragonfly} \
  ui/test-{chart,figure-csv,load-latency,router-chart,palette,jobs-map}; do
  if [ ! -x "$build/tests/$test" ]; then
    skip "$test" "not built"
    continue
  fi
  env LOCPATH="$work" LC_ALL=$locale.UTF-8 LANGUAGE=C LD_PRELOAD="$preload" \
    G_TEST_SRCDIR="$here/../${test%/*}" "$build/tests/$test" >out 2>&1 </dev/null
  status=$?
  [ $status -eq 0 ] || grep -E '^not ok|^Bail out' out >why
  [ $status -eq 0 ]
  ok "$test with decimal commas"
done
finish
