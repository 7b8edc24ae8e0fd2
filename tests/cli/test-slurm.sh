#!/usr/bin/env bash
# A real Slurm, of its own in a scratch folder: it takes the topology.conf that "tables" writes for
# the tree that it is, and runs sweeps as arrays of jobs, also after some were canceled.
# shellcheck source-path=SCRIPTDIR
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"
sweep=$(realpath -- "$3")
# Debian has these tools beside the system administrator's.
PATH=$PATH:/usr/sbin

all_skipped ()
{
  echo "1..0 # SKIP $1"
  exit 0
}

for tool in slurmctld slurmd scontrol sbatch; do
  command -v $tool >/dev/null || all_skipped "there is no $tool (packages slurmctld, slurmd and slurm-client)"
done

# Plugins ------------------------------------------------------------------------------------------

plugins=$(dirname -- "$(find /usr/lib /usr/lib64 -path '*slurm*' -name 'topology_tree.so' 2>/dev/null | head -n 1)")
daemons=()

stop_all ()
{
  local daemon
  for daemon in "${daemons[@]}"; do
    kill "$daemon" 2>/dev/null
    wait "$daemon" 2>/dev/null
  done
  daemons=()
}
end ()
{
  stop_all
  [ -z "${munge:-}" ] || { kill "$munge" && wait "$munge"; } 2>/dev/null
  rm -rf "$work"
}
trap end EXIT

# until TRIES COMMAND...: the command's success, or failure after so many twentieths of a second.
until_so ()
{
  local tries=$1
  shift
  while ! "$@" >/dev/null 2>&1; do
    [ $((--tries)) -gt 0 ] || return 1
    sleep 0.05
  done
}

if [ -e "$plugins/auth_none.so" ] && [ -e "$plugins/cred_none.so" ] && [ -z "${DATELINE_TEST_MUNGE:-}" ]; then
  auth=$'AuthType=auth/none\nCredType=cred/none'
elif command -v munged >/dev/null; then
  head -c 1024 /dev/urandom >munge.key
  chmod 400 munge.key
  munged --foreground --force --socket="$work/munge.socket" --key-file="$work/munge.key" \
    --pid-file="$work/munge.pid" --seed-file="$work/munge.seed" --log-file="$work/munge.log" \
    >munge.out 2>&1 &
  munge=$!
  until_so 200 munge --no-input --socket="$work/munge.socket" \
    || all_skipped "munged does not start: $(tail -n 1 munge.out)"
  auth=$(printf 'AuthType=auth/munge\nAuthInfo=socket=%s\nCredType=cred/munge' "$work/munge.socket")
else
  all_skipped "Slurm has no auth/none, and there is no munged (package munge)"
fi

# Daemons ------------------------------------------------------------------------------------------

free_ports ()
{
  python3 -c 'import socket
ports = [socket.socket() for _ in range(2)]
for port in ports:
    port.bind(("127.0.0.1", 0))
print(*[port.getsockname()[1] for port in ports])'
}

# controller NAME NODES [LINE...]: slurmctld of a cluster of NODES in the folder NAME.
controller ()
{
  local name=$1 nodes=$2 ports user
  shift 2
  read -r -a ports < <(free_ports)
  user=$(id -un)
  mkdir -p "$name/state"
  cat >"$name/slurm.conf" <<END
ClusterName=dateline
SlurmctldHost=localhost(127.0.0.1)
SlurmUser=$user
SlurmdUser=$user
$auth
SlurmctldPort=${ports[0]}
SlurmdPort=${ports[1]}
StateSaveLocation=$work/$name/state
SlurmdSpoolDir=$work/$name/spool-%n
SlurmctldPidFile=$work/$name/slurmctld.pid
SlurmdPidFile=$work/$name/slurmd-%n.pid
SlurmctldLogFile=$work/$name/slurmctld.log
SlurmdLogFile=$work/$name/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
SchedulerType=sched/builtin
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
$(printf '%s\n' "$@")
NodeName=$nodes NodeAddr=127.0.0.1 CPUs=2
PartitionName=all Nodes=ALL Default=YES
END
  export SLURM_CONF=$work/$name/slurm.conf
  slurmctld -D -i >"$name/out" 2>&1 &
  daemons+=($!)
  until_so 400 is_up || { cp "$name/out" why; false; }
}

is_up ()
{
  scontrol ping | grep -q 'is UP'
}

# Trees --------------------------------------------------------------------------------------------

# Nodes of a topology.conf as Slurm takes them: one name a line.
nodes_of ()
{
  grep -o ' Nodes=.*' "$1" | sed 's/ Nodes=//' | tr ',' '\n' | sort -u
}

# same_tree CONF SHOWN: each switch has the nodes or switches below it that the file says.
same_tree ()
{
  python3 - "$1" "$2" <<'END' >why 2>&1
import re, subprocess, sys

def expand(names):
    """Names from a list of Slurm's: sw[0-3,5],a"""
    if "[" not in names:
        return set(filter(None, names.split(",")))
    return set(subprocess.check_output(["scontrol", "show", "hostnames", names], text=True).split())

def read(file):
    tree = {}
    for line in open(file):
        if line.startswith("SwitchName="):
            row = dict(word.split("=", 1) for word in line.split())
            tree[row["SwitchName"]] = {key: expand(row.get(key, "")) for key in ("Nodes", "Switches")}
    return tree

ours, theirs = read(sys.argv[1]), read(sys.argv[2])
assert ours and ours.keys() == theirs.keys(), (sorted(ours), sorted(theirs))
def below(name):
    return ours[name]["Nodes"].union(*[below(child) for child in ours[name]["Switches"]])
for name in ours:
    assert theirs[name]["Switches"] == ours[name]["Switches"], (name, ours[name], theirs[name])
    assert theirs[name]["Nodes"] == below(name), (name, below(name), theirs[name])
END
}

check_tree ()
{
  local name=$1
  shift
  mkdir "$name"
  "$program" tables "$@" --slurm >"$name/topology.conf" 2>why
  ok "$name: the file"
  controller "$name" "$(nodes_of "$name/topology.conf" | paste -sd,)" TopologyPlugin=topology/tree
  ok "$name: slurmctld starts with it"
  scontrol show topology >"$name/shown" 2>why && same_tree "$name/topology.conf" "$name/shown"
  ok "$name: it has the same tree"
  ! grep -i 'error.*\(topology\|switch\)\|\(topology\|switch\).*\(error\|warning\)' "$name/slurmctld.log" >why
  ok "$name: nothing to complain about"
  stop_all
}

check_tree fat-tree preset:fat-tree-16
check_tree leaf-spine preset:leaf-spine-648
check_tree rails preset:rails-32x8
check_tree three-levels preset:fat-tree-1024
check_tree two-rails preset:fat-tree-16 --set fabric.source=file \
  --set "fabric.file=$golden/../fabric/two-rails.topology"

# topology.yaml is for newer ones, which read it beside slurm.conf.
version=$(slurmctld -V | grep -o '[0-9]*\.[0-9]*' | head -n 1)
if printf '25.05\n%s\n' "$version" | sort -C -V; then
  mkdir yaml
  "$program" tables preset:rails-32x8 --slurm --yaml >yaml/topology.yaml
  controller yaml "$(nodes_of rails/topology.conf | paste -sd,)"
  ok "slurmctld starts with topology.yaml"
  scontrol show topology >yaml/shown 2>why && grep -q 'L2-0' yaml/shown
  ok "it has its switches"
  stop_all
else
  skip "topology.yaml" "Slurm $version does not read it (25.05 does)"
fi

# Sweeps -------------------------------------------------------------------------------------------

controller cluster here
mkdir cluster/spool-here
slurmd -D -N here >cluster/slurmd.out 2>&1 &
daemons+=($!)
is_idle ()
{
  sinfo -h -o %T | grep -qx idle
}
until_so 400 is_idle || { tail -n 5 cluster/slurmd.out >why; false; }
ok "a node of its own"

export DATELINE_CLI=$program
points=(preset:torus-5x5x5 --vary traffic.load=.1:.4:.02 --cycles 150000 --warmup 1000)
is_over ()
{
  [ -z "$(squeue -h)" ]
}
# Points that are in libraries of shards.
count_points ()
{
  python3 -c 'import os, sqlite3, sys
n = 0
for file in sys.argv[1:]:
    if os.path.exists(file):
        try:
            n += sqlite3.connect(f"file:{file}?mode=ro", uri=True).execute("SELECT count(*) FROM run").fetchone()[0]
        except sqlite3.Error:
            pass # its tables are being made
print(n)' part.1-of-2.db part.2-of-2.db
}
has_some ()
{
  [ "$(count_points)" -ge 3 ]
}
bash "$sweep" 2 part.db "${points[@]}" >submitted 2>why
ok "an array of two, and what puts it together"
job=$(sed 's/shards: job \([0-9]*\);.*/\1/' submitted)
until_so 1200 has_some
ok "points come in"
scancel "$job"
until_so 400 is_over
ok "it is canceled"
kept=$(count_points)
[ "$kept" -ge 3 ] && [ "$kept" -lt 16 ] && [ ! -e part.db ] || { echo "$kept points" >why; false; }
ok "some points are there"
bash "$sweep" 2 part.db "${points[@]}" >submitted 2>why
ok "once more"
is_whole ()
{
  [ -e part.db ] && is_over
}
until_so 3000 is_whole || { cat part*.log >why; false; }
ok "it comes to its end"
is "$(cat part.[12]-of-2.log | sed -n 's/.*: \([0-9]*\) of [0-9]* points are already done/\1/p' | paste -sd+ | bc)" \
  "$kept" "what was there is not computed again"
"$program" sweep "${points[@]}" -o whole.db 2>why
ok "the same without Slurm"
for file in part whole; do
  "$program" library show 1 --runs --csv --database $file.db >$file.csv 2>why
done
python3 - <<'END' >why 2>&1
import csv
part, whole = (list(csv.DictReader(open(name + ".csv"))) for name in ("part", "whole"))
keys = [key for key in whole[0] if "digest" in key or key in ("traffic.load", "seed")]
assert keys and len(part) == len(whole) == 16, (keys, len(part), len(whole))
rows = [sorted([tuple(row[key] for key in keys) for row in rows]) for rows in (part, whole)]
assert rows[0] == rows[1]
END
ok "which has the same points"
stop_all

finish
