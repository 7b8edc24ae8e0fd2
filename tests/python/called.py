"""Functions of the library that a test calls, directly or by the overrides, beside those of the
introspection."""

import sys
import threading
import xml.etree.ElementTree

CORE = "{http://www.gtk.org/introspection/core/1.0}"
C = "{http://www.gtk.org/introspection/c/1.0}"

called = set()


def _note(frame, event, argument):
    if event == "call" and frame.f_code.co_name == "call" and "info" in frame.f_locals:
        called.add(frame.f_locals["info"].get_symbol())


def watch():
    """Notes each call from now on."""
    threading.setprofile(_note)
    sys.setprofile(_note)


def missing(gir):
    """Functions of @gir that nobody called."""
    root = xml.etree.ElementTree.parse(gir).getroot()
    functions = {node.get(C + "identifier") for tag in ("function", "method", "constructor")
                 for node in root.iter(CORE + tag)}
    return sorted(functions - called)
