"""A limit reaches every engine: each gives up just there, and says why."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.engine.engine import Limits, Stop
from core.run import train
from core.spec import RunSpec
from tests.core.pieces import train_in_pieces
from tests.core.tables import DATASET, every_pair, from_zero, named

pytestmark = pytest.mark.usefixtures("either_way")


@pytest.mark.parametrize("spec", every_pair(from_zero, predictors=False), ids=named)
def test_a_limit_on_examples_holds_in_every_engine(spec: RunSpec, monkeypatch: pytest.MonkeyPatch) -> None:
    long = replace(spec, max_epochs=50, max_updates=1_000)
    whole = train(DATASET, long)
    most = min(8, whole.history.examples - 1)
    monkeypatch.setattr(Limits, "of", lambda spec, n, epochs=True: Limits(spec.max_updates, most))
    for run in (train(DATASET, long), train_in_pieces(DATASET, long, 3, hurried=True)):
        assert run.stopped is Stop.MAX_EPOCHS
        assert run.history.examples == most
        before = whole.history.updates_before(most)
        assert run.history.index().tolist() == whole.history.index(0, before).tolist()


@pytest.mark.parametrize(("updates", "epochs", "stop"), [(9, 4, Stop.MAX_UPDATES), (40, 2, Stop.MAX_EPOCHS)])
def test_the_limit_that_is_reached_first_is_told(updates: int, epochs: int, stop: Stop) -> None:
    limits = Limits.of(RunSpec(max_epochs=epochs, max_updates=updates), 10)
    assert limits.reached(19, 8) is None
    assert limits.reached(20, 9) is stop
    assert Limits.of(RunSpec(max_updates=updates), 10, epochs=False).reached(10**9, updates - 1) is None
