"""Catalogues of messages as gettext keeps them, read and written; and what tests of languages
share."""

import os
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PO = ROOT / "po"

ESCAPES = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\", "a": "\a", "b": "\b"}
LINE = re.compile(r'(msgctxt|msgid_plural|msgid|msgstr\[(\d+)\]|msgstr)\s+"(.*)"$')


@dataclass
class Message:
    """One entry; its texts are what the program would see."""

    line: int = 0
    context: str | None = None
    id: str = ""
    plural: str | None = None
    texts: dict = field(default_factory=dict)  # by number of the plural form, from 0
    flags: set = field(default_factory=set)
    references: list = field(default_factory=list)
    obsolete: bool = False

    @property
    def key(self):
        return (self.context, self.id)

    @property
    def is_header(self):
        return self.id == "" and self.context is None

    @property
    def is_translated(self):
        return bool(self.texts) and all(self.texts.values())


def unescape(text):
    return re.sub(r"\\(.)", lambda match: ESCAPES[match.group(1)], text)


def escape(text):
    for letter, char in (("\\", "\\"), ('"', '"'), ("n", "\n"), ("t", "\t"), ("r", "\r")):
        text = text.replace(char, "\\" + letter)
    return f'"{text}"'


def read(path):
    """All entries of a .po or .pot file, in its order; the header is one of them."""
    messages = []
    message = Message()
    part = None  # (which text, which plural form)

    def add(text):
        if part == "msgctxt":
            message.context = (message.context or "") + text
        elif part == "msgid":
            message.id += text
        elif part == "msgid_plural":
            message.plural = (message.plural or "") + text
        else:
            message.texts[part] = message.texts.get(part, "") + text

    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        line = line.strip()
        if line.startswith("#~"):
            message.obsolete = True
            line = line[2:].strip()
            if line.startswith("|"):
                continue
        match = LINE.match(line)
        if (not line or line.startswith("#") or (match and match[1] in ("msgctxt", "msgid"))) and (
            isinstance(part, int)
        ):
            messages.append(message)
            message = Message(obsolete=message.obsolete and not line.startswith("#") and bool(line))
            part = None
        if line.startswith("#,"):
            message.flags |= {flag.strip() for flag in line[2:].split(",")}
        elif line.startswith("#:"):
            message.references += line[2:].split()
        elif match:
            if match[1] in ("msgctxt", "msgid"):
                message.line = message.line or number
            part = match[1]
            if part.startswith("msgstr"):
                part = int(match[2] or 0)
            add(unescape(match[3]))
        elif line.startswith('"') and line.endswith('"'):
            add(unescape(line[1:-1]))
        elif line and not line.startswith("#"):
            raise ValueError(f"{path}:{number}: not a line of a catalogue: {line}")
    if isinstance(part, int):
        messages.append(message)
    return messages


def write(path, messages):
    with open(path, "w", encoding="utf-8") as out:
        for message in messages:
            if message.flags:
                out.write("#, " + ", ".join(sorted(message.flags)) + "\n")
            if message.context is not None:
                out.write(f"msgctxt {escape(message.context)}\n")
            out.write(f"msgid {escape(message.id)}\n")
            if message.plural is not None:
                out.write(f"msgid_plural {escape(message.plural)}\n")
            for form, text in sorted(message.texts.items()):
                which = f"msgstr[{form}]" if message.plural is not None else "msgstr"
                out.write(f"{which} {escape(text)}\n")
            out.write("\n")


def languages():
    """Those of po/LINGUAS, which are complete."""
    lines = (PO / "LINGUAS").read_text(encoding="utf-8").splitlines()
    return [name for line in lines if not line.startswith("#") for name in line.split()]


# Messages of the sources -----------------------------------------------------------------------

KEYWORDS = ["_", "N_", "C_:1c,2", "NC_:1c,2", "g_dcgettext:2", "g_dngettext:2,3", "g_dpgettext2:2c,3"]


def extract(target):
    """What the sources say today, as the template is made."""
    command = ["xgettext", "--files-from=po/POTFILES", "--from-code=UTF-8", "-o", str(target)]
    command += [f"--keyword={keyword}" for keyword in KEYWORDS]
    command += [f"--flag={keyword}:pass-c-format" for keyword in ("_:1", "N_:1", "C_:2", "NC_:2")]
    command += [f"--flag=g_dngettext:{n}:pass-c-format" for n in (2, 3)]
    done = subprocess.run(command, cwd=ROOT, env=environment(), capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    return read(target)


# The test anything protocol ------------------------------------------------------------------


class Tap:
    def __init__(self):
        self.n = 0
        self.failed = 0

    def ok(self, name, problems):
        """Passed if there are no @problems, which are printed."""
        self.n += 1
        problems = list(problems)
        for problem in problems[:40]:
            for line in problem.splitlines():
                print(f"# {line}")
        if len(problems) > 40:
            print(f"# and {len(problems) - 40} more")
        print(f"{'not ' if problems else ''}ok {self.n} - {name}", flush=True)
        self.failed += bool(problems)

    def skip(self, name, reason):
        self.n += 1
        print(f"ok {self.n} - {name} # SKIP {reason}", flush=True)

    def finish(self):
        print(f"1..{self.n}")
        return 1 if self.failed else 0


def environment(**more):
    """Messages in English whatever the person speaks."""
    kept = {key: value for key, value in os.environ.items() if key != "LANGUAGE"}
    return {**kept, "LC_ALL": "C.UTF-8", **more}
