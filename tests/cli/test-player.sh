#!/usr/bin/env bash
# animate -o FILE.html: a page that plays, with the simulator's own values, read without a browser
# and in a real one where it is installed.
# shellcheck source-path=SCRIPTDIR
PYTHONPATH=$(realpath -- "$(dirname -- "${BASH_SOURCE[0]}")/../player")
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"
export PYTHONPATH PYTHONDONTWRITEBYTECODE=1

"$program" record preset:torus-5x5x5 --cycles 2000 --edit 900:torus.broken-links=1,2,3:x+ \
  --set 'scenario.name=</script><!-- 100%3C' -o run.dateline
gives animate run.dateline ring-matrix --every 200 -o it.html

cat >structure.py <<'END'
import re, sys
from page import Page
page = Page("it.html")
assert not re.search(r"(https?:)?//(?!www\.w3\.org/(2000/svg|1999/xlink))[a-z]", re.sub(
    r'(?s)<script type="application/octet-stream".*?</script>', "", page.text)), "an address"
assert page.parts.addresses == [], page.parts.addresses
assert {"recording", "film", "values", "player"} == set(page.parts.scripts)
assert "default-src 'none'" in page.text
assert page.recording() == open("run.dateline", encoding="utf-8").read()
assert page.film["format"] == 2 and len(page.film["lines"]) == len(page.panels) == 1
assert page.film["lines"][0]["name"] == "</script><!-- 100%3C"
assert [edit["cycle"] for edit in page.film["lines"][0]["edits"]] == [900]
assert len(page.names) == len(page.cells) == 750 and len(set(page.names)) == 750
assert [frame[0] for frame in page.frames] == list(range(200, 2001, 200))
assert [frame[2] for frame in page.frames] == [0] * 4 + [1] * 6, "states"
assert len(page.pictures) == 4 and all(p.startswith("<?xml") for p in page.pictures)
tags = [tag for tag, attributes in page.parts.tags]
assert tags.count("h1") == 1 and "table" in tags and "main" in tags
assert any(a.get("aria-live") == "polite" for tag, a in page.parts.tags)
END
python3 structure.py 2>why && rm why
ok "one self-contained page, with the recording"

cat >values.py <<'END'
import sys
from core import flits, key, links
from page import Page, single
page, n = Page("it.html"), 0
for number in (0, 3, 4, 9):
    cycle, cycles, state, counts, over = page.frames[number]
    before = links(sys.argv[1], "run.dateline", cycle - cycles) if cycle > cycles else {}
    after = links(sys.argv[1], "run.dateline", cycle)
    for name, value in zip(page.names, page.values(number)):
        at = key(name)
        carried = flits(after[at], cycle) - (flits(before[at], cycle - cycles) if before else 0)
        # Broken from the edit on, also while the packets that are on their way go by the old tables.
        broken = cycle > 900 and at in ((1, 2, 3, "x+"), (2, 2, 3, "x-"))
        wanted = single(carried / cycles) if carried and not broken else None
        assert value == wanted, (cycle, name, value, wanted)
        n += value is not None
assert n > 2000, n
assert page.values(9)[[key(name) for name in page.names].index((1, 2, 3, "x+"))] is None
END
python3 values.py "$program" 2>why && rm why
ok "values are those of replay --links"

# The page is its recording, for whoever has Dateline.
gives replay run.dateline --json
digest=$(sed -n 's/.*"digest": "\(.*\)".*/\1/p' out)
gives replay it.html --json
is "$(sed -n 's/.*"digest": "\(.*\)".*/\1/p' out)" "$digest" "replayed from the page"
gives new it.html -o beginning.dateline
grep -qx 'name=</script><!-- 100%3C' beginning.dateline
ok "its scenario"
head -c 3000 it.html >cut.html
fails 2 'cut\.html: .*' new cut.html
sed 's/id="recording"/id="other"/' it.html >none.html
fails 2 'none\.html: .*no scenario inside.*' new none.html

for metric in sim-stalls sim-occupancy; do
  gives animate run.dateline ring-matrix --every 200 --metric $metric -o $metric.html
  python3 -c 'import sys; from page import Page; p = Page(sys.argv[1]); v = [x for x in p.values(9) if x is not None]
assert len(v) > 100 and min(v) >= 0 and 0 < max(v) <= p.panels[0].film["scale"]["max"], (len(v), min(v), max(v))' \
    $metric.html 2>why && rm why
  ok "$metric is on its scale"
done
gives animate preset:hyperx-8x8x8 switches --to 40 --every 20 -o switches.html
gives animate run.dateline ring-matrix --every 10 -o small.html
gives animate preset:generic-33 group --to 1000 --every 10 -o group.html
python3 -c 'from page import Page; p = Page("group.html"); shown = [c for c in p.cells if c[2]]
assert len(shown) == 88 and sum(n != "" for n in p.names) == 88, len(shown)
assert any(v for v in p.values(99))' 2>why && rm why
ok "links of a group"
[ "$(wc -c <small.html)" -lt 200000 ] && [ "$(wc -c <group.html)" -lt 200000 ]
ok "200 frames of a small network are less than 200 kB"
fails 2 'a page does not play packets \(expected one of: ring-matrix, planes, .*; .*\)' \
  animate run.dateline packets -o x.html
fails 2 'a page does not play router .*' animate run.dateline router -o x.html
fails 2 'a page shows A and B beside each other.*' animate run.dateline ring-matrix --against run.dateline \
  --show difference -o x.html

# Maps whose links are no rectangles have each link that they show, by its own name and value.
for figure in planes isometric; do
  gives animate run.dateline $figure --every 1000 -o $figure.html
  python3 -c 'import sys; from page import Page
p, m = Page(sys.argv[1]), Page("it.html"); seen = {i for i in p.pixels if i < len(p.names)}
assert seen == {i for i, name in enumerate(p.names) if name}, len(seen)
assert all(p.names[i] == m.names[i] for i in seen) and len(seen) >= int(sys.argv[2]), len(seen)' \
    $figure.html $([ $figure = planes ] && echo 750 || echo 200) 2>why && rm why
  ok "$figure by pixels"
done
gives animate preset:fat-tree-16 levels --to 400 --every 200 -o levels.html
gives animate preset:fat-tree-16 switch --to 400 --every 200 -o switch.html
python3 -c 'from page import Page; p = Page("levels.html"); seen = set(p.pixels)
assert all((i in seen) == (n != "") for i, n in zip(p.items, p.names)) and len(p.names) == 64, len(p.names)
p = Page("switch.html"); assert sum(n != "" for n in p.names) == 16' 2>why && rm why
ok "a fabric by levels, and a switch"

# Pairs of groups are means, as the figure has them.
gives animate preset:cascade-2 groups --to 400 --every 400 -o groups.html
gives animate preset:cascade-2 chord --to 400 --every 400 -o chord.html
gives figure groups preset:cascade-2 --metric sim-load --cycles 400 --set simulation.warmup-cycles=0 --csv
cat >groups.py <<'END'
import csv
from page import Page, single
for name in ("groups.html", "chord.html"):
    page = Page(name)
    assert page.panels[0].film["isMean"] and page.places[1] and page.places[1] != page.places[2]
    own, sums = page.values(0), {}
    for link, item in enumerate(page.items):
        if item < 4:
            sums.setdefault(item, []).append(own[link] or 0)
    assert sorted(sums) == [1, 2] and set(page.pixels) & {0, 1, 2, 3} == {1, 2}, sums
    found = {item: single(sum(v) / len(v)) for item, v in sums.items()}
    rows = [row for row in csv.DictReader(line for line in open("out") if not line.startswith("#"))]
    wanted = {float(row["sim_load"]) for row in rows if row["sim_load"]}
    assert any(abs(value - other) < 1e-6 for value in found.values() for other in wanted), (found, rows[:5])
END
python3 groups.py 2>why && rm why
ok "means of the links between groups"

# Charts are the numbers of the figure.
gives animate run.dateline throughput --every 500 -o throughput.html
gives animate run.dateline latency --every 500 -o latency.html
gives animate run.dateline panels --panel ring-matrix --panel throughput --panel stalls \
  --columns 2 --every 500 -o panels.html
gives animate run.dateline ring-matrix --against preset:torus-5x5x5 --every 500 -o both.html
cat >charts.py <<'END'
from page import Page
page = Page("throughput.html")
first, last = page.frames[0], page.frames[-1]
assert page.film["panels"][0]["columns"][0] == "From cycle" and page.film["panels"][0]["apart"]
assert first[2] is last[2] and first[2][-1][1] == 2000 and len(first[2]) > 50, first[2][-1]
assert all(row[0] < row[1] and row[3] > 0 for row in first[2])
page = Page("latency.html")
for cycle, cycles, rows in page.frames:
    bars = [row for row in rows if row[2] == rows[0][2]]
    assert abs(sum(row[3] for row in bars) - 1) < 1e-9 and len(rows) == len(bars) + 3, rows
page = Page("panels.html")
assert [panel["kind"] for panel in page.film["panels"]] == ["map", "chart", "chart"]
assert len(page.panels[2].frames) == 4 and len(page.panels[2].frames[0][2]) == 6
page = Page("both.html")
assert [line["name"] for line in page.film["lines"]] == ["</script><!-- 100%3C", "Torus 5x5x5"]
a, b = page.panels
assert a.film["namesOf"] == b.film["namesOf"] == 0 and b.names is None and a.frames[3][2] == 1
assert a.values(0) == b.values(0) and a.values(3) != b.values(3)
END
python3 charts.py 2>why && rm why
ok "charts, panels, and two recordings"

# In a browser.
cat >browsed.py <<'END'
import sys, time
from browser import Browser, find
from core import flits, key, links
from page import Page, single

page, browser = Page("it.html"), Browser(find())
try:
    browser.open("it.html")
    browser.wait("window.dateline !== undefined")
    assert browser.js("dateline.frames.length") == 10
    for number in range(10):
        own = browser.js(f"dateline.values({number}).map((v) => Number.isNaN(v) ? null : v)")
        assert own == page.values(number), number

    # The pointer: the value that the page tells under a pixel is the simulator's.
    browser.js("dateline.go(7)")
    before, after = (links(sys.argv[1], "run.dateline", cycle) for cycle in (1400, 1600))
    seen = set()
    for cell in (0, 123, 371, 402, 749):
        box = browser.js(f"""(() => {{
          const c = dateline.cells[{cell}], b = document.getElementById("map").getBoundingClientRect();
          const s = b.width / dateline.panels[0].spec.width;
          return [b.left + (c.x + c.w / 2) * s, b.top + (c.y + c.h / 2) * s]; }})()""")
        browser.pointer(*box)
        told = browser.js("document.getElementById('cell').textContent")
        name, value = told.split(": ")
        at = key(name)
        carried = flits(after[at], 1600) - flits(before[at], 1400)
        wanted = "broken" if after[at]["state"] != "up" else (
            "%.4f flits/cycle" % single(carried / 200) if carried else "no traffic")
        assert value == wanted, (told, wanted)
        assert browser.js("document.getElementById('tip').textContent") == told
        # And its color: the scale's at that value.
        if carried and after[at]["state"] == "up":
            color = browser.js(f"""(() => {{
              const c = dateline.cells[{cell}], m = document.getElementById("map");
              const s = m.width / dateline.panels[0].spec.width;
              const d = m.getContext("2d").getImageData((c.x + c.w / 2) * s, (c.y + c.h / 2) * s, 1, 1).data;
              return d[0] << 16 | d[1] << 8 | d[2]; }})()""")
            step = int(single(carried / 200) * 255 + 0.5)
            assert color == page.panels[0].film["light"]["scale"][step], (told, color)
        seen.add(name)
    assert len(seen) == 5

    # Keys alone: Tab to the map, arrows there, the player's keys anywhere.
    browser.js("dateline.go(0); document.activeElement.blur()")
    browser.key("Tab")
    assert browser.js("document.activeElement.id") == "map"
    browser.key("ArrowRight")
    first = browser.js("document.getElementById('live').textContent")
    browser.key("ArrowDown")
    second = browser.js("document.getElementById('live').textContent")
    assert " of (" in first and " of (" in second and first != second, (first, second)
    cycle = "document.getElementById('cycle').textContent"
    for pressed, wanted in ((".", "cycle 400"), (".", "cycle 600"), (",", "cycle 400"),
                            ("End", "cycle 2,000"), ("Home", "cycle 200")):
        browser.key(pressed)
        assert browser.js(cycle) == wanted, (pressed, browser.js(cycle))
        assert wanted in browser.js("document.getElementById('live').textContent")
    reached = []
    for step in range(12):
        browser.key("Tab")
        reached.append(browser.js("document.activeElement.id || document.activeElement.tagName"))
    assert {"next", "play", "slider", "speed"} <= set(reached), reached
    browser.js("document.activeElement.blur()")
    browser.key(" ")
    assert browser.js("document.body.dataset.playing") == "yes"
    browser.wait("document.body.dataset.playing === 'no'", 20)
    assert browser.js(cycle) == "cycle 2,000", browser.js(cycle)
    rows = browser.js("[...document.querySelectorAll('#most tbody tr')].map((r) => r.innerText)")
    best = max(v for v in page.values(9) if v is not None)
    assert len(rows) == 10 and "%.4f" % best in rows[0], rows

    # The slider, by the mouse; the play button.
    box = browser.js("(() => { const b = document.getElementById('slider').getBoundingClientRect();"
                     " return [b.left + b.width / 2, b.top + b.height / 2]; })()")
    browser.click(*box)
    assert browser.js(cycle) in ("cycle 1,000", "cycle 1,200"), browser.js(cycle)
    browser.js("document.getElementById('speed').value = '0.1'")
    browser.js("document.getElementById('play').click()")
    time.sleep(0.2)
    assert browser.js("document.body.dataset.playing") == "yes"
    browser.js("document.getElementById('play').click()")
    assert browser.js("document.body.dataset.playing") == "no"

    # Dark, and in print light again.
    ground = "getComputedStyle(document.body).backgroundColor"
    browser.color_scheme("dark")
    assert browser.js(ground) == "rgb(30, 30, 30)", browser.js(ground)
    corner = """(() => [...document.getElementById("map").getContext("2d").getImageData(0, 0, 1, 1).data])()"""
    browser.wait(corner + "[0] < 60")
    browser.color_scheme("dark", "print")
    assert browser.js(ground) == "rgb(255, 255, 255)"
    browser.color_scheme("light")
    browser.wait(corner + "[0] === 255")

    # Contrast of the words on the page.
    low = browser.js("""(() => {
      const light = (c) => c.map((v) => v / 255).map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
        .reduce((s, v, i) => s + v * [0.2126, 0.7152, 0.0722][i], 0);
      const parse = (t) => t.match(/[0-9.]+/g).slice(0, 3).map(Number);
      return [...document.querySelectorAll("h1, p, button, td, th, caption, output, label")].map((e) => {
        let b = e; while (b && getComputedStyle(b).backgroundColor === "rgba(0, 0, 0, 0)") b = b.parentElement;
        const [x, y] = [getComputedStyle(e).color, getComputedStyle(b).backgroundColor].map((c) => light(parse(c)));
        return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05); }).reduce((a, b) => Math.min(a, b)); })()""")
    assert low >= 4.5, low
    # The browser notes that this test, not the page, reads pixels again and again.
    errors = [text for text in browser.errors if "willReadFrequently" not in text]
    assert errors == [], errors
    outside = [a for a in browser.requests if not a.startswith(("file://", "blob:"))]
    assert outside == [] and sum(a.startswith("file://") for a in browser.requests) == 1, browser.requests

    # Every kind of panel plays, and tells what it shows by keys and under the pointer.
    def tell(name):
        return browser.js(f"document.getElementById('{name}').textContent")
    for name in ("planes", "isometric", "levels", "switch", "groups", "chord", "throughput",
                 "latency", "panels", "both"):
        del browser.errors[:]
        browser.open(name + ".html")
        browser.wait("window.dateline !== undefined")
        n = browser.js("dateline.panels.length")
        browser.js("document.activeElement.blur()")
        for panel in range(n):
            browser.key("Tab")
            where = browser.js("dateline.panels.findIndex((p) => p.canvas === document.activeElement)")
            assert where == panel, (name, panel, where)
            browser.key("ArrowRight")
            chosen = browser.js(f"dateline.panels[{panel}].selected")
            assert chosen >= 0 and tell("live") == browser.js(f"dateline.text({chosen}, {panel})") != "", name
            assert tell("cell") == tell("live"), (name, tell("cell"))
            browser.key(".")
            assert browser.js("document.getElementById('slider').value") == ("1" if name not in ("groups", "chord") else "0") or panel
            assert tell("live").startswith("cycle "), tell("live")
        browser.key("Home")
        # Of a map, the color in the middle of the largest thing that is hit there.
        told = browser.js("""dateline.panels.filter((p) => p.labels).map((p, k) => {
          const counts = new Map();
          p.labels.forEach((label, i) => { if (label >= 0) counts.set(label, [...(counts.get(label) ?? []), i]); });
          const all = [...counts.entries()].sort((a, b) => b[1].length - a[1].length);
          return all.slice(0, 24).map(([label, at]) => {
            const i = at[Math.floor(at.length / 2)], x = i % p.canvas.width, y = Math.floor(i / p.canvas.width);
            const d = p.paint.getImageData(x, y, 1, 1).data;
            return [label, d[0] << 16 | d[1] << 8 | d[2], p.spec.light.scale]; }); }).flat()""")
        texts = [browser.js(f"dateline.text({label})") for label, color, scale in told]
        assert all(text for text in texts), texts
        carrying = [(color in scale, text) for (label, color, scale), text in zip(told, texts)
                    if "flits/cycle" in text and "no traffic" not in text]
        assert all(painted for painted, text in carrying), (name, carrying)
        assert len(carrying) >= {"groups": 2, "chord": 2, "levels": 12, "switch": 6}.get(name, 12) or not told, (name, texts)
        browser.color_scheme("dark")
        browser.color_scheme("light")
        assert [e for e in browser.errors if "willReadFrequently" not in e] == [], (name, browser.errors)

    # The value under a pixel of a map by pixels is the simulator's.
    browser.open("planes.html")
    browser.wait("window.dateline !== undefined")
    after = links(sys.argv[1], "run.dateline", 1000)
    for label in range(0, 750, 97):
        x, y = browser.js(f"""(() => {{ const p = dateline.panels[0], i = p.labels.indexOf({label});
          const b = p.canvas.getBoundingClientRect();
          return [b.left + (i % p.canvas.width + 0.5) / p.canvas.width * b.width,
                  b.top + (Math.floor(i / p.canvas.width) + 0.5) / p.canvas.height * b.height]; }})()""")
        browser.pointer(x, y)
        at, value = tell("cell").split(": ")
        row = after[key(at)]
        carried = flits(row, 1000)
        wanted = "broken" if row["state"] != "up" else (
            "%.4f flits/cycle" % single(carried / 1000) if carried else "no traffic")
        assert value == wanted, (tell("cell"), wanted)

    # A and B are chosen together, and told with their difference.
    browser.open("both.html")
    browser.wait("window.dateline !== undefined")
    browser.js("dateline.go(3); document.activeElement.blur()")
    browser.key("Tab")
    for step in range(3):
        browser.key("ArrowDown")
    assert browser.js("dateline.panels[0].selected === dateline.panels[1].selected")
    item = browser.js("dateline.panels[0].selected")
    a, b = (browser.js(f"dateline.values(3, {panel})[dateline.cells[{item}].links[0]]") or 0 for panel in (0, 1))
    assert " A: " in tell("cell") and ", B: " in tell("cell"), tell("cell")
    assert ("%.4f" % abs(a - b)) in tell("cell").split("A − B: ")[1], (tell("cell"), a, b)
    heads = browser.js("[...document.querySelectorAll('#most th')].map((e) => e.textContent)")
    assert len(heads) == 3, heads
finally:
    browser.close()
END
if python3 -c 'import sys; from browser import find; sys.exit(find() is None)'; then
  timeout 240 python3 browsed.py "$program" 2>why && rm why
  ok "plays in a browser: values, keys, colors, no error"
else
  skip "plays in a browser" "there is no chromium"
fi

finish
