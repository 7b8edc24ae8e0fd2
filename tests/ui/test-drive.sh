#!/bin/bash
# The program driven by pointer and keyboard in a window of 1280x800, and killed in the middle.
# Under nohup, too, which the program would obey.
# Arguments: dateline-cli, the folder of golden files (unused), dateline.
window=$(realpath -- "$3")
wait_still=$(realpath -- "$(dirname -- "$0")/wait-still.py")
python=$(command -v python3)
# shellcheck source-path=SCRIPTDIR source=../cli/tap.sh
. "$(dirname -- "$0")/../cli/tap.sh"
database=$work/library.db
name="XT3 11x12x16"

if [ -z "${DISPLAY:-}" ] || ! command -v xdotool >/dev/null; then
  skip "the window is driven" "it needs a display and xdotool"
  finish
  exit
fi

# What a sanitizer says is looked at in the end: a leak alone does not change the program's status.
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}exitcode=0

start ()
{
  GSETTINGS_BACKEND=keyfile XDG_CONFIG_HOME=$work/config \
    env --default-signal=HUP "$window" --database "$database" >"$work/window.out" 2>&1 &
  pid=$!
  timeout 60 xdotool search --sync --onlyvisible --pid $pid >/dev/null 2>&1
  still
}

# The window is drawn and nothing moves in it any more: what was asked for before is done.
still ()
{
  "$python" "$wait_still" 0 0 1280 800
}

# wait_for DESCRIPTION PATTERN: until the library's scenario has a line that matches.
wait_for ()
{
  local i
  for i in $(seq 300); do
    if "$program" library show "$name" --database "$database" 2>/dev/null | grep -qE "$2"; then
      true; ok "$1"
      return
    fi
    sleep 0.1
  done
  "$program" library show "$name" --database "$database" >"$work/why" 2>&1
  cat "$work/window.out" >>"$work/why"
  false; ok "$1"
}

# wait_for_page DESCRIPTION PAGE: until that page of evidence is shown, which the settings remember.
wait_for_page ()
{
  local i
  for i in $(seq 300); do
    if grep -qs "^evidence-page='$2'" "$work/config/glib-2.0/settings/keyfile"; then
      true; ok "$1"
      return
    fi
    sleep 0.1
  done
  cat "$work/config/glib-2.0/settings/keyfile" "$work/window.out" >"$work/why" 2>&1
  false; ok "$1"
}

# The pointer must arrive before it clicks: a little way first.
point ()
{
  xdotool mousemove $(($1 - 4)) $(($2 - 3)); sleep 0.1
  xdotool mousemove "$1" "$2"; sleep 0.1
}

start
wait_for "the first start makes the XT3" "^radix=11;12;16"

point 330 300; xdotool click 2
wait_for "a middle-click breaks a cable" "^broken-links=[0-9,]+:x\+$"

xdotool key n
wait_for "the key N breaks the node" "^broken-nodes=[0-9,]+$"

# Z's dateline is at the right end of its panel; find its marker by going down to it.
xdotool key d d d Left Left
wait_for "D and the arrow keys move a dateline" "^datelines=10;11;13$"

xdotool key ctrl+z
wait_for "Ctrl+Z takes the whole movement back" "^broken-nodes=[0-9,]+$"
for _ in $(seq 300); do
  "$program" library show "$name" --database "$database" | grep -q "^datelines" || break
  sleep 0.1
done
! "$program" library show "$name" --database "$database" | grep -q "^datelines"
ok "and the dateline is back"

kill -9 $pid
wait $pid 2>/dev/null
before=$("$program" library show "$name" --database "$database")

start
is "$("$program" library show "$name" --database "$database")" "$before" "kill -9 lost nothing"
point 330 300; xdotool click 1; xdotool key ctrl+z; still; xdotool key ctrl+z
for _ in $(seq 300); do
  "$program" library show "$name" --database "$database" | grep -q "^broken" || break
  sleep 0.1
done
! "$program" library show "$name" --database "$database" | grep -q "^broken"
ok "what was done before the kill can be undone after it"

# A route by click and Shift+click; the way out of a deadlock from its page.
point 312 304; xdotool click 1
xdotool keydown shift; point 564 424; xdotool click 1; xdotool keyup shift
wait_for_page "Shift+click explains the route" route
xdotool key Escape; still
point 124 236; xdotool click 1
wait_for "datelines off" "^datelines=-1;-1;-1$"
still; point 570 420; xdotool click 1; still; xdotool key c
wait_for_page "C shows the cycle" deadlock
still; point 1134 342; xdotool click 1
for _ in $(seq 300); do
  "$program" library show "$name" --database "$database" | grep -q "^datelines=-1" || break
  sleep 0.1
done
! "$program" library show "$name" --database "$database" | grep -q "^datelines=-1"
ok "a remedy of the page switches datelines on"

xdotool key ctrl+q
for _ in $(seq 600); do kill -0 $pid 2>/dev/null || break; sleep 0.1; done
! kill -0 $pid 2>/dev/null
ok "Ctrl+Q ends it"

# Told to end it saves as Ctrl+Q does. (A shell has SIGINT ignored in what it runs beside itself.)
# broken COUNT: wait until so many lines of the saved scenario say what is broken.
broken ()
{
  for _ in $(seq 300); do
    [ "$("$program" library show "$name" --database "$database" | grep -c "^broken-links")" = "$1" ] && return
    sleep 0.1
  done
  return 1
}
start
point 330 300; xdotool click 2
broken 1
ok "what is broken is saved"
kill -TERM $pid
wait $pid
is "$?" 0 "SIGTERM ends it"
start
xdotool key ctrl+z
broken 0
ok "and can be undone"
kill -HUP $pid
wait $pid
is "$?" 0 "SIGHUP ends it"

# A file for the program that runs, while another of its windows is the active one.
if [ -n "${DBUS_SESSION_BUS_ADDRESS:-}" ]; then
  echo next | "$program" lesson run 01-torus --hand-in "$work/one.handin" >/dev/null
  export GSETTINGS_BACKEND=keyfile XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data
  "$window" >>"$work/window.out" 2>&1 &
  pid=$!
  timeout 60 xdotool search --sync --onlyvisible --pid $pid >/dev/null 2>&1
  still
  point 330 300; xdotool click 1; xdotool key F1
  for _ in $(seq 300); do
    [ "$(xdotool search --onlyvisible --pid $pid 2>/dev/null | wc -l)" -gt 1 ] && break
    sleep 0.1
  done
  still
  timeout 60 "$window" "$work/one.handin" >>"$work/window.out" 2>&1
  sleep 1
  kill -0 $pid 2>"$work/why"
  ok "a file does not end up in the manual"
  kill $pid
  wait $pid 2>/dev/null
else
  skip "a file for the program that runs" "it needs a session bus"
fi
# The first array of 2048 quarks, which GLib loses when there are more, is all that may be lost.
if grep -q "SUMMARY: AddressSanitizer: 16384 byte(s) leaked in 1 allocation(s)" "$work/window.out"; then
  sed -i "/LeakSanitizer: detected memory leaks/d; /SUMMARY: AddressSanitizer: 16384 byte/d" \
    "$work/window.out"
fi
! grep -E -A 30 "CRITICAL|ERROR|Sanitizer" "$work/window.out" >"$work/why"
ok "nothing critical was said"
finish
