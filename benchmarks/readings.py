"""What a predictor's notes cost while a run is made, and what they save when a moment of it is read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from time import perf_counter

import numpy as np

from benchmarks.data import overlapping
from benchmarks.report import Figure, best_of, met, percentile
from core.datasets.dataset import Dataset, FloatArray
from core.plane.fields.grid import Grid
from core.plane.fields.pieces import distinct_lines, vote_boundary
from core.plane.fields.votes import follow_vote
from core.plane.projections import Spread, usual_view_choice
from core.run import NoteTaker, Run, prepare, train
from core.spec import RunSpec

_UPDATES, _EXAMPLES = 200_000, 100
_MOMENTS = 12
_LINES = 2_000
_HELD_MS = 15


def figures() -> Iterator[Figure]:
    """Yield notes of each predictor, moments read with them and without, and a vote's boundary."""
    dataset = overlapping(_EXAMPLES, 0.25)
    for spec in (RunSpec("pocket", "cyclic"), RunSpec("voted"), RunSpec("averaged")):
        yield from _noted(dataset, spec)
    yield _boundary(dataset)


def _noted(dataset: Dataset, asked: RunSpec) -> Iterator[Figure]:
    spec = RunSpec(asked.learner, asked.order, max_epochs=10**6, max_updates=_UPDATES)
    (_, plain), (run, noting) = _made(dataset, spec, notes=False), _made(dataset, spec, notes=True)
    name = f"{spec.learner}, {_UPDATES:,} updates, {dataset.n} examples"
    text = f"{noting:.2f} s, {noting / plain:.1f} × a run without"
    yield Figure(f"{name}: a run with notes", text)
    moments = np.random.default_rng(0).integers(1, run.history.examples, _MOMENTS).tolist()
    _check(run, moments[0])
    with_notes = [_milliseconds(partial(_read, run, t)) for t in moments]
    anew = [_milliseconds(partial(_naive, run, t)) for t in moments]
    slow = percentile(with_notes, 0.9)
    text = f"{slow:.1f} ms, {percentile(anew, 0.9) / slow:,.0f} × faster than anew"
    yield Figure(f"{name}: any moment on the examples", text, f"< {_HELD_MS} ms", met(slow < _HELD_MS))


def _boundary(dataset: Dataset) -> Figure:
    run = train(dataset, RunSpec("voted", max_epochs=10**6, max_updates=_LINES))
    example, side = run.history.examples, (-4.0, 4.0)
    pixels = Grid.of(np.linspace(*side, 800), np.linspace(*side, 800))
    projection = usual_view_choice(2).projection(Spread(dataset), None, 0.0)

    def pieces() -> None:
        voters = distinct_lines(run, example, projection, _LINES)
        if voters is not None:
            vote_boundary(voters, side, side, 0.005)

    ours, grid = best_of(3, pieces, lambda: follow_vote(run, pixels, projection).seek(example))
    text = f"{ours * 1e3:.0f} ms, {ours / grid:.1f} × a count in each pixel"
    return Figure(f"boundary of {_LINES:,} voters, piece by piece", text)


def _made(dataset: Dataset, spec: RunSpec, *, notes: bool) -> tuple[Run, float]:
    run, engine = prepare(dataset, spec)
    taker = NoteTaker(dataset, spec)
    started = perf_counter()
    while run.stopped is None:
        batch = engine.advance(taker.most_updates(50_000), 0.1)
        run.append(batch, taker.take(batch) if notes else None)
    return run, perf_counter() - started


def _read(run: Run, example: int) -> FloatArray:
    return run.decision(example).score(run.dataset.X)


def _naive(run: Run, example: int) -> FloatArray:
    return run.predictor.recall(run.space, run.history.until(example)).score(run.dataset.X)


def _check(run: Run, example: int) -> None:
    if _read(run, example).tolist() != _naive(run, example).tolist():
        raise AssertionError("the readings differ: the comparison is void")


def _milliseconds(work: Callable[[], object]) -> float:
    started = perf_counter()
    work()
    return (perf_counter() - started) * 1e3
