#!/usr/bin/python3
"""A thousand analyses, simulations' results and refused calls leave nothing behind."""

import gc
import os
import unittest

import gi

gi.require_version("Dateline", "1")
from gi.repository import Dateline, GObject

import numpy


def resident_bytes():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class TestMemory(unittest.TestCase):
    def no_growth(self, work, n):
        """Memory grows by less than 1 in 10 results takes in @n rounds."""
        for _ in range(n // 2):
            work()
        gc.collect()
        before = resident_bytes()
        for _ in range(n):
            work()
        gc.collect()
        self.assertLess(resident_bytes() - before, 2 << 20)

    def test_analyses(self):
        scenario = Dateline.Scenario("xt3-11x12x16", {"torus.radix": (6, 6, 6)})
        links = [f"{x},{y},{z}:x+" for x in range(6) for y in range(6) for z in range(6)]
        state = {"i": 0, "before": None}

        def work():
            scenario.torus.broken_links = links[state["i"] % len(links)]
            state["i"] += 1
            state["before"] = scenario.analyze(state["before"])
            self.assertGreater(state["before"].loads.sum(), 0)

        self.no_growth(work, 1000)

    def test_results(self):
        simulation = Dateline.Simulation(Dateline.Scenario("ring-8"))

        def work():
            simulation.run(10)
            numpy.asarray(simulation.trace_loads(20, 10))
            simulation.branch().get_packets()
            self.assertGreaterEqual(simulation.link_loads.max(), 0)
            simulation.seek(0)

        self.no_growth(work, 300)

    def test_errors(self):
        scenario = Dateline.Scenario("ring-8")

        def work():
            for call in (lambda: scenario.get("a.b"), lambda: scenario.change("traffic.load=x"),
                         lambda: Dateline.Scenario.new_from_text("x")):
                self.assertRaises(Dateline.Error, call)

        self.no_growth(work, 1000)

    def test_let_go(self):
        scenario = Dateline.Scenario("ring-8")
        analysis = scenario.analyze()
        things = [scenario, analysis, analysis.network, scenario.simulate(10),
                  Dateline.Sweep(scenario), analysis.get_measures()]
        gone = []
        for thing in things:
            GObject.Object.weak_ref(thing, gone.append, type(thing).__name__)
        del scenario, analysis, thing, things
        gc.collect()
        self.assertEqual(len(gone), 6, gone)


if __name__ == "__main__":
    unittest.main()
