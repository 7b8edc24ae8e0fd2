#!/usr/bin/env bash
# figure: every figure in every format, with the scenario inside.
# shellcheck source-path=SCRIPTDIR
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"

scenario=(preset:torus-5x5x5 --set 'torus.broken-links=1,2,2:x+' --set 'scenario.name=Fünf <&> 5'
  --set simulation.cycles=3000)
run new "${scenario[@]}"
cp out original.dateline

# Those of the papers' checks are not the scenario's; they have a test of their own, and so do those
# of dragonflies and fabrics.
others=(groups group chord jobs sizes choices levels switches switch)
mapfile -t figures < <("$program" list figures | cut -f 1 | grep -Ev '^(paper-|cascade-|booksim$)' \
  | grep -vxF "$(printf '%s\n' "${others[@]}")")
[ ${#figures[@]} -ge 3 ]
ok "there are figures"
# Counters of a network of that shape, one link at its far corner among them.
{
  printf -- '---\nkey: OURS\n---\n'
  printf -- '- [%s, int32]\n' linkid sx sy sz tx ty tz code_region packets
  printf '...\n0 0 0 0 1 0 0 -2 500\n1 4 4 4 4 4 3 -2 300\n2 2 2 2 2 3 2 -2 900\n'
} >links.yaml
for figure in "${figures[@]}"; do
  more=()
  case $figure in
    measured) more=(--counters links.yaml) ;;
    load-latency) more=(--cycles 300 --seeds 1) ;; # dozens of runs each time
    sweep) more=(--vary 'router.age-clock-period=2:32:*4' --cycles 300 --seeds 2) ;;
  esac
  for ending in pdf svg png csv; do
    file=$figure.$ending
    small=()
    [ $ending != png ] || small=(--dpi 90)
    gives figure "$figure" "${scenario[@]}" "${more[@]}" "${small[@]}" -o "$file"
    case $ending in
      pdf) [ "$(head -c 5 "$file")" = %PDF- ] ;;
      svg) python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' "$file" ;;
      png) [ "$(head -c 4 "$file" | tail -c 3)" = PNG ] ;;
      csv) head -n 1 "$file" | grep -Eq '^[a-z0-9_]+(,[a-z0-9_]+)+$' ;;
    esac
    ok "$file is what its name says"
    # SVG and CSV of other processes are compared in other languages (figure-locale).
    if [ $ending = pdf ] || [ $ending = png ]; then
      gives figure "$figure" "${scenario[@]}" "${more[@]}" "${small[@]}" -o "again-$file"
      cmp -s "$file" "again-$file"
      ok "$file is the same each time"
    fi
  done
  # From an image back to the scenario, and to the same picture.
  for ending in svg png; do
    small=()
    [ $ending != png ] || small=(--dpi 90)
    gives new "$figure.$ending"
    cmp -s out original.dateline
    ok "$figure.$ending gives its scenario back"
    gives figure "$figure" "$figure.$ending" "${more[@]}" "${small[@]}" -o "copy.$ending"
    cmp -s "$figure.$ending" "copy.$ending"
    ok "$figure.$ending gives itself"
  done
done
gives analyze "${figures[0]}.svg" --json
json 'it["name"] == "Fünf <&> 5" and it["links"] == 748' "an image is a scenario for every command"
"$program" analyze - --json <"${figures[0]}.png" >out 2>err
json 'it["links"] == 748' "from standard input too"

# Options.
gives figure ring-balance preset:ring-8 --csv
head -n 1 out | grep -q '^direction,x,y,z,'
ok "CSV on standard output"
gives figure ring-balance preset:torus-5x5x5 --csv --dimension x --node 0,2,3
is "$(sed -n 2p out | cut -d , -f 1-4)" "x+,0,2,3" "the ring that was asked for"
gives figure ring-matrix preset:ring-8 --metric load -o load.svg
gives figure ring-matrix preset:ring-8 --metric signed -o signed.svg
gives figure ring-matrix preset:ring-8 -o balance.svg
! cmp -s load.svg balance.svg && ! cmp -s signed.svg balance.svg
ok "metrics differ"
gives figure balance-histograms preset:ring-8 --policies initial --csv
is "$(grep -v '^#' out | cut -d , -f 2 | sort -u | tr '\n' ' ')" "initial policy " "one policy"
gives figure balance-histograms preset:ring-8 --csv
is "$(grep -v '^#' out | cut -d , -f 2 | sort -u | wc -l)" 5 \
  "the four policies that need no table, where there is none"
gives optimize preset:ring-8 --vc -o table.dateline
gives figure balance-histograms table.dateline --csv
is "$(grep -v '^#' out | cut -d , -f 2 | sort -u | wc -l)" 6 "all five, where there is one"
gives figure ring-matrix -o default.csv
grep -q 'XT3 11x12x16' default.csv
ok "the XT3 if no scenario is named"

# What a simulation counts: after the warm-up, so that without one it is all.
scenario+=(--set simulation.warmup-cycles=0)
gives simulate "${scenario[@]}" --json
cp out run.json
gives figure age-histogram "${scenario[@]}" --csv
is "$(grep -v '^#' out | tail -n +2 | cut -d , -f 2 | tr '\n' ' ')" \
  "$(python3 -c 'import json; print(*json.load(open("run.json"))["age_histogram"])') " \
  "the histogram that simulate counts"
gives figure stalls "${scenario[@]}" --csv
is "$(grep -v '^#' out | tail -n +2)" "$(python3 -c '
import json
for d in json.load(open("run.json"))["directions"]:
    print(d["direction"], *(repr(d[k + "_per_packet"]).removesuffix(".0")
                            for k in ("stalled_output", "stalled_input", "head_wait")), sep=",")')" \
  "the stalls that simulate counts"
gives figure throughput "${scenario[@]}" --csv
is "$(grep -v '^#' out | tail -n 1 | cut -d , -f 2)" 3000 "the series ends with the run"
fails 2 '.*traffic.load.*' figure throughput preset:ring-8 --set traffic.load=2 -o x.svg

# The equations: what the command model says of them, whatever they rest on.
for set in traffic.load=0.3 torus.wrap=true\;false\;true traffic.pattern=transpose; do
  gives figure equations "${scenario[@]}" --set "$set" --csv
  cp out equations.csv
  gives model "${scenario[@]}" --set "$set" --csv
  python3 - >why 2>&1 <<'END'
import csv
ours = list(csv.DictReader(line for line in open("equations.csv") if line[0] != "#"))
model = list(csv.DictReader(open("out")))
assert len(ours) == len(model) > 60
for a, b in zip(ours, model):
    assert all(a[k] == b[k] for k in ("id", "equation", "title", "source", "section", "unit", "assumptions_hold"))
    assert all(a[k] == b[k] == "" or abs(float(a[k]) - float(b[k])) <= 1e-12 * abs(float(b[k]))
               for k in ("value", "x", "y", "z")), (a, b)
END
  ok "the equations that model has with $set"
done
gives figure age-bias "${scenario[@]}" --set router.request-age-bias='0;1;2;3;4;5;6' \
  --set router.response-age-bias='7;7;7;7' --set router.age-clock-period=77 \
  --set router.age-rr-select=0x8000000000000003 --csv
is "$(grep '^request_bias' out | cut -d , -f 2,4 | tr '\n' ' ')" "x+,0 x-,1 y+,2 y-,3 z+,4 z-,5 p,6 " "the bias of requests"
is "$(grep '^response_bias' out | cut -d , -f 4 | sort -u)" 7 "the bias of responses"
is "$(grep '^by_age.*,1$' out | cut -d , -f 3 | tr '\n' ' ')" "1 2 64 " "the grants that go by age"
is "$(grep '^age_clock' out)" age_clock_period_cycles,,,77 "the age clock"
is "$(grep -c '^by_age' out)" 64 "as many grants as there are bits"
"$program" model "${scenario[@]}" --json >model.json
is "$(grep '^recommended_bias' out | cut -d , -f 4 | tr '\n' ' ')" \
  "$(python3 -c 'import json; print(*json.load(open("model.json"))["recommended"]["age_bias"])') " "what model recommends"

# A router at the end of the run.
busy=("${scenario[@]}" --set traffic.load=0.8)
gives figure router "${busy[@]}" --node 2,3,4 --port z+ --csv
is "$(grep '^rival,' out | cut -d , -f 4 | sort -u)" z+ "the output that was asked for"
is "$(grep '^cycle,' out | cut -d , -f 18)" 3000 "at the end of the run"
cp out router.csv
gives figure router "${busy[@]}" --node 0,0,1 --port z+ --csv
! cmp -s out router.csv
ok "routers differ"
gives figure panels "${busy[@]}" --panel 'router --node 0,0,1' --panel latency \
  --panel 'router --node 2,3,4 --port z+' -o routers.csv
is "$(sed -n '/^# Panel (c)/,/^# Panel\|^# Figure/p' routers.csv | grep '^rival\|^input\|^credits')" \
  "$(grep '^rival\|^input\|^credits' router.csv)" "each panel its own router"
fails 2 '--port: .*w\+.*' figure router preset:ring-8 --port w+ -o x.svg
fails 2 '--port belongs to a single panel .*' figure panels preset:ring-8 --panel latency --port x+ -o x.svg
fails 2 '--port is for a torus .*' figure groups preset:cascade-2 --port x+ -o x.svg

# The load curve: a sweep of its own, the same as sweep runs.
gives figure load-latency preset:ring-8 --csv --seeds 2 --cycles 2000
cp out curve.csv
loads=$(grep -v '^#' curve.csv | tail -n +2 | cut -d , -f 3 | sort -n | uniq | paste -s -d ,)
gives sweep preset:ring-8 --vary "traffic.load=$loads" --vary router.age-rr-select=0,0xffffffffffffffff \
  --seeds 2 --set simulation.cycles=2000 --set simulation.warmup-cycles=auto \
  --set simulation.stop=precision -o points.csv
python3 - >why 2>&1 <<'END'
import csv, statistics
curve = list(csv.DictReader(line for line in open("curve.csv") if line[0] != "#"))
points = list(csv.DictReader(open("points.csv")))
assert len(curve) >= 12 and 2 * len(curve) == len(points), (len(curve), len(points))
for row in curve:
    runs = [p for p in points if float(p["traffic.load"]) == float(row["load"])
            and int(p["router.age-rr-select"], 0) == int(row["age_rr_select"], 0)]
    assert len(runs) == 2 == int(row["runs"])
    for a, b in (("latency_mean", "latency_mean"), ("accepted_load", "accepted_load"),
                 ("latency_p99", "latency_p99"), ("total_latency_mean", "total_latency_mean")):
        mean = statistics.mean(float(r[b]) for r in runs)
        assert abs(float(row[a]) - mean) < 1e-9 * mean, (row, runs)
    assert row["over"] == "seeds" and row["state"] in ("converged", "saturated", "not-converged"), row
    assert int(row["settled"]) == sum(int(r["settled"]) for r in runs)
END
ok "means of the points"
fails 2 'traffic\.pattern: allreduce .*' figure load-latency preset:ring-8 --csv \
  --set traffic.pattern=allreduce --set traffic.message-bytes=64
fails 2 '--seeds: .*' figure load-latency preset:ring-8 --csv --seeds 0
fails 2 '--cycles: .*' figure load-latency preset:ring-8 --csv --cycles 0

# size WIDTH DPI PIXELS
size ()
{
  gives figure ring-matrix preset:ring-8 --width "$1" --dpi "$2" -o sized.png
  is "$(python3 -c 'import struct; print(struct.unpack(">I", open("sized.png", "rb").read()[16:20])[0])')" \
    "$3" "$1 in at $2 dpi"
}
size 3.5 100 350
size 7.16 200 1432
size 13.333 72 960

fails 2 'figure: “moon” is not a figure \(expected one of: .*ring-matrix.*\)' figure moon preset:ring-8 -o x.svg
fails 2 'figure: the file is missing \(.*\)' figure ring-matrix preset:ring-8
fails 2 '-o x\.gif: .* \(expected \.pdf, \.svg, \.png or \.csv\)' figure ring-matrix preset:ring-8 -o x.gif
fails 2 '-o x\.svg cannot be combined with --csv \(.*\)' figure ring-matrix preset:ring-8 --csv -o x.svg
fails 2 '--width: .3,5. is not a number \(did you mean 3\.5\?\)' figure ring-matrix preset:ring-8 -o x.svg \
  --width=3,5
for width in 0 -1 nan 1e9 wide; do
  fails 2 "--width: .$width. .* \\(expected 1 to 40.*\\)" figure ring-matrix preset:ring-8 -o x.svg \
    "--width=$width"
done
fails 2 '--dpi: .* \(.*\)' figure ring-matrix preset:ring-8 -o x.png --dpi 100000
fails 2 '.* \(.*\)' figure ring-matrix preset:ring-8 -o x.png --width 40 --dpi 1200
fails 2 '--metric: .* \(expected one of: balance, signed, load, critical, .*\)' figure ring-matrix preset:ring-8 -o x.svg --metric m
fails 2 '--dimension: .* \(expected x, y or z\)' figure ring-balance preset:ring-8 -o x.svg --dimension w
fails 2 '--node: .*8,0,0.* \(.*\)' figure ring-balance preset:ring-8 -o x.svg --node 8,0,0
fails 2 '--policies: “best” is not a policy \(.*\)' figure balance-histograms preset:ring-8 -o x.svg \
  --policies initial,best
# Of a simulation that is shown, too, and the file says so.
gives figure throughput preset:ring-8 --cycles 700 --csv
grep -q '^# cycles=700$' out && grep -v '^#' out | tail -n 1 | grep -q '^[0-9]*,700,'
ok "--cycles is that of the simulation that a figure shows"
fails 2 '--cycles: .*' figure throughput preset:ring-8 --cycles 0 --csv

fails 2 '--policies: initial is named twice \(.*\)' figure balance-histograms preset:ring-8 -o x.svg \
  --policies initial,initial
[ ! -e x.svg ] && [ ! -e x.png ] && [ ! -e x.gif ]
ok "and nothing was made"

# Images that give nothing back.
head -c 3000 "${figures[0]}.png" >cut.png
fails 2 'cut\.png: .*' new cut.png
head -c 300 "${figures[0]}.svg" >cut.svg
fails 2 'cut\.svg: .*' new cut.svg
printf '<svg xmlns="http://www.w3.org/2000/svg"/>' >foreign.svg
fails 2 'foreign\.svg: .*' new foreign.svg
printf '\211PNG\r\n\032\n' >head.png
fails 2 'head\.png: .*' new head.png

finish
