"""½‖w‖² + γ·Σ hinge along a run (Yuille 004 §2.6)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.datasets.dataset import Dataset
from core.run import Run, train
from core.spaces.linear import hinge, objective_at
from core.spec import RunSpec
from tests.core.strategies import datasets


def along(run: Run) -> list[float]:
    return [objective_at(run.space, run.history, run.spec.penalty, k) for k in range(run.updates + 1)]


def test_the_hinge_is_what_an_example_lacks_of_a_margin_of_one() -> None:
    y = np.array([1.0, 1.0, 1.0, -1.0, -1.0])
    assert hinge(y, np.array([2.0, 1.0, 0.25, -0.5, 3.0])).tolist() == [0.0, 0.0, 0.75, 0.5, 4.0]


@given(datasets(min_n=1), st.sampled_from([0.5, 1.0, 4.0]))
def test_the_objective_is_the_formula_of_the_note(dataset: Dataset, penalty: float) -> None:
    run = train(dataset, RunSpec("online-svm", penalty=penalty, max_updates=20))
    values = along(run)
    for k, (*w, b) in enumerate(run.history.weights().tolist()):
        losses = [
            max(0.0, 1 - y * (sum(a * c for a, c in zip(w, x, strict=True)) + b))
            for x, y in zip(dataset.X.tolist(), dataset.y.tolist(), strict=True)
        ]
        assert values[k] == pytest.approx(sum(c * c for c in w) / 2 + penalty * sum(losses), rel=1e-9)
        assert run.objective(k) == values[k]


def test_zero_weights_cost_the_penalty_for_every_example() -> None:
    run = train(Dataset([[1.0], [2.0], [5.0]], [1, -1, 1]), RunSpec("online-svm", penalty=2.5, max_epochs=1))
    assert along(run)[0] == 7.5


def test_values_do_not_show_how_far_the_run_has_come() -> None:
    rng = np.random.default_rng(0)
    run = train(Dataset(rng.normal(size=(37, 3)), rng.choice([-1, 1], 37)), RunSpec("online-svm", max_updates=300))
    whole = along(run)
    early = run.until(run.history.example_of(120), run.margin)
    assert along(early) == whole[:121]
    assert early.objective(17) == whole[17]


def test_the_objective_comes_down_in_the_long_run() -> None:
    rng = np.random.default_rng(1)
    X = rng.normal(size=(100, 2))
    y = np.where(X @ [1.0, 1.0] + 0.3 * rng.normal(size=100) > 0, 1, -1)
    values = along(train(Dataset(X, y), RunSpec("online-svm", penalty=0.1, max_updates=2000)))
    assert np.mean(values[-200:]) < values[0] / 2
