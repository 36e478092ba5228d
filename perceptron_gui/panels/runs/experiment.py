"""The base of all views of the runs panel: a question to a thread, and a plot of the answers so far."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from core.analysis.experiments.homework import Homework
from core.analysis.experiments.orders import OrderOutcome
from core.analysis.experiments.what_if import Fresh
from core.datasets.dataset import Dataset
from core.errors import Cancelled, InputError, raise_if_cancelled
from core.learners import resolved
from core.numbers.numerals import counted
from core.plots.spec import PlotSpec
from core.run import Run
from core.theory.quantities import explained_prose
from perceptron_gui.look.layouts import in_column, in_row
from perceptron_gui.look.plain import plain_label
from perceptron_gui.look.plots.axes import GAP
from perceptron_gui.look.plots.chart import Plot, PlotSheet
from perceptron_gui.look.plots.painting import PlotFrame, frame_of
from perceptron_gui.look.size import SMALL, dress, keep_lines, sized
from perceptron_gui.look.text.rich_text import CopiedWords
from perceptron_gui.look.theme import Theme, ThemeModel
from perceptron_gui.model.saved_setting import Kept, SavedSetting
from perceptron_gui.model.workspace import Workspace


class AnswerPlot(Plot[float]):
    """A plot of the results of many runs. `opened` carries a place that was clicked, and whether it begins a drag."""

    opened = Signal(float, bool)

    def __init__(self, theme: ThemeModel, name: str) -> None:
        super().__init__(theme, name, SMALL)
        self.keys_from: float | None = None
        """the place from which the keys go; None for the first"""
        sized(self, QWidget.setMinimumHeight, 110)

    def lay_out(self, spec: PlotSpec) -> PlotFrame:
        head = max(sum(bool(mark.name) for mark in spec.marks), 1) * self.fontMetrics().height() + 2 * GAP
        canvas = QRectF(self.rect()).adjusted(GAP, head, -3 * GAP, -GAP)
        return frame_of(spec, canvas, self.font(), large=True)

    def set_spec(self, spec: PlotSpec | None) -> None:
        super().set_spec(spec)
        if self.thing not in self.in_order():
            self.thing = None

    def paint_above(self, painter: QPainter, frame: PlotFrame, theme: Theme) -> None:
        pointed = [bar for bar in frame.spec.bars if bar.middle == self.thing]
        for bar in pointed:
            frame.paint_bar(painter, theme, bar, lit=True)
        if self.thing is not None and not pointed:
            painter.setPen(theme.pen("secondary", 1, Qt.PenStyle.DotLine))
            frame.upright(painter, frame.x(self.thing))

    def thing_at(self, place: QPointF) -> float | None:
        return None if self.frame is None else self.frame.spec.nearest(self.frame.place_at(place.x()))

    def in_order(self) -> Sequence[float]:
        return () if self.spec is None else list(self.spec.places)

    def start(self, by: int) -> int:
        first = None if self.spec is None or self.keys_from is None else self.spec.nearest(self.keys_from)
        return super().start(by) if first is None else self.in_order().index(first)

    def open(self, thing: float, *, first: bool) -> None:
        self.opened.emit(thing, first)

    def describe(self, thing: float) -> str:
        return "" if self.spec is None else self.spec.places[thing]

    def tip_at(self, place: QPointF) -> str:
        """Return the meaning of the names above the plot, and of its axis below."""
        if self.frame is None or self.frame.area.top() <= place.y() <= self.frame.area.bottom():
            return ""
        spec = self.frame.spec
        above = [*(mark.meaning for mark in spec.marks), *(samples.name for samples in spec.samples)]
        return explained_prose(*(above if place.y() < self.frame.area.top() else [spec.axis.name]))


Answer = TypeVar("Answer")
Kind = TypeVar("Kind")
Counted = OrderOutcome | Homework | Fresh
"""One run of many: its updates, and whether it converged."""


@dataclass(eq=False)
class Question:
    """A question, and its `answers` so far; `finished` if these are all, `stopped` if no more are wanted.

    Two with an equal `key` have equal answers. `total` is the expected number of results.
    """

    key: tuple[object, ...]
    search: Callable[[Cancelled], Iterable[object]]
    total: int
    of: str
    """The plural noun of the results, e.g. "runs"."""
    swept: tuple[str, tuple[float, ...]] = "", ()
    """The parameter that a strip goes along, and the values to try."""
    answers: list[object] = field(default_factory=list)
    finished: bool = False
    stopped: bool = False

    def work(self, cancelled: Cancelled) -> Iterator[list[object]]:
        """Yield lists of answers every tenth of a second, so that reports cost nothing. Raises CancelledError."""
        held: list[object] = []
        told = time.monotonic()
        for answer in self.search(cancelled):
            held.append(answer)
            raise_if_cancelled(cancelled)
            if time.monotonic() - told > 0.1:
                yield held
                held, told = [], time.monotonic()
        if held:
            yield held


class Experiment(QWidget, Generic[Answer]):
    """An experiment: a sentence, controls, a plot, its reading, and the results of one `kind`.

    `asked` comes with another question from its controls. Opened results go to the document, and `mark` shows where
    the present run is among them.
    """

    kind: type[Answer]
    title: ClassVar[str]
    tip: ClassVar[str]
    asked = Signal()
    subject: Any = None
    """The subject beyond data and options, which makes another question; None for none."""
    choices: SavedSetting = Kept(str, lambda: None, str)
    """What a session keeps of its controls: at first nothing."""

    def __init__(self, workspace: Workspace, theme: ThemeModel, plot: PlotSheet[Any]) -> None:
        super().__init__()
        self.workspace, self.document, self.plot = workspace, workspace.document, plot
        self.current = Question((), lambda cancelled: (), 0, "")
        """the last question that was asked, at first an empty one"""
        self.about, self.reading, self.result = plain_label(), plain_label(), CopiedWords(theme, workspace.margin)
        for label in (self.about, self.reading):
            dress(label, SMALL)
            label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.reading.setAlignment(Qt.AlignmentFlag.AlignTop)
        # Two lines: the plot keeps its size however short the reading is.
        keep_lines(self.reading, 2)
        self.controls = in_row()
        parts = self.about, self.controls, (plot, 1), self.reading, self.result
        self.column = in_column(*parts, margins=(0, 0, 0, 0), spacing=6)
        self.column.addStretch()
        self.setLayout(self.column)
        plot.read.connect(self._read)
        self._read("")

    @property
    def found(self) -> list[Answer]:
        return self.answers_of(self.kind)

    def answers_of(self, kind: type[Kind]) -> list[Kind]:
        return [each for each in self.current.answers if isinstance(each, kind)]

    def tell(self, about: str) -> None:
        """Show the question, to be copied. Empty, it takes no focus, because a screen reader could not name it."""
        self.about.setText(about)
        self.about.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)

    def set_asking(self, on: bool) -> None:
        """Hide the plot and the words on a click in it if there is nothing to ask or to show."""
        self.plot.setVisible(on)
        self.reading.setVisible(on)

    def add_control(self, name: str, control: QWidget, share: int = 0) -> None:
        label = QLabel(name)
        label.setBuddy(control)
        self.controls.addWidget(label)
        self.controls.addWidget(control, share)
        self.controls.addStretch(share)

    def some_examples(self) -> Dataset:
        """Return the examples. Raises InputError if there are none."""
        if not self.document.dataset.n:
            raise InputError("there are no examples; enter at least one")
        return self.document.dataset

    @abstractmethod
    def question(self) -> Question:
        """Return the present question. Raises InputError, which says why nothing can be asked."""

    @abstractmethod
    def words(self) -> str:
        """Return the question in a sentence or two."""

    def begin(self, question: Question) -> None:
        """Forget all answers: those to this question are to come."""
        self.current = question
        self.show_found()

    @abstractmethod
    def show_found(self) -> None: ...

    def mark(self) -> None: ...

    def _read(self, text: str) -> None:
        self.reading.setText(text or self.tip)

    def present(self) -> Run | None:
        """Return the document's run, if it is there and over."""
        run, spec = self.workspace.visible.recorded, resolved(self.document.spec)
        known = run is not None and run.dataset is self.document.dataset and run.spec == spec
        return run if run is not None and known and run.stopped is not None else None


def spread_words(found: Sequence[Counted], name: str, *, mean: bool = False) -> str:
    """Return the fewest and the most updates, their `mean`, and how many reached the limit; each run is a `name`."""
    counts = [run.updates for run in found]
    low, high, runs = min(counts), max(counts), counted(len(counts), name)
    average = f", {sum(counts) / len(counts):,.1f} on average," if mean else ""
    told = f"{low:,} to {counted(high, 'update')}{average} over {runs}"
    if low == high:
        told = f"{counted(low, 'update')} in {'each of ' if len(counts) > 1 else ''}{runs}"
    return f"{told}; {limit_words(found)}."


def limit_words(found: Sequence[Counted]) -> str:
    """Return how many of the runs reached the limit."""
    count, limited = len(found), sum(not run.converged for run in found)
    if limited == count > 1:
        return "all reached the limit"
    return f"{limited:,} of {count:,} reached the limit" if limited else "none reached the limit"
