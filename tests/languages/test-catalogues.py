#!/usr/bin/env python3
"""The catalogues of messages: test-catalogues.py [FILE.po...]
The template has all messages of the sources, and each language of po/LINGUAS (or each file) all
messages of the template, translated, with everything in them that the program needs."""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from catalogue import PO, Message, Tap, environment, extract, languages, read, write
from catalogue_rules import problems
from menus import clashes

TEMPLATE = PO / "dateline.pot"


def by_key(messages):
    return {it.key: it for it in messages if not it.obsolete and not it.is_header}


def place(message):
    return f" ({message.references[0]})" if message.references else ""


def check_template(template):
    with tempfile.TemporaryDirectory() as folder:
        sources = by_key(extract(Path(folder) / "sources.pot"))
    again = "ninja -C build dateline-pot brings po/dateline.pot up to date"
    for key in sources.keys() - template.keys():
        yield f"not in the template: “{key[1]}”{place(sources[key])}; {again}"
    for key in template.keys() - sources.keys():
        yield f"in no source any more: “{key[1]}”; {again}"
    for key in sources.keys() & template.keys():
        if sources[key].plural != template[key].plural:
            yield f"another plural in the template: “{key[1]}”; {again}"


def check_msgfmt(path):
    done = subprocess.run(
        ["msgfmt", "--check", "-o", "/dev/null", str(path)],
        env=environment(),
        capture_output=True,
        text=True,
    )
    if done.returncode != 0:
        yield done.stderr.strip() or f"msgfmt ends with {done.returncode}"


def check_complete(path, template, messages):
    missing = [key for key in template if key not in messages]
    untranslated = [it for it in messages.values() if not it.is_translated and it.key in template]
    fuzzy = [it for it in messages.values() if "fuzzy" in it.flags]
    stale = [it for it in messages.values() if it.key not in template]
    name = path.name
    if missing or stale:
        yield f"msgmerge --update po/{name} po/dateline.pot brings it up to the template"
    if untranslated:
        yield f"msgattrib --untranslated po/{name} shows those without a translation"
    if fuzzy:
        yield f"msgattrib --only-fuzzy po/{name} shows those that are fuzzy"
    for key in missing:
        yield f"{name}: not there: “{key[1]}”"
    for it in untranslated:
        yield f"{name}:{it.line}: not translated: “{it.id}”"
    for it in fuzzy:
        yield f"{name}:{it.line}: fuzzy: “{it.id}”"
    for it in stale:
        yield f"{name}:{it.line}: not in the template: “{it.id}”"


def check_plurals(path, messages, header):
    match = re.search(r"nplurals\s*=\s*(\d+)", header.texts.get(0, ""))
    if not match:
        yield f"{path.name}: its header does not say how many plural forms there are"
        return
    forms = set(range(int(match[1])))
    for it in messages.values():
        wanted = forms if it.plural is not None else {0}
        if it.is_translated and set(it.texts) != wanted:
            yield f"{path.name}:{it.line}: {len(it.texts)} forms, not {len(wanted)}: “{it.id}”"


def check_rules(path, messages):
    for it in messages.values():
        if it.is_translated and "fuzzy" not in it.flags:
            for problem in problems(it):
                yield f"{path.name}:{it.line}: {problem}: “{it.id}”"


def check_menus(messages):
    def translate(key):
        message = messages.get(key)
        return message.texts[0] if message and message.is_translated else key[1]

    return clashes(translate)


def all_problems(path, template):
    """A list of them for each thing that is checked."""
    entries = [it for it in read(path) if not it.obsolete]
    header = next((it for it in entries if it.is_header), Message())
    messages = by_key(entries)
    return {
        "is what msgfmt takes": list(check_msgfmt(path)),
        "has a translation of each message": list(check_complete(path, template, messages)),
        "has all plural forms": list(check_plurals(path, messages, header)),
        "has what the messages have": list(check_rules(path, messages)),
        "has letters to press that differ within a menu": list(check_menus(messages)),
    }


# What the checks must find -------------------------------------------------------------------


def entry(id, text, plural=None, flags=()):
    return Message(0, None, id, plural, dict(enumerate(text)), set(flags))


SAMPLE = [
    Message(texts={0: "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"}),
    entry("Cable", ["Kabel"]),
    entry("Depth:", ["Tiefe:"]),
    entry("_Open File…", ["Datei _öffnen …"]),
    entry("_Save a Copy…", ["Kopie _speichern …"]),
    entry("Nothing is known of this node.", ["Über diesen Knoten ist nichts bekannt."]),
    entry("It takes {hops} hops", ["Es sind {hops} Schritte"]),
    entry("load <b>%.1f</b> of %s", ["Last <b>%.1f</b> von %s"], flags=["c-format"]),
    entry("%s is to %s", ["%2$s ist %1$s"], flags=["c-format"]),
    entry("about %d %%", ["etwa %d %%"], flags=["c-format"]),
    entry("%'lu pair", ["ein Paar", "%'lu Paare"], "%'lu pairs", ["c-format"]),
]


def change(id, form, text):
    """The sample with another text for one message."""
    found = next(it for it in SAMPLE if it.id == id)
    texts = {key: value for key, value in {**found.texts, form: text}.items() if value is not None}
    other = Message(0, None, found.id, found.plural, texts, found.flags)
    return [other if it is found else it for it in SAMPLE]


DAMAGES = {
    "no translation": change("Cable", 0, ""),
    "a message that is missing": SAMPLE[:-1],
    "a message of nothing": SAMPLE + [entry("Ship", ["Schiff"])],
    "a fuzzy one": SAMPLE[:1] + [entry("Cable", ["Kabel"], flags=["fuzzy"])] + SAMPLE[2:],
    "a place left out": change("%s is to %s", 0, "%2$s ist es"),
    "a place too many": change("%s is to %s", 0, "%s ist %s und %s"),
    "other digits": change("load <b>%.1f</b> of %s", 0, "Last <b>%.2f</b> von %s"),
    "places in another order": change("load <b>%.1f</b> of %s", 0, "%s: Last <b>%.1f</b>"),
    "a number without its groups": change("%'lu pair", 1, "%lu Paare"),
    "no percent sign": change("about %d %%", 0, "etwa %d"),
    "a name in braces": change("It takes {hops} hops", 0, "Es sind {Schritte} Schritte"),
    "markup not closed": change("load <b>%.1f</b> of %s", 0, "Last <b>%.1f von %s"),
    "no letter to press": change("_Open File…", 0, "Datei öffnen …"),
    "two letters to press": change("_Open File…", 0, "_Datei _öffnen …"),
    "the same letter twice": change("_Save a Copy…", 0, "Kopie speichern _Öfter …"),
    "no colon": change("Depth:", 0, "Tiefe"),
    "no ellipsis": change("_Open File…", 0, "Datei _öffnen"),
    "three dots": change("_Open File…", 0, "Datei _öffnen..."),
    "a full stop more": change("Cable", 0, "Kabel."),
    "a full stop less": change("Nothing is known of this node.", 0, "Über diesen Knoten nichts"),
    "a blank more": change("Cable", 0, "Kabel "),
    "a line more": change("Cable", 0, "Ka\nbel"),
    "what nobody sees": change("Cable", 0, "Ka\u202ebel"),
    "still English": change("Nothing is known of this node.", 0, "Nothing is known of this node."),
    "a plural form left out": change("%'lu pair", 1, None),
    "a plural form too many": change("%'lu pair", 2, "%'lu Paare"),
    "a plural form that is empty": change("%'lu pair", 1, ""),
}


def check_damages():
    template = by_key(SAMPLE)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "xx.po"
        write(path, SAMPLE)
        for kind, found in all_problems(path, template).items():
            yield from (f"found where nothing is wrong: {it}" for it in found)
        for name, entries in DAMAGES.items():
            write(path, entries)
            if not any(all_problems(path, template).values()):
                yield f"not found: {name}"


def main():
    tap = Tap()
    template = by_key(read(TEMPLATE))
    files = [Path(name) for name in sys.argv[1:]]
    if not files:
        tap.ok("the template has the messages of the sources", check_template(template))
        tap.ok("letters to press differ within a menu", clashes(lambda key: key[1]))
        tap.ok("what is wrong with a catalogue is found", check_damages())
        files = [PO / f"{language}.po" for language in languages()]
    for path in files:
        for kind, found in all_problems(path, template).items():
            tap.ok(f"{path.name} {kind}", found)
    return tap.finish()


sys.exit(main())
