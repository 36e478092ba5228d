"""When an example moves the vector, and how: with words, formulas and promises; and the table of all rules.

Some add y·x for a mistake, or within a margin m. By others y·a < 1 moves w: as far as the example needs, or by a step
of one size while w shrinks.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.datasets.dataset import FloatArray
from core.errors import InputError
from core.numbers.numerals import DIGITS, number, rounded
from core.spec import Axis, Idea, Parametric, RunSpec
from core.ties import MISTAKE, Tie, below, find_tie

Value = TypeVar("Value", float, FloatArray)


class Verdict(NamedTuple):
    """The verdict of a rule on one example: its `name`, its true `test`, e.g. "y·a = −0.3 ≤ 0", and the reason."""

    adds: bool
    name: str
    relation: str
    test: str
    said: str
    tie: bool


@dataclass(frozen=True)
class Rule(Parametric):
    """`w̃ ← s·w̃` at every example, s = `shrink(n)`; and `w̃ ← w̃ + τ·y·x̃` where it `adds`, τ = `size(…)`.

    An example is added where y·a ≤ `threshold`, or < where `strict`; where the threshold is 0, `tie` decides y·a = 0.
    The threshold is never negative, so a mistake is always added. Only w is shrunk, b is not.

    A run is made with w̃/η, η = `exact_rate`, which is a sum of whole examples: there w⁽⁰⁾/η and m/η stand in the place
    of w⁽⁰⁾ and m. `bars`, `admits`, `adds` and `size` are of w̃/η; everything else is of w̃, by `times_rate`.
    """

    tie: Tie = field(default=MISTAKE, kw_only=True)
    exact_rate: Fraction = field(default=Fraction(1), kw_only=True)
    fixed: float = field(default=0.0, kw_only=True)
    """The b that no update changes: that of a start with B = 0."""
    start: tuple[float, ...] = field(default=(), kw_only=True)
    """(w⁽⁰⁾, b⁽⁰⁾); empty for 0."""
    penalty: float | None = field(default=None, init=False)
    """The weight of the hinge losses in its cost; None if it has none."""

    title: ClassVar[str]
    limit: ClassVar[str] = "0"
    """The threshold in a formula: a number, or the letter of a parameter."""

    strict: ClassVar[bool] = False
    every_example: ClassVar[bool] = False
    """True if each example seen moves the vector, and is a row of the record: not so in a kernel's feature space."""
    sized: ClassVar[bool] = False
    """True if τ depends on the example; else it is the same for all, and for 1 the vector is a sum of examples."""

    target: ClassVar[float] = math.nan
    """The y·a to which an update of size (target − y·a)/‖x̃‖² brings its example; NaN if sizes are not such."""
    shrinking: ClassVar[str] = ""
    """The shrinking as a formula, where there is any."""
    sizing: ClassVar[str] = ""
    """How τ is found, as a formula, where it is `sized`."""
    step: ClassVar[str] = ""
    """τ as it stands before y·x in a formula, with its dot; empty if it is 1."""
    idle: ClassVar[str] = "nothing changes"
    """What happens at an example that is not added."""
    passing: ClassVar[str] = "Test"
    """The verb for a step to an example that changes nothing, before “example 5”."""
    outcome: ClassVar[str] = "no mistake"
    """What an epoch that ends the run did not have."""

    silence: ClassVar[str] = ""
    """Why the convergence theorem does not speak of its updates; empty if it does."""
    promise: ClassVar[str] = ""
    """The sentence for a rule without the theorem; {losses} is replaced by the bound on its losses."""
    lingers: ClassVar[str] = ""
    """Why a run where the theorem is silent may go on to its limits, in a sentence."""
    hopeless: ClassVar[str] = ""
    """The same, of data that nothing separates; empty if it is no other reason."""
    bounds_losses: ClassVar[bool] = False
    """True if the squared hinge losses of the examples it meets add up to at most R²/γ²."""
    cost: ClassVar[str] = ""
    """The cost that the rule minimises, as a formula; empty if it minimises nothing."""

    @property
    def in_words(self) -> Idea:
        """Its idea, by its convention for ties and with its learning rate."""
        does = self.idea.does.replace(MISTAKE.boundary, self.tie.boundary)
        return replace(self.idea, does=does.replace(" y·x", f" {self.factor}y·x") if self.whole else does)

    @cached_property
    def rate(self) -> float:
        return float(self.exact_rate)

    def times_rate(self, value: Value) -> Value:
        """Return η times a number of w̃/η, rounded once if the number is whole; a typed number comes back as typed.

        The start and a fixed b are typed. Rounding them once more would show another number than the one typed.
        """
        if self.exact_rate == 1:
            return value
        product = value * float(self.exact_rate.numerator) / float(self.exact_rate.denominator)
        in_units, typed = self._typed
        if not len(typed):
            return product
        places = np.minimum(np.searchsorted(in_units, np.abs(value)), len(typed) - 1)
        found = np.where(in_units[places] == np.abs(value), np.copysign(typed[places], value), product)
        return float(found) if isinstance(value, float) else found

    @cached_property
    def _typed(self) -> tuple[FloatArray, FloatArray]:
        """The sizes of start and threshold, in units of η, ascending, and as they were typed; without 0."""
        typed = {abs(value) for value in (*self.start, self.threshold) if value}
        pairs = sorted((float(Fraction(repr(value)) / self.exact_rate), value) for value in typed)
        return np.array([unit for unit, _ in pairs]), np.array([value for _, value in pairs])

    @property
    def factor(self) -> str:
        """The factor before y·x in a formula, with its dot; empty if it is 1."""
        return "η·" if self.exact_rate != 1 else self.step

    @cached_property
    def threshold(self) -> float:
        """The y·a up to which an example is added."""
        return float(self.limit)

    @cached_property
    def bars(self) -> tuple[float, float]:
        """The y·a of the run below which an example of −1, of +1 is added: y·a ≤ θ is below the float after θ."""
        if not self.threshold:
            return self.tie.bars
        in_units = float(Fraction(repr(self.threshold)) / self.exact_rate)
        # The loops test y·a < bar, so the next float makes this y·a ≤ m.
        bar = in_units if self.strict else math.nextafter(in_units, math.inf)
        return bar, bar

    def is_strict(self, label: int) -> bool:
        """Return whether an example of this label with y·a at the threshold is not added."""
        return self.strict or (not self.threshold and label in self.tie.right)

    def condition(self, limit: str, product: str = "a") -> str:
        """Return the condition for adding an example, as a formula; `limit` is the written threshold."""
        if not self.threshold:
            return self.tie.test.format(a=product) if self.tie.right else f"y·{product} ≤ {limit}"
        return f"y·{product} {'<' if self.strict else '≤'} {limit}"

    @cached_property
    def slack(self) -> float:
        """s ≥ 0: the theorem lets ‖w‖² grow by at most R² + 2s in an update; 0 if it does not hold for the rule.

        An example is added where y·(w·x) ≤ m − y·b, so s is m, |b| for a fixed threshold b, or m + |b|.
        """
        return 0.0 if self.silence else self.threshold + abs(self.fixed)

    @property
    def slack_sign(self) -> str:
        """The sign of `slack` in a formula; empty if it is 0."""
        signs = [sign for sign, there in ((self.limit, self.threshold), ("|b|", self.fixed)) if there]
        return f"({' + '.join(signs)})" if len(signs) > 1 else "".join(signs)

    @property
    def whole(self) -> bool:
        """True if every vector is a sum of examples, each counted a whole number of times."""
        return not self.sized and not self.every_example

    def shrink(self, n: int) -> float:
        return 1.0

    def admits(self, score: float, label: int) -> bool:
        """Return whether an example of this label with y·a = `score` is added."""
        return score < self.bars[label > 0]

    def admits_exactly(self, score: Fraction, label: int) -> bool:
        """Return the same of y·a of w̃, an exact fraction, held against the threshold as it is written."""
        limit = Fraction(repr(self.threshold))
        return score < limit or (score == limit and not self.is_strict(label))

    def adds(self, scores: FloatArray, labels: NDArray[Any]) -> NDArray[np.bool_]:
        """Return which examples with y·a = `scores` (…, n) and `labels` (n,) are added."""
        return below(scores, labels, self.bars)

    def size(self, score: float, squared: float) -> float:
        """Return τ for an added example with y·a = `score` and ‖x̃‖² = `squared`; the same bits as `sizes`."""
        return 1.0

    def sizes(self, scores: FloatArray, squared: FloatArray) -> FloatArray:
        """Return τ for each of many; shape (m,)."""
        return np.full(len(scores), self.size(0.0, 1.0))

    def verdict(self, score: float | Fraction, label: int, adds: bool) -> Verdict:
        """Return the verdict on an example of this label with y·a = `score` of w̃; whether it `adds` is known."""
        strict = self.is_strict(label)
        sign = ("<" if strict else "≤") if adds else ("≥" if strict else ">")
        relation = f"{sign} {number(self.threshold)}"
        written = number(float(score), self.digits(score, label, adds, DIGITS))
        if score == 0 and label not in self.tie.right:
            name, said = "tie", self.tie.said
        elif score < 0:
            name, said = "mistake", "a mistake"
        elif adds:
            name, said = "within the margin", "within the margin, so the example is added"
        else:
            name = "outside the margin" if self.threshold else "right"
            why = name if score else self.tie.words(label)
            said = f"{why}, {'so ' * self.every_example}{self.idle}"
        return Verdict(adds, name, relation, f"y·a = {written} {relation}", said, score == 0)

    def digits(self, score: float | Fraction, label: int, adds: bool, least: int) -> int:
        """Return the number of digits, at least `digits`, that shows on which side of the threshold `score` lies."""
        if abs(float(score) - self.threshold) > 10.0 ** (1 - least) * abs(float(score)):
            return least  # rounding does not carry it so far
        for digits in range(least, 17):
            if self.admits_exactly(Fraction(repr(float(rounded(float(score), digits)))), label) == adds:
                return digits
        return 17


@dataclass(frozen=True)
class Perceptron(Rule):
    """y·a ≤ 0: w ← w + y·x, b ← b + y·B² (Perceptron 000 … Yuille 004; a tie is a mistake)."""

    name = "perceptron"
    title = "a mistake adds y·x"
    idea = Idea(
        "An example on the wrong side, or on the boundary, adds y·x to w; every other leaves w as it is.",
        "It is the simplest rule with a proof: where some boundary separates the examples, "
        "it makes no more updates than the theorem's bound.",
        usual=True,
    )


@dataclass(frozen=True)
class MarginPerceptron(Rule):
    """y·a ≤ m: w ← w + y·x, b ← b + y·B², with a fixed margin m in the order of the file (Duda & Hart 1973).

    ‖w‖² grows by 2y·a + ‖x̃‖² ≤ R² + 2m in an update, so there are at most (R² + 2m)/γ² of them from w = 0.
    With a learning rate η it is m/η in the place of m.
    """

    margin: float

    name = "margin"
    title = "y·a ≤ m adds y·x"
    idea = Idea(
        "Not only a mistake adds y·x: so does an example that is right by m or less.",
        "A boundary that is only just right has examples close beside it; this one goes on until each has y·a > m.",
        "y·a > m is no distance: how far an example lies from the boundary is y·a/‖w‖.",
    )
    parameters = ("margin",)
    effects: ClassVar[Mapping[str, str]] = {
        "margin": "Larger: more examples are too near, and a run may take more updates; 0: only mistakes are."
    }
    limit = "m"
    outcome = "no example within the margin"

    @property
    def threshold(self) -> float:
        return self.margin


_MET = 1.0 - 2.0**-40
"""The y·a from which on an example counts as met: a step that aims at 1 misses it by rounding, but hardly by 2⁻⁴⁰."""


@dataclass(frozen=True)
class PassiveAggressive(Rule):
    """y·a < 1: w ← w + τ·y·x, b ← b + τ·y·B² with τ = (1 − y·a)/‖x̃‖² (Crammer et al. 2006, JMLR 7, §3).

    A run adds examples with y·a < 1 − 2⁻⁴⁰, because rounding may leave a step that aims at 1 a little below it.

    On separable data the squared hinge losses add up to at most R²/γ², so no more than R²/γ² of the examples it meets
    are mistakes (their Theorem 2, u = ŵ*/γ); its updates may go on. From another start both are at most
    R²·‖w⁽⁰⁾ − ŵ*/γ‖², for w comes nearer to u by loss²/‖x̃‖² or more in an update (their Lemma 1). An example at the
    origin, B = 0, moves nothing.
    """

    name = "passive-aggressive"
    title = "y·a < 1 adds τ·y·x, so that y·a = 1"
    idea = Idea(
        "An example with y·a < 1 moves w, and no farther than it takes to bring that example to y·a = 1.",
        "Each step has the size that its example needs: a slight lack is mended by a small step, "
        "a deep mistake by a large one.",
    )
    limit = "1"
    strict = True
    sized = True
    target = 1.0
    sizing = "τ ← (1 − y·a)/‖x̃‖²"
    step = "τ·"
    outcome = "no example within the margin"
    bounds_losses = True
    silence = "The convergence theorem does not bound the updates of this learner; Crammer et al. bound its losses."
    promise = "On separable data it meets at most {losses} mistakes, and goes on to bring every example to y·a ≥ 1."
    lingers = (
        "An update for one example may take another below 1 again: then they come nearer and nearer to 1, and it may "
        "take many updates until all are within 2⁻⁴⁰ of it."
    )
    hopeless = "No vector brings every example of these data to y·a ≥ 1, so the learner never stops."

    @property
    def bars(self) -> tuple[float, float]:
        return _MET, _MET

    def size(self, score: float, squared: float) -> float:
        return (1.0 - score) / squared if squared else 0.0

    def sizes(self, scores: FloatArray, squared: FloatArray) -> FloatArray:
        return np.divide(1.0 - scores, squared, out=np.zeros(len(scores)), where=squared != 0)


@dataclass(frozen=True)
class OnlineSvm(Rule):
    """w ← (1 − 1/(2N))·w; and y·a < 1: w ← w + C·y·x, b ← b + C·y·B² (Yuille 004 §2.7, where C is called γ).

    b is not shrunk. a = w·x + b is that of the vector that meets the example.
    """

    penalty: float = field()

    name = "online-svm"
    title = "every example shrinks w; y·a < 1 adds C·y·x"
    idea = Idea(
        "Every example shrinks w a little, and one with y·a < 1 also adds C·y·x.",
        "The shorter w, the wider the band |a| < 1 beside the boundary: "
        "a wide band is weighed against the examples that do not keep out of it.",
        "Every example moves w, so it does not settle: the end of a run depends on the order of the examples "
        "and on the number of epochs.",
    )
    parameters = ("penalty",)
    effects: ClassVar[Mapping[str, str]] = {"penalty": "Larger: an example with y·a < 1 costs more."}
    limit = "1"
    strict = True
    every_example = True
    shrinking = "w ← (1 − 1/(2N))·w"
    step = "C·"
    idle = "w only shrinks"
    passing = "Shrink w on"
    silence = "The theorem does not speak of this learner: it is not driven by mistakes."
    promise = "The cost to watch is ½‖w‖² + C·Σ max(0, 1 − y·a)."
    lingers = "Every example moves w, so a run goes on to its limits."
    cost = "½‖w‖² + C·Σ max(0, 1 − y·a)"

    def shrink(self, n: int) -> float:
        return 1 - 1 / (2 * max(n, 1))

    def size(self, score: float, squared: float) -> float:
        return self.penalty


RULES: Axis[type[Rule]] = Axis("rule", "a rule", (Perceptron, MarginPerceptron, PassiveAggressive, OnlineSvm))


def make_rule(spec: RunSpec) -> Rule:
    """Return the rule of a resolved spec. Raises InputError for an unknown name, and a rate that it has no use for."""
    rule = RULES.find(spec.rule).of(spec)
    if spec.rate != 1 and not rule.whole:
        rated = " and ".join(name for name, other in RULES.items() if other.of(spec).whole)
        raise InputError(
            f"the rule {rule.name} has its own step; leave out the learning rate, which is only for {rated}"
        )
    fixed = spec.start[-1] if isinstance(spec.start, tuple) and spec.bias == 0 else 0.0
    return replace(rule, tie=find_tie(spec.tie), exact_rate=spec.rate, fixed=fixed)
