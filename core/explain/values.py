"""The numbers of one step: as the run had them, or anew in exact fractions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from core.datasets.arithmetic import bias_feature
from core.datasets.exact_decimals import combined, decimals
from core.kernels import make_kernel
from core.numbers.formulas import Number
from core.record.history import State
from core.run import Run
from core.spaces.space import exact_square


@dataclass(frozen=True)
class Values:
    """One example and what it met.

    `factors` are the terms of the activation in order: (w_j, x_j), or (αⱼyⱼ, k(xⱼ, x)) for the examples `rows` j in a
    kernel's feature space, where `w_before` and `w` are empty. `squared` is B².
    """

    y: int
    x: Sequence[Number]
    factors: Sequence[tuple[Number, Number]]
    rows: Sequence[int]
    activation: Number
    w_before: Sequence[Number]
    w: Sequence[Number]
    b_before: Number
    b: Number
    squared: Number

    @property
    def score(self) -> Number:
        return self.y * self.activation


def recorded(run: Run, state: State) -> Values:
    """What the record says, in double precision."""
    x = run.dataset.X[state.index]
    rows: list[int] = []
    if run.spec.kernel is None:
        factors: list[tuple[Number, Number]] = list(zip(state.w_before.tolist(), x.tolist(), strict=True))
    else:
        if state.alpha is None:
            raise ValueError("the record of a feature space counts the updates on each example")
        alpha = state.alpha.copy()
        if state.moved:
            alpha[state.index] -= state.size
        rows = np.flatnonzero(alpha).tolist()
        values = make_kernel(run.spec).matrix(run.dataset.X[rows], x[None, :])[:, 0] if rows else np.empty(0)
        factors = list(zip((alpha * run.dataset.y)[rows].tolist(), values.tolist(), strict=True))
    return Values(
        state.label,
        x.tolist(),
        factors,
        rows,
        state.activation,
        state.w_before.tolist(),
        state.w.tolist(),
        state.b_before,
        state.b,
        bias_feature(run.dataset, run.spec.bias).squared,
    )


def exactly(run: Run, state: State) -> Values | None:
    """The same in fractions, of the shortest decimals that stand for data and start; None where there are none (RBF).

    Only for rules under which every vector is a sum of examples, whole multiples of rows, as the record tells them.
    """
    kernel = None if run.spec.kernel is None else make_kernel(run.spec)
    updates = state.update - int(state.moved)
    dataset, counts = run.dataset, run.history.counts(0, updates)
    x, squared = decimals(dataset, state.index), exact_square(dataset, run.spec.bias)
    change = run.spec.rate * state.label if state.moved else Fraction(0)
    rate = run.spec.rate
    *w_start, b_start = (rate * v for v in run.space.exact_start)
    b_before = b_start + rate * int((counts * dataset.y).sum()) * squared
    rows: list[int] = []
    w_before: list[Fraction] = []
    if kernel is None:
        added = combined(dataset, [rate * v for v in (counts * dataset.y).tolist()])
        w_before = [p + q for p, q in zip(w_start, added, strict=True)]
        factors = list(zip(w_before, x, strict=True))
    else:
        rows = np.flatnonzero(counts).tolist()
        values = [kernel.exact(decimals(dataset, row), x) for row in rows]
        signed = (counts * dataset.y)[rows].tolist()
        factors = [(rate * v, value) for v, value in zip(signed, values, strict=True) if value is not None]
        if len(factors) < len(rows) or kernel.exact(x, x) is None:
            return None
    return Values(
        state.label,
        x,
        factors,
        rows,
        sum((p * q for p, q in factors), b_before),
        w_before,
        [p + change * q for p, q in zip(w_before, x, strict=False)],
        b_before,
        b_before + change * squared,
        squared,
    )
