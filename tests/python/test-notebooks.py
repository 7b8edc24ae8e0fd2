#!/usr/bin/python3
"""The notebooks of data/notebooks: test-notebooks.py build-aux/notebooks dateline-cli FOLDER PAGE

Each is small, without results, and runs to its end, where it checks its own numbers. Those of the
paper's figure and of BookSim's curve are the same that dateline-cli computes. The pages that are
made of them need nothing from elsewhere, and each picture has words. The dozen lines of the manual's
PAGE run as they stand."""

import json
import math
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

NOTEBOOKS, CLI, FOLDER, PAGE = sys.argv[1], sys.argv[2], Path(sys.argv[3]), Path(sys.argv[4])
NAMES = sorted(path.stem for path in FOLDER.glob("*.ipynb"))
MOST_BYTES = 20_000
# Numbers of a notebook that are looked at from outside, as its last cell.
SHOWN = {"vc-balance": "means.T.to_dict()", "load-curve": "latency['mean'].to_dict()"}


def values_of(*command):
    """{(group, what): number} of a check of dateline-cli."""
    text = subprocess.run([CLI, *command, "--json"], capture_output=True, text=True).stdout
    return {(it["group"], it["what"]): it["computed"]
            for it in json.loads(text)["checks"][0]["values"]}


def show(path, expression):
    notebook = json.loads(path.read_text("utf-8"))
    source = f"import json\nprint(json.dumps({expression}))"
    notebook["cells"].append({"cell_type": "code", "id": "shown", "metadata": {}, "outputs": [],
                              "execution_count": None, "source": source})
    path.write_text(json.dumps(notebook), "utf-8")


def shown(path):
    return json.loads(json.loads(path.read_text("utf-8"))["cells"][-1]["outputs"][0]["text"][0])


class TestSources(unittest.TestCase):
    def test_small(self):
        self.assertEqual(len(NAMES), 5)
        for name in NAMES:
            path = FOLDER / f"{name}.ipynb"
            text = path.read_text("utf-8")
            notebook = json.loads(text)
            self.assertLess(len(text), MOST_BYTES, name)
            self.assertEqual(notebook["nbformat"], 4)
            self.assertEqual(notebook["metadata"]["kernelspec"]["name"], "python3")
            self.assertNotIn("://", text, name)
            self.check_cells(name, notebook["cells"])

    def check_cells(self, name, cells):
        self.assertTrue("".join(cells[0]["source"]).startswith("# "), f"{name} has no title")
        for cell in cells:
            source = "".join(cell["source"])
            self.assertEqual(cell.get("outputs", []), [], f"{name} has results")
            self.assertIsNone(cell.get("execution_count"), name)
            if "plt.subplots" in source:
                self.assertGreater(len(cell["metadata"].get("alt", "")), 40, f"{name}: {source}")
            if cell["cell_type"] == "code":
                self.assertLessEqual(max(map(len, source.splitlines())), 100, name)


class TestPage(unittest.TestCase):
    def test_lines(self):
        text = PAGE.read_text("utf-8").split("<!-- #begin -->")[1].split("## ")[1]
        lines = re.findall(r"^    (.*)\n", text, re.MULTILINE)
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([sys.executable, "-c", "\n".join(lines[:-1])], cwd=folder,
                                  capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(sorted(path.name for path in Path(folder).iterdir()),
                             ["broken.dateline", "broken.svg"])


class TestResults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        copies, cls.folder = Path(cls.scratch.name) / "copies", Path(cls.scratch.name) / "made"
        shutil.copytree(FOLDER, copies)
        for name, expression in SHOWN.items():
            show(copies / f"{name}.ipynb", expression)
        cls.done = subprocess.run(
            [sys.executable, NOTEBOOKS, "--notebooks", "--manual", cls.folder]
            + [copies / f"{name}.ipynb" for name in NAMES], stderr=subprocess.PIPE, text=True)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def setUp(self):
        self.assertEqual(self.done.returncode, 0, self.done.stderr)

    def test_figure_4(self):
        values = values_of("papers", "vc-balance")
        means = shown(self.folder / "vc-balance.ipynb")
        for policy, group in (("initial", "Mean VC balance, initial policy"),
                              ("output-crossing", "Mean VC balance, version 3")):
            for dimension in "xyz":
                self.assertAlmostEqual(means[policy][dimension], values[group, dimension.upper()],
                                       places=9)

    def test_load_curve(self):
        values = values_of("validate", "mesh-8x8")
        means = shown(self.folder / "load-curve.ipynb")
        self.assertGreater(len(means), 4)
        for load, latency in means.items():
            expected = values["Mean packet latency", f"load {float(load):.3f}"]
            self.assertTrue(math.isclose(latency, expected, rel_tol=1e-9), f"{load}: {latency}")

    def test_pages(self):
        for name in NAMES:
            page = (self.folder / f"{name}.html").read_text("utf-8")
            for word in "://", "<script", "<style", "Traceback", "Warning":
                self.assertNotIn(word, page, name)
            pictures = re.findall(r'<img src="([^"]*)" alt="([^"]*)">', page)
            self.assertEqual(len(pictures), page.count("<img"))
            self.assertGreater(len(pictures), 0)
            for file, words in pictures:
                self.assertGreater(len(words), 40, f"{name}: {file}")
                self.assertTrue((self.folder / file).is_file(), file)


def main():
    # Without an argument nothing is made: only what it needs is looked for.
    found = subprocess.run([sys.executable, NOTEBOOKS, "--check"])
    if found.returncode != 0:
        return found.returncode
    del sys.argv[1:]
    return unittest.main(verbosity=2)


sys.exit(main())
