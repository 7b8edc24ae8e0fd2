#!/usr/bin/env python3
"""tests/bench/measure on benchmarks that are made up: test-measure.py MEASURE"""

import os
import subprocess
import sys
import tempfile

BEFORE = """\
A torus

| | ms | least |
|---|---|---|
| network | 1,000 | 3.0 |
| only before | 1 | 1 |

Another

| name | ms |
|--|--|
| network | naive: 8 |
"""
NOW = """\
A torus

| | ms | least |
|---|---|---|
| network | 500 | 1.0 ms |
| only now | 4 | - |

Another

| name | ms |
|--|--|
| network | naive: 2.5 |
| other | nan |
"""
EXPECTED = """
## bench-made-up, the middle and the least of 2, and how many times as much before
| A torus | network | 500 / 500 (2.00) | 1 / 1 (3.00) |
| A torus | only now | 4 / 4 |
| Another | network | 2.5 / 2.5 (3.20) |
| Another | other |
"""


def make_build(folder, text):
    bench = os.path.join(folder, "tests", "bench")
    os.makedirs(bench)
    path = os.path.join(bench, "bench-made-up")
    with open(path, "w", encoding="utf-8") as out:
        out.write("#!/bin/sh\ncat <<'END'\n" + text + "END\n")
    os.chmod(path, 0o755)
    return folder


with tempfile.TemporaryDirectory() as folder:
    before = make_build(os.path.join(folder, "before"), BEFORE)
    now = make_build(os.path.join(folder, "now"), NOW)
    got = subprocess.run([sys.executable, sys.argv[1], now, before, "--times", "2", "--only",
                          "bench-made-up"], check=True, capture_output=True, text=True).stdout
    if got != EXPECTED:
        sys.exit(f"measure printed:\n{got}\nexpected:\n{EXPECTED}")
