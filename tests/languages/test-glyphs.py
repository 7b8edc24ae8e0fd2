#!/usr/bin/env python3
"""What the program writes is in the fonts that are installed with it (build-aux/run): a character of
no font shows as an empty box. Messages of the sources, templates of widgets, lessons and the manual
in languages that are written in Latin letters. Chinese is not looked at: its readers have fonts for
it, which are no part of the program's own."""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FONTS = ("Cantarell", "DejaVu Sans")
STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
COMMENT = re.compile(r"/\*.*?\*/", re.S)
# Spaces, joiners and marks of direction have no picture.
INVISIBLE = {0x00A0, 0x00AD, 0x2009, 0x200A, 0x200B, 0x200E, 0x200F, 0x202F, 0x2060, 0xFEFF}
INVISIBLE |= set(range(0x202A, 0x202F)) | set(range(0x2066, 0x206A))


def in_font(family):
    """The characters of a font, as fontconfig has it."""
    text = subprocess.run(
        ["fc-list", f":family={family}", "charset"], capture_output=True, text=True, check=True
    ).stdout
    found = set()
    for part in re.findall(r"[0-9a-f]+(?:-[0-9a-f]+)?", text.replace(":charset=", " ")):
        first, _, last = part.partition("-")
        found.update(range(int(first, 16), int(last or first, 16) + 1))
    return found


def strings_of_c(text):
    return "\n".join(STRING.findall(COMMENT.sub("", text)))


def texts():
    """Pairs of a name and what of the file a person can read."""
    for folder in ("core", "ui", "app"):
        for path in sorted((ROOT / folder).rglob("*.c")):
            yield path, strings_of_c(path.read_text(encoding="utf-8"))
    for path in sorted((ROOT / "ui").rglob("*.ui")):
        yield path, path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "data" / "lessons").glob("*.lesson")):
        if ".zh_" not in path.name:
            yield path, path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "data" / "manual").glob("*/*.md")):
        if not path.parent.name.startswith("zh_"):
            yield path, path.read_text(encoding="utf-8")


def missing(text, known):
    return sorted({c for c in text if ord(c) > 126 and ord(c) not in known})


def main():
    print("1..2")
    fonts = {family: in_font(family) for family in FONTS}
    absent = [family for family in FONTS if not fonts[family]]
    if absent:
        for number in (1, 2):
            print(f"ok {number} - # SKIP there is no font {', '.join(absent)}")
        return 0
    known = INVISIBLE.union(*fonts.values())
    # That a box would be found.
    ok = missing("a − ✓ é", known) == [] and missing("\u23f3 \u7f51", known) == ["\u23f3", "\u7f51"]
    print(f"{'ok' if ok else 'not ok'} 1 - an hourglass and a Chinese letter are in neither font")
    n_files = n_bad = 0
    for path, text in texts():
        n_files += 1
        bad = missing(text, known)
        if bad:
            n_bad += 1
            names = ", ".join(f"U+{ord(c):04X} {c}" for c in bad)
            print(f"# {path.relative_to(ROOT)}: {names}")
    good = n_bad == 0 and n_files > 300
    print(f"{'ok' if good else 'not ok'} 2 - {n_files} files have characters of the fonts alone")
    return 0 if ok and good else 1


if __name__ == "__main__":
    sys.exit(main())
