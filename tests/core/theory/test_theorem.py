"""The convergence theorem (Block & Novikoff 1962) holds at every update, and a wrong claim would be seen."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.datasets.dataset import Dataset
from core.run import Run, train
from core.spec import RunSpec
from core.theory.margin.margin import Margin
from core.theory.theorem import Curves, Inequality, inequalities, theorem_table
from tests.core.strategies import datasets, separable_datasets
from tests.core.textbook import textbook

KEYS = ["progress", "length", "bound", "angle", "potential"]


def rows_at(run: Run, update: int) -> dict[str, Inequality]:
    return {row.key: row for row in inequalities(run.history.seek(update), run.margin)}


def noisy_run(updates: int) -> Run:
    generator = np.random.default_rng(5)
    X = generator.normal(size=(200, 2))
    y = np.where(X[:, 0] > 0, 1, -1) * np.where(generator.random(200) < 0.3, -1, 1)
    return train(Dataset(X, y), RunSpec(max_epochs=10**6, max_updates=updates))


@pytest.fixture(scope="module")
def separable_run() -> Run:
    generator = np.random.default_rng(1)
    X = generator.normal(loc=(3, -2), size=(300, 2))
    return train(Dataset(X, np.where(X @ [1.0, 2.0] + 0.4 > 0, 1, -1)), RunSpec(max_epochs=10**5))


@given(
    separable_datasets(min_n=1),
    st.sampled_from([1e-6, 0.1, 1.0, 1e6]),
    st.sampled_from([1e-3, 1.0, 1e3, "radius"]),
    st.sampled_from(["cyclic", "shuffled"]),
)
def test_every_row_holds_at_every_update(dataset: Dataset, size: float, bias: float, order: str) -> None:
    if not dataset.X.any():
        return
    scaled = Dataset(dataset.X * size, dataset.y)
    run = train(scaled, RunSpec(bias=bias, order=order, max_epochs=10**6, max_updates=300))
    if not run.margin.separable:
        return
    for update in range(run.updates + 1):
        rows = inequalities(run.history.seek(update), run.margin)
        assert [row.key for row in rows] == KEYS
        assert all(row.holds for row in rows), rows


@given(datasets(min_n=1))
def test_length_stays_under_its_line_on_any_data(dataset: Dataset) -> None:
    run = train(dataset, RunSpec(max_updates=100))
    for update in range(run.updates + 1):
        assert rows_at(run, update)["length"].holds


@given(separable_datasets(min_n=1))
def test_an_update_adds_exactly_twice_y_times_a_and_the_squared_length(dataset: Dataset) -> None:
    run = train(dataset, RunSpec(max_updates=200))
    history, table = run.history, run.theorem()
    lengths = [Fraction(0), *map(Fraction, table.w_norm_sq.tolist())]
    for k, (i, a) in enumerate(zip(history.index().tolist(), history.activation().tolist(), strict=True)):
        x = [Fraction(c) for c in dataset.X[i].tolist()] + [Fraction(1)]
        assert lengths[k + 1] - lengths[k] == 2 * int(dataset.y[i]) * Fraction(a) + sum(c * c for c in x)


@given(separable_datasets(min_n=1), st.sampled_from([1.0, 0.25]))
def test_the_table_is_what_a_textbook_run_gives(dataset: Dataset, bias: float) -> None:
    if dataset.n == 0:
        return
    run = train(dataset, RunSpec(bias=bias, max_updates=100))
    plain = textbook(dataset, bias_squared=bias * bias, max_updates=100)
    table, margin = run.theorem(), run.margin
    assert margin.w_star is not None
    assert margin.b_star is not None
    assert margin.gamma is not None
    assert margin.bound is not None
    star = np.append(margin.w_star, margin.b_star / bias)
    columns = [table.w_dot_wstar, table.w_norm_sq, table.lower, table.upper, table.cosine, table.potential]
    for k, (w, b) in enumerate(zip(plain.weights, plain.intercepts, strict=True), start=1):
        v = np.array([*w, b / bias])
        dot, squared, reach = v @ star, v @ v, margin.radius**2 / margin.gamma
        expected = [dot, squared, k * margin.gamma, k * margin.radius**2, dot / math.sqrt(squared)]
        expected.append(((v - reach * star) ** 2).sum())
        assert table.update[k - 1] == k
        got = [column[k - 1] for column in columns if column is not None]
        assert got == pytest.approx(expected, rel=1e-9, abs=1e-9 * margin.radius)


def test_part_of_the_table_is_that_part_of_the_whole(separable_run: Run) -> None:
    whole, part = separable_run.theorem(), theorem_table(separable_run.history, separable_run.margin, 3, 7)
    assert part.update.tolist() == [4, 5, 6, 7]
    assert part.w_norm_sq.tolist() == whole.w_norm_sq[3:7].tolist()
    assert part.potential is not None
    assert whole.potential is not None
    assert part.potential.tolist() == whole.potential[3:7].tolist()


def test_the_panel_shows_the_numbers_of_the_table(separable_run: Run) -> None:
    table, k = separable_run.theorem(), separable_run.updates
    rows = rows_at(separable_run, k)
    pairs = {"progress": table.w_dot_wstar, "length": table.w_norm_sq, "angle": table.cosine}
    pairs["potential"] = table.potential
    for key, column in pairs.items():
        assert column is not None
        assert rows[key].left == column[-1]
    assert table.lower is not None
    assert table.upper is not None
    assert rows["progress"].right == table.lower[-1]
    assert rows["length"].right == table.upper[-1]
    assert (rows["bound"].left, rows["bound"].right) == (k, separable_run.margin.bound)


@pytest.mark.parametrize("n", [1, 2, 7, 25])
def test_orthonormal_examples_use_up_every_inequality(n: int) -> None:
    run = train(Dataset(np.eye(n), np.where(np.arange(n) % 3, 1, -1)), RunSpec(bias=0.0))
    assert run.updates == n
    for k in range(1, n + 1):
        rows = rows_at(run, k)
        assert all(row.holds for row in rows.values())
        for key in ("progress", "length"):
            assert rows[key].left == pytest.approx(rows[key].right, rel=1e-12)
    assert rows["bound"].left == pytest.approx(rows["bound"].right, rel=1e-12)
    assert rows["angle"].left == pytest.approx(1.0, rel=1e-12)
    assert rows["potential"].left == pytest.approx(0.0, abs=1e-9)


def test_before_the_first_update_there_is_no_angle(separable_run: Run) -> None:
    rows = rows_at(separable_run, 0)
    assert math.isnan(rows["angle"].left)
    assert all(row.holds for row in rows.values())


def test_the_cosine_never_passes_one() -> None:
    run = train(Dataset([[0.1, 0.7]], [1]), RunSpec(bias=0.3))
    cosine = run.theorem().cosine
    assert cosine is not None
    assert cosine.max() <= 1.0


def test_without_a_separator_only_the_length_is_bounded() -> None:
    run = noisy_run(500)
    table = run.theorem()
    assert [row.key for row in inequalities(run.history.seek(500), run.margin)] == ["length"]
    assert (table.w_dot_wstar, table.lower, table.cosine, table.potential) == (None, None, None, None)


CLAIMS: list[tuple[Callable[[Margin], Margin], list[str]]] = [
    (lambda m: replace(m, gamma=(m.gamma or 0) * (1 + 1e-9)), ["progress", "angle", "potential"]),
    (lambda m: replace(m, radius_squared=m.radius_squared * (1 - 1e-9)), ["length"]),
    (lambda m: replace(m, bound=(m.bound or 0) * (1 - 1e-9)), ["bound"]),
]


@pytest.mark.parametrize(("lie", "broken"), CLAIMS)
def test_a_claim_false_by_a_billionth_is_seen_to_fail(lie: Callable[[Margin], Margin], broken: list[str]) -> None:
    run = train(Dataset(np.eye(7), np.ones(7)), RunSpec(bias=0.0))
    rows = inequalities(run.history.seek(7), lie(run.margin))
    assert set(broken) <= {row.key for row in rows if not row.holds}


def test_curves_show_the_table_thinned(separable_run: Run) -> None:
    curves = Curves(separable_run.margin, capacity=8)
    curves.extend(separable_run.history)
    table = separable_run.theorem()
    assert table.w_dot_wstar is not None
    assert curves.w_dot_wstar is not None
    assert len(curves.k) <= 9
    assert (curves.k[0], curves.w_norm_sq[0], curves.w_dot_wstar[0]) == (0, 0, 0)
    assert curves.k[-1] == separable_run.updates
    places = curves.k[1:].astype(int) - 1
    assert curves.w_norm_sq[1:].tolist() == table.w_norm_sq[places].tolist()
    assert curves.w_dot_wstar[1:].tolist() == table.w_dot_wstar[places].tolist()


@given(st.lists(st.integers(0, 400), max_size=6), st.integers(2, 50))
@settings(max_examples=20)
def test_curves_that_follow_a_record_end_like_curves_of_the_whole(cuts: list[int], capacity: int) -> None:
    run = noisy_run(400)
    whole, growing = Curves(run.margin, capacity), Curves(run.margin, capacity)
    whole.extend(run.history)
    for cut in sorted(cuts):
        growing.extend(train(run.dataset, replace(run.spec, max_updates=max(cut, 1))).history)
    growing.extend(run.history)
    assert growing.k.tolist() == whole.k.tolist()
    assert growing.w_norm_sq.tolist() == whole.w_norm_sq.tolist()
    assert (growing.w_dot_wstar, len(growing.k) <= capacity + 1) == (None, True)


def test_curves_keep_the_first_hundred_updates_and_are_evenly_spaced_up_to_the_last() -> None:
    run = noisy_run(70_001)
    curves = Curves(run.margin)
    curves.extend(run.history)
    assert curves.k[:129].tolist() == list(range(129))
    gaps = set(np.diff(curves.k[128:-1]).tolist())
    assert gaps == {32.0}
    assert curves.k[-1] == 70_001


def test_curves_cannot_be_written_to(separable_run: Run) -> None:
    curves = Curves(separable_run.margin)
    assert not curves.k.flags.writeable
    curves.extend(separable_run.history)
    assert not curves.w_norm_sq.flags.writeable


@pytest.mark.parametrize("size", [5e-324, 1e-310, 1e-170])
def test_a_start_whose_square_is_lost_to_rounding_promises_no_angle_but_0(size: float) -> None:
    run = train(Dataset([[1.0, 2.0], [-1.0, -1.5]], [1, -1]), RunSpec(bias=0.0, start=(size, size, 0.0), max_updates=5))
    rows = {row.key: row for row in run.inequalities(run.history.seek(0))}
    assert rows["angle"].right == 0
    assert all(row.holds for row in rows.values())


@pytest.mark.parametrize(
    "spec",
    [
        RunSpec(rule="margin", margin=1e100, bias=0.0, max_updates=5),
        RunSpec(bias=0.0, start=(0, 0, 1e100), max_updates=5),
    ],
    ids=["margin", "threshold"],
)
def test_a_potential_beyond_all_floats_is_infinite(spec: RunSpec) -> None:
    run = train(Dataset([[1e-90, 0], [0, 1e-90], [-1e-90, -1e-90]], [1, 1, -1]), spec)
    [potential] = [row for row in run.facts(run.history.seek(3)).rows if row.key == "potential"]
    assert potential.left == math.inf
