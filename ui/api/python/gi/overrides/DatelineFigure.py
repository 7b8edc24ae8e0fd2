"""Figures of Dateline in Python: pictures with options as keywords, which show themselves in a
notebook.

    Picture(scenario, "ring-matrix", metric="vc-balance", width=7)
    Picture(simulation, "latency")
    Picture(sweep, measures="latency_mean")
    Picture([one, another], columns=2, title="Before and after")
"""

from __future__ import annotations

import os

import gi

from ..module import get_introspection_module
from ..overrides import override

gi.require_version("Dateline", "1")
from gi.repository import Dateline  # noqa: E402
from .Dateline import _wrap  # noqa: E402

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

DatelineFigure = get_introspection_module("DatelineFigure")
__all__ = ["list"]
# Errors, Ctrl+C, names of arguments and texts are as in Dateline.
_list = _wrap(DatelineFigure, __file__, ["Picture"], ["list"])["list"]


def _text(value):
    """The value of an option as the command line has it; None: the default."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, (int, float)):
        return str(value)
    return ",".join(map(_text, value))


@override
class Picture(DatelineFigure.Picture):
    """A figure of a scenario, a simulation or a sweep, or a page of pictures.

    figure: its name, of which DatelineFigure.list() has all; not of a sweep and of a page
    against: a second scenario, to which the first one is compared
    columns: of a page; 0 for as many as there is room for
    options: as "dateline-cli figure" has them, with _ for -: metric="load", no_caption=True
    """

    def __new__(cls, of: Dateline.Scenario | Dateline.Simulation | Dateline.Sweep | Iterable[Picture],
                figure: str | None = None, *, against: Dateline.Scenario | None = None,
                columns: int = 0, **options: Any) -> Picture:
        if isinstance(of, Dateline.Sweep):
            self = cls.new_of_sweep(of)
        elif isinstance(of, (Dateline.Scenario, Dateline.Simulation)):
            if figure is None:
                raise TypeError("the name of a figure is missing (DatelineFigure.list() has them)")
            new = cls.new if isinstance(of, Dateline.Scenario) else cls.new_of_simulation
            self = new(of, figure)
        else:
            self = cls.new_page([*of], columns)
        if against is not None:
            self.set_against(against)
        for option, value in options.items():
            self[option] = value
        return self

    def __init__(self, *args, **options):
        pass  # __new__ made all of it

    def __setitem__(self, option: str, value: Any) -> None:
        self.set(option, _text(value))

    def __getitem__(self, option: str) -> str | None:
        return self.get(option)

    def __delitem__(self, option: str) -> None:
        self[option] = None

    def save(self, file_name: str | os.PathLike[str]) -> bool:
        """Writes it in the format of the ending: .svg, .pdf, .png or .csv."""
        return super().save(file_name)

    def to_png(self) -> bytes:
        return super().to_png().get_data()

    def to_pdf(self) -> bytes:
        return super().to_pdf().get_data()

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def __repr__(self) -> str:
        return f"<DatelineFigure.Picture “{self.get_figure()}”>"


def list(kind: str | None = None) -> Dateline.Table:
    """A row for each figure of that kind of network, or of all."""
    return _list(kind)
