# shellcheck shell=bash disable=SC2034
# Sourced by the tests of the command line: TAP, and ways to run the program and look at what came.
# Arguments of each test: the program, the folder of golden files.

program=$(realpath -- "$1")
golden=$(realpath -- "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

# Nothing of the person's own, and the same messages everywhere.
mkdir -m 700 home
export HOME=$work/home XDG_DATA_HOME=$work/home/data LC_ALL=C.UTF-8
unset LANGUAGE G_MESSAGES_DEBUG

tests=0
failures=0

# ok DESCRIPTION: the status of the command before it is the result.
ok ()
{
  local status=$?
  tests=$((tests + 1))
  if [ $status -eq 0 ]; then
    echo "ok $tests - $1"
  else
    failures=$((failures + 1))
    echo "not ok $tests - $1"
    [ ! -s "$work/why" ] || sed 's/^/# /' "$work/why"
  fi
  # No process where there is nothing to do: there are thousands of these.
  [ ! -e "$work/why" ] || rm -f "$work/why"
}

skip ()
{
  tests=$((tests + 1))
  echo "ok $tests - $1 # SKIP $2"
}

finish ()
{
  echo "1..$tests"
  [ $failures -eq 0 ]
}

# run ARGUMENT...: sets status; what came is in the files out and err.
run ()
{
  "$program" "$@" >"$work/out" 2>"$work/err" </dev/null
  status=$?
}

# is ACTUAL EXPECTED DESCRIPTION
is ()
{
  [ "$1" = "$2" ] || { printf 'is:     %s\nshould: %s\n' "$1" "$2" >"$work/why"; false; }
  ok "$3"
}

# gives ARGUMENT...: status 0, nothing on standard error.
gives ()
{
  run "$@"
  if [ $status -ne 0 ] || [ -s err ]; then
    { echo "status $status"; cat err; } >why
    false
  fi
  ok "${*@Q}"
}

# same GOLDEN: what came is what it was; DATELINE_UPDATE_GOLDEN=1 makes it so.
same ()
{
  [ -z "${DATELINE_UPDATE_GOLDEN:-}" ] || cp out "$golden/$1"
  diff -u "$golden/$1" out >why && rm why
  ok "as in $1"
}

# fails STATUS PATTERN ARGUMENT...: nothing on standard output, one line on standard error that the
# extended regular expression describes whole.
fails ()
{
  local expected=$1 pattern=$2 lines
  shift 2
  run "$@"
  mapfile lines <err
  if [ "$status" -ne "$expected" ] || [ -s out ] || [ ${#lines[@]} -ne 1 ] \
    || ! [[ ${lines[0]} =~ ^dateline-cli:\ $pattern$'\n'$ ]]; then
    { echo "status $status, should be $expected"; cat err; echo "should be: $pattern"; head -5 out; } >why
    false
  fi
  ok "refused: ${*@Q}"
}

# interrupted SIGNAL PERCENT ARGUMENT...: the program with a terminal for its messages, which gets
# the signal once its progress there has come to PERCENT. Sets status; what came is in the files out
# and err, progress apart.
interrupted ()
{
  python3 - "$1" "$2" "$program" "${@:3}" >"$work/out" 3>"$work/err" <<'END'
import os, pty, re, signal, subprocess, sys

name, percent = sys.argv[1], int(sys.argv[2])
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
ours, theirs = pty.openpty()
process = subprocess.Popen(sys.argv[3:], stdin=subprocess.DEVNULL, stderr=theirs)
os.close(theirs)
said, sent = "", False
while True:
    try:
        more = os.read(ours, 4096).decode()
    except OSError:  # the other end is closed
        break
    if not more:
        break
    said += more
    steps = re.findall(r"(\d+) ?%", said)
    if not sent and steps and int(steps[-1]) >= percent:
        process.send_signal(getattr(signal, name))
        sent = True
said = re.sub(r"\r\x1b\[K(\d+ ?%(, about \d+ s left)?)?", "", said).replace("\r\n", "\n")
os.write(3, said.encode())
sys.exit(process.wait(60) if sent else 99)
END
  status=$?
}

# json EXPRESSION DESCRIPTION: a Python expression about "it", what came as JSON.
json ()
{
  python3 - "$work/out" "$1" >why 2>&1 <<'END'
import json, math, sys
it = json.load(open(sys.argv[1], encoding="utf-8"))
if not eval("(" + sys.argv[2] + ")"):
    print("not so: " + sys.argv[2])
    sys.exit(1)
END
  ok "$2" # its status
}
