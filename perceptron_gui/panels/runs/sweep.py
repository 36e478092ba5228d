"""k and R²/γ² against one parameter: the bias feature of the same data, or the origin."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from core.analysis.experiments.what_if import (
    Fresh,
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
from core.plots.experiments import parameter_plot
from perceptron_gui.look.text.small_widgets import ChoiceBox
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.saved_setting import a_count, a_number
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.runs.experiment import AnswerPlot, Experiment, Question, spread_words


class Sweep(Experiment[ParameterResult]):
    """A strip along one parameter; a click or a drag takes the value at a place."""

    kind = ParameterResult
    evenly: ClassVar[bool]
    """True if the values are as far from each other as any two, whatever their size"""

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        self.strip = AnswerPlot(theme, self.title)
        super().__init__(workspace, theme, self.strip)
        self._drag: tuple[int, float] | None = None
        self._name, self._results = "", dict[float, Fresh | None]()
        self._marked: float | None = None
        self.strip.opened.connect(self._choose)

    def begin(self) -> None:
        self._name, values = self.parameter()
        self._results = dict.fromkeys(values)
        super().begin()

    def show_found(self, new: Sequence[ParameterResult]) -> None:
        self._results |= {setting.value: setting.fresh for setting in new}
        runs = [setting.fresh for setting in self.found]
        told = spread_words([run.updates for run in runs], [run.converged for run in runs], "run") if runs else ""
        self.result.setText(told)
        self._draw()

    def mark(self) -> None:
        if self.present_value() != self._marked:
            self._draw()

    def _draw(self) -> None:
        value = self._marked = self.present_value()
        self.strip.keys_from = value
        self.strip.set_spec(parameter_plot(self._name, self._results, value, evenly=self.evenly))

    @abstractmethod
    def parameter(self) -> tuple[str, tuple[float, ...]]:
        """Return the name of the parameter, and the values to try."""

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
        values = bias_values(dataset)
        return Question((dataset, spec), partial(over_biases, dataset, spec, values), len(values), "places")

    def words(self) -> str:
        return "The same data and learner with another bias feature B, from 0 to a hundred times the longest example."

    def parameter(self) -> tuple[str, tuple[float, ...]]:
        return "B", bias_values(self.document.dataset)

    def present_value(self) -> float:
        return bias_feature(self.document.dataset, self.document.spec.bias).value

    def take_up(self, value: float, gesture: int, origin: float) -> None:
        self.document.choose_spec(replace(self.document.spec, bias=value), gesture)


class OriginView(Sweep):
    """The strip against the place of the origin along a feature.

    It is of the data as they were at its beginning, `base`: moving the origin goes along it and back.
    """

    title = "Origin"
    evenly = False
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

    def parameter(self) -> tuple[str, tuple[float, ...]]:
        feature = self.feature.currentIndex()
        return self._base.features[feature], origin_values(self._base, feature)

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

    def _turn(self) -> None:
        self._rebase(self.document.dataset)
        self.asked.emit()
