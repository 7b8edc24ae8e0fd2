#!/usr/bin/env bash
# Without a display the window's program says in one sentence what would be right.
# test-no-display.sh DATELINE
set -u
said=$(env -u DISPLAY -u WAYLAND_DISPLAY HOME=/nonexistent "$1" 2>&1 >/dev/null)
status=$?
echo 1..3
[ "$status" -eq 1 ] && echo "ok 1 - status 1" || echo "not ok 1 - status $status"
[ "$(wc -l <<<"$said")" -eq 1 ] && echo "ok 2 - one line" || echo "not ok 2 - $said"
[[ $said == dateline:*build-aux/run*dateline-cli* ]] && echo "ok 3 - names both ways" \
  || echo "not ok 3 - $said"
