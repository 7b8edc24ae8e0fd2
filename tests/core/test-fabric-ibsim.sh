#!/usr/bin/env bash
# Netlists that a real ibsim simulates: what ibnetdiscover finds there is what our reader makes of
# the netlist.
program=$(realpath "$1")
library=$(find /usr/lib -name libumad2sim.so 2>/dev/null | head -n 1)
# Debian has these tools beside the system administrator's.
PATH=$PATH:/usr/sbin

for tool in ibsim ibnetdiscover; do
  if ! command -v "$tool" >/dev/null || [ -z "$library" ]; then
    echo "1..0 # SKIP there is no $tool (packages ibsim-utils and infiniband-diags)"
    exit 0
  fi
done

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
export IBSIM_SOCKNAME=dateline-$$

# discover NET: topology.txt. The simulator lives until its input ends.
discover() {
  local simulator input i
  rm -f console topology.txt
  mkfifo console
  timeout -s KILL 60 ibsim -s "$1" <console >ibsim.log 2>&1 &
  simulator=$!
  exec {input}>console
  for ((i = 0; i < 400; i++)); do
    grep -q "Network simulator ready" ibsim.log && break
    sleep 0.05
  done
  LD_PRELOAD=$library timeout -s KILL 20 ibnetdiscover >topology.txt 2>ibnetdiscover.log
  exec {input}>&-
  kill "$simulator" 2>/dev/null
  wait "$simulator" 2>/dev/null
}

number=0
for name in tree-2-levels tree-parallel torus random; do
  for command in write rated; do
    number=$((number + 1))
    "$program" "$command" "$name" >net
    discover net
    if "$program" same net topology.txt 2>problem; then
      echo "ok $number - $name $command"
    else
      sed 's/^/# /' problem ibsim.log ibnetdiscover.log
      echo "not ok $number - $name $command"
    fi
  done
done
echo "1..$number"
