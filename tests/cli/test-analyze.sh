#!/usr/bin/env bash
# analyze and links: the numbers of model.md, and the form of interface.md.
# shellcheck source-path=SCRIPTDIR
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"

# Golden files of small machines, where each number can be followed by hand.
for preset in ring-8 mesh-4x4 torus-5x5x5; do
  gives analyze "preset:$preset"
  same "analyze-$preset.txt"
  gives analyze "preset:$preset" --json
  same "analyze-$preset.json"
  gives analyze "preset:$preset" --csv
  same "analyze-$preset.csv"
  gives links "preset:$preset" --csv
  same "links-$preset.csv"
done
gives links preset:mesh-4x4 --set torus.broken-nodes=1,1,0 --set torus.broken-channels=3,3,0:x-
same links-mesh-4x4-broken.txt
gives links preset:mesh-4x4 --csv --set torus.broken-nodes=1,1,0 \
  --set torus.broken-channels=3,3,0:x-
same links-mesh-4x4-broken.csv

# The keys and their order.
run analyze preset:xt3-11x12x16 --json
json 'list(it) == ["format", "kind", "name", "nodes", "links", "pairs", "unreachable_pairs",
  "illegal_pairs", "dropped_pairs", "mean_hops", "max_hops", "deadlock_free", "cycle",
  "cyclic_components", "dimensions"]' "the keys of analyze in their order"
json 'all(list(d) == ["dimension", "links", "idle_links", "balanced_links", "vc_balance_mean",
  "vc_balance_bins", "mean_load", "max_load"] for d in it["dimensions"])' "the keys of a dimension"
json '[it[k] for k in ("deadlock_free", "cycle", "cyclic_components")] == [True, [], 0]' \
  "deadlock is impossible"

# XT3 (model.md 1 and 2; measured by brute force).
json '(it["format"], it["kind"], it["name"]) == (1, "torus", "XT3 11x12x16")' "what it is"
json '(it["nodes"], it["links"], it["pairs"]) == (2112, 12672, 4458432)' "what it counts"
json '(it["unreachable_pairs"], it["illegal_pairs"], it["dropped_pairs"]) == (0, 0, 0)' \
  "everything arrives"
json '(round(it["mean_hops"], 4), it["max_hops"]) == (9.7319, 19)' "hops"
json '[d["dimension"] for d in it["dimensions"]] == ["x", "y", "z"]' "dimensions"
json '[d["vc_balance_bins"] for d in it["dimensions"]] ==
  [[2688, 768, 384, 384], [2640, 880, 352, 352], [2508, 924, 396, 396]]' "bins"
json '[d["max_load"] for d in it["dimensions"]] == [2880, 3696, 4752]' "largest loads"
json 'all(sum(d["vc_balance_bins"]) == d["links"] - d["idle_links"] for d in it["dimensions"])' \
  "the bins hold all links with traffic"

# balance POLICY X Y Z [ARGUMENT...]
balance ()
{
  local policy=$1 expected="$2 $3 $4"
  shift 4
  run analyze "$@" --json --set "torus.vc-policy=$policy"
  json "' '.join('%.4f' % d['vc_balance_mean'] for d in it['dimensions']) == '$expected'" \
    "$* $policy: $expected"
}
balance initial 0.4242 0.4167 0.4127 preset:xt3-11x12x16
balance neighbors 0.3576 0.3524 0.3562 preset:xt3-11x12x16
balance output-crossing 0.2667 0.2690 0.3016 preset:xt3-11x12x16
# Several regions.
balance initial 0.6554 0.3958 0.3858 preset:titan-25x16x24
balance neighbors 0.6478 0.3413 0.3470 preset:titan-25x16x24
balance global-table 0.4129 0.3413 0.3470 preset:titan-25x16x24
balance output-crossing 0.3215 0.2788 0.3089 preset:titan-25x16x24
json 'round(it["mean_hops"], 4) == 16.5297' "titan: hops"

# hops RADIX WRAP EXPECTED
hops ()
{
  run analyze preset:torus-5x5x5 --json --set "torus.radix=$1" --set "torus.wrap=$2"
  json "round(it['mean_hops'], 4) == $3" "mean hops of $1 $2"
}
hops '4;4;4' 'true;true;true' 3.0476
hops '5;5;5' 'true;true;true' 3.6290
hops '8;8;8' 'true;true;true' 6.0117
hops '5;5;5' 'false;false;false' 4.8387

# What the traffic asks of its virtual channels goes into the routes, and so into links and analyze.
gives links preset:ring-8 --csv --set traffic.source-vc=0 --set traffic.response-share=0.25
python3 - "$program" out >why 2>&1 <<'END'
import csv, subprocess, sys

rows = list(csv.DictReader(open(sys.argv[2])))
assert list(rows[0]) == ["x", "y", "z", "direction", "state", "vc0", "vc1", "vc_balance", "vc2", "vc3"]
plain = list(csv.DictReader(subprocess.run([sys.argv[1], "links", "preset:ring-8", "--csv"],
    capture_output=True, text=True, check=True).stdout.splitlines()))
for row, before in zip(rows, plain):
    loads = [float(row["vc%d" % vc]) for vc in range(4)]
    assert sum(loads) == float(before["vc0"]) + float(before["vc1"]), row
    assert [3 * load for load in loads[2:]] == loads[:2], row
# The first link after the dateline: of its packets only those that come through it are on VC1.
assert any(float(row["vc1"]) < float(before["vc1"]) * .75 for row, before in zip(rows, plain))
END
ok "links: free runs on VC0, responses on VC2 and VC3"
run analyze preset:ring-8 --set traffic.source-vc=0 --set traffic.response-share=0.25
grep -q 'traffic.source-vc  *0' out && grep -q 'traffic.response-share  *0.25' out
ok "analyze names them"
run route preset:ring-8 --from 1,0,0 --to 2,0,0 --set traffic.source-vc=0 --set traffic.response-share=0.25
grep -q 'VC0: free, and the source uses only VC0' out && grep -q 'Responses (25% of the packets)' out
ok "route explains them"

# Nothing to average.
run analyze preset:ring-8 --json --set 'torus.radix=1;1;1'
json '(it["pairs"], it["mean_hops"], it["max_hops"]) == (0, None, 0)' "one node: no hops"
json 'all(d["links"] == 0 and d["vc_balance_mean"] is None and d["mean_load"] is None
  and d["max_load"] is None and d["vc_balance_bins"] == [0, 0, 0, 0] for d in it["dimensions"])' \
  "one node: nothing to average"

# All --set are one edit: neither order nor what holds in between matters.
run analyze preset:ring-8 --json --set traffic.pattern=all-to-one --set traffic.target=7,0,0
cp out first
run analyze preset:ring-8 --json --set traffic.target=7 --set traffic.pattern=all-to-one
cmp -s out first
ok "the order of --set does not matter"
json 'it["pairs"] == 7' "all to one: seven pairs"

# A file, standard input and options before the command are the same.
run analyze preset:torus-5x5x5 --json
cp out first
gives new preset:torus-5x5x5 -o five.dateline
gives --json analyze five.dateline
cmp -s out first
ok "a file gives what its preset gives"
"$program" analyze - --json <five.dateline >out 2>err && [ ! -s err ] && cmp -s out first
ok "so does standard input"
"$program" analyze --json <("$program" new torus-5x5x5) >out 2>err && cmp -s out first
ok "so does a pipe"
gives analyze five.dateline -o result.json --json
cmp -s result.json first
ok "so does --output"

# A point in every locale. Made here: it may not be installed. In English, as what is compared with.
german ()
{
  env LOCPATH="$work" LC_ALL=de_DE.UTF-8 LANGUAGE=C "$@" >out 2>err </dev/null
}
if localedef -i de_DE -f UTF-8 "$work/de_DE.UTF-8" >/dev/null 2>&1; then
  german /usr/bin/printf %.1f 0,5 && is "$(cat out)" 0,5 "German has a comma here"
  german "$program" analyze preset:torus-5x5x5 --json && cmp -s out first
  ok "JSON in German"
  german "$program" links preset:torus-5x5x5 --csv \
    && cmp -s out "$golden/links-torus-5x5x5.csv"
  ok "CSV in German"
  german "$program" analyze preset:torus-5x5x5 --set traffic.load=0.25 \
    && cmp -s out "$golden/analyze-torus-5x5x5.txt"
  ok "text and --set in German"
else
  skip "results in German" "localedef cannot make the locale"
fi

# Where packets take any virtual channel there is no balance, and no bin has a link.
gives analyze preset:mesh-8x8 --json
json '[(d["vc_balance_mean"], sum(d["vc_balance_bins"]), d["balanced_links"]) for d in it["dimensions"]] == [(None, 0, 0)] * 3' \
  "no balance in a mesh of input-queued routers"
gives analyze preset:mesh-8x8 --set 'torus.wrap=true;false;false' --json
json '[d["vc_balance_mean"] is None for d in it["dimensions"]] == [False, True, True]' "but in a ring"
gives links preset:mesh-8x8 --csv
is "$(sed -n 2p out)" "0,0,0,x+,up,14,14,,14,14" "nor of a link"

finish
