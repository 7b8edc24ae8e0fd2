"""Reads a page of "dateline-cli animate -o FILE.html" without a browser."""

import base64
import html.parser
import json
import struct
import zlib

UP = 2  # DlLinkState


class Parts(html.parser.HTMLParser):
    """The script elements by their id, and every address that the page names."""

    def __init__(self, text):
        super().__init__()
        self.scripts, self.addresses, self.inside, self.tags = {}, [], None, []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.tags.append((tag, attributes))
        self.addresses += [attributes[key] for key in ("src", "href", "action") if key in attributes]
        if tag == "script":
            self.inside = attributes.get("id", "player")
            self.scripts[self.inside] = ""

    def handle_endtag(self, tag):
        if tag == "script":
            self.inside = None

    def handle_data(self, data):
        if self.inside is not None:
            self.scripts[self.inside] += data


def single(number):
    return struct.unpack("<f", struct.pack("<f", number))[0]


class Panel:
    """A map or a chart of the page."""

    def __init__(self, film):
        self.film, self.rows, self.cells, self.names, self.places = film, None, None, None, None
        self.pixels, self.items = None, None
        self.frames, self.states, self.pictures = [], [], []

    def take(self, kind, data):
        if kind == "N":
            self.names = data.decode().split("\n")
        elif kind == "M":
            self.places = data.decode().split("\n")
        elif kind == "R":
            self.cells = [struct.unpack("<4H", data[i : i + 8]) for i in range(0, len(data), 8)]
        elif kind == "P":
            width, height = struct.unpack("<2H", data[8:12])
            runs = [struct.unpack("<HI", data[i : i + 6]) for i in range(12, len(data), 6)]
            self.pixels = [item for n, item in runs for i in range(n)]
            assert len(self.pixels) == width * height
        elif kind == "I":
            self.items = struct.unpack(f"<{len(data) // 4}I", data)
        elif kind == "O":
            self.over = struct.unpack(f"<{len(data) // 8}d", data)
        elif kind == "S":
            self.states.append(data)
        elif kind in "LD":
            self.pictures.append(data.decode())
        elif kind == "T":
            self.rows = json.loads(data)
        elif kind == "F":
            self.frames.append(self.frame(data))
        else:
            raise ValueError(kind)

    def frame(self, data):
        cycle, cycles = struct.unpack("<QQ", data[:16])
        if self.film["kind"] == "chart":
            assert len(data) == 16
            return cycle, cycles, self.rows
        counts, at = self.numbers(data, 16)
        over = self.over if self.film["overIsConstant"] else self.numbers(data, at)[0]
        return cycle, cycles, len(self.states) - 1, counts, over

    def numbers(self, data, at):
        width, n = data[at], len(self.states[0])
        letter = {1: "B", 2: "H", 4: "I"}[width]
        return struct.unpack(f"<{n}{letter}", data[at + 1 : at + 1 + n * width]), at + 1 + n * width

    def values(self, number):
        """None without traffic and where a link does not work."""
        cycle, cycles, state, counts, over = self.frames[number]
        base = self.film["countBase"]
        return [
            single((count - base) / cycles / over[link])
            if count and self.states[state][link] == UP
            else None
            for link, count in enumerate(counts)
        ]


class Page:
    """Its first panel's members are its own, too."""

    def __init__(self, name):
        self.text = open(name, encoding="utf-8").read()
        self.parts = Parts(self.text)
        self.film = json.loads(self.parts.scripts["film"])
        self.panels = [Panel(panel) for panel in self.film["panels"]]
        data = zlib.decompress(base64.b64decode(self.parts.scripts["values"]))
        at = 0
        while at < len(data):
            kind, number, length = chr(data[at]), data[at + 1], *struct.unpack("<I", data[at + 2 : at + 6])
            assert at + 6 + length <= len(data)
            self.panels[number].take(kind, data[at + 6 : at + 6 + length])
            at += 6 + length
        assert self.film["up"] == UP

    def __getattr__(self, name):
        return getattr(self.panels[0], name)

    def recording(self):
        return self.parts.scripts["recording"].replace("%3C", "<").replace("%25", "%")
