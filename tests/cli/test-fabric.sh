#!/usr/bin/env bash
# Fabrics on the command line: what follows from their structure by arithmetic, machines as OpenSM
# routes them, what is written for others to read, and what is wrong.
# shellcheck source-path=SCRIPTDIR
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"
kept=$golden/../fabric

# analyze: a fat tree of 8 hosts a leaf, full bisection
gives analyze preset:fat-tree-1024 --json
json '[it[k] for k in ("format", "kind", "nodes", "switches", "links", "pairs", "unreachable_pairs",
  "deadlock_free", "cycle", "cyclic_components", "levels", "diameter", "layers", "max_hops")] ==
  [1, "fabric", 1024, 128 + 128 + 64, 6 * 1024, 1024 * 1023, 0, True, [], 0, 3, 4, 1, 4]' "the counts"
json 'abs(it["mean_hops"] - (2 * 56 + 4 * 960) / 1023) < 1e-12' "hops by level"
json '[(c["class"], c["links"], c["max_load"]) for c in it["classes"]] ==
  [("switches", 4096, 1016), ("hosts", 2048, 1023)]' "the classes of links"
json 'it["bound_load"] == 1 and 0.5 < it["effective_bisection"] < 1' "what it carries"
json '0 < it["effective_bisection_half_width_95"] < .05 and it["held_load"] is None' "and how sure that is"
# Tapered: 18 hosts over 9 cables to 35 other leaves
run analyze preset:leaf-spine-648 --json
json 'abs(it["bound_load"] - 647 / 1260) < 1e-12 and it["levels"] == 2' "a tapered tree saturates"
run analyze preset:leaf-spine-648 --set 'fabric.parents=1;18' --json
json 'it["bound_load"] == 1' "with as many spines as hosts a leaf it does not"
run analyze preset:fat-tree-1024
grep -q '^busiest channel ' out && grep -q '^effective bisection bandwidth  *0\.[0-9]* ± 0\.[0-9]*$' out
ok "in words, too"

# links
gives links preset:fat-tree-16 --csv
is "$(head -n 2 out)" "from,from_port,to,to_port,layer,state,load
H0,1,L1-0,1,0,up,15" "the columns of links"
is "$(tail -n +2 out | wc -l)" 64 "a row each"
run links preset:fat-tree-16 --csv --set fabric.broken-cables=L2-0:1
is "$(grep -c ',broken,' out)" 2 "a broken cable has two directions"
grep -qx 'L1-0,5,L2-0,1,0,broken,0' out
ok "which are named by port"
run links preset:fat-tree-16 --csv --set fabric.broken-channels=L2-0:1
is "$(grep ',broken,' out)" "L2-0,1,L1-0,5,0,broken,0" "a channel has one"

# route
gives route preset:fat-tree-16 --from H0 --to H9 --csv
is "$(cat out)" "hop,from,from_port,to,to_port,layer
1,H0,1,L1-0,1,0
2,L1-0,6,L2-1,1,0
3,L2-1,3,L1-2,6,0
4,L1-2,2,H9,1,0" "a route"
gives route preset:fat-tree-16 --from H0 --to H9 --json
json 'it["delivered"] and [h["link"] for h in it["hops"]] == ["H0:1", "L1-0:6", "L2-1:3", "L1-2:2"]' "as JSON"
gives flows preset:fat-tree-16 --link L1-0:6 --csv
is "$(grep -c ^source, out) $(grep -c ^destination, out)" "4 3" "who loads a link"
# Each of 4 hosts sends a quarter of its packets to 12 others by each of 4 ports.
gives flows preset:fat-tree-16 --link L1-0:6 --set fabric.engine=random-up --top 20 --csv
is "$(grep -c '^source,.*,3,' out) $(grep -c '^destination,.*,1,' out)" "4 12" "and of choices"
gives critical preset:fat-tree-16 --json
json 'it["cables"] == 16 and it["critical"][0]["effect"] == "load"' "critical cables"
# Its destinations go over one other cable: 24 packets there for the 15 of each host.
json 'it["now"]["bound_load"] == 1 and it["critical"][0]["bound_load"] == 15 / 24
  and it["critical"][0]["class"] == "switches"' "what they leave"
# Switches: a leaf takes its four hosts with it, a root none and leaves three for all the others.
gives critical preset:fat-tree-16 --switches --json
json 'it["switches"] == len(it["critical"]) == 8 and [c["rank"] for c in it["critical"]] == sorted(c["rank"] for c in it["critical"])
  and {c["switch"]: c["hosts_lost"] for c in it["critical"]} == {f"L{l}-{s}": 4 * (l == 1) for l in (1, 2) for s in range(4)}' "critical switches"
cp out switches.json
python3 - "$program" switches.json >why 2>&1 <<'END'
import json, subprocess, sys

program, name = sys.argv[1:]
it = json.load(open(name, encoding="utf-8"))
for c in it["critical"]:
    one = json.loads(subprocess.check_output([program, "analyze", "preset:fat-tree-16", "--json",
                                              "--set", "fabric.broken-switches=" + c["switch"]]))
    for key in ("unreachable_pairs", "mean_hops"):
        assert one[key] == c[key], (c, key, one[key])
    assert one["nodes"] == 16 - c["hosts_lost"], c
END
ok "each switch as analyze has it broken"
gives critical preset:fat-tree-16 --switches --csv
is "$(head -n 1 out | cut -d , -f -4) $(wc -l <out)" "rank,hosts_lost,switch,effect 9" "critical switches as CSV"
gives critical preset:fat-tree-16 --switches --top 3
grep -q '^rank  switch .*hosts lost' out && grep -q '^The 3 most critical of 8 switches' out
ok "critical switches as text"
fails 2 'critical --switches: .*' critical preset:ring-8 --switches

# check: shortest ways in a lattice with rings can deadlock, layers keep them apart
lattice=(preset:hyperx-8x8x8 --set fabric.source=random-regular --set fabric.switches=40
  --set fabric.degree=4 --set fabric.hosts-per-switch=2)
run check "${lattice[@]}" --set fabric.engine=min-hop
[ $status -eq 1 ] && grep -q '^The shortest cycle has ' out
ok "a credit loop"
gives check "${lattice[@]}" --set fabric.engine=lash
gives check "${lattice[@]}" --set fabric.engine=updn
run analyze "${lattice[@]}" --set fabric.engine=lash --set fabric.layers=1
[ $status -eq 2 ] && grep -q 'fabric.engine: .*layers' err
ok "too few layers"

# A machine as it is: the tables that OpenSM made
for name in "$kept"/*; do
  [ -d "$name" ] || continue
  cp "$name"/topology.txt topology.txt 2>/dev/null || cp "$name"/*topology* topology.txt
  for tables in "$name"/*minhop*; do
    [ -e "$tables" ] || continue
    cp "$tables" tables.txt
    printf '[scenario]\nformat=1\nname=Machine\nkind=fabric\n[fabric]\nsource=file\nfile=%s\nengine=lft\ntables=%s\n' \
      topology.txt tables.txt >machine.dateline
    gives analyze machine.dateline --json
    json 'it["layers_known"] is False and it["management_deadlock_free"] is not None' "tables of $(basename "$name")"
    cp out first.json
    # What is written of them is read as the same.
    gives tables machine.dateline --dump-fts
    cp out tables.txt
    gives analyze machine.dateline --json
    cmp -s out first.json
    ok "written and read again"
  done
done

# Tables may come first. Path records among them state layers, which they need a lane each for.
if [ -d "$kept/ring" ]; then
  ring=$kept/ring
  # A machine is called after its file, or after its folder where any machine's file is called so.
  gives new "$ring/topology.txt"
  grep -qx 'name=ring' out
  ok "a machine is named after the folder of topology.txt"
  cp "$ring/topology.txt" aurora.txt
  gives new aurora.txt
  grep -qx 'name=aurora' out
  ok "and after a file with a name of its own"
  lash=(--set "fabric.tables=$ring/tables-lash.txt" --set fabric.engine=lft)
  gives analyze "$ring/topology.txt" "${lash[@]}" --json
  json 'it["deadlock_free"] and it["layers_known"] and it["layers"] == 2' "layers of path records"
  gives links "$ring/topology.txt" "${lash[@]}" --csv
  cp out links.csv
  gives links "$ring/tables-lash.txt" --set "fabric.file=$ring/topology.txt" --csv
  cmp -s out links.csv
  ok "tables, then their topology"
  sed '/^PathRecord/,$d' "$ring/tables-lash.txt" >tables.txt
  run check "$ring/topology.txt" --set fabric.tables=tables.txt --set fabric.engine=lft
  [ $status -eq 1 ] && grep -q '^deadlock *NOT KNOWN ' out && ! grep -q FAILS out \
    && grep -q '^The tables have a cycle in one layer; ' out && grep -q '^The shortest cycle has ' out
  ok "a cycle without path records: not known"
  gives analyze "$ring/topology.txt" --set fabric.tables=tables.txt --set fabric.engine=lft
  grep -q '^deadlock *NOT KNOWN$' out && ! grep -q POSSIBLE out \
    && grep -q '^The tables have a cycle in one layer; ' out
  ok "nor called possible"
  gives analyze "$ring/topology.txt" --set fabric.tables=tables.txt --set fabric.engine=lft --json
  json 'not it["deadlock_free"] and not it["layers_known"] and it["cyclic_components"] > 0' "in JSON as before"
  if command -v pdftotext >/dev/null; then
    gives report "$ring/topology.txt" --set fabric.tables=tables.txt --set fabric.engine=lft -o ring.pdf
    pdftotext -layout ring.pdf - | tr -s ' \n' ' ' >ring.text
    grep -q 'The tables have a cycle in one layer; ' ring.text && ! grep -q 'Routes can' ring.text
    ok "in a report with the same words"
  fi
  sed -n '/^PathRecord/,$p' "$ring/tables-lash.txt" >records.txt
  fails 2 '.*topology.txt: fabric.tables: path records without forwarding tables .*' \
    analyze "$ring/topology.txt" --set fabric.tables=records.txt
  fails 2 '.*records.txt: .* belong to a network .*' analyze records.txt
  # Each in a file of its own, in any order, and in a scenario that has the tables
  for order in "$ring/topology.txt tables.txt records.txt" "$ring/topology.txt records.txt tables.txt"; do
    read -r network one other <<<"$order"
    gives links "$network" --set "fabric.tables=$one" --set "fabric.tables=$other" --set fabric.engine=lft --csv
    cmp -s out links.csv
    ok "records beside tables: $one, $other"
  done
  gives links records.txt --set "fabric.file=$ring/topology.txt" --set fabric.tables=tables.txt --csv
  cmp -s out links.csv
  ok "records, with topology and tables"
  gives links tables.txt --set "fabric.file=$ring/topology.txt" --set fabric.tables=records.txt --csv
  cmp -s out links.csv
  ok "tables, with topology and records"
  gives new "$ring/topology.txt" --set fabric.tables=tables.txt --set fabric.engine=lft
  cp out bare.dateline
  gives links bare.dateline --set fabric.tables=records.txt --csv
  cmp -s out links.csv
  ok "records for a scenario with tables"
  fails 2 'fabric.engine: .* use 8 layers .*' analyze "$ring/topology.txt" \
    --set "fabric.tables=$ring/tables-dfsssp.txt" --set fabric.engine=lft
  fails 2 '.* belong to a network .*' analyze "$ring/tables-lash.txt"
fi

# What is written for others
gives tables preset:fat-tree-16 --slurm
grep -qx 'SwitchName=L2-0 Switches=L1-0,L1-1,L1-2,L1-3' out
ok "switches for Slurm"
printf '%s\n' 'leaf1 host1' 'leaf1 host2' 'leaf2 host3' 'leaf2 host4' 'leaf1 top1' 'leaf1 top2' \
  'leaf2 top1' 'leaf2 top2' 'top1 host9' >odd.edges
printf '[scenario]\nkind=fabric\n[fabric]\nsource=file\nfile=odd.edges\nengine=min-hop\n' >odd.dateline
run tables odd.dateline --slurm
is "$status $(cat err)" "0 dateline-cli: warning: left out: host9: it is on top1, which has switches \
below it" "a host on a spine is named"
is "$(cat out)" "# topology.conf for TopologyPlugin=topology/tree
# left out: host9: it is on top1, which has switches below it
SwitchName=leaf1 Nodes=host1,host2
SwitchName=leaf2 Nodes=host3,host4
SwitchName=top1 Switches=leaf1,leaf2
SwitchName=top2 Switches=leaf1,leaf2" "and the rest is exported"
printf '%s\n' 'a host1' 'b host2' 'c host3' 'd host4' 'a b' 'b c' 'c d' 'd a' >ring.edges
fails 2 '.*: a and b are connected and both have hosts \(.*\)' tables odd.dateline --slurm \
  --set fabric.file=ring.edges
gives tables preset:fat-tree-16 --dump-fts
cp out tables.txt
gives links preset:fat-tree-16 --csv
cp out ftree.csv
gives links preset:fat-tree-16 --csv --set fabric.engine=lft --set fabric.tables=tables.txt
cmp -s out ftree.csv
ok "tables that were written load links as the engine that made them"
# After a fault they stay, and lose what they lose: 4 hosts of a leaf to those by way of a root
run analyze preset:fat-tree-16 --json --set fabric.engine=lft --set fabric.tables=tables.txt \
  --set fabric.broken-cables=L1-0:5
json 'it["unreachable_pairs"] == 2 * 12' "tables stay after a fault"
run tables preset:fat-tree-16 --dump-fts --set fabric.engine=random-up
[ $status -eq 2 ] && grep -q 'min-hop' err
ok "choices have no tables"
run tables preset:ring-8 --dump-fts
[ $status -eq 2 ] && grep -q 'is for a fabric' err
ok "nor have tori such"
gives tables preset:fat-tree-16 --node L1-2 --csv
is "$(sed -n 2p out)" "L1-2,H0,5,L2-0" "the table of a switch"

# Simulated
gives simulate preset:fat-tree-16 --json --links links.csv
json 'it["state"] == "converged" and abs(it["accepted_load"] - 0.3) < 0.01' "a simulation converges"
is "$(head -n 1 links.csv)" "from,from_port,to,to_port,load,stalls,occupancy" "its links"
run simulate preset:fat-tree-16 --json --set simulation.threads=3
python3 -c 'import json; print(json.load(open("out"))["digest"])' >three
run simulate preset:fat-tree-16 --json
python3 -c 'import json; print(json.load(open("out"))["digest"])' >one
cmp -s one three
ok "is the same with three threads"
json '"choices" not in it' "tables leave no choice"
gives simulate preset:fat-tree-16 --set fabric.engine=adaptive-up --set traffic.load=0.6 --json
json 'it["choices"]["made"] > 0 and it["choices"]["nonminimal_share"] == 0
  and 0 < it["choices"]["regret_share"] < 1' "adaptive up chooses among minimal routes"
gives sweep preset:fat-tree-16 --vary fabric.engine=ftree,min-hop --cycles 2000 --warmup 500 -o sweep.csv
is "$(tail -n +2 sweep.csv | grep -vc '^#')" 2 "a sweep over engines"

# Names of the machine
printf '"leaf a;b" "spine:1"\n"leaf \\"c\\"" "spine:1"\n"my host" "leaf a;b"\nother "leaf \\"c\\""\n' >odd.txt
printf '[scenario]\nformat=1\nname=Odd\nkind=fabric\n[fabric]\nsource=file\nfile=odd.txt\nengine=min-hop\nbroken-switches=\n' >odd.dateline
gives analyze odd.dateline --json
json 'it["switches"] == 3 and it["nodes"] == 2' "names with blanks, quotes and semicolons"
gives route odd.dateline --from 'my host' --to other --csv
grep -q '^2,leaf a;b,' out
ok "are names"
run analyze odd.dateline --json --set 'fabric.broken-switches=leaf a\;b'
json 'it["switches"] == 2 and it["nodes"] == 1' "a switch is broken by such a name"

# Jobs: two on two of the four leaves each
jobs=(preset:fat-tree-16 --set traffic.pattern=jobs)
gives analyze "${jobs[@]}" --set 'traffic.placement=a:8:2;b:8:2' --json
json '[it["pairs"], [c["max_load"] for c in it["classes"]]] == [2 * 8 * 7, [4, 7]]
  and abs(it["mean_hops"] - 2 * 32 / 56) < 1e-12' "jobs over leaf switches"
cp out rule.json
gives analyze "${jobs[@]}" --set 'traffic.placement=a@H0,1-6,H7 b@8-14,H15' --json
cmp -s out rule.json
ok "the same hosts by name and number"
gives links "${jobs[@]}" --set 'traffic.placement=a@H0,H4,H5' --csv
is "$(grep '^H' out | grep -v ',0$')" "H0,1,L1-0,1,0,up,2
H4,1,L1-1,1,0,up,2
H5,1,L1-1,2,0,up,2" "others send nothing"
gives flows "${jobs[@]}" --set 'traffic.placement=a@H0,H4,H5' --link H0:1 --csv
is "$(grep -c ^source, out) $(grep -c ^destination, out)" "1 2" "who loads a host's link"
gives analyze "${jobs[@]}" --json
json 'it["pairs"] == 16 * 15' "without a placement all hosts are one job"
# Each of three packets (24 bytes each) per pair.
gives simulate "${jobs[@]}" --set 'traffic.placement=a:8:2' --set traffic.message-bytes=64 --json
json 'it["delivered"] == it["injected"] == 8 * 7 * 3' "jobs with messages come to their end"
gives simulate preset:fat-tree-16 --set traffic.pattern=all-to-all --set traffic.message-bytes=64 \
  --set 'traffic.placement=a:8:2 b:4:random' --json
json 'it["delivered"] == (8 * 7 + 4 * 3) * 3' "all to all in each job"
gives simulate "${jobs[@]}" --set 'traffic.placement=a:8:2 b:8:random' --cycles 3000 --warmup 500 --json
json 'it["delivered"] > 0 and it["injected"] == it["delivered"] + it["in_flight"]' "simulated at a load"
# Files: ranks by name, and jobs
printf '# ranks\nH3\nH12\nH1\n' >ranks.txt
gives analyze preset:fat-tree-16 --set traffic.pattern=all-to-all --set traffic.message-bytes=64 \
  --set traffic.placement=ranks.txt --json
json 'it["pairs"] == 3 * 2' "ranks on hosts by name"
printf 'a@H0,H1\nb:3:linear\n' >jobs.txt
printf '[scenario]\nformat=1\nkind=fabric\n[fabric]\nchildren=4;4\nparents=1;4\n[traffic]\npattern=jobs\nplacement=jobs.txt\n' \
  >jobs.dateline
gives analyze jobs.dateline --json
json 'it["pairs"] == 2 + 6' "jobs from a file"
gives analyze odd.dateline --set traffic.pattern=jobs --set 'traffic.placement=a@my\ host,other' --json
json 'it["pairs"] == 2' "a host with a blank in its name"

# A long analysis shows on a terminal how far it is, and stops there.
interrupted SIGINT 20 analyze preset:slim-fly-17 --set fabric.q=37 --set fabric.engine=min-hop
is "$status $(wc -c <out)" "3 0" "a long analysis is stopped at 20%"

# Endpoints that are not hosts: an aggregation node inside each of six switches. Counted as hosts
# they make a third level.
cp "$kept/aggregation.topology" machine.topology
printf '[scenario]\nformat=1\nkind=fabric\n[fabric]\nsource=file\nfile=machine.topology\nengine=min-hop\n' \
  >machine.dateline
machine='[it[k] for k in ("nodes", "apart", "switches", "levels", "pairs", "deadlock_free")]'
run analyze machine.dateline --json
is "$status $(cat err)" "0 dateline-cli: warning: machine.dateline:6: fabric.file: topology: 6 aggregation nodes inside switches are not hosts (fabric.service=hosts counts them)" \
  "aggregation nodes are set apart"
json "$machine == [16, 6, 6, 2, 16 * 15, True]" "and are in nothing"
json '[(c["links"], c["max_load"]) for c in it["classes"]] == [(32, 12), (32, 15)]' "nor on a link"
run analyze machine.dateline
grep -qx '6 aggregation nodes inside switches are not hosts.' out
ok "which the text says"
run analyze machine.dateline --set fabric.service=hosts --json
json "$machine[:4] == [22, 0, 6, 3]" "unless they are counted"
run analyze machine.dateline --set 'fabric.service-names=gateway*;leafless' --json
json "$machine == [15, 7, 6, 2, 15 * 14, True]" "others by their descriptions"
grep -q '“leafless” does not match an endpoint' err && grep -q '1 endpoint is not a host' err
ok "with what names none"
run analyze machine.dateline --set fabric.engine=ftree --json
json '[it["levels"], it["classes"][0]["max_load"]] == [2, 12]' "a fat tree"
for engine in up-down random-up lash; do
  run analyze machine.dateline --set fabric.engine=$engine --json
  json "$machine == [16, 6, 6, 2, 16 * 15, True]" "by $engine"
done
run tables machine.dateline --slurm
! grep -q Aggregation out && [ "$(grep -c ^SwitchName out)" -eq 6 ]
ok "not for Slurm"
# Tables of the machine have entries for them, at every switch.
run tables machine.dateline --dump-fts --set fabric.service=hosts -o machine.fts
run check machine.dateline --set fabric.engine=lft --set fabric.tables=machine.fts
! grep -q destination err
ok "tables lead to them"
aggregator='Mellanox Technologies Aggregation Node'
run route machine.dateline --from "$aggregator" --to 'node02 mlx5_0'
grep -q "“$aggregator” is not a host (set fabric.service to hosts to count it)" err
ok "nor has one a route"
run analyze machine.dateline --set fabric.broken-cables=leaf1:9
grep -q "“$aggregator” is not a host (set fabric.service to hosts to count it)" err
ok "or a cable that breaks"
run simulate machine.dateline --cycles 500 --json
json 'it["delivered"] > 0' "while the others send"
# Machines of several ports
gives analyze preset:rails-32x8 --json
json '(it["machines"], it["rails"], it["leaf_share"], it["rail_share"], it["bound_load"]) ==
  (32, 8, 1, 1, 1)' "rails stay at their leaf switches"
run analyze preset:rails-32x8 --json --set traffic.pattern=machine-uniform
json 'it["pairs"] == 256 * 248 and it["leaf_share"] == it["rail_share"] == 31 / 248' "all to all does not"
run analyze preset:rails-32x8 --json --set traffic.pattern=uniform
json 'it["pairs"] == 256 * 255 and it["machine_share"] == 7 / 255' "what is inside machines"
run analyze preset:rails-32x8 --json --set 'fabric.broken-machines=M3;M4' --set fabric.broken-rails=7
json 'it["nodes"] == 30 * 7' "machines and rails break"
gives route preset:rails-32x8 --from M3:2 --to M4:2 --json
json '[h["link"] for h in it["hops"]] == ["H67:1", "L1-2:5"]' "a port by its machine and rail"
gives tables preset:rails-32x8 --slurm
is "$(grep -c Nodes= out) $(grep -o 'M[0-9]*' out | sort -u | wc -l)" "1 32" "each machine once for Slurm"
gives tables preset:rails-32x8 --slurm --yaml
cmp -s out "$golden/../fabric/rails-32x8.yaml"
ok "also in YAML"
cp "$golden/../fabric/two-rails.topology" two-rails.topology
run tables two-rails.topology --slurm
cmp -s out "$golden/../fabric/two-rails.conf"
ok "machines with the same leaves are one switch"
run tables two-rails.topology --slurm --yaml
cmp -s out "$golden/../fabric/two-rails.yaml"
ok "also as a tree and blocks"
fails 2 '.*--yaml is for --slurm.*' tables preset:rails-32x8 --yaml --dump-fts
rails=$golden/../../../../shared/data/fabric/rails-32x8/topology.txt
if [ -e "$rails" ]; then
  cp "$rails" machine.topology
  run analyze machine.dateline --json
  json "$machine == [256, 20, 20, 2, 256 * 255, True]" "a machine of eight rails"
  json '(it["machines"], it["rails"]) == (32, 8)' "it has 32 machines of eight rails"
  json 'it["slow_links"][0]["rate"] == "4xDDR" and len (it["slow_links"]) == 1' "its slow cable"
  json 'it["classes"][0]["max_load"] == 6000' "which has 240 packets at a 25th of the rate"
  run slow machine.dateline --json
  json '[(s["usual_rate"], s["usual_load"], s["usual_max_load"]) for s in it["slow_links"]] ==
    [("4xNDR", 240, 496)]' "undone, another one is the busiest"
  slow_cable='fabric.link-rates=MF0\;SPINE-02\:MQM9700/U1:13=4xNDR'
  run analyze machine.dateline --json --set "$slow_cable"
  json 'it["classes"][0]["max_load"] == 496' "with the load that OpenSM has"
  run analyze machine.dateline --set fabric.engine=up-down --json --set "$slow_cable"
  json 'it["classes"][0]["max_load"] == 496 and it["levels"] == 2' "also up and down"
  run analyze machine.dateline --set fabric.engine=ftree --json --set "$slow_cable"
  json 'it["classes"][0]["max_load"] <= 600' "a fat tree’s engine spreads by the cables that are there"
  run analyze machine.dateline --set fabric.engine=ftree --json
  json 'it["deadlock_free"] and it["levels"] == 2' "as a fat tree"
else
  skip "a machine of eight rails" "../shared is not there"
fi

# What is wrong
fails 2 '--set fabric.broken-cables: no cable leaves by “L1-0:99” \(.*\)' analyze preset:fat-tree-16 --set fabric.broken-cables=L1-0:99
fails 2 '--set fabric.broken-hosts: “L1-0” is a switch \(expected a host\)' analyze preset:fat-tree-16 --set fabric.broken-hosts=L1-0
fails 2 '--from: the fabric does not have host “H99” \(.*\)' route preset:fat-tree-16 --from H99 --to H0
fails 2 '--set fabric.engine: fabric.tables: engine lft needs forwarding tables \(.*\)' analyze preset:fat-tree-16 --set fabric.engine=lft
printf 'nothing of this\n' >nothing.txt
fails 2 '--set fabric.tables: nothing.txt: not forwarding tables \(.*\)' analyze preset:fat-tree-16 --set fabric.engine=lft --set fabric.tables=nothing.txt
fails 2 'optimize: not available for networks such as preset:fat-tree-16 .*' optimize preset:fat-tree-16 --datelines
fails 2 '--set traffic.target: the fabric does not have host “H99” \(.*\)' analyze preset:fat-tree-16 --set traffic.pattern=all-to-one --set traffic.target=H99
fails 2 'input-queued.vcs: 1 virtual channel is too few .*' simulate "${lattice[@]}" --set fabric.engine=lash --set input-queued.vcs=1

fails 2 '--set traffic.placement: job “a” needs 9 leaf switches and there are only 4 \(.*\)' analyze "${jobs[@]}" --set traffic.placement=a:9:9
fails 2 '--set traffic.placement: the fabric does not have host “H99” \(.*\)' analyze "${jobs[@]}" --set traffic.placement=a@H99
fails 2 '--set traffic.placement: host 3 \(H3\) already has job “a” \(.*\)' analyze "${jobs[@]}" --set 'traffic.placement=a@H3 b@3'
printf 'a@H0\nb@H0\n' >jobs.txt
fails 2 'jobs.dateline:9: traffic.placement: jobs.txt:2: host 0 \(H0\) already has job “a” \(.*\)' analyze jobs.dateline
fails 2 '--set traffic.placement: “a:3:1” places jobs, not ranks \(.*\)' analyze preset:fat-tree-16 \
  --set traffic.pattern=allreduce --set traffic.message-bytes=64 --set traffic.placement=a:3:1

# Figures: theirs, of theirs
for figure in levels switches switch jobs; do
  for format in pdf svg png csv; do
    run figure $figure preset:dragonfly-plus-9 --set fabric.broken-cables=G0-leaf0:9 -o $figure.$format
    ok "$figure.$format"
  done
done
run figure switches preset:dragonfly-plus-9 --set fabric.broken-cables=G0-leaf0:9 --sorted -o sorted.png
! cmp -s sorted.png switches.png
ok "sorted by load, it is another one"
run figure switch preset:fat-tree-16 --set fabric.broken-cables=L1-1:5 --node L1-1 -o leaf.csv
is "$(sed -n '1p;2p;6p' leaf.csv | tr '\n' ' ')" \
  "port,to,out_state,out_use,in_state,in_use,hosts 1,H4,up,0.3,up,0.3,1 5,L2-0,broken,,broken,,0 " \
  "a switch, port by port"
run figure switch preset:fat-tree-16 --set fabric.broken-cables=L1-1:5 --node H4 -o host.csv
cmp -s leaf.csv host.csv
ok "that of a host"
gives figure jobs "${jobs[@]}" --set fabric.broken-switches=L1-3 --set 'traffic.placement=a@0-2,H12 b@H4' --csv
is "$(grep -v '^#' out | sed -n '1,6p;13,14p;$p' | tr '\n' ' ')" \
  "node,state,job H0,up,a H1,up,a H2,up,a H3,up, H4,up,b H11,up, H12,broken,a H15,broken, " \
  "the job of each host, and what is broken"
gives figure jobs odd.dateline --set traffic.pattern=jobs --set 'traffic.placement=a@my\ host' --csv
grep -qx '"\?my host"\?,up,a' out
ok "of a host of any name"
fails 2 '--node: the fabric does not have “L9” \(.*\)' figure switch preset:fat-tree-16 --node L9 -o x.svg
fails 2 'figure: levels is not available for networks such as preset:ring-8 \(expected one of: ring-matrix, .*\)' figure levels preset:ring-8 -o x.svg
fails 2 'figure: levels is not available for networks such as preset:edison \(expected one of: groups, .*\)' figure levels preset:edison -o x.svg
fails 2 'figure: groups is not available for networks such as preset:fat-tree-16 \(expected one of: levels, .*\)' figure groups preset:fat-tree-16 -o x.svg
fails 2 '--against: Fat tree 16 hosts and Ring of 8 are of different kinds .*' figure ring-matrix preset:ring-8 --against preset:fat-tree-16 -o x.svg

# Words of a torus in other families: all commands that take a scenario, right and wrong.
own_words () # NAME SCENARIO ARGUMENT...
{
  local name=$1
  shift
  run "$@" -o words.out
  grep -hiE '\btor(us|i)\b|x,y,z|\b[xyz][+-]|\b[0-9]+,[0-9]+,[0-9]+:' words.out out err 2>/dev/null |
    grep -vE '^dateline-cli: --[a-z-]+ is for a torus' >why
  rm -f words.out
  [ ! -s why ]
  ok "$name: ${*/preset:/}"
}
printf '%s\n' sg,sr,sc,dg,dr,dc,color,flits 0,0,0,0,0,1,g,12 >links.csv
fails 2 'links\.csv: these are counters of a dragonfly, and preset:fat-tree-16 is not one \(.*\)' \
  counters links.csv preset:fat-tree-16
own_words dragonfly model preset:generic-33
for scenario in cascade-2 fat-tree-16; do
  case $scenario in
    cascade-2) node=0.0.0.0 name=dragonfly ;;
    *) node=H0 name=fabric ;;
  esac
  for command in $("$program" --help | sed -nE 's/^  ([a-z]+)  +[A-Z].*/\1/p'); do
    case $command in
      list|new|papers|validate|counters|library|lesson|complete|sweep|report|simulate|figure) continue ;;
    esac
    own_words "$name" "$command" "preset:$scenario"
  done
  own_words "$name" flows "preset:$scenario" --link nowhere
  own_words "$name" tables "preset:$scenario" --node nowhere
  own_words "$name" tables "preset:$scenario" --node "$node"
  own_words "$name" route "preset:$scenario" --from nowhere --to "$node"
  own_words "$name" optimize "preset:$scenario" --datelines
  own_words "$name" optimize "preset:$scenario" --vc
  own_words "$name" simulate "preset:$scenario" --cycles 500
  own_words "$name" simulate "preset:$scenario" --cycles 500 --sources
  own_words "$name" sweep "preset:$scenario" --static --vary traffic.load=0.1,0.2
  own_words "$name" compare "preset:$scenario" "preset:$scenario" --static
done
is "$("$program" flows preset:fat-tree-16 2>&1)" \
  "dateline-cli: flows: --link is missing (add a link, such as --link H0:1)" "a link in the words of a fabric"
finish
