"""What a translation must have in common with its message. Each rule is a function of a message and
one of its translations that gives what is wrong, or None."""

import re
import unicodedata

# %s, %1$s, %'.*f, %-10lu; %% is one too.
PLACE = re.compile(r"%(?:(\d+)\$)?([-+ #0'I]*(?:\*|\d+)?(?:\.(?:\*|\d+))?(?:hh|h|ll|l|j|z|t)?[a-zA-Z%])")
NAMED = re.compile(r"\{[a-z_]+\}")
TAG = re.compile(r"</?[a-z]+(?: [^<>]*)?>|&[a-z]+;")
MNEMONIC = re.compile(r"_(?=[^\W_])")
ENDS = {
    ":": ":：",
    "…": "…",
    "?": "?？",
    "!": "!！",
    ".": ".。．",
}
# That keep words together, or let them part.
SPACES = set("\u00a0\u202f\u2009\u200b\u2060")
WORD = re.compile(r"[A-Za-z]{3,}")


def places(text):
    """Conversions in the order of their arguments, and how often there is a percent sign."""
    found = [(int(number or 0), kind) for number, kind in PLACE.findall(text)]
    signs = sum(kind == "%" for _, kind in found)
    found = [item for item in found if item[1] != "%"]
    if any(number for number, _ in found):
        # The same argument may be there twice.
        return sorted({(number, kind) for number, kind in found}), signs
    return [(at + 1, kind) for at, (_, kind) in enumerate(found)], signs


def is_format(message):
    return "c-format" in message.flags or "%s" in message.id


def check_places(message, text, original):
    if not is_format(message):
        return None
    (here, _), (there, _) = places(text), places(original)
    if here == there:
        return None
    # One of a plural form may say "one" where others have a number: msgfmt allows it too.
    if message.plural is not None and set(here) <= set(there) and len(there) - len(here) == 1:
        return None
    return f"places {[kind for _, kind in here]}, not {[kind for _, kind in there]}"


def check_percents(message, text, original):
    here, there = places(text)[1], places(original)[1]
    return f"{here} percent signs (%%), not {there}" if is_format(message) and here != there else None


def check_named(message, text, original):
    here, there = sorted(NAMED.findall(text)), sorted(NAMED.findall(original))
    return f"names in braces {here}, not {there}" if here != there else None


def check_tags(message, text, original):
    here, there = sorted(TAG.findall(text)), sorted(TAG.findall(original))
    return f"markup {here}, not {there}" if here != there else None


def check_mnemonic(message, text, original):
    here, there = len(MNEMONIC.findall(text)), len(MNEMONIC.findall(original))
    return f"{here} underscores before a letter, not {there}" if here != there else None


def check_end(message, text, original):
    """A colon, an ellipsis, a question mark; a full stop where a sentence ends, not a word that is
    cut short."""
    original, text = original.rstrip(), text.rstrip()
    last, end = original[-1:], text[-1:]
    if original.endswith("..."):
        return None if text.endswith(("...", "…")) else f"ends with “{end}”, not “...”"
    if last == "." and len(original.split()) < 2:
        return None
    if end == "." and len(text) < len(original) and len(original.split()) < 2:
        return None
    if last in ENDS:
        return f"ends with “{end}”, not “{last}”" if end not in ENDS[last] else None
    return f"ends with “{end}”, and the message does not" if end in "".join(ENDS.values()) else None


def is_wide(char):
    """Of a script that has no blanks between words."""
    return char != "" and unicodedata.east_asian_width(char) in "WF"


def check_space(message, text, original):
    for side, pattern, edge in (("begins", r"\A\s*", text[:1]), ("ends", r"\s*\Z", text[-1:])):
        here, there = (re.search(pattern, it)[0] for it in (text, original))
        if here != there and not (here == "" and there == " " and is_wide(edge)):
            return f"{side} with {here!r}, not {there!r}"
    return None


def check_lines(message, text, original):
    """Only where lines are part of what is shown."""
    here, there = text.count("\n"), original.count("\n")
    return f"{here} line ends, not {there}" if here != there else None


def check_english(message, text, original):
    """A sentence of several words is not the same in two languages."""
    if text == original and original.endswith(".") and len(WORD.findall(original)) >= 4:
        return "still English"
    return None


def check_unseen(message, text, original):
    wrong = {char for char in text if not char.isprintable()} - set(original) - SPACES
    return f"characters that nobody sees: {sorted(hex(ord(char)) for char in wrong)}" if wrong else None


RULES = [
    check_places,
    check_percents,
    check_named,
    check_tags,
    check_mnemonic,
    check_end,
    check_space,
    check_lines,
    check_english,
    check_unseen,
]


def problems(message):
    """What is wrong with a translated message, as lines."""
    for form, text in sorted(message.texts.items()):
        for rule in RULES:
            # Of plural forms, the message is that for several; the first may say it for one.
            originals = [message.plural] if message.plural is not None else [message.id]
            if message.plural is not None and form == 0:
                originals.append(message.id)
            found = [rule(message, text, original) for original in originals]
            if all(found):
                yield found[0]
