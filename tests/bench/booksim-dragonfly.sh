#!/usr/bin/env bash
# The dragonfly's simulator against BookSim 2 on one network in one run: tests/bench/booksim-dragonfly.sh BOOKSIM BENCH-ARIES
# Both simulate packets of one flit on the dragonfly of 33 groups with 8 routers a group, 4 nodes and
# 4 global links/router, and buffers of 256 flits a virtual channel: uniform traffic, and each
# group to the next one, with minimal and adaptive routes. BookSim's links have a delay of 10 cycles
# inside a group and 100 between groups, here all have 10: latencies do not compare, loads do.
# Seconds are processor time in user mode; of two threads by the clock, which should have both
# processors to itself. Prints Markdown; asserts no time. BookSim takes five to twenty minutes.
set -eu
export LC_ALL=C

if [ $# -ne 2 ] || [ ! -x "$1" ] || [ ! -x "$2" ]; then
  sed -n '2s/^# //p' "${BASH_SOURCE[0]}" >&2
  exit 2
fi
booksim=$1
bench=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# timed FILE COMMAND...: its output in FILE; prints the seconds of processor time that it took in
# user mode.
timed ()
{
  local TIMEFORMAT=%U out=$1
  shift
  { time "$@" >"$out" 2>"$out.errors"; } 2>&1
}

# one_of NAME: the number after NAME in BookSim's output, of the last line that has it.
one_of ()
{
  sed -nE "s/^$1 *= *([0-9.e+-]+).*/\1/p" "$scratch/booksim" | tail -n 1
}

# row WHAT NAME CYCLES SECONDS FLIT-HOPS ACCEPTED
row ()
{
  awk -v what="$1" -v name="$2" -v cycles="$3" -v seconds="$4" -v hops="$5" -v accepted="$6" \
    -v base_cycles="${base_cycles-}" -v base_hops="${base_hops-}" 'BEGIN {
      printf "| %s | %s | %d | %.1f | %.0f | %s | %.3f | %s | %.5f |\n", what, name, cycles, seconds,
        cycles / seconds, base_cycles == "" ? "1" : sprintf ("%.0f", cycles / seconds / base_cycles),
        hops / seconds * 1e-6, base_hops == "" ? "1" : sprintf ("%.0f", hops / seconds / base_hops),
        accepted
    }'
}

# run_booksim WHAT ROUTING VCS TRAFFIC LOAD KIND PERIOD
run_booksim ()
{
  local seconds cycles accepted hops
  cat >"$scratch/dragonfly.cfg" <<EOF
topology = dragonflynew;
k = 4;
n = 1;
routing_function = $2;
num_vcs = $3;
vc_buf_size = 256;
traffic = $4;
injection_rate = $5;
sim_type = $6;
latency_thres = -1.0;
sample_period = $7;
warmup_periods = 2;
max_samples = 3;
seed = 1;
EOF
  seconds=$(timed "$scratch/booksim" "$booksim" "$scratch/dragonfly.cfg") || true
  cycles=$(sed -nE 's/^Time taken is ([0-9]+) cycles.*/\1/p' "$scratch/booksim")
  if [ -z "$cycles" ]; then
    echo "booksim-dragonfly.sh: BookSim did not finish:" >&2
    tail -n 5 "$scratch/booksim" "$scratch/booksim.errors" >&2
    exit 1
  fi
  accepted=$(one_of "Accepted flit rate average")
  # It counts routers; links are one less.
  hops=$(awk -v a="$accepted" -v h="$(one_of "Hops average")" -v c="$cycles" \
    'BEGIN { print a * 1056 * c * (h - 1) }')
  base_cycles= base_hops=
  row "$1" "BookSim 2" "$cycles" "$seconds" "$hops" "$accepted"
  base_cycles=$(awk -v c="$cycles" -v s="$seconds" 'BEGIN { print c / s }')
  base_hops=$(awk -v h="$hops" -v s="$seconds" 'BEGIN { print h / s }')
}

# run_dateline WHAT MODE PATTERN LOAD CYCLES
run_dateline ()
{
  local one two
  {
    read -r -a one
    read -r -a two
  } < <("$bench" --generic "$2" "$3" "$4" "$5")
  row "$1" "Dateline, $2" "${one[@]}"
  row "$1" "Dateline, $2, two threads" "${two[@]}"
}

echo "| pattern, load | simulator | cycles | s | cycles/s | times | million flit-hops/s | times | accepted |"
echo "|---|---|---|---|---|---|---|---|---|"
run_booksim "uniform .1" min 2 uniform 0.1 latency 300
run_dateline "uniform .1" min-hash uniform 0.1 20000
run_booksim "uniform .3" min 2 uniform 0.3 latency 300
run_dateline "uniform .3" min-hash uniform 0.3 10000
run_booksim "uniform .3" ugal 3 uniform 0.3 latency 300
run_dateline "uniform .3" adaptive-1 uniform 0.3 5000
# Past saturation, 1 / 32, but not so far that BookSim empties its sources for long.
run_booksim "group shift .05" min 2 bad_dragon 0.05 throughput 1500
run_dateline "group shift .05" min-hash group-shift 0.05 20000
run_booksim "group shift .3" ugal 3 bad_dragon 0.3 throughput 500
run_dateline "group shift .3" adaptive-1 group-shift 0.3 5000
