"""A small set for pen and paper: the run over it has exactly as many updates as are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from core.datasets.dataset import IntArray, LabelArray
from core.datasets.generators.generator import Chance, Drawn, Generator
from core.errors import InputError
from core.numbers.numerals import counted, number
from core.spec import number_field

_LARGEST = 9
_TRIES, _AT_ONCE = 10_000, 250

Example = tuple[int, int, int]
"""x₁, x₂ and y."""


@dataclass(frozen=True)
class Exam(Generator):
    """Different points with whole coordinates of one digit, in two classes, for the standard rule in cyclic order.

    They are searched for: sets labelled by a random line are drawn until the run over one, with B = 1, is as asked for.
    Nothing in it depends on a convention: after the first update no example is met on the boundary, and w is never 0.
    """

    name = "exam"
    title = "Exam by hand"
    watch = (
        "With the bias 1 the standard perceptron makes exactly so many updates in cyclic order, all in whole numbers, "
        "and meets no tie after the first."
    )
    updates: int = number_field(
        4,
        "k",
        "how many updates the standard perceptron makes, in cyclic order with B = 1",
        least=1,
        most=20,
        whole=True,
    )
    n: int = number_field(5, "n", "how many examples", least=2, most=40, whole=True)

    def draw(self, chance: Chance) -> Drawn:
        """Return the first set found. Raises InputError where there is none among as many as are tried."""
        for _ in range(0, _TRIES, _AT_ONCE):
            for X, y in zip(*_labelled(chance, self.n), strict=True):
                if self._is_one([(*x, label) for x, label in zip(X.tolist(), y.tolist(), strict=True)]):
                    return X.astype(np.float64), y
        raise InputError(
            f"no exam with {counted(self.updates, 'update')} was found among {number(_TRIES)} sets of "
            f"{counted(self.n, 'example')}; choose another seed, or other numbers of updates and examples"
        )

    def _is_one(self, examples: Sequence[Example]) -> bool:
        if len({example[:2] for example in examples}) < self.n or len({example[2] for example in examples}) < 2:
            return False
        updates = 0
        for clean in _updates(examples):
            updates += 1
            if not clean or updates > self.updates:
                return False
        return updates == self.updates


def _labelled(chance: Chance, n: int) -> tuple[IntArray, LabelArray]:
    """Yield sets of n points (m, n, 2), and what a random line with none of them on it calls each (m, n)."""
    points = chance.integers(-_LARGEST, _LARGEST + 1, (_AT_ONCE, n, 2))
    normals = chance.integers(-_LARGEST, _LARGEST + 1, (_AT_ONCE, 1, 2))
    heights = (points * normals).sum(axis=2)
    low, high = heights.min(axis=1), heights.max(axis=1)
    levels = chance.integers(low, np.maximum(high, low + 1))  # and a half: from the lowest to below the highest
    return points, np.where(heights > levels[:, np.newaxis], 1, -1).astype(np.int8)


def _updates(examples: Sequence[Example]) -> Iterator[bool]:
    """Yield the run, exactly: for each update whether w ≠ 0 after it; a tie met after the first ends it with False."""
    w1 = w2 = b = 0
    begun = moved = True
    while moved:
        moved = False
        for x1, x2, y in examples:
            score = y * (w1 * x1 + w2 * x2 + b)
            if not (score or begun):
                yield False
            if score <= 0:
                w1, w2, b = w1 + y * x1, w2 + y * x2, b + y
                begun, moved = False, True
                yield bool(w1 or w2)
