#!/usr/bin/env bash
# A real OpenSM routes fabrics that ibsim simulates: its tables are read back, walked, and its hops
# and loads compared with those of our engines. Of the damaged ones every fourth, all with
# "-m thorough". With a folder as second argument, dumps are kept there.
program=$(realpath "$1")
shift
thorough=
[ "$*" = "-m thorough" ] && thorough=+ && shift 2
keep=${1:+$(realpath -m "$1")}
library=$(find /usr/lib -name libumad2sim.so 2>/dev/null | head -n 1)
# Debian has these tools beside the system administrator's.
PATH=$PATH:/usr/sbin

for tool in opensm ibsim ibnetdiscover dump_fts saquery; do
  if ! command -v "$tool" >/dev/null || [ -z "$library" ]; then
    echo "1..0 # SKIP there is no $tool (packages opensm, ibsim-utils and infiniband-diags)"
    exit 0
  fi
done

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1

# simulated SECONDS COMMAND...: a command that sees the simulated fabric, from its first host.
simulated() {
  local seconds=$1
  shift
  SIM_HOST=H0 LD_PRELOAD=$library OSM_TMP_DIR=$PWD OSM_CACHE_DIR=$PWD \
    timeout -s KILL "$seconds" "$@"
}

# records ENGINE: routes as route does and asks OpenSM for the path record of each pair of hosts.
records() {
  local manager source dest i
  rm -f opensm-lfts.dump
  SIM_HOST=H0 LD_PRELOAD=$library OSM_TMP_DIR=$PWD OSM_CACHE_DIR=$PWD \
    timeout -s KILL 60 opensm -R "$1" -D 0x43 --dump_files_dir "$PWD" -f "$PWD/opensm.log" \
    >opensm.out 2>&1 &
  manager=$!
  for ((i = 0; i < 400; i++)); do
    [ -s opensm-lfts.dump ] && break
    sleep 0.05
  done
  simulated 20 ibnetdiscover >topology.txt 2>ibnetdiscover.log
  while read -r source dest; do
    simulated 20 saquery PR --slid "$source" --dlid "$dest" </dev/null
  done < <("$program" pairs topology.txt) >records.txt 2>saquery.log
  # Its log is complete once it has ended.
  kill "$manager" 2>/dev/null
  wait "$manager" 2>/dev/null
}

# route NAME ENGINE RECORDS: topology.txt and tables.txt, with path records if RECORDS is +. The
# simulator lives until its input ends.
route() {
  local name=$1 engine=$2 records=$3 simulator input i options=()
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
  : >records.txt
  if [ "$records" = + ]; then
    records "$engine"
  else
    simulated 60 opensm -o -R "$engine" "${options[@]}" -f "$PWD/opensm.log" >opensm.out 2>&1
  fi
  simulated 20 ibnetdiscover >topology.txt 2>ibnetdiscover.log
  simulated 20 dump_fts >tables.txt 2>dump_fts.log
  cat records.txt >>tables.txt
  exec {input}>&-
  kill "$simulator" 2>/dev/null
  wait "$simulator" 2>/dev/null
  rm -f console
}

# try NAME ENGINE...: one fabric in a folder and with a simulator of its own.
try() {
  local name=$1 engine records
  shift
  mkdir "$folder/$name" && cd "$folder/$name" || return 1
  export IBSIM_SOCKNAME=dateline-$$-$name
  for engine in "$@"; do
    records=${engine#"${engine%+}"}
    engine=${engine%+}
    : >opensm.log
    route "$name" "$engine" "$records"
    if ! grep -q "$engine tables configured on all switches" opensm.log; then
      echo "# $name: OpenSM did not use $engine"
      tail -n 12 opensm.log | sed 's/^/# /'
      echo "not ok - $name $engine"
      continue
    fi
    if [ -n "$keep" ]; then
      mkdir -p "$keep/$name"
      cp topology.txt "$keep/$name/topology.txt"
      cp tables.txt "$keep/$name/tables-$engine.txt"
    fi
    # As information: what is as weak, and the order of cycles, is open, and so are their counts.
    sed -n 's/.*\(Virtual Lanes needed: [0-9]*\).*/# '"$name $engine"': OpenSM: \1/p' opensm.log
    if "$program" check "$engine" topology.txt tables.txt 2>problem; then
      echo "ok - $name $engine"
    else
      sed 's/^/# /' problem
      echo "not ok - $name $engine"
    fi
  done
}

# These programs mostly wait for each other: several fabrics at a time.
expected=0
names=()
while read -r name engines; do
  [[ -z $thorough && $name == damaged-* && $((${name#damaged-} % 4)) -ne 0 ]] && continue
  read -ra each <<<"$engines"
  expected=$((expected + ${#each[@]}))
  names+=("$name")
  while [ "$(jobs -pr | wc -l)" -ge 3 ]; do
    wait -n
  done
  try "$name" "${each[@]}" >"$folder/$name.tap" &
done < <("$program" list)
wait
if [ "$expected" -eq 0 ]; then
  echo "Bail out! $program names no fabric"
  exit 1
fi
for name in "${names[@]}"; do
  cat "$folder/$name.tap"
done | awk '/^(not )?ok - / { n++; sub(/ok - /, "ok " n " - ") } { print }'
echo "1..$expected"
