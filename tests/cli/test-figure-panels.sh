#!/usr/bin/env bash
# figure panels, and what is written around figures: titles, legends, captions.
# shellcheck source-path=SCRIPTDIR
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"

a=(preset:torus-5x5x5)
page=(--panel ring-matrix --panel 'channel-load --title "Loads, & all"' --panel 'planes --planes 1-2 --dimension x')
for ending in pdf svg png csv; do
  gives figure panels "${a[@]}" "${page[@]}" -o "page.$ending"
  gives figure panels "${a[@]}" "${page[@]}" -o "again.$ending"
  cmp -s "page.$ending" "again.$ending"
  ok "page.$ending is the same each time"
  gives new "page.$ending"
  run new "page.$ending"
  cp out back.dateline
  run new torus-5x5x5
  cmp -s out back.dateline
  ok "page.$ending gives its scenario back"
done
python3 -c 'import xml.dom.minidom as m; m.parse("page.svg")'
ok "the SVG is one"
is "$(grep '^# Panel (' page.csv)" '# Panel (a): ring-matrix, Ring matrix
# Panel (b): channel-load, Loads, & all
# Panel (c): planes, Planes' "each panel is named"
# The rows of each are its own.
gives figure planes "${a[@]}" --planes 1-2 --dimension x --csv
grep -v '^#' out >planes.csv
sed -n '/^# Panel (c)/,/^# Panels:/p' page.csv | grep -v '^#' | cmp -s - planes.csv
ok "the rows of the planes"
is "$(tail -n +2 planes.csv | cut -d , -f 2 | sort -u | tr '\n' ' ')" "1 2 " "of two planes alone"
is "$(tail -n +2 planes.csv | wc -l)" 300 "and each of their links"

# Columns make it wider than high.
gives figure panels "${a[@]}" "${page[@]}" --columns 1 --width 7 -o one.svg
gives figure panels "${a[@]}" "${page[@]}" --columns 3 --width 7 -o three.svg
height ()
{
  python3 -c 'import re, sys; print(re.search(r"height=\"([0-9.]+)", open(sys.argv[1]).read())[1])' "$1"
}
python3 -c 'import sys; sys.exit(float(sys.argv[1]) < 2 * float(sys.argv[2]))' "$(height one.svg)" "$(height three.svg)"
ok "three beside each other are lower"

# A, B and the difference, each a panel; one that compares nothing beside them.
moved=(--against-set 'torus.datelines=1;2;3')
gives figure panels "${a[@]}" "${moved[@]}" --panel 'ring-matrix --show a' --panel 'ring-matrix --show b' \
  --panel ring-matrix --panel balance-histograms --panel channel-load --csv
cp out both.csv
for i in a b c; do
  sed -n "/^# Panel ($i)/,/^# Panel [^($i]/p" both.csv | grep -v '^#' >$i.csv
done
gives figure ring-matrix "${a[@]}" --csv
grep -v '^#' out | cmp -s - <(head -n 751 a.csv)
ok "A"
gives figure ring-matrix "${a[@]}" --set 'torus.datelines=1;2;3' --csv
grep -v '^#' out | cmp -s - <(head -n 751 b.csv)
ok "B"
head -n 1 c.csv | grep -q ',difference,outlier$'
ok "A - B"
grep -q '^# Dateline-Shown: B: .*torus.datelines=1;2;3' both.csv
ok "what B was"
gives figure balance-histograms "${a[@]}" "${moved[@]}" --csv
head -n 1 out | grep -q ',links_b,vc_balance_mean_b$'
ok "histograms with B"
gives figure channel-load "${a[@]}" --against-set traffic.pattern=tornado --csv
is "$(grep -v '^#' out | tail -n +2 | cut -d , -f 1 | sort | uniq -c | tr -s ' \n' ' ')" \
  " 750 a 750 b " "channel load of both"
gives figure panels "${a[@]}" "${moved[@]}" --panel ring-matrix --panel 'age-histogram' \
  --set simulation.cycles=1000 -o beside.pdf

# Around a figure.
gives figure ring-matrix "${a[@]}" -o plain.svg
for option in --no-title --no-legend --no-caption --dark "--title=Mine & yours"; do
  gives figure ring-matrix "${a[@]}" "$option" -o other.svg
  ! cmp -s plain.svg other.svg
  ok "$option makes another picture"
  grep -q 'Uniform traffic.*seed 1, Dateline' other.svg
  ok "$option: scenario, seed and version are there"
done
grep -q '<title>Mine &amp; yours: ' other.svg
ok "the title is the file's, too"
gives figure planes "${a[@]}" -o planes.pdf
gives figure isometric "${a[@]}" --dimension x -o iso-x.svg
gives figure isometric "${a[@]}" -o iso-z.svg
! cmp -s iso-x.svg iso-z.svg
ok "cut across another axis"

fails 2 'figure panels: a panel is missing \(.*\)' figure panels "${a[@]}" -o x.svg
fails 2 '--panel is for “figure panels” .*' figure ring-matrix "${a[@]}" --panel stalls -o x.svg
fails 2 '--columns is for “figure panels” .*' figure ring-matrix "${a[@]}" --columns 2 -o x.svg
fails 2 '--columns: “7” is out of range \(expected 1 to 6\)' figure panels "${a[@]}" --panel stalls --columns 7 -o x.svg
fails 2 '--metric belongs to a single panel \(.*\)' figure panels "${a[@]}" --panel ring-matrix --metric load -o x.svg
fails 2 '--show belongs to a single panel \(.*\)' figure panels "${a[@]}" "${moved[@]}" --panel ring-matrix --show b -o x.svg
fails 2 'figure: “moon” is not a figure \(expected one of: .*\)' figure panels "${a[@]}" --panel moon -o x.svg
fails 2 '--panel: “” does not name a figure \(.*\)' figure panels "${a[@]}" --panel '' -o x.svg
fails 2 '--panel: “stalls a b” does not name a figure \(.*\)' figure panels "${a[@]}" --panel 'stalls a b' -o x.svg
fails 2 '.*nowhere\.dateline.*' figure panels "${a[@]}" --panel 'stalls nowhere.dateline' -o x.svg
fails 2 '--panel: “stalls "”: .*' figure panels "${a[@]}" --panel 'stalls "' -o x.svg
fails 2 '--panel has no option --width .*' figure panels "${a[@]}" --panel 'stalls --width 3' -o x.svg
fails 2 '--set torus.radix: .*' figure panels "${a[@]}" --panel 'stalls --set torus.radix=no' -o x.svg
fails 2 '--font: “comic” is not a font \(expected sans or serif\)' figure planes "${a[@]}" --font comic -o x.svg
fails 2 '--text-size: .*' figure planes "${a[@]}" --text-size 90 -o x.svg
fails 2 '--height: .*' figure planes "${a[@]}" --height 0.2 -o x.svg
fails 2 'figure: groups is for a dragonfly, .*' figure panels "${a[@]}" --panel groups -o x.svg
fails 2 '--against: stalls shows only one scenario .*|--show .*' figure panels "${a[@]}" --panel 'stalls --show b' -o x.svg
fails 2 '--planes: “5” is not a range of planes \(expected 0-4 or a part of it\)' figure planes "${a[@]}" --planes 5 -o x.svg
fails 2 '--planes: “3-2” is not a range of planes .*' figure planes "${a[@]}" --planes 3-2 -o x.svg
fails 2 '--planes is for a torus .*' figure groups --planes 1 -o x.svg
# Several states: minimal and adaptive, whole and broken, each with its title, on one scale.
broken="--set 'dragonfly.broken-cables=0-1#0'"
states=(preset:cascade-8 --set traffic.pattern=group-shift --set traffic.load=0.2
  --set dragonfly.routing=min-adaptive --panel groups --panel 'groups --set dragonfly.routing=adaptive-3'
  --panel "groups $broken" --panel "groups --set dragonfly.routing=adaptive-3 $broken")
gives figure panels "${states[@]}" --width 7.16 -o states.pdf
gives figure panels "${states[@]}" --csv
is "$(grep '^# Panel (' out)" '# Panel (a): groups, Routing: Minimal adaptive, nothing broken
# Panel (b): groups, Routing: Adaptive, high bias, nothing broken
# Panel (c): groups, Routing: Minimal adaptive, 4 broken links
# Panel (d): groups, Routing: Adaptive, high bias, 4 broken links' "each state is named by what it has of its own"
grep -q '^# Dateline-Shown: (b): .*(dragonfly.routing=adaptive-3); (c): .*broken-cables=0-1#0' out
ok "what the others are travels inside"
gives figure groups preset:cascade-8 --set traffic.pattern=group-shift --set traffic.load=0.2 \
  --set dragonfly.routing=adaptive-3 --csv
grep -v '^#' out >alone.csv
gives figure panels "${states[@]}" --csv
sed -n '/^# Panel (b)/,/^# Panel (c)/p' out | grep -v '^#' | cmp -s - alone.csv
ok "and a panel has the rows of its figure alone"
pdftotext -layout states.pdf states.txt
is "$(grep -c 'saturated' states.txt)" 1 "one legend for all of them"
is "$(grep -c 'nothing broken' states.txt)" 1 "titles of a row are on one line"
grep -q 'analyzed · Group shift traffic' states.txt
ok "the caption says where the numbers come from"
gives figure panels --panel 'groups preset:cascade-2' --panel 'ring-matrix preset:ring-8' -o kinds.pdf
ok "of two families on one page"

# Fonts, size and height.
gives figure groups preset:cascade-8 --font serif --text-size 9 --height 4 -o set.pdf
pdfinfo set.pdf | grep -q '^Page size: *252 x 288 pts'
ok "3.5 by 4 inches"
! pdffonts set.pdf | grep -q Cantarell
ok "and not in the sans font"

many=()
for _ in {1..27}; do many+=(--panel stalls); done
fails 2 '--panel: too many panels \(at most 26\)' figure panels "${a[@]}" "${many[@]}" -o x.svg
[ ! -e x.svg ]
ok "and nothing was made"
gives figure panels --panel groups --panel jobs -o fly.csv
grep -q 'name=Edison' fly.csv
ok "Edison for panels of a dragonfly"
finish
