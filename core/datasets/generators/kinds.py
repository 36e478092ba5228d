"""The kinds of data: clouds, shapes that no line parts, classes by a formula, and sets at or far from the bound."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal

import numpy as np

from core.datasets.expressions import parse
from core.datasets.generators.generator import (
    Chance,
    Drawn,
    Generator,
    examples,
    halves,
    mixed,
    noise,
    spread_field,
    text,
    two_decimals,
)
from core.errors import InputError
from core.numbers.numerals import counted, number
from core.spec import number_field

_NORMALS = np.array([(100, 0), (0, 100), (60, 80), (80, 60), (28, 96), (96, 28)])
"""Directions of length 1, in hundredths: exact decimals."""
_DEPTH, _LENGTH, _OFFSET = 4.0, 4.0, 10


@dataclass(frozen=True)
class Separable(Generator):
    """Examples at least `margin`, rounded up to three decimals, from a line; the first two are exactly there."""

    name = "separable"
    title = "Separable with a margin"
    watch = (
        "Without noise a line separates them, so with the bias 1 the updates end, after R²/γ² at most, whatever the "
        "order: the narrower the gap, the higher this bound."
    )
    n: int = examples(40)
    margin: float = number_field(
        0.5,
        "ρ",
        "the margin in the plane: no example is nearer to the line than this; "
        "the theorem's γ counts the bias too, and is at most as large",
        least=0.001,
        most=100,
    )
    noise: float = noise()

    def draw(self, chance: Chance) -> Drawn:
        """Return a pair at the margin and the others beyond it, in a random order."""
        normal = chance.choice(_NORMALS) * chance.choice([-1, 1], 2)
        centre = chance.integers(-_OFFSET, _OFFSET + 1, 2)  # in tenths
        thousandths = int((Decimal(repr(self.margin)) * 1000).to_integral_value(ROUND_CEILING))
        labels = halves(self.n)
        # More than two decimals can take from a distance.
        across = labels * (thousandths / 1000 + 0.01 + _DEPTH * chance.random(self.n))
        along = _LENGTH * (2 * chance.random(self.n) - 1)
        u = normal / 100
        X = two_decimals(centre / 10 + np.outer(across, u) + np.outer(along, (-u[1], u[0])))
        X[:2] = (centre * 10_000 + np.outer(labels[:2], normal) * thousandths) / 100_000 + 0.0
        return mixed(X, labels, chance)


@dataclass(frozen=True)
class Gaussians(Generator):
    """A Gaussian cloud for each class, the centres `distance` apart on a level."""

    name = "gaussians"
    title = "Overlapping Gaussians"
    watch = (
        "Where the clouds overlap no line is right: the last vector never rests; "
        "compare its errors with those of the pocket, the average and the vote."
    )
    n: int = examples()
    distance: float = number_field(2.0, "δ", "from one centre to the other", most=100)
    spread: float = number_field(1.0, "σ", "the standard deviation of each cloud", least=0.1, most=100)
    noise: float = noise()

    def draw(self, chance: Chance) -> Drawn:
        labels = halves(self.n)
        return self.around(np.outer(labels, (self.distance / 2, 0.0)), labels, chance)


_CENTRE, _DISC = 2.0, 0.99
"""With two decimals no example is more than 1 from its centre along an axis."""


@dataclass(frozen=True)
class Outlier(Generator):
    """Discs of radius 1 about (±2, 0); the last example, a −1, is `distance` to the right: from 3 to 5 among the +1."""

    name = "outlier"
    title = "One outlier"
    watch = (
        "One example decides: as it comes near the other class the margin γ shrinks and the bound R²/γ² grows, "
        "and once it is among them no line separates the classes."
    )
    n: int = examples(30)
    distance: float = number_field(
        2.5,
        "δ",
        "how far the last example, a ×, is from the middle of its class; the middle of the ○ is at 4",
        most=100,
    )

    def draw(self, chance: Chance) -> Drawn:
        if not self.n:
            return np.empty((0, 2)), halves(0)
        labels = halves(self.n - 1)
        angle = 2 * np.pi * chance.random(len(labels))
        radius = _DISC * np.sqrt(chance.random(len(labels)))
        cloud = np.column_stack([_CENTRE * labels + radius * np.cos(angle), radius * np.sin(angle)])
        X, y = mixed(two_decimals(cloud), labels, chance)
        # Without the digits that subtracting only made up.
        return np.vstack([X, (round(self.distance - _CENTRE, 12), 0.0)]), np.append(y, np.int8(-1))


@dataclass(frozen=True)
class Xor(Generator):
    """A cloud about each corner (±1, ±1), +1 where both signs agree; four examples without spread are the corners."""

    name = "xor"
    title = "XOR"
    watch = (
        "No line has opposite corners on one side and the other two on the other; "
        "in the feature space of the kernel poly with p = 2 a plane has."
    )
    n: int = examples()
    spread: float = spread_field(0.2)
    noise: float = noise()

    def draw(self, chance: Chance) -> Drawn:
        centres = np.array([(1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0)])[np.arange(self.n) % 4]
        return self.around(centres, (centres[:, 0] * centres[:, 1]).astype(np.int8), chance)


@dataclass(frozen=True)
class Rings(Generator):
    """The class +1 on a circle of radius 1 about the origin, the class −1 on one of `radius`."""

    name = "rings"
    title = "Rings"
    watch = (
        "No line parts a ring from the one around it, but a circle does, "
        "and that is a plane in the feature space of the kernel poly with p = 2."
    )
    n: int = examples()
    radius: float = number_field(
        2.0, "r", "the radius of the outer ring; the inner ring has radius 1", least=1, most=100
    )
    spread: float = spread_field(0.1)
    noise: float = noise()

    def draw(self, chance: Chance) -> Drawn:
        labels = halves(self.n)
        angle = 2 * np.pi * chance.random(self.n)
        radius = np.where(labels > 0, 1.0, self.radius)
        return self.around(np.column_stack([radius * np.cos(angle), radius * np.sin(angle)]), labels, chance)


_RADIUS = 2.0


@dataclass(frozen=True)
class Moons(Generator):
    """Half circles of radius 2: +1 the upper one, −1 the lower one, each with an end in the hollow of the other."""

    name = "moons"
    title = "Moons"
    watch = (
        "A line can be right for most of both moons, but not for all; "
        "with the kernel rbf the boundary winds between them: try several scales g."
    )
    n: int = examples()
    spread: float = spread_field(0.2)
    noise: float = noise()

    def draw(self, chance: Chance) -> Drawn:
        labels = halves(self.n)
        angle = np.pi * chance.random(self.n)
        upper = np.column_stack([_RADIUS * np.cos(angle) - _RADIUS / 2, _RADIUS * np.sin(angle) - _RADIUS / 4])
        return self.around(upper * labels[:, np.newaxis], labels, chance)


_INNER, _OUTER = 0.4, 3.0


@dataclass(frozen=True)
class Spirals(Generator):
    """An arm for each class, from radius 0.4 to 3; half a turn about the origin takes one to the other."""

    name = "spirals"
    title = "Spirals"
    watch = (
        "The kernel rbf follows the arms: with the default numbers and the scale g = 1 in less than a hundred updates, "
        "with g = 0.2 in thousands."
    )
    n: int = examples(200)
    turns: float = number_field(1.5, "τ", "how often each arm goes round", most=5)
    spread: float = spread_field(0.05)
    noise: float = noise()

    def draw(self, chance: Chance) -> Drawn:
        """Return both arms, evenly along their length (about: as if the radius alone told it), in a random order."""
        labels = halves(self.n)
        part = np.sqrt(chance.random(self.n))
        radius, angle = _INNER + (_OUTER - _INNER) * part, 2 * np.pi * self.turns * part
        arm = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
        return self.around(arm * labels[:, np.newaxis], labels, chance)


@dataclass(frozen=True)
class Checkerboard(Generator):
    """A board of `squares` × `squares` squares of side 1, its middle at the origin, with a `gap` between them."""

    name = "checkerboard"
    title = "Checkerboard"
    watch = (
        "No line can be right; the kernel rbf makes out the squares if its scale g is large enough, "
        "and the more squares there are, the more examples it needs."
    )
    n: int = examples(200)
    squares: int = number_field(4, "q", "how many squares there are on a side", least=2, most=50, whole=True)
    gap: float = number_field(0.2, "e", "the free strip between neighbouring squares", most=0.9)
    noise: float = noise()

    def draw(self, chance: Chance) -> Drawn:
        square = chance.integers(self.squares, size=(self.n, 2))
        inside = self.gap / 2 + (1 - self.gap) * chance.random((self.n, 2))
        labels = np.where(square.sum(axis=1) % 2, -1, 1).astype(np.int8)
        return two_decimals(square + inside - self.squares / 2), labels


@dataclass(frozen=True)
class BoundaryFormula(Generator):
    """Examples in a square: +1 where the formula is > 0, −1 where it is < 0, else none. Raises InputError."""

    name = "formula"
    title = "A formula for the boundary"
    watch = "The boundary is where the formula is 0: which kernel can follow it, and how many updates does it take?"
    n: int = examples()
    formula: str = text("x2 - x1^2 + 1", "f", "the label is the sign of this formula in x1 and x2, e.g. x2 - x1^2 + 1")
    reach: float = number_field(3.0, "r", "both coordinates lie between -r and r", least=0.1, most=1000)
    noise: float = noise()

    def __post_init__(self) -> None:
        super().__post_init__()
        parse(self.formula)

    def draw(self, chance: Chance) -> Drawn:
        """Draw points evenly over the square, off the boundary, until there are n."""
        formula = parse(self.formula)
        found = np.empty((0, 3))
        for _ in range(20):
            X = two_decimals(self.reach * (2 * chance.random((self.n, 2)) - 1))
            value = formula(X[:, 0], X[:, 1])
            kept = np.isfinite(value) & (value != 0)
            found = np.concatenate([found, np.column_stack([X, value])[kept]])
            if len(found) >= self.n:
                return found[: self.n, :2], np.sign(found[: self.n, 2]).astype(np.int8)
        told = f"the formula {self.formula} is 0 or has no value nearly everywhere in the square"
        raise InputError(f"{told}; enter a boundary")


@dataclass(frozen=True)
class Narrow(Generator):
    """Pairs (t, ±margin): their signed sum is (0, 2·margin, 0), so γ is `margin` in the plane and for every B."""

    name = "narrow"
    title = "Tiny margin"
    watch = (
        "The line is plain to see, and yet the perceptron may need many updates to find it: "
        "a tenth of the margin raises the bound R²/γ² about a hundredfold."
    )
    n: int = examples(20)
    margin: float = number_field(
        0.05,
        "ρ",
        "how far each example is from the line x₂ = 0; of two examples or more that is the theorem's γ",
        least=1e-6,
        most=1,
    )

    def draw(self, chance: Chance) -> Drawn:
        labels = halves(self.n)
        level = two_decimals(3.0 * (2 * chance.random((self.n + 1) // 2) - 1))
        return mixed(np.column_stack([np.repeat(level, 2)[: self.n], labels * self.margin]), labels, chance)


@dataclass(frozen=True)
class Orthonormal(Generator):
    """One example on each of n axes, at ±1: with B = 0, γ = 1/√n, R = 1, each is a mistake once (Novikoff 1962)."""

    name = "orthonormal"
    title = "Orthonormal: the bound is attained"
    watch = "With the bias 0 the bound is attained: n examples at right angles take exactly n = R²/γ² updates."
    n: int = number_field(
        2, "n", "how many examples, and features; the window draws two", least=1, most=500, whole=True
    )

    def draw(self, chance: Chance) -> Drawn:
        X = (np.eye(self.n) * chance.choice([-1.0, 1.0], self.n))[chance.permutation(self.n)] + 0.0
        return X, chance.choice(np.array([-1, 1], np.int8), self.n)


@dataclass(frozen=True)
class Slow(Generator):
    """Signed examples (1, h), (1, −2h), (1, 2h) with any labels: with B = 0, γ = 1 and R² = 1 + 4h².

    In this order w₂ swings between h and −h, and after k updates w₁ = k; so there is a mistake just while
    k − 2h² ≤ 0, which makes 2h² + 1 = ⌊R²/2γ²⌋ + 1 updates. All numbers are whole, so none is rounded.
    """

    name = "slow"
    title = "The slow set"
    watch = (
        "With the bias 0, in cyclic order, they take 2h² + 1 updates, just over half of what the bound allows: "
        "w goes to and fro across ŵ* (for h > 31 it takes more than 1,000 epochs)."
    )
    height: int = number_field(
        5, "h", "the signed examples are (1, h), (1, -2h) and (1, 2h)", least=1, most=500, whole=True
    )

    def draw(self, chance: Chance) -> Drawn:
        labels = chance.choice(np.array([-1, 1], np.int8), 3)
        signed = np.array([(1.0, self.height), (1.0, -2 * self.height), (1.0, 2 * self.height)])
        return signed * labels[:, np.newaxis], labels


_LARGEST = 9
_TRIES, _AT_ONCE = 10_000, 250


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
            # Some sets, and what a random line with no point on it calls each of their points.
            sets = chance.integers(-_LARGEST, _LARGEST + 1, (_AT_ONCE, self.n, 2))
            heights = (sets * chance.integers(-_LARGEST, _LARGEST + 1, (_AT_ONCE, 1, 2))).sum(axis=2)
            low, high = heights.min(axis=1), heights.max(axis=1)
            levels = chance.integers(low, np.maximum(high, low + 1))  # and a half: from the lowest to below the highest
            labels = np.where(heights > levels[:, np.newaxis], 1, -1).astype(np.int8)
            for X, y in zip(sets, labels, strict=True):
                points = list(map(tuple, X.tolist()))
                both = len({*points}) == self.n and len({*y.tolist()}) == 2
                if both and _updates(points, y.tolist(), self.updates) == self.updates:
                    return X.astype(np.float64), y
        raise InputError(
            f"no exam with {counted(self.updates, 'update')} was found among {number(_TRIES)} sets of "
            f"{counted(self.n, 'example')}; choose another seed, or other numbers of updates and examples"
        )


def _updates(points: Sequence[tuple[int, int]], labels: Sequence[int], most: int) -> int | None:
    """Return the updates of the run, exactly; None if w is 0 after one, a tie is met after it, or they are too many."""
    w1 = w2 = b = updates = 0
    moved = True
    while moved:
        moved = False
        for (x1, x2), y in zip(points, labels, strict=True):
            score = y * (w1 * x1 + w2 * x2 + b)
            if updates and not score:
                return None
            if score <= 0:
                w1, w2, b, updates = w1 + y * x1, w2 + y * x2, b + y, updates + 1
                moved = True
                if updates > most or not (w1 or w2):
                    return None
    return updates
