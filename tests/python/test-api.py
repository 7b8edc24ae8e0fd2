#!/usr/bin/python3
"""Each function of libdateline in Python, and the overrides: test-api.py Dateline-1.gir"""

import copy
import inspect
import pathlib
import pickle
import signal
import sys
import tempfile
import threading
import time
import unittest

import gi

gi.require_version("Dateline", "1")
start = time.perf_counter()
from gi.repository import Dateline
import_ms = (time.perf_counter() - start) * 1000
lazy = "numpy" not in sys.modules and "pandas" not in sys.modules
from gi.repository import Gio, GLib

import numpy
import pandas

import called

Scenario, Error = Dateline.Scenario, Dateline.Error


def preset(name="ring-8", *changes):
    return Scenario(name, *changes)


def cancelled():
    cancellable = Gio.Cancellable()
    cancellable.cancel()
    return cancellable


class Case(unittest.TestCase):
    def fails(self, code, function, *arguments, **keywords):
        with self.assertRaises(Error) as caught:
            function(*arguments, **keywords)
        self.assertEqual(caught.exception.code, code, caught.exception.message)
        return caught.exception

    def is_cancelled(self, function, *arguments):
        with self.assertRaises(GLib.Error) as caught:
            function(*arguments)
        self.assertTrue(caught.exception.matches(Gio.io_error_quark(), Gio.IOErrorEnum.CANCELLED))


class TestModule(Case):
    def test_import(self):
        print(f"import: {import_ms:.0f} ms", file=sys.stderr)
        self.assertTrue(lazy, "NumPy or pandas is imported before it is used")

    def test_lists(self):
        self.assertRegex(Dateline.get_version(), r"^\d+\.\d+\.\d+$")
        self.assertEqual(GLib.quark_to_string(Dateline.error_quark()), "dateline-error-quark")
        presets = Dateline.list_presets().frame()
        self.assertIn("xt3-11x12x16", list(presets["preset"]))
        self.assertEqual(len(presets), len(set(presets["preset"])))
        self.assertIn("mean_hops", Dateline.list_measures()["measure"])
        self.assertLess(len(Dateline.list_measures("fabric")), len(Dateline.list_measures()))
        self.fails(Error.NOT_FOUND, Dateline.list_measures, "tours")

    def test_help(self):
        self.assertIn("Error.CONFLICT", inspect.getdoc(Scenario.set))
        self.assertIn("GROUP.KEY", inspect.getdoc(Scenario.get))
        self.assertEqual(str(inspect.signature(Dateline.Network.get_link_name)), "(self, link)")
        for class_ in (Scenario, Dateline.Network, Dateline.Analysis, Dateline.Simulation):
            for name, function in inspect.getmembers(class_, inspect.isfunction):
                if function.__module__ == "gi.repository.Dateline":
                    self.assertTrue(inspect.getdoc(function), f"{class_.__name__}.{name}")


class TestErrors(Case):
    def test_codes(self):
        for i, name in enumerate("SYNTAX VALUE CONFLICT FORMAT NOT_FOUND LIMIT LIBRARY BUSY FAILED"
                                 .split()):
            self.assertEqual(getattr(Error, name), i)

    def test_file(self):
        with tempfile.NamedTemporaryFile("w", suffix=".dateline") as file:
            file.write("[scenario]\nformat=1\n[traffic]\nload=much\n")
            file.flush()
            error = self.fails(Error.VALUE, Scenario.open, file.name)
            self.assertEqual((error.file, error.line), (file.name, 4))
            self.assertEqual(str(error), error.message)
            self.assertIsInstance(error, GLib.Error)

    def test_text(self):
        error = self.fails(Error.SYNTAX, Scenario.new_from_text, "[scenario]\nformat=1\nx\n")
        self.assertEqual((error.file, error.line), ("text", 3))
        self.fails(Error.FORMAT, Scenario.new_from_text, "[scenario]\nformat=99\n")

    def test_key(self):
        scenario = preset()
        error = self.fails(Error.NOT_FOUND, scenario.get, "traffic.laod")
        self.assertEqual((error.key, error.file, error.line), ("traffic.laod", None, None))
        self.assertIn("traffic.load", error.message)
        self.assertEqual(self.fails(Error.VALUE, scenario.set, "traffic.load", "x").key,
                         "traffic.load")

    def test_system(self):
        with self.assertRaises(GLib.Error) as caught:
            Scenario.open("/nowhere/a.dateline")
        self.assertNotIsInstance(caught.exception, Error)
        self.assertTrue(caught.exception.matches(GLib.file_error_quark(), GLib.FileError.NOENT))

    def test_misuse(self):
        for class_ in (Dateline.Array, Dateline.Table):
            self.assertRaises(TypeError, class_)
        self.assertRaises(TypeError, Scenario)
        self.assertRaises(TypeError, Dateline.Network)
        self.assertRaises(TypeError, Dateline.Analysis, None)
        self.assertRaises(TypeError, Dateline.Simulation, "ring-8")


class TestScenario(Case):
    def test_new(self):
        scenario = preset("xt3", "traffic.load=0.2", {"torus.tie": "parity"})
        self.assertEqual(scenario.kind, "torus")
        self.assertEqual(scenario.props.name, "XT3 11x12x16")
        self.assertEqual(scenario.traffic.load, 0.2)
        self.assertEqual(scenario.torus.tie, "parity")
        self.assertEqual(Scenario.preset("xt3-11x12x16"), Scenario.new_preset("xt3-11x12x16"))
        self.assertIn("ring-8", self.fails(Error.NOT_FOUND, Scenario, "ring-9").message)

    def test_attributes(self):
        scenario = preset("xt3-11x12x16")
        scenario.torus.datelines = 10, 11, 14
        self.assertEqual(scenario.torus.datelines, (10, 11, 14))
        self.assertEqual(scenario.get("torus.datelines"), "10;11;14")
        self.assertTrue(scenario.is_set("torus.datelines"))
        del scenario.torus.datelines
        self.assertEqual(scenario["torus.datelines"], (10, 11, 15))
        scenario.torus.broken_links += ("1,1,1:x+", "2,2,2:y+")
        self.assertEqual(scenario.torus.broken_links, ("1,1,1:x+", "2,2,2:y+"))
        scenario.change("torus.broken-links-=1,1,1:x+")
        self.assertEqual(scenario.torus.broken_links, ("2,2,2:y+",))
        scenario.torus.broken_links = ()
        self.assertEqual(scenario.torus.broken_links, ())
        self.assertIs(scenario.torus.wrap[0], True)
        scenario.torus.wrap = numpy.array([True, False, True])
        self.assertEqual(scenario.torus.wrap, (True, False, True))

    def test_items(self):
        scenario = preset()
        for value in (0.3, numpy.float32(0.25), "0.2"):
            scenario["traffic.load"] = value
            self.assertEqual(scenario["traffic.load"], float(value))
        scenario["traffic.load"] = "saturated"
        self.assertEqual(scenario.traffic.load, "saturated")
        del scenario["traffic.load"]
        self.assertFalse(scenario.is_set("traffic.load"))
        self.assertIn("traffic.load", scenario)
        self.assertEqual(dict(scenario)["torus.radix"], (8, 1, 1))
        self.fails(Error.NOT_FOUND, scenario.unset, "a.b")

    def test_wrong_names(self):
        scenario = preset()
        self.assertRaises(AttributeError, lambda: scenario.trafic)
        self.assertRaises(AttributeError, lambda: scenario.traffic.laod)
        self.assertRaises(AttributeError, setattr, scenario, "traffic", 1)
        self.fails(Error.NOT_FOUND, setattr, scenario.traffic, "laod", 0.1)
        self.fails(Error.NOT_FOUND, lambda: scenario["traffic.laod"])
        self.assertFalse(hasattr(scenario, "fabric"))

    def test_change(self):
        scenario = preset()
        self.fails(Error.NOT_FOUND, scenario.change, {"traffic.load": 0.1, "traffic.laod": 1})
        self.assertEqual(scenario, preset())
        scenario.change({"torus.radix": (6, 1, 1), "torus.datelines": (2, -1, -1)},
                        "traffic.load=0.1")
        self.assertEqual(scenario.torus.radix, (6, 1, 1))

    def test_same(self):
        scenario = preset("cascade-2")
        other = pickle.loads(pickle.dumps(scenario))
        for same in (scenario.copy(), copy.copy(scenario), copy.deepcopy(scenario), other):
            self.assertIsNot(same, scenario)
            self.assertEqual(same, scenario)
        other.traffic.load = 0.01
        self.assertNotEqual(other, scenario)
        self.assertNotEqual(scenario, "cascade-2")
        self.assertRaises(TypeError, hash, scenario)

    def test_shown(self):
        scenario = preset("ring-8", {"scenario.name": "<b>", "traffic.load": 0.2})
        self.assertIn("traffic.load=0.2", repr(scenario))
        self.assertIn("&lt;b&gt;", scenario._repr_html_())
        self.assertNotIn("<b>", scenario._repr_html_())
        self.assertIn("radix = (8, 1, 1)", repr(scenario.torus))
        self.assertIn("vc_policy", dir(scenario.torus))
        self.assertIn("torus", dir(scenario))
        self.assertIn("analyze", dir(scenario))
        self.assertNotIn("fabric", dir(scenario))

    def test_groups_hide_nothing(self):
        for name in Dateline.list_presets()["preset"]:
            for key in preset(name).list_keys():
                self.assertFalse(hasattr(Scenario, key.split(".")[0].replace("-", "_")), key)

    def test_warnings(self):
        self.assertEqual(preset().warnings, [])
        self.assertRegex(preset("ring-8", "traffic.bytes=5").get_warnings()[0], "^traffic.bytes: ")

    def test_files(self):
        scenario = preset("ring-8", "traffic.load=0.2")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "ring-8"
            scenario.save(path)
            self.assertEqual(Scenario(path), scenario)
            self.assertEqual(Scenario(str(path)), scenario)
            self.assertEqual(Scenario.open(path), scenario)
        self.assertEqual(Scenario.new_from_text(scenario.to_text()), scenario)

    def test_describe(self):
        frame = preset().describe().frame().set_index("key")
        self.assertEqual(list(frame.index), preset().list_keys())
        self.assertEqual(frame.loc["torus.radix", "value"], "8;1;1")
        self.assertIsNone(frame.loc["torus.radix", "unit"])
        self.assertEqual(frame["set"].dtype, bool)
        self.assertTrue(frame.loc["torus.broken-links", "list"])


class TestArray(Case):
    def test_no_copy(self):
        analysis = preset("torus-5x5x5").analyze()
        array = analysis.get_loads()
        address = array.get_bytes().get_region(1, 0, array.get_bytes().get_size())
        numbers = array.numpy()
        self.assertEqual(numbers.__array_interface__["data"], (address, True))
        self.assertEqual(analysis.loads.__array_interface__["data"], (address, True))
        self.assertEqual(numbers.shape, (750, 2))
        self.assertEqual(numbers.dtype, numpy.float64)
        with self.assertRaises(ValueError):
            numbers[0, 0] = 1
        expected = numbers.copy()
        del analysis, array
        numpy.testing.assert_array_equal(numbers, expected)

    def test_elements(self):
        network = Dateline.Network(preset("cascade-2"))
        types = {"link_from": "u4", "link_port": "u2", "link_class": "u1", "link_capacity": "f8"}
        for name, type_ in types.items():
            array = getattr(network, "get_" + name)()
            self.assertEqual(numpy.asarray(array).dtype, numpy.dtype(type_))
            self.assertEqual(len(array), network.n_links)
            self.assertEqual(array.get_length(), array.length)
            self.assertEqual(array.get_shape(), [network.n_links])
            self.assertEqual(array[3], array.get_value(3))
            self.fails(Error.NOT_FOUND, array.get_value, network.n_links)
        self.assertEqual(array.element, Dateline.Element.FLOAT64)
        self.assertIn("f8", repr(array))

    def test_references(self):
        array = preset().analyze().get_loads()
        expected = array.numpy().copy()
        for _ in range(10):
            array.ref().unref()
        numpy.testing.assert_array_equal(array.numpy(), expected)

    def test_empty(self):
        self.assertEqual(preset().analyze().group_loads.shape, (0, 0))
        self.assertEqual(len(preset().analyze().slow_links), 0)


class TestTable(Case):
    def setUp(self):
        self.table = preset().analyze().get_measures()

    def test_cells(self):
        table = self.table
        self.assertEqual(table.ids, ["measure", "title", "unit", "value", "half_width_95"])
        self.assertEqual(len(table.titles), table.n_columns)
        self.assertEqual(len(table), table.get_n_rows())
        self.assertEqual(table.get_text(0, 0), "pairs")
        self.assertIsNone(table.get_text(0, 2))
        self.assertEqual(table.get_number(0, 3), 56)
        self.assertEqual(table.get_texts(2)[0], "")
        self.assertEqual(len(table.get_numbers(3)), len(table))
        self.assertEqual(table.get_column_type(3), Dateline.Column.REAL)
        self.fails(Error.NOT_FOUND, table.get_text, 0, 9)
        self.fails(Error.NOT_FOUND, table.get_number, 999, 3)
        self.fails(Error.VALUE, table.get_numbers, 0)
        self.fails(Error.NOT_FOUND, table.get_column_type, 5)

    def test_frame(self):
        frame = self.table.frame()
        self.assertEqual(list(frame.columns), self.table.get_ids())
        self.assertEqual(frame["value"].dtype, float)
        self.assertEqual(frame["measure"].dtype, object)
        self.assertIsNone(frame["unit"][0])
        self.assertTrue(numpy.isnan(frame["half_width_95"]).all())
        series = preset().simulate(1000).get_series().frame()
        self.assertEqual(series["cycle"].dtype, numpy.int64)
        self.assertEqual(series["accepted_load"].dtype, float)

    def test_rows(self):
        rows = list(self.table)
        self.assertEqual(rows[0]["measure"], "pairs")
        self.assertEqual(rows[0]["value"], 56)
        self.assertIs(type(next(iter(preset().describe()))["set"]), bool)
        self.assertEqual(self.table["value"][0], 56)
        self.assertRaises(KeyError, lambda: self.table["valeu"])

    def test_written(self):
        self.assertTrue(self.table.to_csv().startswith("measure,title,unit,value,half_width_95\n"))
        self.assertTrue(self.table.to_markdown().startswith("| measure |"))
        self.assertEqual(str(self.table), self.table.to_text())
        self.assertIn("measure", repr(self.table))
        self.assertIn("<table", self.table._repr_html_())


class TestNetwork(Case):
    def test_arrays(self):
        network = preset("cascade-2").analyze().network
        self.assertEqual(network.n_vcs, preset("cascade-2").analyze().loads.shape[1])
        self.assertEqual(network.n_groups, 2)
        self.assertEqual(network.router_group.max(), 1)
        self.assertLess(network.link_from.max(), network.n_routers)
        self.assertLess(network.link_to.max(), network.n_routers)
        self.assertEqual(len(network.node_router), network.n_nodes)
        self.assertTrue(network.node_works.all())
        self.assertTrue(network.router_works.all())
        self.assertTrue(network.link_works.all())
        self.assertLess(network.link_class.max(), len(network.class_names))

    def test_names(self):
        network = preset("torus-5x5x5", "torus.broken-links=1,1,1:x+").analyze().network
        link = network.find_link("1,1,1:x+")
        self.assertEqual(network.get_link_name(link), "1,1,1:x+")
        self.assertEqual(network.link_works[link], 0)
        self.assertEqual(network.get_node_name(network.find_node("1,2,3")), "1,2,3")
        self.assertEqual(network.get_router_name(0), "0,0,0")
        self.fails(Error.NOT_FOUND, network.get_link_name, network.n_links)
        self.fails(Error.NOT_FOUND, network.get_node_name, network.n_nodes)
        self.fails(Error.NOT_FOUND, network.get_router_name, network.n_routers)
        self.fails(Error.SYNTAX, network.find_node, "?")
        self.fails(Error.NOT_FOUND, network.find_node, "9,9,9")


class TestAnalysis(Case):
    def test_numbers(self):
        analysis = Dateline.analyze(preset("xt3-11x12x16"))
        self.assertEqual(round(analysis["mean_hops"], 4), 9.7319)
        self.assertEqual(analysis["max_load_z"], 4752)
        self.assertEqual(round(analysis["vc_balance_mean_x"], 4), 0.2667)
        self.assertTrue(analysis.is_deadlock_free())
        self.assertEqual(analysis.cycle, [])
        self.assertEqual(analysis.saturation, analysis.get_saturation()[0])
        load = analysis.loads.sum(axis=1)
        self.assertEqual(load[analysis.busiest_link], load.max())
        self.assertEqual(analysis.dup_scenario(), preset("xt3-11x12x16"))
        self.assertEqual(analysis.measures.set_index("measure").value["pairs"], 2112 * 2111)
        self.fails(Error.NOT_FOUND, analysis.get, "mean_hpos")

    def test_cycle(self):
        analysis = preset("torus-5x5x5", {"torus.datelines": (-1, -1, -1)}).analyze()
        self.assertFalse(analysis.is_deadlock_free())
        self.assertEqual(len(analysis.get_cycle()), 5)

    def test_route(self):
        analysis = preset("torus-5x5x5", {"torus.datelines": (0, 0, 0)}).analyze()
        table, summary, good = analysis.explain("1,1,1", "3,4,0")
        self.assertEqual([f"{row['link']}.{row['vc']}" for row in table],
                         ["1,1,1:x+.0", "2,1,1:x+.0", "3,1,1:y-.0", "3,0,1:y-.1", "3,4,1:z-.1"])
        self.assertTrue(good)
        self.assertIn("delivered", summary)
        self.fails(Error.CONFLICT, analysis.explain, "1,1,1", "1,1,1")

    def test_before(self):
        scenario = preset("torus-5x5x5")
        before = scenario.analyze()
        scenario.torus.broken_links = "1,1,1:x+"
        after = scenario.analyze(before)
        numpy.testing.assert_array_equal(after.loads, Dateline.Analysis(scenario).loads)
        self.assertGreater(after.count_rerouted(before), 0)
        self.assertEqual(after.count_rerouted(after), 0)
        self.fails(Error.CONFLICT, after.count_rerouted, preset().analyze())

    def test_flows(self):
        analysis = preset("fat-tree-16").analyze()
        link = analysis.network.get_link_name(analysis.busiest_link)
        for by_source in (True, False):
            self.assertAlmostEqual(analysis.get_flows(link, by_source)["share"].sum(), 1)
        self.fails(Error.NOT_FOUND, analysis.get_flows, "nothing")

    def test_groups(self):
        analysis = preset("cascade-2").analyze()
        self.assertEqual(analysis.get_group_loads().get_shape(), [2, 2])
        self.assertAlmostEqual(analysis.group_loads.sum(), analysis.loads.sum())

    def test_rank(self):
        told = []
        table = Dateline.rank_cables(preset("mesh-4x4"), progress=told.append)
        self.assertEqual(len(table), 24)
        self.assertEqual(told, sorted(told))
        self.assertTrue(told)
        frame = preset("mesh-4x4").rank_cables(n_threads=1).frame()
        pandas.testing.assert_frame_equal(frame, table.frame())
        self.assertEqual(frame["deadlock_free"].dtype, bool)

    def test_slow(self):
        scenario = preset("mesh-8x8", "torus.link-rates=3,3,0:x+=50%")
        self.assertEqual(list(scenario.analyze().get_slow_links()["link"]), ["3,3,0:x+"])


class TestSimulation(Case):
    def test_run(self):
        told = []
        simulation = Dateline.Simulation(preset()).run(3000, progress=told.append)
        self.assertEqual(told[-1], 1)
        self.assertEqual(simulation.cycle, 3000)
        self.assertEqual(simulation.seen, 3000)
        self.assertEqual(simulation.digest, preset().simulate(3000).get_digest())
        self.assertEqual(simulation.digest, Dateline.simulate(preset(), 1000).run(2000).digest)
        self.assertFalse(simulation.is_over())
        self.assertEqual(simulation.state, "not-converged")
        self.assertEqual(simulation.get_state().reason, "too-short")
        value, half = simulation.interval("accepted_load")
        self.assertEqual(simulation["accepted_load"], value)
        self.assertEqual(simulation.get("accepted_load"), value)
        self.assertGreater(half, 0)
        self.fails(Error.NOT_FOUND, simulation.get, "mean_hops")

    def test_own_end(self):
        simulation = preset("mesh-8x8").simulate()
        self.assertEqual(simulation.state, "converged")
        frame = simulation.measures.set_index("measure")
        self.assertEqual(frame.value["latency_mean"], simulation["latency_mean"])
        self.assertLess(frame.half_width_95["latency_mean"], 0.03 * simulation["latency_mean"])

    def test_arrays(self):
        simulation = preset("mesh-8x8").simulate(2000)
        network = simulation.network
        for name in ("link_loads", "link_stalls", "link_occupancy"):
            self.assertEqual(getattr(simulation, name).shape, (network.n_links,))
        self.assertEqual(simulation.vc_shares.shape, (network.n_links, 4))
        self.assertEqual(simulation.ages.shape, (256,))
        self.assertEqual(simulation.sources.sum() > 0, True)
        self.assertIsNone(preset().simulate(100).vc_shares)
        traced = numpy.asarray(simulation.trace_loads(1000, 100))
        self.assertEqual(traced.shape, (10, network.n_links))
        self.assertTrue(0 < traced.max() <= 1)
        self.assertEqual(simulation.cycle, 3000)
        self.fails(Error.LIMIT, simulation.trace_loads, 1000, 0)

    def test_packets(self):
        simulation = preset().simulate(3000)
        series, packets = simulation.series, simulation.packets
        self.assertEqual(series.cycle.iloc[-1], 3000)
        self.assertEqual(series.injected.iloc[-1] - series.delivered.iloc[-1], len(packets))
        self.assertEqual(packets["vc"].dtype, numpy.int64)

    def test_back(self):
        simulation = preset("torus-5x5x5").simulate(500)
        simulation.set_memory(1 << 20)
        digest = simulation.digest
        simulation.run(500)
        simulation.seek(500)
        self.assertEqual(simulation.digest, digest)
        branch = simulation.branch()
        branch.change({"traffic.load": 0.1})
        branch.run(200)
        self.assertEqual(simulation.seen, 1000)
        self.assertEqual(branch.dup_scenario().traffic.load, 0.1)
        self.assertEqual(list(branch.edits.cycle), [500])
        self.fails(Error.CONFLICT, branch.change, "router.input-buffer=64")

    def test_lock(self):
        simulation = preset("ring-8", {"torus.radix": (4, 1, 1), "torus.datelines": (-1, -1, -1),
                                       "traffic.load": "saturated"}).simulate(4000)
        self.assertTrue(simulation.is_over())
        self.assertTrue(0 < simulation.find_lock() < 4000)
        self.assertEqual(simulation.cycle, 4000)

    def test_recording(self):
        simulation = preset().simulate(500)
        simulation.change("traffic.load=0.1")
        simulation.run(500)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a.dateline"
            simulation.save(path)
            self.assertEqual(path.read_text(), simulation.to_text())
            again = Dateline.Simulation.open(path)
        self.assertEqual((again.cycle, again.seen), (0, 1000))
        self.assertEqual(again.run(1000).digest, simulation.digest)

    def test_threads(self):
        expected = {load: preset("torus-5x5x5", {"traffic.load": load}).simulate(2000).digest
                    for load in (0.2, 0.3)}
        found = {}

        def simulate(load):
            found[load] = preset("torus-5x5x5", {"traffic.load": load}).simulate(2000).digest

        threads = [threading.Thread(target=simulate, args=[load]) for load in expected]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, expected)

    def test_busy(self):
        simulation = Dateline.Simulation(preset())
        errors = []

        def progress(fraction):
            if not errors:
                errors.append(self.fails(Error.BUSY, simulation.get_digest))

        simulation.run(1000, progress=progress)
        self.assertEqual(len(errors), 1)


class TestSweep(Case):
    def test_sweep(self):
        scenario = preset("ring-8", "simulation.cycles=2000")
        frame = scenario.sweep({"traffic.load": numpy.array([0.1, 0.2]), "torus.tie":
                                ["positive", "parity"]}, n_seeds=2).frame()
        self.assertEqual(len(frame), 8)
        self.assertEqual(list(frame["traffic.load"]), [0.1] * 4 + [0.2] * 4)
        self.assertEqual(list(frame["torus.tie"])[:4], ["positive"] * 2 + ["parity"] * 2)
        self.assertEqual(list(frame["seed"]), [1, 2] * 4)
        scenario.traffic.load = 0.2
        self.assertEqual(frame.latency_mean[4], scenario.simulate()["latency_mean"])

    def test_steps(self):
        sweep = Dateline.Sweep(preset())
        sweep.vary("traffic.load", "0.1:0.5:0.1")
        sweep.set_only_analyzes(True)
        sweep.set_n_seeds(2)
        self.assertEqual(sweep.n_points, 10)
        told = []
        self.assertEqual(len(sweep.run(2, progress=told.append)), 10)
        self.assertEqual(told[-1], 1)
        sweep.vary("torus.radix", [(8, 1, 1), (6, 1, 1)])
        self.assertEqual(sweep.get_n_points(), 20)
        self.fails(Error.NOT_FOUND, sweep.vary, "traffic.laod", 0.1)
        self.fails(Error.LIMIT, sweep.set_n_seeds, 0)

    def test_curve(self):
        frame = Dateline.trace_load_curve(preset(), n_seeds=2, cycles=1000).frame()
        self.assertTrue((frame["runs"] == 2).all())
        self.assertTrue(set(frame["state"]) <= {"converged", "not-converged", "saturated"})

    def test_booksim(self):
        frame = Dateline.list_booksim("ring-9").frame()
        self.assertLess(len(frame), len(Dateline.list_booksim()))
        latency = frame[frame["kind"] == "latency"]
        self.assertTrue((latency["total_latency_mean"] >= latency["latency_mean"]).all())
        scenario = Scenario.new_booksim("ring-9")
        self.assertEqual(scenario.torus.radix, (9, 1, 1))
        self.fails(Error.NOT_FOUND, Dateline.list_booksim, "ring-99")
        self.fails(Error.NOT_FOUND, Scenario.new_booksim, "ring-99")


class TestLibrary(Case):
    def test_library(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a.db"
            with Dateline.Library(path) as library:
                library.save(preset("ring-8", "traffic.load=0.2"))
                self.assertEqual(list(library.list()["name"]), ["Ring of 8"])
                self.assertEqual(len(library.list("mesh")), 0)
                self.assertEqual(library["Ring of 8"].traffic.load, 0.2)
                self.assertEqual(library.load("Ring of 8"), library["Ring of 8"])
                self.fails(Error.NOT_FOUND, library.load, "Ring of 9")
                library.remove("Ring of 8")
                self.assertEqual(len(library.list()), 0)
            self.fails(Error.LIBRARY, library.list)
            library.close()
            self.fails(Error.LIBRARY, Dateline.Library.open, path / "b.db")


class TestLater(Case):
    def later(self, start, *arguments):
        results = []
        start(*arguments, lambda source, result: results.append(result))
        while not results:
            GLib.MainContext.default().iteration(True)
        return results[0]

    def test_async(self):
        scenario, sweep = preset("mesh-4x4"), Dateline.Sweep(preset())
        sweep.vary("traffic.load", [0.1, 0.2])
        sweep.set_only_analyzes(True)
        result = self.later(Dateline.Analysis.new_async, scenario, None, None)
        self.assertEqual(Dateline.Analysis.new_finish(result)["pairs"], 240)
        result = self.later(Dateline.rank_cables_async, scenario, 1, None)
        self.assertEqual(len(Dateline.rank_cables_finish(result)), 24)
        simulation = Dateline.Simulation(scenario)
        self.assertTrue(simulation.run_finish(self.later(simulation.run_async, 500, None)))
        self.assertEqual(simulation.digest, scenario.simulate(500).digest)
        self.assertEqual(len(sweep.run_finish(self.later(sweep.run_async, 1, None))), 2)
        curve = self.later(Dateline.trace_load_curve_async, preset(), 1, 300, 1, None)
        self.assertEqual(Dateline.trace_load_curve_finish(curve).to_csv(),
                         Dateline.trace_load_curve(preset(), 1, 300, 1).to_csv())

    def test_cancelled(self):
        no, scenario = cancelled(), preset("mesh-4x4")
        simulation, sweep = Dateline.Simulation(scenario), Dateline.Sweep(scenario)
        analysis = scenario.analyze()
        self.is_cancelled(Dateline.Analysis, scenario, None, no)
        self.is_cancelled(Dateline.rank_cables, scenario, 0, no)
        self.is_cancelled(Dateline.trace_load_curve, scenario, 0, 0, 0, no)
        self.is_cancelled(analysis.count_rerouted, scenario.analyze(), no)
        self.is_cancelled(analysis.get_flows, "0,0,0:x+", True, no)
        self.is_cancelled(simulation.run, 0, no)
        self.is_cancelled(simulation.seek, 500, no)
        self.is_cancelled(simulation.trace_loads, 500, 100, no)
        self.is_cancelled(sweep.run, 0, no)
        result = self.later(Dateline.Analysis.new_async, scenario, None, no)
        self.is_cancelled(Dateline.Analysis.new_finish, result)

    def test_interrupted(self):
        """Ctrl+C while the library works, and while it does not."""
        simulation, sweep = Dateline.Simulation(preset()), Dateline.Sweep(preset())
        sweep.vary("simulation.cycles", [10**9])
        for work in (lambda: simulation.run(10**12), lambda: sweep.run(1),
                     lambda: simulation.seek(10**12)):
            timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
            timer.start()
            self.assertRaises(KeyboardInterrupt, work)
            timer.join()
        self.assertEqual(signal.set_wakeup_fd(-1), -1)
        self.assertIs(signal.getsignal(signal.SIGINT), signal.default_int_handler)
        simulation.run(10)

    def test_cancelled_meanwhile(self):
        cancellable = Gio.Cancellable()
        simulation = Dateline.Simulation(preset())
        self.is_cancelled(simulation.run, 10**9, cancellable,
                          lambda fraction: cancellable.cancel())
        self.assertGreater(simulation.cycle, 0)


class TestZCoverage(Case):
    """The last in the alphabet, so that all others have run."""

    def test_all_called(self):
        called.called.add("dateline_error_quark")  # which is not wrapped; see TestModule
        self.assertEqual(called.missing(gir), [])


if __name__ == "__main__":
    gir = sys.argv.pop(1)
    called.watch()
    unittest.main()
