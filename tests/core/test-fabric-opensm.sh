#!/usr/bin/env bash
# A real OpenSM routes fabrics that ibsim simulates: its tables are read back, walked, and its hops
# and loads compared with those of our engines. With a folder as second argument, dumps are kept
# there.
program=$(realpath "$1")
keep=${2:+$(realpath -m "$2")}
library=$(find /usr/lib -name libumad2sim.so 2>/dev/null | head -n 1)
# Debian has these tools beside the system administrator's.
PATH=$PATH:/usr/sbin

for tool in opensm ibsim ibnetdiscover dump_fts; do
  if ! command -v "$tool" >/dev/null || [ -z "$library" ]; then
    echo "1..0 # SKIP there is no $tool (packages opensm, ibsim-utils and infiniband-diags)"
    exit 0
  fi
done

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
export IBSIM_SOCKNAME=dateline-$$

# simulated SECONDS COMMAND...: a command that sees the simulated fabric, from its first host.
simulated() {
  local seconds=$1
  shift
  SIM_HOST=H0 LD_PRELOAD=$library OSM_TMP_DIR=$folder OSM_CACHE_DIR=$folder \
    timeout -s KILL "$seconds" "$@"
}

# route NAME ENGINE: topology.txt and tables.txt. The simulator lives until its input ends.
route() {
  local name=$1 engine=$2 simulator input i options=()
  "$program" write "$name" >net || return 1
  mkfifo console
  timeout -s KILL 120 ibsim -s net <console >ibsim.log 2>&1 &
  simulator=$!
  exec {input}>console
  for ((i = 0; i < 200; i++)); do
    grep -q "Network simulator ready" ibsim.log && break
    sleep 0.05
  done
  if [ "$engine" = updn ]; then
    simulated 20 ibnetdiscover >topology.txt 2>ibnetdiscover.log
    "$program" roots topology.txt >roots
    options=(-a roots)
  fi
  simulated 60 opensm -o -R "$engine" "${options[@]}" -f "$folder/opensm.log" >opensm.out 2>&1
  simulated 20 ibnetdiscover >topology.txt 2>ibnetdiscover.log
  simulated 20 dump_fts >tables.txt 2>dump_fts.log
  exec {input}>&-
  kill "$simulator" 2>/dev/null
  wait "$simulator" 2>/dev/null
  rm -f console
}

n=0
while read -r name engines; do
  for engine in $engines; do
    n=$((n + 1))
    : >opensm.log
    route "$name" "$engine"
    if ! grep -q "$engine tables configured on all switches" opensm.log; then
      echo "# $name: OpenSM did not use $engine"
      tail -n 12 opensm.log | sed 's/^/# /'
      echo "not ok $n - $name $engine"
      continue
    fi
    if [ -n "$keep" ]; then
      mkdir -p "$keep/$name"
      cp topology.txt "$keep/$name/topology.txt"
      cp tables.txt "$keep/$name/tables-$engine.txt"
    fi
    if "$program" check "$engine" topology.txt tables.txt 2>problem; then
      echo "ok $n - $name $engine"
    else
      sed 's/^/# /' problem
      echo "not ok $n - $name $engine"
    fi
  done
done < <("$program" list)
if [ "$n" -eq 0 ]; then
  echo "Bail out! $program names no fabric"
  exit 1
fi
echo "1..$n"
