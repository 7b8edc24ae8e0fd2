#!/usr/bin/env python3
"""Lessons in each language of po/LINGUAS, or in those that are named:
test-lesson-languages.py PROGRAM [LANGUAGE...]. Each lesson has its texts in each language, with the
steps, facts and code of the lesson, calls controls as the window does, and the program carries
them."""

import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from catalogue import PO, ROOT, Tap, environment, languages, read

LESSONS = ROOT / "data" / "lessons"
TEXTS = {"title", "say", "ask", "choice", "reply", "do", "wrong", "hint", "hint-do", "explain"}
KEY = re.compile(r"^([a-z-]+):(.*)$")
FACT = re.compile(r"(?<!\{)\{([^{}]+)\}(?!\})")
CODE = re.compile(r"`[^`]+`")
# What is none of the language's numbers: facts, code, nodes, sections of papers.
NO_NUMBER = re.compile(r"\{[^{}]*\}|`[^`]*`|\([^() ]*\)|\d+(\.\d+){2,}")
MARKED_NUMBER = re.compile(r"\d[.,\u00a0\u202f’ ]\d+")
BOLD = re.compile(r"\*\*([^*]+)\*\*")
# (_K) where letters to press stand behind the name.
PRESS = re.compile(r"\(_\w\)|_|…$")


def steps(path):
    """Of each step, from the beginning with no name on, its name and its (key, text) in order."""
    found = [("", [])]
    for line in path.read_text(encoding="utf-8").splitlines():
        match = KEY.match(line)
        if match and match[1] == "step":
            found.append((match[2].strip(), []))
        elif match:
            found[-1][1].append((match[1], match[2]))
        elif line[:1] in (" ", "\t") and found[-1][1]:
            key, text = found[-1][1][-1]
            found[-1][1][-1] = (key, f"{text}\n{line}")
    return found


def count(pattern, texts):
    return Counter(it for key, text in texts if key in TEXTS for it in pattern.findall(text))


def check_texts(path, original):
    here, there = steps(path), steps(original)
    if [name for name, _ in here] != [name for name, _ in there]:
        yield f"{path.name}: its steps are not those of the lesson, in their order"
        return
    for (name, texts), (_, originals) in zip(here, there):
        at = f"{path.name}: {name or 'before the first step'}"
        for key in sorted(TEXTS):
            n, wanted = (sum(key == it for it, _ in part) for part in (texts, originals))
            if n != wanted:
                yield f"{at}: {n} times “{key}”, not {wanted}"
        for what, pattern in (("facts", FACT), ("code", CODE)):
            if count(pattern, texts) != count(pattern, originals):
                more = count(pattern, texts) - count(pattern, originals)
                less = count(pattern, originals) - count(pattern, texts)
                yield f"{at}: other {what}: not there {sorted(more)}, missing {sorted(less)}"
        same = {text.strip() for _, text in texts} & {
            text.strip() for key, text in originals if key in TEXTS
        }
        for text in sorted(same):
            if len(text.split()) > 5:
                yield f"{at}: still English: {text}"


def check_numbers(path):
    """Each number that is not only digits is in braces, so that it is written as others are."""
    for name, texts in steps(path):
        for key, text in texts:
            said = text.split("|")[0 if key == "choice" else -1]
            for number in MARKED_NUMBER.findall(NO_NUMBER.sub("", said)) if key in TEXTS else []:
                yield f"{path.name}: {name}: {number} is to stand in braces"


def control_names(language):
    """What the window says, of each message that may be a name, without the letters to press."""
    names = {}
    for message in read(PO / f"{language}.po"):
        name = PRESS.sub("", message.id)
        if name[:1].isupper():
            names.setdefault(name, set()).update(PRESS.sub("", it) for it in message.texts.values())
    return names


def bold(texts):
    return {" ".join(it.split()) for _, text in texts for it in BOLD.findall(text)}


def check_controls(path, original, names):
    for (name, texts), (_, originals) in zip(steps(path), steps(original)):
        for control in sorted(bold(originals) & names.keys()):
            if not bold(texts) & names[control]:
                yield f"{path.name}: {name}: **{control}** is {' or '.join(sorted(names[control]))}"


def check_program(program, path):
    done = subprocess.run(
        [program, "lesson", "check", str(path)], env=environment(), capture_output=True, text=True
    )
    if done.returncode != 0 or done.stderr:
        yield (done.stdout + done.stderr).strip() or f"{path.name}: status {done.returncode}"


def check_language(program, language):
    names = control_names(language)
    resources = (LESSONS / "lessons.gresource.xml").read_text(encoding="utf-8")
    for original in sorted(LESSONS.glob("*.lesson")):
        if "." in original.stem:
            continue
        path = original.with_name(f"{original.stem}.{language}.lesson")
        if not path.exists():
            yield f"{path.name} is not there"
            continue
        if f">{path.name}</file>" not in resources:
            yield f"{path.name} is not in lessons.gresource.xml"
        yield from check_texts(path, original)
        yield from check_controls(path, original, names)
        yield from check_program(program, path)
    for path in sorted(LESSONS.glob(f"*.{language}.lesson")):
        if not path.with_name(path.name.split(".")[0] + ".lesson").exists():
            yield f"{path.name} is of no lesson"


# What the checks must find -------------------------------------------------------------------


def overlay(original):
    """A translation into capitals, of what is no code, fact or address of a link."""
    lines = []
    for name, texts in steps(original):
        lines.append(f"step: {name}" if name else "format: 1")
        for key, text in texts:
            if key == "choice":
                text = text.split("|")[0].rstrip()
            elif key == "wrong":
                text = " " + text.split("|")[1].strip()
            if key in TEXTS or key in ("lesson", "summary"):
                parts = re.split(r"(\{[^{}]+\}|`[^`]+`|\]\([^()]+\))", text)
                text = "".join(part.upper() if at % 2 == 0 else part for at, part in enumerate(parts))
                lines.append(f"{key}:{text}")
    return "\n".join(lines) + "\n"


DAMAGES = {
    "a step left out": (r"^step: (?!arrange)(.*\n)(?:(?!step).*\n)*\Z", ""),
    "another step": (r"^step: .*", "step: elsewhere"),
    "a hint left out": (r"^hint: .*\n", ""),
    "another fact": (r"\{max_hops\}", "{mean_hops}"),
    "a fact left out": (r"\{max_hops\}", "6"),
    "other code": (r"`X\+`", "`X-`"),
}


def check_damages(program):
    original = LESSONS / "01-torus.lesson"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "01-torus.xx.lesson"
        shutil.copy(original, folder)
        good = overlay(original)
        path.write_text(good, encoding="utf-8")
        for problem in (
            *check_texts(path, original),
            *check_controls(path, original, {"Torus": {"TORUS"}}),
            *check_numbers(path),
            *check_program(program, path),
        ):
            yield f"found where nothing is wrong: {problem}"
        if not list(check_controls(path, original, {"Torus in": {"TORO"}})):
            yield "not found: a control that the window calls otherwise"
        path.write_text(good.replace("{2112}", "2.112"), encoding="utf-8")
        if not list(check_numbers(path)):
            yield "not found: a number that is written as in one language"
        for name, (pattern, new) in DAMAGES.items():
            bad = re.sub(pattern, new, good, count=1, flags=re.MULTILINE)
            path.write_text(bad, encoding="utf-8")
            if bad == good or not list(check_texts(path, original)):
                yield f"not found: {name}"


def main():
    tap = Tap()
    program, *named = sys.argv[1:]
    wanted = named or languages()
    tap.ok("what is wrong with a lesson's translation is found", check_damages(program))
    tap.ok(
        "numbers in the lessons",
        (it for path in sorted(LESSONS.glob("*.lesson")) for it in check_numbers(path)),
    )
    for language in wanted:
        tap.ok(f"the lessons in {language}", check_language(program, language))
    return tap.finish()


sys.exit(main())
