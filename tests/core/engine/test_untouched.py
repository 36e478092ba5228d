"""What a run does not need of its data is neither copied nor worked out: of a million examples it takes longer than to
learn from them.
"""

from __future__ import annotations

import numpy as np
import pytest

from core.datasets.generators import generate
from core.engine.engines import PassEngine
from core.learners import LEARNERS
from core.orders import ORDERS, Passes
from core.rules import make_rule
from core.run import prepare, train
from core.spec import RunSpec

PASSES = {name: order for name, order in ORDERS.items() if issubclass(order, Passes)}


@pytest.mark.parametrize("name", PASSES)
def test_an_order_knows_whether_it_is_that_of_the_file(name: str) -> None:
    epochs = PASSES[name](50, 1, (3, 1) if PASSES[name].listed else ()).epochs(1, 3)
    assert np.array_equal(epochs, np.tile(np.arange(50), 3)) == PASSES[name].as_in_file


@pytest.mark.parametrize("name", PASSES)
def test_a_long_epoch_in_the_order_of_the_file_is_the_data_themselves(name: str) -> None:
    dataset = generate("separable", 1, n=5_000)
    _, engine = prepare(dataset, RunSpec(order=name, seed=1))
    assert isinstance(engine, PassEngine)
    tile = engine.tile(0)
    assert (tile.X is dataset.X and tile.y is dataset.y) == PASSES[name].as_in_file
    assert np.array_equal(tile.X, dataset.X[tile.index])
    assert np.array_equal(tile.y, dataset.y[tile.index])


@pytest.mark.parametrize("learner", [name for name, learner in LEARNERS.items() if learner.kernel is None])
def test_lengths_of_examples_are_asked_for_only_where_c_is_held_against_them(learner: str) -> None:
    spec = RunSpec(learner, max_epochs=5)
    run = train(generate("separable", 1), spec)
    assert ("norms_squared" in vars(run.space)) == (make_rule(run.spec).penalty is not None)
