"""What a lesson knows of the run and of the person at work; and what a question can be about, as the run knows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from math import floor

import numpy as np
from numpy.typing import NDArray

from core.analysis.experiments.orders import extremes
from core.analysis.prediction_quiz import QuizOutcome
from core.datasets.dataset import Dataset, FloatArray
from core.errors import InputError
from core.numbers.numerals import number
from core.record.history import State
from core.run import Run
from core.theory.bounds import OwnSeparator

BoolArray = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class LessonMoment:
    """The run on display at its playhead, and what the person has drawn.

    `given` are the examples as the step found them, `own` is one's own separator if one was drawn, `guess` how the last
    predicted boundary fared.
    """

    run: Run
    state: State
    given: Dataset | None = None
    own: OwnSeparator | None = None
    guess: QuizOutcome | None = None

    @property
    def changed(self) -> bool:
        """Whether the examples are others than the step found."""
        return self.given is not None and self.run.dataset is not self.given

    @property
    def activations(self) -> FloatArray:
        """w·x + b at the playhead for every example; shape (n,)."""
        return self.run.space.at(self.run.history, self.state.update).score(self.run.dataset.X)

    @property
    def mistakes(self) -> BoolArray:
        """Which examples the rule of the run takes for mistakes at the playhead; shape (n,)."""
        return self.activations * self.run.dataset.y <= self.run.rule.threshold

    @property
    def next_row(self) -> int | None:
        """The row of the next update; None where there is none in the record."""
        history, update = self.run.history, self.state.update
        return int(history.index(update, update + 1)[0]) if update < len(history) else None

    @classmethod
    def at(cls, run: Run, update: int) -> LessonMoment:
        """Of a run just after an update, or at its end where there are fewer."""
        history = run.history
        return cls(run, history.at_example(history.example_of(min(update, run.updates))), run.dataset)


Value = float | bool


@dataclass(frozen=True)
class RunQuantity:
    """`of` a moment; None where the run does not know it. `words` say what it is, for who writes a lesson."""

    words: str
    of: Callable[[LessonMoment], Value | None]


def _updates(moment: LessonMoment) -> Value | None:
    return moment.run.updates if moment.run.converged else None


def _epochs(moment: LessonMoment) -> Value | None:
    return moment.run.history.epochs if moment.run.converged and moment.run.order.has_epochs else None


def _bound(moment: LessonMoment) -> Value | None:
    bound = moment.run.margin.bound
    return None if bound is None else floor(bound)


def _attained(moment: LessonMoment) -> Value | None:
    bound, updates = _bound(moment), _updates(moment)
    return None if bound is None or updates is None else updates == bound


def _errors(moment: LessonMoment) -> Value | None:
    return moment.run.training_errors if moment.run.stopped is not None else None


def _right_after(moment: LessonMoment) -> Value | None:
    return bool(moment.activations[moment.state.index] * moment.state.label > 0) if moment.state.moved else None


def _example(moment: LessonMoment) -> Value | None:
    row = moment.next_row
    return None if row is None else row + 1


def _extreme(moment: LessonMoment, name: str) -> Value | None:
    try:
        return len(getattr(extremes(moment.run.dataset, moment.run.spec), name))
    except InputError:
        return None


QUANTITIES: Mapping[str, RunQuantity] = {
    "updates": RunQuantity("updates until the run stops by itself", _updates),
    "epochs": RunQuantity("epochs until the run stops by itself", _epochs),
    "bound": RunQuantity("the most updates that the bound R²/γ² allows", _bound),
    "gamma": RunQuantity("γ", lambda moment: moment.run.margin.gamma),
    "radius": RunQuantity("R", lambda moment: moment.run.margin.radius),
    "mistakes": RunQuantity("examples that are mistakes at the playhead", lambda moment: int(moment.mistakes.sum())),
    "errors": RunQuantity("examples that the learner gets wrong at the end of its run", _errors),
    "example": RunQuantity("the example of the next update, from 1", _example),
    "right_after": RunQuantity("whether the example of the update is right after it", _right_after),
    "separable": RunQuantity("whether the examples can be separated", lambda moment: moment.run.margin.separable),
    "meets": RunQuantity("whether floor and ceiling meet: there is a bound", lambda moment: _bound(moment) is not None),
    "attained": RunQuantity("whether the run takes all updates that the bound allows", _attained),
    "fewest": RunQuantity("the fewest updates over all orders", partial(_extreme, name="fewest")),
    "most": RunQuantity("the most updates over all orders", partial(_extreme, name="most")),
}
"""Name in a lesson → what it asks the run."""


def value_text(value: Value) -> str:
    """As an answer is told."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return number(value, 4)
