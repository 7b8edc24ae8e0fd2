# shellcheck shell=bash
# Sourced by open: Dateline's window as a page in a browser, by GTK's Broadway.
#
# gtk4-broadwayd asks for no password and, from GTK 4.8 to 4.18, takes a connection from every web
# page (it does not look at Origin). Whoever reaches it sees the window, works it, and reads and
# writes files by it. So it listens where only the user gets (a Unix socket in a folder of mode
# 700), or at an address that a web page would have to guess, and there only if it is asked to or
# nobody else has an account.

# others [PASSWD [NSSWITCH [SHADOW]]]: name the accounts, besides the caller's own, by which a
# person can log in; nothing if there are none. Files instead of the machine's own are for tests.
others ()
{
  local passwd=${1:-} nsswitch=${2:-/etc/nsswitch.conf} shadow=${3:-/etc/shadow}
  local name uid home shell password service
  # Accounts of a directory are not listed, but are there.
  while read -r service; do
    case $service in
      '' | files | compat | db | systemd | altfiles | mymachines | '['*) ;;
      *) echo "$service" ;;
    esac
  done < <(sed -n 's/#.*//; s/^passwd://p' "$nsswitch" 2>/dev/null | tr -s ' \t' '\n')
  while IFS=: read -r name _ uid _ _ home shell; do
    [ "$uid" -ge 1000 ] && [ "$uid" -lt 60000 ] || continue
    [ "$uid" != "$(id -u)" ] && [ "$uid" != "${SUDO_UID:-}" ] || continue
    case $shell in
      */nologin | */false) continue ;;
    esac
    # Neither a password nor a key: nobody's, as images have them. Only root can see that.
    if [ -r "$shadow" ]; then
      password=$(sed -n "s/^$name:\([^:]*\):.*/\1/p" "$shadow")
      case $password in
        '!'* | '*'*) [ -s "$home/.ssh/authorized_keys" ] || continue ;;
      esac
    fi
    echo "$name"
  done < <(if [ -n "$passwd" ]; then cat "$passwd"; else getent passwd; fi)
}

# A number below $1.
random () { echo $((SRANDOM % $1)); }

# serve socket | browser | PORT: start the server in a process group of its own, say where the
# window is and who can connect, and set the environment for the program. Adds to "groups" and
# "folders", which end with the caller.
serve ()
{
  local display=$$ folder listen=() socket i address port accounts
  if ! command -v gtk4-broadwayd >/dev/null; then
    echo "There is no display, and this GTK has no gtk4-broadwayd to show the window in a browser" \
      "(log in with a display, with ssh -X for example, or use build/app/dateline-cli)" >&2
    return 1
  fi
  # The socket between it and the program lies in the folder for such, which not every user has.
  [ -O "${XDG_RUNTIME_DIR:-}" ] || unset XDG_RUNTIME_DIR
  folder=$(mktemp -d "${XDG_RUNTIME_DIR:-${TMPDIR:-/tmp}}/dateline.XXXXXX") || return 1
  folders+=("$folder")
  export XDG_RUNTIME_DIR=${XDG_RUNTIME_DIR:-$folder}
  # No other run has its number, which gtk4-broadwayd counts from 1 in the name.
  socket=$XDG_RUNTIME_DIR/broadway$((display + 1)).socket
  folders+=("$socket")

  port=$((20000 + $(random 10000)))
  address=127.0.0.1
  case $1 in
    socket) listen=(--unixsocket="$folder/window") ;;
    browser)
      address=127.$((1 + $(random 254))).$(random 256).$((1 + $(random 254)))
      listen=(--address="$address" --port="$port")
      ;;
    *)
      port=$1
      listen=(--address="$address" --port="$port")
      ;;
  esac
  (umask 077 && exec gtk4-broadwayd "${listen[@]}" ":$display") >&2 </dev/null &
  groups+=("-$!")
  for i in {1..600}; do
    [ ! -S "$socket" ] || break
    kill -0 -- "-$!" 2>/dev/null || { echo "gtk4-broadwayd did not start" >&2; return 1; }
    sleep 0.1
  done
  # With the renderer of another display the server ends itself when the page changes its size.
  unset GSK_RENDERER
  export GDK_BACKEND=broadway BROADWAY_DISPLAY=:$display

  if [ "$1" != socket ]; then
    echo "http://$address:$port"
    echo -n "Only this machine reaches this address. Every account on it can connect, "
    if [ "$1" = browser ]; then
      echo "but a web page cannot guess the address."
    else
      echo "and so can every web page that is open in a browser on it."
    fi
    return
  fi
  accounts=$(others | paste -sd ' ')
  echo "The window is at a socket that only you can reach: $folder/window"
  echo "To see it on another computer, run there"
  echo "    ssh -N -L $port:$folder/window $(id -un)@${HOSTNAME:-HOST}"
  echo "and open http://127.0.0.1:$port in its browser. While ssh runs, every account of that" \
    "computer and every web page open on it can connect."
  [ -z "$accounts" ] || echo "This machine has other accounts ($accounts), so no port is open on it."
  echo "For a browser on this machine: build-aux/run --browser"
}
