"""What every feature space offers."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

import numpy as np

from core.datasets.arithmetic import bias_feature, whole
from core.datasets.dataset import Dataset, FloatArray, IntArray, LabelArray
from core.engine.engine import exact_start, start_of, starting_weights
from core.engine.engines import Engine
from core.errors import Cancelled, InputError, never
from core.kernels import Kernel
from core.orders import Order, Passes, Pick
from core.record.history import History, State
from core.rules import Rule, make_rule
from core.spec import Bias, RunSpec
from core.theory.bound_gap import Gram
from core.theory.margin.margin import Margin, for_rule


@dataclass(frozen=True, eq=False)
class Ledger:
    """A decision value at one question, term by term: `terms` (m,) are added in this order, then `offset`.

    Each is one of `factors` (m,) times one of `values` (m,), and belongs to `rows` (m,): a coefficient times the kernel
    of that example and the question, or, where `of_features`, a weight times the question's number in that column.
    It `slips` where the decision's own value is another, by rounding.
    """

    rows: IntArray
    factors: FloatArray
    values: FloatArray
    terms: FloatArray
    offset: float
    slips: bool
    of_features: bool = False

    @property
    def total(self) -> float:
        """The sum of the terms and the offset, in the order of the decision's own."""
        return total_of(self.terms, self.offset)


def total_of(terms: FloatArray, offset: float) -> float:
    """Return the sum of the terms and the offset, in their order."""
    return float(np.add.accumulate(np.append(terms, offset))[-1])


Settled = Callable[[FloatArray, FloatArray], FloatArray]
"""Questions (m, d) and scores (m,) to the scores, those exact whose sign rounding might decide."""


class Decision(ABC):
    """A classifier: one vector or many; `score` is f/η, whose sign decides; everything else, `values` too, is of w̃."""

    rule: Rule

    @property
    def weights(self) -> FloatArray | None:
        """w (d,); None if the space has no such coordinates."""
        return None

    @property
    def intercept(self) -> float | None:
        """b; None if there are no weights."""
        return None

    @property
    def offset(self) -> float | None:
        """b, also beside a sum of examples; None for a vote."""
        return self.intercept

    def alphas(self, labels: LabelArray) -> FloatArray | None:
        """Return αⱼ ≥ 0 of examples with these labels (n,) in Σ αⱼyⱼk(xⱼ, ·) + b; None if it is no such sum."""
        return None

    @property
    @abstractmethod
    def terms(self) -> int:
        """How many terms are summed for each question, as a measure of what `score` costs."""

    @abstractmethod
    def score(self, Q: FloatArray) -> FloatArray:
        """Return decision values, divided by η, of questions Q (m, d); shape (m,)."""

    def values(self, Q: FloatArray) -> FloatArray:
        """Return decision values of questions Q (m, d); shape (m,)."""
        return self.rule.times_rate(self.score(Q))

    def ledger(self, question: FloatArray) -> Ledger | None:
        """Return the terms of which its value at one question (d,) is the sum; None if it is no such sum."""
        return None


Totals = tuple[FloatArray, ...]
"""What an average is a sum of, added up to the end of each block of updates."""

_FARTHEST_MOVE = 1e140
"""Of w in an update: its square, and that of a sum of some million, is a float."""
_LEAST_NORM = 1e-200
"""Of ‖x̃‖²: below that products underflow, and the size of a step is no number."""


class Space(ABC):
    """A feature space over one dataset, for one spec. Raises InputError for a rule or a start that is impossible."""

    has_coordinates: ClassVar[bool]
    """True if a vector is written down as (w, b); in a kernel's feature space it is a sum of examples, known by α."""
    letter: ClassVar[str]
    """The letter of a vector in a formula, without b."""
    product: ClassVar[str]
    """The activation as a formula, without b."""
    block: int
    """The updates of a block in an average's totals, where there are any."""
    kernel: Kernel | None = None
    gram: Gram | None = None
    """The products yᵢyⱼ·k̃(xᵢ, xⱼ) of examples `rows` (m,), (m, m); None where vectors have coordinates instead."""

    def __init__(self, dataset: Dataset, spec: RunSpec) -> None:
        self.dataset = dataset
        start = () if spec.start is None else start_of(spec, dataset.d)
        self._spec, self.rule = spec, replace(make_rule(spec), start=start)
        self._bias = bias_feature(dataset, spec.bias)
        self._start = starting_weights(dataset, spec)

    @property
    def exact_start(self) -> list[Fraction]:
        """(w⁽⁰⁾, b⁽⁰⁾) in units of the learning rate, as they were written; d + 1 fractions."""
        return exact_start(self.dataset.d, self._spec)

    def refuse_lost_lengths(self) -> None:
        """Raise InputError for an example whose ‖x̃‖² is 0, or nearly, only because a float cannot be so small."""
        if self.rule.penalty is not None:  # only then: the lengths of a million examples take as long as two passes
            farthest = self.rule.penalty * math.sqrt(float(self.norms_squared.max(initial=0.0)))
            if farthest > _FARTHEST_MOVE:
                raise InputError(
                    f"C times the length of an example reaches {farthest:g}, which is too large for a float to hold "
                    f"‖w‖²; enter at most {_FARTHEST_MOVE:g}"
                )
        if self._bias.squared >= _LEAST_NORM:
            return
        # A row is 0 just where the example is the origin of the space without the bias.
        points = self.kernel.merged(self.dataset.X) if self.kernel else self.dataset.X
        there = (np.asarray(abs(points).sum(axis=1)).ravel() > 0) | (self._bias.value > 0)
        lost = np.flatnonzero(there & (self.norms_squared < _LEAST_NORM))
        if len(lost):
            raise InputError(
                f"example {lost[0] + 1} lies so near to the origin that products with it are lost to rounding; "
                f"use ‖x̃‖² of at least {_LEAST_NORM:g}, or 0"
            )

    @property
    @abstractmethod
    def norms_squared(self) -> FloatArray:
        """‖x̃ᵢ‖² of every example, the bias feature included; shape (n,)."""

    @abstractmethod
    def score_after(self, state: State) -> float:
        """Return y·a of the example of an update under the vector after it."""

    @abstractmethod
    def make_engine(self, order: Passes | Pick) -> Engine:
        """Return the engine of such a run."""

    @abstractmethod
    def make_history(self, order: Order) -> History:
        """Return an empty record of such a run."""

    @abstractmethod
    def margin_meanwhile(self) -> Margin | None:
        """Return the margin known before a long search; None if there is nothing to wait for."""

    @abstractmethod
    def solve_margin(self, cancelled: Cancelled = never) -> Margin:
        """Return ŵ*, γ, R and the bound, or why there is none; a long search asks if it is `cancelled`."""

    def _for_rule(self, margin: Margin) -> Margin:
        return for_rule(margin, self.rule, np.array(start_of(self._spec, self.dataset.d)))

    @abstractmethod
    def at(self, history: History, update: int) -> Decision:
        """Return the vector after update k."""

    @abstractmethod
    def averaged(self, history: History, totals: Totals = ()) -> Decision:
        """Return the average over w⁽⁰⁾ and the vectors after each example (Perceptron 000), sooner with `totals`."""

    def totals(self, history: History, before: Totals) -> Totals | None:
        """Return totals for `averaged`, `before` continued to the end of the record; None if they save nothing."""
        return None

    @abstractmethod
    def reach(self, Q: FloatArray, updates: int) -> FloatArray:
        """Return a bound for the score of any vector of this many updates and for all partial sums; (m,)."""

    @property
    def units(self) -> FloatArray:
        """The origin, and a unit vector for each feature; (d + 1, d)."""
        return np.eye(self.dataset.d + 1, self.dataset.d, -1)

    @abstractmethod
    def exactly(self, shares: Mapping[int, int], starts: int, Q: FloatArray) -> list[Fraction] | None:
        """Return s₀w̃⁽⁰⁾·q̃ + Σ sᵢyᵢ x̃ᵢ·q̃ over `starts` s₀ and `shares` i → sᵢ, for each question q of Q (m, d).

        In the decimals that data, bias and start were written as, and in units of the learning rate.
        None if products are no fractions.
        """

    @abstractmethod
    def trajectory(self, history: History, Q: FloatArray, start: int, stop: int) -> FloatArray:
        """Return decision values of questions Q (m, d) after updates start … stop; shape (stop − start + 1, m)."""

    @abstractmethod
    def votes(self, history: History, Q: FloatArray, first: int, lives: IntArray) -> FloatArray:
        """Return votes on Q (m, d), whole numbers (m,), of the vectors from update `first` on, with their `lives`."""


def exact_square(dataset: Dataset, bias: Bias) -> Fraction:
    """Return B², of the decimals that the data or the bias were written as."""
    if bias == "radius":
        rows, denominator = whole(dataset)
        return Fraction(max((sum(v * v for v in row) for row in rows), default=0), denominator**2)
    return Fraction(repr(bias)) ** 2
