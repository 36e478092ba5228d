"""What a run gets wrong, and what it costs, at moments spread over it: for curves against k."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from core.analysis.held_out_errors import errors_at
from core.datasets.arithmetic import activations, row_blocks
from core.datasets.dataset import FloatArray, IntArray
from core.predictors import find_predictor
from core.record.history import State
from core.run import Run

_EARLY, _MOMENTS = 128, 300


@dataclass(frozen=True)
class MistakeSample:
    """A run just after update k = `update`, example t = `example`.

    `last` and `own` are how many examples the vector and the learner's predictor get wrong. `cost` is what the rule
    minimises, `lost` the sum of the squared hinge losses met and `missed` the mistakes among them, for a rule that
    bounds them; else None.
    """

    update: int
    example: int
    last: int
    own: int
    cost: float | None = None
    lost: float | None = None
    missed: int | None = None


def moments(updates: int) -> IntArray:
    """Update 0, the first 128, and about 600 more, half of them spread evenly and half by equal ratios; increasing."""
    early = np.arange(min(updates, _EARLY) + 1)
    ratios = np.geomspace(1, max(updates, 1), _MOMENTS)
    spread = np.concatenate([early, ratios, np.linspace(0, updates, _MOMENTS)])
    chosen: IntArray = np.unique(spread.round().astype(np.int64))
    return chosen[chosen <= updates]


def snapshot(run: Run) -> Run:
    """The run as it is recorded now, with nothing that another thread could change under it."""
    history = run.history.until(run.history.examples)
    return replace(run.apart(run.kept.notes), history=history, given_margin=run.margin)


def counted_at(run: Run, example: int) -> MistakeSample:
    """What it gets wrong just after example t, whether or not that is among the moments of `samples`."""
    X, y, update = run.dataset.X, run.dataset.y, run.history.updates_before(example)
    last: FloatArray = run.space.trajectory(run.history, X, update, update)[0]
    own = run.decision(example).score(X)
    return MistakeSample(update, example, run.tie.errors(last * y, y), run.tie.errors(own * y, y))


def wrong_at(run: Run, state: State) -> int | None:
    """How many examples the vector of a state gets wrong, at little cost; None where it cannot be written down."""
    if len(state.w) != run.dataset.d:
        return None
    X, y = run.dataset.X, run.dataset.y
    w, b = state.decides[:-1], float(state.decides[-1])
    parts = ((y[block] * activations(X[block], w, b), y[block]) for block in row_blocks(len(X)))
    return sum(run.tie.errors(scores, labels) for scores, labels in parts)


def samples(run: Run) -> Iterator[MistakeSample]:
    """The samples of a recorded run, one after another.

    Costs as many decision values as there are moments times examples; as many as updates times examples where the
    predictor must look at every vector.
    """
    wanted = moments(run.updates)
    carries = run.predictor.follower(run.space, run.history, run.dataset.X).carries
    for sample in _followed(run, wanted) if carries else _read(run, wanted):
        losses = run.losses_along.at(run.history, sample.update) if run.losses_along else None
        cost = run.objective(sample.update)
        if losses:
            yield replace(sample, cost=cost, lost=losses.squared, missed=losses.mistakes)
        else:
            yield replace(sample, cost=cost)


def _followed(run: Run, wanted: IntArray) -> Iterator[MistakeSample]:
    """For a predictor that is carried along over every vector."""
    nobody = run.dataset.with_rows(np.empty((0, run.dataset.d)), np.empty(0, np.int8))
    examples = [run.history.example_of(k) for k in wanted.tolist()]
    last = find_predictor("last").name
    for errors in errors_at(run, nobody, examples, {last, run.predictor.name}):
        yield MistakeSample(errors.update, errors.example, errors.training[last], errors.training[run.predictor.name])


def _read(run: Run, wanted: IntArray) -> Iterator[MistakeSample]:
    """For a predictor that can be read from the record at any moment."""
    X, y = run.dataset.X, run.dataset.y
    follower = run.predictor.follower(run.space, run.history, X)
    for k in wanted.tolist():
        values: FloatArray = run.space.trajectory(run.history, X, k, k)[0]
        last = run.tie.errors(values * y, y)
        example = run.history.example_of(k)
        scores = follower.scores(example, values, 1, last)
        yield MistakeSample(k, example, last, run.tie.errors(scores * y, y))
