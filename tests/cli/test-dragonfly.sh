#!/usr/bin/env bash
# analyze, links, route and check of dragonflies: what follows from model.md 5 by arithmetic, and
# small networks by hand.
# shellcheck source-path=SCRIPTDIR
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"

# analyze
gives analyze preset:edison --json
json '[it[k] for k in ("format", "kind", "nodes", "links", "pairs", "unreachable_pairs",
  "illegal_pairs", "dropped_pairs", "deadlock_free", "cycle", "cyclic_components")] ==
  [1, "dragonfly", 5760, 1440 * 30 + 15 * 14 * 24, 5760 * 5759, 0, 0, 0, True, [], 0]' "the counts"
json '[(c["class"], c["links"], c["bandwidth_GBps"]) for c in it["classes"]] ==
  [("green", 1440 * 15, 5.25), ("black", 1440 * 15, 5.25), ("blue", 5040, 4.6875)]' "the classes"
json 'len(it["group_links"]) == 15 and all(it["group_links"][a][b] == (0 if a == b else 24)
  for a in range(15) for b in range(15))' "24 blue links between each two groups"
json 'all(abs(it["group_load"][a][b] - (0 if a == b else 384 * 384)) < 1e-3
  for a in range(15) for b in range(15))' "all packets between two groups go over their links"
json 'abs(it["bisection_GBps"] - 15 / 28 * 4.6875 * 336 * 15) < 1e-9' "the bisection"
json 'abs(it["global_GBps_per_node"] - 336 * 4.6875 / 384) < 1e-9' "global bandwidth a node"
json 'it["optical_cables"] == 6 * 14 * 15 // 2' "optical cables"
json 'it["nonminimal_share"] is None and it["loads_are"] == "bound" and it["best_nonminimal_share"] == 0' \
  "adaptive modes have a bound, and no share of their own"
run analyze preset:edison
grep -q '^saturation load  *≤ 0\.2812$' out &&
  grep -q '^Loads are a bound: ' out
ok "which is said"
run analyze preset:theta-sized --json
json 'abs(it["bisection_GBps"] - 9112.5) < 1e-9 and abs(it["split_GBps"] - 9000) < 1e-9' \
  "both bisections of 9 groups"
run analyze preset:theta-sized
grep -q '^bisection bandwidth by the formula, GB/s  *9112\.50$' out &&
  grep -q '^bisection bandwidth, 4 groups to 5, GB/s  *9000\.00$' out
ok "labelled"
# Point 1: a broken link, and its whole cable, under each rule of minimal routes.
bounds ()
{
  for broken in dragonfly.broken-links= dragonfly.broken-links=0.0.0-1.0.0#0 \
    dragonfly.broken-cables=0-1#0; do
    run analyze preset:edison --json --set dragonfly.routing=min-hash \
      --set dragonfly.minimal="$1" --set "$broken"
    python3 -c 'import json; print("%.4f" % json.load(open("out"))["bound_load"], end=" ")'
  done
}
is "$(bounds shortest)" "0.2812 0.2276 0.2343 " "fewest hops"
is "$(bounds nearest-exit)" "0.2812 0.1985 0.2343 " "the nearest exit"
is "$(bounds direct)" "0.2812 0.2695 0.2343 " "any direct link"
run analyze preset:edison --set dragonfly.routing=min-hash \
  --set dragonfly.broken-links=0.0.0-1.0.0#0
grep -q '^Loads are .*; router [0-9.]* has 1 of its 2 blue links to group [01] left, and all traffic that is nearest to this router leaves by that one (nearest-exit)' out
ok "why the link costs more than its cable"
for broken in dragonfly.broken-links= dragonfly.broken-cables=0-1#0; do
  run analyze preset:edison --set dragonfly.routing=min-hash --set $broken
  ! grep -q 'nearest to this router' out
  ok "nothing to explain: $broken"
done
# Point 2: roots are anywhere, so that two groups have some.
run analyze preset:cascade-2 --json --set dragonfly.routing=valiant
json 'it["nonminimal_share"] == 1 and it["loads_are"] == "exact"' "Valiant of two groups"
cp out valiant.json
run analyze preset:cascade-2 --json --set dragonfly.routing=min-hash
json 'json.load(open("valiant.json"))["mean_hops"] > it["mean_hops"] + 1' "is not minimal"
# Point 4: hashes are followed where there are few pairs, else averaged.
json 'it["loads_are"] == "expectation" and it["bound_load_is_upper_bound"]' \
  "uniform traffic is averaged over hashes"
run analyze preset:cascade-2 --set dragonfly.routing=min-hash
grep -q '^saturation load  *≤ [0-9.]*$' out && grep -q '^Loads are expected values over all hashes: ' out
ok "which is a bound"
run analyze preset:cascade-2 --json --set dragonfly.routing=min-hash \
  --set traffic.pattern=random-permutation
json 'it["loads_are"] == "hashes" and not it["bound_load_is_upper_bound"]' \
  "a permutation has the hashes of its pairs"
run analyze preset:cascade-241 --json
json 'round(it["global_GBps_per_node"], 1) == 11.7 and it["nodes"] == 92544' "the full network"
shift=(--set traffic.pattern=group-shift)
run analyze preset:edison --json "${shift[@]}" --set dragonfly.routing=min-hash
json 'abs(it["bound_load"] - 6 * 4 * 4.6875 / 384 * .64 / 10) < 1e-9' "the worst case of minimal routes"
json 'it["nonminimal_share"] == 0 and it["max_hops"] <= 5' "which take at most five hops"
run analyze preset:edison --json "${shift[@]}" --set dragonfly.routing=valiant
json 'it["bound_load"] > .05 and it["nonminimal_share"] == 1 and it["max_hops"] <= 10' \
  "roots spread it"
run links preset:edison --csv
ends=$(grep -c '^0\.0\.4,' out)
run analyze preset:edison --json --set dragonfly.broken-routers=0.0.4
json "(it['nodes'], it['links']) == (5756, 48240 - 2 * $ends)" "without a broken router"
run analyze preset:generic-33 --json
json '[c["links"] for c in it["classes"]] == [33 * 8 * 7, 0, 33 * 32]' "the generic shape"
json 'it["bisection_GBps"] is None and it["classes"][0]["bandwidth_GBps"] is None' \
  "which knows no GB/s"
run analyze preset:generic-33 --json "${shift[@]}" --set dragonfly.routing=min-hash
json 'abs(it["bound_load"] - 1 / 32) < 1e-9' "whose minimal worst case is 1 / (a p)"
for flits in 1 9; do
  run analyze preset:generic-33 --json "${shift[@]}" --set router.model=input-queued \
    --set dragonfly.routing=min --set traffic.packet-flits=$flits
  json "abs(it['held_load'] - $flits / ($flits + 2) / 32) < 1e-9" "and with one virtual channel, $flits"
done
run analyze preset:generic-33 "${shift[@]}" --set router.model=input-queued \
  --set dragonfly.routing=min --set traffic.packet-flits=1
grep -q '^Loads are .*; a packet of 1 flit holds its only virtual channel for 3 cycles, .* ≤ 0.0104' out
ok "which is said"
gives analyze preset:cascade-2
same analyze-cascade-2.txt
gives analyze preset:cascade-2 --csv
is "$(cut -d, -f 1-2 out | tr '\n' ' ')" 'class,links green,48 black,48 blue,32 ' "classes as CSV"

# Point 8: responses go the same ways, on the next four virtual channels.
run links preset:cascade-2 --csv --set traffic.response-share=0.25
python3 - out <<'END'
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
assert all(abs(float(r["vc%d" % (vc + 4)]) * 3 - float(r["vc%d" % vc])) < 1e-9
           for r in rows for vc in range(4))
assert all(abs(sum(float(r["vc%d" % vc]) for vc in range(8)) - float(r["load"])) < 1e-9 for r in rows)
assert any(float(r["vc4"]) > 0 for r in rows)
END
ok "a quarter of the packets are responses"
run analyze preset:cascade-2 --set traffic.response-share=0.25
grep -q '^share of responses, on VC4 to VC7  *0\.2500$' out
ok "which analyze says"

# links
run analyze preset:cascade-2 --json
cp out analyze.json
gives links preset:cascade-2 --csv
is "$(head -n 1 out)" from,to,index,class,state,load,vc0,vc1,vc2,vc3,vc4,vc5,vc6,vc7 "columns"
json_csv ()
{
  python3 - out "$1" >why 2>&1 <<'END'
import csv, json, sys
rows = list(csv.DictReader(open(sys.argv[1])))
analysis = json.load(open("analyze.json"))
if not eval("(" + sys.argv[2] + ")"):
    print("not so: " + sys.argv[2])
    sys.exit(1)
END
  ok "$2" # its status
}
json_csv 'len(rows) == 128 and all(abs(sum(float(r["vc%u" % v]) for v in range(4)) - float(r["load"]))
  < 1e-9 for r in rows)' "a row a link"
json_csv 'all(abs(max(float(r["load"]) for r in rows if r["class"] == c["class"]) - c["max_load"]) < 1e-9
  for c in analysis["classes"])' "as analyze has it"
run links preset:cascade-2 --csv --set 'dragonfly.broken-links=1.0.1-0.0.1#1'
is "$(grep broken out | tr '\n' ' ')" \
  '0.0.1,1.0.1,1,blue,broken,0,0,0,0,0,0,0,0,0 1.0.1,0.0.1,1,blue,broken,0,0,0,0,0,0,0,0,0 ' "both directions break"
gives links preset:cascade-2
is "$(wc -l <out)" 129 "as text"

# route
hash=(--set dragonfly.routing=min-hash)
route ()
{
  local from=$1 to=$2 expected=$3
  shift 3
  run route preset:cascade-2 --from "$from" --to "$to" "$@"
  is "$status $(head -n 1 out)" "0 $expected" "$from to $to $*"
}
# Cable 0 leaves group 0 at blades 0 and 1 of chassis 0, and comes to the like ones.
route 0.0.0.0 1.0.0.3 blue.0 "${hash[@]}"
route 0.0.3.1 1.0.3.0 blue.0 "${hash[@]}"
route 0.0.2.0 0.1.3.1 'green.0 black.0' "${hash[@]}"
route 8 0.1.3.1 'green.0 black.0' "${hash[@]}"
cut=(--set 'dragonfly.broken-links=0.0.0-0.0.1#0')
route 0.0.0.0 0.1.1.0 'black.0 green.1' "${hash[@]}" "${cut[@]}"
same route-dragonfly-detour.txt
route 0.0.0.0 0.0.0.3 'no hops: both nodes are at the same router'
route 0.0.0.0 0.1.1.0 'unreachable: router 0.1.1 is broken' --set dragonfly.broken-routers=0.1.1
all=(--set 'dragonfly.broken-cables=0-1#0;0-1#1;0-1#2;0-1#3')
run route preset:cascade-2 --from 0.0.0.0 --to 1.0.0.0 "${all[@]}"
[ $status -eq 0 ] && [[ $(cat out) == "unreachable: at 0.0.0: "*"rejected 16 links such as "*broken* ]]
ok "unreachable, with status 0"
run route preset:cascade-2 --from 0.0.0.0 --to 1.0.0.0 "${all[@]}" --json
json 'it["delivered"] is False and it["status"] == "unreachable" and it["hops"] == [] and
  [r["links"] for r in it["rejected"]] == [16]' "with what stands in the way"
run route preset:generic-33 --from 0.0.0.0 --to 32.0.7.3 --json
json 'it["delivered"] and 1 <= len(it["hops"]) <= 6 and it["routing"] == "adaptive-0"' "generic"

# The adaptive choice: model.md 5's arithmetic once more.
for mode in adaptive-0 adaptive-1 adaptive-2 adaptive-3 tuned min-adaptive; do
  run route preset:edison --from 0.0.4.2 --to 3.2.5.1 --json "${shift[@]}" --set traffic.load=0.02 \
    --set dragonfly.routing=$mode --set scenario.seed=3
  json 'all(h["choice"]["candidates"] and sum(c["taken"] for c in h["choice"]["candidates"]) == 1
    for h in it["hops"])' "$mode: one of each hop's candidates is taken"
  json 'all(abs(c["value"] - (l if c["minimal"] else l * 2 ** h["choice"]["bias_shift"]
    + h["choice"]["bias_add"])) < 1e-9 for h in it["hops"] for c in h["choice"]["candidates"]
    for l in [sum(c["load"].values())])' "$mode: loads count as the bias has it"
  json 'all(c["value"] >= t["value"] for h in it["hops"] for t in h["choice"]["candidates"]
    if t["taken"] for c in h["choice"]["candidates"])' "$mode: the lightest is taken"
  json 'all(h["choice"]["candidates"][j]["hops"] == len(it["hops"]) - i for i, h in
    enumerate(it["hops"]) for j, c in enumerate(h["choice"]["candidates"]) if c["taken"])' \
    "$mode: as many hops as it says"
done
run route preset:edison --from 0.0.4.2 --to 3.2.5.1
same route-dragonfly-adaptive.txt
run route preset:edison --from 0.0.4.2 --to 3.2.5.1 --json
json 'all(h["section"].startswith("Cascade paper 3") and h["rule"] and h["vc_rule"] for h in it["hops"])
  and [c["minimal"] for c in it["hops"][0]["choice"]["candidates"]] == [True, True, False, False]' \
  "two minimal and two non-minimal ones"

fails 2 'route: --to is missing \(.*\)' route preset:edison --from 0
fails 2 '--from: .*“0.0.4” is not a node \(.*\)' route preset:edison --from 0.0.4 --to 0
fails 2 '--to: .*15.0.0.*15 groups.*' route preset:edison --from 0 --to 15.0.0.0
fails 2 '--to: .*5760.*0 to 5759.*' route preset:edison --from 0 --to 5760
fails 2 '--to: .*0.0.0.4.*0 to 3.*' route preset:edison --from 0 --to 0.0.0.4

# check
for preset in edison theta-sized cascade-2 cascade-8 cascade-64 generic-33; do
  run check preset:$preset --json
  is "$status" 0 "$preset holds"
done
json '[it[k] for k in ("deadlock_free", "cycle", "cyclic_components", "holds")] ==
  [True, [], 0, True]' "no deadlock"
run check preset:cascade-2 "${all[@]}"
is "$status" 1 "unreachable pairs do not hold"
same check-dragonfly-unreachable.txt
run check preset:cascade-2 "${all[@]}" --json
is "$status" 1 "nor with --json"
json '(it["pairs"], it["unreachable_pairs"], it["holds"]) == (64 * 63, 2 * 32 * 32, False)' \
  "all pairs between the groups"
run check preset:cascade-2 "${all[@]}" --set traffic.pattern=in-group
is "$status" 1 "also where the pattern's are inside the groups"
[[ $(cat out) == *"2048 unreachable pairs (0 of the pattern’s 1984), such as 0.0.0.0 to 1.0.0.0"* ]]
ok "all pairs first, the pattern's beside them"
run check preset:cascade-2 "${all[@]}" --set traffic.pattern=in-group --json
json '(it["pairs"], it["unreachable_pairs"], it["all_pairs"], it["holds"]) == (2 * 32 * 31, 0,
  {"pairs": 64 * 63, "unreachable_pairs": 2048, "illegal_pairs": 0, "dropped_pairs": 0}, False)' \
  "the same in JSON"

# model: the arithmetic of the paper's example, 6 groups with bundles of 12 cables (II.D), and of the
# full network (VIII).
example=(--set dragonfly.groups=6 --set dragonfly.cables-per-pair=12)
gives model preset:edison "${example[@]}" --json
value='{r["id"]: r["value"] for r in it["records"]}'
json "[(${value})[i] for i in ('nodes', 'ports', 'optical-cables')] == [2304, 60, 180]" "the example"
json '[(u["without_rewiring"], u["added_cables"]) for u in it["upgrades"] if u["groups"] == 8] ==
  [(True, 12 * 28 - 180)]' "which grows to 8 groups without rewiring"
json 'it["whole_groups"] and all(r["analysis"] is None or abs(r["analysis"] - r["value"]) < 1e-6
  for r in it["records"]) and sum(r["analysis"] is not None for r in it["records"]) >= 5' \
  "the analysis agrees"
run model preset:cascade-241 --json
json "round((${value})['global'], 1) == 11.7 and round((${value})['global-payload'], 1) == 7.5" \
  "bandwidths of the full network"
run model preset:cascade-2 --json
json 'it["whole_groups"] is False' "small groups are told apart"
gives model preset:edison
grep -q 'without rewiring' out
ok "as text"
run model preset:edison --csv
is "$(head -n 1 out)" id,formula,title,section,unit,value,analysis "as CSV"
fails 2 'model: not available for networks such as preset:generic-33 \(.*\)' model preset:generic-33

# flows: what each source sends over a link adds up to its load.
links ()
{
  run links preset:cascade-2 --csv "$@"
  awk -F , -v OFS=, '$1 == "0.0.1" && $2 == "1.0.1" && $3 == 0 { print $6 }' out
}
for mode in min-hash valiant tuned; do
  load=$(links --set dragonfly.routing=$mode)
  gives flows preset:cascade-2 --link '0.0.1-1.0.1#0' --json --set dragonfly.routing=$mode
  json "abs(it['packets'] - $load) < 1e-3 * $load and it['state'] == 'up'" "flows, $mode: the load"
  json 'all(abs(sum(e["packets"] for e in it[list]) - it["packets"]) < 1e-9 * it["packets"]
    and len(it[list]) == it["n_" + list] for list in ("sources", "destinations"))' \
    "by source and destination"
done
json 'it["loads_are"] == "bound" and list(it) == ["format", "kind", "name", "link", "state",
  "loads_are", "packets", "vcs", "n_sources", "n_destinations", "sources", "destinations"]' "the keys"
gives flows preset:cascade-2 --link '0.0.1-1.0.1#0' --csv --top 2
is "$(head -n 1 out)" role,rank,router,packets,share "flows as CSV"
is "$(cut -d , -f 1,2 out | tail -n +2 | tr '\n' ' ')" 'source,1 destination,1 destination,2 ' \
  "two of each at most"
gives flows preset:cascade-2 --link '0.0.1-1.0.1#0'
grep -q '^Link 0.0.1-1.0.1#0$' out && grep -q '^Loads are a bound' out
ok "as text"
gives flows preset:cascade-2 --link '0.0.1-1.0.1#0' --set 'dragonfly.broken-links=0.0.1-1.0.1#0'
grep -q ': broken$' out
ok "of a broken link"
fails 2 '--link: “0,0,0:x\+” is not a link .*' flows preset:edison --link 0,0,0:x+
fails 2 '--link: there is no router 9.0.0 .*' flows preset:cascade-2 --link '0.0.0-9.0.0#0'

# tables: where the routes of a router's packets begin.
gives tables preset:cascade-2 --node 0.0.1.0 --json
json 'list(it) == ["format", "kind", "name", "router", "routing", "entries"] and it["router"] == "0.0.1"' \
  "tables: the keys"
json 'sum(e["routers"] for e in it["entries"]) == 16' "each router once"
json 'all(abs(sum(p["share"] for p in e["ports"]) - 1) < 1e-9 for e in it["entries"]
  if e["first"] != it["router"])' "the shares of the ports"
gives tables preset:cascade-2 --node 0.0.1.0 --csv
is "$(head -n 1 out)" first,last,routers,class,to,links,share,vc,roots,fit "tables as CSV"
is "$(sed -n 2p out)" 0.0.0,0.0.0,1,green,0.0.0,1,1,0,6,6 "a green link to a neighbor"
gives tables preset:cascade-2 --node 0.0.1.0 \
  --set 'dragonfly.broken-links=0.0.0-0.0.1#0' --csv
is "$(awk -F , '$1 == "0.0.0" { print $4, $5 }' out)" "$(printf 'green 0.0.2\ngreen 0.0.3')" \
  "without that link, by detours"
gives tables preset:cascade-2 --node 0.0.1.0
grep -q '^router 0.0.1$' out && grep -q ' here$' out
ok "as text"
fails 2 '--node: .*' tables preset:cascade-2 --node 9.0.0.0

# critical: what check says with the cable broken.
gives critical preset:cascade-2 --json
json 'list(it) == ["format", "kind", "name", "cables", "now", "critical"]
  and it["cables"] == len(it["critical"])' "critical: the keys"
json 'sorted({c["class"] for c in it["critical"]}) == ["black", "blue", "green"]' "all classes"
json '[c["rank"] for c in it["critical"]] == sorted(c["rank"] for c in it["critical"])' "ranked"
read -r bound load < <(python3 -c "
import json
c = [c for c in json.load(open('out'))['critical'] if c['cable'] == '0-1#0'][0]
print(c['bound_load'], c['max_load'])")
run analyze preset:cascade-2 --json --set 'dragonfly.broken-cables=0-1#0'
json "abs(it['bound_load'] - $bound) < 1e-8 and abs(max(c['max_load'] for c in it['classes'])
  - $load) < 1e-6 * $load" "as analyze has it with the cable broken"
gives critical preset:cascade-2 --csv --top 3
is "$(wc -l <out)" 4 "the first ones as CSV"
gives critical preset:cascade-2
grep -q '^The 20 most critical of ' out
ok "as text"

# What there is not says what there is instead.
refuses () # COMMAND ARGUMENT...
{
  local command=$1
  fails 2 "$command: not available for networks such as preset:edison \(.+\)" "$@"
}
refuses optimize preset:edison --datelines
fails 2 '--set traffic.pattern: tornado is not a pattern of kind=dragonfly .*group-shift.*' analyze preset:edison --set traffic.pattern=tornado

# list
gives list routings
is "$(cut -f 1 out | tr '\n' ' ')" \
  'min-hash min-adaptive valiant adaptive-0 adaptive-1 adaptive-2 adaptive-3 tuned min ugal ' \
  "the modes"

finish
