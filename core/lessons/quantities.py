"""What a question of a lesson can be about: each a number, or yes or no, that the run itself knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from math import floor

from core.analysis.experiments.orders import extremes
from core.errors import InputError
from core.lessons.moment import LessonMoment
from core.numbers.numerals import number

Value = float | bool


@dataclass(frozen=True)
class RunQuantity:
    """A value `of` a moment; None where the run does not know it. `words` say what it is, for who writes a lesson."""

    words: str
    of: Callable[[LessonMoment], Value | None]
    yes_or_no: bool = False
    """Whether the value is yes or no; else it is a number."""


def _updates(moment: LessonMoment) -> Value | None:
    return moment.run.updates if moment.run.converged else None


def _epochs(moment: LessonMoment) -> Value | None:
    return moment.run.history.epochs if moment.run.converged and moment.run.order.has_epochs else None


def _in_epoch(moment: LessonMoment) -> Value | None:
    run, state = moment.run, moment.state
    if not run.order.has_epochs or not state.update:
        return None
    return state.update - run.history.updates_before((state.epoch - 1) * run.dataset.n)


def _bound(moment: LessonMoment) -> Value | None:
    bound = moment.run.margin.bound
    return None if bound is None else floor(bound)


def _attained(moment: LessonMoment) -> Value | None:
    bound, updates = _bound(moment), _updates(moment)
    return None if bound is None or updates is None else updates == bound


def _errors(moment: LessonMoment) -> Value | None:
    return moment.run.training_errors if moment.run.stopped is not None else None


def _right_after(moment: LessonMoment) -> Value | None:
    labels, row = moment.run.dataset.y, moment.state.index
    wrong = moment.run.tie.wrong(moment.activations * labels, labels)
    return not wrong[row] if moment.state.moved else None


def _example(moment: LessonMoment) -> Value | None:
    row = moment.next_row
    return None if row is None else row + 1


def extreme(moment: LessonMoment, *, most: bool) -> int | None:
    """The fewest or the most updates over all orders; None where there are too many of them."""
    try:
        found = extremes(moment.run.dataset, moment.run.spec)
    except InputError:
        return None
    return len(found.most if most else found.fewest)


QUANTITIES: Mapping[str, RunQuantity] = {
    "updates": RunQuantity("updates until the run stops by itself", _updates),
    "epochs": RunQuantity("epochs until the run stops by itself", _epochs),
    "in_epoch": RunQuantity("updates so far in the epoch of the playhead", _in_epoch),
    "bound": RunQuantity("the most updates that the bound R²/γ² allows", _bound),
    "gamma": RunQuantity("γ", lambda moment: moment.run.margin.gamma),
    "radius": RunQuantity("R", lambda moment: moment.run.margin.radius),
    "mistakes": RunQuantity("examples that are mistakes at the playhead", lambda moment: int(moment.mistakes.sum())),
    "errors": RunQuantity("examples that the learner gets wrong at the end of its run", _errors),
    "example": RunQuantity("the example of the next update, from 1", _example),
    "right_after": RunQuantity("whether the example of the update is right after it", _right_after, yes_or_no=True),
    "separable": RunQuantity(
        "whether the examples can be separated", lambda moment: moment.run.margin.separable, yes_or_no=True
    ),
    "meets": RunQuantity(
        "whether floor and ceiling meet: there is a bound", lambda moment: _bound(moment) is not None, yes_or_no=True
    ),
    "attained": RunQuantity("whether the run takes all updates that the bound allows", _attained, yes_or_no=True),
    "fewest": RunQuantity("the fewest updates over all orders", partial(extreme, most=False)),
    "most": RunQuantity("the most updates over all orders", partial(extreme, most=True)),
}
"""Name in a lesson → what it asks the run."""


def value_text(value: Value) -> str:
    """As an answer is told."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return number(value)
