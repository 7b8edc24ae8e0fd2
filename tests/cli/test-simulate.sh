#!/usr/bin/env bash
# simulate: what it prints adds up, and does not depend on the number of threads.
# shellcheck source-path=SCRIPTDIR
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"

# What must be the same whenever and wherever it runs.
lasting='{k: v for k, v in it.items() if k not in
  ("cycles_per_second", "flit_hops_per_second", "peak_memory_bytes")}'
keep ()
{
  python3 -c "import json; it = json.load(open('out')); print(json.dumps($lasting, indent=1))" >"$1"
}

gives simulate preset:torus-5x5x5 --cycles 4000 --warmup 1000 --json --sources \
  --links links.csv --series series.csv
json 'list(it) == ["format", "kind", "name", "seed", "warmup_cycles", "cycles", "completion_cycles",
  "injected",
  "delivered", "in_flight", "dropped", "retransmitted_flits", "offered_load", "accepted_load",
  "accepted_load_interval", "latency_cycles", "total_latency_cycles", "hops_mean", "directions", "settled",
  "state", "reason", "age_groups", "age_histogram", "sources",
  "deadlock", "digest", "cycles_per_second", "flit_hops_per_second", "peak_memory_bytes"]' "the keys"
json 'it["cycles"] == 4000 and it["warmup_cycles"] == 1000 and it["completion_cycles"] is None' \
  "as long as was asked for"
json 'it["injected"] == it["delivered"] + it["in_flight"] + sum(it["dropped"].values())' \
  "what went in came out, is inside or was dropped"
json 'it["delivered"] > 10000 and it["in_flight"] > 0 and it["dropped"] == {"unreachable": 0, "dateline": 0}' \
  "nobody is left out"
json 'abs(it["offered_load"] - 0.34) < 0.01 and abs(it["accepted_load"] - it["offered_load"]) < 0.01' \
  "what is offered is accepted"
json 'all(list(l) == ["mean", "sd", "p50", "p99", "max", "half_width_95", "over"] and l["p50"] <= l["p99"] <= l["max"]
  for l in (it["latency_cycles"], it["total_latency_cycles"]))' "latencies"
json 'it["latency_cycles"]["mean"] <= it["total_latency_cycles"]["mean"]' "from creation it is longer"
json 'it["latency_cycles"]["p50"] > 25 * it["hops_mean"] and abs(it["hops_mean"] - 3.629) < 0.1' "hops"
json '[d["direction"] for d in it["directions"]] == ["x+", "x-", "y+", "y-", "z+", "z-"]' "directions"
json 'all(d["flits"] == 9 * d["packets"] for d in it["directions"])' "packets of 9 flits"
json 'all(max(v["blocked"] for v in d["virtual_channels"]) <= d["stalled"]
  <= sum(v["blocked"] for v in d["virtual_channels"]) for d in it["directions"])' "who is blocked"
json 'len(it["age_groups"]) == 4 and len(it["age_histogram"]) == 256
  and it["age_groups"] == [sum(it["age_histogram"][64 * g:64 * g + 64]) for g in range(4)]' "ages"
# An output grants each packet once a hop, and the processor once.
json 'sum(d["packets"] for d in it["directions"]) <= sum(it["age_histogram"])
  <= sum(d["packets"] for d in it["directions"]) + it["delivered"] + 125' "a grant a hop"
json 'len(it["sources"]) == 125 and abs(sum(it["sources"]) - 1) < 1e-9' "sources"
json 'it["deadlock"] is None and len(it["digest"]) == 16' "no deadlock"
keep one
python3 - out links.csv series.csv >why 2>&1 <<'END'
import csv, json, sys

it = json.load(open(sys.argv[1]))
links = list(csv.DictReader(open(sys.argv[2])))
assert len(links) == 750
for d in it["directions"]:
    mine = [l for l in links if l["direction"] == d["direction"]]
    assert sum(int(l[f"packets_vc{v}"]) for l in mine for v in range(4)) == d["packets"], d
    assert sum(int(l[f"flits_vc{v}"]) for l in mine for v in range(4)) == d["flits"], d
    assert sum(int(l["stalled_output"]) for l in mine) == d["stalled"], d
    for v, channel in enumerate(d["virtual_channels"]):
        for key in "packets", "flits", "blocked":
            assert sum(int(l[f"{key}_vc{v}"]) for l in mine) == channel[key], d
assert all(float(l["utilization"]) <= 1 for l in links)
series = list(csv.DictReader(open(sys.argv[3])))
assert len(series) == 200 and series[-1]["cycle"] == "4000"
assert int(series[-1]["delivered"]) == it["delivered"]
assert int(series[-1]["in_flight"]) == it["in_flight"]
# The accepted throughput, repeated from the series.
start = [r for r in series if r["cycle"] == "1000"][0]
accepted = (it["delivered"] - int(start["delivered"])) * 9 / 3000 / 125
assert abs(accepted - it["accepted_load"]) < 1e-12, accepted
END
ok "the files hold the same counts"

# Whatever the number of threads.
for threads in 2 3 8; do
  gives simulate preset:torus-5x5x5 --cycles 4000 --warmup 1000 --json --sources --threads $threads
  keep other
  cmp -s one other
  ok "the same with $threads threads"
done
gives simulate preset:torus-5x5x5 --cycles 4000 --warmup 1000 --json --set scenario.seed=2
keep other
! cmp -s one other
ok "another seed, another run"

# Faults: pairs without a way. The cut and the dateline of model.md 3.
gives simulate preset:torus-5x5x5 --cycles 4000 --json --set torus.datelines='0;0;1' \
  --set torus.broken-links=2,2,1:z+
json 'it["dropped"]["unreachable"] > 0
  and it["injected"] == it["delivered"] + it["in_flight"] + sum(it["dropped"].values())' "unreachable"
json '0 < it["warmup_cycles"] < 2000' "a warm-up that is found"
printf '[scenario]\nformat=1\n[torus]\nradix=5;5;5\n' >stated.dateline
gives simulate stated.dateline --cycles 4000 --json
json '0 < it["warmup_cycles"] < 3000 and it["cycles"] == 4000' "a short run finds its warm-up"

# Errors on links: what is sent again is counted, and nothing is lost.
errors=(--cycles 4000 --set router.link-error-rate=0.002 --set traffic.load=0.2 --json)
gives simulate preset:torus-5x5x5 "${errors[@]}" --links errors.csv
json 'it["retransmitted_flits"] > 3000
  and it["injected"] == it["delivered"] + it["in_flight"] + sum(it["dropped"].values())' "errors"
json 'abs(it["accepted_load"] - 0.2) < 0.01' "which only take time"
json 'sum(int(l["retransmitted_flits"]) for l in __import__("csv").DictReader(open("errors.csv")))
  == it["retransmitted_flits"]' "link by link"
keep one
gives simulate preset:torus-5x5x5 "${errors[@]}" --threads 2
keep other
cmp -s one other
ok "the same with two threads"

# Figure 4(a) of the age paper: who is near gets more.
gives simulate preset:ring-8 --set 'torus.wrap=false;false;false' --set traffic.pattern=all-to-one \
  --set traffic.target=7,0,0 --set traffic.source-vc=0 --set traffic.load=saturated \
  --set router.age-rr-select=0 --json --sources --cycles 300000 --warmup 100000
json 'all(abs(s - e) < 2e-4 for s, e in zip(it["sources"], [1/64, 1/64, 1/32, 1/16, 1/8, 1/4, 1/2, 0]))' \
  "figure 4(a)"
json 'it["offered_load"] is None and abs(it["accepted_load"] - 5 / 12 / 8) < 1e-4' \
  "as much as one processor takes"

# Three words: what is offered below saturation; a source queue that grows; a run of no length.
gives simulate preset:torus-5x5x5 --cycles 20000 --warmup 5000 --json --set traffic.load=0.2
json 'it["settled"] is True and it["state"] == "converged" and it["reason"] == "precise"
  and it["accepted_load_interval"]["mean"] == it["accepted_load"]
  and it["accepted_load_interval"]["over"] == it["latency_cycles"]["over"] == "batches"
  and 0 < it["total_latency_cycles"]["half_width_95"] <= 0.02 * it["total_latency_cycles"]["mean"]' \
  "converged below saturation"
gives simulate preset:torus-5x5x5 --cycles 20000 --warmup 5000 --json --set traffic.load=0.9
json 'it["settled"] is False and it["state"] == "saturated" and it["reason"] == "queues-grow"
  and it["latency_cycles"]["half_width_95"] is None' "saturated beyond it"
gives simulate preset:torus-5x5x5 --cycles 20000 --warmup 19999
grep -q '^state *not converged$' out && grep -q '^\(The run is too short\|No packet\)' out
ok "not converged in a cycle"
gives simulate preset:torus-5x5x5 --cycles 20000 --warmup 5000 --seeds 2 --set traffic.load=0.2
grep -q '^state *converged' out && grep -q 'over the seeds' out
ok "converged, each of them"

# A warm-up that is found, and a stop at a precision: as long as it takes, and the same every time.
gives simulate preset:torus-5x5x5 --set traffic.load=0.2 --json
json 'it["state"] == "converged" and it["cycles"] < 50000 and 0 < it["warmup_cycles"] <= 0.75 * it["cycles"]
  and it["total_latency_cycles"]["half_width_95"] <= 0.02 * it["total_latency_cycles"]["mean"]' \
  "a preset stops when it has converged"
keep one
gives simulate preset:torus-5x5x5 --set traffic.load=0.2 --json --threads 3
keep other
cmp -s one other
ok "the same with three threads"
gives simulate preset:torus-5x5x5 --set traffic.load=0.2 --stop precision --precision 0.008 --json
json "it['cycles'] > $(python3 -c 'import json; print(json.load(open("one"))["cycles"])')
  and it['total_latency_cycles']['half_width_95'] <= 0.008 * it['total_latency_cycles']['mean']" "more precise"
gives simulate preset:torus-5x5x5 --stop precision --cycles 1000 --json
json 'it["cycles"] == 1000 and it["state"] == "not-converged" and it["reason"] == "too-short"' \
  "no longer than it may"
gives simulate preset:torus-5x5x5 --stop cycles --warmup auto --cycles 9000 --series series.csv
grep -q '^network latency: mean .*±' out && grep -q 'batches of the run' out
ok "intervals in text"
is "$(tail -n 1 series.csv | cut -d , -f 1)" 9000 "the series goes to the end"

# Without datelines: deadlock, and who waits.
gives simulate preset:torus-5x5x5 --set 'torus.datelines=-1;-1;-1' --set traffic.load=saturated --json
json 'it["cycles"] < 50000 and len(it["deadlock"]) >= 3
  and all(list(w) == ["channel", "from", "to", "injected"] for w in it["deadlock"])
  and it["settled"] is False' "deadlock"
gives simulate preset:torus-5x5x5 --set 'torus.datelines=-1;-1;-1' --set traffic.load=saturated
grep -q '^DEADLOCK' out
ok "in text"

# Seeds.
gives simulate preset:ring-8 --cycles 2000 --seeds 3 --json
python3 - out >why 2>&1 <<'END'
import json, math, statistics, sys

it = json.load(open(sys.argv[1]))
assert it["seeds"] == 3 and [r["seed"] for r in it["runs"]] == [1, 2, 3]

def check(mean, runs):
    if isinstance(mean, dict) and list(mean) == ["mean", "low", "high", "half_width_95", "over"]:
        m, reach = statistics.mean(runs), 4.303 * statistics.stdev(runs) / math.sqrt(3)
        assert math.isclose(mean["mean"], m) or mean["mean"] == m, (mean, runs)
        assert abs(mean["low"] - (m - reach)) < 1e-9 * max(1, m), (mean, runs)
        assert mean["over"] == "seeds" and abs(mean["half_width_95"] - reach) < 1e-9 * max(1, m), mean
        assert abs(mean["high"] - (m + reach)) < 1e-9 * max(1, m), (mean, runs)
        return 1
    if isinstance(mean, dict):
        return sum(check(mean[k], [r[k] for r in runs]) for k in mean)
    if isinstance(mean, list):
        return sum(check(m, [r[i] for r in runs]) for i, m in enumerate(mean))
    return 0

one = {k: [r[k] for r in it["runs"]] for k in it["runs"][0]}
n = 0
assert it["settled"] is all(r["settled"] for r in it["runs"])
for k in ("injected", "delivered", "in_flight", "dropped", "retransmitted_flits", "offered_load",
          "accepted_load", "latency_cycles", "total_latency_cycles", "hops_mean"):
    n += check(it[k], one[k])
assert n == 19, n
END
ok "means and intervals"
"$program" simulate preset:ring-8 --cycles 2000 --json --set scenario.seed=2 >alone
python3 -c 'import json; it = json.load(open("out")); one = json.load(open("alone"))
assert it["runs"][1]["digest"] == one["digest"]' 2>why
ok "each as by itself"
gives simulate preset:ring-8 --cycles 2000 --seeds 3
grep -q '±' out
ok "in text, too"
gives simulate preset:ring-8 --cycles 2000 --seeds 1 --json
json 'len(it["runs"]) == 1 and it["hops_mean"]["low"] is None' "one run has no interval"

# Nothing to do.
gives simulate preset:ring-8 --set 'torus.radix=1;1;1' --cycles 100 --json
json 'it["injected"] == 0 and it["latency_cycles"]["mean"] is None' "one node"
gives simulate preset:ring-8 --set traffic.load=0 --cycles 100 --json
json 'it["injected"] == 0 and it["accepted_load"] == 0 and it["hops_mean"] is None' "no load"

# What is refused, and why.
fails 2 '--set traffic\.load: .*' simulate preset:ring-8 --set traffic.load=1.5
fails 2 '--set router\.ejection-rate: .*' simulate preset:ring-8 --set router.ejection-rate=0
fails 2 '--set router\.age-clock-period: .*' simulate preset:ring-8 --set router.age-clock-period=0
fails 2 '--set router\.input-buffer: .*packet.*' simulate preset:ring-8 --set router.input-buffer=8
fails 2 '--set router\.link-error-rate: .*' simulate preset:ring-8 --set router.link-error-rate=1
fails 2 'simulation\.warmup-cycles: .*' simulate preset:ring-8 --cycles 100 --warmup 100
fails 2 '--set simulation\.precision: .*' simulate preset:ring-8 --set simulation.precision=0
fails 2 '--precision: .*' simulate preset:ring-8 --precision 0
fails 2 '--stop: .*' simulate preset:ring-8 --stop soon
fails 2 '--warmup: .*' simulate preset:ring-8 --warmup soon
fails 2 '--set simulation\.warmup-cycles: .*auto.*' simulate preset:ring-8 --set simulation.warmup-cycles=soon
fails 2 'simulation\.stop: .*saturated.*' simulate preset:ring-8 --stop precision --set traffic.load=saturated
fails 2 'simulation\.stop: .*' simulate preset:ring-8 --set simulation.stop=precision --set traffic.load=0
fails 2 'simulation\.stop: .*program.*' simulate preset:torus-5x5x5 --stop precision \
  --set traffic.pattern=allreduce --set traffic.message-bytes=64
fails 2 '--cycles: .*' simulate preset:ring-8 --cycles 0
fails 2 '--cycles: .*' simulate preset:ring-8 --cycles soon
fails 2 '--threads: .*' simulate preset:ring-8 --threads 0
fails 2 '--seeds: .*' simulate preset:ring-8 --seeds 0
fails 2 '--links and --series .*' simulate preset:ring-8 --seeds 2 --links l.csv
fails 2 'analyze has no option --cycles \(.*\)' analyze preset:ring-8 --cycles 3
fails 2 'nowhere\.dateline: .*' simulate nowhere.dateline
[ ! -e l.csv ]
ok "no file where there is no result"

# What flits wait for at input-queued routers, in the run and in its series.
gives simulate preset:mesh-8x8 --cycles 4000 --warmup 1000 --json --series waits.csv
json 'set(it["waiting_per_packet"]) == {"vc", "credit", "switch"}
  and it["directions"][0]["head_wait_per_packet"] is None' "waits instead of what others count"
json 'sum(it["waiting_per_packet"].values()) < it["latency_cycles"]["mean"] - 5 * it["hops_mean"]' \
  "less than the time beyond 5 cycles per hop"
python3 - out waits.csv >why 2>&1 <<'END'
import csv, json, math, sys
it, rows = json.load(open(sys.argv[1])), list(csv.DictReader(open(sys.argv[2])))
measured = [(a, b) for a, b in zip(rows, rows[1:]) if int(a["cycle"]) >= 1000]
packets = int(measured[-1][1]["delivered"]) - int(measured[0][0]["delivered"])
for name, expected in it["waiting_per_packet"].items():
    waited = sum(float(b["waiting_" + name]) * (int(b["cycle"]) - int(a["cycle"])) for a, b in measured)
    assert math.isclose(waited / packets, expected, rel_tol=1e-9), (name, waited / packets, expected)
END
ok "the series amounts to them"
gives simulate preset:ring-8 --cycles 500 --json
json '"waiting_per_packet" not in it' "a SeaStar has none"

# Ctrl+C: a single run counts as far as it came, of several those that were finished.
interrupted SIGINT 1 simulate preset:torus-5x5x5 --cycles 4000000 --json --links l.csv
json "$status"' == 3 and it["interrupted"] and 0 < it["cycles"] < 4000000' "a run as far as it came"
json 'it["injected"] == it["delivered"] + it["in_flight"] and it["accepted_load"] > 0' "which adds up"
is "$(cat err)" \
  "dateline-cli: stopped ($(python3 -c 'import json; print(json.load(open("out"))["cycles"])') of 4000000 cycles are simulated)" \
  "and says so"
[ ! -e l.csv ]
ok "a table, which cannot, is not written"
interrupted SIGINT 0 simulate preset:torus-5x5x5 --cycles 20000000 --warmup 19999999 --json
json "$status"' == 3 and it["interrupted"] and it["warmup_cycles"] < it["cycles"]' "in the warm-up"
many=(simulate preset:torus-5x5x5 --cycles 10000 --warmup 1000)
interrupted SIGTERM 4 "${many[@]}" --seeds 100 --json -o part.json
n=$(sed -nE 's/^dateline-cli: stopped \(([0-9]+) of 100 runs are finished\)$/\1/p' err)
cp part.json out
json "$status == 3 and it['interrupted'] and 2 <= it['seeds'] < 100 and it['seeds'] == ${n:-0} == len(it['runs'])" \
  "the runs that were finished, also by SIGTERM"
cp out part
gives "${many[@]}" --seeds "$n" --json
json 'it["latency_cycles"] == json.load(open("part"))["latency_cycles"] and "interrupted" not in it' \
  "as if no more had been asked for"
interrupted SIGINT 4 "${many[@]}" --seeds 100
n=$(sed -nE 's/^Interrupted: ([0-9]+) of 100 runs are finished\.$/\1/p' out)
grep -q "^Means of ${n:-no} runs" out
ok "in text, too"
interrupted SIGINT 0 simulate preset:torus-5x5x5 --cycles 20000000 --seeds 3
is "$status $(cat out err)" "3 dateline-cli: stopped" "nothing is finished"

# One digest a scenario: whatever changes what the simulator does changes these.
while read -r name options; do
  # shellcheck disable=SC2086
  "$program" simulate $options --json > one.json 2> err || break
  printf '%s %s\n' "$name" "$(python3 -c 'import json; print(json.load(open("one.json"))["digest"])')"
done > out << 'END'
xt3 preset:xt3-11x12x16 --cycles 1500
xt3-round-robin preset:xt3-11x12x16 --cycles 1500 --set router.age-rr-select=0
mixture-saturated preset:torus-5x5x5 --cycles 5000 --set router.age-rr-select=0x5555 --set traffic.load=saturated
responses preset:torus-5x5x5 --cycles 5000 --set traffic.response-share=0.4 --set traffic.packet-flits=4
faults preset:torus-5x5x5 --cycles 5000 --set torus.broken-links=1,1,1:x+;2,3,4:z+ --set torus.broken-nodes=0,0,3
errors preset:torus-5x5x5 --cycles 5000 --set router.link-error-rate=0.001
allreduce preset:torus-5x5x5 --cycles 50000 --set traffic.pattern=allreduce --set traffic.message-bytes=1024
END
same simulate-digests

finish
