"""Uses of the library as people write them, for the checker of types; not run."""

import pathlib

import gi

gi.require_version("Dateline", "1")
gi.require_version("DatelineFigure", "1")
from gi.repository import Dateline, DatelineFigure, Gio

scenario = Dateline.Scenario("xt3-11x12x16", {"traffic.load": 0.3})
scenario.torus.datelines = 10, 11, 15
scenario["torus.broken-links"] = ["1,1,1:x+"]
scenario.change("traffic.load=0.2", {"torus.tie": "parity"})
scenario.save(pathlib.Path("a.dateline"))

analysis = scenario.analyze()
hops: float = analysis["mean_hops"]
link: int | None = analysis.busiest_link
largest: float = analysis.loads.max()
table, summary, good = analysis.explain("0,0,0", "1,1,1")
words: str = summary.upper()

simulation = Dateline.Simulation(scenario).run(1000, Gio.Cancellable(), lambda share: print(share))
latency, half = simulation.interval("latency_mean")
total: float = latency + half
state: str | None = simulation.state

frame = scenario.sweep({"traffic.load": [0.1, 0.2]}, n_seeds=2).frame()
for row in Dateline.list_presets():
    print(row["preset"])
with Dateline.Library("a.db") as library:
    library.save(scenario)

picture = DatelineFigure.Picture(scenario, "ring-matrix", metric="load", no_caption=True)
picture["dpi"] = 60
picture.compute(Gio.Cancellable(), lambda share: print(share))
picture.save(pathlib.Path("a.svg"))
height: float = picture.get_height(7)
page = DatelineFigure.Picture([picture, DatelineFigure.Picture(simulation, "latency")], columns=2)
png: bytes = page.to_png()
names = [row["figure"] for row in DatelineFigure.list("torus")]

try:
    scenario.set("traffic.load", "x")
except Dateline.Error as error:
    line: int | None = error.line
    if error.code == Dateline.Error.NOT_FOUND:
        raise
