#!/usr/bin/python3
"""The library from Python beside the same loops in C: bench-python.py BENCH-API [--quick]

Processor time of the XT3 with a different broken cable in each of 1,000 analyses, and of a run of
20,000 cycles. The two take turns, each first in every other one and each in a process of its own, so
that both have the same share of what else the machine does; the ratio is the middle of those of each
turn. With --side WORD N: one side of a turn."""

import os
import statistics
import subprocess
import sys
import time

import gi

gi.require_version("Dateline", "1")
from gi.repository import Dateline

API, QUICK = sys.argv[1], "--quick" in sys.argv
TURNS = 1 if QUICK else 6
STRIDE = 19  # as in bench-api.c
# How often glibc hands memory back to the system depends on the layout of the heap, by chance, and
# costs up to a tenth: here it keeps it, on both sides.
KEEPING = {**os.environ, "MALLOC_TRIM_THRESHOLD_": str(1 << 28), "MALLOC_MMAP_THRESHOLD_": str(1 << 25)}


def analyze(scenario, n):
    intact = scenario.analyze()
    network = intact.network
    n_cables = network.n_links // 2
    for i in range(n):
        scenario.torus.broken_links = [network.get_link_name(2 * (i * STRIDE % n_cables))]
        broken = scenario.analyze(before=intact)
        assert broken.saturation > 0


def simulate(scenario, cycles):
    assert scenario.simulate(cycles)["latency_mean"] > 0


def side(word, n):
    scenario = Dateline.Scenario("xt3-11x12x16")
    start = time.process_time()
    {"analyses": analyze, "run": simulate}[word](scenario, n)
    print(time.process_time() - start)


def turn(i, *given):
    """Seconds of C and of Python."""
    commands = [[API], [sys.executable, __file__, API, "--side"]]
    times = [float(subprocess.run([*command, *given], env=KEEPING, check=True,
                                  capture_output=True).stdout)
             for command in (commands if i % 2 == 0 else commands[::-1])]
    return times if i % 2 == 0 else times[::-1]


def measure(title, word, n):
    pairs = [turn(i, word, str(n)) for i in range(TURNS)]
    c, python = (statistics.median(times) for times in zip(*pairs))
    ratio = statistics.median(python / c for c, python in pairs)
    print(f"| {title.format(n)} | {c:.3f} | {python:.3f} | {ratio:.3f} |", flush=True)


def main():
    if sys.argv[2:3] == ["--side"]:
        return side(sys.argv[3], int(sys.argv[4]))
    print("| XT3 11x12x16 | C, s | Python, s | Python / C |\n|---|---|---|---|")
    measure("{:,} analyses, a cable broken in each", "analyses", 20 if QUICK else 1000)
    measure("a run of {:,} cycles", "run", 1000 if QUICK else 20000)


main()
