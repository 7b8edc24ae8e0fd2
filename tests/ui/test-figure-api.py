#!/usr/bin/python3
"""libdateline-figure through introspection: every figure of every family gives the bytes of
dateline-cli figure, and pictures show themselves in a notebook: test-figure-api.py DATELINE-CLI"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import gi

    gi.require_version("Dateline", "1")
    gi.require_version("DatelineFigure", "1")
    from gi.repository import Dateline, DatelineFigure, GLib
except (ImportError, ValueError) as problem:
    print(f"1..0 # SKIP {problem}")
    sys.exit(0)

CLI = os.path.realpath(sys.argv[1])
PRESETS = ("torus-5x5x5", "cascade-2", "fat-tree-16")
tests = 0
failures = 0


def ok(holds, description):
    global tests, failures
    tests += 1
    failures += not holds
    print(f"{'ok' if holds else 'not ok'} {tests} - {description}", flush=True)


def refused(call, part):
    """Whether @call raises an error of the library that says @part."""
    try:
        call()
    except GLib.Error as error:
        return error.domain == GLib.quark_to_string(Dateline.error_quark()) and part in error.message
    return False


def drawn(preset, figure, *options, ending="svg"):
    """The file of the command line."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "x." + ending)
        subprocess.run([CLI, "figure", figure, f"preset:{preset}", "--cycles=1500", *options, "-o",
                        path], check=True, env={**os.environ, "LC_ALL": "C.UTF-8", "HOME": folder})
        return path.read_bytes()


def scenario_of(preset, cycles="1500"):
    scenario = Dateline.Scenario.new_preset(preset)
    scenario.set("simulation.cycles", cycles)
    return scenario


def rows_of(table):
    columns = [table.get_texts(i) for i in range(table.get_n_columns())]
    return [dict(zip(table.get_ids(), row)) for row in zip(*columns)]


def check_figures(preset):
    scenario = scenario_of(preset)
    kind = scenario.get_kind()
    for row in rows_of(DatelineFigure.list(kind)):
        if row["needs"] not in ("analysis", "simulation"):
            continue
        figure = row["figure"]
        picture = DatelineFigure.Picture(scenario, figure, dpi=60)
        ok(picture.to_svg().encode() == drawn(preset, figure), f"{preset}: {figure} as SVG")
        ok(picture.to_png() == drawn(preset, figure, "--dpi=60", ending="png"),
           f"{preset}: {figure} as PNG")


def check_options():
    scenario = scenario_of("torus-5x5x5")
    options = dict(metric="load", width=7, text_size=9, no_caption=True, dark=True, title="A <&> B")
    picture = DatelineFigure.Picture(scenario, "ring-matrix", **options)
    same = ["--metric=load", "--width=7", "--text-size=9", "--no-caption", "--dark",
            "--title=A <&> B"]
    ok(picture.to_svg().encode() == drawn("torus-5x5x5", "ring-matrix", *same),
       "options mean what they mean on the command line")
    ok(picture._repr_svg_() == picture.to_svg(), "a notebook shows it")
    ok((picture["metric"], picture["dark"], picture["node"]) == ("load", "true", None),
       "options are items")
    del picture["title"]
    ok(picture["title"] is None, "and can be left out again")
    ok(refused(lambda: picture.set("metric", "laod"), "did you mean load?"), "a wrong value")
    ok(refused(lambda: DatelineFigure.Picture(scenario, "ring-matrix", metrc="load"), "metric"),
       "a wrong option")
    ok(refused(lambda: DatelineFigure.Picture(scenario, "linx"), "expected one of"),
       "a wrong figure")
    ok(refused(lambda: DatelineFigure.list("tours"), "did you mean torus?"), "a wrong kind")
    other = scenario.copy()
    other.set("torus.datelines", "1;1;1")
    picture = DatelineFigure.Picture(scenario, "ring-matrix", against=other, show="b")
    ok(picture.to_svg().encode() == drawn("torus-5x5x5", "ring-matrix", "--show=b",
                                          "--against-set=torus.datelines=1;1;1"), "B")


def check_runs():
    scenario = Dateline.Scenario.new_preset("ring-8")
    curve = DatelineFigure.Picture(scenario, "load-latency", cycles=300, seeds=1)
    told = []
    curve.compute(None, lambda fraction, *data: told.append(fraction))
    ok(told == sorted(told) and told[-1] == 1, "progress never falls")
    same = drawn("ring-8", "load-latency", "--cycles=300", "--seeds=1")
    ok(curve.to_svg().encode() == same, "a load curve")
    ok(curve.to_table().get_n_rows() > 4, "and its numbers")

    scenario = scenario_of("ring-8")
    sweep = Dateline.Sweep.new(scenario)
    sweep.vary("router.age-clock-period", ["2", "8"])
    picture = DatelineFigure.Picture(sweep, measures=("latency_mean", "accepted_load"))
    same = drawn("ring-8", "sweep", "--vary=router.age-clock-period=2,8",
                 "--measures=latency_mean,accepted_load", ending="csv")
    ours = picture.to_csv().split("#")[0]
    ok(len(ours) > 20 and ours == same.decode().split("#")[0], "a sweep has the same numbers")

    run = Dateline.Simulation.new(scenario)
    run.run(1000, None, None)
    page = DatelineFigure.Picture([DatelineFigure.Picture(run, "latency"), picture], columns=2)
    with tempfile.TemporaryDirectory() as folder:
        ok(page.save(Path(folder, "page.pdf")), "a page of both is written")
        ok(Path(folder, "page.pdf").read_bytes() == page.to_pdf(), "as it is in memory")


for preset_ in PRESETS:
    check_figures(preset_)
check_options()
check_runs()
print(f"1..{tests}")
sys.exit(failures > 0)
