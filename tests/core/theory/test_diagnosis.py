"""What a student is told about the data is short, plain and true."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import chain

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import ArrayLike
from sklearn.datasets import load_iris

from core.datasets.arithmetic import bias_feature
from core.datasets.dataset import Dataset
from core.kernels import KERNELS
from core.rules import RULES
from core.run import train
from core.spec import Bias, RunSpec
from core.theory.diagnosis import Diagnosis, diagnose, plain_reason, unending, where_they_lie
from core.theory.margin.linear_margin import margin_of
from core.theory.proof import proof_of
from tests.core.strategies import datasets, so_many

Place = tuple[Fraction, Fraction]


def said(dataset: Dataset, bias: float = 1.0) -> Diagnosis:
    return diagnose(dataset, margin_of(dataset, bias_feature(dataset, bias)))


def of(X: ArrayLike, y: Sequence[int], bias: float = 1.0) -> Diagnosis:
    return said(Dataset(X, y), bias)


@pytest.mark.parametrize(
    ("X", "y", "bias", "told"),
    [
        ([[0, 0], [1, 2]], [1, 1], 0, "Point 1 (○) lies at the origin"),
        (
            [[1, 1], [2, 2]],
            [1, -1],
            0,
            "As seen from the origin, point 2 (×) and point 1 (○) lie in the same direction",
        ),
        ([[1, 0], [-1, 0]], [1, 1], 0, "As seen from the origin, points 1 and 2 (○) lie in opposite directions"),
        ([[1, 0], [0, 1], [1, 1]], [1, 1, -1], 0, "point 3 (×) lies between points 1 and 2 (○). A line through the or"),
        ([[1, 0], [-1, 1], [-1, -1]], [-1] * 3, 0, "The origin lies inside the triangle of points 1, 2 and 3 (×)"),
        ([[1, 1], [1, 1]], [1, -1], 1, "Point 2 (×) and point 1 (○) lie at the same place."),
        ([[0, 0], [2, 0], [1, 0]], [-1, -1, 1], 1, "Point 3 (○) lies between points 1 and 2 (×), on the same line."),
        (
            [[0, 0], [4, 0], [0, 4], [1, 1]],
            [1, 1, 1, -1],
            1,
            "A line that has 1, 2 and 3 on one side has 4 there, too.",
        ),
        ([[0, 0], [1, 1], [0, 1], [1, 0]], [1, 1, -1, -1], 1, "points 1 and 2 (○) crosses the one between points 3 a"),
    ],
)
def test_a_newcomer_reads_where_the_points_lie_that_no_line_separates(
    X: ArrayLike, y: Sequence[int], bias: float, told: str
) -> None:
    dataset = Dataset(X, y)
    assert told in plain_reason(dataset, margin_of(dataset, bias_feature(dataset, bias)))


def test_an_empty_set_asks_for_examples() -> None:
    assert said(Dataset.empty()).headline.startswith("No examples yet")


def test_one_example_is_learned_by_one_update() -> None:
    assert of([[3, 4]], [-1]).headline == "One example: the first update classifies it."
    assert train(Dataset([[3, 4]], [-1])).updates == 1


def test_one_class_is_named_with_its_bound() -> None:
    headline = of([[1, 0], [2, 1], [3, 0], [5, 5], [1, 1]], [1] * 5).headline
    assert headline.startswith("All 5 examples are +1: at most")
    assert of([[1, 0], [2, 1]], [-1, -1]).headline.startswith("All 2 examples are −1: at most")


def test_separable_data_get_their_bound_in_whole_updates() -> None:
    bunch = load_iris()
    rows = bunch.target != 1
    diagnosis = said(Dataset(bunch.data[rows][:, [0, 3]], np.where(bunch.target[rows] == 2, 1, -1)))
    assert diagnosis.headline == "Separable: at most 680 updates, whatever the order."
    assert diagnosis.detail == "R²/γ² = 680.1, with γ = 0.3148 and R = 8.21."


def test_a_bound_that_is_attained_is_not_rounded_down() -> None:
    assert of(np.eye(49) / 49, [1, -1] * 24 + [1], bias=0).headline.startswith("Separable: at most 49 updates")


def test_large_bounds_stay_readable() -> None:
    assert "at most 1,000,000,000,001 updates" not in of([[1e-6, 1], [1e-6, -1]], [1, 1], bias=0).headline
    assert "at most 1.001·10¹² updates" in of([[1e-6, 1], [1e-6, -1]], [1, 1], bias=0).headline
    assert "at most 1,000,001 updates" in of([[1e-3, 1], [1e-3, -1]], [1, 1], bias=0).headline


def test_a_point_with_both_labels_is_named() -> None:
    diagnosis = of([[0, 1], [2, 2], [5, 5], [2, 2]], [1, -1, 1, 1])
    assert "examples 2 and 4 are the same point with different labels" in diagnosis.headline
    assert "cycling theorem" in diagnosis.detail


def test_several_points_with_both_labels_are_counted() -> None:
    assert of([[0, 0], [0, 0], [1, 1], [1, 1]], [1, -1, 1, -1]).detail.startswith("2 points carry both labels.")


def test_an_example_at_the_origin_without_bias_is_named() -> None:
    diagnosis = of([[1, 1], [0, 0], [2, 3]], [1, -1, 1], bias=0)
    assert diagnosis.headline.startswith("Example 2 lies at the origin and can never be classified")
    many = of([[1, 1], *[[0, 0]] * 6], [1, -1, 1, 1, 1, 1, 1], bias=0)
    assert many.headline.startswith("Examples 2, 3, 4 and 3 more lie at the origin")


def test_the_origin_is_no_trouble_with_a_bias() -> None:
    assert of([[0, 0], [1, 1]], [1, -1]).headline.startswith("Separable")


def test_hulls_that_meet_are_shown_where() -> None:
    diagnosis = of([[0, 0], [1, 1], [0, 1], [1, 0]], [1, 1, -1, -1])
    assert diagnosis.headline.startswith("Not separable: no line has every example on its own side")
    assert "The segment between examples 1 and 2 (○) crosses the one between examples 3 and 4 (×)" in diagnosis.detail
    solid = of([[0, 0, 0], [1, 1, 0], [0, 1, 0], [1, 0, 0]], [1, 1, -1, -1])
    assert "Examples 1, 2, 3 and 4 prove it: the convex hulls of the two classes meet at (0.5, 0.5, 0)." in solid.detail


def test_one_dimension_has_its_meeting_point_too() -> None:
    diagnosis = of([[0], [1], [2]], [1, -1, 1])
    assert "meet at 1." in diagnosis.detail
    assert "no line has" in diagnosis.headline  # as on the canvas
    assert "no hyperplane has" in of([[0, 0, 0], [1, 0, 0], [2, 0, 0]], [1, -1, 1]).headline


def test_without_bias_the_line_must_pass_the_origin() -> None:
    diagnosis = of([[1, 1], [2, 2]], [1, -1], bias=0)
    assert "no line through the origin" in diagnosis.headline
    assert "example 2 (×) and example 1 (○) lie in the same direction" in diagnosis.detail
    assert "their y·x (−x for a ×) add up to 0" in of([[1, 1, 0], [2, 2, 0]], [1, -1], bias=0).detail
    assert of([[1, 1], [2, 2]], [1, -1]).headline.startswith("Separable")


def test_data_within_rounding_of_a_line_are_left_open() -> None:
    assert of([[0.1, 0.3], [0.2, 0.6], [0.3, 0.9]], [1, -1, 1]).headline.startswith("Rounding leaves open")


@given(datasets(), st.sampled_from([0.0, 1.0]))
def test_what_is_said_is_true_of_the_run(dataset: Dataset, bias: float) -> None:
    headline = said(dataset, bias).headline
    run = train(dataset, RunSpec(bias=bias, max_epochs=200))
    if "the learner never stops" in headline:
        assert not run.converged
    elif "at most" in headline and "·" not in headline:
        most = int(headline.split("at most ")[1].split(" update")[0].replace(",", ""))
        assert run.updates <= most


def test_a_large_row_number_has_separators() -> None:
    X = np.zeros((1501, 1))
    X[:1500, 0] = 1.0
    y = np.ones(1501, np.int8)
    y[1499] = -1
    X[1499, 0] = 1.0
    found = diagnose(Dataset(X, y), margin_of(Dataset(X, y), bias_feature(Dataset(X, y), 1.0)))
    assert "1,500" in found.headline


def test_one_example_is_classified_at_once_only_where_no_margin_is_wanted() -> None:
    run = train(Dataset([[0.1]], [1]), RunSpec(rule="margin", margin=1.0, bias=0, max_epochs=1000))
    assert run.updates > 1
    assert "the first update classifies it" not in run.diagnosis.headline


@given(datasets(min_n=1, max_n=8, max_d=2), st.sampled_from([0.0, 1.0, "radius"]), st.sampled_from([None, *KERNELS]))
@settings(max_examples=so_many(200))
def test_the_proof_that_is_told_is_the_one_there_is(dataset: Dataset, bias: Bias, kernel: str | None) -> None:
    """Convex hulls meet where the bias is a feature of the data's own space; elsewhere a weighted sum of y·x is 0."""
    spec = RunSpec(kernel=kernel, bias=bias, degree=2, coef0=0.0, max_epochs=1)
    small = Dataset(np.clip(dataset.X, -10, 10), dataset.y)
    run = train(small, spec)
    certificate, told = run.margin.certificate, f"{run.diagnosis.headline} {run.diagnosis.detail}"
    assert ("the learner never stops" in told) == (certificate is not None)
    if certificate is None:
        return
    rows, y = certificate.indices, small.y[certificate.indices]
    vectors = small.X[rows] if kernel is None else np.empty((len(rows), 0))
    if "convex hulls" in told:
        shares = [certificate.weights[y == label] for label in (1, -1)]
        met = [weights @ vectors[y == label] / weights.sum() for label, weights in zip((1, -1), shares, strict=True)]
        assert met[0] == pytest.approx(met[1], abs=1e-9)
        assert run.margin.bias.value
    if "add up to 0" in told:
        assert kernel is not None or not run.margin.bias.value
        assert certificate.weights @ (vectors * y[:, None]) == pytest.approx(np.zeros(vectors.shape[1]), abs=1e-9)
    if "the same point with different labels" in told:
        pair = [int(word.strip(",")) - 1 for word in told.split() if word.strip(",").isdigit()][:2]
        assert (small.X[pair[0]] == small.X[pair[1]]).all()
        assert small.y[pair[0]] != small.y[pair[1]]


def _turn(a: Place, b: Place) -> Fraction:
    """Twice the area of the triangle of 0, a and b: positive if b lies to the left of a."""
    return a[0] * b[1] - a[1] * b[0]


def _side(a: Place, b: Place, c: Place) -> Fraction:
    return _turn((b[0] - a[0], b[1] - a[1]), (c[0] - a[0], c[1] - a[1]))


def _inside(point: Place, corners: list[Place]) -> bool:
    sides = [_side(corners[i], corners[(i + 1) % 3], point) for i in range(3)]
    return all(side > 0 for side in sides) or all(side < 0 for side in sides)


def _along(a: Place, b: Place) -> Fraction:
    return a[0] * b[0] + a[1] * b[1]


def _is_between(way: Place, ends: list[Place]) -> bool:
    turns = _turn(ends[0], way), _turn(way, ends[1]), _turn(*ends)
    return all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns)


def _is_on(point: Place, a: Place, b: Place) -> bool:
    ways = (point[0] - a[0], point[1] - a[1]), (b[0] - point[0], b[1] - point[1])
    return _turn(*ways) == 0 and _along(*ways) > 0


def _parts(line: list[Place], ends: list[Place]) -> bool:
    """Return whether the ends lie on both sides of the line."""
    return _side(line[0], line[1], ends[0]) * _side(line[0], line[1], ends[1]) < 0


_ORIGIN = Fraction(0), Fraction(0)
_TRUE: dict[str, Callable[[list[Place], list[Place]], bool]] = {
    "lies at the origin": lambda few, many: many == [_ORIGIN],
    "same direction": lambda few, many: _turn(few[0], many[0]) == 0 and _along(few[0], many[0]) > 0,
    "opposite directions": lambda few, many: _turn(*many) == 0 and _along(*many) < 0,
    "As seen from the origin, ": lambda few, many: _is_between(few[0], many),
    "The origin lies inside the triangle": lambda few, many: _inside(_ORIGIN, many),
    "same place": lambda few, many: few == many,
    "on the same line": lambda few, many: _is_on(few[0], *many),
    "lies inside the triangle": lambda few, many: _inside(few[0], many),
    "crosses": lambda few, many: _parts(few, many) and _parts(many, few),
}
"""Words of a sentence → whether it is true of these places, by an arithmetic of its own; the first that fit count."""


@given(datasets(min_n=1, max_n=8, max_d=2), st.sampled_from([0.0, 1.0]))
@settings(max_examples=so_many(300))
def test_where_the_points_lie_is_true(dataset: Dataset, bias: float) -> None:
    margin = margin_of(dataset, bias_feature(dataset, bias))
    told = where_they_lie(dataset, margin)
    assert bool(told) == (margin.certificate is not None and dataset.d == 2)
    if margin.certificate is None or not told:
        return
    found = re.findall(r"[Ee]xamples? ([0-9, and]+) \((.)\)", told)
    named = {mark: [int(row) - 1 for row in re.findall("[0-9]+", rows)] for rows, mark in found}
    assert sorted(chain.from_iterable(named.values())) == margin.certificate.indices.tolist()
    for mark, rows in named.items():
        assert (dataset.y[rows] == (1 if mark == "○" else -1)).all()
    places = [[(Fraction(x), Fraction(y)) for x, y in dataset.X[rows].tolist()] for rows in named.values()]
    few, many = sorted([[], *places], key=len)[-2:]
    assert next(is_true for words, is_true in _TRUE.items() if words in told)(few, many)


@pytest.mark.parametrize("name", RULES)
def test_a_rule_that_the_theorem_does_not_end_says_why_it_may_go_on(name: str) -> None:
    """Nearly opposite examples: an update for one takes the other below 1 again, ever less."""
    near = Dataset([[1.0, 0.2], [-1.0, 0.1]], [1, 1])
    twice = Dataset([[1.0, 0.0], [1.0, 0.0]], [1, -1])
    for dataset in (near, twice):
        run = train(dataset, RunSpec(rule=name, bias=0, max_epochs=200, max_updates=1000))
        told = f"{run.diagnosis.headline} {run.diagnosis.detail}"
        page = " ".join(proof_of(run.facts(run.history.seek(1))).paragraphs)
        assert unending(run.margin) in told
        assert unending(run.margin) in page
        if not run.margin.theorem:
            assert not run.converged
            assert any(words in told for words in ("never stops", "goes on to its limits", "may take many updates"))


@pytest.mark.parametrize("margin", [0.5, 2.0])
def test_the_bound_of_a_rule_with_a_margin_is_told_with_its_m(margin: float) -> None:
    run = train(Dataset([[1.0, 2.0], [-1.0, 0.5]], [1, -1]), RunSpec(rule="margin", margin=margin))
    assert run.diagnosis.detail.endswith(f"and m = {margin:g}.")
