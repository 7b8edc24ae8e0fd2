#!/usr/bin/env bash
# route and check: the known answers of model.md 3.
# shellcheck source-path=SCRIPTDIR
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"

# route FROM TO EXPECTED [ARGUMENT...]: on the 5x5x5 torus.
route ()
{
  local from=$1 to=$2 expected=$3 words
  shift 3
  run route preset:torus-5x5x5 --from "$from" --to "$to" "$@"
  is "$status $(head -n 1 out)" "0 $expected" "$from to $to $*"
  read -ra words <<<"$expected"
  is "$(($(wc -l <out) - 1))" "${#words[@]}" "a line a hop"
}

origin=(--set 'torus.datelines=0;0;0')
route 1,1,1 3,4,0 'X+.0 X+.0 Y-.0 Y-.1 Z-.1' "${origin[@]}"
route 4,1,4 1,2,1 'X+.0 X+.1 Y+.0 Z+.0 Z+.1' "${origin[@]}"
route 0,2,2 2,2,2 'X+.1 Y+.0 X+.0 Y-.1' "${origin[@]}" --set torus.broken-links=1,2,2:x+
route 2,0,2 2,2,2 'Y+.1 Z+.0 Y+.0 Z-.1' "${origin[@]}" --set torus.broken-links=2,1,2:y+
route 1,2,2 2,1,1 'Y+.0 X+.0 Z+.0 Y-.0 Y-.0 Z-.0 Z-.0' "${origin[@]}" \
  --set torus.broken-nodes=2,2,2
z_cut=(--set 'torus.broken-links=2,2,1:z+')
route 2,2,0 2,2,2 'Z+.0 Y+.1 Z+.0 Y-.1' "${z_cut[@]}" --set 'torus.datelines=0;0;2'
route 2,2,2 2,2,1 'Z+.1 Z+.1 Z+.1 Z+.1' "${z_cut[@]}" --set 'torus.datelines=0;0;2'
# By NID: (1,1,1) is 31, (3,4,0) is 95.
route 31 0x5f 'X+.0 X+.0 Y-.0 Y-.1 Z-.1' "${origin[@]}"

# A hop says where, which port and channel, which rule and where the rule stands.
run route preset:torus-5x5x5 --from 0,2,2 --to 2,2,2 "${origin[@]}" \
  --set torus.broken-links=1,2,2:x+
same route-detour.txt
run route preset:torus-5x5x5 --from 0,2,2 --to 2,2,2 "${origin[@]}" \
  --set torus.broken-links=1,2,2:x+ --json
same route-detour.json
json 'it["delivered"] is True and [(h["node"], h["port"], h["vc"]) for h in it["hops"]] == [
  ("0,2,2", "x+", 1), ("1,2,2", "y+", 0), ("1,3,2", "x+", 0), ("2,3,2", "y-", 1)]' "the hops"
json 'all(h["rule"] and h["section"].startswith("VC paper") for h in it["hops"])' "the rules"

# No route is an answer too.
z_one=("${z_cut[@]}" --set 'torus.datelines=0;0;1')
run route preset:torus-5x5x5 --from 2,2,0 --to 2,2,2 "${z_one[@]}"
[ $status -eq 0 ] && [[ $(head -n 1 out) == "unreachable: at 2,3,1: "* ]]
ok "unreachable, with status 0"
run route preset:torus-5x5x5 --from 2,2,0 --to 2,2,2 "${z_one[@]}" --json
[ $status -eq 0 ]
ok "status 0 with --json too"
json 'it["delivered"] is False and it["status"] == "unreachable" and len(it["hops"]) == 2' \
  "unreachable, with the hops so far"
run route preset:torus-5x5x5 --from 2,2,0 --to 2,2,2 --set torus.broken-nodes=2,2,2
is "$status $(cat out)" "0 unreachable: node 2,2,2 is broken" "a broken node"
run route preset:torus-5x5x5 --from 2,2,2 --to 2,2,2 --json
json 'it["delivered"] is True and it["hops"] == []' "already there"

fails 2 'route: --to is missing \(.*\)' route preset:torus-5x5x5 --from 0,0,0
fails 2 'route: --from is missing \(.*\)' route preset:torus-5x5x5 --to 0,0,0
fails 2 '--to: .*5,0,0.* \(.*\)' route preset:torus-5x5x5 --from 0,0,0 --to 5,0,0
fails 2 '--from: .*125.* \(.*\)' route preset:torus-5x5x5 --from 125 --to 0,0,0
fails 2 '--to: .*here.* \(.*\)' route preset:torus-5x5x5 --from 0 --to here
fails 2 '--to: .*-1.* \(.*\)' route preset:torus-5x5x5 --from 0 --to=-1

# check
run check preset:torus-5x5x5
is "$status" 0 "a whole network holds"
same check-torus-5x5x5.txt
run check preset:torus-5x5x5 "${z_one[@]}"
is "$status" 1 "unreachable pairs do not"
same check-unreachable.txt
[ ! -s err ]
ok "which is a result, not a complaint"
run check preset:torus-5x5x5 "${z_one[@]}" --json
is "$status" 1 "nor with --json"
json '(it["unreachable_pairs"], it["illegal_pairs"], it["dropped_pairs"], it["holds"]) ==
  (75, 0, 0, False)' "75 unreachable pairs (model.md 3)"
json '[it[k] for k in ("deadlock_free", "cycle", "cyclic_components")] == [True, [], 0]' \
  "deadlock is impossible"

# All pairs decide, whatever the traffic, of which no pair is among those that fail.
run check preset:torus-5x5x5 "${z_one[@]}" --set traffic.pattern=transpose
is "$status" 1 "unreachable pairs without traffic do not hold either"
[[ $(cat out) == *"FAILS  75 unreachable pairs (0 of the pattern’s 100), such as 0,0,0 to 2,2,2"* ]]
ok "all pairs first, the pattern's beside them"
run check preset:torus-5x5x5 "${z_one[@]}" --set traffic.pattern=transpose --json
json '(it["pairs"], it["unreachable_pairs"], it["all_pairs"], it["holds"]) == (100, 0,
  {"pairs": 15500, "unreachable_pairs": 75, "illegal_pairs": 0, "dropped_pairs": 0}, False)' \
  "the same in JSON"
run check preset:torus-5x5x5 "${z_one[@]}" --set traffic.pattern=all-to-one --set traffic.target=2,2,2
[[ $(cat out) == *"FAILS  75 unreachable pairs ("[1-9]*" of the pattern’s 124), such as "*" to 2,2,2"* ]]
ok "the example is one of the pattern's if there is one"

# The same cut under the rules to the letter: everything arrives, and can deadlock.
literal=("${z_one[@]}" --set torus.engine=xt-literal)
run check preset:torus-5x5x5 "${literal[@]}"
is "$status" 1 "a cycle does not hold"
same check-cycle.txt
run check preset:torus-5x5x5 "${literal[@]}" --json
is "$status" 1 "nor with --json"
json '(it["unreachable_pairs"], it["illegal_pairs"], it["deadlock_free"], it["cyclic_components"],
  len(it["cycle"]), it["holds"]) == (0, 75, False, 1, 7, False)' "one cycle of 7 (model.md 3)"
json 'it["cycle"] == ["2,2,0:z+.0", "2,2,1:y+.1", "2,3,1:z+.1", "2,3,2:y-.0", "2,2,2:z+.0",
  "2,2,3:z+.0", "2,2,4:z+.0"]' "the one of model.md 3"
run analyze preset:torus-5x5x5 "${literal[@]}" --json
json '(it["deadlock_free"], it["cyclic_components"], len(it["cycle"])) == (False, 1, 7)' \
  "analyze says so too"

# Without datelines each ring is a cycle.
run check preset:torus-5x5x5 --set 'torus.datelines=-1;-1;-1'
is "$status" 1 "rings without datelines do not hold"
same check-no-datelines.txt
# components RADIX COMPONENTS SHORTEST
components ()
{
  run check preset:torus-5x5x5 --set "torus.radix=$1" --set 'torus.datelines=-1;-1;-1' --json
  json "(it['cyclic_components'], len(it['cycle'])) == ($2, $3)" "cyclic components of $1"
}
components '4;4;4' 80 4
components '5;5;5' 200 5
run check preset:xt3-11x12x16 --set 'torus.datelines=-1;-1;-1' --json
json 'it["cyclic_components"] == 2000' "cyclic components of the XT3"
run check preset:torus-5x5x5 --set 'torus.radix=4;4;4' --set 'torus.datelines=-1;-1;-1' \
  --set torus.tie=parity
is "$status" 0 "radix 4 with ties by parity needs no datelines"

# A route outside the legality relation is a note where nothing can deadlock.
noted=(--set torus.engine=xt-literal --set 'torus.datelines=0;0;2' --set torus.broken-links=2,2,2:y+)
run check preset:torus-5x5x5 "${noted[@]}"
is "$status" 0 "illegal routes without a cycle hold"
same check-note.txt
run check preset:torus-5x5x5 "${noted[@]}" --json
json '(it["illegal_pairs"], it["deadlock_free"], it["holds"]) == (150, True, True)' \
  "illegal but free of deadlock"

# An input-queued router's dimension without a ring: any virtual channel, and no change of one.
gives route preset:mesh-8x8 --from 0,0,0 --to 1,2,0
is "$(head -n 1 out)" "X+.any Y+.any Y+.any" "any virtual channel"
grep -q '^0,0,0  X+  any VC .*BookSim 2, dim_order_mesh$' out
ok "with its rule"
gives route preset:mesh-8x8 --from 0,0,0 --to 1,2,0 --json
json '[hop["vc"] for hop in it["hops"]] == [None] * 3 and all(hop["legal"] for hop in it["hops"])' "in JSON, too"
gives route preset:mesh-8x8 --set 'torus.wrap=true;false;false' --from 7,0,0 --to 1,2,0
is "$(head -n 1 out)" "X+.1 X+.1 Y+.any Y+.any" "halves only where there is a ring"
gives route preset:mesh-4x4 --from 0,0,0 --to 1,2,0
grep -qE '^X\+\.[01] Y\+\.[01] Y\+\.[01]$' out
ok "a SeaStar has halves in a mesh, too"

finish
