#!/usr/bin/env bash
# figure: what the papers print beside what comes out here.
# shellcheck source-path=SCRIPTDIR
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"

# Networks of their own; what is taken from a scenario is its seed and length.
gives figure paper-4a --csv
is "$(grep -v '^#' out | tail -n +2 | cut -d , -f 2,5,13)" "$(printf '%s\n' P6,0.5,agrees P5,0.25,agrees \
  P4,0.125,agrees P3,0.0625,agrees P2,0.03125,agrees P1,0.015625,agrees P0,0.015625,agrees)" \
  "figure 4(a) agrees in every row"
is "$(grep -v '^#' out | tail -n +2 | cut -d , -f 2,4,6 | tr '\n' ' ')" \
  "P6,printed,0.5 P5,printed,0.25 P4,derived, P3,derived, P2,derived, P1,printed,0.015625 P0,printed,0.015625 " \
  "of figure 4(a) four shares are printed"
gives figure paper-4a -o 4a.pdf
[ "$(head -c 5 4a.pdf)" = %PDF- ]
ok "without a scenario, as PDF"
for figure in $("$program" list figures | cut -f 1 | grep '^paper-[0-9t]'); do
  gives figure "$figure" preset:ring-8 --set simulation.cycles=200 --csv
  head -n 1 out | grep -q '^group,what,unit,kind,expected,published,precision,rule,bound,simulated,reach,seeds,verdict,why$'
  ok "$figure has its columns"
  grep -q '^# cycles=200$' out
  ok "$figure is as long as the scenario says"
done
gives figure paper-4b --set simulation.cycles=2000 -o 4b.svg
gives new 4b.svg
grep -q '^radix=8;1;1$' out && grep -q '^pattern=all-to-one$' out
ok "the check's scenario is inside"
fails 2 '.*warmup-cycles.*' figure paper-4a --set simulation.cycles=10 \
  --set simulation.warmup-cycles=20 -o x.svg

finish
