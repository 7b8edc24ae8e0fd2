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

finish
