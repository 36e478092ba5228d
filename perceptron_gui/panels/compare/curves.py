"""Errors against epochs: a plot with a curve for each entry."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtGui import QIcon, QMouseEvent, QResizeEvent

from core.analysis.comparison import Result
from core.datasets.dataset import FloatArray, IntArray
from core.numbers.numerals import number
from core.plots.spec import PlotAxis, PlotSpec, Sampled, Scale
from core.resources import resource
from perceptron_gui.look.plots.chart import Chart
from perceptron_gui.look.size import follow_scale
from perceptron_gui.look.text.small_widgets import tool_button
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.panels.compare.chooser import EntryMark

_FIRST = 1
"""The epoch after which curves are drawn: before it all learners fall from all examples to a few."""


def pictures(results: Sequence[Result], marks: Sequence[EntryMark], held_out: int) -> tuple[PlotSpec, PlotSpec | None]:
    """Return plots of the errors in training and on `held_out` examples, if any, in percent against epochs."""
    n = results[0].run.dataset.n
    training = _picture("training", n, n, results, marks, [result.curve.training for result in results])
    if not held_out:
        return training, None
    unseen = [result.curve.held_out for result in results]
    return training, _picture("held out", held_out, n, results, marks, unseen)


def _picture(
    kind: str, count: int, n: int, results: Sequence[Result], marks: Sequence[EntryMark], errors: Sequence[IntArray]
) -> PlotSpec:
    whole = tuple(
        Sampled(mark.letter, result.curve.examples / n, 100 * counts / count, mark.role, key=mark.letter)
        for mark, result, counts in zip(marks, results, errors, strict=True)
    )
    starts = [min(int(np.searchsorted(curve.x, _FIRST)), len(curve.x) - 1) for curve in whole]
    later = tuple(replace(c, x=c.x[start:], values=c.values[start:]) for c, start in zip(whole, starts, strict=True))
    first, curves = (_FIRST, later) if any(len(_differing(curve, later)) for curve in later) else (0, whole)
    values = [curve.values for curve in curves]
    apart = np.concatenate([_differing(curve, curves) for curve in curves])
    told = apart if len(apart) else np.concatenate(values)
    low, top = float(told.min()), float(told.max())
    if low <= top * 0.5 or low == top:
        low = 0.0  # From 0, unless that would leave more than half of it empty.
    moves = [curve.x[1:][np.diff(curve.values) != 0] for curve in curves]
    last = float(max((found[-1] for found in moves if len(found)), default=max(curve.x[-1] for curve in curves)))
    x = Scale.unfolding(math.ceil(last), first)
    clipped = "".join((x.note, _clipped(curves, low, top, x)))
    title = f"{kind} errors of {count:,}, axis in %{clipped}{_covered(curves)}"
    y = Scale.between(low, top) if low else Scale.up_to(top)
    passes = PlotAxis("epoch", "epochs", n, number)
    meaning = "Percent of these examples that each run gets wrong; its letter is in the table too."
    return PlotSpec(title, curves, x, y, axis=passes, values_in_key=True, meaning=meaning)


def _covered(curves: Sequence[Sampled]) -> str:
    """Return a sentence on the curves that coincide, of which only one is seen; empty if none do."""
    equal: list[list[Sampled]] = []
    for curve in curves:
        for group in equal:
            if not len(_differing(curve, group[:1])) and not len(_differing(group[0], [curve])):
                group.append(curve)
                break
        else:
            equal.append([curve])
    told = [" = ".join(curve.name for curve in group) for group in equal if len(group) > 1]
    return "".join(f", {names} on one line" for names in told)


def _differing(curve: Sampled, others: Sequence[Sampled]) -> FloatArray:
    """Return the values of one curve at places where another differs: an axis with these distinguishes learners."""
    apart = np.zeros(len(curve.x), np.bool_)
    for other in others:
        # Between two samples, and beyond its end, a curve keeps the value of the sample before.
        before = np.maximum(np.searchsorted(other.x, curve.x, "right") - 1, 0)
        apart |= curve.values != other.values[before]
    return curve.values[apart]


def _clipped(curves: Sequence[Sampled], low: float, top: float, x: Scale) -> str:
    """Return words on the part that is cut off, for a plot that ends there."""
    high = any((curve.values > top).any() for curve in curves)
    far = any(curve.x[-1] > x.high for curve in curves)
    along = [f"from epoch {x.low:g}"] * bool(x.low) + ["to last change"] * far
    up = [f"from {number(low, 3)} %"] * bool(low) + [f"up to {number(top, 3)} %"] * high
    return "".join(f", {' '.join(words)}" for words in (up, along) if words)


class EnlargingChart(Chart):
    """A chart that `enlarged` lets fill all space. A double click begins as a click, which `taken_back` revokes."""

    enlarged = Signal(bool)
    taken_back = Signal()

    def __init__(self, theme: ThemeModel, least_height: int) -> None:
        super().__init__(theme, least_height)
        self.button = tool_button("", "Enlarge this plot: it takes the place of the table (a double click does, too)")
        self.button.setIcon(QIcon(str(resource("icons", "style", "enlarge.svg"))))
        self.button.setParent(self)
        self.button.setCheckable(True)
        self.button.setAutoRaise(True)
        self.button.setAccessibleName("Enlarge")
        self.button.toggled.connect(self.enlarged)
        self._place_button()
        follow_scale(self, self._place_button)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_button()

    def _place_button(self) -> None:
        self.button.adjustSize()
        self.beside_head = self.button.width()
        self.button.move(self.width() - self.beside_head - 2, 2)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.taken_back.emit()
        self.button.toggle()
