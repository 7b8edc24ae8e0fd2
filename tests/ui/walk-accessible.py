#!/usr/bin/python3
"""The window as assistive technology has it: walked over AT-SPI, all pages and all side windows.

Every control has a name, every value can be read, every picture has a name and says what it shows.
Arguments: the program, the folder of scenarios, the kind of network. TAP on the standard output. Wants a display and a
session bus of its own (build-aux/headless), at-spi2-core, python3-gi and gir1.2-atspi-2.0.
"""
import os
import re
import subprocess
import sys
import tempfile
import time

try:
    import gi

    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi, Gio, GLib
except (ImportError, ValueError) as reason:
    print("1..0 # SKIP it needs python3-gi and gir1.2-atspi-2.0: %s" % reason)
    sys.exit(0)

APPLICATION = "org.dateline.Dateline"
TIMEOUT_S = 20

# What has no name but that of its type has none.
TYPE_NAME = re.compile(r"^(Gtk|Gdk|Dl|G)[A-Z][A-Za-z]*$")

# By AT-SPI's names of roles: what a person uses, and what a person looks at. The "push button" of
# at-spi2-core 2.46 (Debian 12) is a "button" in 2.56.
CONTROLS = {
    "button", "push button", "toggle button", "check box", "radio button", "combo box",
    "spin button", "slider", "text", "entry", "password text", "link", "menu item", "check menu item",
    "radio menu item", "switch", "tree table", "table", "list box",
}
PICTURES = {"image", "canvas", "drawing area"}
VALUES = {"spin button", "slider"}
# Of these the first rows are read: all are made alike.
ROWED = {"table", "tree table", "list"}
ROWS = 4

# GTK 4.8 makes these itself and gives no way to name them: what they lie in has the name.
INSIDE = {"GtkScrollbar", "GtkRange", "GtkListItemWidget", "GtkColumnViewTitle", "GtkStackPage",
          "GtkColumnListView", "GtkListView", "GtkBuiltinIcon", "GtkImage", "GtkPicture"}

tests = 0
failures = 0


def ok(holds, what, why=()):
    """A line of TAP; @why are the lines that explain a failure."""
    global tests, failures
    tests += 1
    print("%s %d - %s" % ("ok" if holds else "not ok", tests, what))
    if not holds:
        failures += 1
        for line in why:
            print("# " + line)
    sys.stdout.flush()


def settle(seconds=0.3):
    """Let the program do what it was asked to, and events of ours arrive."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        GLib.MainContext.default().iteration(False)
        time.sleep(0.01)


def wait_for(condition, seconds=TIMEOUT_S):
    """What @condition returns once it is something; None if it is not in that time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        settle(0.1)
    return None


class Node:
    """One accessible, as it was read."""

    def __init__(self, it, parent):
        self.it = it
        self.parent = parent
        self.interfaces = set(it.get_interfaces())
        size = it.get_extents(Atspi.CoordType.WINDOW) if "Component" in self.interfaces else None
        self.was_shown = size is None or size.width > 0 and size.height > 0
        self.children = []
        # A drop-down says what is chosen also by what it does not show.
        self.in_choice = parent is not None and (parent.in_choice or parent.role == "combo box")
        if self.was_shown or self.in_choice:
            self.role = it.get_role_name()
            self.name = it.get_name() or ""
            # Each call takes its time, and of others nobody asks.
            self.description = (it.get_description() or "") if self.role in PICTURES else ""

    def ancestors(self):
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def unnamed(self):
        return self.name.strip() == "" or TYPE_NAME.match(self.name) is not None

    def text(self):
        """What it says, if it is text."""
        if "Text" not in self.interfaces:
            return None
        return Atspi.Text.get_text(self.it, 0, Atspi.Text.get_character_count(self.it))

    def all(self):
        yield self
        for child in self.children:
            yield from child.all()

    def path(self):
        parts = [self] + list(self.ancestors())[:7]
        return " in ".join("%s “%s”" % (node.role, node.name) for node in parts)


def read(it, parent=None):
    """@it with all in it that is shown, of rows the first ones: of most, such as the other pages, nobody
    is told anything, and each call to the program takes its time."""
    node = Node(it, parent)
    if not node.was_shown and not node.in_choice:
        return None
    count = it.get_child_count()
    for i in range(min(count, ROWS) if node.was_shown and node.role in ROWED else count):
        child = it.get_child_at_index(i)
        inner = read(child, node) if child is not None else None
        if inner is not None:
            node.children.append(inner)
    return node


def is_part(node):
    """What lies inside a control that has a name and needs none of its own."""
    if node.name in INSIDE:
        return True
    # The pictures and labels of a button.
    return node.role in PICTURES | {"label"} and any(
        above.role in CONTROLS and not above.unnamed() for above in list(node.ancestors())[:4])


def check_name(node):
    if is_part(node):
        return None
    if node.role in CONTROLS | PICTURES and node.unnamed():
        return "has no name"
    if node.role in CONTROLS and re.search(r"(^|\s)_\w|\w_\w", node.name):
        return "has an underline in its name"
    return None


def check_value(node):
    """What it is set to can be read."""
    if node.role in VALUES and not is_part(node):
        if "Value" not in node.interfaces:
            return "has no value"
        least, most = node.it.get_minimum_value(), node.it.get_maximum_value()
        if not least <= node.it.get_current_value() <= most:
            return "has a value outside of its range"
    if node.role == "combo box":
        said = [inner.text() for inner in node.all() if inner.role == "label"]
        if not any(text and text != "(None)" for text in said):
            return "does not say what is chosen"
    if node.role in {"text", "entry"} and "Text" not in node.interfaces:
        return "has no text"
    return None


def check_picture(node):
    """What it shows is said in words."""
    if node.role in PICTURES and not is_part(node) and node.description.strip() == "":
        return "is a picture that says nothing"
    return None


def problems(root):
    for node in root.all():
        if not node.was_shown or any(not above.was_shown for above in node.ancestors()):
            continue
        for check in (check_name, check_value, check_picture):
            why = check(node)
            if why is not None:
                yield "%s: %s" % (why, node.path())


class Program:
    """The program, run with a scenario."""

    def __init__(self, program, scenario, home):
        # In a library of its own, as the only one of its name on the bus.
        environment = dict(os.environ, GTK_A11Y="atspi", GSETTINGS_BACKEND="memory",
                           LC_ALL="C.UTF-8", XDG_DATA_HOME=home)
        self.process = subprocess.Popen([program, scenario], env=environment)
        self.actions = None

    def find(self):
        """Its accessible; None while it is not there."""
        desktop = Atspi.get_desktop(0)
        for i in range(desktop.get_child_count()):
            it = desktop.get_child_at_index(i)
            if it is not None and it.get_process_id() == self.process.pid:
                return it
        return None

    def connect(self):
        bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        for number in range(1, 9):
            group = Gio.DBusActionGroup.get(bus, APPLICATION,
                                            "/org/dateline/Dateline/window/%d" % number)
            group.list_actions()
            settle(0.2)
            if group.has_action("show-view"):
                self.actions = group
                return True
        return False

    def windows(self):
        it = self.find()
        if it is None:
            return []
        return [it.get_child_at_index(i) for i in range(it.get_child_count())]

    def act(self, name, target=None):
        self.actions.activate_action(name, target)
        settle(0.5)

    def change(self, name, value):
        self.actions.change_action_state(name, GLib.Variant("s", value))
        settle(0.3)

    def help(self):
        """The manual, which is the application's, at the list of all keys."""
        bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        group = Gio.DBusActionGroup.get(bus, APPLICATION, "/org/dateline/Dateline")
        group.list_actions()
        settle(0.5)
        group.activate_action("help", GLib.Variant("s", "keys"))
        settle(1)

    def stop(self):
        self.process.terminate()
        self.process.wait()


def check(root, what):
    wrong = sorted(set(problems(root)))
    ok(not wrong, what, wrong)


# Each page and window is walked once; with another kind of network again where that has its own.
PAGES = {
    "torus": ["evidence", "load", "route", "deadlock", "engines", "flows", "tables", "difference", "simulation",
              "curve", "workload", "model", "journey", "critical", "rates", "search", "measured"],
    "dragonfly": ["load", "sizes", "jobs", "route", "engines", "simulation", "curve", "measured"],
}
VIEWS = {
    "torus": ["ring-matrix", "planes", "isometric", "ring", "table", "router", "packets"],
    "dragonfly": ["groups", "group", "chord", "table", "router", "packets"],
}
# Controls and pictures, each counted once, that there are at least.
LEAST = {"torus": (100, 13), "dragonfly": (65, 6)}
LESSON = "01-torus"
SCENARIOS = {"torus": "torus-5x5x5.dateline", "dragonfly": "cascade-2.dateline"}
# The action that opens each, and its parameter.
WINDOWS = {
    "torus": [
        ("sweep", None), ("library", None), ("compare", None), ("papers", None), ("report", None),
        ("show-history", None), ("export", None), ("show-table", GLib.Variant("s", "")),
        ("break-random", None), ("new", None), ("help", None),
    ],
    "dragonfly": [
        ("sweep", None), ("compare", None), ("export", None), ("show-table", GLib.Variant("s", "")),
        ("break-random", None),
    ],
}


def check_keys(kind, root):
    """What the manual lists has keys in this program: an action that has none shows as a gap."""
    lines = [line for node in root.all() for line in (node.text() or "").split("\n") if "\t" in line]
    keyless = [line for line in lines if line.startswith("\t")]
    ok(len(lines) > 50 and not keyless, "%s: %d keys in the manual" % (kind, len(lines)), keyless)


def walk_windows(program, kind):
    for action, target in WINDOWS[kind]:
        before = len(program.windows())
        if action == "help":
            program.help()
        else:
            program.act(action, target)
        if action == "show-history":
            check(read(program.windows()[0]), "%s: the history" % kind)
            continue
        opened = wait_for(lambda: len(program.windows()) > before)
        ok(opened, "%s: %s opens a window" % (kind, action))
        if opened:
            window = program.windows()[-1]
            settle(0.5)
            root = read(window)
            check(root, "%s: the window of %s" % (kind, action))
            if action == "help":
                check_keys(kind, root)


def walk_pages(program, kind):
    """Each view and page while it is shown: GTK 4.18 tells of no other."""
    controls, pictures, wrong = set(), set(), set()

    def look(it):
        root = read(it)
        wrong.update(problems(root))
        controls.update(node.it for node in root.all() if node.role in CONTROLS)
        pictures.update(node.it for node in root.all()
                        if node.role in PICTURES and not is_part(node))
        return root

    whole = look(program.windows()[0])

    def part(name):
        """What has a part called so, alone: a read takes its time. The window where it has none."""
        found = [node for node in whole.all() if node.name == name]
        return found[0].parent.it if found else program.windows()[0]

    for view in VIEWS[kind]:
        program.change("show-view", view)
        look(part("Views and tools"))
    # So that pages of a simulation show one.
    for _ in range(3):
        program.act("sim-step")
    for page in PAGES[kind]:
        program.change("evidence-page", page)
        look(part("DlEvidencePages"))
    # That all of it was read: a control is not left out because a page was not made.
    least_controls, least_pictures = LEAST[kind]
    ok(len(controls) >= least_controls and len(pictures) >= least_pictures,
       "%s: %d controls, %d pictures" % (kind, len(controls), len(pictures)))
    ok(not wrong, "%s: the window with all its views and pages" % kind, sorted(wrong))


def walk(path, kind, scenario):
    with tempfile.TemporaryDirectory() as home:
        program = Program(path, scenario, home)
        try:
            there = wait_for(lambda: program.windows() and program.connect())
            ok(there, "%s: the program is there for assistive technology" % kind)
            if not there:
                return
            walk_pages(program, kind)
            # The list of lessons, and the first step of one.
            program.act("lessons")
            check(read(program.windows()[0]), "%s: the window with its lessons" % kind)
            if kind == "torus":
                program.act("lesson", GLib.Variant("s", LESSON))
                settle(1)
                check(read(program.windows()[0]), "the window in a lesson")
            walk_windows(program, kind)
        finally:
            program.stop()


def main():
    path, scenarios, kind = sys.argv[1:4]
    print("# GTK 4.8 tells AT-SPI neither the value text nor the state of what is not a range: maps "
          "and charts say in their description what the cursor is on (test-access holds it), and "
          "rows of tables are read by the labels in their cells")
    os.environ.setdefault("GTK_A11Y", "atspi")
    Atspi.init()
    Atspi.set_timeout(30000, 60000)  # ms, of each answer and of a start: the machine may be busy
    walk(path, kind, os.path.join(scenarios, SCENARIOS[kind]))
    print("1..%d" % tests)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
