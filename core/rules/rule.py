"""The base of all rules: when and how an example moves the vector, with words, formulas and promises."""

from __future__ import annotations

import math
from abc import ABC
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.datasets.dataset import FloatArray
from core.numbers.numerals import DIGITS, number, rounded
from core.spec import Idea, RunSpec
from core.ties import MISTAKE, Tie, below

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
class Rule(ABC):
    """`w̃ ← s·w̃` at every example, s = `shrink(n)`; and `w̃ ← w̃ + τ·y·x̃` where it `adds`, τ = `size(…)`.

    An example is added where y·a ≤ `threshold`, or < where `strict`; where the threshold is 0, `tie` says of y·a = 0.
    The threshold is never negative, so a mistake is always added. Of (w, b) only w is shrunk.

    A run is made with w̃/η, η = `exact_rate`, which is a sum of whole examples: there w⁽⁰⁾/η and m/η stand in the place
    of w⁽⁰⁾ and m. `bars`, `admits`, `adds` and `size` are of w̃/η; everything else is of w̃, by `times_rate`.
    """

    tie: Tie = field(default=MISTAKE, kw_only=True)
    exact_rate: Fraction = field(default=Fraction(1), kw_only=True)
    fixed: float = field(default=0.0, kw_only=True)
    """The b that no update changes: that of a start with B = 0."""
    start: tuple[float, ...] = field(default=(), kw_only=True)
    """(w⁽⁰⁾, b⁽⁰⁾); empty for 0."""

    name: ClassVar[str]
    title: ClassVar[str]
    idea: ClassVar[Idea]
    parameters: ClassVar[tuple[str, ...]] = ()
    """The fields of a RunSpec that matter to it."""
    effects: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """What each of these does when it is changed."""
    limit: ClassVar[str] = "0"
    """The threshold in a formula: a number, or the letter of a parameter."""

    strict: ClassVar[bool] = False
    every_example: ClassVar[bool] = False
    """True if each example seen moves the vector, and so is a row of the record."""
    sized: ClassVar[bool] = False
    """True if τ depends on the example; else it is the same for all, and for 1 the vector is a sum of examples."""

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

    @classmethod
    def of(cls, spec: RunSpec) -> Self:
        return cls(**{name: getattr(spec, name) for name in cls.parameters})

    @property
    def in_words(self) -> Idea:
        """Its idea, by its convention for ties and with its learning rate."""
        does = self.idea.does.replace(MISTAKE.boundary, self.tie.boundary)
        return replace(self.idea, does=does.replace(" y·x", f" {self.factor}y·x") if self.whole else does)

    @cached_property
    def rate(self) -> float:
        return float(self.exact_rate)

    def times_rate(self, value: Value) -> Value:
        """Return η times a number of w̃/η, rounded once for whole numbers; or as it was typed.

        Rounding once more would show another number than a typed one, as it stands in the start or a fixed b.
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

    @property
    def target(self) -> float | None:
        """The y·a to which an update of size (target − y·a)/‖x̃‖² brings its example; None if sizes are not such."""
        return None

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
    def penalty(self) -> float | None:
        """The weight of the hinge losses in its cost; None if it has none."""
        return None

    @property
    def whole(self) -> bool:
        """True if every vector is a sum of examples, each counted a whole number of times."""
        return not self.sized and not self.every_example

    @property
    def kernelised(self) -> bool:
        """True if it can be run in a kernel's feature space; there only what is added moves the vector."""
        return not self.every_example

    def shrink(self, n: int) -> float:
        """Return s over n examples."""
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
