"""What is written of an inequality is true as it is written."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.datasets.dataset import Dataset
from core.numbers.numerals import in_full
from core.run import Run, train
from core.spec import RunSpec
from core.theory.quantities import Relation
from core.theory.theorem import Inequality, settled
from tests.core.strategies import separable_datasets

RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


def value_of(text: str) -> Fraction:
    """The number that a person reads."""
    mantissa, _, power = text.replace(",", "").replace("−", "-").rpartition("10")
    if power and power[0] in "⁻⁰¹²³⁴⁵⁶⁷⁸⁹":
        sign = -1 if mantissa == "-" else 1
        digits = Fraction(Decimal(mantissa[:-1])) if mantissa.endswith("·") else Fraction(sign)
        return digits * Fraction(10) ** int(power.translate(RAISED))
    return Fraction(Decimal(text.replace(",", "").replace("−", "-")))


def is_true_as_written(row: Inequality) -> bool:
    if math.isnan(row.left):
        return row.written[0] == "–" and not row.mark and "holds" not in row.verdict
    left, right = map(value_of, row.written)
    kept = left >= right if row.relation == "≥" else left <= right
    return (row.mark, row.verdict) == (("✓", "holds") if kept else ("✗", "does not hold"))


@given(
    st.floats(-1e20, 1e20),
    st.floats(-1e20, 1e20),
    st.sampled_from(["≤", "≥"]),
    st.floats(0, 1),
    st.sampled_from([0, 1]),
)
def test_the_mark_follows_from_the_numbers(
    left: float, difference: float, relation: Relation, rounding: float, near: int
) -> None:
    right = left * (1 + 1e-15 * difference / 1e20) if near else difference
    assert is_true_as_written(settled("key", "a ≤ b", left, relation, right, "", rounding, whole=False))


@pytest.mark.parametrize("rounding", [0.0, 1.0])
def test_the_bound_on_a_whole_number_is_written_in_full(rounding: float) -> None:
    kept, broken = (
        settled("bound", "k ≤ R²/γ²", k, "≤", 1_234_567.5, "", rounding=rounding, whole=True)
        for k in (1_234_567.0, 1_234_568.0)
    )
    assert kept.whole
    assert kept.written == ("1,234,567", in_full(1_234_567.5))
    assert broken.holds == bool(rounding)
    assert broken.written == ("1,234,568", "1,234,568" if rounding else in_full(1_234_567.5)), "k is what it is"


@pytest.mark.parametrize("labels", [[1, -1], [1, 1]])
def test_what_is_equal_up_to_rounding_is_written_as_equal(labels: list[int]) -> None:
    run = train(Dataset(np.eye(2), labels), RunSpec(bias=0))
    for row in run.inequalities(run.history.seek(run.updates)):
        assert row.holds
        assert row.written[0] == row.written[1]
    assert [row.written for row in run.inequalities(run.history.seek(2)) if row.key == "potential"] == [("0", "0")]


def test_a_bound_beyond_all_counting_is_written_short() -> None:
    row = settled("bound", "k ≤ R²/γ²", 2, "≤", 4.9999e14, "", rounding=0.0, whole=True)
    assert row.written == ("2", "5·10¹⁴")


def test_a_relation_broken_by_more_than_rounding_is_seen_to_be_broken() -> None:
    row = settled("key", "a ≤ b", 1.0000001, "≤", 1.0, "", rounding=1e-12, whole=False)
    assert not row.holds
    assert row.written == ("1.0000001", "1")


@given(separable_datasets(), st.sampled_from([1e-8, 1.0, 1e7]), st.sampled_from([0.0, 1.0, 3.0]))
def test_every_row_of_a_run_is_true_as_written(dataset: Dataset, size: float, bias: float) -> None:
    for learner in ("standard", "margin", "passive-aggressive"):
        run = train(Dataset(dataset.X * size, dataset.y), RunSpec(learner, bias=bias, max_updates=40))
        for k in range(0, run.updates + 1, 3):
            rows = run.inequalities(run.history.seek(k))
            assert all(is_true_as_written(row) for row in rows), [row.written for row in rows]
            assert all(row.holds for row in rows), rows


def losses_of(run: Run, update: int) -> dict[str, Inequality]:
    return {row.key: row for row in run.inequalities(run.history.seek(update))}


def test_a_passive_aggressive_run_is_held_by_its_losses_and_its_mistakes() -> None:
    run = train(Dataset([[1.0, 0.5], [-0.5, 1.0], [2.0, 1.0]], [1, -1, 1]), RunSpec("passive-aggressive"))
    scores = run.dataset.y[run.history.index()] * run.history.activation()
    for k in range(run.updates + 1):
        rows = losses_of(run, k)
        assert list(rows) == ["losses", "mistakes"]
        assert rows["losses"].left == pytest.approx(float(((1 - scores[:k]) ** 2).sum()))
        assert rows["mistakes"].left == np.count_nonzero(scores[:k] <= 0)
        ratio = (run.margin.radius / (run.margin.gamma or 0)) ** 2
        assert rows["losses"].right == pytest.approx(ratio)
        assert all(row.holds for row in rows.values())


def test_without_a_separator_nothing_is_promised_of_losses() -> None:
    xor = Dataset([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1])
    run = train(xor, RunSpec("passive-aggressive", max_updates=50))
    assert run.inequalities(run.history.seek(50)) == ()
