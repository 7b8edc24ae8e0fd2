#!/usr/bin/env bash
# report: scenarios as a PDF, the same each time, whole or not at all.
# shellcheck source-path=SCRIPTDIR
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"
unset SOURCE_DATE_EPOCH

gives report preset:ring-8 -o a.pdf
[ "$(head -c 5 a.pdf)" = %PDF- ] && tail -c 6 a.pdf | grep -q '%%EOF'
ok "a.pdf is a whole PDF"
gives report preset:ring-8 -o b.PDF
cmp -s a.pdf b.PDF
ok "the same scenario gives the same bytes"
"$program" report preset:ring-8 -o - >c.pdf 2>err
cmp -s a.pdf c.pdf
ok "on standard output, too"
LC_ALL=xx_XX.UTF-8 "$program" report preset:ring-8 -o d.pdf 2>err
cmp -s a.pdf d.pdf
ok "and in a locale that the machine does not have"
[ ! -s err ]
ok "there is no progress where nobody looks"

# Options.
"$program" new preset:torus-5x5x5 -o "it's a file.dateline"
# shellcheck disable=SC2054 # these commas are the values'
arguments=(preset:ring-8 "it's a file.dateline" --set traffic.load=0.1
  --vary torus.tie=positive,parity --simulate --seeds 2 --cycles 900 --warmup 100
  --sections configuration,comparison --title 'A “title” of it$ own' --author 'A. -B'
  --date 2026-02-28 --paper letter)
gives report "${arguments[@]}" --threads 2 -o many.pdf
gives report "${arguments[@]}" --threads 1 -o report.pdf
cmp -s many.pdf report.pdf
ok "threads change nothing"
if type pdftotext pdfinfo >/dev/null 2>&1; then
  # What is printed makes the same report again.
  line=$(pdftotext -layout many.pdf - | sed -n '/^ *dateline-cli report/,/report\.pdf/p' \
    | sed 's/^ *//; s/ *\\$//' | tr '\n' ' ')
  [ -n "$line" ]
  ok "the report has its command"
  rm report.pdf
  eval "dateline-cli () { \"\$program\" \"\$@\"; }; $line" >out 2>err
  cmp -s many.pdf report.pdf
  ok "which makes it again"
  pdfinfo many.pdf >info
  grep -q '^Title: *A “title” of it$ own$' info && grep -q '^Author: *A. -B$' info \
    && grep -q '^Page size: *612 x 792 pts (letter)' info && grep -q '^CreationDate:.* 2026' info
  ok "title, author, paper and date"
  pdfinfo a.pdf | grep -q CreationDate
  [ $? -eq 1 ]
  ok "no date where none was asked for"
  SOURCE_DATE_EPOCH=86400 "$program" report preset:ring-8 -o epoch.pdf
  pdftotext epoch.pdf - | grep -q '1970-01-02'
  ok "that of SOURCE_DATE_EPOCH"
  SOURCE_DATE_EPOCH=86400 "$program" report preset:ring-8 -o epoch.pdf --date today
  pdftotext epoch.pdf - | grep -q '1970-01-02'
  ok "which is today, too"
else
  skip "what is in a report" "poppler-utils is not there"
fi

# Refused.
fails 2 'report: the file is missing \(add -o FILE\.pdf\)' report preset:ring-8
fails 2 '-o a\.txt: a report is a PDF file \(use -o FILE\.pdf\)' report preset:ring-8 -o a.txt
fails 2 'report: an argument is missing .*' report -o x.pdf
fails 2 '--sections: "?“?maps”?"? is not a section \(did you mean map\?\)' \
  report preset:ring-8 --sections maps -o x.pdf
fails 2 '--sections: .* is not a section \(expected one of: configuration, verdict, .*\)' \
  report preset:ring-8 --sections map,moonshine -o x.pdf
fails 2 '--paper: .* is not a paper size \(expected a4 or letter\)' report preset:ring-8 --paper a3 -o x.pdf
for date in 2026-13-01 2026-02-30 yesterday 20260228 2026-02-28T00:00; do
  fails 2 '--date: .* is not a date \(expected YYYY-MM-DD or today\)' \
    report preset:ring-8 --date "$date" -o x.pdf
done
fails 2 '--seeds: nothing is simulated .*' report preset:ring-8 --seeds 2 -o x.pdf
fails 2 '--threads: .*' report preset:ring-8 --threads 0 -o x.pdf
fails 2 '.*no-such-preset.*' report preset:ring-8 preset:no-such-preset -o x.pdf
fails 2 'report: too many scenarios \(at most 100; .*\)' \
  report preset:ring-8 --vary traffic.load=0:1:0.005 -o x.pdf
fails 2 'no-such-folder/x\.pdf: .*' report preset:ring-8 -o no-such-folder/x.pdf
[ ! -e x.pdf ]
ok "nothing is left of them"
SOURCE_DATE_EPOCH=never fails 2 'SOURCE_DATE_EPOCH: .*' report preset:ring-8 -o x.pdf

# Runs that the library has, and what makes the report again without it.
kept=(--database runs.db)
gives new ring-8 -o ring.dateline
gives library save ring.dateline --name "A ring" --set simulation.cycles=900 --set simulation.warmup-cycles=100 "${kept[@]}"
gives report "library:A ring" "${kept[@]}" -o before.pdf
gives sweep "library:A ring" "${kept[@]}" --vary scenario.seed=1 --seeds 3 -o runs.db
gives report "library:A ring" "${kept[@]}" -o after.pdf
pdftotext -layout before.pdf before.txt
pdftotext -layout after.pdf after.txt
! grep -q 'runs from the library' before.txt
ok "no runs, no numbers of them"
grep -q '3 runs from the library, with the seeds from 1 on' after.txt
ok "the runs of the library are in the report"
is "$(grep '^ *dateline-cli report scenario-1' after.txt)" \
  "dateline-cli report scenario-1.dateline -o report.pdf" "the texts in it make it again"
gives report preset:ring-8 preset:torus-5x5x5 --sections verdict -o short.pdf
is "$(pdfinfo short.pdf | grep -c '^Pages: *2$')" 1 "chapters do not begin a page each"

# Ctrl+C: simulations that were finished are in it, and it says how many.
ring=(report preset:ring-8 preset:mesh-4x4 --set simulation.cycles=20000 --simulate)
interrupted SIGINT 20 "${ring[@]}" --seeds 100 -o part.pdf
n=$(sed -nE 's/^dateline-cli: stopped \(([0-9]+) of 200 simulations are finished\)$/\1/p' err)
pdftotext -layout part.pdf part.txt
is "$status $(grep -c "Interrupted: $n of 200 simulations are finished" part.txt)" "3 1" "a report of a part"
interrupted SIGINT 20 "${ring[@]}" --load-curve -o part.pdf
pdftotext -layout part.pdf part.txt
is "$status $(grep -cE 'Interrupted: [0-9]+ of 4 simulations are finished' part.txt)" "3 1" "and with load curves"
is "$(grep -cE 'Interrupted: [0-9]+ of [0-9]+ runs are finished|There is no load curve: interrupted' part.txt)" 2 \
  "each curve says how far it came"

finish
