#!/usr/bin/env python3
"""A language that nobody speaks: pseudo.py [--hebrew] FOLDER makes a catalogue of it, as LANGUAGE=xx
finds it in FOLDER. Every message of the sources is there, longer and with other letters, between
marks, so that what is not translatable shows and what has no room is cut. With --hebrew its letters
go from right to left."""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from catalogue import Message, environment, extract, write
from catalogue_rules import NAMED, PLACE, TAG

LANGUAGE = "xx"
BEGIN, END = "«", "»"
LATIN = str.maketrans(
    "abcdeghijklmnoprstuvwyzABCDEGHIJKLMNOPRSTUVWYZ", "áƀćđéĝĥíĵķĺɱñóƥŕšťúṽŵýžÁƁĆĐÉĜĤÍĴĶĹṀÑÓƤŔŠŤÚṼŴÝŽ"
)
HEBREW = str.maketrans(
    "abcdefghijklmnopqrstuvwxyz", "אבגדהוזחטיכלמנסעפצקרשתםןףץ"
) | str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "אבגדהוזחטיכלמנסעפצקרשתםןףץ")
KEPT = re.compile(f"({PLACE.pattern}|{NAMED.pattern}|{TAG.pattern})")
MORE = "one two three four five six seven eight nine ten".split()


def kept_parts(text):
    """(part, whether it must stay) of @text."""
    at = 0
    for match in KEPT.finditer(text):
        yield text[at : match.start()], False
        yield match[0], True
        at = match.end()
    yield text[at:], False


def longer(text):
    """Words for as many letters as translations are usually longer."""
    n = len(text) * (0.5 if len(text) < 20 else 0.35)
    words = ""
    for word in MORE * (1 + len(text) // 40):
        if len(words) >= n:
            break
        words += " " + word
    return words[: max(round(n), 1)] if len(text) < 12 else words


def spoken(text, letters):
    """A translation of @text."""
    if not text.strip():
        return text
    end = re.search(r"\s*\Z", text)[0]
    body = text[: len(text) - len(end)]
    begin = re.match(r"\s*", body)[0]
    parts = [
        part if kept else part.translate(letters) for part, kept in kept_parts(body[len(begin) :])
    ]
    return begin + BEGIN + "".join(parts) + longer(body).translate(letters) + END + end


def make(folder, letters):
    header = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"
    target = Path(folder) / LANGUAGE / "LC_MESSAGES" / "dateline.mo"
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        messages = [Message(texts={0: header})]
        for it in extract(Path(scratch) / "sources.pot"):
            if not it.is_header:
                originals = [it.id] if it.plural is None else [it.id, it.plural]
                it.texts = {form: spoken(text, letters) for form, text in enumerate(originals)}
                messages.append(it)
        path = Path(scratch) / "xx.po"
        write(path, messages)
        subprocess.run(
            ["msgfmt", "--check-format", "-o", str(target), str(path)],
            env=environment(),
            check=True,
        )


def main():
    hebrew = "--hebrew" in sys.argv
    (folder,) = (it for it in sys.argv[1:] if not it.startswith("--"))
    make(folder, HEBREW if hebrew else LATIN)


if __name__ == "__main__":
    main()
