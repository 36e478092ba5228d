"""k and R²/γ² of the same data with another bias feature, or measured from another origin."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import Slot

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
from perceptron_gui.look.text.small_widgets import ChoiceBox
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.saved_setting import a_count, a_number
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.runs.experiment import Experiment, Question, spread_words
from perceptron_gui.panels.runs.strip import ParameterAxis, Strip


class Sweep(Experiment[ParameterResult]):
    """A strip along one parameter; a place in it is taken up by a click or a drag."""

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
        """The values that are tried."""

    @abstractmethod
    def present_value(self) -> float | None:
        """The value that the document has."""

    @abstractmethod
    def take_up(self, value: float, gesture: int, origin: float) -> None:
        """Give the document this value, in a `gesture` that began where it had that of `origin`."""

    @Slot(float, bool)
    def _choose(self, value: float, first: bool) -> None:
        if first or self._drag is None:
            self._drag = self.document.new_gesture(), self.present_value() or 0.0
        self.take_up(value, *self._drag)


class BiasView(Sweep):
    """Against the bias feature B."""

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
    """Against the place of the origin along a feature.

    The strip is of the data as they were when it was begun, `base`: moving the origin goes along it and back.
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
        """The feature, and where the origin was dragged along it: how far, and what the column was before."""
        feature, origin = self.feature.currentIndex(), self.present_value()
        if feature < 0:
            return None  # nobody has looked at it
        if not origin:
            return {"feature": feature}
        return {"feature": feature, "origin": origin, "before": self._base.X[:, feature].tolist()}

    def restore(self, value: Any) -> None:
        """The same strip, where the data are those that the origin was dragged in."""
        dataset = self.document.dataset
        feature = a_count(value["feature"], 0, dataset.d - 1)
        if "origin" in value:
            base, origin = dataset.X.copy(), a_number(value["origin"])
            base[:, feature] = value["before"]
            before = dataset.with_rows(base, dataset.y)
            if not measured_from(before, feature, origin).dataset.same_as(dataset):
                raise ValueError
            self._rebase(before)
            self._moved[origin] = dataset  # as if it had just been dragged there
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
        """How far the origin of `dataset` is from that of the base; None where it is something else."""
        return next((value for value, moved in self._moved.items() if dataset.same_as(moved)), None)

    def _rebase(self, dataset: Dataset) -> None:
        if dataset.features != tuple(self.feature.itemText(i) for i in range(self.feature.count())):
            self.feature.clear()
            self.feature.addItems(dataset.features)
        self._base, self._moved = dataset, {0.0: dataset}

    @Slot()
    def _turn(self) -> None:
        """Along another feature the strip begins where the origin is now."""
        self._rebase(self.document.dataset)
        self.asked.emit()
