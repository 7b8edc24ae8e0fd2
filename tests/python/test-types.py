#!/usr/bin/python3
"""The stubs, checked by mypy: test-types.py Dateline.pyi DatelineFigure.pyi any.pyi"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile


def check(folder, files):
    """Lines that mypy complains about, by file."""
    command = [shutil.which("mypy"), "--no-error-summary", "--python-executable", sys.executable,
               "--cache-dir", os.path.join(tempfile.gettempdir(), "dateline-mypy"),
               "--explicit-package-bases", *files]
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False,
                            env={**os.environ, "MYPYPATH": str(folder)})
    print(result.stdout, result.stderr, sep="")
    return [line.split(":")[:2] for line in result.stdout.splitlines() if ": error:" in line]


def main(library, figure, others):
    if shutil.which("mypy") is None:
        print("mypy is not installed")
        return 77
    here = pathlib.Path(__file__).parent
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "gi" / "repository").mkdir(parents=True)
        for package in folder / "gi", folder / "gi" / "repository":
            shutil.copy(others, package / "__init__.pyi")
        for stubs in library, figure:
            shutil.copy(stubs, folder / "gi" / "repository")
        for file in "typed.py", "mistyped.py":
            shutil.copy(here / file, folder)
        found = check(folder, ["gi/repository/Dateline.pyi", "gi/repository/DatelineFigure.pyi",
                               "typed.py", "mistyped.py"])
    lines = (here / "mistyped.py").read_text().splitlines()
    expected = [["mistyped.py", str(i)] for i, line in enumerate(lines, 1) if "# wrong" in line]
    return 0 if found == expected else 1


sys.exit(main(*sys.argv[1:]))
