"""What every feature space offers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

import numpy as np

from core.datasets.dataset import Dataset, FloatArray, IntArray
from core.datasets.exact_decimals import whole
from core.engine.batch import Engine
from core.errors import Cancelled, never
from core.orders import Order
from core.record.history import History
from core.spec import Bias
from core.theory.margin.margin import Margin


@dataclass(frozen=True, eq=False)
class Ledger:
    """A decision value at one question, term by term: `terms` (m,) are added in this order, then `offset`.

    Each is one of `factors` (m,) times one of `values` (m,), and belongs to `rows` (m,): a coefficient times the kernel
    of that example and the question, or, where `of_features`, a weight times the question's number in that column.
    """

    rows: IntArray
    factors: FloatArray
    values: FloatArray
    terms: FloatArray
    offset: float
    of_features: bool = False

    @property
    def total(self) -> float:
        """The sum of the terms and the offset, with the bits of the decision's own."""
        return float(np.add.accumulate(np.append(self.terms, self.offset))[-1])


class Decision(Protocol):
    """One vector of the space as a classifier."""

    @property
    def weights(self) -> FloatArray | None:
        """w (d,); None where the space has no such coordinates."""
        ...

    @property
    def intercept(self) -> float | None:
        """b; None where there are no weights."""
        ...

    @property
    def terms(self) -> int:
        """How many terms are summed for each question, as a measure of what `score` costs."""
        ...

    def score(self, Q: FloatArray) -> FloatArray:
        """Decision values of questions Q (m, d); shape (m,)."""
        ...

    def ledger(self, question: FloatArray) -> Ledger | None:
        """The terms of which its value at one question (d,) is the sum; None where it is no such sum."""
        ...


class WithoutWeights:
    """A classifier that is no single vector of the data's space: it has neither w nor an intercept to go with it."""

    @property
    def weights(self) -> None:
        """None: there is no w to write down."""
        return None

    @property
    def intercept(self) -> None:
        """None, as there are no weights it would belong to."""
        return None

    def ledger(self, question: FloatArray) -> Ledger | None:
        """None, unless it is a sum."""
        return None


@dataclass(frozen=True, eq=False)
class Sums:
    """What an average is a sum of, added up to update k = `update`; the `totals` on the way, one a block of updates."""

    update: int = 0
    totals: tuple[FloatArray, ...] = ()


class Space(Protocol):
    """A feature space over one dataset, for one spec and its rule."""

    @property
    def dataset(self) -> Dataset:
        """The examples."""
        ...

    @property
    def norms_squared(self) -> FloatArray:
        """‖x̃ᵢ‖² of every example, the bias feature included; shape (n,)."""
        ...

    def make_engine(self, order: Order) -> Engine:
        """The engine that runs there."""
        ...

    def make_history(self, order: Order) -> History:
        """An empty record of such a run."""
        ...

    def margin_meanwhile(self) -> Margin | None:
        """What is known of it before a search that may take long; None where there is nothing to wait for."""
        ...

    def solve_margin(self, cancelled: Cancelled = never) -> Margin:
        """ŵ*, γ, R and the bound there, or why there is none; a long search asks now and then if it is `cancelled`."""
        ...

    def at(self, history: History, update: int) -> Decision:
        """The vector after update k."""
        ...

    def averaged(self, history: History, sums: Sums | None = None) -> Decision:
        """The average over the vectors after each of the T examples and w⁽⁰⁾ (000).

        `sums`, where they are known, spare adding up the record from its start; the result has the same bits.
        """
        ...

    def sums(self, history: History, before: Sums | None) -> Sums | None:
        """What `averaged` can begin with, `before` continued to the end of the record; None where it spares nothing."""
        ...

    @property
    def whole(self) -> bool:
        """Whether every vector is a sum of examples, each counted a whole number of times."""
        ...

    def reach(self, Q: FloatArray) -> FloatArray:
        """What no |x̃ᵢ·q̃|, nor any number on the way to it, exceeds for questions Q (m, d); shape (m,)."""
        ...

    def start_reach(self, Q: FloatArray) -> FloatArray:
        """The same of w⁽⁰⁾: what neither |w̃⁽⁰⁾·q̃| nor any number on the way to it exceeds; shape (m,)."""
        ...

    def exactly(self, shares: Mapping[int, int], starts: int, Q: Sequence[Sequence[Fraction]]) -> list[Fraction] | None:
        """s₀w̃⁽⁰⁾·q̃ + Σ sᵢyᵢ x̃ᵢ·q̃ over `starts` s₀ and `shares` i → sᵢ, for each question q.

        In the decimals that data, bias and start were written as.
        None where products are no fractions.
        """
        ...

    def trajectory(self, history: History, Q: FloatArray, start: int, stop: int) -> FloatArray:
        """Decision values of questions Q (m, d) after updates start … stop; shape (stop − start + 1, m)."""
        ...


def exact_square(dataset: Dataset, bias: Bias) -> Fraction:
    """B², of the decimals that the data or the bias were written as."""
    if bias == "radius":
        rows, denominator = whole(dataset)
        return Fraction(max((sum(v * v for v in row) for row in rows), default=0), denominator**2)
    return Fraction(repr(bias)) ** 2


def unknown_order(order: Order) -> TypeError:
    """An order that neither passes over the data nor picks: a fault of the program."""
    return TypeError(f"{type(order).__name__} neither passes nor picks")
