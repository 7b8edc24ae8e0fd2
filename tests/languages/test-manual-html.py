#!/usr/bin/env python3
"""The manual as HTML: test-manual-html.py PROGRAM. Each link leads to a page and an anchor that
exist, elements are closed in order, nothing runs but the search, nothing is fetched from elsewhere,
pictures are there for light and for dark pages and have words, each language has all topics, and the
search has all headings. With node the search itself is tested."""

import json
import re
import shutil
import struct
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path

from catalogue import ROOT, Tap, environment

MANUAL = ROOT / "data" / "manual"
EMPTY = {"meta", "link", "br", "img", "source"}
FORBIDDEN = {"iframe", "object", "embed", "form", "style"}
SCRIPTS = ["parts.js", "../search.js"]
# One that was made before.
NOTEBOOK = "vc-balance.html"
DARK = "(prefers-color-scheme: dark)"


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.anchors, self.links, self.problems, self.open = set(), [], [], []
        self.words = ""
        self.pictures, self.scripts = [], []
        self.source = None
        self.feed(text)
        self.close()
        self.problems += [f"<{tag}> is not closed" for tag in self.open]

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag in FORBIDDEN:
            self.problems.append(f"<{tag}> is there")
        self.problems += [f"{name} is there" for name in given if name.startswith("on")]
        if tag == "script":
            self.scripts.append(given.get("src"))
            if given.get("src") not in SCRIPTS or "defer" not in given:
                self.problems.append("a script that is not the search is there")
        if tag == "source":
            self.source = given
        if tag == "img":
            self.take_picture(given)
        if "id" in given:
            if given["id"] in self.anchors:
                self.problems.append(f"#{given['id']} is there twice")
            self.anchors.add(given["id"])
        self.links += [given[name] for name in ("href", "src") if name in given]
        if tag not in EMPTY:
            self.open.append(tag)

    def take_picture(self, given):
        name = given.get("src", "")
        dark = self.source or {}
        self.pictures.append(name)
        self.links += [it.get("srcset", "").removesuffix(" 2x") for it in (given, dark)]
        if not given.get("alt"):
            self.problems.append(f"{name} has no words")
        if dark.get("media") != DARK or (
            dark.get("srcset") != f"{name.removesuffix('.png')}-dark.png 2x"
        ):
            self.problems.append(f"{name} has no dark version")
        self.source = None

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"</{tag}> closes something else")

    def handle_data(self, data):
        if self.open and self.open[-1] == "script":
            self.problems.append("a script is in the page")
        self.words += data


def check_folder(folder):
    """What is wrong with the pages in it."""
    pages = {
        path.resolve(): Page(path.read_text(encoding="utf-8")) for path in folder.rglob("*.html")
    }
    for path, page in sorted(pages.items()):
        name = path.relative_to(folder.resolve())
        yield from (f"{name}: {problem}" for problem in page.problems)
        for link in page.links:
            address, _, anchor = link.partition("#")
            target = (path.parent / address).resolve() if address else path
            if ":" in link or address.startswith("/") or folder.resolve() not in target.parents:
                yield f"{name}: {link} leads out of the folder"
            elif not target.is_file():
                yield f"{name}: {link} leads to no file"
            elif anchor and anchor not in pages[target].anchors:
                yield f"{name}: {link} leads to no anchor"


def check_topics(folder):
    """Each topic of each language, with its headings, and reached from its index."""
    for language in sorted(it.name for it in MANUAL.iterdir() if it.is_dir()):
        pages = folder / language
        index = Page((pages / "index.html").read_text(encoding="utf-8"))
        for topic in sorted((MANUAL / language).glob("*.md")):
            text = topic.read_text(encoding="utf-8")
            path = pages / f"{topic.stem}.html"
            if not path.is_file():
                yield f"{language}/{topic.stem}.html is not there"
                continue
            page = Page(path.read_text(encoding="utf-8"))
            for line in text.splitlines():
                if line.startswith("#") and line.strip("# ").replace("\\", "") not in page.words:
                    yield f"{path.relative_to(folder)}: without “{line.strip('# ')}”"
                if line.startswith("<!-- #") and line[6:-4] not in page.anchors:
                    yield f"{path.relative_to(folder)}: without {line}"
            if topic.stem != "index" and path.name not in index.links:
                yield f"{language}/index.html does not lead to {path.name}"
        if f"{language}/index.html" not in Page((folder / "index.html").read_text("utf-8")).links:
            yield f"index.html does not lead to {language}"


def check_notebooks(folder):
    """Topics lead to the notebook that has a page, and to no other."""
    for page in sorted(folder.glob("*/python.html")):
        found = [it for it in Page(page.read_text(encoding="utf-8")).links if "notebooks" in it]
        if found != [f"../notebooks/{NOTEBOOK}"]:
            yield f"{page.relative_to(folder)}: {found}"


def width_of(path):
    return struct.unpack(">I", path.read_bytes()[16:20])[0]


def check_pictures(folder):
    """Those of the topics are written, each with a dark version of the same size, and no other."""
    shown = set()
    for path in folder.rglob("*.html"):
        page = Page(path.read_text(encoding="utf-8"))
        shown |= {Path(it).name for it in page.pictures}
        if path.parent.name not in ("notebooks", folder.name) and page.scripts != SCRIPTS:
            yield f"{path.relative_to(folder)}: without the search"
    written = {path.name for path in (folder / "pictures").iterdir()}
    for name in sorted(shown):
        light = folder / "pictures" / name
        dark = light.with_name(f"{light.stem}-dark.png")
        if not light.is_file() or not dark.is_file():
            yield f"{name} is not there, light and dark"
        elif width_of(light) != width_of(dark) or light.read_bytes() == dark.read_bytes():
            yield f"{name} and its dark version are not one picture in two colors"
    if len(written) != 2 * len(shown):
        yield f"{len(written)} files for {len(shown)} pictures"
    if len(shown) < 20:
        yield f"only {len(shown)} pictures"
    if (size := sum(it.stat().st_size for it in (folder / "pictures").iterdir())) > 6e6:
        yield f"pictures have {size / 1e6:.1f} MB"


def parts_of(path):
    text = path.read_text(encoding="utf-8")
    found = re.fullmatch(r"const manualParts = (\[.*),\n\];\n", text, re.DOTALL)
    return json.loads(found[1] + "]") if found else []


def check_parts(folder):
    """The search has each heading of each topic, with the address of it."""
    for language in sorted(it.name for it in MANUAL.iterdir() if it.is_dir()):
        parts = parts_of(folder / language / "parts.js")
        have = {(page, anchor): title for page, anchor, title, _, _ in parts}
        for topic in sorted((MANUAL / language).glob("*.md")):
            text = topic.read_text(encoding="utf-8")
            for anchor, heading in re.findall(r"^<!-- #(\S+) -->\n#+ (.+)$", text, re.MULTILINE):
                title = have.get((topic.stem, anchor))
                if title != re.sub(r"(?<!\\)\*", "", heading).replace("\\", ""):
                    yield f"{language}: {topic.stem}#{anchor} is not in the search"


def check_search(folder):
    """The script itself, which needs node."""
    done = subprocess.run(
        ["node", Path(__file__).with_name("test-search.js"), folder],
        capture_output=True,
        text=True,
    )
    if done.returncode != 0:
        yield from (done.stdout + done.stderr).splitlines()


def check_browser(folder):
    """In a browser, from a file: the field is there, with its label."""
    page = (folder / "de" / "ages.html").resolve().as_uri()
    done = subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", page],
        capture_output=True,
        text=True,
        timeout=60,
    )
    for part in ('id="manual_search"', "Handbuch durchsuchen", 'role="search"'):
        if part not in done.stdout:
            yield f"{page}: without {part}"


# What the check must find ---------------------------------------------------------------------

GOOD = (
    '<html><body><h1 id="a">A</h1><p><a href="b.html#b">B</a></p><p><picture><source '
    'media="(prefers-color-scheme: dark)" srcset="c-dark.png 2x"><img src="c.png" srcset="c.png 2x" '
    'alt="a c"></picture></p></body></html>'
)
DAMAGES = {
    "a page": ("b.html", "c.html"),
    "an anchor": ("b.html#b", "b.html#c"),
    "an address": ("b.html#b", "https://example.org/"),
    "a folder outside": ("b.html#b", "../b.html"),
    "a script": ("<p>", "<script></script><p>"),
    "a script in the page": ("<p>", '<script src="parts.js" defer>1</script><p>'),
    "a picture without words": ('alt="a c"', 'alt=""'),
    "a picture that is not there": ('img src="c.png"', 'img src="d.png"'),
    "a picture without a dark version": ("c-dark.png", "c.png"),
    "a picture from elsewhere": ('srcset="c.png 2x"', 'srcset="https://example.org/c.png 2x"'),
    "an anchor that is there twice": ("<p>", '<p id="a">'),
    "an element that is not closed": ("</p>", ""),
}


def check_damages(scratch):
    (scratch / "b.html").write_text('<h1 id="b">B</h1>', encoding="utf-8")
    (scratch / "a.html").write_text(GOOD, encoding="utf-8")
    for name in ("c.png", "c-dark.png"):
        (scratch / name).touch()
    yield from check_folder(scratch)
    for name, (old, new) in DAMAGES.items():
        (scratch / "a.html").write_text(GOOD.replace(old, new), encoding="utf-8")
        if not list(check_folder(scratch)):
            yield f"not found: {name}"


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as scratch:
        tap.ok("what is wrong with pages is found", check_damages(Path(scratch)))
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "made" / "manual"
        (folder / "notebooks").mkdir(parents=True)
        (folder / "notebooks" / NOTEBOOK).write_text("<h1>Figure 4</h1>", encoding="utf-8")
        done = subprocess.run(
            [sys.argv[1], MANUAL / "style.css", MANUAL / "search.js", folder],
            env=environment(),
            capture_output=True,
            text=True,
        )
        tap.ok("the pages are written", [done.stderr] if done.returncode != 0 else [])
        tap.ok("links lead to pages and anchors", check_folder(folder))
        tap.ok("all topics are there in each language", check_topics(folder))
        tap.ok("notebooks are reached", check_notebooks(folder))
        tap.ok("pictures are there", check_pictures(folder))
        tap.ok("the search has all headings", check_parts(folder))
        if shutil.which("node"):
            tap.ok("the search finds, with the keyboard too", check_search(folder))
        else:
            print("# the search itself is not tested: node is not there")
        if shutil.which("chromium"):
            tap.ok("the search is in the page of a browser", check_browser(folder))
        else:
            print("# the page is not opened in a browser: chromium is not there")
        style = (folder / "style.css").read_text(encoding="utf-8")
        external = [it for it in ("url(", "@import", "://") if it in style]
        tap.ok("the style fetches nothing", external)
        script = (folder / "search.js").read_text(encoding="utf-8")
        external = [it for it in ("fetch", "XMLHttp", "import", "://", "innerHTML") if it in script]
        tap.ok("the search fetches nothing", external)
    return tap.finish()


sys.exit(main())
