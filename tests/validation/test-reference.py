"""The reference script with a program in BookSim's place, and the table that it has written.

    test-reference.py REFERENCE
"""

import os
import stat
import statistics
import subprocess
import sys
import tempfile
import textwrap
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

# Accepts at most 0.4, and a little more or less with the seed; told to, it fails instead.
STAND_IN = r"""
    #!/usr/bin/awk -f
    { sub (/;$/, ""); split ($0, part, " = "); settings[part[1]] = part[2] }
    END {
      print settings["sim_type"] >>ENVIRON["CALLS"]
      if (ENVIRON["FAIL"] != "") { print "Buffer overflow"; exit 1 }
      load = settings["injection_rate"] + 0
      most = 0.4 + (settings["seed"] - 3) / 10000
      print "Packet latency average = 1"     # of a period: not to be taken
      print "====== Overall Traffic Statistics ======"
      printf "Packet latency average = %.6g (1 samples)\n", 20 + load
      printf "Network latency average = %.6g (1 samples)\n", 10 + load
      printf "Accepted flit rate average = %.6g (1 samples)\n", load < most ? load : most
      print "Hops average = 5.25 (1 samples)"
    }
"""


def load_script(path):
    loader = SourceFileLoader("reference", path)
    module = module_from_spec(spec_from_loader("reference", loader))
    loader.exec_module(module)
    return module


def check(condition, what):
    if not condition:
        print(f"not ok: {what}")
        sys.exit(1)


def numbers(row, column):
    return [float(value) for value in row[column].split(" ")]


def check_script(reference):
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        program = folder / "booksim"
        program.write_text(textwrap.dedent(STAND_IN).lstrip(), encoding="utf-8")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        calls, table = folder / "calls", folder / "table.tsv"

        def run(*names, **environment):
            calls.write_text("")
            done = subprocess.run(
                [sys.executable, sys.argv[1], program, *names, "-o", table, "--raw", folder / "raw"],
                env=os.environ | {"CALLS": str(calls)} | environment,
                capture_output=True, text=True, check=False,
            )
            return done.returncode, done.stderr, calls.read_text().split()

        status, errors, made = run("mesh-8x8", "torus-8x8")
        check(status == 0 and made, f"two curves are computed: {errors}")
        rows = reference.rows_of(table)
        check([row["name"] for row in rows] == ["mesh-8x8"] * 10 + ["torus-8x8"] * 10, "their rows")
        kinds = [row["kind"] for row in rows[:10]]
        check(kinds == ["latency"] * 6 + ["saturation", "refused"] + ["past"] * 2, "kinds in order")
        # 0.98 x 0.405 < 0.4 < 0.98 x 0.41
        loads = [float(row["load"]) for row in rows[:10]]
        expected = [0.04, 0.122, 0.203, 0.263, 0.304, 0.324, 0.405, 0.41, 0.486, 0.9]
        check(all(abs(a - b) < 0.0011 for a, b in zip(loads, expected)), f"loads {loads}")
        check(numbers(rows[9], "accepted") == [0.3998, 0.3999, 0.4, 0.4001, 0.4002], "five seeds")
        check(numbers(rows[0], "packet_latency")[0] > 20, "the mean of the run, not of a period")

        before = table.read_text()
        status, _, made = run("torus-8x8")
        check(status == 0 and not made and table.read_text() == before, "nothing is run twice")

        status, errors, made = run("ring-9", FAIL="1")
        check(status == 1 and "Buffer overflow" in errors, f"a failure is told: {errors}")
        check(table.read_text() == before, "and changes nothing")
        status, errors, _ = run("mesh-9x9")
        check(status == 2 and "mesh-9x9" in errors, "a name that is not a curve")


def check_table(reference):
    curves = reference.rows_of(reference.HERE / "curves.tsv")
    rows = reference.rows_of(reference.HERE / "booksim.tsv")
    check(len({curve["name"] for curve in curves}) == len(curves), "names are unique")
    check(len({curve["group"] for curve in curves}) >= 6, "six groups")
    for curve in curves:
        name = curve["name"]
        of = {kind: [r for r in rows if (r["name"], r["kind"]) == (name, kind)]
              for kind in reference.KINDS}
        check(len(of["latency"]) == len(reference.SHARES), f"{name}: latencies")
        check(len(of["saturation"]) == 1, f"{name}: one saturation load")
        knee = float(of["saturation"][0]["load"])
        check(reference.accepts(knee, numbers(of["saturation"][0], "accepted")), f"{name}: accepted")
        check(knee == 1 or len(of["refused"]) == 1, f"{name}: a load that is refused")
        for row in of["refused"]:
            load = float(row["load"])
            check(abs(load - knee - 1 / reference.STEPS_PER_UNIT) < 1e-9, f"{name}: the next load")
            check(not reference.accepts(load, numbers(row, "accepted")), f"{name}: refused")
        for row in of["past"]:
            check(float(row["load"]) > knee, f"{name}: past saturation")
        for row in (row for kind in of.values() for row in kind):
            for column in reference.MEASURES:
                check(len(numbers(row, column)) == len(reference.SEEDS), f"{name}: {column}")
        means = [statistics.fmean(numbers(row, "packet_latency")) for row in of["latency"]]
        check(means == sorted(means), f"{name}: latency grows with the load")


def main():
    reference = load_script(sys.argv[1])
    check_script(reference)
    check_table(reference)
    print("ok")


main()
