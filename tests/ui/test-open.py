#!/usr/bin/env python3
"""build-aux/open without a display: who can connect to the window, and how large it is.
Argument: the folder of the build."""

import base64
import os
import pathlib
import re
import shutil
import signal
import socket
import stat
import struct
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv[1]).resolve()
PATIENCE = 60  # seconds
LISTENING = "0A"

# What a page sends and gets (gdk/broadway/broadway-protocol.h of GTK).
SCREEN_SIZE_CHANGED, ROUNDTRIP_NOTIFY = 12, 14
MOVE_RESIZE, UPLOAD_TEXTURE, SET_NODES, ROUNDTRIP, NEW_SURFACE = 8, 13, 15, 16, 2
LENGTHS = {0: 3, 1: 0, 2: 10, 3: 2, 4: 2, 5: 2, 6: 2, 7: 2, 9: 4, 10: 0, 12: 2, 14: 4, 16: 6}

count = failures = 0


def ok(passed, name, why=""):
    global count, failures
    count += 1
    if not passed:
        failures += 1
    print(f"{'ok' if passed else 'not ok'} {count} - {name}", flush=True)
    if not passed:
        print("".join(f"# {line}\n" for line in str(why).splitlines()), end="", flush=True)


def skip(name, why):
    global count
    count += 1
    print(f"ok {count} - {name} # SKIP {why}", flush=True)


class Open:
    """build-aux/open in a home of its own, until the window can be reached."""

    def __init__(self, *arguments, accounts=None):
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="dl."))
        self.run = self.home / "run"
        self.run.mkdir(mode=0o700)
        environment = {
            key: value
            for key, value in os.environ.items()
            if key not in ("DISPLAY", "WAYLAND_DISPLAY", "GDK_BACKEND", "DBUS_SESSION_BUS_ADDRESS")
        }
        environment |= {
            "HOME": str(self.home),
            "XDG_RUNTIME_DIR": str(self.run),
            "XDG_DATA_HOME": str(self.home / "data"),
            "XDG_CONFIG_HOME": str(self.home / "config"),
            "GSETTINGS_BACKEND": "memory",
            "GSK_RENDERER": "cairo",  # of a display, with which the server would not last
            "LC_ALL": "C.UTF-8",
        }
        if accounts is not None:
            getent = self.home / "getent"
            (self.home / "passwd").write_text(accounts, encoding="utf-8")
            getent.write_text(f"#!/bin/sh\ncat {self.home}/passwd\n", encoding="utf-8")
            getent.chmod(0o755)
            environment["PATH"] = f"{self.home}:{environment['PATH']}"
        # A mask that would let everybody in.
        self.process = subprocess.Popen(
            [ROOT / "build-aux/open", BUILD, *arguments],
            stdout=subprocess.PIPE, stderr=open(self.home / "errors", "wb"),
            stdin=subprocess.DEVNULL, env=environment, umask=0,
        )
        os.set_blocking(self.process.stdout.fileno(), False)
        self.said = ""
        # The last line of what it says.
        self.wait(lambda: re.search(r"^(Only this|For a browser on this) machine.*\n", self.said,
                                    re.MULTILINE))

    def wait(self, condition):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            self.said += (self.process.stdout.read() or b"").decode()
            if condition():
                return True
            time.sleep(0.1)
        return False

    def errors(self):
        return (self.home / "errors").read_text(errors="replace") + self.said

    def address(self):
        match = re.search(r"^http://(127[0-9.]+):(\d+)$", self.said, re.MULTILINE)
        return (match.group(1), int(match.group(2))) if match else None

    def socket(self):
        match = re.search(r"only you can reach: (/.*)$", self.said, re.MULTILINE)
        return pathlib.Path(match.group(1)) if match else None

    def server(self):
        """The number of the process gtk4-broadwayd."""
        for entry in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0")
                place = (entry / "environ").read_bytes()
            except OSError:
                continue
            if words[0].endswith(b"gtk4-broadwayd") and bytes(self.run) in place:
                return int(entry.name)
        return None

    def listens(self):
        """The TCP addresses and the paths at which the server listens."""
        inodes = set()
        for entry in pathlib.Path(f"/proc/{self.server()}/fd").iterdir():
            try:
                inodes |= set(re.findall(r"^socket:\[(\d+)\]$", os.readlink(entry)))
            except OSError:
                pass
        addresses, paths = [], []
        for table in ("tcp", "tcp6"):
            try:
                lines = pathlib.Path("/proc/net", table).read_text().splitlines()[1:]
            except OSError:
                continue
            for words in map(str.split, lines):
                if words[3] == LISTENING and words[9] in inodes:
                    host, port = words[1].split(":")
                    addresses.append((host, int(port, 16)))
        for words in map(str.split, pathlib.Path("/proc/net/unix").read_text().splitlines()[1:]):
            if len(words) > 7 and words[6] in inodes and words[7] not in paths:
                paths.append(words[7])
        return addresses, sorted(paths)

    def close(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE)
        left = sorted(str(path) for path in self.run.glob("**/*") if path.is_socket())
        shutil.rmtree(self.home, ignore_errors=True)
        return left


class Page:
    """What a browser does with the window, as far as its size goes."""

    def __init__(self, place):
        if isinstance(place, pathlib.Path):
            self.connection = socket.socket(socket.AF_UNIX)
            self.connection.connect(str(place))
        else:
            self.connection = socket.create_connection(place)
        self.connection.settimeout(PATIENCE)
        self.bytes = b""
        self.sizes = {}

    def get(self):
        self.connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return self.take(12)

    def join(self):
        key = base64.b64encode(b"0123456789abcdef").decode()
        self.connection.sendall(
            f"GET /socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        while b"\r\n\r\n" not in self.bytes:
            self.fill()
        self.bytes = self.bytes.split(b"\r\n\r\n", 1)[1]

    def fill(self):
        more = self.connection.recv(65536)
        if not more:
            raise EOFError
        self.bytes += more

    def take(self, n):
        while len(self.bytes) < n:
            self.fill()
        taken, self.bytes = self.bytes[:n], self.bytes[n:]
        return taken

    def send(self, event, *arguments):
        data = struct.pack(f">{3 + len(arguments)}i", event, 0, 0, *arguments)
        # A frame with a mask of zeros.
        self.connection.sendall(bytes([0x82, 0x80 | len(data), 0, 0, 0, 0]) + data)

    def frame(self):
        length = self.take(2)[1] & 0x7F
        if length >= 126:
            wide = 2 if length == 126 else 8
            length = int.from_bytes(self.take(wide), "big")
        return self.take(length)

    def follow(self, data):
        at = 0
        while at < len(data):
            kind, at = data[at], at + 5
            if kind == UPLOAD_TEXTURE:
                at += 8 + int.from_bytes(data[at + 4:at + 8], "little")
            elif kind == SET_NODES:
                at += 6 + 4 * int.from_bytes(data[at + 2:at + 6], "little")
            elif kind == MOVE_RESIZE:
                surface, flags = struct.unpack_from("<HB", data, at)
                at += 3 + (4 if flags & 1 else 0)
                if flags & 2:
                    self.sizes[surface] = struct.unpack_from("<HH", data, at)
                    at += 4
            else:
                if kind == NEW_SURFACE:
                    surface, _, _, *size = struct.unpack_from("<5H", data, at)
                    self.sizes[surface] = tuple(size)
                elif kind == ROUNDTRIP:
                    self.send(ROUNDTRIP_NOTIFY, *struct.unpack_from("<HI", data, at))
                at += LENGTHS[kind]

    def becomes(self, width, height):
        """Whether the window becomes as large as the page."""
        self.send(SCREEN_SIZE_CHANGED, width, height, 1)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if (width, height) in self.sizes.values():
                return True
            self.connection.settimeout(max(0.1, end - time.monotonic()))
            try:
                self.follow(self.frame())
            except (TimeoutError, EOFError):
                break
        return False


def mode(path):
    return stat.S_IMODE(os.stat(path).st_mode)


def test_socket(opened, name):
    place = opened.socket()
    ok(place is not None and place.is_socket(), f"{name}: a socket", opened.errors())
    if place is None:
        return
    addresses, paths = opened.listens()
    ok(not addresses, f"{name}: no port is open", addresses)
    ok(str(place) in paths, f"{name}: the server listens there", paths)
    ok(mode(place.parent) == 0o700, f"{name}: in a folder of the user alone", oct(mode(place.parent)))
    # The other is the program's.
    open_to_all = [path for path in paths if mode(path) & 0o077]
    ok(len(paths) == 2 and not open_to_all, f"{name}: no socket is anybody else's", paths)
    ok(f":{place} " in opened.said and "ssh -N -L" in opened.said, f"{name}: how to see it",
       opened.said)
    ok("--browser" in opened.said, f"{name}: how to open a port", opened.said)


def main():
    print("TAP version 14")
    if shutil.which("gtk4-broadwayd") is None or not (BUILD / "app/dateline").exists():
        print("1..0 # SKIP no gtk4-broadwayd")
        return 0

    opened = Open("--socket")
    test_socket(opened, "asked for a socket")
    if opened.socket() is not None:
        page = Page(opened.socket())
        page.join()
        ok(page.becomes(1600, 1000), "the window is as large as the page",
           f"{page.sizes}\n{opened.errors()}")
        ok(page.becomes(1100, 720), "and follows it", f"{page.sizes}\n{opened.errors()}")
        got = Page(opened.socket()).get()
        ok(got == b"HTTP/1.0 200", "the page is there", got)
    ok(opened.close() == [], "no socket stays")

    opened = Open("--browser")
    address = opened.address()
    ok(address is not None, "asked for a browser: an address", opened.errors())
    if address is not None:
        listens = opened.listens()[0]
        host = "%08X" % struct.unpack("=I", socket.inet_aton(address[0]))
        ok(listens == [(host, address[1])], "only that address is open", listens)
        ok(address[0] != "127.0.0.1", "it is not one that a web page would try", address)
        ok("Every account on it can connect" in opened.said, "who can connect", opened.said)
        got = Page(address).get()
        ok(got == b"HTTP/1.0 200", "the page is there", got)
    opened.close()

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    opened = Open(f"--browser={port}")
    ok(opened.address() == ("127.0.0.1", port), "asked for a port: that one", opened.errors())
    ok("so can every web page" in opened.said, "web pages can connect there", opened.said)
    opened.close()

    # By the accounts that there are; one of a directory is not listed.
    nobody = "root:x:0:0::/root:/bin/bash\nnobody:x:65534:65534::/:/usr/sbin/nologin\n"
    other = nobody + "ann:x:1234:1234::/home/ann:/bin/bash\n"
    opened = Open(accounts=other)
    test_socket(opened, "with other accounts")
    ok("other accounts (" in opened.said and "ann" in opened.said, "they are named", opened.said)
    opened.close()
    opened = Open(accounts=nobody)
    if "other accounts (" in opened.said:
        skip("alone: an address", "accounts of a directory")
    else:
        ok(opened.address() is not None, "alone: an address", opened.errors())
    opened.close()

    def others(passwd, nsswitch="passwd: files systemd\n", shadow=None):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("passwd", passwd), ("nsswitch", nsswitch), ("shadow", shadow)):
                if text is not None:
                    pathlib.Path(folder, name).write_text(text, encoding="utf-8")
            return subprocess.run(
                ["bash", "-c", '. "$0/build-aux/browser.sh"; cd "$1"; others passwd nsswitch shadow',
                 ROOT, folder],
                capture_output=True, text=True, check=True,
            ).stdout.split()

    daemon = "www:x:1500:1500::/:/usr/sbin/nologin\nsync:x:4:65534::/bin:/bin/sync\n"
    own = f"me:x:{os.getuid()}:1::/home/me:/bin/bash\n"
    ok(others(own + daemon) == [], "neither oneself nor programs are others")
    ok(others(other) == ["ann"], "another person is")
    ok(others(own, "passwd: files sss [NOTFOUND=return] ldap # all\n") == ["sss", "ldap"],
       "so are accounts of a directory")
    ok(others(other, shadow="ann:!:19000::::::\n") == [], "nobody logs in without a password and a key")
    ok(others(other, shadow="ann:$y$j9T$x:19000::::::\n") == ["ann"], "with a password one does")

    wrong = subprocess.run(
        [ROOT / "build-aux/open", BUILD, "--browser=80x"], capture_output=True, text=True, check=False
    )
    ok(wrong.returncode == 2 and "is not a port" in wrong.stderr, "a port is a number", wrong.stderr)
    print(f"1..{count}")
    return failures > 0


sys.exit(main())
