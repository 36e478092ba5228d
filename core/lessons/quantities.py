"""Quantities of a lesson's run at a moment: they answer questions and fill gaps in texts.

`{updates}` in a text becomes a number, `{next}` an example, `{squares}` the words of the tour through the proof.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import floor, sqrt

import numpy as np
from numpy.typing import NDArray

from core.analysis.exercises import QuizOutcome
from core.analysis.experiments.orders import fewest_and_most
from core.datasets.dataset import Dataset, FloatArray
from core.numbers.formulas import vector
from core.numbers.numerals import number
from core.plots.proof_pictures import ProofInPictures
from core.record.history import State
from core.run import Run
from core.theory.bounds import OwnSeparator
from core.theory.quantities import GIVEN
from core.theory.vectors import vector_at


@dataclass(frozen=True, eq=False)
class LessonMoment:
    """The displayed run at its playhead, and the person's drawings.

    `given` are the examples at the start of the step, `own` the person's separator, if any, and `guess` the outcome of
    the last predicted boundary.
    """

    run: Run
    state: State
    given: Dataset | None = None
    own: OwnSeparator | None = None
    guess: QuizOutcome | None = None

    @property
    def activations(self) -> FloatArray:
        """w·x + b at the playhead for every example, in units of the learning rate; shape (n,)."""
        return self.run.space.at(self.run.history, self.state.update).score(self.run.dataset.X)

    @property
    def mistakes(self) -> NDArray[np.bool_]:
        """Which examples are mistakes at the playhead by the rule of the run; shape (n,)."""
        labels = self.run.dataset.y
        return self.run.rule.adds(self.activations * labels, labels)

    @property
    def next_row(self) -> int | None:
        history, update = self.run.history, self.state.update
        return int(history.index(update, update + 1)[0]) if update < len(history) else None

    @classmethod
    def at(cls, run: Run, update: int | None = None) -> LessonMoment:
        """Return the moment of a run just after an update, or at its end if it has fewer, or for None."""
        history, last = run.history, run.updates if update is None else min(update, run.updates)
        return cls(run, history.at_example(history.example_of(last)), run.dataset)


Value = float | bool


@dataclass(frozen=True)
class RunQuantity:
    """A value `of` a moment, or None if the run does not know it."""

    of: Callable[[LessonMoment], Value | None]
    yes_or_no: bool = False
    """True if the value is yes or no instead of a number."""
    rows: Callable[[LessonMoment], NDArray[np.bool_]] | None = None
    """Which examples the value counts, (n,); None if it counts no examples."""
    secret: str = ""
    """The secret that hides it."""
    tabs: tuple[str, ...] = ()
    layers: tuple[str, ...] = ()
    """The tabs and the layers that show it."""


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
    bound = GIVEN["bound"].value(moment.run.margin)
    return None if bound is None else floor(bound)


def _attained(moment: LessonMoment) -> Value | None:
    bound, updates = _bound(moment), _updates(moment)
    return None if bound is None or updates is None else updates == bound


def _before(moment: LessonMoment) -> LessonMoment | None:
    """Return the moment just after the update before the last one; None if there was no update."""
    return LessonMoment.at(moment.run, moment.state.update - 1) if moment.state.update else None


def _mistakes(moment: LessonMoment | None) -> Value | None:
    return None if moment is None else int(moment.mistakes.sum())


def _reach(moment: LessonMoment | None) -> Value | None:
    if moment is None or not moment.run.margin.has_star:
        return None
    return float(vector_at(moment.state, moment.run.margin).along[0])


def _half_band(moment: LessonMoment) -> Value | None:
    """Return γ/‖w*‖: with a bias input ŵ* has one more component, which the plane does not show."""
    margin = moment.run.margin
    if margin.gamma is None or margin.w_star is None or not margin.w_star.any():
        return None
    return margin.gamma / float(np.linalg.norm(margin.w_star))


def _wrong_at_end(moment: LessonMoment) -> NDArray[np.bool_]:
    run = moment.run
    return run.tie.wrong(run.decision().score(run.dataset.X) * run.dataset.y, run.dataset.y)


def _right_after(moment: LessonMoment) -> Value | None:
    labels, row = moment.run.dataset.y, moment.state.index
    wrong = moment.run.tie.wrong(moment.activations * labels, labels)
    return not wrong[row] if moment.state.moved else None


QUANTITIES: Mapping[str, RunQuantity] = {
    "updates": RunQuantity(_updates, secret="totals"),  # until the run stops by itself
    "epochs": RunQuantity(_epochs, secret="totals"),
    "in_epoch": RunQuantity(_in_epoch),  # updates so far in the epoch of the playhead
    "bound": RunQuantity(_bound, secret="bound", tabs=("Theory", "Runs")),  # the most updates that R²/γ² allows
    "gamma": RunQuantity(lambda at: GIVEN["gamma"].value(at.run.margin), secret="star", tabs=("Theory",)),
    "radius": RunQuantity(
        lambda at: GIVEN["radius"].value(at.run.margin), secret="ceiling", tabs=("Theory",), layers=("measures",)
    ),
    "half_band": RunQuantity(_half_band),  # half the width of the band, as the picture shows it
    "reach": RunQuantity(_reach, tabs=("Theory",)),  # w·ŵ* at the playhead
    "reach_before": RunQuantity(lambda at: _reach(_before(at)), tabs=("Theory",)),
    "mistakes": RunQuantity(_mistakes, rows=lambda at: at.mistakes, tabs=("Learner", "Data")),
    "mistakes_before": RunQuantity(lambda at: _mistakes(_before(at))),
    "errors": RunQuantity(
        lambda at: at.run.training_errors if at.run.stopped is not None else None,
        rows=_wrong_at_end,
        tabs=("Learner", "Data", "Compare"),
        layers=("reading", "compared"),
    ),
    "example": RunQuantity(lambda at: None if at.next_row is None else at.next_row + 1, secret="next"),
    "right_after": RunQuantity(_right_after, yes_or_no=True),  # the example of the update, after it
    "separable": RunQuantity(lambda at: at.run.margin.separable, yes_or_no=True),
    "meets": RunQuantity(lambda at: _bound(at) is not None, yes_or_no=True),  # floor and ceiling
    "attained": RunQuantity(_attained, yes_or_no=True),  # all updates that the bound allows
    # Over all orders.
    "fewest": RunQuantity(lambda at: fewest_and_most(at.run.dataset, at.run.spec)[0], tabs=("Runs",)),
    "most": RunQuantity(lambda at: fewest_and_most(at.run.dataset, at.run.spec)[1], tabs=("Runs",)),
}
"""Name in a lesson → quantity of the run."""


def _one_more(proof: ProofInPictures) -> str:
    """Return what one mistake more than the bound would need: "a 30th mistake would need …", "an 8th …"."""
    margin, k = proof.run.margin, proof.bound + 1
    ending = "th" if k % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(k % 10, "th")
    spoken = f"{k:,}".partition(",")[0]
    nth = f"{'an' if spoken.startswith('8') or spoken in ('11', '18') else 'a'} {k:,}{ending}"
    needed, allowed = number(margin.lower(float(k))), number(sqrt(margin.upper(float(k))), 3)
    return f"{nth} {proof.noun} would need a shadow of at least {needed} from an arrow of at most {allowed}"


def _wrong_side(proof: ProofInPictures) -> str:
    rule, right = proof.run.rule, "`90° or more` from w (a × with its arrow turned round)."
    if rule.slack:
        why = "This rule updates before a point is wrong, too" if rule.threshold else "The line is shifted by a fixed b"
        return f"{why}: a step may lean towards w, but 2y·(w·x) is at most {number(2 * rule.slack)}."
    if proof.on_plane:
        return f"A mistake lies beyond the line that stands at right angles to w. So it is {right}"
    where = "With B as one more coordinate, a" if proof.run.margin.bias.value else "A"
    return f"{where} mistake has y·a ≤ 0, so it is {right}"


def _squares_words(proof: ProofInPictures) -> str:
    mistake = proof.mistake
    if mistake is None:
        return "From w = 0 the first step is all of w."
    before, step, after = (number(each) for each in (mistake.before, mistake.step, mistake.after))
    most = mistake.before + mistake.step
    sum_ = f"At exactly 90° the squares would add up: {before} + {step} = {number(most)}."
    if mistake.after == most:
        return f"{sum_} So they do here."
    return f"{sum_} {'Turned further away, only' if mistake.after < most else 'Leaning towards w,'} {after}."


def _pulled(proof: ProofInPictures) -> str:
    support, lengths = proof.run.margin.support, proof.run.space.norms_squared
    if not proof.on_plane or support is None:
        return "The floor is `less steep` and meets the ceiling `later`."
    stays = np.delete(lengths, support).max(initial=0.0) == lengths.max()
    late = "`four times as late`" if stays else "`later`, though R becomes shorter, too"
    return f"Half as wide, the floor is half as steep and meets the ceiling {late}."


PHRASES: Mapping[str, Callable[[ProofInPictures], str]] = {
    "best_line": lambda proof: "The green line" if proof.has_line else "The best separator",
    "the_best_line": lambda proof: "the green line" if proof.has_line else "the best separator",
    "gamma_written": lambda proof: proof.run.margin.gamma_written(),
    "counting_b": lambda proof: proof.counting_b,
    "other_line": lambda proof: (
        ("line" if proof.has_line else "separator") + ("" if proof.run.margin.bias.value else " through the origin")
    ),
    "each_update": lambda proof: f"each {proof.noun}",
    "wrong_side": _wrong_side,
    "squares": _squares_words,
    "growth": lambda proof: f"{proof.run.margin.notation.growth.strip('()')} = {number(proof.run.margin.growth)}",
    "one_more": _one_more,
    "pulled": _pulled,
}
"""Gap in the sentences of the tour → its words for a run."""


def value_text(value: Value) -> str:
    """Return a value as the text of an answer."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return number(value)


UNKNOWN = "…"
"""The text of a value that the run does not know yet, or at all."""

_GAP = re.compile(
    r"\{(?P<name>\w*)\}(?: (?P<noun>updates|epochs|examples|mistakes|errors)\b(?: (?P<verb>are|were|have|do)\b)?)?"
)
"""A gap, the word that it counts, and its verb."""

EXAMPLES: Mapping[str, Callable[[LessonMoment], int | None]] = {
    "next": lambda moment: moment.next_row,
    "last": lambda moment: moment.state.index if moment.state.moved else None,
}
"""Gaps for examples: the row of the next update, and that of the last one."""


def stranger(text: str) -> str | None:
    """Return the first name in braces that no quantity has; None if all are known names."""
    known = {*QUANTITIES, *EXAMPLES, *PHRASES}
    return next((gap["name"] for gap in _GAP.finditer(text) if gap["name"] not in known), None)


def filled(text: str, moment: LessonMoment | None) -> str:
    """Return the text with its gaps filled for a moment; "{updates} updates" becomes "1 update" if there is one."""

    def told(gap: re.Match[str]) -> str:
        filling = UNKNOWN if moment is None else _filling(gap["name"], moment)
        noun, verb = gap["noun"], gap["verb"]
        if filling == "1":
            of_one = {"are": "is", "were": "was", "have": "has", "do": "does"}
            noun, verb = noun and noun.removesuffix("s"), verb and of_one[verb]
        return " ".join(filter(None, (filling, noun, verb)))

    return _GAP.sub(told, text)


def untold(text: str, moment: LessonMoment) -> str | None:
    """Return the first name in braces that the run does not know at a moment; None if it knows all."""
    return next((gap["name"] for gap in _GAP.finditer(text) if _filling(gap["name"], moment) == UNKNOWN), None)


def _filling(name: str, moment: LessonMoment) -> str:
    if name in PHRASES:
        return PHRASES[name](ProofInPictures(moment.run))
    if name in EXAMPLES:
        dataset, row = moment.run.dataset, EXAMPLES[name](moment)
        if row is None:
            return UNKNOWN
        return f"{'○' if dataset.y[row] > 0 else '×'} at {vector(dataset.X[row].tolist())}"
    value = QUANTITIES[name].of(moment)
    return UNKNOWN if value is None else value_text(value)
