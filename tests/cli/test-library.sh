#!/usr/bin/env bash
# library: scenarios go in and come out as they were.
# shellcheck source-path=SCRIPTDIR
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"

db=(--database library.db)
names ()
{
  "$program" library list "${db[@]}" | cut -f 1 | sort | tr '\n' '|'
}

# Nothing yet.
gives library list
is "$(cat out)" "" "an empty library of one's own"
[ ! -e home/data/dateline ]
ok "which listing does not make"

# In and out.
gives library save preset:ring-8 "${db[@]}"
is "$(cat out)" "Ring of 8" "save says the name"
gives library save preset:torus-5x5x5 --set 'torus.broken-links=1,2,2:x+;3,3,3:z+' \
  --set 'scenario.name=Fünf' "${db[@]}"
is "$(names)" "Fünf|Ring of 8|" "both are there"
run library list "${db[@]}"
grep -q $'^Ring of 8\t.*8x1x1' out && grep -q $'^Fünf\t.*5x5x5' out
ok "list: name, tab, description"
# Names need not be unique, numbers are.
number=$(sed -nE $'s/^Fünf\t.*\tnumber ([0-9]+)$/\\1/p' out)
gives library show "$number" "${db[@]}"
grep -qx 'name=Fünf' out
ok "the number that list shows is one to name it by"
gives library list "${db[@]}" --json
json '[e["name"] for e in it["scenarios"]] == ["Fünf", "Ring of 8"]' "list as JSON, latest first"
gives library list 5x5x5 "${db[@]}"
is "$(cut -f 1 out)" "Fünf" "list what is searched for"
gives library show Fünf "${db[@]}"
grep -q '^broken-links=1,2,2:x+;3,3,3:z+$' out
ok "show is the scenario as a file"
cp out shown
gives library export Fünf -o five.dateline "${db[@]}"
cmp -s five.dateline shown
ok "export writes what show shows"
gives analyze five.dateline --json
cp out from-file
gives analyze library:Fünf --json "${db[@]}"
cmp -s out from-file
ok "library:NAME is a scenario for every command"
gives route library:Fünf --from 0,2,2 --to 2,2,2 "${db[@]}"
gives new library:Fünf -o new.dateline "${db[@]}"
gives analyze new.dateline --json
cmp -s out from-file
ok "new takes it too"

# Names stay apart.
gives library import five.dateline "${db[@]}"
is "$(cat out)" "Fünf (2)" "import does not overwrite"
"$program" library save - --name Piped "${db[@]}" <five.dateline >out 2>err
is "$? $(cat out err)" "0 Piped" "from standard input, under another name"
gives library save preset:mesh-4x4 --name Piped --replace "${db[@]}"
is "$(cat out)" "Piped" "--replace keeps the name"
is "$(names)" "Fünf|Fünf (2)|Piped|Ring of 8|" "nothing is there twice"
gives library list "${db[@]}" --json
json '{e["name"]: e["edits"] for e in it["scenarios"]} ==
  {"Fünf": 0, "Fünf (2)": 0, "Piped": 1, "Ring of 8": 0}' "--replace is an edit that can be undone"
gives library show Piped "${db[@]}"
grep -q '^radix=4;4;1$' out
ok "with the new contents"

# Out.
gives library remove 'Fünf (2)' "${db[@]}"
is "$(names)" "Fünf|Piped|Ring of 8|" "remove"
gives library import five.dateline "${db[@]}"
is "$(cat out)" "Fünf (2)" "a removed name is free again"

# A round trip of everything keeps everything.
printf '%s\n' '[scenario]' 'format=1' 'name=Everything' 'seed=7' 'colour=red' '[torus]' \
  'radix=4;5;6' 'wrap=true;false;true' 'datelines=1;-1;2' 'tie=parity' 'vc-policy=neighbors' \
  'broken-channels=1,1,1:z-' 'broken-nodes=3,4,5' '[router]' 'ejection-rate=0.1' \
  'age-rr-select=0x00000000ffffffff' '[traffic]' 'pattern=tornado' 'load=saturated' '[layout]' \
  'zoom=2' >everything.dateline
run library import everything.dateline "${db[@]}"
is "$status $(cat out)" "0 Everything" "import"
run library export Everything "${db[@]}" -o again.dateline
run new everything.dateline
cp out first
run new again.dateline
cmp -s out first
ok "nothing is lost on the way"

# The default is in the user's data directory.
gives library save preset:ring-8
[ -s home/data/dateline/library.db ]
ok "the library is in XDG_DATA_HOME"
gives analyze 'library:Ring of 8' --csv

# What is not there, or not understood.
fails 2 '.*Nobody.*library\.db.*' library show Nobody "${db[@]}"
fails 2 '.*Nobody.*library\.db.*' library remove Nobody "${db[@]}"
fails 2 '.*Nobody.*library\.db.*' analyze library:Nobody "${db[@]}"
fails 2 'library show: an argument is missing \(.*\)' library show "${db[@]}"
fails 2 'library show: too many arguments \(.*\)' library show a b "${db[@]}"
fails 2 'library: “burn” is not an action \(expected one of: .*\)' library burn "${db[@]}"
fails 2 'nowhere: there is no such file \(.*\)' library import nowhere "${db[@]}"
fails 2 'library remove does not take --json \(.*\)' library remove Piped --json "${db[@]}"
fails 2 'library show does not take --set \(.*\)' library show Piped --set torus.tie=parity "${db[@]}"
fails 2 'library remove does not take --replace \(.*\)' library remove Piped --replace "${db[@]}"
fails 2 'library save does not take --old-versions \(.*\)' library save preset:ring-8 --old-versions "${db[@]}"
fails 2 '--name: scenario\.name: .* \(.*\)' library save preset:ring-8 --name '' "${db[@]}"
fails 2 '.*nowhere\.db.*' library remove x --database nowhere.db
[ ! -e nowhere.db ]
ok "removing makes no library"

# What people say of scenarios, and searching for it.
gives library tag Fünf "${db[@]}" 'For the report' faulty
gives library tag Fünf "${db[@]}" FAULTY
gives library tag Fünf "${db[@]}"
is "$(cat out)" $'FAULTY\nFor the report' "tags, each once whatever its case"
gives library note Fünf 'Zwei Kabel fehlen seit Mai.' "${db[@]}"
gives library note Fünf "${db[@]}"
is "$(cat out)" "Zwei Kabel fehlen seit Mai." "a note"
printf 'Two lines\nof it\n' | "$program" library note Piped - "${db[@]}" >out 2>err
gives library note Piped "${db[@]}"
is "$(cat out)" $'Two lines\nof it' "a note from standard input"
for words in 'REPORT kabel' 'fün ma' 'ulty 5x5'; do
  # shellcheck disable=SC2086
  run library search $words "${db[@]}"
  is "$status $(cut -f 1 out)" "0 Fünf" "search $words"
done
gives library search report ring "${db[@]}"
is "$(cat out)" "" "search for what no scenario has all of"
gives library untag Fünf faulty nothing "${db[@]}"
gives library list "${db[@]}" --json
json '[e["tags"] for e in it["scenarios"] if e["name"] == "Fünf"] == [["For the report"]]' "untag"
gives library show Fünf --json "${db[@]}"
json 'it["note"] == "Zwei Kabel fehlen seit Mai." and it["sweeps"] == [] and "runs" not in it' "show as JSON"
fails 2 'This is not a valid tag: .*' library tag Fünf '' "${db[@]}"
fails 2 'library note: an argument is missing \(.*\)' library note "${db[@]}"

# A scenario with its history, remarks and results in one file, and back.
vary=(--vary 'traffic.load=0.1,0.2' --set simulation.cycles=500 --set simulation.warmup-cycles=100)
gives sweep library:Fünf "${db[@]}" "${vary[@]}" -o library.db
gives library list 'fünf (3)' --runs "${db[@]}"
is "$(cut -f 1,3,4 out)" $'Fünf (3)\t1 sweep\t2 runs' "what is swept is a scenario of its own"
gives library export 'Fünf (3)' -o carried.db "${db[@]}"
[ ! -s out ] && [ ! -e carried.db-wal ]
ok "export to a library"
gives library import carried.db --database elsewhere.db
is "$(cat out)" "Fünf (3)" "import says the name"
for what in '--runs --csv' ''; do
  # shellcheck disable=SC2086
  gives library show 'Fünf (3)' $what "${db[@]}"
  cp out here
  # shellcheck disable=SC2086
  gives library show 'Fünf (3)' $what --database elsewhere.db
  cmp -s out here
  ok "the same there ($what)"
done
gives library import carried.db five.dateline carried.db "${db[@]}"
is "$(cat out)" $'Fünf (3)\nFünf (4)' "libraries and scenarios, in order, once is enough"
gives library list --csv --runs "${db[@]}"
python3 - >why 2>&1 <<'END'
import csv
rows = {r["name"]: r for r in csv.DictReader(open("out", encoding="utf-8"))}
assert rows["Fünf (3)"]["runs"] == "2" and rows["Fünf (4)"]["runs"] == "0", rows
assert int(rows["Fünf (3)"]["bytes"]) > int(rows["Fünf (4)"]["bytes"]) > 0
assert rows["Fünf"]["tags"] == "For the report"
END
ok "list as CSV, with what they take up"
fails 2 'library import: --set, --name and --replace .*' library import carried.db --name X "${db[@]}"
head -c 30000 carried.db >cut.db
before=$(names)
fails 2 '.*cut\.db.*' library import cut.db "${db[@]}"
python3 -c 'import sqlite3
sqlite3.connect("carried.db").execute("CREATE VIEW trap AS SELECT * FROM run")'
fails 2 '.*carried\.db.*tables.*' library import carried.db "${db[@]}"
is "$(names)" "$before" "what is refused leaves nothing behind"

# Out for good.
gives library remove 'Fünf (3)' "${db[@]}"
gives library remove 'Fünf (4)' "${db[@]}"
gives library clean --json "${db[@]}"
json 'it["removed"]["scenarios"] >= 2 and it["removed"]["runs"] == 2 and it["old-versions"]["runs"] == 0' \
  "what could go"
gives library clean --removed "${db[@]}"
grep -qx 'runs removed: 2' out
ok "and goes"
gives library clean --json "${db[@]}"
json 'it["removed"] == {"scenarios": 0, "sweeps": 0, "runs": 0}' "nothing is left of it"

# A disk that is full, a file that may not be written, another instance that holds it: status 3, and
# the library is as it was.
before=$(names)
# A limit of files stands for the disk.
(
  ulimit -f 8
  "$program" library save preset:torus-5x5x5 --database full.db >out 2>err
)
is "$? $(wc -l <err)" "3 1" "a full disk"
(
  ulimit -f 8
  "$program" library export Fünf "${db[@]}" -o full-export.db >out 2>err
)
status=$?
grep -q 'full-export\.db”' err && ! grep -q 'part' err
is "$status $? $(wc -l <err)" "3 0 1" "an export to a full disk names the file that was asked for"
is "$(echo full-export.db*)" "full-export.db*" "and leaves nothing"
python3 - "$program" <<'END'
import sqlite3, subprocess, sys
db = sqlite3.connect("library.db", isolation_level=None)
db.execute("BEGIN EXCLUSIVE")
with open("out", "wb") as out, open("err", "wb") as err:
    code = subprocess.call([sys.argv[1], "library", "save", "preset:ring-8", "--database",
                            "library.db"], stdout=out, stderr=err)
db.execute("ROLLBACK")
sys.exit(code)
END
is "$? $(wc -l <err)" "3 1" "a locked library"
if [ "$(id -u)" -ne 0 ]; then
  user=(env)
else
  user=(setpriv --reuid=65534 --regid=65534 --clear-groups)
  chmod 755 "$work"
fi
mkdir folder
cp library.db folder/read-only.db
chmod 555 folder
chmod 444 folder/read-only.db
if "${user[@]}" test -x "$program" 2>/dev/null; then
  "${user[@]}" "$program" library save preset:ring-8 --database folder/read-only.db >out 2>err
  is "$? $(wc -l <err)" "3 1" "a library that may not be written"
  "${user[@]}" "$program" library list --database folder/read-only.db >out 2>err
  is "$? $(cut -f 1 out | sort | tr '\n' '|')" "0 $before" "but read"
  "${user[@]}" "$program" library save preset:ring-8 --database folder/new.db >out 2>err
  is "$? $(wc -l <err)" "3 1" "a folder that may not be written"
else
  skip "a library that may not be written" "another user cannot run the program here"
fi
is "$(names)" "$before" "the library is as it was"

finish
