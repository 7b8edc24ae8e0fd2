#!/usr/bin/env bash
# simulate and sweep of dragonflies: the keys, what adds up, and the same for any number of threads.
# shellcheck source-path=SCRIPTDIR
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"

small=(preset:cascade-2 --set dragonfly.groups=3)

# With two groups there are roots too, in the groups of both ends.
gives simulate preset:cascade-2 --set dragonfly.routing=valiant --set traffic.load=0.05 \
  --cycles 3000 --json
json 'it["nonminimal_packets"] > 0.9 * it["injected"]' "Valiant of two groups is not minimal"
json 'it["choices"]["by_cause"]["mode"] == it["choices"]["nonminimal_share"] > 0.9
  and it["choices"]["made"] == 0 and it["choices"]["regret_share"] is None' "as its mode says"

gives simulate "${small[@]}" --set traffic.load=0.1 --cycles 4000 --warmup 1000 --json \
  --links links.csv --series series.csv
json 'list(it) == ["format", "kind", "name", "seed", "warmup_cycles", "cycles", "completion_cycles",
  "injected", "delivered", "in_flight", "dropped", "offered_load", "accepted_load",
  "accepted_load_interval", "latency_cycles", "total_latency_cycles", "hops_mean", "choices", "latency_ns", "minimal_packets",
  "nonminimal_packets", "minimal_share", "minimal_latency_cycles", "nonminimal_latency_cycles",
  "bandwidth_GBps_per_node", "classes", "settled", "state", "reason", "cycle_ns", "shifts", "group_load", "group_use",
  "deadlock", "digest", "cycles_per_second", "flit_hops_per_second", "peak_memory_bytes"]' "the keys"
json 'it["kind"] == "dragonfly" and it["cycles"] == 4000 and it["completion_cycles"] is None' \
  "as long as was asked for"
json 'it["injected"] == it["delivered"] + it["in_flight"] + sum(it["dropped"].values())' \
  "what went in came out or is inside"
json 'it["minimal_packets"] + it["nonminimal_packets"] == it["injected"]' "each goes one way or the other"
json 'abs(it["offered_load"] - .1) < .01 and abs(it["accepted_load"] - .1) < .01' "the load"
json 'abs(it["bandwidth_GBps_per_node"] - 10 * it["accepted_load"]) < .01' "a load of 1 is 10 GB/s"
json 'abs(it["cycle_ns"] - 100 / 9 / 5.25) < 1e-9
  and abs(it["latency_ns"]["mean"] - it["latency_cycles"]["mean"] * it["cycle_ns"]) < 1e-6' "nanoseconds"
json 'abs(sum(it["choices"]["by_cause"].values()) - it["choices"]["nonminimal_share"]) < 1e-9
  and abs(it["choices"]["nonminimal_share"] - (1 - it["minimal_share"])) < 1e-9
  and list(it["choices"]["by_cause"]) == ["mode", "queue", "downstream"]
  and it["choices"]["by_cause"]["mode"] == 0' "why packets left the minimal route"
json 'it["choices"]["made"] >= it["choices"]["judged"] > it["choices"]["regretted"] > 0
  and 0 < it["choices"]["regret_share"] < 1' "regretted choices"
json 'it["minimal_latency_cycles"]["mean"] < it["nonminimal_latency_cycles"]["mean"]' "longer ways"
json '[c["class"] for c in it["classes"]] == ["green", "black", "blue"]
  and all(c["flits"] == 9 * c["packets"] and 0 < c["mean_use"] <= c["max_use"] < 1
    for c in it["classes"])' "classes"
json 'len(it["group_load"]) == 3 and all((row[g] == 0) and sum(x == 0 for x in row) == 1
  for g, row in enumerate(it["group_load"]))' "groups"
json 'all((it["group_use"][a][b] is None) == (a == b) for a in range(3) for b in range(3))' \
  "there are no blue links within a group"
digest=$(python3 -c 'import json; print(json.load(open("out"))["digest"])')
python3 - out links.csv series.csv >why 2>&1 <<'END'
import csv, json, sys

it = json.load(open(sys.argv[1]))
links = list(csv.DictReader(open(sys.argv[2])))
assert list(links[0]) == ["from", "to", "index", "class", "state", "packets"] \
    + [f"flits_vc{v}" for v in range(8)] + ["utilization", "stalled_output"], list(links[0])
for c in it["classes"]:
    mine = [l for l in links if l["class"] == c["class"]]
    assert len(mine) == c["links"]
    assert sum(int(l["packets"]) for l in mine) == c["packets"], c
    assert sum(int(l[f"flits_vc{v}"]) for l in mine for v in range(8)) == c["flits"], c
    assert sum(int(l["stalled_output"]) for l in mine) == c["stalled"], c
assert all(0 <= float(l["utilization"]) <= 1 for l in links)
# No responses are sent: their virtual channels are idle.
assert sum(int(l[f"flits_vc{v}"]) for l in links for v in range(4, 8)) == 0
series = list(csv.DictReader(open(sys.argv[3])))
assert int(series[-1]["cycle"]) == 4000 and int(series[-1]["injected"]) == it["injected"]
assert all(0 <= float(p["minimal_share"]) <= 1 for p in series if p["minimal_share"])
assert abs(sum(float(p["accepted_load"]) for p in series[-100:]) / 100 - .1) < .02
END
ok "links and series add up to the same"
run simulate "${small[@]}" --set traffic.load=0.1 --cycles 4000 --warmup 1000 --json --threads 3
json "it['digest'] == '$digest'" "the same with three threads"

# What is still being sent at the end counts by the flits that have left.
gives simulate preset:cascade-2 --set traffic.pattern=group-shift --set traffic.load=saturated \
  --cycles 2003 --warmup 500 --links full.csv --json
python3 - >why 2>&1 <<'END'
import csv

use = [float(l["utilization"]) for l in csv.DictReader(open("full.csv"))]
assert .99 < max(use) <= 1, max(use)
END
ok "no link carries more than it can"

gives simulate "${small[@]}" --cycles 2000 --seeds 3 --json
json 'len(it["runs"]) == 3 and it["minimal_share"]["low"] <= it["minimal_share"]["mean"]
  <= it["minimal_share"]["high"] and it["classes"][2]["flits"]["mean"] > 0' "several seeds"
gives simulate "${small[@]}" --cycles 2000
grep -q "non-minimal packets" out && grep -q "^blue " out
ok "as people read it"
gives simulate preset:generic-33 --set dragonfly.groups=5 --set traffic.load=0.2 --cycles 2000 --json
json 'it["cycle_ns"] is None and it["latency_ns"]["mean"] is None
  and it["bandwidth_GBps_per_node"] is None and abs(it["accepted_load"] - .2) < .02' \
  "the generic shape knows flits and cycles alone"

# Programs
gives simulate "${small[@]}" --set traffic.pattern=all-to-all --set traffic.message-bytes=100 --json
json 'it["completion_cycles"] == it["cycles"] and it["delivered"] == 96 * 95 * 2
  and it["shifts"] == {"simulated": 95, "all": 95, "share": 1}' "an all to all comes to its end"
gives simulate "${small[@]}" --set traffic.pattern=all-to-all --set traffic.message-bytes=100 --json \
  --set simulation.shifts=19
json 'it["delivered"] == 96 * 19 * 2 and it["shifts"]["share"] == .2' "a window of it says its share"
gives simulate "${small[@]}" --set traffic.pattern=jobs --set 'traffic.placement=a:32:2' \
  --set traffic.message-bytes=64 --json
json 'it["delivered"] == 32 * 31' "a job sends to itself"
for threads in 1 3; do
  gives simulate "${small[@]}" --set traffic.pattern=allreduce --set traffic.message-bytes=100 --json \
    --threads $threads
  cp out allreduce-$threads
done
# 96 ranks: 64 double 6 times, 32 hand over and get back; 100 bytes are 2 packets.
json 'it["delivered"] == it["injected"] == (64 * 6 + 2 * 32) * 2 and it["shifts"] is None
  and it["completion_cycles"] == it["cycles"] and it["offered_load"] is None
  and it["warmup_cycles"] == 0 and it["settled"] is None
  and it["state"] is None and it["reason"] is None' "an allreduce comes to its end"
python3 -c 'import json; a, b = (json.load(open(f"allreduce-{n}")) for n in (1, 3))
assert a["digest"] == b["digest"] and a["completion_cycles"] == b["completion_cycles"]' 2>why
ok "the same by three threads"
gives simulate "${small[@]}" --set traffic.pattern=fft --set traffic.message-bytes=64
grep -q '^program finished after  *[0-9]' out && ! grep -q 'of an all-to-all exchange\|^state' out
ok "an FFT as people read it"
gives analyze "${small[@]}" --set traffic.pattern=fft --set traffic.message-bytes=64 --json
json 'it["pairs"] == 96 * (7 + 11) and it["bound_load"] > 0' "8 rows of 12 ranks, analysed"
gives simulate preset:generic-33 --set dragonfly.groups=5 --set traffic.pattern=allreduce \
  --set traffic.message-bytes=8 --json
json 'it["completion_cycles"] > 0 and it["delivered"] == 128 * 7 + 2 * 32' "the generic shape, too"

# Ranks on nodes, as files say.
mkdir jobs
printf '# three of them\n2.0.0.1\n5\n0.1.3.0\n' >jobs/three.txt
printf '0,1,640\n1,2,65\n' >jobs/app.csv
cat >jobs/fly.dateline <<'END'
[scenario]
kind=dragonfly
[dragonfly]
groups=3
chassis=2
blades=4
cables-per-pair=2
[traffic]
pattern=matrix
matrix=app.csv
placement=three.txt
END
gives simulate jobs/fly.dateline --json
json 'it["delivered"] == 10 + 2 and it["completion_cycles"] > 0' "a matrix is a program"
gives analyze jobs/fly.dateline --json
json 'it["pairs"] == 2' "its pairs"
sed 's/^pattern=.*/pattern=all-to-all\nmessage-bytes=64/; /^matrix=/d' jobs/fly.dateline >jobs/all.dateline
gives simulate jobs/all.dateline --json
json 'it["delivered"] == 6 and it["shifts"]["all"] == 2' "all to all of three ranks"
gives analyze jobs/all.dateline --json
json 'it["pairs"] == 6' "analysed"
gives simulate jobs/all.dateline --json --set traffic.placement=linear
cp out linear
gives simulate jobs/all.dateline --json --set traffic.placement=
python3 -c 'import json; a, b = (json.load(open(f)) for f in ("linear", "out"))
assert a["digest"] == b["digest"] and a["delivered"] == 96 * 95' 2>why
ok "linear is the default"
gives simulate jobs/all.dateline --json --set traffic.placement=random
python3 -c 'import json; a, b = (json.load(open(f)) for f in ("linear", "out"))
assert a["digest"] != b["digest"] and a["delivered"] == b["delivered"]' 2>why
ok "random is another"

# Errors
fails 2 'traffic.message-bytes: pattern all-to-all needs a message length .*' \
  simulate "${small[@]}" --set traffic.pattern=all-to-all
fails 2 'router.aries-hop-ns: a link delay of [0-9]+ cycles is too long \(at most 4096\)' \
  simulate "${small[@]}" --set router.aries-hop-ns=99999
fails 2 '--sources is for a torus .*' simulate "${small[@]}" --sources --json
fails 2 '--set traffic\.pattern: pattern allreduce needs .* \(set traffic\.message-bytes, .*\)' \
  simulate jobs/fly.dateline --set traffic.pattern=allreduce
reduce=("${small[@]}" --set traffic.pattern=allreduce --set traffic.message-bytes=64)
fails 2 '--set traffic\.placement: jobs/three\.txt:2: rank 0 is on node 2\.0\.0\.1, which is broken \(.*\)' \
  simulate "${reduce[@]}" --set traffic.placement=jobs/three.txt --set dragonfly.broken-routers=2.0.0
fails 2 '--set traffic\.placement: “a:32:2” places jobs, not ranks \(.*\)' \
  simulate "${reduce[@]}" --set traffic.placement=a:32:2
printf '0.0.0.0\n9.0.0.0\n' >jobs/far.txt
for pattern in allreduce all-to-all; do
  fails 2 '--set traffic\.placement: jobs/far\.txt:2: there is no router 9\.0\.0 \(.*\)' \
    simulate "${reduce[@]}" --set traffic.pattern=$pattern --set traffic.placement=jobs/far.txt
done
printf '5\n0\n5\n' >jobs/twice.txt
fails 2 '--set traffic\.placement: jobs/twice\.txt:3: node 0\.0\.1\.1 already has rank 0 \(.*\)' \
  simulate "${reduce[@]}" --set traffic.placement=jobs/twice.txt
printf '0,1,5\n1,3,5\n' >jobs/four.csv
fails 2 '--set traffic\.matrix: the matrix has 4 ranks and the placement has 3 \(.*\)' \
  simulate jobs/fly.dateline --set traffic.matrix=jobs/four.csv
printf '0,1,5\n1,2,-5\n' >jobs/app.csv
fails 2 'jobs/fly\.dateline:10: traffic\.matrix: jobs/app\.csv:2: -5 bytes are negative \(expected 0 or more\)' \
  simulate jobs/fly.dateline
fails 2 '.*rank [0-9]+ on node [0-9.]+ cannot reach rank [0-9]+ on node [0-9.]+, .* \(.*\)' \
  simulate preset:cascade-2 --set traffic.pattern=allreduce --set traffic.message-bytes=64 \
  --set 'dragonfly.broken-cables=0-1#0;0-1#1;0-1#2;0-1#3'

# Sweeps
gives sweep "${small[@]}" --set traffic.pattern=group-shift --set traffic.load=0.3 --cycles 3000 \
  --vary dragonfly.routing=min-hash,valiant --seeds 2 -o sweep.csv
python3 - sweep.csv >why 2>&1 <<'END'
import csv, sys

rows = list(csv.DictReader(open(sys.argv[1])))
assert [r["dragonfly.routing"] for r in rows] == ["min-hash"] * 2 + ["valiant"] * 2
assert all(r["deadlock_free"] == "1" and r["pairs"] == str(96 * 32) for r in rows)
assert [r["minimal_share"] for r in rows] == ["1", "1", "0", "0"], [r["minimal_share"] for r in rows]
assert "max_load_blue" in rows[0] and "max_load_x" not in rows[0]
END
ok "a sweep over modes"
cp sweep.csv before.csv
run sweep "${small[@]}" --set traffic.pattern=group-shift --set traffic.load=0.3 --cycles 3000 \
  --vary dragonfly.routing=min-hash,valiant --seeds 2 -o sweep.csv
cmp sweep.csv before.csv
ok "goes on where it was"
fails 2 '.*scenario.kind: rows of a torus and of a dragonfly .*' \
  sweep "${small[@]}" --vary scenario.kind=torus,dragonfly -o other.csv

finish
