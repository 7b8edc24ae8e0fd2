"""A torus with a broken cable as a figure in a file, as figure.c draws it."""

import sys

import gi

gi.require_version("Dateline", "1")
gi.require_version("DatelineFigure", "1")
from gi.repository import Dateline, DatelineFigure

scenario = Dateline.Scenario("torus-5x5x5", {"torus.broken-links": "1,2,2:x+"})
DatelineFigure.Picture(scenario, "ring-matrix", width=7).save(sys.argv[1])
