"""How each cost grows, as the ratio of two sizes in one run: no cost may grow much faster than what it is spent on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from benchmarks.data import overlapping, wide
from benchmarks.report import Figure, best_of, met
from core import margin
from core.datasets.dataset import FloatArray
from core.kernels import RBF
from core.plane.fields.grid import Grid, expansion_field
from core.plane.fields.votes import vote_of_lines
from core.run import train
from core.spec import RunSpec

_MOST = 2
"""Growth above that of the size itself that is still called linear: caches end somewhere."""


@dataclass(frozen=True)
class Growth:
    """`work(size)` makes ready what is timed; enter the sizes are two, the `cost` of each in proportion."""

    what: str
    sizes: tuple[int, int]
    work: Callable[[int], Callable[[], object]]

    def figure(self) -> Figure:
        """Return the times of both, and how many times as long the larger one takes."""
        small, large = self.sizes
        before, after = best_of(5, self.work(small), self.work(large))
        factor, most = after / before, _MOST * large / small
        text = f"{before * 1e3:.2f} → {after * 1e3:.2f} ms, {factor:.1f} ×"
        return Figure(f"{self.what}, {small:,} → {large:,}", text, f"≤ {most:g} ×", met(factor <= most))


def figures() -> Iterator[Figure]:
    """Yield examples, updates, dimensions, voters, and the points of a grid."""
    for growth in GROWTHS:
        yield growth.figure()


def _epochs(n: int) -> Callable[[], object]:
    dataset, spec = overlapping(n, 0.5), RunSpec(max_epochs=10, max_updates=10**8)
    return lambda: train(dataset, spec)


def _picks(n: int) -> Callable[[], object]:
    dataset, spec = overlapping(n, 0.5), RunSpec("pocket", max_updates=500)
    return lambda: train(dataset, spec)


def _updates(count: int) -> Callable[[], object]:
    dataset, spec = overlapping(10_000, 0.5), RunSpec(max_epochs=10**6, max_updates=count)
    return lambda: train(dataset, spec)


def _mistakes(count: int) -> Callable[[], object]:
    run = train(overlapping(100, 0.5), RunSpec(max_epochs=10**6, max_updates=count))
    return lambda: run.errors


def _dimensions(d: int) -> Callable[[], object]:
    dataset, spec = wide(5_000, d, 0.0), RunSpec(max_epochs=20, max_updates=10**8)
    return lambda: train(dataset, spec)


def _margin(n: int) -> Callable[[], object]:
    dataset = wide(n, 2, 0.1)
    return lambda: margin(dataset)


def _lines(count: int) -> FloatArray:
    rng = np.random.default_rng(0)
    angle = rng.uniform(0, 2 * np.pi, count)
    return np.column_stack([np.cos(angle), np.sin(angle), rng.uniform(-4, 4, count)])


def _grid(side: int) -> Grid:
    return Grid.of(np.linspace(-4, 4, side), np.linspace(-4, 4, side))


def _voters(count: int) -> Callable[[], object]:
    grid, lines, votes = _grid(200), _lines(count), np.ones(count, np.int64)
    return lambda: vote_of_lines(grid, lines, votes)


def _support(count: int) -> Callable[[], object]:
    grid, X = _grid(100), np.random.default_rng(0).normal(size=(count, 2))
    return lambda: expansion_field(grid, RBF(1.0), X, np.ones(count), 0.0)


def _points(many: int) -> Callable[[], object]:
    grid, X = _grid(round(many**0.5)), np.random.default_rng(0).normal(size=(500, 2))
    return lambda: expansion_field(grid, RBF(1.0), X, np.ones(500), 0.0)


def _voted_points(many: int) -> Callable[[], object]:
    grid, lines, votes = _grid(round(many**0.5)), _lines(20_000), np.ones(20_000, np.int64)
    return lambda: vote_of_lines(grid, lines, votes)


GROWTHS = (
    Growth("Examples: ten epochs", (20_000, 200_000), _epochs),
    Growth("Examples: 500 picks with their error counts", (10_000, 100_000), _picks),
    Growth("Examples: ŵ* and γ", (10_000, 100_000), _margin),
    Growth("Updates: made and recorded", (100_000, 1_000_000), _updates),
    Growth("Updates: the mistakes of each on 100 examples", (10_000, 100_000), _mistakes),
    Growth("Dimensions: twenty epochs over 5,000 examples", (10, 100), _dimensions),
    Growth("Voters: on a grid", (2_000, 20_000), _voters),
    Growth("Support examples: on a grid", (100, 1_000), _support),
    Growth("Grid: points of 500 support examples", (10_000, 40_000), _points),
    Growth("Grid: points of a vote", (10_000, 40_000), _voted_points),
)
