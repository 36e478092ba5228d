"""A run made in many small calls to its engine."""

from __future__ import annotations

from core.datasets.dataset import Dataset
from core.run import Run, prepare
from core.spec import RunSpec


def train_in_pieces(dataset: Dataset, spec: RunSpec, most: int, *, hurried: bool) -> Run:
    """Run to the end, at most `most` updates a call; `hurried` calls have no time at all."""
    run, engine = prepare(dataset, spec)
    while run.stopped is None:
        batch = engine.advance(most, 0.0 if hurried else 1.0)
        assert len(batch.index) <= most
        run.history.append(batch)
    return run
