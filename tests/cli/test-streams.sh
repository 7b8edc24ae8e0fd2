#!/usr/bin/env bash
# What comes out comes out whole or not at all; Ctrl+C, full disks and closed pipes are told apart.
# shellcheck source-path=SCRIPTDIR
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"

# Standard output
"$program" links preset:xt3-11x12x16 --csv >/dev/full 2>err
is "$? $(wc -l <err)" "3 1" "a full disk behind standard output"
grep -q '^dateline-cli: standard output: No space left' err
ok "which the message says"
"$program" links preset:xt3-11x12x16 --csv >&- 2>err
is "$? $(wc -l <err)" "3 1" "standard output that is closed"
"$program" links preset:xt3-11x12x16 --csv 2>err | head -n 1 >out
is "${PIPESTATUS[0]} $(cat out err)" "3 x,y,z,direction,state,vc0,vc1,vc_balance" \
  "a reader that has enough is not complained about"
"$program" --help >/dev/full 2>err
is $? 3 "help on a full disk"
"$program" analyze - 2>err >out <&-
is "$? $(wc -l <err)" "2 1" "standard input that is closed"

# Output files
gives new preset:ring-8 -o file.dateline
cp file.dateline before
fails 3 '/dev/full: No space left on device \(.*\)' new preset:ring-8 -o /dev/full
[ -c /dev/full ]
ok "a device stays one"
fails 2 'nowhere/x: No such file or directory \(.*\)' new preset:ring-8 -o nowhere/x
fails 2 'home: Is a directory \(.*\)' new preset:ring-8 -o home
fails 2 'file\.dateline/x: Not a directory' new preset:ring-8 -o file.dateline/x
(
  ulimit -f 8
  "$program" links preset:xt3-11x12x16 --csv -o file.dateline >out 2>err
)
is "$? $(wc -l <err)" "3 1" "a file past the limit"
cmp -s file.dateline before
ok "leaves the one before it"
fails 2 '--set torus\.radix: .*' new preset:ring-8 -o file.dateline --set torus.radix=x
cmp -s file.dateline before
ok "so does bad input"
is "$(find . -maxdepth 1 -name 'file.dateline*')" "./file.dateline" "and nothing lies about"
ln -s file.dateline link
chmod 640 file.dateline
gives new preset:mesh-4x4 -o link
[ -L link ] && grep -q 'Mesh 4x4' file.dateline
ok "a link stays one"
is "$(stat -c %a file.dateline)" 640 "and a file keeps its permissions"
gives new preset:ring-8 -o -
cmp -s out before
ok "- is standard output"
gives new preset:ring-8 -o /dev/stdout
if [ "$(id -u)" -ne 0 ]; then
  user=(env)
else
  user=(setpriv --reuid=65534 --regid=65534 --clear-groups)
  chmod 755 "$work"
fi
if "${user[@]}" test -x "$program" 2>/dev/null; then
  mkdir -m 777 open
  mkdir -m 555 shut
  cp before open/kept
  chmod 444 open/kept
  "${user[@]}" "$program" new preset:ring-8 -o shut/x >out 2>err
  is "$? $(cat err)" "3 dateline-cli: shut/x: Permission denied (expected a file that can be written)" \
    "a folder that may not be written"
  "${user[@]}" "$program" new preset:mesh-4x4 -o open/kept >out 2>err
  is "$? $(cat err)" "3 dateline-cli: open/kept: Permission denied (expected a file that can be written)" \
    "a file that may not be written"
  cmp -s open/kept before
  ok "is as it was"
  cp before secret
  chmod 000 secret
  "${user[@]}" "$program" analyze secret >out 2>err
  is "$? $(cat err)" "2 dateline-cli: secret: Permission denied" "a file that may not be read"
else
  skip "permissions" "another user cannot run the program here"
fi

# Ctrl+C, wherever the program is. Python, since a shell's background jobs ignore SIGINT.
cat >interrupt.py <<'END'
"""interrupt.py SIGNAL SECONDS PROGRAM ARGUMENT...: the status and what was said, or "hangs". Standard
input stays open; standard output is a pipe that nobody reads."""
import os, signal, subprocess, sys, time

number, seconds, command = sys.argv[1], float(sys.argv[2]), sys.argv[3:]
process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE)
time.sleep(seconds)
process.send_signal(getattr(signal, number))
try:
    status = process.wait(20)
    print(status, process.stderr.read().decode().strip())
except subprocess.TimeoutExpired:
    process.kill()
    print("hangs")
END
mkfifo fifo
stopped="3 dateline-cli: stopped"
is "$(python3 interrupt.py SIGINT 0.5 "$program" analyze -)" "$stopped" "while it waits for input"
is "$(python3 interrupt.py SIGTERM 0.5 "$program" analyze fifo)" "$stopped" "while it opens a pipe"
is "$(python3 interrupt.py SIGINT 3 "$program" links preset:xt3-11x12x16 --csv)" "$stopped" \
  "while nobody reads what it writes"
is "$(python3 interrupt.py SIGINT 3 "$program" links preset:xt3-11x12x16 --csv -o /dev/stdout)" \
  "$stopped" "so also with -o"
nodes=$(for i in {0..31}; do printf '%d,%d,%d;' "$i" "$i" $((31 - i)); done)
is "$(python3 interrupt.py SIGINT 1 "$program" check preset:torus-32x32x32 \
  --set "torus.broken-nodes=$nodes")" "$stopped" "while it computes"
# Drawing may be over by then; what counts is that there is no piece of a file.
result=$(python3 interrupt.py SIGINT 0.4 "$program" figure ring-matrix preset:torus-32x32x32 \
  --width 40 --dpi 200 -o big.png)
files=$(find . -maxdepth 1 -name 'big.png*')
case $result$files in
  "$stopped" | "0 ./big.png") true ;;
  *) echo "$result$files" >why && false ;;
esac
ok "while it draws"

# Wherever -o leads: links are followed, also those to a file that is not there yet; a folder that is
# missing is told alike, and not made.
"$program" new preset:ring-8 -o ring.dateline
"$program" library save ring.dateline --database share.db >out
# output NAME ARGUMENT...
output ()
{
  local name=$1
  shift
  fails 2 "nowhere/$name: No such file or directory \\(expected a file in an existing folder\\)" \
    "$@" -o "nowhere/$name"
  [ ! -e nowhere ]
  ok "no folder is made for $name"
  mkdir real
  ln -s "real/$name" "$name"
  gives "$@" -o "$name"
  [ -L "$name" ] && [ -s "real/$name" ]
  ok "$name goes where its link leads"
  gives "$@" -o "$name"
  [ -L "$name" ] && is "$(ls real)" "$name" "and again, with nothing beside it"
  rm -r real "$name"
}
output new.dateline new preset:ring-8
output analyze.json analyze ring.dateline --json
output figure.svg figure channel-load ring.dateline
output report.pdf report ring.dateline
output best.dateline optimize ring.dateline --datelines --json
output copy.db library export 'Ring of 8' --database share.db
output copy.dateline library export 'Ring of 8' --database share.db

# A placement is judged when the network is known, by the name of its file all the same.
printf '0\n1\n99,0,0\n' >ranks.txt
printf '[scenario]\nformat=1\n[traffic]\npattern=allreduce\nmessage-bytes=64\nplacement=ranks.txt\n' \
  >placed.dateline
fails 2 'placed\.dateline:6: traffic\.placement: ranks\.txt:3: node 99,0,0 is outside .*' \
  analyze placed.dateline
fails 2 '--set traffic\.placement: ranks\.txt:3: node 99,0,0 is outside .*' analyze preset:torus-5x5x5 \
  --set traffic.pattern=allreduce --set traffic.message-bytes=64 --set traffic.placement=ranks.txt
fails 2 '.*traffic\.placement: ranks\.txt:3: node 99,0,0 is outside .*' sweep preset:torus-5x5x5 \
  --set traffic.pattern=allreduce --set traffic.message-bytes=64 --vary traffic.placement=linear,ranks.txt \
  -o placed.csv
printf 'a@0-3\nb@5,3\n' >jobs.txt
fails 2 '--set traffic\.placement: jobs\.txt:2: .*' analyze preset:generic-33 \
  --set traffic.pattern=jobs --set traffic.placement=jobs.txt

finish
