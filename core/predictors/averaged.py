"""The average of all vectors, each weighed by how long it survived."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from core.datasets.dataset import IntArray
from core.datasets.exact_decimals import combined
from core.numbers.formulas import Number, number_text, subscript, vector
from core.predictors.predictor import Code, Notes, Predictor, Step, Symbols
from core.record.history import History
from core.spaces.exact_ties import Tally, knowing_ties, shares_of, tallies
from core.spaces.space import Decision, Space, Sums
from core.spec import Idea


@dataclass(frozen=True, eq=False)
class PartialSums(Notes):
    """The sums of which the average is made; and where it may have to be worked out exactly, what of."""

    sums: Sums
    tallies: tuple[Tally, ...] = ()

    @classmethod
    def of(cls, space: Space, history: History, before: PartialSums | None) -> PartialSums | None:
        """Those `before`, continued to the end of the record; None where there is nothing to keep."""
        sums = space.sums(history, before.sums if before else None)
        if sums is None:
            return None
        if not space.rule.whole:
            return cls(history.examples, sums.update, sums)
        kept = tallies(history, space.dataset.n, before.tallies if before else ())
        return cls(history.examples, min(sums.update, kept[-1].update if kept else 0), sums, kept)


class Averaged(Predictor):
    """The average of the vectors, each weighed by its survival (Perceptron 000, Huang 001)."""

    name = "averaged"
    title = "average"
    meaning = (
        "The average of all vectors so far, each weighed by how many examples it survived; the start counts once more."
    )
    idea = Idea(
        "The average of all vectors so far predicts, each weighed by how many examples it survived.",
        "The last update may turn w for the worse; late in a run it hardly moves the average of so many.",
        "The sum is divided by t + 1, for the start counts once more, before the first example.",
    )
    formula = "sign(Σ c⁽ᵏ⁾·a⁽ᵏ⁾)"
    role = "averaged"
    blends = True
    survival = "The longer a vector survived, the more it counts in the average."

    def noted(
        self, space: Space, history: History, notes: Notes | None, errors: IntArray | None = None
    ) -> PartialSums | None:
        return PartialSums.of(space, history, notes if isinstance(notes, PartialSums) else None)

    def recall(self, space: Space, history: History, notes: Notes | None = None) -> Decision:
        if not isinstance(notes, PartialSums):
            return knowing_ties(space.averaged(history), space, history)
        return knowing_ties(space.averaged(history, notes.sums), space, history, notes.tallies)

    def code(self, symbols: Symbols) -> Code:
        """The averaging trick of Perceptron 000, or the plain sum where every example moves the vector."""
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

    def told(self, step: Step) -> Iterator[str]:
        state, c = step.state, step.state.example
        grown = state.moved and not step.rule.every_example
        if grown and len(state.w):
            late = [step.size * state.label * c * v for v in step.x]
            sign = "≈" if step.rule.sized else "="
            yield f"`c = {c}`, so `u` grows by `{step.rule.factor}y·c·x {sign} {vector(late)}`"
        elif grown:
            amount = "c" if step.size == 1 else f"{number_text(step.size)}·c"
            yield f"`u{subscript(state.index + 1)}` grows by `{amount} = {number_text(step.size * c)}`"
        yield f"`c ← {c} + 1 = {c + 1}`: the start counts once more"
        average = _exact(step) if step.exact else _recorded(step)
        if average is None:
            return
        sign = "=" if step.exact else "≈"
        w, b = average
        plain = step.rule.every_example
        said = f"average so far: `{'u/c' if plain else 'w − u/c'} {sign} {vector(w)}`"
        yield f"{said}, `{'β/c' if plain else 'b − β/c'} {sign} {number_text(b)}`" if step.squared else said


def _recorded(step: Step) -> tuple[Sequence[Number], Number] | None:
    sums = step.notes.sums if isinstance(step.notes, PartialSums) else None
    average = step.space.averaged(step.history.until(step.state.example), sums)
    if average.weights is None or average.intercept is None:
        return None
    return step.rule.shown(average.weights).tolist(), step.rule.shown(average.intercept)


def _exact(step: Step) -> tuple[Sequence[Number], Number] | None:
    """w⁽⁰⁾ + Σ yⱼ(1 − t/(T + 1))xⱼ over the updates, on example t of T (Perceptron 000); for rules that add whole
    examples.
    """
    if not len(step.state.w):
        return None
    dataset, seen = step.dataset, step.state.example + 1
    known = step.notes.tallies if isinstance(step.notes, PartialSums) else ()
    lives = shares_of(step.history.until(step.state.example), dataset.n, known)
    shares = [Fraction(v, seen) for v in (lives * dataset.y.astype(np.int64)).tolist()]
    *w, b = step.space.exact_start
    rate, added = step.rule.exact_rate, combined(dataset, shares)
    return [rate * (p + q) for p, q in zip(w, added, strict=True)], rate * (b + sum(shares, Fraction(0)) * step.squared)
