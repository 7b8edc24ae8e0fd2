#!/usr/bin/env bash
# figure of dragonflies: figures of their own, and those of both kinds.
# shellcheck source-path=SCRIPTDIR
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"

dragonflies=(groups group chord jobs sizes choices)
fly=(preset:cascade-2 --set 'dragonfly.broken-cables=0-1#1' --set 'scenario.name=Zwei <&> 2'
  --set simulation.cycles=1500)
run new "${fly[@]}"
cp out fly.dateline
is "$("$program" list figures | cut -f 1 | sort | uniq -d)" "" "every figure is listed once"
for figure in "${dragonflies[@]}" throughput latency; do
  "$program" list figures | cut -f 1 | grep -qx "$figure"
  ok "$figure is listed"
  for ending in pdf svg png csv; do
    file=fly-$figure.$ending
    small=()
    [ $ending != png ] || small=(--dpi 90)
    gives figure "$figure" "${fly[@]}" "${small[@]}" -o "$file"
    gives new "$file"
    cmp -s out fly.dateline
    ok "$file gives its scenario back"
    gives figure "$figure" "$file" "${small[@]}" -o "copy-$file"
    cmp -s "$file" "copy-$file"
    ok "$file gives itself"
  done
done
head -n 1 fly-groups.csv | grep -qx 'from,to,links,working,use'
ok "pairs of groups and their use"
gives analyze "${fly[@]}" --json
cp out fly.json
is "$(grep -v '^#' fly-groups.csv | grep -v all | tail -n +2 | cut -d , -f 1-4)" \
  "$(python3 -c '
import json
links = json.load(open("fly.json"))["group_links"]
for a, row in enumerate(links):
    for b, n in enumerate(row):
        if a != b: print(a, b, n + 4, n, sep=",")')" "and working links that analyze counts"
gives figure group "${fly[@]}" --group 1 --csv
is "$(grep -v '^#' out | tail -n +2 | cut -d . -f 1 | sort -u)" 1 "the group that was asked for"
gives figure groups preset:edison --set traffic.pattern=all-to-one --set traffic.target=14.0.0.0 \
  -o plain.svg
gives figure groups preset:edison --set traffic.pattern=all-to-one --set traffic.target=14.0.0.0 \
  --sorted -o sorted.svg
! cmp -s plain.svg sorted.svg
ok "sorted is another picture"
for metric in load vc-share sim-load sim-stalls sim-occupancy; do
  gives figure groups "${fly[@]}" --metric $metric -o "fly-$metric.svg"
  ! cmp -s "fly-$metric.svg" fly-groups.svg
  ok "$metric is not use"
done
gives simulate "${fly[@]}" --links run.csv --json
gives figure group "${fly[@]}" --metric sim-load --csv
head -n 1 out | grep -qx 'from,to,index,class,state,sim_load'
ok "loads of the run"
printf 'sg,sr,sc,dg,dr,dc,color,flits,stalls\n0,0,0,0,0,1,g,400,10\n0,0,0,0,0,2,g,100,40\n' >few.csv
gives figure group "${fly[@]}" --metric measured-flits --counters few.csv --csv
grep -qx '0.0.0,0.0.1,0,green,up,1' out && grep -qx '0.0.0,0.0.2,0,green,up,0.25' out
ok "counters of a machine"
# What model says of its sizes, and the largest machines that so many cables a pair allow.
gives figure sizes preset:edison --set dragonfly.broken-cables=0-1#1 --csv
cp out sizes.csv
gives model preset:edison --set dragonfly.broken-cables=0-1#1 --csv
python3 - >why 2>&1 <<'END'
import csv
ours = list(csv.DictReader(line for line in open("sizes.csv") if line[0] != "#"))
model = {row["id"]: row for row in csv.DictReader(open("out"))}
own = {row["what"]: row for row in ours if not row["what"].startswith("grown-")}
assert own.keys() == model.keys() and len(own) > 8
for what, row in own.items():
    for a, b in ((row["reckoned"], model[what]["value"]), (row["in_this_network"], model[what]["analysis"])):
        assert a == b == "" or abs(float(a) - float(b)) <= 1e-12 * abs(float(b)), (row, b)
    assert row["groups"] == "15" and row["unit"] == model[what]["unit"]
assert any(row["reckoned"] != row["in_this_network"] != "" for row in own.values())
grown = {(row["what"][6:], int(row["groups"])): row["reckoned"] for row in ours if row["what"] not in own}
n_now, g_now, share = 6, 15, float(own["global"]["reckoned"])
largest = {n: 240 // n + 1 for n in range(1, n_now + 1)}
assert {g for _, g in grown} == set(largest.values()), grown
for n, g in largest.items():
    assert int(grown["nodes", g]) == 384 * g and int(grown["cables-a-pair", g]) == n
    added = (n * g * (g - 1) - n_now * g_now * (g_now - 1)) // 2
    assert grown["cables-added", g] == (str(added) if n == n_now else "")
    assert abs(float(grown["global-bandwidth", g]) - share * n * (g - 1) / (n_now * (g_now - 1))) < 1e-9
END
ok "sizes are those of model, growth is what ports allow"
gives figure sizes preset:generic-33 --csv
is "$(grep -vc '^#' out)" 1 "no arithmetic of a Cascade for another dragonfly"
# Checks of the Cascade paper: of networks of their own, as long as the scenario says.
for figure in 9 10 11 12 13; do
  "$program" list figures | cut -f 1 | grep -qx "cascade-$figure"
  ok "cascade-$figure is listed"
done
gives figure cascade-11 "${fly[@]}" --set simulation.cycles=100 --csv
head -n 1 out | grep -qx 'kind,group,what,unit,message_bytes,value,share_simulated,nonminimal_share,rule,bound,expected_kind,verdict,why'
ok "columns of a check"
is "$(grep -c '^point,' out)" 16 "four placements with four lengths"
grep -q '^# cycles=100$' out && grep -q '^# groups=8$' out
ok "the check's own network"
gives figure cascade-11 --set simulation.cycles=100 -o c11.svg
python3 -c 'import xml.dom.minidom as m; m.parse("c11.svg")'
ok "its picture"
fails 2 '.*warmup-cycles.*' figure cascade-11 preset:cascade-2 --set simulation.cycles=10 \
  --set simulation.warmup-cycles=20 -o x.svg
gives figure groups -o default-fly.csv
grep -q 'name=Edison' default-fly.csv
ok "Edison if no scenario is named"
gives figure load-latency "${fly[@]}" --seeds 1 --cycles 600 --csv
head -n 1 out | grep -q '^title,routing,load,runs,'
is "$(grep -v '^#' out | tail -n +2 | rev | cut -d , -f 21 | rev | sort -u | tr '\n' ' ')" \
  "adaptive-0 min-hash valiant " "a curve of each routing mode"

fails 2 'figure: groups is for a dragonfly, and preset:ring-8 is a torus \(choose one of ring-matrix, .*; or use a dragonfly, such as preset:edison\)' \
  figure groups preset:ring-8 -o x.svg
fails 2 'figure: stalls is for a torus, and preset:edison is a dragonfly \(choose one of groups, group, chord, .*; or use a torus, such as .*\)' \
  figure stalls preset:edison -o x.svg
fails 2 'figure: paper-4a is for a torus, .*' figure paper-4a preset:edison -o x.svg
fails 2 '--group: “9” is out of range \(expected 0 to 1\)' figure group "${fly[@]}" --group 9 -o x.svg
fails 2 '--group: .*' figure group "${fly[@]}" --group -1 -o x.svg
fails 2 '--metric: “balance” is not a metric \(expected one of: use, load, vc-share, .*\)' figure groups --metric balance -o x.svg
fails 2 '--metric measured-stalls: counters are missing \(add --counters FILE\)' \
  figure groups --metric measured-stalls -o x.svg
fails 2 '--counters: use does not show counters \(.*\)' figure groups --counters few.csv -o x.svg
fails 2 'few\.csv: the file does not contain counters of a torus.* links \(.*\)' \
  figure ring-matrix preset:ring-8 --metric measured --counters few.csv -o x.svg
fails 2 '--node: .*' figure groups --node 0,0,0 -o x.svg
fails 2 '--policies is for a torus \(leave it out\)' figure groups --policies initial -o x.svg
fails 2 '--sorted is for a dragonfly \(leave it out\)' figure ring-matrix --sorted -o x.svg
fails 2 '--group is for a dragonfly \(leave it out\)' figure ring-matrix --group 1 -o x.svg
fails 2 'no\.dateline: there is no such file \(.*\)' figure groups no.dateline -o x.svg

# A machine's own cabling travels whole.
cabling=$(realpath -m -- "$golden/../../../../shared/data/edison-interconnect.txt")
if [ -r "$cabling" ]; then
  "$program" new "$cabling" >machine.dateline 2>/dev/null
  for ending in pdf svg png csv; do
    "$program" figure groups "$cabling" -o "machine.$ending" 2>/dev/null
    ok "the cabling's machine as $ending"
    "$program" new "machine.$ending" >out 2>/dev/null
    cmp -s out machine.dateline
    ok "machine.$ending gives its cabling back"
    [ "$(stat -c %s "machine.$ending")" -lt 300000 ]
    ok "machine.$ending is smaller than 300 kB"
  done
  # As figures were before: the scenario as it is among a PDF's keywords, and in an SVG's element.
  python3 - <<'END'
text = open("machine.dateline", encoding="utf-8").read()
open("old.svg", "w", encoding="utf-8").write(
    '<svg xmlns="http://www.w3.org/2000/svg"><metadata xmlns:dateline="urn:x-dateline:figure">'
    '<dateline:scenario xml:space="preserve">' + text.replace("&", "&amp;").replace("<", "&lt;")
    + "</dateline:scenario></metadata></svg>")
open("old.pdf", "wb").write(b"%PDF-1.5\n1 0 obj\n<< /Keywords <FEFF"
    + text.encode("utf-16-be").hex().encode() + b"> >>\nendobj\n%%EOF\n")
END
  for ending in pdf svg; do
    "$program" new "old.$ending" >out 2>/dev/null
    cmp -s out machine.dateline
    ok "an older figure, old.$ending, gives its cabling back"
  done
else
  skip "a machine's own cabling" "there is no ../shared/data/edison-interconnect.txt"
fi

finish
