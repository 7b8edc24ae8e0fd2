"""Menus: of what stands in one of them, no two letters to press may be the same."""

import re
import xml.etree.ElementTree

from catalogue import ROOT, unescape
from catalogue_rules import MNEMONIC

APPENDED = re.compile(r'g_menu_append \((\w+),\s*_ \("((?:[^"\\]|\\.)*)"\)')


def own_label(item):
    for child in item:
        if (
            child.tag == "attribute"
            and child.get("name") == "label"
            and child.get("translatable") in ("yes", "true")
        ):
            return [(child.get("context"), child.text)]
    return []


def labels(menu, menus):
    """What stands in a menu, with its sections; what is in menus below it goes to @menus."""
    found = []
    for child in menu:
        if child.tag == "section":
            found += labels(child, menus)
        elif child.tag in ("item", "submenu"):
            found += own_label(child)
        if child.tag == "submenu":
            menus.append(labels(child, menus))
    return found


def all_menus():
    """Each menu as (file, labels), a label being (context, message)."""
    for path in sorted((ROOT / "ui").rglob("*.ui")):
        menus = []
        for menu in xml.etree.ElementTree.parse(path).getroot().iter("menu"):
            menus.append(labels(menu, menus))
        for menu in menus:
            yield path.relative_to(ROOT), menu
    # A variable of a source file is a menu, more or less.
    for path in sorted((ROOT / "ui").rglob("*.c")):
        menus = {}
        for variable, label in APPENDED.findall(path.read_text(encoding="utf-8")):
            menus.setdefault(variable, []).append((None, unescape(label)))
        for menu in menus.values():
            yield path.relative_to(ROOT), menu


def clashes(translate):
    """@translate gives the text of a label. Two in a menu with the same letter, as lines."""
    for path, menu in all_menus():
        letters = {}
        for label in dict.fromkeys(menu):
            text = translate(label)
            match = MNEMONIC.search(text)
            if match:
                letter = text[match.end()].lower()
                if letter in letters:
                    yield f"{path}: “{letters[letter]}” and “{text}” have the same letter"
                letters[letter] = text
