"""Decision values on a grid of 200 × 200, against computing them point by point, on a share of the terms."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from benchmarks.data import overlapping
from benchmarks.report import Figure, best_of, met
from core.datasets.dataset import FloatArray
from core.kernels import RBF, Kernel, Polynomial
from core.plane.fields.grid import Grid, expansion_field
from core.plane.fields.votes import FollowedVote, follow_vote, vote_of_lines
from core.plane.projections import Spread, usual_view_choice
from core.run import train
from core.spec import RunSpec

_SIDE = np.linspace(-4, 4, 200)
_LINES, _LINES_SAMPLED = 100_000, 500
_SUPPORT, _SUPPORT_SAMPLED = 1_000, 100


def figures() -> Iterator[Figure]:
    """Yield a vote of lines, a step of it, and expansions."""
    grid = Grid.of(_SIDE, _SIDE)
    yield _vote(grid)
    yield _steps()
    for kernel in (RBF(1.0), Polynomial(3, 1.0, 1.0)):
        yield _expansion(grid, kernel)


def _vote(grid: Grid) -> Figure:
    """Return votes whose lines all go through the picture, so that none is cheap."""
    rng = np.random.default_rng(0)
    angle = rng.uniform(0, 2 * np.pi, _LINES)
    lines = np.column_stack([np.cos(angle), np.sin(angle), rng.uniform(-4, 4, _LINES)])
    votes = rng.integers(1, 100, _LINES)
    some, points = slice(_LINES_SAMPLED), grid.points(2)

    def by_points() -> FloatArray:
        total = np.zeros(len(points))
        for (u, v, b), count in zip(lines[some], votes[some], strict=True):
            total += count * np.sign(points[:, 0] * u + points[:, 1] * v + b)
        return total.reshape(grid.shape)

    _check(vote_of_lines(grid, lines[some], votes[some]), by_points(), 0)
    return _compared(
        f"vote of {_LINES:,} lines",
        lambda: vote_of_lines(grid, lines, votes),
        by_points,
        _LINES / _LINES_SAMPLED,
        aim_ms=250,
    )


def _steps() -> Figure:
    """Yield one update forward and one back, by the difference, against the vote from scratch."""
    run = train(overlapping(2_000, 0.5), RunSpec("voted", max_epochs=10**6, max_updates=20_000))
    projection = usual_view_choice(2).projection(Spread(run.dataset), None, 0.0)

    def anew() -> FollowedVote:
        return follow_vote(run, Grid.of(_SIDE, _SIDE), projection)

    vote, example = anew(), run.history.example_of
    vote.seek(example(19_000))

    def step() -> None:
        vote.seek(example(19_001))
        vote.seek(example(19_000))

    both, whole = best_of(5, step, lambda: anew().seek(example(19_000)))
    text = f"{both / 2 * 1e3:.2f} ms, {2 * whole / both:,.0f} × faster than anew"
    return Figure("vote of 19,000 lines, the playhead one update on or back", text)


def _expansion(grid: Grid, kernel: Kernel) -> Figure:
    rng = np.random.default_rng(0)
    X, coefficients = rng.normal(size=(_SUPPORT, 2)), rng.choice([-1.0, 1.0], _SUPPORT)
    some, points = slice(_SUPPORT_SAMPLED), grid.points(2)

    def by_points() -> FloatArray:
        total = np.zeros(len(points))
        for x, coefficient in zip(X[some], coefficients[some], strict=True):
            total += coefficient * kernel.matrix(x[None, :], points)[0]
        return total.reshape(grid.shape)

    largest = float(np.abs(by_points()).max())
    _check(expansion_field(grid, kernel, X[some], coefficients[some], 0.0), by_points(), 1e-9 * largest)
    return _compared(
        f"{kernel.name} kernel, {_SUPPORT:,} support examples",
        lambda: expansion_field(grid, kernel, X, coefficients, 0.0),
        by_points,
        _SUPPORT / _SUPPORT_SAMPLED,
        aim_ms=10,
    )


def _compared(
    what: str, work: Callable[[], object], sampled: Callable[[], object], share: float, aim_ms: float
) -> Figure:
    ours, some = best_of(5, work, sampled)
    text = f"{ours * 1e3:.1f} ms, {some * share / ours:,.0f} × faster"
    return Figure(f"{what}; against point by point", text, f"< {aim_ms:g} ms", met(ours * 1e3 < aim_ms))


def _check(ours: np.ndarray, theirs: FloatArray, tolerance: float) -> None:
    if np.abs(ours - theirs).max() > tolerance:
        raise AssertionError("the fields differ: the comparison is void")
