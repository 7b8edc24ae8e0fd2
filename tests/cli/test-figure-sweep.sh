#!/usr/bin/env bash
# figure sweep: its numbers from the rows of sweep, the library's runs, what is refused.
# shellcheck source-path=SCRIPTDIR
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"

export XDG_DATA_HOME=$PWD/home
spec=(preset:torus-5x5x5 --vary 'router.age-clock-period=2:32:*4' --vary traffic.load=0.1,0.3
  --cycles 600 --set simulation.warmup-cycles=100)
gives sweep "${spec[@]}" --seeds 3 -o rows.csv
gives figure sweep "${spec[@]}" --seeds 3 --measures latency_mean,accepted_load,mean_hops -o figure.csv
python3 - <<'END'
import csv, statistics as s, sys
t = {2: 12.706204736, 3: 4.302652730}
rows = list(csv.DictReader(open("rows.csv")))
figure = list(csv.DictReader(line for line in open("figure.csv") if line[0] != "#"))
wanted = {(m, a, b): [] for m in ("latency_mean", "accepted_load", "mean_hops")
          for a in ("2", "8", "32") for b in ("0.1", "0.3")}
for r in rows:
    for m in ("latency_mean", "accepted_load", "mean_hops"):
        wanted[m, r["router.age-clock-period"], r["traffic.load"]].append(r)
if len(figure) != len(wanted): sys.exit(1)
for f in figure:
    if (f["key"], f["second_key"]) != ("router.age-clock-period", "traffic.load"): sys.exit(2)
    runs = wanted.pop((f["measure"], f["value"], f["second_value"]))
    values = [float(r[f["measure"]]) for r in runs]
    if int(f["runs"]) != 3 or int(f["settled"]) != sum(int(r["settled"]) for r in runs) \
            and f["measure"] != "mean_hops": sys.exit(3)
    if abs(float(f["mean"]) - s.mean(values)) > 1e-9 * abs(s.mean(values)): sys.exit(4)
    if (float(f["least"]), float(f["most"])) != (min(values), max(values)): sys.exit(5)
    if f["measure"] == "mean_hops":
        if f["reach"]: sys.exit(6)
    elif abs(float(f["reach"]) - t[3] * s.stdev(values) / 3 ** .5) > 1e-3 * s.stdev(values): sys.exit(7)
END
ok "means, extremes and intervals are those of the rows"

gives figure sweep "${spec[@]}" --seeds 3 -o one.pdf
gives figure sweep "${spec[@]}" --seeds 3 --jobs 1 -o two.pdf
cmp -s one.pdf two.pdf
ok "the same to the byte, whatever the number of jobs"

# Runs that a library has are taken from there: one of them lies.
gives sweep "${spec[@]}" --seeds 3 -o lib.db
python3 - <<'END'
import sqlite3
db = sqlite3.connect("lib.db")
db.execute("UPDATE run_value SET value = 54321 WHERE measure = 'latency_mean'")
db.commit()
END
gives figure sweep "${spec[@]}" --seeds 3 --measures latency_mean --database lib.db -o lies.csv
is "$(grep -v '^#' lies.csv | tail -n +2 | cut -d, -f9 | sort -u)" 54321 "runs of the library are not run again"

# Without simulation, of a dragonfly, of words.
gives figure sweep preset:ring-8 --static --vary torus.tie=positive,parity -o ring.csv
is "$(grep -v '^#' ring.csv | cut -d, -f2 | sort -u | tr '\n' ' ')" "parity positive value " "a row a choice"
gives figure sweep preset:cascade-2 --static --vary dragonfly.routing=min-hash,valiant -o fly.svg
gives figure sweep preset:ring-8 --vary traffic.load=0.1,saturated --cycles 500 --set simulation.warmup-cycles=100 --width 7.16 -o words.png

figure=(figure sweep preset:ring-8 -o bad.pdf)
fails 2 'figure sweep: no key is varied .*' "${figure[@]}"
fails 2 'figure sweep: too many keys .*' "${figure[@]}" --vary traffic.load=0.1,0.2 --vary torus.tie=positive,parity \
  --vary router.input-buffer=48,96
fails 2 'figure sweep: a static analysis has no seeds .*' "${figure[@]}" --vary traffic.load=0.1,0.2 --static --seeds 2
fails 2 '--measures: .*latency_men.*' "${figure[@]}" --vary traffic.load=0.1,0.2 --measures latency_men
fails 2 '--measures: .*latency_mean.*' "${figure[@]}" --vary torus.tie=positive,parity --static --measures latency_mean
fails 2 '--vary traffic\.load: .*' "${figure[@]}" --vary traffic.load=0.1,1.5
[ ! -e bad.pdf ]
ok "no file where there is no figure"

# Ctrl+C: the runs that were finished are drawn, and it says how many.
for figure in load-latency "sweep --vary traffic.load=0.05:0.5:0.05"; do
  read -r -a words <<<"$figure"
  for file in part.csv part.svg; do
    interrupted SIGINT 20 figure "${words[@]:0:1}" preset:mesh-8x8 "${words[@]:1}" --cycles 8000 --seeds 5 \
      --jobs 1 -o $file
    said=$(sed -nE 's/^dateline-cli: stopped \(([0-9]+ of [0-9]+) runs are finished\)$/\1/p' err)
    is "$status ${said:+told}" "3 told" "$figure to $file, interrupted"
  done
  is "$(head -n 1 part.csv | grep -c runs) $([ "$(wc -l <part.csv)" -gt 1 ] && echo some)" "1 some" "rows of what was finished"
done

finish
