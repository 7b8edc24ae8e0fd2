#!/usr/bin/python3
"""The library from Python beside the same loops in C: bench-python.py BENCH-API [--quick]

Processor time of the XT3 with a different broken cable in each of 1,000 analyses, and of a run of
20,000 cycles. The two take turns, so that both have the same share of what else the machine does;
the ratio is the middle of those of each turn."""

import statistics
import subprocess
import sys
import time

import gi

gi.require_version("Dateline", "1")
from gi.repository import Dateline

API, QUICK = sys.argv[1], "--quick" in sys.argv
TURNS = 1 if QUICK else 5
STRIDE = 19  # as in bench-api.c


def analyze(scenario, n):
    intact = scenario.analyze()
    network = intact.network
    n_cables = network.n_links // 2
    for i in range(n):
        scenario.torus.broken_links = [network.get_link_name(2 * (i * STRIDE % n_cables))]
        assert scenario.analyze(before=intact).saturation > 0


def simulate(scenario, cycles):
    assert scenario.simulate(cycles)["latency_mean"] > 0


def seconds(work, n):
    scenario = Dateline.Scenario("xt3-11x12x16")
    start = time.process_time()
    work(scenario, n)
    return time.process_time() - start


def seconds_of_c(word, n):
    return float(subprocess.run([API, word, str(n)], check=True, capture_output=True).stdout)


def measure(title, word, work, n):
    pairs = [(seconds_of_c(word, n), seconds(work, n)) for _ in range(TURNS)]
    c, python = (statistics.median(times) for times in zip(*pairs))
    ratio = statistics.median(python / c for c, python in pairs)
    print(f"| {title.format(n)} | {c:.3f} | {python:.3f} | {ratio:.3f} |", flush=True)


print("| XT3 11x12x16 | C, s | Python, s | Python / C |\n|---|---|---|---|")
measure("{:,} analyses, a cable broken in each", "analyses", analyze, 20 if QUICK else 1000)
measure("a run of {:,} cycles", "run", simulate, 1000 if QUICK else 20000)
