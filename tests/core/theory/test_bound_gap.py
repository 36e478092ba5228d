"""Where the room under the bound goes: four parts, none below 0, that add up to R²/γ² − k at every update."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import files
from core.datasets.dataset import Dataset
from core.datasets.generators import generate
from core.run import Run, train
from core.spec import RunSpec
from core.theory.bound_gap import DEPTH, PARTS, SHORT, SIDEWAYS, SURPLUS, BoundGapAlong, leading
from core.theory.proof import proof_of
from tests.core.strategies import datasets, separable_datasets
from tests.core.tables import DATASET, every_pair, named
from tests.places import DATASETS

IRIS = DATASETS / "iris_setosa_virginica.csv"
NAMES = ["short", "depth", "sideways", "surplus"]


def check(run: Run) -> None:
    """All that is promised of the room at a few moments of a run that has a bound."""
    bound = run.margin.bound
    assert bound is not None
    for k in {1, 2, run.updates // 2, run.updates - 1, run.updates} & set(range(1, run.updates + 1)):
        bound_gap = run.bound_gap(k)
        assert bound_gap is not None
        assert list(bound_gap.parts) == NAMES
        assert min(bound_gap.parts.values()) >= 0
        assert sum(bound_gap.parts.values()) == pytest.approx(bound - k, rel=1e-9, abs=1e-9 * bound)


def test_iris_has_the_room_of_a_hand_calculation() -> None:
    run = train(files.load(IRIS))
    bound_gap = run.summary()["room"]
    assert [round(bound_gap[name], 2) for name in NAMES] == [312.95, 183.63, 5.27, 150.24]
    assert sum(bound_gap.values()) == pytest.approx((run.margin.bound or 0) - 28, rel=1e-12)
    check(run)


@given(separable_datasets(), st.sampled_from([0.0, 0.5, 1.0, "radius"]), st.sampled_from(["standard", "margin"]))
def test_the_parts_are_never_negative_and_add_up(dataset: Dataset, bias: float, learner: str) -> None:
    run = train(dataset, RunSpec(learner, bias=bias, margin=1.5, max_updates=300))
    if run.margin.bound is not None and run.updates:
        check(run)


@given(datasets(min_n=2, max_n=8, max_d=2), st.sampled_from(["rbf", "poly"]))
@settings(max_examples=30)
def test_they_add_up_in_a_feature_space(dataset: Dataset, kernel: str) -> None:
    scaled = Dataset(dataset.X / (np.abs(dataset.X).max() or 1.0), dataset.y)
    run = train(scaled, RunSpec("kernel", kernel=kernel, degree=3, gamma=2.0, max_updates=300))
    if run.margin.bound is not None and run.updates:
        check(run)


@pytest.mark.parametrize("spec", every_pair(predictors=False), ids=named)
def test_every_learner_has_a_room_just_where_it_has_a_bound(spec: RunSpec) -> None:
    run = train(DATASET, spec)
    assert (run.bound_gap() is None) == (run.margin.bound is None)
    if run.margin.bound is not None:
        check(run)


def test_each_part_is_what_its_formula_says() -> None:
    run = train(files.load(IRIS))
    margin, X, y = run.margin, run.dataset.X, run.dataset.y
    assert margin.gamma is not None
    assert margin.w_star is not None
    assert margin.b_star is not None
    star = np.append(margin.w_star, margin.b_star)
    for k in (1, 9, 28):
        rows, a = run.history.index(0, k), run.history.activation(0, k)
        w = np.append(X[rows].T @ y[rows], y[rows].sum())
        along, unit = w @ star, k * margin.gamma**2
        expected = [
            (margin.radius_squared - (X[rows] ** 2).sum(axis=1) - 1).sum(),
            2 * np.abs(a).sum(),
            w @ w - along**2,
            along**2 - (k * margin.gamma) ** 2,
        ]
        bound_gap = run.bound_gap(k)
        assert bound_gap is not None
        assert list(bound_gap.parts.values()) == pytest.approx([part / unit for part in expected], rel=1e-8, abs=1e-9)
        assert math.cos(math.radians(bound_gap.angle)) == pytest.approx(along / math.sqrt(w @ w))


def test_orthonormal_examples_leave_no_room() -> None:
    bound_gap = train(Dataset(np.eye(4), [1, -1, 1, 1]), RunSpec(bias=0)).bound_gap()
    assert bound_gap is not None
    assert list(bound_gap.parts.values()) == pytest.approx([0, 0, 0, 0], abs=1e-12)


def test_without_a_bound_or_an_update_there_is_no_room() -> None:
    xor = Dataset([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1])
    assert train(xor, RunSpec(max_updates=9)).summary()["room"] is None
    assert train(Dataset.empty()).summary()["room"] is None
    assert train(files.load(IRIS)).bound_gap(0) is None
    svm = train(files.load(IRIS), RunSpec("online-svm", max_epochs=1))
    assert svm.summary()["room"] is None


@pytest.mark.parametrize("learner", ["standard", "kernel"])
def test_the_shares_of_the_examples_add_up_to_their_part(learner: str) -> None:
    run = train(files.load(IRIS), RunSpec(learner, kernel="poly" if learner == "kernel" else None))
    along, state = run.gap_along, run.history.seek(run.updates)
    assert along is not None
    bound_gap = along.at(run.history, state)
    assert bound_gap is not None
    unit = bound_gap.update * (run.margin.gamma or 0) ** 2
    never_updated = np.setdiff1d(np.arange(run.dataset.n), run.history.index())
    for part in PARTS:
        shares = along.contributions(run.history, state, part)
        if part is SIDEWAYS and learner == "kernel":
            assert not len(shares)
            continue
        assert not shares[never_updated].any()
        if part is SURPLUS:
            assert shares.min() >= 0
        else:
            assert shares.sum() / unit == pytest.approx(bound_gap.of(part), rel=1e-9)


def test_the_leading_examples_make_up_half_of_a_part() -> None:
    assert leading(np.array([1.0, 5.0, 3.0, 1.0])).tolist() == [1]
    assert leading(np.array([1.0, 2.0, 3.0, 1.0, -9.0])).tolist() == [2, 1]
    assert leading(np.ones(40)).tolist() == list(range(8))
    assert leading(np.zeros(4)).tolist() == []


def test_a_long_record_is_summed_once_and_the_same_however_it_grew() -> None:
    generator = np.random.default_rng(3)
    X = np.column_stack([generator.normal(size=60), np.repeat([1e-3, -1e-3], 30)])
    run = train(Dataset(X, np.repeat([1, -1], 30)), RunSpec(bias=0, max_updates=20_000, max_epochs=10**6))
    assert run.updates > 9_000
    assert run.gap_along is not None
    growing = BoundGapAlong(run.dataset, run.margin, run.space.norms_squared)
    for k in (5, 4_096, 4_097, 8_192, run.updates, 3_000):
        so_far = run.history.until(run.history.example_of(k))
        assert growing.at(so_far, so_far.seek(k)) == run.bound_gap(k)
    check(run)


def test_a_false_claim_about_the_margin_shows_in_the_parts() -> None:
    run = train(files.load(IRIS))
    lie = replace(run.margin, gamma=(run.margin.gamma or 0) * 4)
    bound_gap = BoundGapAlong(run.dataset, lie, run.space.norms_squared).at(run.history, run.history.seek(28))
    assert bound_gap is not None
    assert bound_gap.parts["surplus"] < 0


def test_short_and_depth_are_told_by_example() -> None:
    run = train(files.load(IRIS))
    assert run.gap_along is not None
    state = run.history.seek(28)
    short = run.gap_along.contributions(run.history, state, SHORT)
    depth = run.gap_along.contributions(run.history, state, DEPTH)
    counts = np.bincount(run.history.index(), minlength=run.dataset.n)
    assert short == pytest.approx(counts * (run.margin.radius_squared - run.space.norms_squared), abs=1e-9)
    assert int(depth.argmax()) in leading(depth).tolist()


def test_the_linear_kernel_loses_no_part_that_the_plane_itself_shows() -> None:
    thin = Dataset([[1.0, 1e-9], [-1.0, 1e-9], [2.0, 3e-9]], [1, -1, 1])
    plane, kernel = (train(thin, RunSpec(kernel=name, bias=0)) for name in (None, "linear"))
    for k in range(1, plane.updates + 1):
        of_plane, of_kernel = plane.bound_gap(k), kernel.bound_gap(k)
        assert of_plane is not None
        assert of_kernel is not None
        assert 0 < of_kernel.parts["sideways"] == pytest.approx(of_plane.parts["sideways"], rel=1e-9)


def test_a_surplus_that_is_nothing_but_rounding_is_0_in_a_kernels_space_too() -> None:
    X = [[2, 1], [1, 3], [3, 2], [-1, 2], [-2, -1], [1, -2]]
    run = train(Dataset(X, [1, 1, 1, -1, -1, -1]), RunSpec("kernel"))
    bound_gap = run.bound_gap(2)
    assert bound_gap is not None
    assert bound_gap.parts["surplus"] == 0


@pytest.mark.parametrize("n", [2, 3, 4, 7, 20])
def test_where_the_bound_is_attained_no_rounding_is_told_as_room(n: int) -> None:
    run = train(generate("orthonormal", n=n), RunSpec(bias=0))
    gaps = [gap for k in range(1, n + 1) if (gap := run.bound_gap(k)) is not None]
    assert [(gap.parts["short"], gap.parts["depth"], gap.parts["surplus"]) for gap in gaps] == [(0.0, 0.0, 0.0)] * n
    assert gaps[-1].total == 0.0
    state = run.history.seek(n)
    proof = proof_of(run.facts(state, with_gap=True))
    assert [line.numbers for line in proof.lines if line.name == "room"] == ["R²/γ² − k = 0 = 0 + 0 + 0 + 0"]
