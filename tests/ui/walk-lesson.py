#!/usr/bin/python3
"""One whole lesson as somebody does it who sees nothing and has no pointer: what to do is read over
AT-SPI, and everything is done with keys.

Arguments: the program, the folder of scenarios. TAP on the standard output. Wants what
walk-accessible.py wants, and xdotool for the keys.
"""
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
spec = importlib.util.spec_from_file_location("walk", os.path.join(HERE, "walk-accessible.py"))
walk = importlib.util.module_from_spec(spec)
sys.dont_write_bytecode = True
spec.loader.exec_module(walk)

from gi.repository import Atspi  # noqa: E402 (walk-accessible.py has asked for its version)

MANY = 60  # controls that Tab goes past, at most


class Person:
    """Who hears where the keyboard is, and presses keys."""

    def __init__(self, program):
        self.program = program
        self.here = None
        self.moves = 0  # how often the keyboard went somewhere
        self.listener = Atspi.EventListener.new(self.on_focus)
        self.listener.register("object:state-changed:focused")

    def on_focus(self, event, *unused):
        if event.detail1:
            self.here = event.source
            self.moves += 1

    def keys(self, *names):
        subprocess.run(["xdotool", "key", "--clearmodifiers", *names], check=True)
        walk.settle(0.25)

    def type(self, text):
        subprocess.run(["xdotool", "type", "--delay", "40", text], check=True)
        walk.settle(0.25)

    def hears(self):
        """Role and name of what has the keyboard."""
        if self.here is None:
            return ("", "")
        return (self.here.get_role_name(), self.here.get_name() or "")

    def go_to(self, name, key="Tab"):
        """With Tab, until something of that name has the keyboard. What is heard of it may come
        late: going on before would pass by what is looked for."""
        for _ in range(MANY):
            if name in self.hears()[1]:
                return True
            moves = self.moves
            self.keys(key)
            walk.wait_for(lambda: self.moves > moves, 2)
        return False

    def pane(self):
        window = self.program.windows()[0]
        return find(window, lambda it: it.get_name() == "Lesson")

    def says(self, words):
        """Is that said in the pane, by something that can be seen?"""
        pane = self.pane()
        return pane is not None and find(pane, lambda it: words in text_of(it)) is not None

    def reads(self):
        """All that the pane says, to explain a failure; and where the keyboard is."""
        lines = ["the keyboard is at %s “%s”" % self.hears()]
        find(self.pane(), lambda it: lines.extend(text_of(it).strip().split("\n")))
        return [line for line in lines if line]

    def waits_for(self, words):
        return walk.wait_for(lambda: self.says(words)) is not None


def shown(it):
    states = it.get_state_set()
    return states.contains(Atspi.StateType.VISIBLE)


def text_of(it):
    name = it.get_name() or ""
    if "Text" in it.get_interfaces():
        return name + "\n" + Atspi.Text.get_text(it, 0, Atspi.Text.get_character_count(it))
    return name + "\n" + (it.get_description() or "")


def find(it, match):
    """The first that @match likes, from @it down."""
    if it is None or not shown(it):
        return None
    if match(it):
        return it
    for i in range(it.get_child_count()):
        found = find(it.get_child_at_index(i), match)
        if found is not None:
            return found
    return None


def begins(person, title, words):
    """The keyboard is where a step begins, or where it is told what happened."""
    there = walk.wait_for(lambda: person.hears()[1] == title)
    walk.ok(there, "the keyboard is at “%s”" % title, ["it is at %s “%s”" % person.hears()])
    said = person.here.get_description() if there else ""
    walk.ok(words in said, "which says “%s”" % words, [said])


def do_lesson(person):
    person.keys("ctrl+shift+l")
    walk.ok(person.go_to("1. What a torus is"), "the list begins with the first lesson",
            ["%s “%s”" % person.hears()])
    person.keys("Return")
    begins(person, "Nodes", "thousands of small computers")

    person.keys("alt+Next")
    begins(person, "Routers and links", "from one router to the next")

    person.keys("alt+Next")
    begins(person, "Count the hops", "each link that it takes is a hop")
    walk.ok(person.go_to("How many hops"), "the question is where its answer is typed")
    person.type("seven")
    person.keys("Return")
    walk.ok(person.waits_for("is not a number"), "what is not a number is said to be none")
    person.keys("ctrl+a")
    person.type("6")
    person.keys("Return")
    walk.ok(person.waits_for("That is right."), "a right answer is said to be right")
    walk.ok(person.says("6 hops"), "and what happened is explained")

    person.keys("alt+Next")
    begins(person, "Close the rows into rings", "makes the row a ring")
    person.keys("ctrl+F1")
    walk.ok(person.waits_for("In a ring of 4"), "a hint opens")
    walk.ok(person.go_to("2 hops"), "the first of the choices")
    person.keys("Down")
    walk.ok("4 hops" in person.hears()[1], "the next one by an arrow key",
            ["%s “%s”" % person.hears()])
    person.keys("space", "Return")
    walk.ok(person.waits_for("Your answer: 4 hops"), "it is answered")
    walk.ok(person.waits_for("To do"), "then it is to be done")
    person.keys("F6")
    walk.ok("Torus in X" in person.hears()[1], "F6 goes to what the step points at",
            ["%s “%s”" % person.hears()])
    person.keys("space")
    walk.ok(person.go_to("Torus in Y"), "Tab goes on from there")
    person.keys("space")
    walk.ok(person.waits_for("What happened"), "it is done, and seen to be")
    walk.ok(person.says("That is right."), "the prediction is judged by it")
    person.keys("F6")
    begins(person, "What happened", "4 hops; it was 6")

    person.keys("alt+Next")
    begins(person, "The third dimension", "three dimensions")
    walk.ok(person.go_to("How many links"), "the question")
    person.type("100")
    person.keys("Return")
    person.keys("F6")
    walk.ok(person.go_to("Radix in Z"), "the control of the third dimension")
    person.type("4")
    person.keys("Return")
    walk.ok(person.go_to("Torus in Z"), "and whether it is a ring")
    person.keys("space")
    if not walk.wait_for(lambda: person.says("What happened")):
        person.keys("space")  # it was a ring already
    walk.ok(person.waits_for("The answer is: 384"), "a wrong answer is told the right one",
            person.reads())
    person.keys("F6", "alt+Next")

    begins(person, "A real torus", "Cray XT3")
    walk.ok(person.go_to("How many hops does a packet take on average"), "the question")
    person.type("10")
    person.keys("Return")
    walk.ok(person.waits_for("That is right."), "near enough is right")
    person.keys("alt+Next")
    walk.ok(person.waits_for("The lesson is done"), "the end", person.reads())
    walk.ok(person.says("6 of 6 steps done"), "all steps are done")
    walk.ok(person.says("3 of 4 predictions right"), "three predictions of four")
    walk.ok(person.says("1 hint opened"), "with a hint")


def main():
    path, scenarios = sys.argv[1:3]
    if shutil.which("xdotool") is None:
        print("1..0 # SKIP it needs xdotool")
        return 0
    os.environ.setdefault("GTK_A11Y", "atspi")
    Atspi.init()
    Atspi.set_timeout(30000, 60000)  # ms, of each answer and of a start: the machine may be busy
    with tempfile.TemporaryDirectory() as home:
        program = walk.Program(path, os.path.join(scenarios, "torus-5x5x5.dateline"), home)
        try:
            person = Person(program)
            there = walk.wait_for(lambda: program.windows() and program.connect())
            walk.ok(there, "the program is there for assistive technology")
            if there:
                walk.settle(1)
                do_lesson(person)
        finally:
            program.stop()
    print("1..%d" % walk.tests)
    return 1 if walk.failures else 0


if __name__ == "__main__":
    sys.exit(main())
