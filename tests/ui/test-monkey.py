#!/usr/bin/env python3
"""Random actions on the program itself, by pointer and keyboard: it does not crash, and GTK has
nothing critical to say. Arguments: dateline, the folder of scenarios, then seeds (else those below).

The actions of a seed are always the same. One that fails prints the seed and the last actions.
"""
import ctypes
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

# A seed and the network that is open, one of each family.
RUNS = ((1, "torus-5x5x5"), (2, "cascade-8"), (3, "fat-tree-16"))
ACTIONS = 500
WIDTH, HEIGHT = 1280, 800
IDLE_S = 0.04  # at most, for what an action does

# What GTK itself is known for: a part of the message, the last version that says it, why.
KNOWN = (
    ("gdk_surface_get_device_position: assertion 'GDK_IS_SURFACE", "4.8",
     "a tooltip of a menu that was closed within the half second that tooltips wait"),
    ("_gtk_widget_find_at_coords: assertion 'GDK_IS_SURFACE", "4.8", "the same"),
    ("gtk_css_node_insert_after: assertion", "4.8",
     "an entry's cursor that blinks beside a selection"),
    ("gdk_monitor_get_geometry: assertion 'GDK_IS_MONITOR", "4.8",
     "a list or a tooltip that opens outside of the screen, where there is no monitor"),
    ("gdk_frame_clock_idle_end_updating: assertion 'priv->updating_count > 0'", "4.8",
     "once in some 40 runs, as a dialog opened; this program does not count a clock's updates"),
    ("g_signal_handler_disconnect: assertion 'handler_id > 0'", "4.8",
     "at the same time; this program asks whether a handler is connected, or uses g_clear_*"),
    ("gtk_tree_sortable_", "4.8", "a heading of a file chooser before its folder is read"),
)

KEYS = ("Tab Tab Escape Escape Return space Up Down Left Right Home End Page_Up Page_Down Delete "
        "BackSpace Menu F1 F2 F3 F4 F5 F7 F8 F9 F10 F11 minus period comma plus a b c d e f g h i j k "
        "l m n o p q r s t u v w x y z 0 1 2 3 4 5 6 7 8 9").split()
# Not Q and W, which end it.
WITH_CONTROL = "z y l f n g o m s e t b r k d h 1 2 3 4 5 6 7 p c a v x question".split()


class Display:
    """What a person does, by the XTEST extension."""

    def __init__(self):
        self.x11 = ctypes.CDLL("libX11.so.6")
        self.test = ctypes.CDLL("libXtst.so.6")
        self.x11.XOpenDisplay.restype = ctypes.c_void_p
        self.x11.XStringToKeysym.restype = ctypes.c_ulong
        self.display = ctypes.c_void_p(self.x11.XOpenDisplay(None))

    def move(self, x, y):
        self.test.XTestFakeMotionEvent(self.display, -1, x, y, ctypes.c_ulong(0))
        self.x11.XSync(self.display, 0)

    def button(self, number):
        for down in (1, 0):
            self.test.XTestFakeButtonEvent(self.display, number, down, ctypes.c_ulong(0))
            self.x11.XSync(self.display, 0)

    def hold(self, down):
        self.test.XTestFakeButtonEvent(self.display, 1, down, ctypes.c_ulong(0))
        self.x11.XSync(self.display, 0)

    def key(self, name, modifiers=()):
        codes = [self.x11.XKeysymToKeycode(self.display, ctypes.c_ulong(
            self.x11.XStringToKeysym(key.encode()))) for key in (*modifiers, name)]
        for down, order in ((1, codes), (0, reversed(codes))):
            for code in order:
                self.test.XTestFakeKeyEvent(self.display, code, down, ctypes.c_ulong(0))
        self.x11.XSync(self.display, 0)


class Program:
    def __init__(self, path, scenario, folder):
        self.output = os.path.join(folder, "output")
        with open(self.output, "w") as output:
            self.process = subprocess.Popen(
                [path, "--database", os.path.join(folder, "library.db"), scenario], cwd=folder,
                env=dict(os.environ, HOME=folder), stdout=output, stderr=output)
        subprocess.run(["xdotool", "search", "--sync", "--onlyvisible", "--pid",
                        str(self.process.pid)], stdout=subprocess.DEVNULL, timeout=60, check=False)
        time.sleep(1)

    def wait(self):
        """Until its main thread has nothing to do, or takes long."""
        end = time.monotonic() + IDLE_S
        calm = 0
        while calm < 2 and time.monotonic() < end and self.process.poll() is None:
            time.sleep(0.001)
            with open(f"/proc/{self.process.pid}/stat") as stat:
                calm = calm + 1 if stat.read().rsplit(")", 1)[1].split()[0] == "S" else 0

    def complaints(self):
        if os.path.getsize(self.output) == 0:
            return []
        with open(self.output, errors="replace") as output:
            return [line.strip() for line in output if re.search("CRITICAL|ERROR|Sanitizer", line)
                    and not any(known in line for known, _, _ in KNOWN)]


def act(display, program, chance):
    """Does something, and says what."""
    which = chance.random()
    x, y = chance.randrange(WIDTH), chance.randrange(HEIGHT)
    if x > 1180 and y < 52:  # the button that closes the window
        y += 60
    if which < 0.54:
        display.move(x - 4, y - 3)
        display.move(x, y)
    if which < 0.30:
        number = chance.choice((1, 1, 1, 1, 1, 2, 3))
        display.button(number)
        return f"button {number} at {x},{y}"
    if which < 0.42:
        return f"point at {x},{y}"
    if which < 0.48:
        to_x, to_y = chance.randrange(WIDTH), chance.randrange(HEIGHT)
        display.hold(1)
        for step in range(1, 6):
            display.move(x + (to_x - x) * step // 5, y + (to_y - y) * step // 5)
            program.wait()
        display.hold(0)
        return f"drag from {x},{y} to {to_x},{to_y}"
    if which < 0.53:
        number = chance.choice((4, 5))
        display.button(number)
        return f"scroll {number} at {x},{y}"
    if which < 0.54:
        time.sleep(0.6)
        return f"rest at {x},{y}"
    if which < 0.82:
        name = chance.choice(KEYS)
        modifiers = ("Shift_L",) if chance.random() < 0.15 else ()
    else:
        name = chance.choice(WITH_CONTROL)
        modifiers = ("Control_L", "Shift_L") if chance.random() < 0.25 else ("Control_L",)
    display.key(name, modifiers)
    return "key " + "+".join((*modifiers, name))


def run(path, scenario, seed):
    """What went wrong, for people; nothing if all is well."""
    with tempfile.TemporaryDirectory() as folder:
        display = Display()
        program = Program(path, scenario, folder)
        chance = random.Random(seed)
        done = []
        for _ in range(ACTIONS):
            done.append(act(display, program, chance))
            program.wait()
            if program.process.poll() is not None or program.complaints():
                break
        if program.process.poll() is None:
            program.process.send_signal(signal.SIGTERM)
        try:
            program.process.wait(20)
        except subprocess.TimeoutExpired:
            program.process.kill()
            program.process.wait()
        why = program.complaints()
        # A button that has the keyboard may have closed the window: that is no failure.
        if program.process.returncode != 0:
            why.append(f"it ended with status {program.process.returncode}")
        return why and [*why, f"seed {seed}, after {len(done)} actions, the last ones:", *done[-12:]]


def main():
    path, scenarios, *seeds = sys.argv[1:]
    path = os.path.abspath(path)  # it runs in a folder of its own
    runs = [(int(seed), RUNS[(int(seed) - 1) % len(RUNS)][1]) for seed in seeds] or RUNS
    print(f"1..{len(runs)}")
    failed = False
    for number, (seed, name) in enumerate(runs, 1):
        why = run(path, os.path.join(scenarios, name + ".dateline"), seed)
        for line in why:
            print("#", line)
        print("not ok" if why else "ok", number, f"- {ACTIONS} random actions on {name}, seed {seed}",
              flush=True)
        failed |= bool(why)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
