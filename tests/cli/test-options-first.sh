#!/usr/bin/env bash
# Bad options fail before the analysis: that of this machine follows a billion pairs one by one.
# shellcheck source-path=SCRIPTDIR
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"

slow=(preset:torus-32x32x32 --set torus.engine=up-down)
jobs=(preset:cascade-241 --set traffic.pattern=random-permutation)

for figure in planes ring-matrix ring-balance; do
  fails 2 '--metric: .*' figure "$figure" "${slow[@]}" --metric nonsense -o x.png
  fails 2 '--dimension: .*' figure "$figure" "${slow[@]}" --dimension q -o x.png
  fails 2 '--node: .*' figure "$figure" "${slow[@]}" --node 99,9,9 -o x.png
done
fails 2 '--planes: .*' figure planes "${slow[@]}" --planes q:9 -o x.png
fails 2 '.*nonexistent.*' figure planes "${slow[@]}" --against nonexistent -o x.png
fails 2 '--against-set.*' figure planes "${slow[@]}" --against-set a.b=c -o x.png
fails 2 '--against: .*' figure planes "${slow[@]}" --against preset:edison -o x.png
fails 2 '--counters: .*' figure planes "${slow[@]}" --counters nonexistent -o x.png
fails 2 '.*nonexistent.*' figure planes "${slow[@]}" --metric measured --counters nonexistent -o x.png
fails 2 '--region: .*' figure planes "${slow[@]}" --region q -o x.png
fails 2 '--policies: .*' figure balance-histograms "${slow[@]}" --policies nonsense -o x.png
fails 2 '--seeds: .*' figure load-latency "${slow[@]}" --seeds 0 -o x.png
fails 2 '--cycles: .*' figure load-latency "${slow[@]}" --cycles 0 -o x.png
fails 2 '--jobs: .*' figure load-latency "${slow[@]}" --jobs 0 -o x.png
fails 2 '--vary: .*|nonsense.*|.*nonsense.*' figure sweep "${slow[@]}" --vary nonsense -o x.png
fails 2 '.*nonsense.*' figure sweep "${slow[@]}" --vary traffic.load=0.1,0.2 --measures nonsense -o x.png
fails 2 '--port: .*' figure router "${slow[@]}" --port q -o x.png
fails 2 '.*nonexistent.*' figure measured "${slow[@]}" --counters nonexistent -o x.png
fails 2 '--metric: .*' figure panels "${slow[@]}" --panel planes --panel 'planes --metric nonsense' -o x.png
fails 2 '--group: .*' figure groups "${jobs[@]}" --group 999 -o x.png
fails 2 '--link: .*' flows "${slow[@]}" --link nonsense
fails 2 '--link: .*' flows "${slow[@]}" --link 99,0,0:x+
fails 2 '--top: .*' critical "${slow[@]}" --top 0
fails 2 '--cycles: .*' simulate "${slow[@]}" --cycles 0
for command in analyze links check 'figure planes' report; do
  read -ra words <<<"$command"
  fails 2 '.*nowhere/x\.pdf: .*' "${words[@]}" "${slow[@]}" -o nowhere/x.pdf
done
fails 2 '.*nowhere/x: .*' simulate "${slow[@]}" --links nowhere/x
fails 2 '.*nowhere/x: .*' simulate "${slow[@]}" --series nowhere/x
fails 2 '.*nowhere/x: .*' optimize "${slow[@]}" --vc -o nowhere/x
mkdir folder
fails 2 '.*folder: .*' analyze "${slow[@]}" -o folder

# No memory: one line, and the status of what was stopped.
(ulimit -v 70000; run critical preset:torus-32x32x32 --top 1; exit "$status")
is "$?" 3 "out of memory is status 3"
is "$(cat err)" "dateline-cli: out of memory (a smaller network, or more memory)" "in one line"
# Nor a thread. From less than it takes to load the program, where the loader gives 127, to more than
# enough: nothing but these two, and each in one line. What GLib ends by itself, before anybody is
# asked, is a mutex that it finds no memory for, and from 2.84 on a text.
for ((kB = 16000; kB < 90000; kB += 500)); do
  (ulimit -v $kB; run analyze preset:torus-5x5x5; echo "$status $(cat err)")
done | grep -v "^127 \|^[^0-9]\|^134 GLib (gthread-posix.c): .* 'malloc'" \
  | grep -v "^134 .*gprintf\.c:[0-9]*: failed to allocate memory" | sort | uniq -c | sed 's/^ *[0-9]* //' >ends
is "$(grep -v '^0 $\|^3 dateline-cli: out of memory (' ends)" \
  "3 dateline-cli: no thread can be started (more memory, or a higher limit of processes)" \
  "no thread is status 3, and there is no other end"

finish
