#!/usr/bin/env bash
# compare: each value what analyze and simulate say of that scenario by itself, intervals recomputed
# here; the same whatever the number of jobs; the formats read back.
# shellcheck source-path=SCRIPTDIR
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"

# The four policies of the XT3 in one line.
policies=(preset:xt3-11x12x16 --vary 'torus.vc-policy=initial,neighbors,global-table,output-crossing' --static)
gives compare "${policies[@]}" --csv
cp out static.csv
python3 - "$program" static.csv >why 2>&1 <<'END'
import csv, json, subprocess, sys
rows = list(csv.DictReader(open(sys.argv[2])))
names = ["initial", "neighbors", "global-table", "output-crossing"]
assert [r["scenario"] for r in rows] == ["torus.vc-policy=" + n for n in names]
for row, name in zip(rows, names):
    it = json.loads(subprocess.run([sys.argv[1], "analyze", "preset:xt3-11x12x16", "--json", "--set",
        "torus.vc-policy=" + name], check=True, capture_output=True).stdout)
    assert row["from"] == "preset:xt3-11x12x16" and row["kind"] == "torus" and row["runs"] == "0"
    for figure in ("pairs", "unreachable_pairs", "illegal_pairs", "dropped_pairs", "mean_hops"):
        assert float(row[figure]) == it[figure], figure
    assert row["deadlock_free"] == str(int(it["deadlock_free"]))
    for d in it["dimensions"]:
        for figure in ("vc_balance_mean", "max_load"):
            assert float(row[f"{figure}_{d['dimension']}"]) == d[figure], figure
    assert "latency_mean" not in row
END
ok "the analysis of each"
for format in --markdown --latex --json; do
  gives compare "${policies[@]}" $format --base 1
done
gives compare "${policies[@]}"
is "$(head -1 out)" "XT3 11x12x16" "under the scenario's name"

# Simulated, with intervals and differences.
runs=(preset:torus-5x5x5 --vary 'router.age-rr-select=0,0xffffffffffffffff' --vary traffic.load=0.2,0.6
  --set simulation.cycles=1500 --set simulation.warmup-cycles=300)
gives compare "${runs[@]}" --seeds 3 --base 2 --csv --jobs 1
cp out one.csv
gives compare "${runs[@]}" --seeds 3 --base 2 --csv --jobs 3
cmp -s one.csv out
ok "the same with 3 jobs"
gives compare "${runs[@]}" --seeds 3 --base 2 --json
python3 - "$program" one.csv out >why 2>&1 <<'END'
import csv, json, math, subprocess, sys
rows = list(csv.DictReader(open(sys.argv[2])))
it = json.load(open(sys.argv[3]))
points = [(r, l) for r in ("0", "0xffffffffffffffff") for l in ("0.2", "0.6")]
columns = {"offered_load": ("offered_load",), "accepted_load": ("accepted_load",),
           "latency_mean": ("latency_cycles", "mean"), "latency_sd": ("latency_cycles", "sd"),
           "latency_p99": ("latency_cycles", "p99"), "latency_max": ("latency_cycles", "max"),
           "total_latency_mean": ("total_latency_cycles", "mean"), "cycles": ("cycles",)}

def near(text, value):
    assert math.isclose(float(text), value, rel_tol=1e-12, abs_tol=1e-12), (text, value)

def interval(x):
    mean = sum(x) / len(x)
    return mean, 4.303 * math.sqrt(sum((v - mean) ** 2 for v in x) / 2 / 3)

figures = []
for rr, load in points:
    runs = [json.loads(subprocess.run([sys.argv[1], "simulate", "preset:torus-5x5x5", "--json",
        "--set", "router.age-rr-select=" + rr, "--set", "traffic.load=" + load,
        "--set", f"scenario.seed={seed}", "--cycles", "1500", "--warmup", "300"],
        check=True, capture_output=True).stdout) for seed in (1, 2, 3)]
    one = {}
    for column, path in columns.items():
        one[column] = []
        for run in runs:
            for key in path:
                run = run[key]
            one[column].append(run)
    figures.append(one)
assert it["base"] == 2 and len(it["scenarios"]) == len(rows) == 4
judged = set()
for row, one, scenario, (rr, load) in zip(rows, figures, it["scenarios"], points):
    assert row["scenario"] == scenario["name"] == f"router.age-rr-select={rr}, traffic.load={load}"
    assert row["runs"] == "3"
    for column, x in one.items():
        mean, reach = interval(x)
        near(row[column], mean)
        near(row[column + "_interval"], reach)
        value = scenario["values"][column]
        assert value["runs"] == x and value["value"] == float(row[column])
        d, d_reach = interval([a - b for a, b in zip(x, figures[1][column])])
        near(row[column + "_difference"], d)
        near(row[column + "_difference_interval"], d_reach)
        near(row[column + "_relative"], d / interval(figures[1][column])[0])
        assert row[column + "_differs"] == str(int(abs(d) > d_reach))
        assert value["difference"]["differs"] == (abs(d) > d_reach)
        judged.add(row[column + "_differs"])
    for column in row:
        if column.endswith("_difference") and row is rows[1] and row[column]:
            assert float(row[column]) == 0, column
assert judged == {"0", "1"}
END
ok "means, intervals and differences as computed from single runs"

# A scenario beside itself.
gives compare preset:ring-8 preset:ring-8 --cycles 800 --warmup 100 --seeds 2 --base 1 --csv
python3 - out >why 2>&1 <<'END'
import csv, sys
a, b = csv.DictReader(open(sys.argv[1]))
n = 0
for column in b:
    if column.endswith("_difference") and b[column]:
        assert float(b[column]) == 0 and b[column.replace("_difference", "_differs")] == "0", column
        n += 1
assert n > 12, n
END
ok "differs in nothing"

# Kinds beside each other, files, chosen measures.
gives new generic-33 -o d.dateline
gives compare preset:ring-8 d.dateline --static --csv
python3 - out >why 2>&1 <<'END'
import csv, sys
a, b = csv.DictReader(open(sys.argv[1]))
assert b["from"] == "d.dateline" and b["kind"] == "dragonfly"
assert a["bound_load"] == "" and b["bound_load"] != "" and a["max_load_x"] != "" and b["max_load_x"] == ""
assert a["mean_hops"] and b["mean_hops"]
END
ok "each has what it has"
gives compare preset:ring-8 preset:mesh-4x4 --measures mean_hops,pairs --markdown
is "$(cat out)" "$(printf '%s\n' '| Scenario | Mean hops | Pairs of nodes |' '| --- | ---: | ---: |' \
  '| Ring of 8 | **2.286** | 56 |' '| Mesh 4x4 | 2.667 | 240 |' '' 'The best value is bold.')" "few measures are columns"
gives compare preset:ring-8 preset:mesh-4x4 --measures mean_hops,pairs,deadlock_free --latex -o t.tex
grep -q '^\\begin{tabular}{lrr}$' t.tex && grep -q '^Mean hops & \\textbf{2.286} & 2.667 \\\\$' t.tex
ok "a table in LaTeX"

# Ctrl+C: runs that were finished are there.
two=(compare preset:torus-5x5x5 --vary traffic.load=0.1,0.2 --cycles 60000 --warmup 1000 --seeds 3 --jobs 1)
interrupted SIGINT 60 "${two[@]}" --json
json "$status"' == 3 and it["interrupted"]' "interrupted"
n=$(sed -nE 's/^dateline-cli: stopped \(([0-9]) of 8 analyses and simulations are finished\)$/\1/p' err)
json "2 + sum(len(s['values']['latency_mean']['runs']) for s in it['scenarios']) == ${n:-0} >= 5" "its runs"
interrupted SIGINT 60 "${two[@]}" --csv --base 1
is "$status $(wc -l <out)" "3 3" "a row each"
interrupted SIGTERM 60 "${two[@]}"
grep -qE '^Interrupted: [5-7] of 8 analyses and simulations are finished\.$' out
ok "a text that says so"

# What is refused, and why.
fails 2 'compare: an argument is missing .*' compare
fails 2 '--measures: .mean_hop. is not a measure \(did you mean mean_hops\?\)' compare preset:ring-8 --measures mean_hop
fails 2 '--measures: .bound_load. is not a measure .*' compare preset:ring-8 --measures bound_load
fails 2 '--measures: .latency_mean. is not a measure .*' compare preset:ring-8 --static --measures latency_mean
fails 2 '--base: .*' compare preset:ring-8 preset:mesh-4x4 --static --base 3
fails 2 '--base: .*' compare preset:ring-8 --static --base 0
fails 2 '--json, --csv, .*' compare preset:ring-8 --static --csv --latex
fails 2 '--vary traffic\.load: .*' compare preset:ring-8 --vary traffic.load=2
fails 2 'nowhere\.dateline: .*' compare preset:ring-8 nowhere.dateline
fails 2 '.*buffers.*' compare preset:ring-8 --set router.input-buffer=60000 --cycles 100 --warmup 10

finish
