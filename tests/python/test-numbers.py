#!/usr/bin/python3
"""The numbers of the library beside those of the command line's JSON, in scenarios of all families:
test-numbers.py dateline-cli"""

import json
import math
import subprocess
import sys
import unittest

import gi

gi.require_version("Dateline", "1")
from gi.repository import Dateline

CYCLES = 3000

# A preset, and keys of it: 40 in all.
SCENARIOS = [
    ("ring-8", {}),
    ("ring-8", {"torus.broken-links": ["2,0,0:x+"]}),
    ("ring-8", {"torus.datelines": (-1, -1, -1)}),
    ("ring-8", {"torus.radix": (12, 1, 1), "traffic.load": 0.2}),
    ("ring-8", {"traffic.load": "saturated"}),
    ("ring-8", {"torus.tie": "parity"}),
    ("mesh-4x4", {}),
    ("mesh-4x4", {"torus.broken-links": ["1,1,0:x+"]}),
    ("mesh-4x4", {"torus.broken-nodes": ["1,2,0"], "torus.engine": "up-down"}),
    ("mesh-4x4", {"traffic.pattern": "transpose"}),
    ("mesh-8x8", {}),
    ("mesh-8x8", {"traffic.pattern": "tornado", "traffic.load": 0.1}),
    ("mesh-8x8", {"input-queued.vcs": 2, "traffic.packet-flits": 4}),
    ("mesh-8x8", {"torus.link-rates": "3,3,0:x+=50%"}),
    ("mesh-8x8", {"torus.wrap": (True, True, True), "torus.datelines": (7, 7, -1)}),
    ("torus-5x5x5", {}),
    ("torus-5x5x5", {"torus.datelines": (0, 0, 0), "torus.broken-links": ["1,2,2:x+"]}),
    ("torus-5x5x5", {"torus.broken-nodes": ["2,2,2"], "torus.engine": "legal"}),
    ("torus-5x5x5", {"torus.broken-channels": ["2,2,2:y-", "1,1,1:z+"]}),
    ("torus-5x5x5", {"torus.vc-policy": "initial", "traffic.response-share": 0.5}),
    ("torus-5x5x5", {"torus.engine": "ring", "torus.broken-links": ["0,0,0:z+"]}),
    ("torus-5x5x5", {"torus.radix": (4, 4, 4), "traffic.pattern": "bit-complement"}),
    ("cascade-2", {}),
    ("cascade-2", {"dragonfly.routing": "min", "router.model": "input-queued"}),
    ("cascade-2", {"dragonfly.routing": "valiant"}),
    ("cascade-2", {"dragonfly.broken-routers": ["0.0.1"]}),
    ("cascade-2", {"dragonfly.chassis": 1, "traffic.load": 0.1}),
    ("cascade-2", {"traffic.pattern": "group-shift"}),
    ("generic-33", {"dragonfly.groups": 9, "router.model": "input-queued", "traffic.load": 0.1}),
    ("generic-33", {"dragonfly.groups": 5, "traffic.load": 0.1}),
    ("fat-tree-16", {}),
    ("fat-tree-16", {"fabric.broken-cables": ["L1-0:5"]}),
    ("fat-tree-16", {"fabric.broken-hosts": ["H3"], "traffic.load": 0.5}),
    ("fat-tree-16", {"fabric.engine": "min-hop"}),
    ("fat-tree-16", {"fabric.link-rates": "L1-0:5=50%"}),
    ("fat-tree-16", {"traffic.pattern": "half-shift", "traffic.load": 0.6}),
    ("fat-tree-16", {"traffic.packet-flits": 8, "scenario.seed": 7}),
    ("butterfly-64", {"traffic.load": 0.1}),
    ("rails-32x8", {"simulation.cycles": 500}),
    ("twisted-8x4x4", {"traffic.load": 0.05}),
]


def same(a, b):
    return a == b or a is None and math.isnan(b)


class TestNumbers(unittest.TestCase):
    def json(self, scenario, command):
        result = subprocess.run([cli, *command, "--json", "-"], input=scenario.to_text(),
                                capture_output=True, text=True, check=False)
        # 1 is not an error: it says that there are unreachable pairs, or the like.
        self.assertIn(result.returncode, (0, 1), result.stderr)
        return json.loads(result.stdout)

    def analyze(self, scenario):
        expected = self.json(scenario, ["analyze"])
        analysis = scenario.analyze()
        both = [row for row in analysis.get_measures() if row["measure"] in expected]
        self.assertGreaterEqual(len(both), 4)
        for row in both:
            self.assertTrue(same(expected[row["measure"]], row["value"]), row)
        self.assertEqual(expected["deadlock_free"], analysis.is_deadlock_free())
        self.assertEqual(len(expected["cycle"]), len(analysis.cycle))
        if "nodes" in expected:
            self.assertEqual(expected["nodes"], analysis.network.node_works.sum())
        for row in expected.get("dimensions", []):
            for measure in ("max_load", "vc_balance_mean"):
                self.assertTrue(same(row[measure], analysis[f"{measure}_{row['dimension']}"]), row)

    def simulate(self, scenario):
        expected = self.json(scenario, ["simulate"])
        simulation = Dateline.simulate(scenario)
        self.assertEqual(simulation.digest, expected["digest"])
        self.assertEqual(simulation.cycle, expected["cycles"])
        for measure in ("offered_load", "accepted_load", "warmup_cycles"):
            if measure in expected:
                self.assertTrue(same(expected[measure], simulation[measure]), measure)
        self.assertEqual((expected["state"], expected["reason"]), tuple(simulation.get_state()))
        latency = expected["latency_cycles"]
        for part in ("mean", "p50", "p99", "max"):
            self.assertTrue(same(latency[part], simulation[f"latency_{part}"]), part)
        self.assertTrue(same(latency["half_width_95"], simulation.interval("latency_mean")[1]))
        self.assertEqual(simulation.ages.tolist(),
                         expected.get("age_histogram", simulation.ages.tolist()))

    def test_all(self):
        self.assertEqual(len(SCENARIOS), 40)
        for preset, keys in SCENARIOS:
            with self.subTest(preset=preset, keys=keys):
                scenario = Dateline.Scenario(preset, {"simulation.cycles": CYCLES, **keys})
                self.analyze(scenario)
                self.simulate(scenario)


if __name__ == "__main__":
    cli = sys.argv.pop(1)
    unittest.main()
