"""The base of all views of the runs panel: a question to a thread, and a plot of the answers so far."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetricsF, QPainter, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from core.analysis.experiments.what_if import Fresh
from core.datasets.dataset import Dataset
from core.errors import Cancelled, InputError, raise_if_cancelled
from core.learners import resolved
from core.numbers.numerals import counted, number, short
from core.run import Run
from core.theory.symbols import explained_prose
from perceptron_gui.look.layouts import in_column, in_row
from perceptron_gui.look.plots.axes import GAP, Frame
from perceptron_gui.look.plots.sheet import PlotSheet, Thing
from perceptron_gui.look.size import pixels
from perceptron_gui.look.text.rich_text import CopiedWords
from perceptron_gui.look.text.small_widgets import SMALL, label_of
from perceptron_gui.look.theme import Theme, ThemeModel
from perceptron_gui.model.workspace import Workspace


class ExperimentPlot(PlotSheet[Thing]):
    """A plot of answers; it is `old` while they belong to the data or options before."""

    def __init__(self, theme: ThemeModel, name: str) -> None:
        super().__init__(theme, name, SMALL)
        self.old = False
        self.setMinimumHeight(pixels(110))

    def letters(self, place: QPointF) -> str:
        """Return the words at a pixel beside the drawing."""
        return ""

    def tip_at(self, place: QPointF) -> str:
        return explained_prose(self.letters(place))

    @abstractmethod
    def draw_found(self, painter: QPainter, theme: Theme) -> None:
        """Draw the answers on the paper."""

    def set_old(self, old: bool) -> None:
        self.old = old
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(380, 260)

    def draw(self, painter: QPainter, theme: Theme) -> None:
        self.paint_ground(painter, theme)
        painter.setOpacity(0.4 if self.old else 1.0)
        self.draw_found(painter, theme)

    def press(self, place: QPointF, *, first: bool) -> None:
        if not self.old:
            super().press(place, first=first)

    def open_stepped(self) -> None:
        if not self.old:
            super().open_stepped()

    def area(self, widest: float, above: float) -> QRectF:
        """Return the area for the drawing: beside labels of the width `widest`, below `above` lines, above two."""
        line = QFontMetricsF(self.font()).height()
        return QRectF(self.rect()).adjusted(widest + 2 * GAP, above * line + GAP, -3 * GAP, -2 * line - 2 * GAP)


def columns_in(frame: Frame) -> int:
    """Return how many labels fit side by side."""
    return max(int(frame.area.width() / 64.0), 2)


def rows_in(frame: Frame) -> list[float]:
    """Return as many round values as fit above each other."""
    return frame.up.ticks(max(int(frame.area.height() / 30.0), 2))


def outcome(fresh: Fresh, *, gamma: bool = False) -> str:
    """Return the result of a fresh run, in words, with its γ if that is asked for."""
    k = f"k = {fresh.updates:,}" if fresh.converged else f"{counted(fresh.updates, 'update')}, then the limit"
    margin = f", γ = {number(fresh.gamma)}" if gamma and fresh.gamma is not None else ""
    return k + margin + ("" if fresh.bound is None else f", {fresh.formula} = {short(fresh.bound)}")


_TOLD_S = 0.1


Answer = TypeVar("Answer")


@dataclass(frozen=True, eq=False)
class Question:
    """A question: two with an equal `key` have equal answers. `total` is the expected number of results."""

    key: tuple[object, ...]
    search: Callable[[Cancelled], Iterable[object]]
    total: int
    of: str
    """The plural noun of the results, e.g. "runs"."""

    def work(self, cancelled: Cancelled) -> Iterator[object]:
        """Yield lists of answers every tenth of a second, so that reports cost nothing. Raises CancelledError."""
        held: list[object] = []
        told = time.monotonic()
        for answer in self.search(cancelled):
            held.append(answer)
            raise_if_cancelled(cancelled)
            if time.monotonic() - told > _TOLD_S:
                yield held
                held, told = [], time.monotonic()
        if held:
            yield held


class Experiment(QWidget, Generic[Answer]):
    """An experiment: a sentence, controls, a plot, its reading, and the results of one `kind`.

    `asked` comes with another question from its controls. Opened results go to the document.
    """

    kind: type[Answer]
    title: ClassVar[str]
    tip: ClassVar[str]
    asked = Signal()
    subject: Any = None
    """The subject beyond data and options, which makes another question; None for none."""

    def __init__(self, workspace: Workspace, theme: ThemeModel, plot: ExperimentPlot[Any]) -> None:
        super().__init__()
        self.workspace = workspace
        self.document = workspace.document
        self.plot = plot
        self.found: list[Answer] = []
        self.about, self.reading, self.result = _words(), _words(), CopiedWords(theme, workspace.margin)
        self.reading.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        self.reading.setAlignment(Qt.AlignmentFlag.AlignTop)
        # Two lines: the plot keeps its size however short the reading is.
        self.reading.setFixedHeight(2 * (self.reading.fontMetrics().height() + 1))
        self.controls = in_row()
        parts = self.about, self.controls, (plot, 1), self.reading, self.result
        self.column = in_column(*parts, margins=(0, 0, 0, 0), spacing=6)
        self.column.addStretch()
        self.setLayout(self.column)
        self._asking = True
        plot.read.connect(self._read)
        self._read("")

    def set_asking(self, on: bool) -> None:
        """Hide the plot and the words on a click in it if there is nothing to ask or to show."""
        self._asking = on
        self.plot.setVisible(on)
        self._share_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._share_out()

    def _share_out(self) -> None:
        """Let words make space for the plot and the answers if there is little."""
        roomy = self.height() >= pixels(300)
        self.about.setVisible(roomy or not self._asking)
        self.reading.setVisible(roomy and self._asking)

    def add_control(self, name: str, control: QWidget, share: int = 0) -> None:
        """Add a named control above the plot, with such a `share` of the width."""
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

    @property
    def count(self) -> int:
        """The number of answers so far."""
        return len(self.found)

    @abstractmethod
    def question(self) -> Question:
        """Return the present question. Raises InputError, which says why nothing can be asked."""

    @abstractmethod
    def words(self) -> str:
        """Return the question in a sentence or two."""

    def begin(self) -> None:
        """Forget all answers: those to the present question are to come."""
        self.found = []
        self.show_found([])

    def take(self, answers: list[object]) -> None:
        new = [answer for answer in answers if isinstance(answer, self.kind)]
        self.found += new
        self.show_found(new)

    @abstractmethod
    def show_found(self, new: Sequence[Answer]) -> None:
        """Show the answers, of which these are `new`."""

    def saved(self) -> Any:
        """Return the choices in its controls, in plain JSON values; None if there are none."""
        return None

    def restore(self, value: Any) -> None:
        """Restore the choices of `saved`. Raise as `SavedSetting.restore`."""

    def mark(self) -> None:
        """Mark the place of the present run among them."""

    @Slot(str)
    def _read(self, text: str) -> None:
        self.reading.setText(text or self.tip)

    def present(self) -> Run | None:
        """Return the document's run, if it is there and over."""
        run, spec = self.workspace.visible.recorded, resolved(self.document.spec)
        known = run is not None and run.dataset is self.document.dataset and run.spec == spec
        return run if run is not None and known and run.stopped is not None else None


def spread_words(counts: Sequence[int], converged: Sequence[bool], name: str, *, mean: bool = False) -> str:
    """Return the fewest and the most updates, their `mean`, and how many reached the limit; each run is a `name`."""
    low, high, runs = min(counts), max(counts), counted(len(counts), name)
    average = f", {sum(counts) / len(counts):,.1f} on average," if mean else ""
    told = f"{low:,} to {counted(high, 'update')}{average} over {runs}"
    if low == high:
        told = f"{counted(low, 'update')} in {'each of ' if len(counts) > 1 else ''}{runs}"
    return f"{told}; {limit_words(converged)}."


def limit_words(converged: Sequence[bool]) -> str:
    """Return how many of the runs that `converged`, or not, reached the limit."""
    count, limited = len(converged), converged.count(False)
    if limited == count > 1:
        return "all reached the limit"
    return f"{limited:,} of {count:,} reached the limit" if limited else "none reached the limit"


def _words() -> QLabel:
    label = label_of(copied=True)
    label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
    return label
