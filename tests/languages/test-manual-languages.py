#!/usr/bin/env python3
"""The manual in each language of po/LINGUAS, or in those that are named: test-manual-languages.py
[LANGUAGE...]. It has the topics of the English one, each with the same headings, anchors, links and
code and pictures, and all of them are in the program. Pictures are those of data/manual/pictures,
with words for who does not see them."""

import re
import sys
from collections import Counter

from catalogue import ROOT, Tap, languages

MANUAL = ROOT / "data" / "manual"
HEADING = re.compile(r"^(#+) ")
ANCHOR = re.compile(r"^<!-- #([a-z0-9-]+) -->$")
LINK = re.compile(r"\]\(([^)\s]+)\)")
CODE = re.compile(r"`[^`]+`|^ {4,}\S.*$", re.MULTILINE)
PICTURE = re.compile(r"^!\[(.*)\]\(([a-z0-9-]+)\.png\)$", re.MULTILINE)
# Letters of an alternative to a picture, at least.
SAID = 20
ITEM = re.compile(r"^\s*(?:[-*]|\d+\.) ", re.MULTILINE)
# Its terms are in the order of the language's alphabet.
SORTED = "glossary"


def sections(text):
    """Of each anchor, in order, its heading's level and what stands below it."""
    found = []
    anchor = None
    for line in text.splitlines():
        match = ANCHOR.match(line)
        if match:
            anchor = match[1]
        elif HEADING.match(line):
            found.append((anchor, len(HEADING.match(line)[1]), [line]))
            anchor = None
        elif found:
            found[-1][2].append(line)
    return [(anchor, level, "\n".join(lines)) for anchor, level, lines in found]


def differs(what, here, there):
    if here != there:
        more, less = Counter(here) - Counter(there), Counter(there) - Counter(here)
        yield what + "".join(
            f"; {title}: {', '.join(map(str, found))}"
            for title, found in (("not in English", more), ("missing", less))
            if found
        )


def check_topic(name, text, english):
    here, there = sections(text), sections(english)
    headings = [[(anchor, level) for anchor, level, _ in it] for it in (here, there)]
    if name == SORTED:
        headings = [sorted(it, key=str) for it in headings]
    problems = list(differs("other headings, or in another order", *headings))
    yield from problems
    if problems:
        return
    originals = {anchor: text for anchor, _, text in there}
    for anchor, _, part in here:
        original = originals[anchor]
        at = f"#{anchor}: other "
        links = [sorted(LINK.findall(it)) for it in (part, original)]
        code = [sorted(it.strip() for it in CODE.findall(text)) for text in (part, original)]
        yield from differs(at + "links", *links)
        yield from differs(at + "code", *code)
        if ("<!-- keys -->" in part) != ("<!-- keys -->" in original):
            yield at + "place for the keys"
        if len(ITEM.findall(part)) != len(ITEM.findall(original)):
            yield at + "number of items in its lists"
        pictures = [PICTURE.findall(it) for it in (part, original)]
        yield from differs(at + "pictures", *([name for _, name in it] for it in pictures))
        for (here, name), (there, _) in zip(*pictures):
            if here == there:
                yield f"#{anchor}: the alternative to {name}.png is still English"
        if part == original and len(part.split()) > 20:
            yield at[:-6] + "still English"


def check_alternatives(name, text, table):
    for words, picture in PICTURE.findall(text):
        if picture not in table:
            yield f"{name}: {picture}.png is not in data/manual/pictures"
        if len(words.encode()) < SAID:
            yield f"{name}: {picture}.png has no alternative in words"
    if text.count("![") != len(PICTURE.findall(text)):
        yield f"{name}: a picture is not a line of its own, or is not NAME.png"


def pictures_of(text):
    return [line.partition(": ")[0] for line in text.splitlines() if line and line[0] != "#"]


def check_pictures():
    """Each picture of a topic is in the table, and each of the table is in a topic."""
    table = pictures_of((MANUAL / "pictures").read_text(encoding="utf-8"))
    used = set()
    for path in sorted(MANUAL.glob("*/*.md")):
        text = path.read_text(encoding="utf-8")
        used |= {picture for _, picture in PICTURE.findall(text)}
        yield from check_alternatives(f"{path.parent.name}/{path.name}", text, table)
    for picture in sorted(set(table) - used):
        yield f"data/manual/pictures: {picture} is in no topic"
    yield from (f"data/manual/pictures: {it} is there twice" for it in table if table.count(it) > 1)


# Topics that explain something visible, with the least number of pictures.
ILLUSTRATED = {
    "first-steps": 6, "torus-maps": 5, "datelines": 2, "virtual-channels": 1, "ages": 3, "faults": 1,
    "dragonfly": 3, "fabric": 3, "evidence": 2, "simulation": 3, "compare": 1, "jobs": 1, "traffic": 1,
    "sweeps": 1, "toys": 1,
}  # fmt: skip


def check_illustrated():
    for name, least in ILLUSTRATED.items():
        found = len(PICTURE.findall((MANUAL / "en" / f"{name}.md").read_text(encoding="utf-8")))
        if found < least:
            yield f"en/{name}.md: {found} pictures, {least} expected"


# Numbers in sentences have the language's decimal sign; commands and what they print have a point.
PLAIN = re.compile(r"`[^`]*`|^ {4,}\S.*$|\]\([^)]*\)", re.MULTILINE)
COMMA = {"de", "es"}


def check_decimals(language, text):
    sign = re.escape("." if language in COMMA else ",")
    for match in re.finditer(rf"(?<![\d.,])0{sign}\d+|\d{sign}\d\d? ?%", PLAIN.sub("", text)):
        yield f"“{match[0]}” has another decimal sign than {language}"


def check_language(language):
    folder = MANUAL / language
    resources = (MANUAL / "manual.gresource.xml").read_text(encoding="utf-8")
    topics = {path.stem: path for path in sorted(folder.glob("*"))}
    english = {path.stem: path for path in sorted((MANUAL / "en").glob("*.md"))}
    for name in english.keys() - topics.keys():
        yield f"{language}/{name}.md is not there"
    for name in topics.keys() - english.keys():
        yield f"{language}/{topics[name].name} is of no topic"
    for name, path in topics.items():
        for problem in check_decimals(language, path.read_text(encoding="utf-8")):
            yield f"{language}/{name}.md: {problem}"
    for name in topics.keys() & english.keys():
        if f"<file>{language}/{name}.md</file>" not in resources:
            yield f"{language}/{name}.md is not in manual.gresource.xml"
        texts = (path.read_text(encoding="utf-8") for path in (topics[name], english[name]))
        for problem in check_topic(name, *texts):
            yield f"{language}/{name}.md: {problem}"


# What the checks must find -------------------------------------------------------------------

TEXT = """<!-- #top -->
# A ring

See [datelines](datelines.md#drop) and `dateline-cli`.

<!-- #more -->
## More

![A ring of eight routers, seen from above](ring.png)

- one
- two
"""
DAMAGES = {
    "an anchor": ("#more", "#mehr"),
    "a level": ("## More", "### More"),
    "a heading": ("## More\n", ""),
    "a link": ("datelines.md#drop", "datelines.md"),
    "a name of the program": ("dateline-cli", "datumslinie-cli"),
    "an item": ("- two\n", ""),
    "a picture": ("ring.png", "torus.png"),
    "a place for the keys": ("- two\n", "- two\n\n<!-- keys -->\n"),
}


def check_damages():
    good = TEXT.replace("one", "eins").replace("A ring of", "Ein Ring aus")
    yield from check_topic("topic", good, TEXT)
    for name, (old, new) in DAMAGES.items():
        if not list(check_topic("topic", good.replace(old, new), TEXT)):
            yield f"not found: {name} that is another"
    if not list(check_topic("topic", good.replace("Ein Ring aus", "A ring of"), TEXT)):
        yield "not found: an alternative that is English"
    if list(check_decimals("de", "0,27, 1.024 und `0.5`, 95 %")):
        yield "German numbers are wrong"
    for language, text in (("de", "0.27 und"), ("es", "el 4.5 %"), ("zh_CN", "0,27")):
        if not list(check_decimals(language, text)):
            yield f"not found: {text} in {language}"
    yield from check_alternatives("topic", TEXT, ["ring"])
    for old, new in (
        ("ring.png", "other.png"), ("A ring of eight routers, seen from above", ""),
        ("![", "See ![")
    ):  # fmt: skip
        if not list(check_alternatives("topic", TEXT.replace(old, new), ["ring"])):
            yield f"not found: {new} for {old}"


def main():
    tap = Tap()
    tap.ok("what is wrong with a topic is found", check_damages())
    tap.ok("pictures are in the table and have words", check_pictures())
    tap.ok("topics have pictures", check_illustrated())
    for language in sys.argv[1:] or languages():
        tap.ok(f"the manual in {language}", check_language(language))
    return tap.finish()


sys.exit(main())
