#!/usr/bin/env bash
# model: the age paper's equations, by number, as text, JSON and CSV.
# shellcheck source-path=SCRIPTDIR
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"

# by ID EXPRESSION DESCRIPTION: about "r", the record of that id.
by ()
{
  json "(lambda r: $2)([r for r in it['records'] if r['id'] == '$1'][0])" "$3"
}

gives model preset:xt3-11x12x16
same model-xt3.txt
gives model preset:mesh-4x4
same model-mesh-4x4.txt
gives model preset:torus-5x5x5 --csv
same model-torus-5x5x5.csv

# The paper's example (3.1, 3.2).
gives model preset:xt3-11x12x16 --json
json 'list(it) == ["format", "kind", "name", "recommended", "age_at_hop", "records"]' "the keys"
json 'all(list(r) == ["id", "equations", "symbol", "formula", "title", "source", "section", "unit",
  "value", "x", "y", "z", "assumptions_hold", "note"] for r in it["records"])' "those of a record"
json 'sorted({n for r in it["records"] for n in r["equations"]}) == list(range(1, 18))' \
  "all 17 equations"
json 'it["recommended"] == {"age_bias": [3, 3, 2, 2, 1, 1, 1], "age_clock_period": 18}' \
  "what the paper recommends"
by hops-rounded '(r["x"], r["y"], r["z"], r["value"]) == (3, 3, 4, 10)' "3 + 3 + 4 = 10 hops"
by t-bias 'r["value"] == 19' "T_bias"
by ticks-per-hop 'r["value"] == 11' "ticks a hop"
by queue-cycles 'r["value"] == 198' "cycles a hop"
by utilisation-z 'round(r["value"], 4) == 2 and r["equations"] == [14]' "U_z"
by hops-exact 'round(r["value"], 4) == 9.7319' "exact hops"
by hops-analysis 'round(r["value"], 4) == 9.7319' "hops of the analysis"
json 'all(r["assumptions_hold"] for r in it["records"])' "every assumption holds"
json 'len(it["age_at_hop"]) == 9 and sorted(it["age_at_hop"]) == it["age_at_hop"]' \
  "ages grow from hop to hop"

# CSV has the same numbers.
cp out model.json
gives model preset:xt3-11x12x16 --csv
python3 - >why 2>&1 <<'END'
import csv, json
records = json.load(open("model.json", encoding="utf-8"))["records"]
rows = list(csv.DictReader(open("out", encoding="utf-8", newline="")))
assert len(rows) == len(records), (len(rows), len(records))
for row, record in zip(rows, records):
    for key in ("value", "x", "y", "z"):
        assert (float(row[key]) if row[key] else None) == record[key], (row, key)
    for key in ("id", "symbol", "formula", "title", "source", "section", "unit"):
        assert row[key] == record[key], (row, key)
    assert row["note"] == (record["note"] or ""), row
END
ok "CSV as JSON"

# The recommendation is taken by --set as it is written.
run model preset:mesh-4x4
mapfile -t recommended < <(sed -n 's/^  \(router\..*=.*\)/\1/p' out)
gives model preset:mesh-4x4 --json "${recommended[@]/#/--set=}"
by own-bias '(r["x"], r["y"], r["z"]) == (2, 1, None)' "the recommended bias, applied"
by own-t-bias 'r["value"] == 6' "and what comes of it"

# What the scenario does not fulfil is said.
gives model preset:xt3-11x12x16 --json --set traffic.pattern=tornado
by exit-x 'not r["assumptions_hold"] and "uniform" in r["note"]' "other traffic"
by queueing 'r["assumptions_hold"]' "which a queue does not mind"
gives model preset:xt3-11x12x16 --json --set torus.engine=up-down
by hops 'not r["assumptions_hold"] and "dimension order" in r["note"]' "other routes"
gives model preset:xt3-11x12x16 --json --set torus.broken-nodes=1,1,1
by load-torus 'not r["assumptions_hold"] and "without faults" in r["note"]' "faults"
gives model preset:xt3-11x12x16 --json --set traffic.load=saturated
by queueing 'r["value"] is None and not r["assumptions_hold"]' "no steady state"
gives model preset:xt3-11x12x16 --json --set traffic.load=0
by queueing 'r["value"] == 1' "no load: a service"
by latency 'abs(r["value"] - 25 * 9.731880625296067 - 7 - 22) < 1e-6' "no load: no wait"
gives model preset:ring-8 --json --set 'torus.radix=1;1;1'
json 'it["recommended"]["age_clock_period"] is None and it["age_at_hop"] == []' "one node"
gives model preset:ring-8 --set 'torus.radix=1024;1;1'
grep -q 'bias alone' out && ! grep -q age-clock-period= <(sed -n '/recommends/,$p' out)
ok "no period where the bias alone is too much"

fails 2 'model: an argument is missing \(.*\)' model
fails 2 '--json and --csv cannot be combined \(.*\)' model preset:ring-8 --json --csv

finish
