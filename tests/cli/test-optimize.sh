#!/usr/bin/env bash
# optimize: the ranked positions, the datelines past the faults, the virtual channels; and the
# scenarios that they leave behind.
# shellcheck source-path=SCRIPTDIR
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"

# What is asked for must be clear.
fails 2 'optimize: .*missing \(choose --datelines, --vc or --past-faults\)' \
  optimize preset:torus-5x5x5
fails 2 'optimize: .* \(choose --datelines, --vc or --past-faults\)' \
  optimize preset:torus-5x5x5 --datelines --vc
fails 2 'optimize: .* \(choose --datelines, --vc or --past-faults\)' \
  optimize preset:torus-5x5x5 --datelines --vc --past-faults
fails 2 'optimize: .*' optimize --datelines
fails 2 '--json and --csv .*' optimize preset:torus-5x5x5 --datelines --json --csv
fails 2 'analyze has no option --datelines .*' analyze preset:torus-5x5x5 --datelines

# --datelines
gives optimize preset:torus-5x5x5 --datelines
same optimize-datelines.txt
gives optimize preset:torus-5x5x5 --datelines --csv
same optimize-datelines.csv
gives optimize preset:torus-5x5x5 --datelines --json
json 'list(it) == ["format", "kind", "name", "optimize", "combinations", "ranked", "evaluated",
  "exhaustive", "bound", "current", "candidates"]' "the keys and their order"
json '(it["optimize"], it["combinations"], it["ranked"], it["exhaustive"], len(it["candidates"]))
  == ("datelines", 125, 125, True, 10)' "all positions are ranked"
json 'it["evaluated"] < 125' "and not each of them analysed"
json 'all(list(c) == ["datelines", "unreachable_pairs", "dropped_pairs", "illegal_pairs",
  "deadlock_free", "vc_balance_mean", "dimensions", "max_load", "mean_hops", "reasons"]
  for c in it["candidates"] + [it["current"]])' "the keys of a position"
json 'it["current"]["datelines"] == [4, 4, 4] and "current" in it["current"]["reasons"]' "now"
json 'it["bound"] == it["candidates"][0]["vc_balance_mean"]
  == min(c["vc_balance_mean"] for c in it["candidates"]) < it["current"]["vc_balance_mean"]' \
  "the first is the bound, and better than now"
cp out ranking

# The improved scenario is what was promised, and keeps the rest.
gives new preset:torus-5x5x5 --set traffic.load=0.25 --set scenario.seed=7 -o before.dateline
printf '\n[layout]\nmine=yes\n' >>before.dateline
run optimize before.dateline --datelines -o after.dateline
is "$status" 0 "an improved scenario"
[ -s out ] && grep -q 'Proven:' out
ok "with its report on standard output"
grep -qx 'load=0.25' after.dateline && grep -qx 'seed=7' after.dateline \
  && grep -qx 'mine=yes' after.dateline && grep -q '^name=Torus 5x5x5$' after.dateline
ok "keeps all other keys"
run analyze after.dateline --json
cp out after.json
python3 - >why 2>&1 <<'END' && rm -f why
import json, math
after, best = json.load(open("after.json")), json.load(open("ranking"))["candidates"][0]
assert (after["unreachable_pairs"], after["illegal_pairs"]) == (0, 0), after
for d, b in zip(after["dimensions"], best["dimensions"]):
    assert d["vc_balance_mean"] == b["vc_balance_mean"], (d, b)
END
ok "and balances as the ranking says"
run optimize after.dateline --datelines --json
json 'it["candidates"][0]["datelines"] == it["current"]["datelines"]' "nothing is left to improve"

# On standard output the scenario is alone.
"$program" optimize preset:torus-5x5x5 --datelines -o - >alone.dateline 2>err && [ ! -s err ] \
  && "$program" check alone.dateline >/dev/null
ok "a pipe gets a scenario and nothing else"
fails 2 'nowhere/after.dateline: .* \(.*\)' optimize preset:torus-5x5x5 --datelines -o nowhere/after.dateline
[ ! -e nowhere ]
ok "nothing is left of what cannot be written"

# --past-faults: model.md 3's case.
cut=(--set 'torus.datelines=0;0;1' --set 'torus.broken-links=2,2,1:z+')
gives optimize preset:torus-5x5x5 --past-faults "${cut[@]}"
same optimize-past-faults.txt
gives optimize preset:torus-5x5x5 --past-faults "${cut[@]}" --json
json '(it["served"], it["moved"], it["best"]["datelines"], it["engine"], it["obstacles"])
  == (True, True, [0, 3, 2], None, [])' "one past the fault in Y and Z"
json '(it["current"]["unreachable_pairs"], it["best"]["unreachable_pairs"]) == (75, 0)' \
  "75 pairs are served again"
gives optimize preset:torus-5x5x5 --past-faults "${cut[@]}" --csv
is "$(wc -l <out)" 3 "now and then as CSV"
run check preset:torus-5x5x5 "${cut[@]}"
is "$status" 1 "it did not hold before"
gives optimize preset:torus-5x5x5 --past-faults "${cut[@]}" -o past.dateline
run check past.dateline
is "$status" 0 "and does now"
grep -qx 'broken-links=2,2,1:z+' past.dateline
ok "with the fault still there"

# A mesh Z: nothing helps but another engine, which is named.
mesh=(--set 'torus.wrap=true;true;false' --set 'torus.broken-links=2,2,1:z+')
gives optimize preset:torus-5x5x5 --past-faults "${mesh[@]}"
grep -q 'Z is a mesh' out
ok "says that Z is a mesh"
gives optimize preset:torus-5x5x5 --past-faults "${mesh[@]}" --json
json '(it["served"], it["obstacles"]) == (False, ["mesh-z"])' "mesh Z is in the way"
json 'it["engine"] is not None and it["engine"] in it["message"]' "an engine is named"
engine=$(python3 -c 'import json; print(json.load(open("out"))["engine"])')
run check preset:torus-5x5x5 "${mesh[@]}" --set "torus.engine=$engine"
is "$status" 0 "under which all is well"

# Nine faults that no position serves: rather unreachable pairs than deadlock, and what to try.
nine=(--set 'torus.broken-links=0,1,4:z+;0,3,0:y+;1,1,4:x+;1,3,4:y+;3,2,3:z+;4,0,1:z+;4,2,0:y+;4,2,3:y+;4,4,4:y+')
gives optimize preset:torus-5x5x5 --past-faults "${nine[@]}" --json
json '(it["served"], it["current"]["deadlock_free"], it["best"]["deadlock_free"],
  it["shortest_cycle"], it["best"]["unreachable_pairs"]) == (False, True, True, 0, 85)' \
  "does not move the datelines into a deadlock"
json '"85 pairs are unreachable" in it["message"] and "Try the routing engine ring" in it["message"]' \
  "says what remains and what to try"
nine=(--set 'torus.broken-links=0,3,1:z+;1,2,1:z+;1,2,2:z+;1,3,2:x+;2,0,2:z+;3,3,1:y+;3,4,0:x+;3,4,3:z+;4,3,4:z+')
gives optimize preset:torus-5x5x5 --past-faults "${nine[@]}"
grep -q 'packets can deadlock. The shortest cycle has 7 channels. Try the routing engine up-down' out
ok "says how long the cycle is that remains"

# Nothing to do.
gives optimize preset:torus-5x5x5 --past-faults --json
json '(it["served"], it["moved"], it["obstacles"]) == (True, False, ["nothing-broken"])' \
  "nothing is broken"
gives optimize preset:mesh-4x4 --datelines
grep -q 'no other position' out
ok "a mesh has no datelines to place"

# --vc
gives optimize preset:torus-5x5x5 --vc
same optimize-vc.txt
gives optimize preset:torus-5x5x5 --vc --csv
is "$(head -1 out)" dimension,vc_balance_before,vc_balance_after,bound "as CSV"
gives optimize preset:torus-5x5x5 --vc --json -o vc.dateline
json 'list(it) == ["format", "kind", "name", "optimize", "deadlock_free", "vc_balance_before",
  "vc_balance_after", "bound", "dimensions"]' "the keys and their order"
json 'it["bound"] <= it["vc_balance_after"] + 1e-9 and it["vc_balance_after"] < it["vc_balance_before"]
  and it["deadlock_free"]' "better than the policy, not than the bound"
cp out vc.json
run analyze vc.dateline --json
cp out after.json
python3 - >why 2>&1 <<'END' && rm -f why
import json
after, vc = json.load(open("after.json")), json.load(open("vc.json"))
assert after["deadlock_free"]
for d, b in zip(after["dimensions"], vc["dimensions"]):
    assert abs(d["vc_balance_mean"] - b["vc_balance_after"]) < 1e-9, (d, b)
END
ok "the scenario written balances so"
run optimize preset:xt3-11x12x16 --vc --json
json 'all(d["vc_balance_after"] <= 0.16 for d in it["dimensions"])' "XT3: at most .16 everywhere"

fails 2 'optimize --vc: traffic\.source-vc=0 .* \(use --set traffic\.source-vc=policy, or --datelines\)' \
  optimize preset:torus-5x5x5 --vc --set traffic.source-vc=0 -o none.dateline

# Stopped by Ctrl+C: status 3, one line, no file.
cat >interrupt.py <<'END'
import signal, subprocess, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
args = sys.argv[1:]
process = subprocess.Popen(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
time.sleep(1)
process.send_signal(signal.SIGINT)
out, err = process.communicate(timeout=60)
print(process.returncode, len(out), err.decode().strip())
END
is "$(python3 interrupt.py "$program" optimize preset:torus-32x32x32 --datelines \
  --set torus.broken-links=1,2,2:x+ -o stopped.dateline)" "3 0 dateline-cli: stopped" "Ctrl+C stops"
[ ! -e stopped.dateline ]
ok "and leaves no file"

# Progress is for terminals; a pipe gets none (gives has looked at standard error).
if command -v script >/dev/null; then
  script -qec "'$program' optimize preset:torus-5x5x5 --datelines --json 2>&1 >/dev/null" typescript \
    >terminal </dev/null
  grep -q '%' terminal
  ok "percents on a terminal"
else
  skip "percents on a terminal" "there is no script(1) to make one"
fi

finish
