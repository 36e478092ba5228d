"""k and R²/γ² against one parameter: the bias feature of the same data, or the origin."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, Qt, Signal, Slot
from PySide6.QtGui import QFontMetricsF, QPainter, QPolygonF

from core.analysis.experiments.what_if import (
    ParameterResult,
    bias_values,
    measured_from,
    origin_values,
    over_biases,
    over_origins,
)
from core.datasets.arithmetic import bias_feature
from core.datasets.dataset import Dataset
from core.kernels import make_kernel
from core.learners import resolved
from core.numbers.numerals import number
from core.plots.spec import Scale
from perceptron_gui.look.plots.axes import GAP, Frame, paint_axes, write_line
from perceptron_gui.look.text.small_widgets import ChoiceBox
from perceptron_gui.look.theme import Theme, ThemeModel
from perceptron_gui.model.saved_setting import a_count, a_number
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.runs.experiment import (
    Experiment,
    ExperimentPlot,
    Question,
    columns_in,
    outcome,
    rows_in,
    spread_words,
)

_DOT = 3.0
_STROKE = 18.0


@dataclass(frozen=True)
class ParameterAxis:
    """The values of a parameter, increasing, called `name`; `evenly` apart by their places, else by their size."""

    name: str
    values: tuple[float, ...]
    evenly: bool

    def share(self, value: float) -> float:
        """Return the share of the way at which a value lies, 0 to 1; a value between two lies between their places."""
        places = np.arange(len(self.values)) if self.evenly else np.array(self.values)
        span = float(places[-1] - places[0]) or 1.0
        return float(np.interp(value, self.values, places) - places[0]) / span

    def nearest(self, share: float) -> int:
        """Return the place of the value nearest to a share of the way."""
        return int(np.argmin([abs(self.share(value) - share) for value in self.values]))

    def ticks(self, at_most: int) -> dict[float, str]:
        """Return shares of the way and their labels: 0 and powers of ten, or round values."""
        if not self.evenly:
            scale = Scale(self.values[0], self.values[-1])
            ticks = scale.ticks(at_most)
            return {self.share(tick): text for tick, text in zip(ticks, scale.labels(ticks), strict=True)}
        tens = [value for value in self.values if value == 0 or math.log10(value).is_integer()]
        kept: dict[float, str] = {}
        for value in tens:
            if not kept or self.share(value) - max(kept) >= 1 / at_most:
                kept[self.share(value)] = number(value)
        return kept


class Strip(ExperimentPlot[int]):
    """`chosen` carries a value of the axis, and whether it begins a drag."""

    chosen = Signal(float, bool)

    def __init__(self, theme: ThemeModel, name: str) -> None:
        super().__init__(theme, name)
        self._axis = ParameterAxis("", (0.0,), evenly=False)
        self._settings: dict[float, ParameterResult] = {}
        self._now: float | None = None

    def show_axis(self, axis: ParameterAxis) -> None:
        """Start again along `axis`, without results."""
        self._axis, self._settings, self.thing = axis, {}, None
        self.update()

    def add(self, settings: Sequence[ParameterResult]) -> None:
        self._settings |= {setting.value: setting for setting in settings}
        self.update()

    def show_now(self, value: float | None) -> None:
        self._now = value
        self.update()

    def place_of(self, value: float) -> QPointF:
        frame = self._frame()
        return QPointF(self._x(frame, value), frame.area.center().y())

    def draw_found(self, painter: QPainter, theme: Theme) -> None:
        """Draw axes, the bound as a dashed line, k as dots, hollow where a run reached its limit."""
        if len(self._axis.values) < 2:
            return
        frame = self._frame()
        columns = self._axis.ticks(columns_in(frame)).items()
        paint_axes(painter, theme, frame, rows_in(frame), columns, self._axis.name)
        self._paint_key(painter, theme, frame)
        known = [self._settings[value] for value in self._axis.values if value in self._settings]
        painter.setPen(theme.pen("promise", 1.6, Qt.PenStyle.DashLine))
        for stretch in _stretches(known):
            bounds = ((setting.value, setting.fresh.bound or 1.0) for setting in stretch)
            painter.drawPolyline(QPolygonF([self._point(frame, *bound) for bound in bounds]))
        if self._now is not None:
            painter.setPen(theme.pen("now", 2))
            frame.upright(painter, self._x(frame, self._now))
        painter.setPen(theme.pen("ink", 1.2))
        for setting in known:
            painter.setBrush(theme.color("ink" if setting.fresh.converged else "page"))
            painter.drawEllipse(self._point(frame, setting.value, setting.fresh.updates), _DOT, _DOT)
        if self.thing is not None:
            painter.setPen(theme.pen("secondary", 1, Qt.PenStyle.DotLine))
            frame.upright(painter, self._x(frame, self._axis.values[self.thing]))

    def thing_at(self, place: QPointF) -> int:
        return self._axis.nearest(self._frame().place_at(place.x()))

    def letters(self, place: QPointF) -> str:
        """Return the name of the axis below, the key above."""
        area = self._frame().area
        if area.top() <= place.y() <= area.bottom():
            return ""
        return self._axis.name if place.y() > area.bottom() else ", ".join(["k", *self._formulas[:1]])

    @property
    def _formulas(self) -> list[str]:
        return [s.fresh.formula for s in self._settings.values() if s.fresh.bound is not None]

    def in_order(self) -> Sequence[int]:
        return range(len(self._axis.values))

    def start(self, by: int) -> int:
        return 0 if self._now is None else self._axis.nearest(self._axis.share(self._now))

    def open(self, thing: int, *, first: bool) -> None:
        self.chosen.emit(self._axis.values[thing], first)

    def describe(self, thing: int) -> str:
        value = self._axis.values[thing]
        setting, text = self._settings.get(value), f"{self._axis.name} = {number(value)}"
        return text if setting is None else f"{text}: {outcome(setting.fresh)}"

    def _frame(self) -> Frame:
        """Return the frame, to the right in shares of the axis."""
        found = [setting.fresh for setting in self._settings.values()]
        up = heights([*(f.updates for f in found), *(f.bound for f in found if f.bound is not None)])
        metrics = QFontMetricsF(self.font())
        widest = max(metrics.horizontalAdvance(text) for text in up.labels(up.ticks(8)))
        return Frame(self.area(widest, 1.3), Scale(0.0, 1.0), up)

    def _x(self, frame: Frame, value: float) -> float:
        return frame.x(self._axis.share(value))

    def _point(self, frame: Frame, value: float, height: float) -> QPointF:
        return frame.point(self._axis.share(value), height)

    def _paint_key(self, painter: QPainter, theme: Theme, frame: Frame) -> None:
        left, middle = frame.area.left(), GAP + painter.fontMetrics().height() / 2
        limited = any(not setting.fresh.converged for setting in self._settings.values())
        for name, fill in (("k", "ink"), *((("k at the limit", "page"),) if limited else ())):
            painter.setPen(theme.pen("ink", 1.2))
            painter.setBrush(theme.color(fill))
            painter.drawEllipse(QPointF(left + _DOT, middle), _DOT, _DOT)
            painter.setPen(theme.color("secondary"))
            left = write_line(painter, name, left + 2 * _DOT + GAP, GAP) + 2 * GAP - 2
        if formulas := self._formulas:
            painter.setPen(theme.pen("promise", 1.6, Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(left, middle), QPointF(left + _STROKE, middle))
            painter.setPen(theme.color("secondary"))
            write_line(painter, f"{formulas[0]} (↑ log scale)", left + _STROKE + GAP, GAP)


def heights(values: Sequence[float]) -> Scale:
    """Return a scale from the decade below the least of `values` ≥ 0, or from 1, to a little above the largest.

    No update at all is drawn where 0.5 is, for 0 has no place on a logarithmic scale.
    """
    decade = math.floor(math.log10(max(min(values, default=1.0), 1.0)))
    return Scale(0.5 * 10.0 ** max(decade - 1, 0), max([10.0, *values]) * 1.2, logarithmic=True)


def _stretches(settings: Sequence[ParameterResult]) -> list[list[ParameterResult]]:
    """Return stretches of neighbours that all have a bound."""
    stretches: list[list[ParameterResult]] = [[]]
    for setting in settings:
        if setting.fresh.bound is None or not math.isfinite(setting.fresh.bound):
            stretches.append([])
        else:
            stretches[-1].append(setting)
    return [stretch for stretch in stretches if stretch]


class Sweep(Experiment[ParameterResult]):
    """A strip along one parameter; a click or a drag takes the value at a place."""

    kind = ParameterResult

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        self.strip = Strip(theme, self.title)
        super().__init__(workspace, theme, self.strip)
        self._drag: tuple[int, float] | None = None
        self.strip.chosen.connect(self._choose)

    def begin(self) -> None:
        self.strip.show_axis(self.axis())
        super().begin()

    def show_found(self, new: Sequence[ParameterResult]) -> None:
        self.strip.add(new)
        runs = [setting.fresh for setting in self.found]
        told = spread_words([run.updates for run in runs], [run.converged for run in runs], "run") if runs else ""
        self.result.setText(told)
        self.mark()

    def mark(self) -> None:
        self.strip.show_now(self.present_value())

    @abstractmethod
    def axis(self) -> ParameterAxis:
        """Return the values to try."""

    @abstractmethod
    def present_value(self) -> float | None:
        """Return the value in the document."""

    @abstractmethod
    def take_up(self, value: float, gesture: int, origin: float) -> None:
        """Give the document this value, in a `gesture` that began where it had that of `origin`."""

    @Slot(float, bool)
    def _choose(self, value: float, first: bool) -> None:
        if first or self._drag is None:
            self._drag = self.document.new_gesture(), self.present_value() or 0.0
        self.take_up(value, *self._drag)


class BiasView(Sweep):
    """The strip against the bias feature B."""

    title = "Bias"
    tip = "Click or drag: the run with that B opens, as one edit that can be undone."

    def question(self) -> Question:
        dataset, spec = self.some_examples(), replace(self.document.spec, bias=1.0)
        values = bias_values(dataset)
        return Question((dataset, spec), partial(over_biases, dataset, spec, values), len(values), "places")

    def words(self) -> str:
        return "The same data and learner with another bias feature B, from 0 to a hundred times the longest example."

    def axis(self) -> ParameterAxis:
        return ParameterAxis("B", bias_values(self.document.dataset), evenly=True)

    def present_value(self) -> float:
        return bias_feature(self.document.dataset, self.document.spec.bias).value

    def take_up(self, value: float, gesture: int, origin: float) -> None:
        self.document.choose_spec(replace(self.document.spec, bias=value), gesture)


class OriginView(Sweep):
    """The strip against the place of the origin along a feature.

    It is of the data as they were at its beginning, `base`: moving the origin goes along it and back.
    """

    title = "Origin"
    tip = "Click or drag: the origin moves there, as one edit that can be undone."

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__(workspace, theme)
        self._base = self.document.dataset
        self._moved: dict[float, Dataset] = {}
        self.feature = ChoiceBox()
        self.feature.setAccessibleName("Along which feature the origin moves")
        self.add_control("Alon&g", self.feature, 1)
        self.feature.activated.connect(self._turn)

    @property
    def subject(self) -> tuple[int, Dataset, Mapping[float, Dataset]]:
        return self.feature.currentIndex(), self._base, dict(self._moved)

    @subject.setter
    def subject(self, subject: tuple[int, Dataset, Mapping[float, Dataset]]) -> None:
        feature, base, moved = subject
        self._rebase(base)
        self._moved = dict(moved)
        self.feature.setCurrentIndex(feature)

    def saved(self) -> Any:
        """Return the feature, how far the origin was dragged along it, and what the column was before."""
        feature, origin = self.feature.currentIndex(), self.present_value()
        if feature < 0:
            return None  # The panel was not visible yet.
        if not origin:
            return {"feature": feature}
        return {"feature": feature, "origin": origin, "before": self._base.X[:, feature].tolist()}

    def restore(self, value: Any) -> None:
        """Show the same strip, if the data are those in which the origin was dragged."""
        dataset = self.document.dataset
        feature = a_count(value["feature"], 0, dataset.d - 1)
        if "origin" in value:
            base, origin = dataset.X.copy(), a_number(value["origin"])
            base[:, feature] = value["before"]
            before = dataset.with_rows(base, dataset.y)
            if not measured_from(before, feature, origin).dataset.same_as(dataset):
                raise ValueError
            self._rebase(before)
            self._moved[origin] = dataset  # The state is the one just after a drag to there.
        else:
            self._rebase(dataset)
        self.feature.setCurrentIndex(feature)

    def question(self) -> Question:
        dataset, spec = self.some_examples(), self.document.spec
        if self._offset(dataset) is None:
            self._rebase(dataset)
        base, feature = self._base, self.feature.currentIndex()
        values = origin_values(base, feature)
        search = partial(over_origins, base, spec, feature, values)
        return Question((base, spec, feature), search, len(values), "places")

    def words(self) -> str:
        spec = resolved(self.document.spec)
        told = "" if spec.kernel is None else make_kernel(spec).origin
        if not told and bias_feature(self._base, spec.bias).value:
            told = "Which lines separate them does not depend on it; R, γ, the bound and the mistakes do."
        elif not told:
            told = "With B = 0 every line goes through the origin, so its place decides whether any separates."
        return f"The same examples measured from another origin. {told}"

    def axis(self) -> ParameterAxis:
        feature = self.feature.currentIndex()
        return ParameterAxis(self._base.features[feature], origin_values(self._base, feature), evenly=False)

    def present_value(self) -> float | None:
        return self._offset(self.document.dataset)

    def take_up(self, value: float, gesture: int, origin: float) -> None:
        base, feature = self._base, self.feature.currentIndex()
        moved = measured_from(base, feature, value)
        self._moved[value] = moved.dataset
        remark = measured_from(base, feature, value - origin).sentence if value != origin else ""
        self.document.edit(moved.dataset, moved.name, gesture, remark=remark)

    def _offset(self, dataset: Dataset) -> float | None:
        """Return how far the origin of `dataset` is from that of the base; None for other data."""
        return next((value for value, moved in self._moved.items() if dataset.same_as(moved)), None)

    def _rebase(self, dataset: Dataset) -> None:
        if dataset.features != tuple(self.feature.itemText(i) for i in range(self.feature.count())):
            self.feature.clear()
            self.feature.addItems(dataset.features)
        self._base, self._moved = dataset, {0.0: dataset}

    @Slot()
    def _turn(self) -> None:
        """Begin the strip of another feature at the present origin."""
        self._rebase(self.document.dataset)
        self.asked.emit()
