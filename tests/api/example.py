"""The loads of a torus before and after one of its cables breaks, as example.c computes them."""

import gi

gi.require_version("Dateline", "1")
from gi.repository import Dateline

scenario = Dateline.Scenario("torus-5x5x5")
for cable in "", "1,2,2:x+":
    scenario["torus.broken-links"] = cable
    analysis = scenario.analyze()
    print("broken:", cable or "none")
    print("mean_hops:", analysis["mean_hops"])
    print("max_load_x:", analysis["max_load_x"])
    print("deadlock_free:", str(analysis.is_deadlock_free()).lower())
