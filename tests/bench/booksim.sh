#!/usr/bin/env bash
# The simulator against BookSim 2 on one network in one run: tests/bench/booksim.sh BOOKSIM DATELINE-CLI
# Both simulate uniform traffic of 9-flit packets on an 8x8x8 torus with 4 virtual channels and
# buffers of 96 flits: at .3 flits/node/cycle, and at .9, where both are saturated. Then the same
# router in both, BookSim's own, at .3: on this torus with buffers of 8 flits, and on a dragonfly of
# 33 groups. Prints Markdown; asserts no time. BookSim takes two to ten minutes.
set -eu
export LC_ALL=C

if [ $# -ne 2 ] || [ ! -x "$1" ] || [ ! -x "$2" ]; then
  sed -n '2s/^# //p' "${BASH_SOURCE[0]}" >&2
  exit 2
fi
booksim=$1
dateline=$2
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

# one_of FILE NAME: the number after NAME in BookSim's output, of the last line that has it.
one_of ()
{
  sed -nE "s/^$2 *= *([0-9.e+-]+).*/\1/p" "$1" | tail -n 1
}

# row LOAD NAME CYCLES SECONDS ACCEPTED LATENCY TOTAL-LATENCY
row ()
{
  awk -v load="$1" -v name="$2" -v cycles="$3" -v seconds="$4" -v accepted="$5" -v network="$6" \
    -v total="$7" -v base="${base-}" 'BEGIN {
      speed = cycles / seconds
      printf "| %s | %s | %d | %.1f | %.0f | %s | %.3f | %.1f | %.1f |\n", load, name, cycles,
        seconds, speed, base == "" ? "1" : sprintf ("%.0f", speed / base), accepted, network, total
    }'
}

# BookSim's injection rate is packets a node a cycle, unless it is told that it is flits. Without a
# latency threshold it goes on past saturation, for as many periods as it is given.
run_booksim ()
{
  local load=$1 kind=$2 period=$3 seconds cycles
  cat >"$scratch/torus.cfg" <<EOF
topology = torus;
k = 8;
n = 3;
routing_function = dim_order;
num_vcs = 4;
vc_buf_size = 96;
packet_size = 9;
traffic = uniform;
injection_rate = $load;
injection_rate_uses_flits = 1;
sim_type = $kind;
latency_thres = -1.0;
sample_period = $period;
warmup_periods = 3;
max_samples = 5;
seed = 1;
EOF
  seconds=$(timed "$scratch/booksim" "$booksim" "$scratch/torus.cfg") || true
  cycles=$(sed -nE 's/^Time taken is ([0-9]+) cycles.*/\1/p' "$scratch/booksim")
  if [ -z "$cycles" ]; then
    echo "booksim.sh: BookSim did not finish:" >&2
    tail -n 5 "$scratch/booksim" "$scratch/booksim.errors" >&2
    exit 1
  fi
  base=
  row "$load" "BookSim 2" "$cycles" "$seconds" \
    "$(one_of "$scratch/booksim" "Accepted flit rate average")" \
    "$(one_of "$scratch/booksim" "Network latency average")" \
    "$(one_of "$scratch/booksim" "Packet latency average")"
  base=$(awk -v cycles="$cycles" -v seconds="$seconds" 'BEGIN { print cycles / seconds }')
}

# run_same NAME SETTINGS-OF-BOOKSIM KEY=VALUE...: the same router and network in both, one packet
# source, routes, virtual channels and delays.
run_same ()
{
  local name=$1 settings=$2 seconds cycles figures
  shift 2
  printf '%s;\n' $settings packet_size=9 traffic=uniform injection_rate=0.3 \
    injection_rate_uses_flits=1 use_noc_latency=0 sim_type=latency latency_thres=-1.0 \
    sample_period=500 warmup_periods=2 max_samples=5 stopping_thres=0.0 acc_stopping_thres=0.0 \
    seed=1 >"$scratch/same.cfg"
  seconds=$(timed "$scratch/booksim" "$booksim" "$scratch/same.cfg") || true
  cycles=$(sed -nE 's/^Time taken is ([0-9]+) cycles.*/\1/p' "$scratch/booksim")
  base=
  row 0.3 "BookSim 2, $name" "$cycles" "$seconds" \
    "$(one_of "$scratch/booksim" "Accepted flit rate average")" \
    "$(one_of "$scratch/booksim" "Network latency average")" \
    "$(one_of "$scratch/booksim" "Packet latency average")"
  base=$(awk -v cycles="$cycles" -v seconds="$seconds" 'BEGIN { print cycles / seconds }')
  printf '[scenario]\nformat=1\n' >"$scratch/same.dateline"
  seconds=$(timed "$scratch/dateline" "$dateline" simulate "$scratch/same.dateline" --json \
    --set router.model=input-queued --set traffic.load=0.3 --set traffic.packet-flits=9 \
    --set traffic.self=true --set simulation.warmup-cycles=1000 --set simulation.cycles=20000 \
    "${@/#/--set=}") || {
    cat "$scratch/dateline.errors" >&2
    exit 1
  }
  figures=$(python3 -c '
import json, sys

it = json.load(open(sys.argv[1]))
print(it["cycles"], sys.argv[2], it["accepted_load"], it["latency_cycles"]["mean"],
      it["total_latency_cycles"]["mean"])' "$scratch/dateline" "$seconds")
  read -r -a figures <<<"$figures"
  row 0.3 "Dateline, $name" "${figures[@]}"
}

# run_dateline LOAD NAME KEY=VALUE...
run_dateline ()
{
  local load=$1 name=$2 seconds figures
  shift 2
  cat >"$scratch/torus.dateline" <<EOF
[scenario]
format=1
name=8x8x8
seed=1

[torus]
radix=8;8;8
tie=parity

[traffic]
pattern=uniform
load=$load
packet-flits=9
# As BookSim: both classes, so that all four virtual channels are used.
response-share=0.5

[simulation]
warmup-cycles=5000
cycles=30000
threads=1
EOF
  seconds=$(timed "$scratch/dateline" "$dateline" simulate "$scratch/torus.dateline" --json \
    "${@/#/--set=}") || {
    cat "$scratch/dateline.errors" >&2
    exit 1
  }
  figures=$(python3 -c '
import json, sys

it = json.load(open(sys.argv[1]))
print(it["cycles"], sys.argv[2], it["accepted_load"], it["latency_cycles"]["mean"],
      it["total_latency_cycles"]["mean"])' "$scratch/dateline" "$seconds")
  read -r -a figures <<<"$figures"
  row "$load" "$name" "${figures[@]}"
}

echo "| load | simulator | cycles | user s | cycles/s | times | accepted | latency | from creation |"
echo "|---|---|---|---|---|---|---|---|---|"
run_booksim 0.3 latency 1000
run_dateline 0.3 "Dateline"
run_dateline 0.3 "Dateline, round robin" router.age-rr-select=0
run_booksim 0.9 throughput 800
run_dateline 0.9 "Dateline" router.ejection-rate=1
run_dateline 0.9 "Dateline, round robin" router.ejection-rate=1 router.age-rr-select=0
run_dateline 0.9 "Dateline, as its router is"
run_same "the same torus" "topology=torus k=8 n=3 routing_function=dim_order num_vcs=4 vc_buf_size=8" \
  "torus.radix=8;8;8" torus.tie=random torus.vc-policy=wrap-partition input-queued.vcs=4 \
  input-queued.buffer-flits=8
run_same "the same dragonfly" \
  "topology=dragonflynew k=4 n=1 routing_function=min num_vcs=2 vc_buf_size=256" \
  scenario.kind=dragonfly dragonfly.shape=generic dragonfly.groups=33 \
  dragonfly.routers-per-group=8 dragonfly.nodes-per-router=4 dragonfly.global-per-router=4 \
  dragonfly.routing=min input-queued.vcs=2 input-queued.buffer-flits=256 \
  input-queued.channel-delay=10 input-queued.global-channel-delay=100
