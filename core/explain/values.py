"""The numbers of one step: as the run had them, or anew in exact fractions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from core.arithmetic import bias_feature
from core.dataset import Dataset, IntArray
from core.explain.numbers import Number
from core.kernels import Kernel, Linear, Polynomial, make_kernel
from core.record.history import State
from core.run import Run


@dataclass(frozen=True)
class Values:
    """One example and what it met.

    `factors` are the terms of the activation in order: (w_j, x_j), or (αⱼyⱼ, k(xⱼ, x)) for the examples `rows` j in a
    kernel's feature space, where `w_before` and `w` are empty. `squared` is B². `average` is (w, b) of the averaged
    perceptron as it stands after this example; None elsewhere, and in a feature space.
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
    average: tuple[Sequence[Number], Number] | None = None


def recorded(run: Run, state: State) -> Values:
    """What the record says, in double precision."""
    x = run.dataset.X[state.index]
    rows: list[int] = []
    if run.spec.kernel is None:
        factors: list[tuple[Number, Number]] = list(zip(state.w_before.tolist(), x.tolist(), strict=True))
    else:
        alpha = _alpha_before(state)
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
        _recorded_average(run, state),
    )


def exactly(run: Run, state: State) -> Values | None:
    """The same in fractions, of the shortest decimals that stand for the data; None where there are none (RBF).

    Every vector is the sum of the examples it was updated on, whole multiples of rows, as the record tells them.
    """
    kernel = None if run.spec.kernel is None else make_kernel(run.spec)
    if not (kernel is None or isinstance(kernel, Linear | Polynomial)):
        return None
    updates = state.update - int(state.mistake)
    dataset, index = run.dataset, run.history.index(0, updates)
    counts = np.bincount(index, minlength=dataset.n)
    x, squared = _decimals(dataset, state.index), _squared(run)
    change = state.label if state.mistake else 0
    b_before = int((counts * dataset.y).sum()) * squared
    rows: list[int] = []
    w_before: list[Fraction] = []
    if kernel is None:
        w_before = _combined(dataset, [Fraction(v) for v in (counts * dataset.y).tolist()])
        factors = list(zip(w_before, x, strict=True))
    else:
        rows = np.flatnonzero(counts).tolist()
        values = [_kernel_value(kernel, _decimals(dataset, row), x) for row in rows]
        factors = [(Fraction(v), value) for v, value in zip((counts * dataset.y)[rows].tolist(), values, strict=True)]
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
        _exact_average(run, state, squared),
    )


def _alpha_before(state: State) -> IntArray:
    """α as it met the example."""
    if state.alpha is None:
        raise ValueError("the record of a feature space counts the updates on each example")
    alpha = state.alpha.copy()
    alpha[state.index] -= int(state.mistake)
    return alpha


def _decimals(dataset: Dataset, row: int) -> list[Fraction]:
    """An example as it was written: the shortest decimals that read as its floats."""
    return [Fraction(repr(v)) for v in dataset.X[row].tolist()]


def _squared(run: Run) -> Fraction:
    """B², exactly."""
    if run.spec.bias == "radius":
        examples = (_decimals(run.dataset, row) for row in range(run.dataset.n))
        squares: list[Fraction] = [sum((v * v for v in x), Fraction(0)) for x in examples]
        return max(squares, default=Fraction(0))
    return Fraction(repr(run.spec.bias)) ** 2


def _combined(dataset: Dataset, coefficients: Sequence[Fraction]) -> list[Fraction]:
    """Σ cⱼxⱼ (d,)."""
    combined = [Fraction(0)] * dataset.d
    for row, coefficient in enumerate(coefficients):
        if coefficient:
            x = _decimals(dataset, row)
            combined = [total + coefficient * v for total, v in zip(combined, x, strict=True)]
    return combined


def _kernel_value(kernel: Kernel, x: Sequence[Fraction], z: Sequence[Fraction]) -> Fraction:
    product = sum((p * q for p, q in zip(x, z, strict=True)), Fraction(0))
    if isinstance(kernel, Polynomial):
        return Fraction((Fraction(repr(kernel.gamma)) * product + Fraction(repr(kernel.coef0))) ** kernel.degree)
    return product


def _recorded_average(run: Run, state: State) -> tuple[Sequence[Number], Number] | None:
    if run.spec.predictor != "averaged":
        return None
    average = run.space.averaged(run.history.until(state.example))
    if average.weights is None or average.intercept is None:
        return None
    return average.weights.tolist(), average.intercept


def _exact_average(run: Run, state: State, squared: Fraction) -> tuple[Sequence[Number], Number] | None:
    """Σ yⱼ(1 − t/(T + 1))xⱼ over the updates, those on example t of T (000)."""
    if run.spec.predictor != "averaged" or run.spec.kernel is not None:
        return None
    y, n, seen = run.dataset.y.astype(np.int64), run.dataset.n, state.example + 1
    index, example = run.history.index(0, state.update), run.history.example(0, state.update)
    lives = np.zeros(n, np.int64)
    np.add.at(lives, index, seen - example)
    shares = [Fraction(v, seen) for v in (lives * y).tolist()]
    return _combined(run.dataset, shares), sum(shares, Fraction(0)) * squared
