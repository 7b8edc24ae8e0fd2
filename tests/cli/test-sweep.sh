#!/usr/bin/env bash
# sweep: each row what simulate says of that point; the same file whatever the number of jobs, and
# whether it was killed on the way.
# shellcheck source-path=SCRIPTDIR
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"

points=(--vary 'traffic.load=0.1:0.5:0.2,saturated' --vary 'router.age-rr-select=0,0xffffffffffffffff'
  --seeds 2 --set simulation.cycles=1000 --set simulation.warmup-cycles=200)
gives sweep preset:torus-5x5x5 "${points[@]}" -o one.csv --jobs 1
[ ! -s out ]
ok "nothing on standard output"
python3 - "$program" one.csv >why 2>&1 <<'END'
import csv, json, subprocess, sys

rows = list(csv.DictReader(open(sys.argv[2])))
key = {"traffic.load": ["0.1", "0.3", "0.5", "saturated"],
       "router.age-rr-select": ["0", "0xffffffffffffffff"], "seed": ["1", "2"]}
order = [(l, r, s) for l in key["traffic.load"] for r in key["router.age-rr-select"] for s in key["seed"]]
assert [tuple(r[k] for k in key) for r in rows] == order
assert len({r["point"] for r in rows}) == len(rows)

def program(command, row, *more):
    sets = sum((["--set", f"{k}={row[k]}"] for k in list(key)[:2]), [])
    return json.loads(subprocess.run([sys.argv[1], command, "preset:torus-5x5x5", "--json", *sets, *more],
                                     check=True, capture_output=True).stdout)

def same(text, value):
    assert (text == "") if value is None else (float(text) == value), (text, value)

for row in rows:
    it = program("simulate", row, "--set", "scenario.seed=" + row["seed"], "--cycles", "1000", "--warmup", "200")
    same(row["offered_load"], it["offered_load"])
    same(row["accepted_load"], it["accepted_load"])
    for figure in ("mean", "sd", "p50", "p99", "max"):
        same(row["latency_" + figure], it["latency_cycles"][figure])
    same(row["total_latency_mean"], it["total_latency_cycles"]["mean"])
    same(row["cycles"], it["cycles"])
    assert row["digest"] == it["digest"] and row["settled"] == str(int(it["settled"]))
    assert row["deadlocked"] == str(int(it["deadlock"] is not None))
it = program("analyze", rows[0])
for row in rows:
    for figure in ("pairs", "unreachable_pairs", "illegal_pairs", "dropped_pairs", "mean_hops"):
        same(row[figure], it[figure])
    assert row["deadlock_free"] == str(int(it["deadlock_free"]))
    for d in it["dimensions"]:
        for figure in ("vc_balance_mean", "max_load"):
            same(row[f"{figure}_{d['dimension']}"], d[figure])
END
ok "as simulate and analyze by themselves"

for jobs in 2 3; do
  gives sweep preset:torus-5x5x5 "${points[@]}" -o jobs.csv --jobs $jobs
  cmp -s one.csv jobs.csv
  ok "the same with $jobs jobs"
  rm jobs.csv
done

# What is there is not run again: it is not even looked at.
sed 's/^0.3,0,1,\([^,]*\),/0.3,0,1,0.77,/' one.csv >changed.csv
cp changed.csv again.csv
run sweep preset:torus-5x5x5 "${points[@]}" -o again.csv
is "$status $(cat err)" "0 dateline-cli: again.csv: 16 of 16 points are already done" "all is there"
cmp -s changed.csv again.csv
ok "and stays as it is"

# Torn anywhere, and in any order.
for bytes in 1 100 500 3000 $(($(stat -c %s one.csv) - 1)); do
  head -c "$bytes" one.csv >torn.csv
  run sweep preset:torus-5x5x5 "${points[@]}" -o torn.csv --jobs 2
  is "$status" 0 "torn after $bytes bytes"
  cmp -s one.csv torn.csv
  ok "the same again"
done
(head -1 one.csv; tail -n +2 one.csv | awk 'NR % 3 == 0' | tac; printf '0.1,0,1,0.09') >torn.csv
run sweep preset:torus-5x5x5 "${points[@]}" -o torn.csv --jobs 2
is "$(cat err)" "dateline-cli: torn.csv: 5 of 16 points are already done" "some, out of order"
cmp -s one.csv torn.csv
ok "in order in the end"

# More values: the rows that are there stay, and more come.
cp one.csv more.csv
run sweep preset:torus-5x5x5 "${points[@]/0.1:0.5:0.2/0.1:0.5:0.1}" -o more.csv
is "$(cat err)" "dateline-cli: more.csv: 16 of 24 points are already done" "finer steps"
gives sweep preset:torus-5x5x5 "${points[@]/0.1:0.5:0.2/0.1:0.5:0.1}" -o finer.csv
cmp -s more.csv finer.csv
ok "as if they had been asked for at once"
cp one.csv other.csv
run sweep preset:torus-5x5x5 "${points[@]}" --set router.age-clock-period=99 -o other.csv
head -c "$(stat -c %s one.csv)" other.csv | cmp -s - one.csv && [ "$(wc -l <other.csv)" -eq 33 ] && [ ! -s err ]
ok "rows of another scenario stay, and do not count"

# Killed with force while it writes, and interrupted.
cat >kill.py <<'END'
"""kill.py SIGNAL ROWS FILE PROGRAM ARGUMENT...: signal it once the file has so many rows."""
import os, signal, subprocess, sys, time

signal.signal(signal.SIGINT, signal.default_int_handler)
number, rows, name = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
process = subprocess.Popen(sys.argv[4:], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
end = time.time() + 60
while process.poll() is None and time.time() < end:
    if os.path.exists(name) and open(name).read().count("\n") > rows:
        process.send_signal(number)
        break
    time.sleep(0.001)
err = process.communicate(timeout=60)[1]
print(process.returncode, repr(err))
END
long=("${points[@]/cycles=1000/cycles=12000}")
gives sweep preset:torus-5x5x5 "${long[@]}" -o whole.csv
for rows in 1 5; do
  is "$(python3 kill.py 9 $rows killed.csv "$program" sweep preset:torus-5x5x5 "${long[@]}" -o killed.csv --jobs 2)" \
    "-9 ''" "killed after row $rows"
  there=$(($(wc -l <killed.csv) - 1))
  [ $there -ge $rows ] && [ $there -lt 16 ]
  ok "some rows"
  run sweep preset:torus-5x5x5 "${long[@]}" -o killed.csv --jobs 2
  is "$(cat err)" "dateline-cli: killed.csv: $there of 16 points are already done" "and goes on"
  cmp -s whole.csv killed.csv
  ok "the same as in one go"
  rm killed.csv
done
said=$(python3 kill.py 2 3 stopped.csv "$program" sweep preset:torus-5x5x5 "${long[@]}" -o stopped.csv)
there=$(($(wc -l <stopped.csv) - 1))
is "$said" "3 'dateline-cli: stopped ($there of 16 points are saved; repeat the command to continue)\n'" "stopped"
[ $there -ge 3 ] && [ $there -lt 16 ]
ok "what was finished stays"
run sweep preset:torus-5x5x5 "${long[@]}" -o stopped.csv
cmp -s whole.csv stopped.csv
ok "the same in the end"

# Two at once.
python3 - "$program" >why 2>&1 <<'END'
import fcntl, subprocess, sys
with open("one.csv", "r+") as file:
    fcntl.flock(file, fcntl.LOCK_EX)
    it = subprocess.run([sys.argv[1], "sweep", "preset:torus-5x5x5", "--vary", "traffic.load=0.1", "-o", "one.csv"],
                        capture_output=True, text=True)
assert it.returncode == 3 and "in use by another sweep" in it.stderr, it
END
ok "not at the same time as another"

# Shards: each a part of the rows, together all of them; the same file goes on with another.
for shard in 1/3 3/3 2/3; do
  gives sweep preset:torus-5x5x5 "${points[@]}" -o "shard-${shard%/3}.csv" --shard $shard
done
is "$(wc -l <shard-1.csv) $(wc -l <shard-2.csv) $(wc -l <shard-3.csv)" "7 6 6" "as even as can be"
(head -1 one.csv; tail -qn +2 shard-?.csv | sort) >together
(head -1 one.csv; tail -n +2 one.csv | sort) | cmp -s - together
ok "the same rows"
run sweep preset:torus-5x5x5 "${points[@]}" -o shard-1.csv
is "$(cat err)" "dateline-cli: shard-1.csv: 6 of 16 points are already done" "the rest into the first"
cmp -s one.csv shard-1.csv
ok "is the whole"

# Into a library: the same, whether in one go, killed on the way, by two at once or in shards.
name=(library show 'Torus 5x5x5' --runs --csv --database)
gives sweep preset:torus-5x5x5 "${points[@]}" -o one.db
[ ! -s out ]
ok "nothing on standard output"
gives "${name[@]}" one.db
cp out one
python3 - >why 2>&1 <<'END'
import csv
rows, stored = list(csv.DictReader(open("one.csv"))), list(csv.DictReader(open("one")))
assert [r["point"] for r in stored] == [str(i) for i in range(16)]
for a, b in zip(rows, stored, strict=True):
    assert a.pop("point") == b["run"]
    assert all(b[k] == v for k, v in a.items()), (a, b)
END
ok "as in a file of rows"
run sweep preset:torus-5x5x5 "${points[@]}" -o one.db
is "$(cat err)" "dateline-cli: one.db: 16 of 16 points are already done" "never twice"
gives library list --runs --database one.db
is "$(cut -f 3,4 out)" $'1 sweep\t16 runs' "and one sweep"
gives sweep preset:torus-5x5x5 "${long[@]}" -o whole.db
gives "${name[@]}" whole.db
cp out whole
cat >kill-db.py <<'END'
"""kill-db.py RUNS FILE PROGRAM ARGUMENT...: kill it once the library has so many runs."""
import os, sqlite3, subprocess, sys, time
runs, name = int(sys.argv[1]), sys.argv[2]
process = subprocess.Popen(sys.argv[3:], stdin=subprocess.DEVNULL)
end = time.time() + 60
def count():
    try:
        db = sqlite3.connect(f"file:{name}?mode=ro", uri=True)
        n = db.execute("SELECT count(*) FROM run").fetchone()[0]
        db.close()
        return n
    except sqlite3.Error:
        return 0
while process.poll() is None and time.time() < end and (not os.path.exists(name) or count() < runs):
    time.sleep(0.002)
process.kill()
print(process.wait(60))
END
for runs in 1 4 9; do
  is "$(python3 kill-db.py $runs killed.db "$program" sweep preset:torus-5x5x5 "${long[@]}" -o killed.db)" -9 \
    "killed after $runs runs"
  run library show 'Torus 5x5x5' --json --database killed.db
  json '0 < it["sweeps"][0]["done"] < 16 and it["sweeps"][0]["state"] == "unfinished"' \
    "some of it is there"
done
# While another program is at work on it, the list says so, and only then.
cat >alive.py <<'END'
import json, os, signal, subprocess, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
program, name, points = sys.argv[1], "alive.db", ["--vary", "scenario.seed=1:2000:1", "--jobs", "1"]
def state():
    it = subprocess.run([program, "library", "show", "Torus 5x5x5", "--json", "--database", name],
                        capture_output=True)
    sweeps = json.loads(it.stdout)["sweeps"] if it.returncode == 0 else []
    return sweeps[0]["state"] if sweeps and sweeps[0]["done"] > 0 else None
def start():
    process = subprocess.Popen([program, "sweep", "preset:torus-5x5x5", *points, "-o", name],
                               stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    end = time.time() + 60
    while time.time() < end and state() != "running":
        time.sleep(0.05)
    return process
said = []
for number in (signal.SIGKILL, signal.SIGINT):
    process = start()
    said += [process.poll(), state()]
    process.send_signal(number)
    process.wait(60)
    said.append(state())
# The last of two leaves nothing but the library.
first, second = start(), start()
second.send_signal(signal.SIGINT)
second.wait(60)
said.append(state())
first.send_signal(signal.SIGINT)
first.wait(60)
said += [state(), os.path.exists(name + "-sweeps")]
print(*said)
END
is "$(python3 alive.py "$program")" \
  "None running unfinished None running stopped running stopped False" "running while it runs"
run sweep preset:torus-5x5x5 "${long[@]}" -o killed.db
grep -qx 'dateline-cli: killed\.db: [0-9]* of 16 points are already done' err
ok "and goes on"
gives "${name[@]}" killed.db
cmp -s out whole
ok "row by row as in one go"
"$program" sweep preset:torus-5x5x5 "${long[@]}" -o two.db --jobs 1 2>two.err &
run sweep preset:torus-5x5x5 "${long[@]}" -o two.db --jobs 1
wait $!
is "$? $status $(cat two.err err | grep -v 'are there already')" "0 0 " "two at once"
gives "${name[@]}" two.db
cmp -s out whole
ok "come to the same"
for shard in 2/3 1/3 3/3; do
  gives sweep preset:torus-5x5x5 "${long[@]}" -o "part-${shard%/3}.db" --shard $shard
done
gives library import part-3.db part-1.db part-2.db --database merged.db
gives "${name[@]}" merged.db
cmp -s out whole
ok "shards put together"
run library show 'Torus 5x5x5' --json --database merged.db
json 'len(it["sweeps"]) == 1 and it["sweeps"][0]["state"] == "done"' "are the whole sweep"

# Only analysed.
gives sweep preset:torus-5x5x5 --static --vary 'torus.datelines=4;4;4,1;2;3' --vary torus.vc-policy=initial,output-crossing \
  -o static.csv
head -1 static.csv | grep -qv latency
ok "no column of a run"
python3 - "$program" >why 2>&1 <<'END'
import csv, json, subprocess, sys
for row in csv.DictReader(open("static.csv")):
    sets = sum((["--set", f"{k}={row[k]}"] for k in ("torus.datelines", "torus.vc-policy")), [])
    it = json.loads(subprocess.run([sys.argv[1], "analyze", "preset:torus-5x5x5", "--json", *sets],
                                   check=True, capture_output=True).stdout)
    for d in it["dimensions"]:
        assert float(row["vc_balance_mean_" + d["dimension"]]) == d["vc_balance_mean"], row
        assert float(row["max_load_" + d["dimension"]]) == d["max_load"], row
END
ok "as analyze by itself"
gives sweep preset:torus-5x5x5 --static --vary traffic.load=0.1,0.3 -o one.db
gives sweep preset:torus-5x5x5 --vary traffic.load=0.1,0.3 --cycles 500 --warmup 100 -o one.db
ok "what is only analysed is another point than what is simulated"

# Values with commas, options that are keys, one point.
gives sweep preset:ring-8 --vary 'torus.broken-links=,1\,0\,0:x+' --cycles 500 --warmup 100 -o b.csv
python3 -c 'import csv
assert [r["torus.broken-links"] for r in csv.DictReader(open("b.csv"))] == ["", "1,0,0:x+"]' 2>why
ok "a list of faults"
printf 'src,dst,bytes\n0,1,64\n' >a.csv
printf 'src,dst,bytes\n0,3,64\n1,2,640\n' >b,c.csv
gives sweep preset:ring-8 --set traffic.pattern=matrix --set traffic.matrix=a.csv \
  --vary 'traffic.matrix=a.csv,b\,c.csv' --cycles 5000 --warmup 0 -o m.csv
python3 - "$program" >why 2>&1 <<'END'
import csv, json, subprocess, sys
rows = list(csv.DictReader(open("m.csv")))
assert [r["traffic.matrix"] for r in rows] == ["a.csv", "b,c.csv"]
for r in rows:
    it = json.loads(subprocess.run([sys.argv[1], "simulate", "preset:ring-8", "--set", "traffic.pattern=matrix",
        "--set", "traffic.matrix=" + r["traffic.matrix"], "--cycles", "5000",
        "--warmup", "0", "--json"], check=True, capture_output=True).stdout)
    assert it["digest"] == r["digest"], r
END
ok "files by their names"
gives sweep preset:ring-8 --cycles 500 -o p.csv
is "$(wc -l <p.csv)" 2 "a single point"
gives sweep preset:torus-5x5x5 --vary 'torus.datelines=4;4;4,-1;-1;-1' --set traffic.load=saturated \
  --cycles 20000 --warmup 5000 -o d.csv
is "$(python3 -c 'import csv
for r in csv.DictReader(open("d.csv")): print(r["deadlocked"], r["deadlock_free"], r["offered_load"])' \
  | tr '\n' ';')" "0 1 ;1 0 ;" "a deadlock is a result"

# Values that grow by a factor are those that are listed.
gives sweep preset:ring-8 --static --vary 'router.age-clock-period=2:4096:*2' -o factor.csv
gives sweep preset:ring-8 --static --vary router.age-clock-period=2,4,8,16,32,64,128,256,512,1024,2048,4096 \
  -o listed.csv
is "$(cut -d, -f1 factor.csv)" "$(cut -d, -f1 listed.csv)" "FROM:TO:*FACTOR is the list it stands for"

# What is refused, and why.
sweep=(sweep preset:ring-8 -o bad.csv)
fails 2 '--vary router\.x: .*' "${sweep[@]}" --vary router.x=1,2
fails 2 '--vary .*traffic\.load.* has no = .*' "${sweep[@]}" --vary traffic.load
fails 2 '--vary traffic\.load: .*' "${sweep[@]}" --vary traffic.load=0.1,1.5
fails 2 '--vary traffic\.load: .*' "${sweep[@]}" --vary traffic.load=0.1,,0.5
fails 2 '--vary traffic\.load: .*FROM:TO:STEP.*' "${sweep[@]}" --vary traffic.load=0.5:0.1:0.1
fails 2 '--vary router\.age-clock-period: .*FROM:TO:\*FACTOR.*' "${sweep[@]}" --vary 'router.age-clock-period=0:8:*2'
fails 2 '--vary router\.age-clock-period: .*FROM:TO:\*FACTOR.*' "${sweep[@]}" --vary 'router.age-clock-period=2:8:*1'
fails 2 '--vary router\.age-clock-period: .*' "${sweep[@]}" --vary 'router.age-clock-period=2:8:*x'
fails 2 '--vary traffic\.load: .*0\.10.*0\.1.*' "${sweep[@]}" --vary traffic.load=0.1,0.10
fails 2 '--vary traffic\.load: this key is already varied .*' "${sweep[@]}" --vary traffic.load=0.1 --vary traffic.load=0.2
fails 2 '--vary torus\.radix: .*' "${sweep[@]}" --vary 'torus.radix=8;1;1,0;1;1'
fails 2 '--vary traffic\.load: too many values .*' "${sweep[@]}" --vary traffic.load=0:1:0.0000001
fails 2 '--vary: too many points .*' "${sweep[@]}" --vary traffic.load=0:1:0.001 --seeds 1000
fails 2 '--vary traffic\.matrix: .*nowhere\.csv.*' "${sweep[@]}" --vary traffic.matrix=nowhere.csv
fails 2 '--vary simulation\.threads: .*' "${sweep[@]}" --vary simulation.threads=1,2
fails 2 '--seeds: .*' "${sweep[@]}" --seeds 0
fails 2 '--jobs: .*' "${sweep[@]}" --jobs none
fails 2 '--cycles: .*' "${sweep[@]}" --cycles 0
fails 2 '--set traffic\.load: .*' "${sweep[@]}" --set traffic.load=x
fails 2 'simulation\.warmup-cycles: .*' "${sweep[@]}" --cycles 100 --warmup 100
fails 2 'sweep: the file is missing .*' sweep preset:ring-8
fails 2 '--shard: .*I/N.*' "${sweep[@]}" --shard 3/2
fails 2 '--shard: .*' "${sweep[@]}" --shard 0/2
fails 2 '--shard: .*' "${sweep[@]}" --shard half
fails 2 'sweep: a static analysis has no seeds .*' "${sweep[@]}" --static --seeds 2
fails 2 '.*nowhere\.dateline.*' sweep nowhere.dateline -o bad.db
fails 2 '-o bad\.txt: unknown file name extension .*' sweep preset:ring-8 -o bad.txt
fails 2 '.*: .*directory.*' sweep preset:ring-8 -o nowhere/bad.csv
fails 2 'nowhere\.dateline: .*' sweep nowhere.dateline -o bad.csv
[ ! -e bad.csv ] && [ ! -e bad.txt ] && [ ! -e bad.db ]
ok "no file where there is no result"
echo "my,own,figures" >mine.csv
fails 2 'mine\.csv:1: these are not the columns .*' sweep preset:ring-8 -o mine.csv
echo -n "mine" >torn-mine.csv
fails 2 'torn-mine\.csv:1: these are not the columns .*' sweep preset:ring-8 -o torn-mine.csv
(cat p.csv; echo "1,2,3") >q.csv
fails 2 'q\.csv:3: this is not a row .*' sweep preset:ring-8 --cycles 500 -o q.csv
is "$(cat mine.csv torn-mine.csv)" $'my,own,figures\nmine' "what is somebody's stays"
fails 2 '-o mine: .*' sweep preset:ring-8 -o mine
mkfifo pipe.csv
fails 2 '-o pipe\.csv: this is not a regular file .*' sweep preset:ring-8 -o pipe.csv
if [ -w /dev/full ]; then
  (ulimit -f 1; run sweep preset:torus-5x5x5 "${points[@]}" -o full.csv; cat err; exit $status) >said
  is "$? $(cat said)" \
    "3 dateline-cli: full.csv: File too large; $(($(wc -l <full.csv) - 1)) of 16 points are saved" \
    "no room, and how many points are saved"
  # A library, too: its first pages fit, some of the points do.
  (ulimit -f 280; "$program" sweep preset:ring-8 --vary traffic.load=0.001:0.5:0.001 --static \
    --jobs 1 -o full.db >out 2>said)
  is "$?" 3 "no room in a library"
  safe=$(python3 -c 'import sqlite3
print(sqlite3.connect("full.db").execute("SELECT count(*) FROM sweep_point").fetchone()[0])' 2>&1)
  said=$(sed -nE 's/^dateline-cli: full\.db: .*; ([0-9]+) of 500 points are saved \(.*\)$/\1/p' said)
  [ -n "$said" ] && [ "$said" -gt 0 ] || { cat said; false; } >why
  ok "how many points are saved in the library: $said"
  is "$said" "$safe" "and that many are there"
  # A library that could not be made leaves nothing: not an empty file, and no empty library.
  for blocks in 4 8 40 100 120 140; do
    (trap '' XFSZ; ulimit -f $blocks; "$program" sweep preset:ring-8 --vary traffic.load=0.1,0.2 --static \
      -o new.db >out 2>said)
    is "$?" 3 "no room for a new library in $blocks kB"
    [ ! -e new.db ] || python3 -c 'import sqlite3, sys
sys.exit(sqlite3.connect("new.db").execute("SELECT count(*) FROM scenario").fetchone()[0] == 0)'
    ok "and no library without a scenario is left"
    [ $blocks -gt 100 ] || ! compgen -G 'new.db*' >why
    ok "nor any file of one that was not made"
    rm -f new.db*
  done
  # Repeated where it has no room even to begin: another program keeps the log as it is.
  gives library save preset:ring-8 --database held.db
  coproc holder { exec python3 -c 'import sqlite3, sys
it = sqlite3.connect("held.db").execute("SELECT * FROM sqlite_master")
it.fetchone()
print(flush=True)
sys.stdin.read()'; }
  read -r _ <&"${holder[0]}"
  for blocks in 300 150; do
    (ulimit -f $blocks; "$program" sweep preset:ring-8 --vary traffic.load=0.001:0.5:0.001 \
      --static --jobs 1 -o held.db >out 2>said-$blocks)
  done
  end=${holder[1]}
  exec {end}>&-
  wait "$holder_PID" 2>/dev/null
  cmp -s said-300 said-150 || { cat said-300 said-150; false; } >why
  ok "and told again where it cannot begin"
  run sweep preset:torus-5x5x5 "${points[@]}" -o full.csv
  cmp -s one.csv full.csv
  ok "and goes on when there is"
fi

finish
