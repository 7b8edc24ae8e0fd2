#!/bin/sh
# The command line on a family that it has no row for: list, analyze, links, route, check, figures,
# a sweep, a comparison and a report, and a clear message where there is nothing.
set -eu

cli=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
n=0

check () { # NAME; the last command's status is what counts
  n=$((n + 1))
  echo "ok $n - $1"
}

fail () {
  echo "not ok - $1"
  exit 1
}

cat > mesh.dateline <<'SCENARIO'
[scenario]
format=1
name=Mesh of six
kind=full-mesh

[full-mesh]
routers=6
SCENARIO
sed 's/^name=.*/name=Two cables cut/' mesh.dateline > cut.dateline
echo 'broken-cables=0-1;2-3' >> cut.dateline

"$cli" analyze mesh.dateline | grep -q 'Largest load of a link *1.00' || fail analyze
"$cli" analyze --json cut.dateline | grep -q '"kind": "full-mesh"' || fail 'analyze --json'
check analyze
test "$("$cli" links --csv cut.dateline | wc -l)" = 31 || fail 'links: rows'
"$cli" links --csv cut.dateline | grep -qx '0-1,broken,0,0' || fail 'links: a broken one'
check links
"$cli" route --from 0 --to 1 cut.dateline | grep -q '^0-2.0 2-1.1$' || fail route
"$cli" route --json --from 0 --to 5 cut.dateline | grep -q '"status": "delivered"' || fail 'route --json'
check route
"$cli" check cut.dateline | grep -q 'deadlock *holds' || fail check
if "$cli" check --set full-mesh.detours=same-vc --set full-mesh.routers=4 \
  --set 'full-mesh.broken-cables=0-2;1-3' mesh.dateline > checked; then fail 'check: a cycle'; fi
test "$(grep -Ec '^  [0-9]-[0-9]\.0$' checked)" = 4 || fail 'check: its channels'
check check
for format in pdf svg png csv; do
  "$cli" figure matrix cut.dateline -o cut.$format
  test -s cut.$format || fail "figure: $format"
done
head -1 cut.csv | grep -qx 'link,state,load' || fail 'figure: csv'
"$cli" figure matrix --against mesh.dateline --show difference cut.dateline -o both.svg
"$cli" figure matrix --metric vc-share cut.dateline -o share.svg
check figure
"$cli" sweep --static --vary full-mesh.routers=4:8:2 mesh.dateline -o sweep.csv
head -1 sweep.csv | grep -q max_load_mesh || fail sweep
"$cli" compare --static --csv mesh.dateline cut.dateline | grep -q 'Two cables cut' || fail compare
"$cli" report mesh.dateline cut.dateline -o both.pdf
test -s both.pdf || fail report
check 'sweep, compare, report'
"$cli" simulate --json --cycles 3000 --set traffic.load=0.2 cut.dateline > run.json || fail simulate
grep -q '"accepted_load": 0\.[12]' run.json || fail 'simulate: what arrives'
"$cli" sweep --cycles 2000 --warmup 500 --vary traffic.load=0.1:0.3:0.1 mesh.dateline -o loads.csv
test "$(wc -l < loads.csv)" = 4 || fail 'sweep of simulations'
"$cli" figure load-latency --cycles 2000 mesh.dateline -o curve.svg || fail 'load curve'
check simulate
for command in 'flows --link 0-1' 'tables --node 0' critical model; do
  # shellcheck disable=SC2086 # each is a command with its options
  if "$cli" $command mesh.dateline > out 2> err; then fail "$command: refused"; fi
  grep -q 'not available for networks such as mesh.dateline' err || fail "$command: why"
done
if "$cli" figure planes mesh.dateline -o no.svg 2> err; then fail 'figure: refused'; fi
grep -q 'expected one of: matrix' err || fail 'figure: which there are'
check refusals
"$cli" list figures | grep -q '^matrix' || fail 'list figures'
check list
echo "1..$n"
