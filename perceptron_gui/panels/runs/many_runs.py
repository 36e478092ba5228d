"""Many runs: bars of how many took how many updates, and k and R²/γ² against one parameter."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import cycle
from statistics import fmean, median
from typing import Any, ClassVar, TypeVar

from PySide6.QtWidgets import QPushButton

from core.analysis.experiments import orders, what_if
from core.analysis.experiments.homework import Homework, homework, problem
from core.datasets.arithmetic import bias_feature
from core.datasets.dataset import Dataset
from core.errors import Cancelled, InputError
from core.kernels import make_kernel
from core.learners import resolved, with_fitting_start
from core.numbers.numerals import counted, number, short
from core.plots.experiments import bars_plot, parameter_plot
from core.run import prepare
from core.spec import RunSpec
from core.theory.margin.margin import Margin
from perceptron_gui.look.fields.number_field import WholeNumberField
from perceptron_gui.look.layouts import in_row
from perceptron_gui.look.size import sized
from perceptron_gui.look.text.small_widgets import ChoiceBox
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.document import editing
from perceptron_gui.model.saved_setting import Kept, a_count, read
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.runs.experiment import AnswerPlot, Experiment, Question, spread_words

_RUNS, _MOST_EXAMPLES = 1000, 1000
OneRun = TypeVar("OneRun", bound=orders.OrderOutcome | Homework)


class ManyRuns(Experiment[OneRun]):
    """An experiment of many runs. A click on a bar opens one of its runs, then the next."""

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        self.histogram = AnswerPlot(theme, "How many runs took how many updates")
        super().__init__(workspace, theme, self.histogram)
        self.bars: tuple[orders.Bar, ...] = ()
        self.marked: tuple[int, str] | None = None
        self._turns: dict[orders.Bar, Iterator[int]] = {}
        self.histogram.opened.connect(self._open)

    @abstractmethod
    def summary(self) -> Iterator[str]:
        """Return sentences on all of the runs together."""

    @abstractmethod
    def open_run(self, found: OneRun) -> None:
        """Open this run in the document."""

    @abstractmethod
    def to_mark(self) -> tuple[int, str] | None:
        """Return the updates of the present run and its name; None if it is not one of these."""

    def bound(self) -> tuple[float, str] | None:
        """Return the bound of all runs, and its name."""
        return None

    def show_found(self) -> None:
        self.bars, self._turns, self.histogram.thing = orders.bars([run.updates for run in self.found]), {}, None
        self.result.setText(" ".join(self.summary()))
        self.mark(changed=True)

    def mark(self, *, changed: bool = False) -> None:
        marked = self.to_mark()
        if changed or marked != self.marked:
            self.marked = marked
            limited = [not run.converged for run in self.found]
            self.histogram.set_spec(bars_plot(self.bars, limited, self.bound(), marked))

    def _open(self, place: float, first: bool) -> None:
        if first:
            bar = [bar for bar in self.bars if bar.members][self.histogram.in_order().index(place)]
            self.open_run(self.found[next(self._turns.setdefault(bar, cycle(bar.members)))])


class OrdersView(ManyRuns[orders.OrderOutcome]):
    """The runs over the orders of the data, and the shortest and longest run of all orders, if they can be found."""

    kind = orders.OrderOutcome
    title = "Orders"
    tip = "Click a bar: one of its runs opens; click again for the next."

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__(workspace, theme)
        self.fewest, self.most = QPushButton(), QPushButton()
        for button, name in ((self.fewest, "fewest"), (self.most, "most")):
            button.hide()
            button.clicked.connect(partial(self._open_extreme, name))
        self.column.addLayout(in_row(self.fewest, self.most))

    def question(self) -> Question:
        dataset, spec = self.some_examples(), replace(self.document.spec, order=None, seed=0, sequence=())

        def search(cancelled: Cancelled) -> Iterator[object]:
            yield prepare(dataset, spec)[0].space.solve_margin(cancelled)
            yield from orders.over_shuffles(dataset, spec, _RUNS, cancelled=cancelled)
            try:
                yield orders.extremes(dataset, spec, cancelled)
            except InputError as error:
                yield error

        return Question((dataset, spec), search, _RUNS, "runs")

    def words(self) -> str:
        n = self.document.dataset.n
        return f"How many updates the same learner takes on these {counted(n, 'example')} in other orders."

    def bound(self) -> tuple[float, str] | None:
        margins = self.answers_of(Margin)
        return next(((margin.bound, margin.notation.bound) for margin in margins if margin.bound is not None), None)

    def to_mark(self) -> tuple[int, str] | None:
        run = self.present()
        return None if run is None else (run.updates, f"the present run ({run.order.title})")

    def show_found(self) -> None:
        super().show_found()
        known = self.answers_of(orders.Extremes)
        for button, name in ((self.fewest, "Fewest"), (self.most, "Most")):
            button.setVisible(bool(known))
            for extremes in known:
                rows = extremes.fewest if button is self.fewest else extremes.most
                button.setText(f"{name}: {len(rows):,}")
                shown = ", ".join(str(row + 1) for row in rows[:20]) + (", …" if len(rows) > 20 else "")
                button.setToolTip(f"{name}, whichever mistake comes next. Opens that run: examples {shown}")

    def summary(self) -> Iterator[str]:
        if self.found:
            yield spread_words(self.found, "shuffle", mean=True)
        if self.answers_of(orders.Extremes):
            yield "Fewest and most are exact: over every possible choice of the next mistake."
        elif self.document.dataset.n <= orders.MOST_EXAMPLES:
            for error in self.answers_of(InputError):
                yield f"Fewest and most are not known: {error}."

    def open_run(self, found: orders.OrderOutcome) -> None:
        self.document.choose_spec(orders.shuffled(self.document.spec, found.seed))

    def _open_extreme(self, name: str) -> None:
        for extremes in self.answers_of(orders.Extremes):
            if not self.histogram.old:
                self.document.choose_spec(orders.with_sequence(self.document.spec, getattr(extremes, name)))


class HomeworkView(ManyRuns[Homework]):
    """Runs on random targets. The examples of a run that is opened replace the document's."""

    kind = Homework
    title = "Homework"
    tip = "Click a bar: one of its runs opens, and its examples take the place of the present ones."

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__(workspace, theme)
        self.subject: Homework | None = None  # This is the run that was opened.
        self.examples = WholeNumberField("Examples", 10, 1, _MOST_EXAMPLES, "How many examples each run has")
        sized(self.examples, WholeNumberField.setFixedWidth, 64)
        self.add_control("Exa&mples N", self.examples)
        self.examples.editingFinished.connect(self.asked)
        a_size = partial(a_count, least=1, most=_MOST_EXAMPLES)
        self.choices = Kept(a_size, lambda: self.examples.latest, self.examples.set_value)

    def question(self) -> Question:
        n, (spec, _) = self.examples.value(), self._fitting()
        return Question((n, spec), lambda cancelled: homework(n, _RUNS, spec, cancelled=cancelled), _RUNS, "runs")

    def words(self) -> str:
        n = counted(self.examples.value(), "example")
        drawn = f"For each run a random line, and {n} of its own from [−1, 1]² (Learning from Data, 1.4)."
        lost = " Each begins at w = 0, because the chosen start does not fit two weights and b."
        return f"{drawn}{lost if self._fitting()[1] else ''}"

    def _fitting(self) -> tuple[RunSpec, str]:
        """Return the options for the two features of the homework, and why the chosen start is left out, if it is."""
        return with_fitting_start(replace(self.document.spec, seed=0), problem(1, 0)[1])

    def to_mark(self) -> tuple[int, str] | None:
        """Return the run that was opened, as long as it is the present one."""
        work, run = self.subject, self.present()
        if work is None or run is None or not run.dataset.same_as(work.dataset) or run.spec.seed != work.seed:
            return None
        return run.updates, f"the present run (seed {work.seed})"

    def summary(self) -> Iterator[str]:
        if not (found := self.found):
            return
        yield spread_words(found, "run", mean=True)
        if shares := [work.disagreement for work in found if not math.isnan(work.disagreement)]:
            yield f"Target and run disagree on {number(100 * fmean(shares), 3)} % of the square, on average."
        else:
            yield "What share of the square disagrees is not known: this learner's classifier is no line."
        if ratios := [work.updates / work.bound for work in found if work.bound]:
            within = sum(ratio <= 1 for ratio in ratios)
            kept = f"Each has its own bound: {within:,} of {len(ratios):,} stay within it"
            yield f"{kept}; in the median k is {number(100 * median(ratios), 2)} % of it."

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


class Sweep(Experiment[what_if.ParameterResult]):
    """A strip along one parameter; a click or a drag takes the value at a place."""

    kind = what_if.ParameterResult
    evenly: ClassVar[bool]
    """True if the values are as far from each other as any two, whatever their size"""

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        self.strip = AnswerPlot(theme, self.title)
        super().__init__(workspace, theme, self.strip)
        self._drag: tuple[int, float] | None = None
        self.strip.opened.connect(self._choose)

    def show_found(self) -> None:
        self.result.setText(spread_words([each.fresh for each in self.found], "run") if self.found else "")
        self.mark(changed=True)

    def mark(self, *, changed: bool = False) -> None:
        (name, values), value = self.current.swept, self.present_value()
        if changed or value != self.strip.keys_from:
            self.strip.keys_from = value
            results = dict.fromkeys(values) | {each.value: each.fresh for each in self.found}
            self.strip.set_spec(parameter_plot(name, results, value, evenly=self.evenly))

    @abstractmethod
    def present_value(self) -> float | None:
        """Return the value in the document."""

    @abstractmethod
    def take_up(self, value: float, gesture: int, origin: float) -> None:
        """Give the document this value, in a `gesture` that began where it had that of `origin`."""

    def _choose(self, value: float, first: bool) -> None:
        if first or self._drag is None:
            self._drag = self.document.new_gesture(), self.present_value() or 0.0
        self.take_up(value, *self._drag)


class BiasView(Sweep):
    """The strip against the bias feature B."""

    title = "Bias"
    evenly = True
    tip = "Click or drag: the run with that B opens, as one edit that can be undone."

    def question(self) -> Question:
        dataset, spec = self.some_examples(), replace(self.document.spec, bias=1.0)
        values = what_if.bias_values(dataset)
        search = partial(what_if.over_biases, dataset, spec, values)
        return Question((dataset, spec), search, len(values), "places", ("B", values))

    def words(self) -> str:
        return "The same data and learner with another bias feature B, from 0 to a hundred times the longest example."

    def present_value(self) -> float:
        return bias_feature(self.document.dataset, self.document.spec.bias).value

    def take_up(self, value: float, gesture: int, origin: float) -> None:
        self.document.choose_spec(replace(self.document.spec, bias=value), gesture)


class OriginView(Sweep):
    """The strip against the place of the origin along a feature of the data as they were when it began."""

    title = "Origin"
    evenly = False
    tip = "Click or drag: the origin moves there, as one edit that can be undone."

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__(workspace, theme)
        self._moved = {0.0: Dataset.empty()}
        """how far the origin was moved → the data as they are then; 0 → those at the beginning"""
        self.choices = self
        self.feature = ChoiceBox()
        self.feature.setAccessibleName("Along which feature the origin moves")
        self.add_control("Alon&g", self.feature, 1)
        self.feature.activated.connect(self._turn)

    @property
    def subject(self) -> tuple[int, dict[float, Dataset]]:
        return self.feature.currentIndex(), dict(self._moved)

    @subject.setter
    def subject(self, subject: tuple[int, dict[float, Dataset]]) -> None:
        feature, moved = subject
        self._rebase(moved[0.0])
        self._moved = dict(moved)
        self.feature.setCurrentIndex(feature)

    def saved(self) -> Any:
        """Return the feature, how far the origin was dragged along it, and what the column was before."""
        feature, origin = self.feature.currentIndex(), self.present_value()
        dragged = {"origin": origin, "before": self._moved[0.0].X[:, feature].tolist()} if origin else {}
        return {"feature": feature, **dragged} if feature >= 0 else None  # None before the panel was seen.

    def restore(self, value: Any) -> None:
        """Show the same strip, if the data are those in which the origin was dragged."""
        dataset = self.document.dataset
        feature = a_count(value["feature"], 0, dataset.d - 1)
        before, origin = dataset.X.copy(), read(float, value.get("origin", 0.0))
        before[:, feature] = value.get("before", before[:, feature])
        base = dataset.with_rows(before, dataset.y) if origin else dataset
        if not what_if.measured_from(base, feature, origin).dataset.same_as(dataset):
            raise ValueError
        self._rebase(base)
        self._moved[origin] = dataset  # The state is the one just after a drag to there.
        self.feature.setCurrentIndex(feature)

    def question(self) -> Question:
        dataset, spec = self.some_examples(), self.document.spec
        if self.present_value() is None:
            self._rebase(dataset)
        base, feature = self._moved[0.0], self.feature.currentIndex()
        values = what_if.origin_values(base, feature)
        search = partial(what_if.over_origins, base, spec, feature, values)
        return Question((base, spec, feature), search, len(values), "places", (base.features[feature], values))

    def words(self) -> str:
        spec = resolved(self.document.spec)
        told = make_kernel(spec).origin if spec.kernel else ""
        if not told and bias_feature(self._moved[0.0], spec.bias).value:
            told = "Which lines separate them does not depend on it; R, γ, the bound and the mistakes do."
        elif not told:
            told = "With B = 0 every line goes through the origin, so its place decides whether any separates."
        return f"The same examples measured from another origin. {told}"

    def present_value(self) -> float | None:
        """Return how far the origin of the data is from that of the base; None for other data."""
        return next((value for value, moved in self._moved.items() if self.document.dataset.same_as(moved)), None)

    def take_up(self, value: float, gesture: int, origin: float) -> None:
        base, feature = self._moved[0.0], self.feature.currentIndex()
        moved = what_if.measured_from(base, feature, value)
        self._moved.setdefault(value, moved.dataset)
        remark = what_if.measured_from(base, feature, value - origin).sentence if value != origin else ""
        self.document.edit(moved.dataset, moved.name, gesture, remark=remark)

    def _rebase(self, dataset: Dataset) -> None:
        if dataset.features != tuple(self.feature.itemText(i) for i in range(self.feature.count())):
            self.feature.clear()
            self.feature.addItems(dataset.features)
        self._moved = {0.0: dataset}

    def _turn(self) -> None:
        self._rebase(self.document.dataset)
        self.asked.emit()
