#!/usr/bin/env bash
# Programs of messages: collectives and matrices, analysed and simulated to their end.
# shellcheck source-path=SCRIPTDIR
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"

mkdir jobs
cat >jobs/ring.dateline <<'END'
[torus]
radix=8;1;1
datelines=7;-1;-1
[traffic]
pattern=allreduce
message-bytes=100
[simulation]
cycles=100000
END

# To the end, and no further.
gives simulate jobs/ring.dateline --json
json 'it["completion_cycles"] == it["cycles"] and 0 < it["cycles"] < 2000' "it comes to its end"
json 'it["warmup_cycles"] == 0 and it["latency_cycles"]["p50"] > 50' "measured from its beginning on"
json 'it["injected"] == it["delivered"] == 8 * 3 * 2 and it["in_flight"] == 0' \
  "three messages of two packets a rank"
json 'it["offered_load"] is None and it["deadlock"] is None and it["settled"] is None' "no load"
# 100 bytes are 8 + 4.5 flits of payload: a packet of 9 flits and one of 6.
json 'sum(d["flits"] for d in it["directions"]) * 2 == sum(d["packets"] for d in it["directions"]) * 15' \
  "the last packet is a short one"
cp out whole
gives simulate jobs/ring.dateline --json --threads 2
python3 -c 'import json; a, b = (json.load(open(f)) for f in ("whole", "out"))
assert a["digest"] == b["digest"] and a["completion_cycles"] == b["completion_cycles"]' 2>why
ok "the same by two threads"
gives simulate jobs/ring.dateline
grep -q '^program finished after  *[0-9]' out && ! grep -q '^state' out
ok "in text, too"
gives simulate jobs/ring.dateline --cycles 100 --json
json 'it["completion_cycles"] is None and it["cycles"] == 100 and it["in_flight"] > 0' "not done"
gives simulate jobs/ring.dateline --cycles 100
grep -q 'The program did not finish' out
ok "which is said"
gives analyze jobs/ring.dateline --json
json 'it["pairs"] == 8 * 3 and abs(it["mean_hops"] - (1 + 2 + 4) / 3) < 1e-9' "analysed: 3 partners a rank"

# Orders, placements.
all=(--set traffic.pattern=all-to-all --json)
gives simulate jobs/ring.dateline "${all[@]}"
json 'it["delivered"] == 8 * 7 * 2 and it["completion_cycles"] > 0' "all to all"
cp out rotating
gives simulate jobs/ring.dateline "${all[@]}" --set traffic.order=random
python3 -c 'import json; a, b = (json.load(open(f)) for f in ("rotating", "out"))
assert a["digest"] != b["digest"] and a["delivered"] == b["delivered"]' 2>why
ok "in another order"
printf '# three of them\n5,0,0\n0,0,0\n2,0,0\n' >jobs/three.txt
gives simulate jobs/ring.dateline --set traffic.placement=jobs/three.txt --json
json 'it["delivered"] == (1 + 2 + 1) * 2' "three ranks: in, exchange, out"
gives analyze jobs/ring.dateline "${all[@]}" --set traffic.placement=jobs/three.txt
json 'it["pairs"] == 6' "all to all of three"
gives analyze jobs/ring.dateline "${all[@]}"
json 'it["pairs"] == 56' "all to all of all is uniform"
gives analyze preset:ring-8 --set traffic.pattern=all-to-all

# Matrices, relative to the scenario; taken along from then on.
printf 'src,dst,bytes\n0,1,640\n1,0,1\n5,7,64\n' >jobs/app.csv
sed 's/^pattern=.*/pattern=matrix\nmatrix=app.csv/; /^message-bytes/d' jobs/ring.dateline >jobs/app.dateline
gives simulate jobs/app.dateline --json
json 'it["delivered"] == 10 + 1 + 1' "packets as the matrix says"
cp out there
gives analyze jobs/app.dateline --json
json 'it["pairs"] == 3' "its pairs"
gives links jobs/app.dateline --csv
grep -q '^0,0,0,x+,up,\(10,0\|0,10\),' out
ok "their packets"
gives optimize jobs/app.dateline --datelines -o away.dateline
rm jobs/app.csv
gives simulate away.dateline --set 'torus.datelines=7;-1;-1' --json
python3 -c 'import json; a, b = (json.load(open(f)) for f in ("there", "out"))
assert a["digest"] == b["digest"]' 2>why
ok "elsewhere, without the file"
gives library save away.dateline --database l.db
gives simulate 'library:XT3 11x12x16' --database l.db --json
json 'it["delivered"] == 12' "from the library"
fails 2 '.*matrix.*\(.*--datelines\)' optimize away.dateline --vc

# What is refused: file, line, and what would be right.
fails 2 'jobs/app\.dateline:6: traffic\.matrix: jobs/app\.csv: cannot be read: .*' \
  simulate jobs/app.dateline
bad ()
{
  printf "$2" >jobs/app.csv
  fails 2 "jobs/app\\.dateline:6: traffic\\.matrix: $1" simulate jobs/app.dateline
}
bad 'jobs/app\.csv:2: -5 bytes are negative \(expected 0 or more\)' '0,1,5\n1,2,-5\n'
bad 'jobs/app\.csv:1: 1e13 bytes are too many \(.*\)' '0,1,1e13\n'
bad 'the matrix has 9 ranks and the placement has 8 \(.*\)' '0,8,5\n'
bad 'jobs/app\.csv:1: .*' 'rubbish\n'
bad 'jobs/app\.csv: not a text file \(.*\)' '\377\376\n'
fails 2 '--set traffic\.placement: jobs/three\.txt:2: .*' \
  simulate jobs/ring.dateline --set traffic.placement=jobs/three.txt --set torus.broken-nodes=5,0,0
fails 2 '--set traffic\.placement: none\.txt: cannot be read: .*' \
  simulate jobs/ring.dateline --set traffic.placement=none.txt
sed '/^message-bytes/d' jobs/ring.dateline >jobs/bytes.dateline
fails 2 'jobs/bytes\.dateline:5: traffic\.pattern: .* \(set traffic\.message-bytes, such as 64\)' \
  simulate jobs/bytes.dateline
fails 2 'traffic\.message-bytes: pattern all-to-all needs .* \(such as 64\)' \
  simulate preset:ring-8 --set traffic.pattern=all-to-all
fails 2 '.*rank [0-9]+ on node [0-9],0,0 cannot reach rank [0-9]+ on node [0-9],0,0.*' \
  simulate jobs/ring.dateline --set 'torus.broken-links=0,0,0:x+;4,0,0:x+'
run simulate preset:ring-8 --set traffic.message-bytes=64 --cycles 100
grep -q 'warning: traffic.message-bytes: pattern uniform does not use it' err && [ $status -eq 0 ]
ok "what has no effect is said"

# Collectives by their algorithm, and GOAL files.
messages='--set traffic.pattern=program'
gives simulate preset:fat-tree-16 $messages --set traffic.bytes=65536 --json
json 'len(it["finish_ns"]) == 16 and max(it["finish_ns"]) == it["completion_ns"]' "a time a rank"
json 'abs(it["completion_cycles"] * it["cycle_ns"] - it["completion_ns"]) < 1' "cycles as ns"
json 'abs(it["bus_bandwidth_GBps"] / it["algorithm_bandwidth_GBps"] - 2 * 15 / 16) < 1e-9' "bus"
json 'it["flit_bytes"] == 64 and abs(it["cycle_ns"] - 64 / 12.5) < 1e-9' "units"
json 'max(it["bound_ns"].values()) <= it["completion_ns"]' "bounds"
json 'it["delivered"] == 16 * 30 * 16' "packets"
cat >jobs/two.goal <<'END'
num_ranks 2
rank 0 {
a: calc 1000
b: send 640b to 1 tag 5
b requires a
}
rank 1 {
recv 640b from 0 tag 5
}
END
gzip -k jobs/two.goal
for file in jobs/two.goal jobs/two.goal.gz; do
  gives simulate preset:fat-tree-16 $messages --set traffic.program=$file --json
  json 'len(it["finish_ns"]) == 2 and 1000 <= it["finish_ns"][0] < it["finish_ns"][1]' "$file"
  json 'it["algorithm_bandwidth_GBps"] is None' "a file has no size"
done
sed 's/^b requires a/b requires c/' jobs/two.goal >jobs/label.goal
fails 2 '--set traffic\.program: jobs/label\.goal:5: rank 0 has no label “c” \(.*\)' \
  simulate preset:fat-tree-16 $messages --set traffic.program=jobs/label.goal
echo 'H0' >jobs/one.txt
sed '0,/tag 5/s//tag 6/' jobs/two.goal >jobs/tags.goal
fails 2 '--set traffic\.program: jobs/tags\.goal:8: this receive of rank 1 does not have a send: .*' \
  simulate preset:fat-tree-16 $messages --set traffic.program=jobs/tags.goal
fails 2 '--set traffic\.program: the program has 2 ranks and the placement has 1 \(.*\)' \
  simulate preset:fat-tree-16 $messages --set traffic.program=jobs/two.goal \
  --set traffic.placement=jobs/one.txt
run simulate preset:ring-8 --set traffic.collective=broadcast --cycles 100
grep -q 'warning: traffic.collective: pattern uniform does not use it' err && [ $status -eq 0 ]
ok "what has no effect of a program is said"

# Without contention: as LogGOPSim has it.
goal=$golden/../../core/data-goal
gives simulate preset:fat-tree-16 $messages --set traffic.program=$goal/random-1.goal \
  --set router.model=loggops --set loggops.S=65535 --cycles 1000000000 --json
json 'it["finish_ns"] == [712740, 716734, 715282, 713782, 712740]' "LogGOPS"
json '"flit_bytes" not in it and it["bound_ns"]["links"] is None' "it has no flits"
fails 2 '--set router\.model: loggops runs programs of messages alone \(.*\)' \
  simulate preset:ring-8 --set router.model=loggops
# Any program as GOAL, which gives the same packets at the same cycles.
same ()
{
  python3 -c 'import json; a, b = (json.load(open(f)) for f in ("one", "out"))
assert a["digest"] == b["digest"] and a["completion_cycles"] == b["completion_cycles"]' 2>why
}
for collective in allreduce-rabenseifner allreduce-tree alltoall-bruck broadcast; do
  for preset in fat-tree-16 ring-8; do
    some="--set traffic.collective=$collective --set traffic.bytes=5000 --set simulation.cycles=1000000"
    gives simulate preset:$preset $messages $some --json
    cp out one
    gives goal preset:$preset $messages $some -o made.goal
    gives simulate preset:$preset $messages --set traffic.program=made.goal --cycles 1000000 --json
    same
    ok "$collective of $preset as GOAL"
    gives goal preset:$preset $messages --set traffic.program=made.goal
    cmp out made.goal >why
    ok "written again, it is the same"
  done
done
gives goal preset:fat-tree-16 $messages --set traffic.program=jobs/two.goal.gz
diff - out >why <<'END'
num_ranks 2

rank 0 {
l1: calc 1000
l2: send 640b to 1 tag 5
l2 requires l1
}

rank 1 {
l1: recv 640b from 0 tag 5
}
END
ok "a file with its labels numbered"
for pattern in all-to-all allreduce fft; do
  some="--set traffic.pattern=$pattern --set traffic.message-bytes=100"
  gives simulate preset:ring-8 $some --json
  cp out one
  gives goal preset:ring-8 $some -o made.goal
  gives simulate preset:ring-8 $messages --set traffic.program=made.goal --json
  same
  ok "$pattern as GOAL"
done
fails 2 'pattern uniform is not a program \(.*\)' goal preset:ring-8

# Over jobs: each among its own nodes, all at once. On a crossbar none is in the way of the others.
crossbar="preset:fat-tree-16 --set fabric.children=16 --set fabric.parents=1 --set fabric.cables=1"
crossbar+=" --set simulation.cycles=1000000 $messages"
bytes="--set traffic.bytes=50000"
times ()
{
  python3 - "$program" "$@" 2>why <<'END'
import json, subprocess, sys
def run(placement, *more):
    return json.loads(subprocess.check_output(sys.argv[1:] + ["--set", "traffic.placement=" + placement,
        *more, "--json"]))
parts = "a@0-4", "b@5,7,9", "c@10-15"
for collective in "allreduce-ring", "allreduce-tree", "alltoall-pairwise", "broadcast":
    key = "--set", "traffic.collective=" + collective
    whole = run(";".join(parts), *key)
    assert [job["name"] for job in whole["jobs"]] == ["a", "b", "c"]
    assert [job["ranks"] for job in whole["jobs"]] == [5, 3, 6] and len(whole["finish_ns"]) == 14
    assert whole["completion_ns"] == max(job["completion_ns"] for job in whole["jobs"])
    assert whole["bus_bandwidth_GBps"] is None
    finish = []
    for part, job in zip(parts, whole["jobs"]):
        alone = run(part, *key)
        assert alone["jobs"] == [job], (alone["jobs"], job)
        assert alone["bus_bandwidth_GBps"] == job["bus_bandwidth_GBps"] > 0
        finish += alone["finish_ns"]
    assert finish == whole["finish_ns"], collective
END
}
times simulate $crossbar $bytes
ok "jobs on a crossbar take the time that each takes alone, rank by rank"
gives simulate $crossbar --set 'traffic.placement=a@0-4;b@5,7,9'
grep -q '^job  *ranks' out && grep -q '^b  *3 ' out
ok "in text, too"
gives analyze $crossbar --set 'traffic.placement=a@0-4;b@5,7,9' --json
json 'it["pairs"] == 5 + 3' "pairs of both rings"
gives simulate $crossbar --set 'traffic.placement=a@0-4;b@5,7,9' --set traffic.program=jobs/two.goal --json
json '[job["ranks"] for job in it["jobs"]] == [5, 3] and it["delivered"] == 2 * 3' "a file, in each job"
json 'it["finish_ns"][:2] == it["finish_ns"][5:7] and it["finish_ns"][2:5] == [0, 0, 0]' "the first ranks"
gives simulate $crossbar --set 'traffic.placement=a@0-4;b@5,7' --set fabric.broken-hosts=H5 --json
json '[job["ranks"] for job in it["jobs"]] == [5, 1]' "a broken node has no rank"
fails 2 '.*traffic\.program: the program has 2 ranks and job b has 1 working nodes \(.*\)' \
  simulate $crossbar --set 'traffic.placement=a@0-4;b@5' --set traffic.program=jobs/two.goal
fails 2 '.*traffic\.placement: .*a.*' simulate $crossbar --set 'traffic.placement=a:99:1'
fails 2 '.*traffic\.placement: no job has a working node \(.*\)' \
  simulate $crossbar --set 'traffic.placement=a@5' --set fabric.broken-hosts=H5
gives simulate $crossbar $bytes --json
cp out one
printf '# no jobs\n' >jobs/none.txt
gives simulate $crossbar $bytes --set traffic.placement=jobs/none.txt --json
python3 -c 'import json; a, b = (json.load(open(f)) for f in ("one", "out"))
assert a["finish_ns"] == b["finish_ns"] and "jobs" not in b' 2>why
ok "without jobs it is of all nodes"
gives simulate preset:cascade-2 $messages --set traffic.bytes=4096 --set simulation.cycles=1000000 \
  --set 'traffic.placement=a:24:2;b:40:linear' --json
json '[job["ranks"] for job in it["jobs"]] == [24, 40] and it["completion_ns"] > 0' "on a dragonfly"
fails 2 '.*traffic\.placement: .* places jobs, not ranks .*' \
  simulate preset:ring-8 $messages --set 'traffic.placement=a:4:linear'

# Again and again, with computations between.
loop="--set traffic.repeat=4 --set traffic.compute-ns=3000"
gives simulate $crossbar $bytes --json
cp out one
gives simulate $crossbar $bytes $loop --json
python3 -c 'import json; a, b = (json.load(open(f)) for f in ("one", "out"))
assert b["delivered"] == 4 * a["delivered"]
spent = b["completion_ns"] - 3 * 3000 - 4 * a["completion_ns"]
assert 0 <= spent < 100 * a["cycle_ns"], spent
assert abs(b["bus_bandwidth_GBps"] / a["bus_bandwidth_GBps"] - 1) < .05' 2>why
ok "four times, and three computations"
gives goal $crossbar $bytes $loop -o made.goal
gives simulate $crossbar --set traffic.program=made.goal --json
json 'it["completion_ns"] > 9000 and it["delivered"] > 0' "which GOAL has, too"
fails 2 '.*traffic\.repeat: .*' simulate $crossbar --set traffic.repeat=1000000
run simulate preset:ring-8 --set traffic.repeat=3 --cycles 100
grep -q 'warning: traffic.repeat: pattern uniform does not use it' err && [ $status -eq 0 ]
ok "loads do not repeat"

# The slowest rank, and where its packets waited: behind the cable that is slow.
cat >jobs/pairs.goal <<'END'
num_ranks 16
rank 4 {
send 20000b to 1 tag 0
}
rank 5 {
send 20000b to 2 tag 0
}
rank 1 {
recv 20000b from 4 tag 0
}
rank 2 {
recv 20000b from 5 tag 0
}
END
pairs="preset:fat-tree-16 $messages --set simulation.cycles=1000000 --set traffic.program=jobs/pairs.goal"
slow="--set fabric.link-rates=L2-2:1=5%"
gives simulate $pairs $slow --slowest --json
json 'it["slowest"]["rank"] == 2 and it["slowest"]["node"] == "H2"' "the rank"
json 'it["slowest"]["link"] == "L2-2:1" and it["slowest"]["queued_share"] > .5' "the link"
json '0 < it["slowest"]["queued_ns"] <= it["completion_ns"] * it["delivered"]' "and how long"
cp out one
gives simulate $pairs $slow --slowest --json --threads 2
python3 -c 'import json; a, b = (json.load(open(f)) for f in ("one", "out"))
assert a["slowest"] == b["slowest"]' 2>why
ok "whatever the threads"
gives simulate $pairs $slow --slowest
grep -q '^Slowest rank: 2 on H2\.$' out && grep -q 'waited longest for the link L2-2:1' out
ok "in text, too"
gives simulate $pairs --json
json '"slowest" not in it' "only on request"
cat >jobs/incast.goal <<'END'
num_ranks 16
rank 0 {
send 20000b to 1 tag 0
}
rank 4 {
send 20000b to 1 tag 0
}
rank 1 {
recv 20000b from 0 tag 0
recv 20000b from 4 tag 0
}
END
gives simulate preset:fat-tree-16 $messages --set simulation.cycles=1000000 \
  --set traffic.program=jobs/incast.goal --slowest --json
json 'it["slowest"]["rank"] == 1 and it["slowest"]["into"] == "H1"' "two into one node"
gives simulate $pairs --set router.model=loggops --cycles 100000000 --slowest --json
json '"link" not in it["slowest"] and "into" not in it["slowest"]' "LogGOPS has no links"
fails 2 '--slowest: pattern uniform .*' simulate preset:ring-8 --slowest

# Jobs alone and together, by placement.
two="preset:fat-tree-16 $messages --set simulation.cycles=1000000 $bytes --set traffic.placement=a@0-4;b@5-10"
gives jobs $two --json
python3 - "$program" $two <<'END' 2>why
import json, subprocess, sys
rows = {(row["placement"], row["job"]): row for row in json.load(open("out"))["jobs"]}
assert [key for key in rows] == [(p, j) for p in ("current", "linear", "random", "leaf") for j in "ab"]
assert all(row["ranks"] == {"a": 5, "b": 6}[job] for (_, job), row in rows.items())
for job in "ab":
    assert rows["current", job] == {**rows["linear", job], "placement": "current"}
    assert all(rows[place, job]["together_ns"] >= rows[place, job]["alone_ns"] > 0 for place, _ in rows)
assert rows["current", "a"]["slowdown"] > 1.5 and rows["current", "b"]["slowdown"] > 1.5
def run(*more):
    return json.loads(subprocess.check_output([sys.argv[1], "simulate", *sys.argv[2:], *more, "--json"]))["jobs"]
both = run()
for i, job in enumerate("ab"):
    alone = run("--set", "traffic.placement=" + ("a@0-4", "b@5-10")[i])
    assert rows["current", job]["together_ns"] == both[i]["completion_ns"]
    assert rows["current", job]["alone_ns"] == alone[0]["completion_ns"]
    assert abs(rows["current", job]["slowdown"] - both[i]["completion_ns"] / alone[0]["completion_ns"]) < 1e-12
END
ok "each row is what simulating it gives"
gives jobs $two --csv
is "$(wc -l <out) $(head -n 1 out)" "9 placement,job,ranks,alone_ns,together_ns,slowdown" "as CSV"
gives jobs $two
grep -q '^By leaf switch  *b .* 6$' out
ok "as text"
# In one leaf each, jobs of the size of a leaf do not meet.
gives jobs preset:fat-tree-16 $messages --set simulation.cycles=1000000 $bytes \
  --set 'traffic.placement=a@0,4,8,12;b@1,5,9,13' --json
json '[row["slowdown"] for row in it["jobs"] if row["placement"] == "leaf"] == [1, 1]' "apart"
# Rails, where there are some: a job of the size of a rail has its own leaf.
gives jobs preset:rails-32x8 $messages --set simulation.cycles=1000000 $bytes \
  --set 'traffic.placement=a:32:linear;b:32:linear' --json
json 'sorted({row["placement"] for row in it["jobs"]}) == ["current", "leaf", "linear", "rail", "random"]' "rails"
json '[row["slowdown"] for row in it["jobs"] if row["placement"] == "rail"] == [1, 1]' "one each"
gives jobs preset:cascade-2 $messages --set simulation.cycles=1000000 --set traffic.bytes=4096 \
  --set 'traffic.placement=a:24:2' --json
json '"group" in {row["placement"] for row in it["jobs"]}' "groups of a dragonfly"
json 'all(row["slowdown"] == 1 for row in it["jobs"])' "a job that is alone anyway"
fails 2 '.*traffic\.placement: no job runs a program \(.*\)' jobs preset:fat-tree-16
fails 2 '.*traffic\.placement: no job runs a program \(.*\)' jobs preset:fat-tree-16 $messages
fails 2 '.*traffic\.placement: no job runs a program \(.*\)' jobs preset:ring-8 $messages

# The curve that nccl-tests print: by size and algorithm.
gives sweep preset:fat-tree-16 $messages --vary 'traffic.bytes=1024,65536' \
  --vary traffic.collective=allreduce-ring,allreduce-doubling -o curve.csv --set simulation.cycles=1000000
python3 -c 'import csv, json, subprocess, sys
rows = list(csv.DictReader(open("curve.csv")))
assert len(rows) == 4
for row in rows:
    it = json.loads(subprocess.check_output([sys.argv[1], "simulate", "preset:fat-tree-16",
        "--set", "traffic.pattern=program", "--set", "traffic.bytes=" + row["traffic.bytes"],
        "--set", "traffic.collective=" + row["traffic.collective"], "--json"]))
    for name in "completion_ns", "algorithm_bandwidth_GBps", "bus_bandwidth_GBps", "contention_share":
        assert abs(float(row[name]) - it[name]) <= 1e-9 * it[name], (row, name)
ring, doubling = rows[2:]
assert float(ring["bus_bandwidth_GBps"]) > float(doubling["bus_bandwidth_GBps"])
assert float(rows[0]["completion_ns"]) > float(rows[1]["completion_ns"])' "$program" 2>why
ok "sweeps have the times and bandwidths of each run"
gives sweep preset:ring-8 --vary traffic.load=.1 --set simulation.cycles=2000 --set simulation.warmup-cycles=100 -o load.csv
! head -n 1 load.csv | grep -q completion_ns
ok "sweeps of loads do not"

finish
