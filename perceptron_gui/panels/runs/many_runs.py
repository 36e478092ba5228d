"""Many runs, as bars of how many took how many updates: over the orders of the data, or on random targets."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from statistics import fmean, median
from typing import Any, TypeVar

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QPushButton

from core.analysis.experiments.homework import Homework, homework, problem
from core.analysis.experiments.orders import (
    MOST_EXAMPLES,
    Bar,
    Extremes,
    OrderOutcome,
    bars,
    extremes,
    over_shuffles,
    shuffled,
    with_sequence,
)
from core.errors import Cancelled, InputError
from core.learners import with_fitting_start
from core.numbers.numerals import counted, number, short
from core.plots.spec import Scale
from core.run import Run, prepare
from core.spec import RunSpec
from core.theory.margin.margin import Margin
from perceptron_gui.look.fields.number_field import WholeNumberField
from perceptron_gui.look.layouts import in_row
from perceptron_gui.look.plots.axes import GAP, Frame, paint_axes, write_line
from perceptron_gui.look.size import pixels
from perceptron_gui.look.theme import Theme, ThemeModel
from perceptron_gui.model.document import editing
from perceptron_gui.model.saved_setting import a_count
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.runs.experiment import (
    Experiment,
    ExperimentPlot,
    Question,
    columns_in,
    rows_in,
    spread_words,
)

_ROOM = 1.08
_TAIL = 4
"""The width of the last bar in bars, if it holds more numbers of updates than the others."""
_ARROW = 5.0


class Histogram(ExperimentPlot[int]):
    """Bars of how many runs took how many updates. `opened` carries a run of the clicked bar, each time the next."""

    opened = Signal(int)

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__(theme, "How many runs took how many updates")
        self._updates: list[int] = []
        self._limited: list[bool] = []
        self._bound: tuple[float, str] | None = None
        self._turns: dict[tuple[int, int], int] = {}
        self.bars: tuple[Bar, ...] = ()
        self.mark: tuple[int, str] | None = None
        """the number of updates of the present run, and its name"""

    def show_runs(self, updates: Sequence[int], limited: Sequence[bool]) -> None:
        """Draw runs of these lengths; the `limited` ones stopped before they converged."""
        self._updates, self._limited = list(updates), list(limited)
        self.bars = bars(self._updates)
        self._turns, self.thing = {}, None
        self.update()

    def show_bound(self, bound: float | None, name: str) -> None:
        """Draw a bound if its place is in view, else point to it; None for no bound."""
        self._bound = None if bound is None else (bound, name)
        self.update()

    def show_mark(self, mark: tuple[int, str] | None) -> None:
        if mark != self.mark:
            self.mark = mark
            self.update()

    def middle_of(self, place: int) -> QPointF:
        frame = self._frame()
        return QPointF(sum(self._sides(frame, self.bars[place])) / 2, frame.area.bottom() - 2)

    def draw_found(self, painter: QPainter, theme: Theme) -> None:
        if not self.bars:
            return
        frame, tail = self._frame(), self._tail
        ticks = frame.across.ticks(columns_in(frame))
        labels = list(zip(ticks, frame.across.labels(ticks), strict=True))
        if tail is not None:
            middle = frame.place_at(sum(self._sides(frame, tail)) / 2)
            labels = [label for label in labels if label[0] < tail.first - _TAIL * self._width]
            labels.append((middle, f"{tail.first:,} to {tail.last:,}"))
        paint_axes(painter, theme, frame, rows_in(frame), labels, "updates")
        for place, bar in enumerate(self.bars):
            if bar.members:
                self._paint_bar(painter, theme, frame, bar, lit=place == self.thing)
        self._paint_bound(painter, theme, frame)
        if self.mark is not None:
            self._paint_mark(painter, theme, frame, *self.mark)

    def thing_at(self, place: QPointF) -> int | None:
        frame = self._frame()
        for bar in self.in_order():
            left, right = self._sides(frame, self.bars[bar])
            if left <= place.x() < right:
                return bar
        return None

    def letters(self, place: QPointF) -> str:
        """Return the name of the bound, which is written above."""
        above = place.y() < self._frame().area.top()
        return self._bound[1] if above and self._bound is not None else ""

    def in_order(self) -> Sequence[int]:
        return [place for place, bar in enumerate(self.bars) if bar.members]

    def open(self, thing: int, *, first: bool) -> None:
        if first:
            bar = self.bars[thing]
            turn = self._turns[bar.first, bar.last] = self._turns.get((bar.first, bar.last), -1) + 1
            self.opened.emit(bar.members[turn % len(bar.members)])

    def describe(self, thing: int) -> str:
        bar = self.bars[thing]
        limited = self._limited_in(bar)
        size = counted(bar.first, "update") if bar.first == bar.last else f"{bar.first:,} to {bar.last:,} updates"
        stopped = f", {limited:,} at the limit" if limited else ""
        return f"{size}: {len(bar.members):,} of {counted(len(self._updates), 'run')}{stopped}"

    def beyond(self, updates: int) -> int:
        """Return −1 for a mark so far below the bars that it is only pointed to, 1 for one so far above, else 0.

        That is 60 bars: they would be too thin to click if it had a place.
        """
        first, last, room = self.bars[0].first, self.bars[-1].last, 60 * self._width
        if updates < first - room:
            return -1
        return int(updates > (last if self._tail is not None else last + room))

    def _limited_in(self, bar: Bar) -> int:
        return sum(self._limited[member] for member in bar.members)

    def _frame(self) -> Frame:
        most = max((len(bar.members) for bar in self.bars), default=1)
        counts = Scale(0, max(most, 1) * _ROOM, whole=True)
        widest = QFontMetricsF(self.font()).horizontalAdvance(f"{int(counts.high):,}")
        area = self.area(widest, 2 + (self.mark is not None))
        if not self.bars:
            return Frame(area, Scale.counting(1), counts)
        near = [] if self.mark is None or self.beyond(self.mark[0]) else [self.mark[0]]
        low, high = min([self.bars[0].first, *near]), self.bars[-1].last + 1
        if (tail := self._tail) is not None:
            high = tail.first + (_TAIL + 1) * self._width
        else:
            high = max([high, *near])
            if self._bound is not None and self._bound[0] <= 2.5 * high:  # A mark farther away is only pointed to.
                high = max(high, int(self._bound[0]) + 1)
        edge = 0 if low <= high - low else low - 1
        across = Scale(edge, edge + (high - edge) * (1.0 if tail else _ROOM), whole=True)
        return Frame(area, across, counts)

    @property
    def _width(self) -> int:
        return self.bars[0].last - self.bars[0].first + 1

    @property
    def _tail(self) -> Bar | None:
        """The last bar, if it holds all longer runs."""
        last = self.bars[-1]
        return last if last.last - last.first + 1 > self._width else None

    def _sides(self, frame: Frame, bar: Bar) -> tuple[float, float]:
        if bar is self._tail:
            return frame.x(bar.first + self._width - 0.5), frame.area.right()
        return frame.x(bar.first - 0.5), frame.x(bar.last + 0.5)

    def _paint_bar(self, painter: QPainter, theme: Theme, frame: Frame, bar: Bar, *, lit: bool) -> None:
        left, right = self._sides(frame, bar)
        limited = self._limited_in(bar)
        top, middle = frame.y(len(bar.members)), frame.y(limited)
        width = max(right - left - 1, 1.5)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.pale("ink" if lit else "secondary", 0.75 if lit else 0.6))
        painter.drawRect(QRectF(left, top, width, middle - top))
        if limited:
            painter.setPen(theme.pen("secondary", 1))
            painter.setBrush(theme.color("secondary", 0.15))
            painter.drawRect(QRectF(left, middle, width, frame.area.bottom() - middle))

    def _paint_bound(self, painter: QPainter, theme: Theme, frame: Frame) -> None:
        if self._bound is None:
            return
        bound, name = self._bound
        tail, text, at = self._tail, f"{name} = {short(bound)}", frame.area.right()
        if bound <= frame.across.high and (tail is None or bound < tail.first):
            at = frame.x(bound)
            painter.setPen(theme.pen("promise", 1.6, Qt.PenStyle.DashLine))
            frame.upright(painter, at)
        else:
            text = f"{text} →"
        self._name(painter, theme, "promise", text, at, GAP)

    def _paint_mark(self, painter: QPainter, theme: Theme, frame: Frame, updates: int, name: str) -> None:
        """Paint the name of the mark on its own line, and the mark below it."""
        height, beyond, text = painter.fontMetrics().height(), self.beyond(updates), f"{name}: {updates:,}"
        top, tail, foot = GAP + height, self._tail, frame.area.bottom()
        if beyond:
            text, at = (f"{text} →", frame.area.right()) if beyond > 0 else (f"← {text}", frame.area.left())
        else:
            longer = tail is not None and updates >= tail.first
            at = sum(self._sides(frame, self.bars[-1])) / 2 if longer else frame.x(updates)
            painter.setPen(theme.pen("now", 1.5))
            painter.drawLine(QPointF(at, top + height), QPointF(at, foot))
            painter.setBrush(theme.color("now"))
            arrow = (QPointF(at, foot), QPointF(at - _ARROW, foot + _ARROW), QPointF(at + _ARROW, foot + _ARROW))
            painter.drawPolygon(arrow)
        self._name(painter, theme, "now", text, at, top)

    def _name(self, painter: QPainter, theme: Theme, role: str, text: str, at: float, top: float) -> None:
        """Write words around the pixel `at`, moved so that they stay within the widget."""
        long = painter.fontMetrics().horizontalAdvance(text) + 2
        painter.setPen(theme.color(theme.text_role(role)))
        write_line(painter, text, min(max(at - long / 2, GAP), self.width() - long - GAP), top)


OneRun = TypeVar("OneRun", bound=OrderOutcome | Homework)


class ManyRuns(Experiment[OneRun]):
    """An experiment of many runs. A click on a bar opens one of its runs, then the next."""

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        self.histogram = Histogram(theme)
        super().__init__(workspace, theme, self.histogram)
        self.histogram.opened.connect(lambda place: self.open_run(self.found[place]))

    @abstractmethod
    def summary(self) -> Iterator[str]:
        """Return sentences on all of the runs together."""

    @abstractmethod
    def open_run(self, found: OneRun) -> None:
        """Open this run in the document."""

    def show_found(self, new: Sequence[OneRun]) -> None:
        self.histogram.show_runs([run.updates for run in self.found], [not run.converged for run in self.found])
        self.result.setText(" ".join(self.summary()))
        self.mark()

    def mark_run(self, run: Run | None, name: str) -> None:
        """Mark the present run, called `name`; None for none."""
        self.histogram.show_mark(None if run is None else (run.updates, f"the present run ({name})"))

    def spread(self, name: str) -> Iterator[str]:
        """Return words on the spread of their updates, if there are any; each run is a `name`."""
        if self.found:
            counts, converged = [run.updates for run in self.found], [run.converged for run in self.found]
            yield spread_words(counts, converged, name, mean=True)


_RUNS = 1000


class OrdersView(ManyRuns[OrderOutcome]):
    """The runs over the orders of the data, and the shortest and longest run of all orders, if they can be found."""

    kind = OrderOutcome
    title = "Orders"
    tip = "Click a bar: one of its runs opens; click again for the next."

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__(workspace, theme)
        self._extremes: Extremes | None = None
        self._no_extremes = ""
        self.fewest, self.most = QPushButton(), QPushButton()
        for button, name in ((self.fewest, "fewest"), (self.most, "most")):
            button.setVisible(False)
            button.clicked.connect(partial(self._open_extreme, name))
        self.column.addLayout(in_row(self.fewest, self.most))

    def question(self) -> Question:
        dataset, spec = self.some_examples(), replace(self.document.spec, order=None, seed=0, sequence=())

        def search(cancelled: Cancelled) -> Iterator[object]:
            yield prepare(dataset, spec)[0].space.solve_margin(cancelled)
            yield from over_shuffles(dataset, spec, _RUNS, cancelled=cancelled)
            try:
                yield extremes(dataset, spec, cancelled)
            except InputError as error:
                yield error

        return Question((dataset, spec), search, _RUNS, "runs")

    def words(self) -> str:
        n = self.document.dataset.n
        return f"How many updates the same learner takes on these {counted(n, 'example')} in other orders."

    def begin(self) -> None:
        self._extremes, self._no_extremes = None, ""
        self.histogram.show_bound(None, "")
        super().begin()

    def take(self, answers: list[object]) -> None:
        for answer in answers:
            if isinstance(answer, Margin):
                self.histogram.show_bound(answer.bound, answer.notation.bound)
            elif isinstance(answer, Extremes):
                self._extremes = answer
            elif isinstance(answer, InputError):
                self._no_extremes = str(answer)
        super().take(answers)

    def mark(self) -> None:
        run = self.present()
        self.mark_run(run, "" if run is None else run.order.title)

    def show_found(self, new: Sequence[OrderOutcome]) -> None:
        super().show_found(new)
        found = self._extremes
        for button, name in ((self.fewest, "Fewest"), (self.most, "Most")):
            button.setVisible(found is not None)
            if found is not None:
                rows = found.fewest if button is self.fewest else found.most
                button.setText(f"{name}: {len(rows):,}")
                shown = ", ".join(str(row + 1) for row in rows[:20]) + (", …" if len(rows) > 20 else "")
                button.setToolTip(f"{name}, whichever mistake comes next. Opens that run: examples {shown}")

    def summary(self) -> Iterator[str]:
        yield from self.spread("shuffle")
        if self._extremes is not None:
            yield "Fewest and most are exact: over every possible choice of the next mistake."
        elif self._no_extremes and self.document.dataset.n <= MOST_EXAMPLES:
            yield f"Fewest and most are not known: {self._no_extremes}."

    def open_run(self, found: OrderOutcome) -> None:
        self.document.choose_spec(shuffled(self.document.spec, found.seed))

    def _open_extreme(self, name: str) -> None:
        if self._extremes is not None and not self.histogram.old:
            self.document.choose_spec(with_sequence(self.document.spec, getattr(self._extremes, name)))


_MOST_EXAMPLES = 1000


class HomeworkView(ManyRuns[Homework]):
    """Runs on random targets. The examples of a run that is opened replace the document's."""

    kind = Homework
    title = "Homework"
    tip = "Click a bar: one of its runs opens, and its examples take the place of the present ones."

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__(workspace, theme)
        self.subject: Homework | None = None  # This is the run that was opened.
        self.examples = WholeNumberField("Examples", 10, 1, _MOST_EXAMPLES, "How many examples each run has")
        self.examples.setFixedWidth(pixels(64))
        self.add_control("Exa&mples N", self.examples)
        self.examples.editingFinished.connect(self.asked)

    def question(self) -> Question:
        n, (spec, _) = self.examples.value(), self._fitting()
        return Question((n, spec), lambda cancelled: homework(n, _RUNS, spec, cancelled=cancelled), _RUNS, "runs")

    def words(self) -> str:
        n = counted(self.examples.value(), "example")
        drawn = f"For each run a random line, and {n} of its own from [−1, 1]² (Learning from Data, 1.4)."
        lost = self._fitting()[1]
        return (
            f"{drawn} Each begins at w = 0, because the chosen start does not fit two weights and b." if lost else drawn
        )

    def _fitting(self) -> tuple[RunSpec, str]:
        """Return the options for the two features of the homework, and why the chosen start is left out, if it is."""
        return with_fitting_start(replace(self.document.spec, seed=0), problem(1, 0)[1])

    def saved(self) -> Any:
        return self.examples.latest

    def restore(self, value: Any) -> None:
        self.examples.set_value(a_count(value, 1, _MOST_EXAMPLES))

    def mark(self) -> None:
        """Mark the run that was opened, as long as it is the present one."""
        work, run = self.subject, self.present()
        same = work is not None and run is not None and run.dataset.same_as(work.dataset) and run.spec.seed == work.seed
        self.mark_run(run if same else None, f"seed {work.seed}" if work is not None else "")

    def summary(self) -> Iterator[str]:
        works = self.found
        if not works:
            return
        yield from self.spread("run")
        shares = [work.disagreement for work in works if not math.isnan(work.disagreement)]
        if shares:
            yield f"Target and run disagree on {number(100 * fmean(shares), 3)} % of the square, on average."
        else:
            yield "What share of the square disagrees is not known: this learner's classifier is no line."
        ratios = [work.updates / work.bound for work in works if work.bound]
        if ratios:
            within = sum(ratio <= 1 for ratio in ratios)
            share = number(100 * median(ratios), 2)
            kept = f"Each has its own bound: {within:,} of {len(ratios):,} stay within it"
            yield f"{kept}; in the median k is {share} % of it."

    def open_run(self, found: Homework) -> None:
        work = self.subject = found
        document, name = self.document, f"homework with seed {work.seed}"
        if not work.dataset.same_as(document.dataset) or work.seed != document.spec.seed:
            with document.one_edit(f"generate {name}"):
                editing.take_generated(document, work.dataset, name, add=False)
                document.choose_spec(replace(document.spec, seed=work.seed))
        bound = "" if work.bound is None else f", its bound {short(work.bound)}"
        share = "" if math.isnan(work.disagreement) else f", {number(100 * work.disagreement, 3)} % disagree"
        self._read(f"Seed {work.seed}: {counted(work.updates, 'update')}{bound}{share}")
        self.mark()
