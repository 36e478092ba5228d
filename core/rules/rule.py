"""What a rule is: when an example moves the vector, and how; with the words, formulas and promises that follow."""

from __future__ import annotations

import math
from abc import ABC
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from core.datasets.dataset import FloatArray
from core.idea import Idea
from core.numbers.numerals import number, rounded
from core.spec import RunSpec

_DIGITS = 4


@dataclass(frozen=True)
class Verdict:
    """What a rule makes of one example: its `name`, and the `test` it took, e.g. "y·a = −0.3 ≤ 0".

    `relation` is the end of the test, "≤ 0". The test is true as it is written: y·a has as many digits as that takes.
    """

    adds: bool
    name: str
    relation: str
    test: str


@dataclass(frozen=True)
class Rule(ABC):
    """`w̃ ← s·w̃` at every example, s = `shrink(n)`; and `w̃ ← w̃ + τ·y·x̃` where it `adds`, τ = `size(…)`.

    An example is added where y·a ≤ `threshold`, or < where `strict`. The threshold is never negative, so a mistake and
    a tie are always added. Of (w, b) only w is shrunk.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    idea: ClassVar[Idea]
    parameters: ClassVar[tuple[str, ...]] = ()
    """The fields of a RunSpec that matter to it."""
    effects: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """What each of these does when it is changed."""
    limit: ClassVar[str] = "0"
    """The threshold as it stands in a formula."""

    strict: ClassVar[bool] = False
    every_example: ClassVar[bool] = False
    """Whether each example seen moves the vector, and so is a row of the record."""
    sized: ClassVar[bool] = False
    """Whether τ hangs on the example; else it is the same for all, and for 1 the vector is a sum of examples."""

    shrinking: ClassVar[str] = ""
    """The shrinking as a formula, where there is any."""
    sizing: ClassVar[str] = ""
    """How τ is found, as a formula, where it is `sized`."""
    factor: ClassVar[str] = ""
    """τ as it stands before y·x in a formula, with its dot; empty where it is 1."""
    idle: ClassVar[str] = "nothing changes"
    """What happens at an example that is not added."""
    passing: ClassVar[str] = "Test"
    """What a step to such an example does, before “example 5”."""
    outcome: ClassVar[str] = "no mistake"
    """What an epoch that ends the run did not have."""

    silence: ClassVar[str] = ""
    """Why the convergence theorem does not speak of its updates; empty where it does."""
    instead: ClassVar[str] = ""
    """What there is to be said where the theorem is silent; {losses} stands for what bounds the losses."""
    lingers: ClassVar[str] = ""
    """Why a run where the theorem is silent may go on to its limits, in a sentence."""
    hopeless: ClassVar[str] = ""
    """The same, of data that nothing separates; empty where it is no other reason."""
    bounds_losses: ClassVar[bool] = False
    """Whether the squared hinge losses of the examples it meets add up to at most R²/γ²."""
    cost: ClassVar[str] = ""
    """What it minimises, as a formula; empty where it minimises nothing."""

    @classmethod
    def of(cls, spec: RunSpec) -> Self:
        return cls()

    @property
    def threshold(self) -> float:
        """The y·a up to which an example is added."""
        return 0.0

    @property
    def below(self) -> float:
        """The y·a below which an example is added: y·a ≤ θ just where y·a is less than the float after θ."""
        return self.threshold if self.strict else math.nextafter(self.threshold, math.inf)

    @property
    def target(self) -> float | None:
        """The y·a to which an update of size (target − y·a)/‖x̃‖² brings its example; None where sizes are not such."""
        return None

    @property
    def slack(self) -> float:
        """m ≥ 0: by at most R² + 2m the theorem lets ‖w‖² grow in an update. Only where it speaks of the rule."""
        return 0.0

    @property
    def penalty(self) -> float | None:
        """The weight of the hinge losses in its cost; None where it has none."""
        return None

    @property
    def whole(self) -> bool:
        """Whether every vector is a sum of examples, each counted a whole number of times."""
        return not self.sized and not self.every_example

    @property
    def kernelised(self) -> bool:
        """Whether it can be run in a kernel's feature space; there only what is added moves the vector."""
        return not self.every_example

    def shrink(self, n: int) -> float:
        """s over n examples."""
        return 1.0

    def admits(self, score: float | Fraction) -> bool:
        """Whether an example with y·a = `score` is added; a fraction meets the threshold as it is written."""
        if isinstance(score, Fraction):
            threshold = Fraction(repr(self.threshold))
            return score < threshold if self.strict else score <= threshold
        return score < self.below

    def adds(self, scores: FloatArray) -> NDArray[np.bool_]:
        """Whether examples with y·a = `scores` are added."""
        return np.asarray(scores < self.below)

    def size(self, score: float, squared: float) -> float:
        """τ for an added example with y·a = `score` and ‖x̃‖² = `squared`; the same bits as `sizes`."""
        return 1.0

    def sizes(self, scores: FloatArray, squared: FloatArray) -> FloatArray:
        """τ for each of many; shape (m,)."""
        return np.full(len(scores), self.size(0.0, 1.0))

    def verdict(self, score: float | Fraction) -> Verdict:
        """What it makes of an example with y·a = `score`."""
        adds = self.admits(score)
        sign = ("<" if self.strict else "≤") if adds else ("≥" if self.strict else ">")
        relation = f"{sign} {number(self.threshold)}"
        written = number(float(score), self.digits(score, _DIGITS))
        return Verdict(adds, self._kind(score, adds), relation, f"y·a = {written} {relation}")

    def digits(self, score: float | Fraction, least: int) -> int:
        """With how many digits, at least so many, `score` is seen to lie on its side of the threshold."""
        adds = self.admits(score)
        told = (digits for digits in range(least, 17) if self.admits(float(rounded(float(score), digits))) == adds)
        return next(told, 17)

    def _kind(self, score: float | Fraction, adds: bool) -> str:
        if score == 0:
            return "tie"
        if score < 0:
            return "mistake"
        if adds:
            return "within the margin"
        return "outside the margin" if self.threshold else "correct"
