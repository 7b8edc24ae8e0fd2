#!/usr/bin/env bash
# papers: what the papers publish beside what is computed. Findings are no failures.
# shellcheck source-path=SCRIPTDIR
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"

gives papers
grep -q '^differs .*Mean VC balance, initial policy: X  *printed  *0\.44  *0\.4242$' out
ok "a value that differs, with both numbers"
grep -qE '^[0-9]+ agree, [0-9]+ differ, [0-9]+ cannot be checked, [0-9]+ are inputs$' out
ok "the numbers of verdicts"
tail -n 1 out | grep -q '^Left out: .*paper-table-6.*(papers --all: about [0-9]* minutes\?)$'
ok "what is left out, and how long it takes"
cp out default
gives papers --quick
cmp -s out default
ok "the quick ones are the default"
gives papers --threads 1
cmp -s out default
ok "the number of threads makes no difference"

gives papers --csv
is "$(head -n 1 out)" \
  "paper,check,section,group,what,unit,kind,expected,published,precision,rule,bound,computed,interval,seeds,verdict,why,quote,expected_interval,joint_interval" \
  "the head of the CSV"
awk -F , 'NR > 1 && !/,(agrees|differs|not-compared|input),/ { bad = 1 } END { exit bad }' out
ok "a verdict in every row"
awk -F , 'NR > 1 && !/,(printed|derived|input),/ { bad = 1 } END { exit bad }' out
ok "a kind in every row"
# Nothing is published but what is printed, and no input agrees.
grep -qE '^cascade,cascade-bandwidth,.*,"8 groups, by the equation",GB/s,derived,20400,,' out
ok "an evaluated formula is not published"
grep -E ',lane inside a group,Gb/s,input,14,,' out | grep -qE ',input,[^,]*,operate at 14 Gbps per lane,,$'
ok "an input is one, in the paper’s words"
is "$(grep -c ',input,.*,agrees,' out)" 0 "no input agrees"
agree=$(grep -c ',agrees,' out)
rows=$(($(wc -l <out) - 1))
gives papers --json
is "$(grep -o '"verdict"' out | wc -l)" "$rows" "as many rows in JSON"
is "$(grep -oE '"why" ?: ?"[^"]' out | wc -l)" "$rows" "a reason for each"
is "$(grep -oE '"kind" ?: ?"(printed|derived|input)"' out | wc -l)" "$rows" "a kind for each"
grep -qE "^$agree agree, " default
ok "the count of agreements is of printed and derived values"
# The share of routes, not a mean with pairs inside a group; 500 ns is printed to 1 ns.
gives papers cascade-minimal
grep -qE '^agrees .*six or seven hops, 8 groups  *printed  *above 50  *5[0-9.]*  %$' out
ok "most are six or seven"
gives papers cascade-routing
grep -qE '^differs .*longest minimal route  *printed  *500  *497\.4  ns$' out
ok "no tolerance wider than the print"
gives papers xt-book --markdown -o book.md
grep -q '^| Size of the network: most nodes | Book excerpt, 8.2.2 | nodes | printed | 32768 | 32768 | agrees |' book.md
ok "Markdown, of one check, in a file"
gives papers paper-4a vc-router
is "$(grep -oE '^(paper-4a|vc-router):' out | tr '\n' ' ')" "vc-router: paper-4a: " "checks by name, in the list's order"

gives papers cascade-minimal --csv
is "$(grep -c ',agrees,' out)" 4 "both sentences of section III hold for the default"
pages=("$(dirname -- "${BASH_SOURCE[0]}")"/../../data/manual/*/dragonfly.md)
is "${#pages[@]}" 4 "the manual's page in each language"
python3 "$(dirname -- "${BASH_SOURCE[0]}")/minimal-table.py" out "${pages[@]}"
ok "the manual's table is what is computed"

gives list papers
is "$(cut -f 1 out | head -n 3 | tr '\n' ' ')" "vc-balance vc-routing vc-router " "the checks are listed"

gives figure paper-checks --csv
is "$(grep -v '^#' out | wc -l)" "$((rows + 1))" "the figure has the same rows"
for format in pdf svg png; do
  gives figure paper-checks --width 7.16 --dpi 60 -o "checks.$format"
done

fails 2 'papers: “vc-balnace” is not a check \(did you mean vc-balance\?\)' papers vc-balnace
fails 2 '.*--all and --quick cannot be combined.*' papers --all --quick
fails 2 '.*leave out --all and --quick.*' papers --all vc-balance
fails 2 '.*--json, --csv and --markdown cannot be combined.*' papers --markdown --json
fails 2 '--threads: .*' papers --threads 0

finish
