#!/usr/bin/env bash
# validate: the curves of BookSim 2 beside what is simulated. Findings are no failures.
# shellcheck source-path=SCRIPTDIR
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"

gives list curves
[[ $(wc -l <out) -ge 24 ]]
ok "the curves are listed"
grep -qP '^mesh-8x8-l4\t8x8x1 mesh, .*4 flits/packet, 4 VCs of 8 flits$' out
ok "with their networks"
grep -qP '^anynet-cycles-l4\t.*, 4 flits/packet, 2 VCs of 32 flits, credit delay 3$' out
ok "also of network files, which the program carries"

# In the order of the list, whatever the order of the names.
gives validate ring-9 mesh-4x4-transpose
is "$(grep -E '^(Mesh|Odd radices)$' out | tr '\n' ' ')" "Mesh Odd radices " "groups in their order"
is "$(grep -cE '^(agrees|differs)' out)" 20 "a verdict for each value"
grep -qE '^agrees  *mesh-4x4-transpose  *Mean packet latency: load 0\.[0-9]+  *[0-9.]+ ± [0-9.]+  *[0-9.]+ ± [0-9.]+  *[+-][0-9.]+%  *cycles$' out
ok "a latency in both programs, with their intervals and the difference"
grep -qE '^agrees  *ring-9  *Pair alone, unit delays: .*  0  *0  *0  *cycles$' out
ok "each pair alone"
is "$(tail -n 1 out)" "20 agree, 0 differ, 0 cannot be checked (2 curves)" "the summary"
cp out text
gives validate mesh-4x4-transpose ring-9 --threads 1
cmp -s out text
ok "the number of threads makes no difference"

gives validate ring-9 --csv
is "$(head -n 1 out)" \
  "paper,check,section,group,what,unit,kind,expected,published,precision,rule,bound,computed,interval,seeds,verdict,why,quote,expected_interval,joint_interval" \
  "the head of the CSV"
is "$(grep -c '^booksim,ring-9,' out)" 10 "its rows"
gives validate mesh-4x4-transpose --json
cp out one.json
grep -q '"booksim_commit" *: *"28f43299f1706a3160ffac721ca461d74eb6e618"' out
ok "BookSim's commit in JSON"
grep -q '"routing_function=dim_order"' out
ok "and its settings"
gives validate ring-9 --markdown -o table.md
grep -q '^| agrees | ring-9 | Saturation load: 98% is accepted | [0-9.]* | [0-9.]* | [+-][0-9.]*% | flits/node/cycle |$' table.md
ok "Markdown in a file"

# A preset that is one of the curves: BookSim's points in its own load curve.
gives figure load-latency preset:mesh-8x8 --csv
is "$(grep -vE '^(#|arbitration)' out | cut -d , -f 1 | uniq | tr '\n' ' ')" "Dateline BookSim 2 " \
  "a load curve with BookSim's points"

fails 2 'validate: “mesh-8x9” is not a curve \(did you mean mesh-8x8\?\)' validate mesh-8x9
fails 2 'validate: “x” is not a curve \(expected one of: mesh-8x8, .*\)' validate x
fails 2 '.*--json, --csv and --markdown cannot be combined.*' validate --markdown --json
fails 2 '--threads: .*' validate --threads 0

# Ctrl+C once the first of two curves, which count alike in the progress, is finished.
interrupted SIGINT 55 validate mesh-4x4-transpose torus-4x4-transpose
is "$status $(cat err)" "3 dateline-cli: stopped (1 of 2 curves are finished)" "Ctrl+C stops it"
is "$(tail -n 2 out)" "$(printf '%s\n' "10 agree, 0 differ, 0 cannot be checked (1 curve)" \
  "Interrupted: 1 of 2 curves are finished.")" "what was finished is printed"
interrupted SIGTERM 55 validate mesh-4x4-transpose torus-4x4-transpose --json
json "$status"' == 3 and it["interrupted"] and it["checks"] == json.load(open("one.json"))["checks"]' \
  "as if no more had been asked for"
interrupted SIGINT 0 validate torus-4x4-transpose
is "$status $(cat out err)" "3 dateline-cli: stopped" "nothing is finished"

finish
