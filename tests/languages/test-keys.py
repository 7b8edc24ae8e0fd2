#!/usr/bin/env python3
"""Keys are written as GTK writes them: Shift before Ctrl before Alt, by the names that the language
has for them. Else a reader meets one key under two names, in a tooltip and in the manual."""

import re
import sys

from catalogue import PO, ROOT, Tap, languages, read

# In this order. What the keyboards of a language say, where that is not what English ones say.
MODIFIERS = ("Shift", "Ctrl", "Alt")
OF_LANGUAGE = {"de": ("Umschalt", "Strg", "Alt"), "es": ("Mayús", "Ctrl", "Alt")}
ALIASES = {"Control": "Ctrl", "Primary": "Ctrl"}
RANK = {
    name: rank
    for names in (MODIFIERS, *OF_LANGUAGE.values())
    for rank, name in enumerate(names)
}
NAMES = "|".join([*RANK, *ALIASES])
KEYS = re.compile(rf"(?<!\w)(?:(?:{NAMES})\+)+[^\s.,;)*]*")
STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
COMMENT = re.compile(r"/\*.*?\*/", re.S)


def bad(text, language="en"):
    """The keys of a text that are written otherwise."""
    own = OF_LANGUAGE.get(language, MODIFIERS)
    for keys in KEYS.findall(text):
        names = [ALIASES.get(name, name) for name in keys.split("+") if re.fullmatch(NAMES, name)]
        ranks = [RANK[name] for name in names]
        if ranks != sorted(ranks):
            yield f"{keys}: {'+'.join(own)} is the order"
        elif [name for name in names if name not in own] or keys.startswith("Primary"):
            yield f"{keys}: here the names are {', '.join(own)}"


def language_of(name):
    return name if name in OF_LANGUAGE else "en"


def sources():
    """Names and texts, which are in English."""
    for folder in ("core", "ui", "app"):
        for path in sorted((ROOT / folder).rglob("*.c")):
            text = COMMENT.sub("", path.read_text(encoding="utf-8"))
            yield path, "\n".join(STRING.findall(text))
        for path in sorted((ROOT / folder).rglob("*.ui")):
            yield path, path.read_text(encoding="utf-8")
    others = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "DEVELOPERS.md"]
    others += sorted((ROOT / "data").glob("*.[15]")) + sorted((ROOT / "data").glob("*.in"))
    for path in others:
        if path.exists():
            yield path, path.read_text(encoding="utf-8")


def check(pairs):
    n_keys = 0
    found = []
    for path, text, language in pairs:
        n_keys += len(KEYS.findall(text))
        found += [f"{path.relative_to(ROOT)}: {it}" for it in bad(text, language)]
    return n_keys, found


def manual():
    for path in sorted((ROOT / "data" / "manual").glob("*/*.md")):
        yield path, path.read_text(encoding="utf-8"), language_of(path.parent.name)


def lessons():
    for path in sorted((ROOT / "data" / "lessons").glob("*.lesson")):
        yield path, path.read_text(encoding="utf-8"), language_of(path.name.split(".")[1])


def catalogues():
    for path in [PO / "dateline.pot", *(PO / f"{name}.po" for name in languages())]:
        messages = [it for it in read(path) if not it.obsolete and not it.is_header]
        yield path, "\n".join(it.id for it in messages), "en"
        texts = "\n".join(text for it in messages for text in it.texts.values())
        yield path, texts, language_of(path.stem)


def main():
    tap = Tap()
    tries = [
        ("Ctrl+Shift+T", "en", 1),
        ("Shift+Ctrl+T, Ctrl+Alt+B and Shift+Tab", "en", 0),
        ("**Alt+Ctrl+B**", "zh_CN", 1),
        ("(Strg+Umschalt+T) oder Umschalt+Strg+T", "de", 1),
        ("Shift+Ctrl+T", "de", 1),
        ("Ctrl+Mayús+T o Mayús+Ctrl+T", "es", 1),
        ("Control+T", "en", 0),
    ]
    tap.ok(
        "another order and another language's names are found",
        (
            f"{text}: {list(bad(text, language))}"
            for text, language, n in tries
            if len(list(bad(text, language))) != n
        ),
    )
    for name, pairs, least in (
        ("sources, README and manual pages", ((*it, "en") for it in sources()), 40),
        ("the manual", manual(), 150),
        ("lessons", lessons(), 50),
        ("catalogues", catalogues(), 200),
    ):
        n_keys, found = check(pairs)
        if n_keys < least:
            found.append(f"no more than {n_keys} keys were found: is this where they are?")
        tap.ok(f"{name}: {n_keys} keys", found)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
