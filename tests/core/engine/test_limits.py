"""A limit reaches every engine: each gives up just there, and says why."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.datasets.dataset import Dataset
from core.engine.engine import Stop
from core.run import prepare, train
from core.spec import RunSpec
from tests.core.tables import DATASET, every_pair, from_zero, named

XOR = Dataset([[1, 1], [1, -1], [-1, -1], [-1, 1]], [1, -1, 1, -1])

pytestmark = pytest.mark.usefixtures("either_way")


@pytest.mark.parametrize("spec", every_pair(from_zero, predictors=False), ids=named)
def test_a_limit_on_examples_holds_in_every_engine(spec: RunSpec) -> None:
    long = replace(spec, max_epochs=50, max_updates=1_000)
    whole = train(DATASET, long)
    most = min(8, whole.history.examples - 1)
    before = whole.history.updates_before(most)
    for updates, budget in ((1_000, 1.0), (3, 0.0)):
        run, engine = prepare(DATASET, long)
        engine.most_examples = most
        while run.stopped is None:
            run.append(engine.advance(updates, budget))
        assert run.stopped is Stop.MAX_EPOCHS
        assert run.history.examples == most
        assert run.history.index().tolist() == whole.history.index(0, before).tolist()


@pytest.mark.parametrize(("updates", "epochs", "stop"), [(9, 40, Stop.MAX_UPDATES), (400, 2, Stop.MAX_EPOCHS)])
def test_the_limit_that_is_reached_first_is_told(updates: int, epochs: int, stop: Stop) -> None:
    run = train(XOR, RunSpec(max_epochs=epochs, max_updates=updates))
    assert run.stopped is stop
    assert (run.updates == updates) == (stop is Stop.MAX_UPDATES)


def test_an_order_without_epochs_has_no_limit_of_epochs() -> None:
    run = train(XOR, RunSpec(order="random", max_epochs=1, max_updates=100))
    assert (run.stopped, run.updates) == (Stop.MAX_UPDATES, 100)
