#!/usr/bin/env bash
# flows: who loads a link, against following every pair's route.
# shellcheck source-path=SCRIPTDIR
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"

cut=(--set 'torus.broken-links=1,1,0:x+')
gives flows preset:mesh-4x4 --link 1,2,0:x+ "${cut[@]}"
same flows-mesh-4x4.txt
gives flows preset:mesh-4x4 --link 1,2,0:x+ "${cut[@]}" --csv
same flows-mesh-4x4.csv
gives flows preset:mesh-4x4 --link 1,2,0:x+ "${cut[@]}" --json
same flows-mesh-4x4.json
json 'list(it) == ["format", "kind", "name", "link", "to", "state", "packets", "vc0", "vc1",
  "vc_balance", "n_sources", "n_destinations", "sources", "destinations"]' "the keys"

# Every pair's route, one by one.
cat >pairs.py <<'END'
"""pairs.py PROGRAM SCENARIO NODES LINK OPTION...: what flows --json should say of the link, by the
routes of all pairs; nothing if it does."""
import itertools, json, subprocess, sys

program, scenario, nodes, link, *options = sys.argv[1:]
nodes = nodes.split()
at, port = link.split(":")
sources, destinations = dict.fromkeys(nodes, 0), dict.fromkeys(nodes, 0)
for a, b in itertools.permutations(nodes, 2):
    route = json.loads(subprocess.check_output(
        [program, "route", scenario, "--from", a, "--to", b, "--json", *options]))
    if route["delivered"] and any((h["node"], h["port"]) == (at, port) for h in route["hops"]):
        sources[a] += 1
        destinations[b] += 1
it = json.loads(subprocess.check_output(
    [program, "flows", scenario, "--link", link, "--json", *options]))
total = sum(sources.values())
assert total > 0 and it["packets"] == total == it["vc0"] + it["vc1"], (it["packets"], total)
for name, counts in (("sources", sources), ("destinations", destinations)):
    ranked = [(n, c) for n, c in sorted(counts.items(), key=lambda p: (-p[1], nodes.index(p[0])))
              if c > 0]
    assert [(r["node"], r["packets"]) for r in it[name]] == ranked, (name, it[name], ranked)
    assert it["n_" + name] == len(ranked)
    assert abs(sum(r["share"] for r in it[name]) - 1) < 1e-12
END
mesh="$(for x in 0 1 2 3; do for y in 0 1 2 3; do printf '%s,%s,0 ' $x $y; done; done)"
python3 pairs.py "$program" preset:mesh-4x4 "$mesh" 1,2,0:x+ "${cut[@]}" >why 2>&1
ok "as the routes of all pairs, past a broken cable"
python3 pairs.py "$program" preset:ring-8 "$(printf '%s,0,0 ' 0 1 2 3 4 5 6 7)" 5,0,0:x- >why 2>&1
ok "round a ring"

# Other traffic than uniform.
target=(--set traffic.pattern=all-to-one --set traffic.target=3,3,3)
gives flows preset:torus-5x5x5 --link 3,3,2:z+ "${target[@]}" --json
json 'it["n_destinations"] == 1 and it["destinations"][0] ==
  {"node": "3,3,3", "packets": it["packets"], "share": 1.0}' "all to one"
json 'all(s["packets"] == 1 for s in it["sources"]) and len(it["sources"]) == it["packets"] > 0' \
  "one packet a source"

# Links that carry nothing.
gives flows preset:mesh-4x4 --link 1,1,0:x+ "${cut[@]}"
grep -q ': broken$' out
ok "a broken link"
gives flows preset:mesh-4x4 --link 1,1,0:x+ "${cut[@]}" --json
json '(it["state"], it["packets"], it["sources"], it["vc_balance"]) == ("broken", 0, [], None)' \
  "a broken link as JSON"
gives flows preset:torus-5x5x5 --link 0,0,0:x- "${target[@]}" --set traffic.target=0,0,0
grep -q ': no packet passes$' out
ok "an idle link"

# --top
gives flows preset:torus-5x5x5 --link 2,2,2:z+
is "$(grep -c 'more (--top N' out)" 1 "a list that is cut short says so"
is "$(grep -c '^ *20  ' out)" 1 "after twenty"
gives flows preset:torus-5x5x5 --link 2,2,2:z+ --csv --top 1
is "$(wc -l <out)" 3 "one of each and the heads"
fails 2 '--top: .*' flows preset:torus-5x5x5 --link 2,2,2:z+ --top 0

# Which link?
fails 2 'flows: --link is missing \(.*\)' flows preset:ring-8
fails 2 '--link: “3,0” is not a link \(expected x,y,z:PORT, .*\)' flows preset:ring-8 --link 3,0
fails 2 '--link: “8,0,0:x\+” is outside the network \(expected 0,0,0 to 7,0,0\)' \
  flows preset:ring-8 --link 8,0,0:x+
fails 2 '--link: there is no link 0,0,0:x- \(.*mesh\)' flows preset:mesh-4x4 --link 0,0,0:x-
fails 2 'analyze has no option --link .*' analyze preset:ring-8 --link 0,0,0:x+

finish
