"""The rows of the theorem in a kernel's feature space hold at every update and follow from α and the Gram matrix."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.datasets.dataset import Dataset
from core.kernels import RBF
from core.run import Run, train
from core.spec import RunSpec
from core.theory.margin.margin import Margin
from core.theory.theorem import Curves, inequalities, theorem_table
from tests.core.strategies import datasets
from tests.core.theory.kernel_data import ONE, ring, signed_gram

KEYS = ["progress", "length", "bound", "angle", "potential"]


@given(
    datasets(min_n=1, max_n=12, max_d=3),
    st.sampled_from(
        [
            RunSpec("kernel", gamma=0.1),
            RunSpec("kernel", gamma=5.0, bias=0.0),
            RunSpec("kernel", kernel="poly", degree=2),
            RunSpec("kernel", kernel="poly", degree=3, gamma=0.5, bias="radius"),
            RunSpec("voted", kernel="linear"),
        ]
    ),
    st.sampled_from([1e-3, 1.0]),
)
def test_every_row_of_the_theorem_holds_at_every_update(dataset: Dataset, spec: RunSpec, size: float) -> None:
    if np.abs(dataset.X).max() > 1e3:
        size /= np.abs(dataset.X).max()
    run = train(Dataset(dataset.X * size, dataset.y), RunSpec(**{**spec.to_json(), "max_updates": 150}))
    keys = KEYS if run.margin.gamma is not None else ["length"]
    for update in range(run.updates + 1):
        rows = inequalities(run.history.seek(update), run.margin)
        assert [row.key for row in rows] == keys
        assert all(row.holds for row in rows), rows


def test_progress_holds_where_a_product_with_the_best_vector_cancels() -> None:
    X = np.array([[0, 48.3, 26.5], [0, 0, 0], [-25.7, 48.4, 24], [-25.1, 42.9, 21.4]])
    run = train(Dataset(X, [1, -1, -1, 1]), RunSpec("voted", kernel="linear", max_updates=150))
    assert run.margin.products is not None
    assert run.margin.products.min() == run.margin.gamma
    assert all(row.holds for k in range(run.updates + 1) for row in inequalities(run.history.seek(k), run.margin))


@pytest.fixture(scope="module")
def ring_run() -> Run:
    return train(ring(400), RunSpec("kernel", gamma=2.0))


def test_the_table_follows_from_alpha_and_the_gram_matrix(ring_run: Run) -> None:
    table, margin, dataset = ring_run.theorem(), ring_run.margin, ring_run.dataset
    assert margin.products is not None
    assert margin.gamma is not None
    assert table.w_dot_wstar is not None
    assert table.potential is not None
    assert table.cosine is not None
    gram = signed_gram(dataset, RBF(2.0), ONE)
    for k in (1, 2, 50, ring_run.updates):
        alpha = np.bincount(ring_run.history.index(0, k), minlength=dataset.n)
        squared, along = alpha @ gram @ alpha, alpha @ margin.products
        assert table.w_norm_sq[k - 1] == pytest.approx(squared, rel=1e-10)
        assert table.w_dot_wstar[k - 1] == pytest.approx(along, rel=1e-12)
        assert table.cosine[k - 1] == pytest.approx(along / math.sqrt(squared), rel=1e-10)
        reach = margin.radius_squared / margin.gamma
        assert table.potential[k - 1] == pytest.approx(squared - 2 * reach * along + reach * reach, rel=1e-10)


def test_part_of_the_table_and_the_curves_are_those_of_the_whole(ring_run: Run) -> None:
    whole, part = ring_run.theorem(), theorem_table(ring_run.history, ring_run.margin, 3, 7)
    curves = Curves(ring_run.margin, capacity=16)
    curves.extend(ring_run.history)
    assert whole.w_dot_wstar is not None
    assert part.w_dot_wstar is not None
    assert curves.w_dot_wstar is not None
    assert part.w_dot_wstar.tolist() == whole.w_dot_wstar[3:7].tolist()
    places = curves.k[1:].astype(int) - 1
    assert curves.w_norm_sq[1:].tolist() == whole.w_norm_sq[places].tolist()
    assert curves.w_dot_wstar[1:].tolist() == whole.w_dot_wstar[places].tolist()


def test_a_long_table_is_the_same_however_it_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.record.histories._STRETCH", 64)
    run = train(ring(300), RunSpec("kernel", gamma=2.0))
    whole = run.theorem().w_dot_wstar
    assert whole is not None
    assert len(whole) > 200
    parts = [
        theorem_table(run.history, run.margin, a, b).w_dot_wstar for a, b in [(0, 63), (63, 65), (65, run.updates)]
    ]
    assert np.concatenate([part for part in parts if part is not None]).tobytes() == whole.tobytes()


def test_a_claim_false_by_a_millionth_is_seen_to_fail() -> None:
    run = train(Dataset(np.eye(6) * 100, [1, -1, 1, 1, -1, 1]), RunSpec("kernel", bias=0.0, gamma=10.0))
    state, margin = run.history.seek(run.updates), run.margin
    assert margin.gamma is not None
    assert margin.bound is not None
    assert run.updates == 6
    lies: list[tuple[str, Callable[[], Margin]]] = [
        ("progress", lambda: replace(margin, gamma=(margin.gamma or 0) * (1 + 1e-6))),
        ("length", lambda: replace(margin, radius_squared=margin.radius_squared * (1 - 1e-6))),
        ("bound", lambda: replace(margin, bound=(margin.bound or 0) * (1 - 1e-6))),
    ]
    assert all(row.holds for row in inequalities(state, margin))
    for key, lie in lies:
        assert key in {row.key for row in inequalities(state, lie()) if not row.holds}
