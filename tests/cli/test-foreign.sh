#!/usr/bin/env bash
# What came from somebody else: scenario files that name the user's own, text that steers a terminal
# or a spreadsheet, pipes that nobody writes to, libraries put in the place of one that is open.
# shellcheck source-path=SCRIPTDIR
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"

# Files that a scenario names ------------------------------------------------------------------

mkdir got got/inside
secret=HUNTER2-OF-THE-USER
printf '0,0,0\n# %s\n1,0,0\n2,0,0\n' $secret >nodes.txt
printf '0,1,8\n# %s\n1,0,8\n' $secret >sends.csv
printf '# %s\nc0-0c0s0 nothing\n' $secret >cabling.txt
cp nodes.txt got/inside/nodes.txt
cp sends.csv got/inside/sends.csv
ln -s "$work/nodes.txt" got/link.txt
ln -s .. got/up
ln -s inside got/in

# scenario PATTERN LINE...: got/x.dateline, a torus
scenario ()
{
  printf '[torus]\nradix=8;1;1\n[traffic]\npattern=%s\n' "$1" >got/x.dateline
  shift
  printf '%s\n' "$@" >>got/x.dateline
}

# Nothing of such a file gets anywhere if the pattern does not use it, wherever it lies.
for file in "$work/nodes.txt" ../nodes.txt link.txt up/nodes.txt inside/nodes.txt; do
  for key in placement matrix; do
    scenario uniform "$key=$file"
    rm -rf "$work/home/data"
    run library save got/x.dateline --name x
    is "$status" 0 "$key=$file: saved"
    run figure ring-matrix library:x -o x.csv && run library export x -o x.db
    [ "$file" != inside/nodes.txt ] || for kind in svg pdf png; do # slow
      run figure ring-matrix got/x.dateline -o x.$kind
    done
    ! grep -rqa $secret home/data x.*
    ok "$key=$file: not read, as it is not used"
    rm -f x.db
  done
done
printf '[torus]\nradix=8;1;1\n[dragonfly]\ninterconnect=%s\n' "$work/cabling.txt" >got/x.dateline
run analyze got/x.dateline
is "$status" 0 "nor the cabling of a dragonfly"

# One that is used must lie in the folder.
outside='is outside the scenario’s folder \(copy it there, or use --set'
for file in "$work/nodes.txt" ../nodes.txt link.txt up/nodes.txt inside/../../nodes.txt; do
  scenario all-to-all message-bytes=64 "placement=$file"
  fails 2 "got/x\\.dateline:6: traffic\\.placement: “.*\\.txt” $outside traffic\\.placement=FILE\\)" \
    analyze got/x.dateline
done
scenario matrix matrix=../sends.csv
fails 2 "got/x\\.dateline:5: traffic\\.matrix: “got/\\.\\./sends\\.csv” $outside traffic\\.matrix=FILE\\)" \
  analyze got/x.dateline
printf '[scenario]\nkind=dragonfly\n[dragonfly]\ninterconnect=../cabling.txt\n' >got/x.dateline
fails 2 "got/x\\.dateline:4: dragonfly\\.interconnect: “got/\\.\\./cabling\\.txt” $outside dragonfly\\.interconnect=FILE\\)" \
  analyze got/x.dateline
scenario all-to-all message-bytes=64 placement=../missing.txt
fails 2 "got/x\\.dateline:6: traffic\\.placement: .* $outside .*" analyze got/x.dateline

# In there it is found, by a link, too, and from any working directory.
for file in inside/nodes.txt in/nodes.txt ./inside/../inside/nodes.txt; do
  scenario all-to-all message-bytes=64 "placement=$file"
  gives analyze got/x.dateline --json
  json 'it["pairs"] == 6' "placement=$file: three ranks"
done
cp got/x.dateline x.dateline && cp -r got/inside .
gives analyze x.dateline --json
json 'it["pairs"] == 6' "beside a file in the working directory"
"$program" analyze - --json <x.dateline >out 2>err
json 'it["pairs"] == 6' "beside standard input"

# The user may choose any, even where the scenario names one that it must not.
for file in "$work/nodes.txt" inside/nodes.txt; do
  scenario all-to-all message-bytes=64 "placement=$file"
  gives analyze got/x.dateline --set "traffic.placement=$work/nodes.txt" --json
  json 'it["pairs"] == 6' "placement=$file, but --set"
done
scenario uniform
printf 'root:x:0:0:root:/root:/bin/bash\n' >users.txt
fails 2 '--set traffic\.placement: users\.txt:1: this is not a placement \(.*\)' \
  analyze got/x.dateline --set traffic.placement=users.txt

# Spreadsheets and terminals -------------------------------------------------------------------

rm -rf home/data
formula='=HYPERLINK("http://x","y")'
turned=$'ab\u202ecd'
steering=$'\e]0;title\a\e[2J'
gives library save preset:ring-8 --name "$formula"
gives library save preset:ring-8 --name "+1+cmd|' /C calc'!A0"
gives library tag "$formula" '@SUM(1)'
gives library list --csv
python3 - out >why 2>&1 <<'EOF' && rm why
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1], newline="")))
assert len(rows) == 2
for row in rows:
    for key in ("name", "summary", "tags"):
        assert row[key][:1] not in ("=", "+", "-", "@"), row
assert {row["name"] for row in rows} == {"'=HYPERLINK(\"http://x\",\"y\")", "'+1+cmd|' /C calc'!A0"}
assert "'@SUM(1)" in {row["tags"] for row in rows}
EOF
ok "no formulas in library list --csv"
gives compare "library:$formula" preset:ring-8 --csv
python3 - out >why 2>&1 <<'EOF' && rm why
import csv, sys
cells = [cell for row in csv.reader(open(sys.argv[1], newline="")) for cell in row]
assert any(cell.startswith("'=HYPERLINK") or "'=HYPERLINK" in cell for cell in cells), cells
assert not any(cell.startswith(("=", "@")) for cell in cells), cells
EOF
ok "nor in compare --csv"
sed "s/^name=.*//; s/^\[scenario\]/[scenario]\nname=$turned/" <(run new preset:ring-8 && cat out) >turned.dateline
gives library save turned.dateline
# What turns the direction of text does not enter the library.
plain='ab?cd'
printf 'a note %s\nof two lines%s\n' "$turned" "$steering" | "$program" library note "$plain" - 2>err
ok "a note"
cat >terminal.py <<'EOF'
"""terminal.py PROGRAM ARGUMENT...: what a terminal gets."""
import os, pty, sys
sys.stdout.flush()
said = []
def read(fd):
    data = os.read(fd, 65536)
    said.append(data)
    return b""
pid, fd = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], sys.argv[1:])
while True:
    try:
        data = os.read(fd, 65536)
    except OSError:
        break
    if not data:
        break
    said.append(data)
os.waitpid(pid, 0)
sys.stdout.buffer.write(b"".join(said))
EOF
cat >steers.lesson <<EOF
lesson: Steers
format: 1
start: preset:ring-8
step: a
say: Words$(printf '\u202e') of a lesson$steering.
EOF
for words in "library list" "library list --csv" "library list --json" "library show $plain" \
  "library note $plain" "lesson show steers.lesson" "analyze turned.dateline"; do
  read -ra arguments <<<"$words"
  python3 terminal.py "$program" "${arguments[@]}" >shown 2>&1
  [ -s shown ] && ! grep -qP '[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\xe2\x80[\x8e\x8f\xaa-\xae]|\xe2\x81[\xa6-\xa9]' shown || {
    od -c shown | head -20 >why
    false
  }
  ok "on a terminal: ${words//[^a-z. -]/?}"
done
run library note "$plain"
grep -q "a note $turned" out
ok "a file gets the note as it is"

# Pipes ----------------------------------------------------------------------------------------

mkfifo fifo nobody1 nobody2 nobody3
cat >limit.py <<'EOF'
"""limit.py PROGRAM ARGUMENT...: status and what was said, or "hangs"."""
import subprocess, sys
try:
    it = subprocess.run(sys.argv[1:], stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
    print(it.returncode, (it.stdout + it.stderr).decode().strip())
except subprocess.TimeoutExpired:
    print("hangs")
EOF
# Each waits some seconds for a writer: all at once, and the last for one that is slower than that.
"$program" new preset:ring-8 -o ring.dateline
python3 limit.py "$program" analyze nobody1 >said1 &
python3 limit.py "$program" counters nobody2 >said2 &
python3 limit.py "$program" lesson grade nobody3 >said3 &
slow () { until [ -s said1 ] && [ -s said2 ] && [ -s said3 ]; do sleep 0.1; done; cat ring.dateline; }
"$program" analyze <(slow) >slow.out 2>slow.err </dev/null &
slow=$!

is "$(python3 limit.py "$program" analyze preset:ring-8 --set traffic.placement=fifo)" \
  "2 dateline-cli: --set traffic.placement: fifo: this is not a regular file (expected a file)" "a placement"
is "$(python3 limit.py "$program" library list --database fifo)" \
  "2 dateline-cli: “$work/fifo” is not a regular file: use a different file for the library." "a library"
# With a writer, be it late, slow or gone already, it is read.
"$program" analyze fifo >late.out 2>late.err </dev/null &
late=$!
until readlink "/proc/$late/fd/"* | grep -qx "$work/fifo"; do kill -0 $late || break; done
timeout 60 sh -c 'cat ring.dateline >fifo'
wait $late && [ ! -s late.err ]
ok "a writer that comes late"
gives analyze <(cat ring.dateline)
wait $slow && [ ! -s slow.err ] && cmp -s slow.out out
ok "a writer that takes its time"
nobody="this is a pipe that no program writes to (open it for writing, or name a file)"
is "$(cat said1)" "2 dateline-cli: nobody1: $nobody" "a scenario"
is "$(cat said2)" "2 dateline-cli: nobody2: $nobody" "counters"
grep -q "no program writes to" said3
ok "a hand-in"
"$program" analyze /dev/stdin >out 2>err <ring.dateline
ok "/dev/stdin is a file"
cat ring.dateline | "$program" analyze /dev/stdin >out 2>err
ok "/dev/stdin is a pipe"
cat ring.dateline | "$program" analyze - >out 2>err
ok "standard input"
fails 2 '/dev/fd/[0-9]+:1: the file is empty .*' analyze <(true)

# A library that takes the place of one that is open --------------------------------------------

rm -rf home/data
for i in {1..40}; do
  "$program" library save preset:ring-8 --name "Backup $i" --database backup.db >/dev/null || break
done
"$program" library save preset:ring-8 --name First --database lib.db >/dev/null
cat >hold.py <<'EOF'
"""hold.py LIBRARY: open until standard input ends."""
import sqlite3, sys
it = sqlite3.connect(sys.argv[1])
it.execute("SELECT count(*) FROM scenario").fetchall()
print("open", flush=True)
sys.stdin.read()
EOF
coproc holder { exec python3 hold.py lib.db; }
read -r _ <&"${holder[0]}"
"$program" library save preset:ring-8 --name Second --database lib.db >/dev/null
ok "an edit that is in the log alone"
mv backup.db lib.db
run library list --database lib.db
is "$status $(grep -c '^Backup' out) $(grep -c '^First\|^Second' out)" "0 40 0" "all of the backup is there"
grep -q "was replaced by another file while it was open" err
ok "which is said"
gives library save preset:ring-8 --name Third --database lib.db
end=${holder[1]}
exec {end}>&-
wait "$holder_PID" 2>/dev/null
gives library list --database lib.db
is "$(grep -c '^Backup' out) $(grep -c '^Third' out)" "40 1" "and stays when the other program ends"
python3 - >why 2>&1 <<'EOF' && rm why
import sqlite3
assert sqlite3.connect("lib.db").execute("PRAGMA integrity_check").fetchall() == [("ok",)]
EOF
ok "and sound"
ls lib.db-wal-replaced-* >/dev/null 2>&1
ok "the log of the earlier library is kept"

finish
