#!/usr/bin/env python3
"""The manual as HTML: test-manual-html.py PROGRAM. Each link leads to a page and an anchor that
exist, elements are closed in order, nothing runs and nothing is fetched from elsewhere, and each
language has all topics."""

import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path

from catalogue import ROOT, Tap, environment

MANUAL = ROOT / "data" / "manual"
EMPTY = {"meta", "link", "br"}
FORBIDDEN = {"script", "iframe", "img", "object", "embed", "form", "style"}


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.anchors, self.links, self.problems, self.open = set(), [], [], []
        self.words = ""
        self.feed(text)
        self.close()
        self.problems += [f"<{tag}> is not closed" for tag in self.open]

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag in FORBIDDEN:
            self.problems.append(f"<{tag}> is there")
        self.problems += [f"{name} is there" for name in given if name.startswith("on")]
        if "id" in given:
            if given["id"] in self.anchors:
                self.problems.append(f"#{given['id']} is there twice")
            self.anchors.add(given["id"])
        self.links += [given[name] for name in ("href", "src") if name in given]
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"</{tag}> closes something else")

    def handle_data(self, data):
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


# What the check must find ---------------------------------------------------------------------

GOOD = '<html><body><h1 id="a">A</h1><p><a href="b.html#b">B</a></p></body></html>'
DAMAGES = {
    "a page": ("b.html", "c.html"),
    "an anchor": ("b.html#b", "b.html#c"),
    "an address": ("b.html#b", "https://example.org/"),
    "a folder outside": ("b.html#b", "../b.html"),
    "a script": ("<p>", "<script></script><p>"),
    "an anchor that is there twice": ("<p>", '<p id="a">'),
    "an element that is not closed": ("</p>", ""),
}


def check_damages(scratch):
    (scratch / "b.html").write_text('<h1 id="b">B</h1>', encoding="utf-8")
    (scratch / "a.html").write_text(GOOD, encoding="utf-8")
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
        done = subprocess.run(
            [sys.argv[1], MANUAL / "style.css", folder],
            env=environment(),
            capture_output=True,
            text=True,
        )
        tap.ok("the pages are written", [done.stderr] if done.returncode != 0 else [])
        tap.ok("links lead to pages and anchors", check_folder(folder))
        tap.ok("all topics are there in each language", check_topics(folder))
        style = (folder / "style.css").read_text(encoding="utf-8")
        external = [it for it in ("url(", "@import", "://") if it in style]
        tap.ok("the style fetches nothing", external)
    return tap.finish()


sys.exit(main())
