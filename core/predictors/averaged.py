"""The average of all vectors, weighted by their survival; computed exactly where a score is 0 up to rounding."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from core.datasets.arithmetic import EPSILON
from core.datasets.dataset import FloatArray, IntArray
from core.numbers.formulas import number_text, subscript, vector
from core.predictors.predictor import Code, Predicting, Predictor, PredictorProgress, Step, Symbols, summed
from core.record.history import History
from core.spaces.kernel import Expansion
from core.spaces.linear import Plane
from core.spaces.space import Decision, Space, Totals
from core.spec import Idea

_STRETCH = 1 << 15
_STRETCH_AN_EXAMPLE = 32
"""So that what is kept takes half a byte an update at most."""
_BLOCK = 1 << 15


@dataclass(frozen=True, eq=False)
class Tally:
    """Of the first k updates: how many were made on each example, `counts` (n,), and the sums of their t, `late`."""

    update: int
    counts: IntArray
    late: IntArray

    @classmethod
    def nothing(cls, n: int) -> Tally:
        return cls(0, np.zeros(n, np.int64), np.zeros(n, np.int64))

    def until(self, history: History, update: int) -> Tally:
        late = self.late.copy()
        for start in range(self.update, update, _BLOCK):
            stop = min(start + _BLOCK, update)
            np.add.at(late, history.index(start, stop), history.example(start, stop))
        return Tally(update, self.counts + history.counts(self.update, update), late)


def shares_of(history: History, n: int, known: Sequence[Tally] = ()) -> IntArray:
    """Return how many of the T + 1 vectors contain the updates on each example, (n,). `known` are its tallies."""
    place = bisect_right(known, len(history), key=attrgetter("update"))
    before = known[place - 1] if place else Tally.nothing(n)
    tally = before.until(history, len(history))
    # An update on example t is part of T + 1 − t vectors (Perceptron 000).
    return (history.examples + 1) * tally.counts - tally.late


_MANY = 1 << 24
"""Updates from which on the rounding of their sum, by its bound, might decide nearly every sign."""


@dataclass(frozen=True, eq=False)
class Shares:
    """An average as w̃⁽⁰⁾ + Σ sᵢyᵢx̃ᵢ/(T + 1): an update on example t of T is part of T + 1 − t vectors."""

    space: Space
    history: History
    known: tuple[Tally, ...] = ()

    def settled(self, Q: FloatArray, scores: FloatArray) -> FloatArray:
        """Return `scores` (m,) of questions Q (m, d), those near 0 exact: what the decimals say, rounded once."""
        # A bound on the rounding error of each score: k updates, each of whose terms is rounded a few times.
        k, d = len(self.history), self.space.dataset.d
        doubt = (4 * k + 64 * (d + 32)) * EPSILON * self.space.reach(Q, k)
        return self._exact_where(np.abs(scores) <= doubt, Q, scores)

    def plane(self) -> Plane:
        """Return the plane with each number rounded once."""
        b, *ends = self._exactly(self.space.units) or []
        per_rate = np.array([*(float(end - b) for end in ends), float(b)])
        return Plane(per_rate, self.space.rule, partial(self._settled_of, np.abs(per_rate)))

    def _settled_of(self, sizes: FloatArray, Q: FloatArray, scores: FloatArray) -> FloatArray:
        """Return the same for a plane of numbers of these `sizes` (d + 1,): only products and their sum are rounded."""
        doubt = 4 * (len(sizes) + 2) * EPSILON * (abs(Q) @ sizes[:-1] + sizes[-1])
        return self._exact_where(np.abs(scores) <= doubt, Q, scores)

    def _exact_where(self, near: NDArray[np.bool_], Q: FloatArray, scores: FloatArray) -> FloatArray:
        places = np.flatnonzero(near)
        exact = self._exactly(Q[places]) if len(places) else None
        if exact is None:
            return scores
        settled = scores.copy()
        settled[places] = [float(v) for v in exact]
        return settled

    def _exactly(self, Q: FloatArray) -> list[Fraction] | None:
        seen = self.history.examples + 1
        exact = self.space.exactly(self._whole, seen, Q)
        return None if exact is None else [v / seen for v in exact]

    @cached_property
    def _whole(self) -> dict[int, int]:
        shares = shares_of(self.history, self.space.dataset.n, self.known)
        return {row: int(shares[row]) for row in np.flatnonzero(shares).tolist()}


@dataclass(frozen=True, eq=False)
class PartialSums(PredictorProgress):
    """The sums of which the average is made; and where it may have to be worked out exactly, what of."""

    totals: Totals = ()
    tallies: tuple[Tally, ...] = ()


class Averaged(Predictor):
    """The average of the vectors, each weighed by its survival (Perceptron 000, Huang 001)."""

    name = "averaged"
    title = "average"
    meaning = (
        "The average of all vectors so far, each weighed by how many examples it survived; the start counts once more."
    )
    idea = Idea(
        "The average of all vectors so far predicts, each weighed by how many examples it survived.",
        "The last update may make w worse; late in a run it hardly moves the average.",
        "The sum is divided by t + 1, for the start counts once more, before the first example.",
    )
    formula = "sign(Σ c⁽ᵏ⁾·a⁽ᵏ⁾)"
    role = "averaged"
    blends = True
    survival = "The longer a vector survived, the more it counts in the average."

    def noted(
        self, space: Space, history: History, notes: PredictorProgress | None, errors: IntArray | None = None
    ) -> PartialSums | None:
        before = notes if isinstance(notes, PartialSums) else PartialSums(0)
        totals = space.totals(history, before.totals)
        if totals is None:
            return None
        summed_to = len(totals) * space.block
        if not space.rule.whole:
            return PartialSums(summed_to, totals)
        n, kept = space.dataset.n, list(before.tallies)
        stretch = max(_STRETCH, _STRETCH_AN_EXAMPLE * n)
        for update in range((len(kept) + 1) * stretch, len(history) + 1, stretch):
            kept.append((kept[-1] if kept else Tally.nothing(n)).until(history, update))
        return PartialSums(min(summed_to, kept[-1].update if kept else 0), totals, tuple(kept))

    def recall(self, space: Space, history: History, notes: PredictorProgress | None = None) -> Decision:
        """Return the average of a run, exact where rounding might decide a sign, or all of it after many updates."""
        known = notes if isinstance(notes, PartialSums) else PartialSums(0)
        average, shares = space.averaged(history, known.totals), Shares(space, history, known.tallies)
        if not space.rule.whole or not len(history):
            return average
        if isinstance(average, Plane) and len(history) > _MANY:
            return shares.plane()
        return replace(average, settled=shares.settled) if isinstance(average, Plane | Expansion) else average

    def code(self, symbols: Symbols) -> Code:
        """Return the averaging trick of Perceptron 000, or the plain sum where every example moves the vector."""
        start = (f"`u{', β' * symbols.biased} ← 0`", "`c ← 1`")
        if symbols.rule.every_example:
            if symbols.started:
                start = (f"`u{', β' * symbols.biased} ← {symbols.vector}`", "`c ← 1`")
            sums = ("`u ← u + w`", *["`β ← β + b`"] * symbols.biased)
            return Code(start, after=sums, always="`c ← c + 1`", result="`u/c`" + ", `β/c`" * symbols.biased)
        factor = symbols.rule.factor
        grown = f"`uᵢ ← uᵢ + {factor}c`" if symbols.kernel else f"`u ← u + {factor}y·c·x`"
        late = (grown, *[f"`β ← β + {factor}y·c{symbols.squared}`"] * symbols.biased)
        result = f"`{symbols.vector[0]} − u/c`" + ", `b − β/c`" * symbols.biased
        return Code(start, after=late, always="`c ← c + 1`", result=result)

    def result(self, step: Step) -> list[Predicting]:
        """Return the average; exactly it is w⁽⁰⁾ + Σ yⱼ(1 − t/(T + 1))xⱼ over the updates, on example t of T."""
        history, seen = step.history.until(step.state.example), step.state.example + 1
        if step.exact:
            known = step.notes.tallies if isinstance(step.notes, PartialSums) else ()
            shares = [Fraction(v, seen) for v in shares_of(history, step.space.dataset.n, known).tolist()]
            return [Predicting(*summed(step, shares))]
        average = self.recall(step.space, history, step.notes)
        w = average.alphas(step.space.dataset.y) if average.weights is None else average.weights
        if w is None or average.offset is None:
            raise TypeError("an average is one vector")
        return [Predicting(w.tolist(), average.offset)]

    def describe(self, step: Step) -> Iterator[str]:
        state, c = step.state, step.state.example
        grown = state.moved and not step.space.rule.every_example
        if grown and len(state.w):
            late = [step.size * state.label * c * v for v in step.x]
            sign = "≈" if step.space.rule.sized else "="
            yield f"`c = {c}`, so `u` grows by `{step.space.rule.factor}y·c·x {sign} {vector(late)}`"
        elif grown:
            amount = "c" if step.size == 1 else f"{number_text(step.size)}·c"
            yield f"`u{subscript(state.index + 1)}` grows by `{amount} = {number_text(step.size * c)}`"
        yield f"`c ← {c} + 1 = {c + 1}`: the start counts once more"
        if not len(state.w):
            return
        sign, (average,) = "=" if step.exact else "≈", self.result(step)
        w, b, _ = average
        plain = step.space.rule.every_example
        said = f"average so far: `{'u/c' if plain else 'w − u/c'} {sign} {vector(w)}`"
        yield f"{said}, `{'β/c' if plain else 'b − β/c'} {sign} {number_text(b)}`" if step.squared else said
