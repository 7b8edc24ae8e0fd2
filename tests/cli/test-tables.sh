#!/usr/bin/env bash
# tables: what a router would hold, the same as text, JSON and CSV, and as the routes have it.
# shellcheck source-path=SCRIPTDIR
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"

# One region: a local entry a node, no global one.
gives tables preset:torus-5x5x5 --node 1,2,3
same tables-torus-5x5x5.txt
gives tables preset:torus-5x5x5 --node 1,2,3 --csv
same tables-torus-5x5x5.csv
gives tables preset:torus-5x5x5 --node 38 --json
json '(it["node"], it["nid"], it["region"], it["conflicts"]) == ("1,2,3", 38, 0, 0)' "by its NID"
json '(it["local"]["used"], it["local"]["size"], it["global"]["used"]) == (125, 4096, 0)' "its use"
json 'it["network"]["routers"] == 125 and it["network"]["local_used"] == 125 * 125' "every router"

# An entry is the first hop of the route.
cp out tables.json
for to in 0,0,0 4,2,3 1,0,3 1,2,4 3,4,1; do
  gives route preset:torus-5x5x5 --from 1,2,3 --to "$to" --json
  cp out route.json
  python3 - "$to" <<'END'
import json, sys
hop = json.load(open("route.json"))["hops"][0]
entry = [e for e in json.load(open("tables.json"))["local"]["entries"] if e["node"] == sys.argv[1]]
sys.exit([(e["port"], e["vc"]) for e in entry] != [(hop["port"], hop["vc"])])
END
  ok "the entry for $to"
done

# Three regions (10, 10 and 5 planes): two global entries for each other one.
gives tables preset:titan-25x16x24 --node 5,0,0
same tables-titan.txt
gives tables preset:titan-25x16x24 --node 5,0,0 --csv
is "$(head -n 1 out)" "table,index,nid,x,y,z,port,vc,destinations,conflicts" "the columns"
is "$(grep -c ^local, out) $(grep -c ^global, out)" "3840 4" "a row an entry"
is "$(grep '^global,[23],' out)" "global,2,4096,,,,x+,0,1920,0
global,3,4097,,,,x+,1,1920,0" "one virtual channel a bottom bit (VC paper 3.3)"
gives tables preset:titan-25x16x24 --node 5,0,0 --csv --set torus.vc-policy=neighbors
is "$(grep '^global,[23],' out)" "global,2,4096,,,,x+,0,1920,0
global,3,4097,,,,x+,0,1920,0" "both the same before (VC paper 3.1)"

# The early detour's corner: one destination in a region is asked for by itself (VC paper 2.2.2).
gives tables preset:titan-25x16x24 --node 9,3,3 --json \
  --set 'torus.broken-channels=10,3,3:y+;10,3,3:z+'
json 'it["conflicts"] == 1 and it["global"]["conflicting"] == 1' "counted, not hidden"

# Faults.
gives tables preset:torus-5x5x5 --node 1,2,3 --csv --set torus.broken-nodes=0,0,0
is "$(sed -n 2p out)" "local,0,0,0,0,0,,,0,0" "a broken node has no way"
gives tables preset:torus-5x5x5 --node 0,0,0 --set torus.broken-nodes=0,0,0
[[ $(cat out) == *"router 0,0,0, NID 0, region 0 of 1 (broken)"*"0 of 4096"* ]]
ok "and its router holds nothing"

fails 2 'tables: --node is missing \(.*\)' tables preset:torus-5x5x5
fails 2 '--node: .*5,0,0.* \(.*\)' tables preset:torus-5x5x5 --node 5,0,0
fails 2 '--json and --csv cannot be combined \(.*\)' tables preset:ring-8 --node 0 --json --csv

finish
