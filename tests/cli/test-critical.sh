#!/usr/bin/env bash
# critical: what breaking each cable would do, against breaking it.
# shellcheck source-path=SCRIPTDIR
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"

gives critical preset:mesh-4x4
same critical-mesh-4x4.txt
gives critical preset:ring-8 --csv
same critical-ring-8.csv
gives critical preset:ring-8 --json
same critical-ring-8.json
cp out ring.json

# Keys, order and completeness.
json 'list(it) == ["format", "kind", "name", "cables", "now", "critical"]' "the keys"
json 'it["cables"] == len(it["critical"]) == 8' "every cable"
json '[c["rank"] for c in it["critical"]] == sorted(c["rank"] for c in it["critical"])' "ranked"

# Each row is what analyze says of the network with that cable broken.
"$program" critical preset:torus-5x5x5 --json --set torus.datelines='0;0;1' >out 2>err
python3 - "$program" out >why 2>&1 <<'END'
import json, subprocess, sys

program, name = sys.argv[1:]
it = json.load(open(name, encoding="utf-8"))
assert len(it["critical"]) == 375
effects = set()
for c in it["critical"][::23] + [c for c in it["critical"] if c["cable"] == "2,2,1:z+"]:
    one = json.loads(subprocess.check_output(
        [program, "analyze", "preset:torus-5x5x5", "--json", "--set", "torus.datelines=0;0;1",
         "--set", "torus.broken-links=" + c["cable"]]))
    for key in ("unreachable_pairs", "dropped_pairs", "illegal_pairs", "mean_hops"):
        assert one[key] == c[key], (c, key, one[key])
    assert max(d["max_load"] for d in one["dimensions"]) == c["max_load"], c
    effects.add(c["effect"])
assert len(effects) > 1, effects
cut = [c for c in it["critical"] if c["cable"] == "2,2,1:z+"]
assert [(c["effect"], c["undelivered_more"]) for c in cut] == [("cut", 75)], cut
END
ok "each cable as analyze has it broken"

# The same cable with the rules to the letter: it can deadlock (model.md 3).
run critical preset:torus-5x5x5 --json --set 'torus.datelines=0;0;1' --set torus.engine=xt-literal
json '[(c["effect"], c["deadlock_free"], c["illegal_pairs"]) for c in it["critical"]
  if c["cable"] == "2,2,1:z+"] == [("deadlock", False, 75)]' "can deadlock by xt-literal"

# The figure shows the same severities.
gives critical preset:mesh-4x4 --csv
tail -n +2 out | awk -F, '{ printf "%s %s %s %s %.5f\n", $2, $3, $4, $5, $7 }' | sort >severities
gives figure ring-matrix preset:mesh-4x4 --metric critical --csv
grep '^[xyz]+,' out | awk -F, '{ printf "%s %s %s %s %.5f\n", $2, $3, $4, $1, $8 }' | sort \
  | cmp -s - severities
ok "a figure of them"
gives figure ring-matrix preset:mesh-4x4 --metric critical -o critical.png

# --top
gives critical preset:mesh-4x4 --top 3 --csv
is "$(wc -l <out)" 4 "three rows and their heads"
gives critical preset:mesh-4x4 --top 999 --csv
is "$(wc -l <out)" 25 "not more than there are"
gives critical preset:torus-5x5x5
is "$(grep -c ':[xyz]+' out)" 20 "twenty in text"
gives critical preset:torus-5x5x5 --top 30
is "$(grep -c ':[xyz]+' out)" 30 "or as many as asked for"
fails 2 '--top: “0” is out of range \(expected 1 to .*\)' critical preset:ring-8 --top 0
fails 2 '--top: “few” is not a whole number \(.*\)' critical preset:ring-8 --top few
fails 2 'analyze has no option --top \(.*\)' analyze preset:ring-8 --top 3

# Nothing to break.
gives critical preset:ring-8 --set 'torus.radix=1;1;1'
grep -q 'no working cable' out
ok "one node: nothing to break"
gives critical preset:ring-8 --json --set 'torus.radix=1;1;1'
json 'it["cables"] == 0 and it["critical"] == [] and it["now"]["max_load"] is None' "nor in JSON"
gives critical preset:ring-8 --csv --set torus.broken-links=3,0,0:x+
is "$(wc -l <out) $(grep -c ',3,0,0,x+,' out)" "8 0" "what is broken is not listed"
fails 2 'nowhere\.dateline: .*' critical nowhere.dateline

# Progress for people, and Ctrl+C.
cat >terminal.py <<'END'
"""terminal.py PROGRAM ARGUMENT...: interrupted once there is progress on standard error, which is a
terminal; the status, whether there was, and how it ended."""
import os, pty, signal, subprocess, sys

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
ours, theirs = pty.openpty()
process = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                           stderr=theirs)
os.close(theirs)
said, sent = b"", False
while True:
    try:
        piece = os.read(ours, 4096)
    except OSError:
        break
    if not piece:
        break
    said += piece
    if b" %" in said and not sent:
        process.send_signal(signal.SIGINT)
        sent = True
print(process.wait(60), b" %" in said, said.endswith(b"dateline-cli: stopped\r\n"),
      len(process.stdout.read()))
END
is "$(python3 terminal.py "$program" critical preset:torus-32x32x32)" "3 True True 0" \
  "progress, and stopped by Ctrl+C without a piece of a result"

# A saturation load that depends on what packets choose is a bound; one that does not is none.
run critical preset:cascade-2 --top 1
grep -q '^ *no change .* ≤ 0\.2953 ' out && grep -q '^ *1 .* ≤ 0\.1772 ' out
ok "a bound is marked in each row"
run critical preset:fat-tree-16 --top 1
! grep -q ≤ out
ok "and what is none is not"

finish
