"""With B = 0 the b of a start is a fixed threshold: no update changes it, and the theorem allows (R² + 2|b|)/γ²."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from core.datasets.dataset import Dataset
from core.engine.engine import Stop
from core.errors import InputError
from core.predictors import PREDICTORS
from core.run import Run, train
from core.spec import RunSpec
from core.theory.bound_gap import DEPTH
from tests.core.strategies import datasets, separable_datasets

thresholds = st.integers(-6, 6).filter(bool).map(float)


def threshold_run(dataset: Dataset, b: float, **options: object) -> Run:
    """Return the run from w = 0 with the fixed threshold b."""
    return train(dataset, RunSpec.from_json({"bias": 0.0, "start": (0.0,) * dataset.d + (b,), **options}))


@given(datasets(min_n=1), thresholds, st.sampled_from([0, 2]))
def test_only_w_learns_and_each_update_is_that_of_exact_arithmetic(dataset: Dataset, b: float, m: int) -> None:
    assume(np.array_equal(dataset.X, np.round(dataset.X)) and float(np.abs(dataset.X).max(initial=0)) < 1e4)
    run = threshold_run(dataset, b, learner="margin", margin=m, max_updates=60, max_epochs=20)
    w, met = [Fraction(0)] * dataset.d, list[int]()
    for epoch in range(run.history.epochs):
        for row, (x, y) in enumerate(zip(dataset.X.tolist(), dataset.y.tolist(), strict=True)):
            if len(met) < run.updates and y * (sum(a * int(v) for a, v in zip(w, x, strict=True)) + Fraction(b)) <= m:
                w, met = [a + y * int(v) for a, v in zip(w, x, strict=True)], [*met, row]
        assert epoch < 20
    assert run.history.index(0, run.updates).tolist() == met
    assert run.history.seek(run.updates).w.tolist() == [float(v) for v in w]
    assert run.history.seek(run.updates).b == b


@given(separable_datasets(), thresholds, st.sampled_from([0.0, 1.5]), st.sampled_from(["1", "0.3", "4"]))
def test_every_promise_holds_at_every_update_and_the_gap_adds_up(
    dataset: Dataset, b: float, m: float, rate: str
) -> None:
    run = threshold_run(dataset, b, learner="margin", margin=m, rate=rate, max_updates=400)
    margin = run.margin
    if margin.gamma is None or margin.bound is None:
        assert margin.separable is not False
        return
    slack = (m + abs(b)) / float(Fraction(rate))
    assert margin.bound == pytest.approx((margin.radius_squared + 2 * slack) / margin.gamma**2, rel=1e-9)
    assert run.updates <= (margin.bound_at_most or 0)
    for k in {1, run.updates // 2, run.updates} & set(range(1, run.updates + 1)):
        assert all(row.holds for row in run.inequalities(run.history.seek(k)))
        gap = run.bound_gap(k)
        assert gap is not None
        assert min(gap.parts.values()) >= 0
        assert sum(gap.parts.values()) == pytest.approx(margin.bound - k, rel=1e-9, abs=1e-9 * margin.bound)


@given(separable_datasets(), thresholds)
def test_from_another_start_the_bound_is_the_larger_root(dataset: Dataset, b: float) -> None:
    run = train(dataset, RunSpec(bias=0.0, start=(*[1.0] * dataset.d, b), max_updates=400))
    margin = run.margin
    if margin.gamma is None or margin.bound is None:
        return
    p, q, growth = margin.along_start, float(dataset.d), margin.radius_squared + 2 * abs(b)
    root = math.sqrt((growth - 2 * p * margin.gamma) ** 2 + 4 * margin.gamma**2 * (q - p * p))
    assert margin.bound == pytest.approx((growth - 2 * p * margin.gamma + root) / (2 * margin.gamma**2), rel=1e-6)
    assert all(row.holds for row in run.inequalities(run.history.seek(run.updates)))


def test_and_stops_with_a_fixed_threshold_though_no_line_through_the_origin_separates() -> None:
    run = threshold_run(Dataset([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, -1, 1]), -1.5)
    summary = run.summary()
    assert (run.converged, run.training_errors, summary["intercept"]) == (True, 0, -1.5)
    assert (summary["separable"], summary["bound"], summary["certificate"], summary["room"]) == (None, None, None, None)
    assert summary["start"] == {"weights": [0.0, 0.0], "intercept": -1.5, "p": None, "q": 0.0}
    for never in ("the learner never stops", "never be classified"):
        assert never not in run.diagnosis.text
    assert "may stop, or repeat" in run.diagnosis.text


def test_two_points_that_a_threshold_separates_may_go_round_for_ever() -> None:
    run = threshold_run(Dataset([[5.0], [6.0]], [-1, 1]), -5.0, max_epochs=200)
    assert run.stopped is Stop.MAX_EPOCHS
    assert run.history.seek(run.updates).w[0] in run.history.weights(0, 20)[:, 0]
    assert "the learner never stops" not in run.diagnosis.text


def test_a_run_with_a_learning_rate_keeps_the_threshold_as_it_was_typed() -> None:
    dataset = Dataset([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, -1, 1])
    run = train(dataset, RunSpec(bias=0.0, start=(1.2, 0.6, -1.0), rate=Fraction(1, 2)))
    assert run.weights is not None
    assert (run.updates, run.weights.tolist(), run.intercept) == (1, [0.7, 0.6], -1.0)


typed = st.decimals(-9, 9, places=2).map(float)


@given(st.fractions(Fraction(1, 9), 9, max_denominator=9), typed.filter(bool), st.lists(typed, min_size=2, max_size=2))
def test_a_typed_number_is_shown_as_typed_with_any_learning_rate(rate: Fraction, b: float, w: list[float]) -> None:
    data = Dataset([[0, 0], [0, 1], [2, 0], [0, 3]], [-1, 1, -1, -1])
    for predictor in PREDICTORS:
        spec = RunSpec(predictor=predictor, bias=0.0, start=(*w, b), rate=rate, max_updates=9)
        run = train(data, spec)
        start = run.history.seek(0)
        assert ([*start.w.tolist(), start.b], run.intercept or b) == ([*w, b], b)
        assert {*run.history.weights()[1:, -1].tolist(), b} == {b}
        first = run.history.at_example(1)  # at the origin, so a = b
        assert (first.w_before.tolist(), first.b_before, first.activation) == (w, b, b)


def test_a_random_start_and_a_margin_are_shown_as_drawn_and_typed() -> None:
    data, rate = Dataset([[1, 0], [0, 1], [0, 0]], [1, -1, 1]), Fraction(1, 3)
    for seed in range(30):
        run = train(data, RunSpec(start="random", seed=seed, rate=rate))
        begun = run.history.seek(0)
        assert {"weights": begun.w.tolist(), "intercept": begun.b}.items() <= run.summary()["start"].items()
    run = train(data, RunSpec("margin", bias=0.0, margin=0.7, start=(0.0, 0.0, 0.7), rate=rate, max_updates=9))
    met = run.history.at_example(3)
    assert (met.added, met.score) == (True, 0.7)  # not 0.7000000000000001 ≤ 0.7


def test_the_formulas_name_the_threshold() -> None:
    run = threshold_run(Dataset([[2, 1], [-1, -2], [3, 0]], [1, -1, 1]), -1.0)
    notation = run.margin.notation
    assert (notation.bound, notation.growth) == ("(R² + 2|b|)/γ²", "R² + 2|b|")
    assert "|b| = 1" in run.diagnosis.text
    both = threshold_run(run.dataset, -1.0, learner="margin", margin=2.0)
    assert both.margin.notation.bound == "(R² + 2(m + |b|))/γ²"
    meanings = [row.meaning for row in both.facts(both.history.seek(1)).rows]
    assert all(meaning.count("(") == meaning.count(")") for meaning in meanings)
    rated = threshold_run(run.dataset, -1.0, learner="margin", margin=2.0, rate="1/2")
    assert DEPTH.written(rated.margin) == "Σ2(m/η + |b|/η − y·(w·x)/η)"


@pytest.mark.parametrize("rule", ["passive-aggressive", "online-svm"])
def test_rules_with_their_own_step_refuse_a_fixed_threshold(rule: str) -> None:
    with pytest.raises(InputError, match="Start with b = 0, or choose the rule perceptron or margin"):
        threshold_run(Dataset([[1.0], [3.0]], [-1, 1]), -2.0, rule=rule)
