#!/usr/bin/env bash
# record and replay: a run as its edits and cycles, and what it was at any of these, in any process
# and with any number of threads.
# shellcheck source-path=SCRIPTDIR
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"

# A recording without edits says what simulate says.
gives record preset:torus-5x5x5 --cycles 3000 -o plain.dateline
grep -qx 'end=3000' plain.dateline
ok "its end"
gives simulate preset:torus-5x5x5 --cycles 3000 --json
mv out simulated
gives replay plain.dateline --json
cat >same.py <<'END'
import json, sys
a, b = (json.load(open(name)) for name in sys.argv[1:])
assert b.pop("cycle") == 3000
for it in a, b:
    for key in ("cycles_per_second", "flit_hops_per_second", "peak_memory_bytes"):
        del it[key]
assert a == b, [key for key in a if a[key] != b.get(key)]
END
python3 same.py simulated out 2>why && rm why
ok "as simulate"

# With edits: by group and cycle, in their order, and the same wherever it is replayed.
gives record preset:torus-5x5x5 --cycles 2500 --edit 900:traffic.load=0.05 \
  --edit 400:torus.broken-links=1,2,3:x+ --edit 900:router.age-clock-period=16 -o edits.dateline
sed -n '/^\[recording\]/,$p' edits.dateline >out
same recording-edits.txt
gives replay edits.dateline --json
digest=$(sed -n 's/.*"digest": "\(.*\)".*/\1/p' out)
gives replay edits.dateline --json --threads 3
is "$(sed -n 's/.*"digest": "\(.*\)".*/\1/p' out)" "$digest" "with three threads"
gives replay edits.dateline --at 400 --json --links links.csv
json 'it["cycle"] == 400 and it["cycles"] == 400' "at a cycle"
gives simulate preset:torus-5x5x5 --cycles 400 --json --links others.csv
is "$(sed -n 's/.*"digest": "\(.*\)".*/\1/p' out)" \
  "$("$program" replay edits.dateline --at 400 --json | sed -n 's/.*"digest": "\(.*\)".*/\1/p')" \
  "the state at a cycle is the one before its edits"
cmp links.csv others.csv
ok "the same links"
gives replay edits.dateline --at 900 --links links.csv
grep -q '^Cycle 900 of 2500, after 1 of 3 edits; loads and latencies are since cycle ' out
ok "what is seen"
grep -q '^1,2,3,x+,broken,' links.csv
ok "the cable is broken"
"$program" replay - --json --at 0 <edits.dateline >out
json 'it["cycle"] == it["delivered"] == 0' "the beginning, from standard input"

# It is a scenario, the one that it begins with.
gives analyze edits.dateline --json
mv out of-recording
gives analyze preset:torus-5x5x5 --json
cmp out of-recording
ok "analyzed as it begins"

# A run that locks ends there.
gives record preset:ring-8 --set traffic.load=saturated --set 'torus.datelines=-1;-1;-1' \
  --cycles 500000 -o lock.dateline
[ "$(sed -n 's/^end=//p' lock.dateline)" -lt 500000 ]
ok "to the lock"

# What is wrong says where.
write ()
{
  { cat plain.dateline | sed '/^\[recording\]/,$d'; cat; } >bad.dateline
}
line () { grep -n -m1 -- "$1" bad.dateline | cut -d: -f1; }

fails 2 '--edit: “x” is not an edit \(expected CYCLE:GROUP.KEY=VALUE, .*\)' \
  record preset:ring-8 --edit x
fails 2 '--edit 5: traffic.load: “x” is not a load \(.*\)' record preset:ring-8 --edit 5:traffic.load=x
fails 2 '--edit 60: the run ends after 50 cycles \(increase --cycles\)' \
  record preset:ring-8 --cycles 50 --edit 60:traffic.load=.1
fails 2 '--edit 20:router.input-buffer: this cannot change while a simulation runs \(.*\)' \
  record preset:ring-8 --cycles 50 --edit 20:router.input-buffer=32
fails 2 '--at: the recording ends after 2500 cycles \(.*\)' replay edits.dateline --at 2501
write <<<$'[recording]\nend=100\n[edit 60]\ntraffic.load=.1\n[edit 50]\ntraffic.load=.2'
fails 2 "bad.dateline:$(line 'edit 50'): the edit at cycle 50 comes after one at cycle 60 \(.*\)" \
  replay bad.dateline
write <<<$'[recording]\nend=100\n[edit 160]\ntraffic.load=.1'
fails 2 "bad.dateline:$(line 'edit 160'): the edit at cycle 160 is after the end .* \(change end= in line $(line end=)\)" \
  replay bad.dateline
write <<<$'[recording]\n[edit 60]\ntraffic.load=.1\ntorus.radius=3'
fails 2 "bad.dateline:$(line radius): “torus.radius”: unknown key \(did you mean torus.radix\?\)" replay bad.dateline
write <<<$'[recording]\n[edit 60]\ntorus.broken-links=7,7,7:x+'
fails 2 "bad.dateline:$(line 7,7,7): torus.broken-links: .*" replay bad.dateline
write <<<$'[recording]\n[edit 60]\nlabel=Nothing'
fails 2 "bad.dateline:$(line 'edit 60'): the edit at cycle 60 changes nothing \(.*\)" replay bad.dateline
write <<<$'[recording]\n[edit soon]\ntraffic.load=.1'
fails 2 "bad.dateline:$(line soon): \[“?edit soon”?\] is not an edit’s group \(.*\)" replay bad.dateline
write <<<$'[recording]\nend=1000000000000000000'
fails 2 "bad.dateline:$(line end=): recording.end: .*" replay bad.dateline
write <<<$'[recording]\nbegin=5'
fails 2 "bad.dateline:$(line begin): recording.“?begin”? is not a known key \(.*\)" replay bad.dateline
sed 's/^results=.*/results=999/; s/^end=.*/end=20/; /^\[edit/,$d' edits.dateline >other.dateline
run replay other.dateline
grep -q 'warning: other.dateline: it was recorded by another version of the simulator' err && [ $status -eq 0 ]
ok "of another version: said, and run"
mkfifo pipe
fails 2 '.*nothing-here.*' replay nothing-here
head -c 1000 edits.dateline >pipe &
run replay pipe --at 0
[ $status -eq 0 ]
ok "from a pipe"
python3 - <<'END' >many.dateline
print(open("plain.dateline").read().split("[recording]")[0] + "[recording]")
for i in range(1000000):
    print("[edit %d]\ntraffic.load=.%d" % (i, i % 2 + 1))
END
fails 2 'many.dateline:1?: the file is too large .*' replay many.dateline

# Runs that the window kept are in the library, the last one first.
gives library save preset:torus-5x5x5 --name Kept --database kept.db
fails 2 'library:Kept: the scenario does not have a recording \(.*\)' replay library:Kept --database kept.db
fails 2 'library recordings: “Kept” does not have a recording \(.*\)' library recordings Kept 1 --database kept.db
gives library recordings Kept --database kept.db
[ ! -s out ]
ok "none is there yet"
python3 - <<'END'
import hashlib, sqlite3
db = sqlite3.connect("kept.db")
text = db.execute("SELECT text FROM state").fetchone()[0]
db.execute("INSERT INTO run_text VALUES (1, ?, ?)", (hashlib.sha256(text.encode()).hexdigest(), text))
db.execute("INSERT INTO recording VALUES (1, 1, 1, 1, 500, 0, 1000000, 2000000)")
db.execute("INSERT INTO recording VALUES (2, 1, 1, 1, 2500, 3, 3000000, 4000000)")
for seq, cycle, label, edits in ((0, 400, "Cable", "torus.broken-links=1,2,3:x+"),
                                 (1, 900, "Load", "traffic.load=0.05"),
                                 (2, 900, "Clock", "router.age-clock-period=16")):
    db.execute("INSERT INTO recorded_edit VALUES (2, ?, ?, ?, ?)", (seq, cycle, label, edits + "\n"))
db.commit()
END
gives library recordings Kept --database kept.db
is "$(cat out)" $'1\t1970-01-01T00:00:04Z\t2500 cycles\tCable, and 2 more edits\n2\t1970-01-01T00:00:02Z\t500 cycles\t' "they are listed"
gives library recordings Kept --database kept.db --json
json '[(r["end"], r["edits"], r["results"]) for r in it["recordings"]] == [(2500, 3, 1), (500, 0, 1)]' "as JSON"
gives library recordings Kept --database kept.db --csv
is "$(sed -n 2p out)" '1,1970-01-01T00:00:03Z,1970-01-01T00:00:04Z,2500,3,1,"Cable, and 2 more edits"' "as CSV"
gives replay library:Kept --database kept.db --json
is "$(sed -n 's/.*"digest": "\(.*\)".*/\1/p' out)" "$digest" "the last one is replayed"
gives library recordings Kept 1 --database kept.db -o kept.dateline
gives replay kept.dateline --json
is "$(sed -n 's/.*"digest": "\(.*\)".*/\1/p' out)" "$digest" "and as a file"
gives library recordings Kept 2 --database kept.db
grep -qx end=500 out
ok "another one"
fails 2 'library recordings: .*2.*' library recordings Kept 3 --database kept.db
gives library export Kept --database kept.db -o travels.db
gives replay library:Kept --database travels.db --json
is "$(sed -n 's/.*"digest": "\(.*\)".*/\1/p' out)" "$digest" "it goes along with its scenario"
python3 -c 'import sqlite3; db = sqlite3.connect("kept.db"); db.execute("UPDATE recording SET results = 9"); db.commit()'
run replay library:Kept --database kept.db --at 0
grep -q 'warning: library:Kept: it was recorded by another version of the simulator' err && [ $status -eq 0 ]
ok "of another version, in the library"

finish
