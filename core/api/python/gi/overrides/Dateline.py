"""Dateline for people of NumPy and pandas: the library with names, types and errors as Python has
them.

Each `get_THING ()` without arguments is an attribute THING, too, which gives NumPy's arrays and
pandas' frames where the method gives the library's own arrays and tables. Both are imported only
when they are needed.
"""

from __future__ import annotations

import html
import json
import os
import re
import signal
import sys
import threading
from inspect import Parameter, Signature

from gi.repository import GLib

from ..module import get_introspection_module
from ..overrides import override

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Any

    import numpy
    import pandas
    from gi.repository import Gio

    Given = str | float | bool | Iterable["Given"]
    Progress = Callable[[float], object]

Dateline = get_introspection_module("Dateline")
_DOMAIN = GLib.quark_to_string(Dateline.error_quark())
_CLASSES = ("Array", "Table", "Scenario", "Network", "Analysis", "Simulation", "Sweep", "Library")
_FUNCTIONS = ("get_version", "list_presets", "list_measures", "rank_cables", "rank_cables_async",
              "rank_cables_finish", "trace_load_curve", "trace_load_curve_async", "trace_load_curve_finish",
              "list_booksim")
__all__ = ["Error", "Group", "analyze", "simulate", *_FUNCTIONS]


class Error(GLib.Error):
    """An error of the library: what is wrong and, in parentheses, what would be right.

    code: SYNTAX, VALUE, CONFLICT, FORMAT, NOT_FOUND, LIMIT, LIBRARY, BUSY or FAILED
    file, line: the place in a file; otherwise None
    key: the key of a scenario; None where it is not about one
    """

    SYNTAX, VALUE, CONFLICT, FORMAT, NOT_FOUND, LIMIT, LIBRARY, BUSY, FAILED = range(9)

    code: int
    message: str
    file: str | None
    line: int | None
    key: str | None

    def __init__(self, message: str, code: int = FAILED) -> None:
        super().__init__(message, _DOMAIN, code)
        found = re.match(r"(?:(.+?):(\d+): )?(?:“?([a-z-]+\.[a-z0-9-]+)”?: )?", message)
        self.file, line, self.key = found.groups()
        self.line = int(line) if line is not None else None

    def __str__(self) -> str:
        return self.message

    def __repr__(self) -> str:
        return f"Dateline.Error({self.message!r}, {self.code})"


# The library's functions: their errors, names of arguments and texts ------------------------------


def _read_docs(place):
    """Arguments and text of each function, made of the C documentation by build-aux/gir-python for
    the overrides at @place."""
    try:
        with open(os.path.splitext(place)[0] + ".json", encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        return {}


def _signature(names):
    """The signature of ["self", "key", "cancellable="]: a name with = can be left out."""
    return Signature([Parameter(name.rstrip("="), Parameter.POSITIONAL_OR_KEYWORD,
                                default=None if name.endswith("=") else Parameter.empty)
                      for name in names])


class _Interrupts:
    """Cancels the call in which the main thread is when the user interrupts it (Ctrl+C): Python
    handles a signal only after the library has returned, but can be told of it before."""

    def __init__(self):
        self.pipe = None
        self.cancellable = None
        self.at_work = self.interrupted = False
        self.before = -1  # the file of another listener

    def _watch(self):
        while True:
            number = os.read(self.pipe[0], 1)
            if number[0] == signal.SIGINT and self.at_work:
                self.cancellable.cancel()
            if self.before >= 0:
                os.write(self.before, number)

    def _note(self, number, frame):
        self.interrupted = True

    def are_ours(self):
        return (not self.at_work and threading.current_thread() is threading.main_thread()
                and signal.getsignal(signal.SIGINT) is signal.default_int_handler)

    def _begin(self):
        from gi.repository import Gio

        self.cancellable = Gio.Cancellable()
        self.pipe = os.pipe()
        os.set_blocking(self.pipe[1], False)
        threading.Thread(target=self._watch, daemon=True).start()

    def __enter__(self):
        if self.pipe is None:
            self._begin()
        if self.cancellable.is_cancelled():
            self.cancellable = type(self.cancellable)()
        self.at_work = True
        signal.signal(signal.SIGINT, self._note)
        self.before = signal.set_wakeup_fd(self.pipe[1], warn_on_full_buffer=False)
        return self.cancellable

    def __exit__(self, *error):
        signal.set_wakeup_fd(self.before, warn_on_full_buffer=False)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        self.at_work, self.before = False, -1
        if self.interrupted:
            self.interrupted = False
            raise KeyboardInterrupt from None


_interrupts = _Interrupts()


def _interruptible(info, place):
    """@info, whose cancellable is the argument at @place, or not given."""
    def work(*args, **keywords):
        given = args[place] if len(args) > place else keywords.get("cancellable")
        if given is not None or not _interrupts.are_ours():
            return info(*args, **keywords)
        with _interrupts as cancellable:
            if len(args) > place:
                return info(*args[:place], cancellable, *args[place + 1:], **keywords)
            return info(*args, **{**keywords, "cancellable": cancellable})

    return work


def _function(info, name, docs):
    """A function that does as @info and raises Error; files can be paths of pathlib."""
    takes = [argument.get_name() for argument in info.get_arguments()
             if argument.get_direction() == 0]
    files = "file_name" in takes
    work = None
    if "cancellable" in takes and not name.endswith("_async"):
        work = _interruptible(info, takes.index("cancellable")
                              + (info.is_method() or info.is_constructor()))

    def call(*args, **keywords):
        if files:
            args = [os.fspath(a) if isinstance(a, os.PathLike) else a for a in args]
        try:
            return (work or info)(*args, **keywords)
        except GLib.Error as error:
            if error.domain != _DOMAIN:
                raise
            raise Error(error.message, error.code) from None

    call.__name__ = info.__name__
    call.__qualname__ = name
    call.__module__ = "gi.repository." + info.get_namespace()
    if name in docs:
        names, call.__doc__ = docs[name]
        call.__signature__ = _signature(names)
    return call


def _attribute(name, doc):
    """The value of get_NAME, with NumPy's arrays and pandas' frames."""
    def get(self):
        value = getattr(self, "get_" + name)()
        if isinstance(value, Array):
            return value.numpy()
        return value.frame() if isinstance(value, Table) else value

    return property(get, doc=doc)


def _wrap_class(module, name, docs):
    class_ = getattr(module, name)
    class_.__init__ = lambda self, *args, **keywords: None  # __new__ made all of it
    for info in class_.__info__.get_methods():
        method = info.__name__
        call = _function(info, f"{name}.{method}", docs)
        takes = [argument for argument in info.get_arguments() if argument.get_direction() == 0]
        if method.startswith("get_") and not takes:
            setattr(class_, method[4:], _attribute(method[4:], call.__doc__))
        if info.is_constructor():
            call = classmethod(call)
        elif not info.is_method():
            call = staticmethod(call)
        setattr(class_, method, call)


def _wrap(module, place, classes, functions):
    """Wraps the methods of @module's classes; its functions, wrapped, by name."""
    docs = _read_docs(place)
    for name in classes:
        _wrap_class(module, name, docs)
    return {name: _function(getattr(module, name), name, docs) for name in functions}


globals().update(_wrap(Dateline, __file__, _CLASSES, _FUNCTIONS))
_rank_cables, _trace_load_curve = rank_cables, trace_load_curve
_list_measures, _list_booksim = list_measures, list_booksim


# Arrays and tables --------------------------------------------------------------------------------


@override
class Array(Dateline.Array):
    def __new__(cls):
        raise TypeError("results make their arrays (numpy.asarray makes others)")

    @property
    def __array_interface__(self) -> dict[str, Any]:
        memory = self.get_bytes()
        # To NumPy an address of 0 is none at all, even of an empty array.
        address = memory.get_region(1, 0, memory.get_size()) or 8
        order = "<" if sys.byteorder == "little" else ">"
        return {"version": 3, "shape": tuple(self.get_shape()), "data": (address, True),
                "typestr": order + ("u1", "u2", "u4", "u8", "f4", "f8")[self.get_element()]}

    def numpy(self) -> numpy.ndarray[Any, Any]:
        """The array for NumPy, where it lies: read-only, without a copy."""
        import numpy

        return numpy.asarray(self)

    def __len__(self) -> int:
        return self.get_shape()[0]

    def __getitem__(self, index: Any) -> Any:
        return self.numpy()[index]

    def __repr__(self) -> str:
        return f"<Dateline.Array of {self.__array_interface__['typestr']}: {self.get_shape()}>"


@override
class Table(Dateline.Table):
    def __new__(cls):
        raise TypeError("results make their tables (pandas.DataFrame makes others)")

    def _texts(self, column):
        return [text or self.get_text(row, column)
                for row, text in enumerate(self.get_texts(column))]

    def _cells(self, column):
        type_ = self.get_column_type(column)
        if type_ == Dateline.Column.TEXT:
            return self._texts(column)
        bytes_ = self.get_numbers(column).get_bytes().get_data() or b""
        numbers = memoryview(bytes_).cast("d").tolist()
        read = {Dateline.Column.INTEGER: int, Dateline.Column.FLAG: bool}.get(type_, float)
        return [read(number) if number == number else number for number in numbers]

    def _column(self, column):
        import numpy

        type_ = self.get_column_type(column)
        if type_ == Dateline.Column.TEXT:
            return numpy.array(self._texts(column), dtype=object)
        numbers = self.get_numbers(column).numpy()
        if type_ == Dateline.Column.REAL or numpy.isnan(numbers).any():
            return numbers
        return numbers.astype(bool if type_ == Dateline.Column.FLAG else numpy.int64)

    def frame(self) -> pandas.DataFrame:
        """The table for pandas; unknown numbers are NaN, unknown texts None."""
        import pandas

        return pandas.DataFrame({id_: self._column(i) for i, id_ in enumerate(self.get_ids())})

    def __len__(self) -> int:
        return self.get_n_rows()

    def __getitem__(self, id_: str) -> numpy.ndarray[Any, Any]:
        try:
            return self._column(self.get_ids().index(id_))
        except ValueError:
            raise KeyError(id_) from None

    def __iter__(self) -> Iterator[dict[str, Any]]:
        ids = self.get_ids()
        columns = [self._cells(i) for i in range(len(ids))]
        return (dict(zip(ids, row)) for row in zip(*columns))

    def __repr__(self) -> str:
        return f"<Dateline.Table of {len(self)} rows: {', '.join(self.get_ids())}>"

    def __str__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        return self.frame()._repr_html_()


# Scenarios ----------------------------------------------------------------------------------------

_lists: dict[str, bool] = {}  # whether the values of a key are lists to which edits add and remove


def _value(text):
    for read in int, float:
        try:
            return read(text)
        except ValueError:
            pass
    return text == "true" if text in ("true", "false") else text


def _text(value):
    """@value as files have it."""
    value = value.tolist() if hasattr(value, "tolist") else value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, int, float)):
        return str(value)
    return ";".join(_text(item) for item in value)


def _assignments(changes):
    for change in changes:
        if isinstance(change, str):
            yield change
        else:
            yield from (f"{key}={_text(value)}" for key, value in change.items())


def _name(key):
    """A part of a key as an attribute's name, and back."""
    return key.replace("-", "_")


class Group:
    """The keys of a scenario in one group, as attributes: `scenario.torus.radix`."""

    def __init__(self, scenario: Scenario, group: str) -> None:
        self.__dict__.update(_scenario=scenario, _group=group)

    def _key(self, name):
        return f"{self._group}.{name.replace('_', '-')}"

    def __getattr__(self, name: str) -> Any:
        try:
            return self._scenario[self._key(name)]
        except Error as error:
            raise AttributeError(error.message) from None

    def __setattr__(self, name: str, value: Given) -> None:
        self._scenario[self._key(name)] = value

    def __delattr__(self, name: str) -> None:
        del self._scenario[self._key(name)]

    def __dir__(self) -> list[str]:
        return [_name(key.split(".")[1]) for key in self._scenario.list_keys()
                if key.startswith(self._group + ".")]

    def __repr__(self) -> str:
        return "\n".join(f"{name} = {getattr(self, name)!r}" for name in dir(self))


@override
class Scenario(Dateline.Scenario):
    """All that is asked for, a network with its routing, its faults and its traffic, as keys.

    Scenario("xt3-11x12x16") is like a preset, Scenario("lab.dateline") that of a file. A key is an
    attribute, `scenario.torus.datelines = 10, 11, 15`, or an item, `scenario["traffic.load"] = .3`.
    Numbers, true and false are read as Python has them; a value with semicolons, and that of a key
    to which items can be added, is a tuple; any other one, or one of several lines, is a str.
    """

    def __new__(cls, name: str | os.PathLike[str], *changes: str | Mapping[str, Given]) -> Scenario:
        path = os.fspath(name)
        presets = Dateline.list_presets()._texts(0)
        is_file = isinstance(name, os.PathLike) or path not in presets and os.path.exists(path)
        self = cls.open(path) if is_file else cls.new_preset(path)
        if changes:
            self.change(*changes)
        return self

    @classmethod
    def preset(cls, preset: str) -> Scenario:
        return cls.new_preset(preset)

    def change(self, *changes: str | Mapping[str, Given]) -> bool:
        """Changes several keys at once, which are judged together.

        changes: "GROUP.KEY=VALUE" or, of a list, "GROUP.KEY+=ITEM" and "GROUP.KEY-=ITEM"; or
        {"GROUP.KEY": VALUE}
        """
        return super().change(list(_assignments(changes)))

    def __getitem__(self, key: str) -> Any:
        text = self.get(key)
        if key not in _lists:
            _lists.update((row["key"], row["list"]) for row in self.describe())
        if "\n" in text:
            return text
        if ";" in text or _lists.get(key):
            return tuple(_value(item) for item in text.split(";")) if text else ()
        return _value(text)

    def __setitem__(self, key: str, value: Given) -> None:
        self.set(key, _text(value))

    def __delitem__(self, key: str) -> None:
        self.unset(key)

    def keys(self) -> list[str]:
        return self.list_keys()

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __getattr__(self, name: str) -> Group:
        group = name.replace("_", "-")
        if any(key.startswith(group + ".") for key in self.list_keys()):
            return Group(self, group)
        raise AttributeError(f"a scenario of this kind has no group of keys “{group}”")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{name}: this is not a key (expected GROUP.KEY)")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *{_name(key.split(".")[0]) for key in self.list_keys()}]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scenario) and self.equal(other)

    __hash__ = None  # it can change

    def __copy__(self) -> Scenario:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Scenario:
        return self.copy()

    def __reduce__(self):
        return Scenario.new_from_text, (self.to_text(),)

    def analyze(self, before: Analysis | None = None) -> Analysis:
        return Dateline.Analysis.new(self, before)

    def simulate(self, cycles: int = 0) -> Simulation:
        """A simulation that has run for so many cycles; 0: to the end that the scenario states."""
        return Dateline.Simulation.new(self).run(cycles)

    def sweep(self, keys: Mapping[str, Given], n_seeds: int = 1, only_analyzes: bool = False,
              n_jobs: int = 0) -> Table:
        """A run for every combination of values: `sweep({"traffic.load": [.1, .2, .3]})`."""
        sweep = Dateline.Sweep.new(self)
        for key, values in keys.items():
            sweep.vary(key, values)
        sweep.set_n_seeds(n_seeds)
        sweep.set_only_analyzes(only_analyzes)
        return sweep.run(n_jobs)

    def rank_cables(self, n_threads: int = 0) -> Table:
        return rank_cables(self, n_threads)

    def _rows(self):
        """Keys that are set, with the beginning of long values."""
        for row in self.describe():
            if row["set"]:
                value = row["value"]
                yield {**row, "value": value if len(value) < 50 else value[:49] + "…"}

    def __repr__(self) -> str:
        keys = "".join(f", {row['key']}={row['value']}" for row in self._rows()
                       if row["key"] not in ("scenario.name", "scenario.kind"))
        return f"<Dateline.Scenario “{self.props.name}”: {self.kind}{keys}>"

    def _repr_html_(self) -> str:
        rows = "".join(
            "<tr>" + "".join(f"<td>{html.escape(row[column] or '')}</td>"
                             for column in ("key", "value", "unit", "title")) + "</tr>"
            for row in self._rows())
        return ("<table><tr><th>Key</th><th>Value</th><th>Unit</th><th>Title</th></tr>"
                f"{rows}</table>")


# Results ------------------------------------------------------------------------------------------


@override
class Network(Dateline.Network):
    """Nodes, routers and directed links, each numbered from 0, as arrays over these numbers."""

    def __new__(cls, scenario: Scenario) -> Network:
        return cls.new(scenario)

    def find_node(self, name: str) -> int:
        """The number of a node: Error.SYNTAX or Error.NOT_FOUND where there is none."""
        return super().find_node(name)[1]

    def find_link(self, name: str) -> int:
        """The number of a link: Error.SYNTAX or Error.NOT_FOUND where there is none."""
        return super().find_link(name)[1]


@override
class Analysis(Dateline.Analysis):
    """The routes of a scenario, exactly: `analysis["mean_hops"]`, `analysis.loads`."""

    def __new__(cls, scenario: Scenario, before: Analysis | None = None,
                cancellable: Gio.Cancellable | None = None) -> Analysis:
        return cls.new(scenario, before, cancellable)

    def __getitem__(self, measure: str) -> float:
        return self.get(measure)

    @property
    def saturation(self) -> float:
        return self.get_saturation()[0]

    def get_busiest_link(self) -> int | None:
        """The number of the link that is full first as the load rises; None without traffic."""
        there_is, link = super().get_busiest_link()
        return link if there_is else None

    def count_rerouted(self, before: Analysis, cancellable: Gio.Cancellable | None = None) -> int:
        """The number of pairs that take another path than in before, of the same nodes."""
        return super().count_rerouted(before, cancellable)[1]

    def explain(self, source: str, destination: str, which: int = 0) -> tuple[Table, str, bool]:
        return super().explain(source, destination, which)

    def get_flows(self, link: str, by_source: bool = True,
                  cancellable: Gio.Cancellable | None = None) -> Table:
        return super().get_flows(link, by_source, cancellable)


@override
class Simulation(Dateline.Simulation):
    """A scenario at work, cycle by cycle: `Simulation(scenario).run(20000)["latency_mean"]`."""

    def __new__(cls, scenario: Scenario) -> Simulation:
        return cls.new(scenario)

    def run(self, cycles: int = 0, cancellable: Gio.Cancellable | None = None,
            progress: Progress | None = None) -> Simulation:
        """Simulates so many cycles further; 0: to the end that the scenario states.

        progress is called with the share of the work that is done. Returns the simulation.
        """
        super().run(cycles, cancellable, progress)
        return self

    def change(self, *changes: str | Mapping[str, Given]) -> bool:
        return super().change(list(_assignments(changes)))

    def find_lock(self, cancellable: Gio.Cancellable | None = None) -> int:
        """The first cycle at which packets wait for each other forever; 0 if none do."""
        return super().find_lock(cancellable)[1]

    def interval(self, measure: str) -> tuple[float, float]:
        """A measure's value, and half of its 95% confidence interval; NaN if it has none."""
        return tuple(super().get(measure))

    def get(self, measure: str) -> float:
        """A measure's value after the warm-up, such as that of latency_mean; NaN if it has none."""
        return self.interval(measure)[0]

    def __getitem__(self, measure: str) -> float:
        return self.get(measure)

    @property
    def state(self) -> str | None:
        return self.get_state()[0]


@override
class Sweep(Dateline.Sweep):
    """A run for every combination of values that some keys take, and for every seed."""

    def __new__(cls, scenario: Scenario) -> Sweep:
        return cls.new(scenario)

    def vary(self, key: str, values: Given) -> bool:
        values = values.tolist() if hasattr(values, "tolist") else values
        values = [values] if isinstance(values, (str, int, float)) else values
        return super().vary(key, [_text(value) for value in values])

    def run(self, n_jobs: int = 0, cancellable: Gio.Cancellable | None = None,
            progress: Progress | None = None) -> Table:
        return super().run(n_jobs, cancellable, progress)


@override
class Library(Dateline.Library):
    """Scenarios with their history, in one file: `with Library() as library: library["Lab"]`."""

    def __new__(cls, file_name: str | os.PathLike[str] | None = None) -> Library:
        return cls.open(file_name)

    def __enter__(self) -> Library:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __getitem__(self, name: str) -> Scenario:
        return self.load(name)

    def list(self, words: str | None = None) -> Table:
        return super().list(words)


def list_measures(kind: str | None = None) -> Table:
    return _list_measures(kind)


def list_booksim(curve: str | None = None) -> Table:
    return _list_booksim(curve)


def rank_cables(scenario: Scenario, n_threads: int = 0,
                cancellable: Gio.Cancellable | None = None,
                progress: Progress | None = None) -> Table:
    return _rank_cables(scenario, n_threads, cancellable, progress)


def trace_load_curve(scenario: Scenario, n_seeds: int = 0, cycles: int = 0, n_jobs: int = 0,
                     cancellable: Gio.Cancellable | None = None,
                     progress: Progress | None = None) -> Table:
    return _trace_load_curve(scenario, n_seeds, cycles, n_jobs, cancellable, progress)


def analyze(scenario: Scenario, before: Analysis | None = None) -> Analysis:
    return scenario.analyze(before)


def simulate(scenario: Scenario, cycles: int = 0) -> Simulation:
    return scenario.simulate(cycles)


for _thing in (Error, Group, *(globals()[_name_] for _name_ in _CLASSES)):
    _thing.__module__ = "gi.repository.Dateline"
