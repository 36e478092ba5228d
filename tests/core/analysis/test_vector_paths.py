"""The directions of w and of the average along a run are those of the vectors that the run itself has there."""

from __future__ import annotations

from math import atan2, degrees

import numpy as np
import pytest

from core.analysis import updates
from core.analysis.updates import Directions
from core.datasets.dataset import Dataset
from core.run import Run, prepare, train
from core.spec import RunSpec
from tests.core.tables import DATASET, every_pair, in_coordinates, named

STEPPED = every_pair(in_coordinates, predictors=False)


def same_direction(a: float, b: float) -> bool:
    return abs((a - b + 180) % 360 - 180) < 1e-6


def agrees(run: Run, directions: Directions) -> bool:
    """Whether each point is what the record and the averaging trick say."""
    k, average, last = directions.curves()
    for update, steady, wandering in zip(k.astype(int).tolist(), average.tolist(), last.tolist(), strict=True):
        record = run.history.until(run.history.example_of(update))
        mean, w = run.space.averaged(record).weights, run.history.seek(update).w
        assert mean is not None
        assert same_direction(steady, degrees(atan2(mean[1], mean[0])))
        assert same_direction(wandering, degrees(atan2(w[1], w[0])))
        assert abs(wandering - steady) <= 180 + 1e-9
    return True


@pytest.mark.parametrize("spec", STEPPED, ids=named)
def test_every_update_of_a_short_run(spec: RunSpec) -> None:
    run = train(DATASET, spec)
    directions = Directions()
    directions.extend(run.history)
    k, _, _ = directions.curves()
    assert agrees(run, directions)
    pointing = [u for u in range(1, run.updates + 1) if run.history.seek(u).w.any()]
    assert set(k.astype(int).tolist()) >= set(pointing) - {0}


def test_a_record_that_grows_gives_the_same_as_one_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updates, "_AT_A_TIME", 64)
    X = np.random.default_rng(3).normal(size=(30, 2))
    dataset = Dataset(X, np.where(np.arange(30) % 3 > 0, 1, -1))
    spec = RunSpec("averaged", max_updates=3_000, max_epochs=1_000)
    run, engine = prepare(dataset, spec)
    growing, whole = Directions(256), Directions(256)
    while run.stopped is None:
        run.append(engine.advance(170, 1.0))
        growing.extend(run.history)
    whole.extend(run.history)
    pieces = Directions(256)
    while pieces.covered < run.updates:
        before = pieces.covered
        pieces.extend(run.history, 100)
        assert pieces.covered <= max(before, 0) + 100
    for one, other, third in zip(growing.curves(), whole.curves(), pieces.curves(), strict=True):
        assert one == pytest.approx(other)
        assert third == pytest.approx(other)
    assert agrees(run, whole)
    k = whole.curves()[0]
    assert len(k) <= 257
    assert k[-1] == run.updates
    assert (np.diff(k) > 0).all()
