"""What is written of γ in a feature space, and of all that is made of it, has no digit that is not known.

The truth is made in many digits: λ that solve Gλ = 1 on the support, are > 0, and leave no example with (Gλ)ᵢ < 1, are
those of ŵ* (Kuhn and Tucker), and 1/γ² = Σλ.
"""

from __future__ import annotations

import math
import re
from dataclasses import replace
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest

from core.datasets.arithmetic import BiasFeature
from core.datasets.dataset import Dataset
from core.explain.report.facts import report_of
from core.explain.report.parts import ReportTable
from core.kernels import RBF, Kernel, Polynomial
from core.numbers.formulas import as_written
from core.numbers.numerals import at_least, at_most, in_full, known, known_in_full, number, short, up_to
from core.rules import MarginPerceptron
from core.run import Run, train
from core.spec import RunSpec
from core.theory.diagnosis import diagnose
from core.theory.margin.kernel_margin import kernel_margin
from core.theory.margin.margin import Margin, for_rule
from core.theory.proof import ProofStep, proof_of

_DIGITS = 120
_NUMBER = r"(−?[\d,.]+(?:·10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?|10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)"


def alternating(n: int, step: float) -> Dataset:
    return Dataset(step * np.arange(n)[:, None], [1 if row % 2 == 0 else -1 for row in range(n)])


def scattered(n: int, seed: int) -> Dataset:
    rng = np.random.default_rng(seed)
    return Dataset(rng.normal(size=(n, 2)).round(2), np.where(rng.random(n) < 0.5, 1, -1))


ISSUE_ROWS = Dataset(
    np.array([0.85, 0.21, 1.24, 1.19, 1.34, 0.24, -0.89, -1.14, -0.05, -0.98, -1.02, -0.8])[:, None],
    [-1, -1, 1, 1, -1, -1, 1, 1, -1, 1, -1, 1],
)
_WIDTHS = (0.01, 0.1, 0.25, 0.5, 0.7, 1.0, 1.5, 2.0, 5.0)
NONE, ONE = BiasFeature(0.0, 0.0), BiasFeature(1.0, 1.0)
CASES = [
    (alternating(8, 0.25), RBF(0.5), NONE),
    (alternating(7, 0.25), RBF(0.5), NONE),
    (alternating(8, 0.3), RBF(0.5), ONE),
    (alternating(6, 0.2), RBF(0.25), NONE),
    (alternating(5, 0.1), RBF(1.0), ONE),
    (alternating(12, 0.5), RBF(0.5), NONE),
    (alternating(9, 0.5), RBF(1.0), ONE),
    (alternating(4, 1.0), RBF(0.5), NONE),
    (alternating(2, 1.0), RBF(0.5), NONE),
    (ISSUE_ROWS, RBF(0.5), NONE),
    (ISSUE_ROWS, RBF(0.5), ONE),
    (alternating(5, 0.5), Polynomial(4, 1.0, 1.0), NONE),
    (alternating(6, 0.25), Polynomial(6, 0.5, 1.0), ONE),
    *((scattered(n, n), RBF(g), ONE) for n in (6, 12, 20) for g in (0.05, 0.5, 2.0)),
]


def gram_of(dataset: Dataset, kernel: Kernel, bias: BiasFeature) -> list[list[Decimal]]:
    X = [[Decimal(value) for value in row] for row in dataset.X.tolist()]
    pairs = [[kernel.precise(x, z) + Decimal(bias.squared) for z in X] for x in X]
    y = dataset.y.tolist()
    return [[a * b * value for b, value in zip(y, line, strict=True)] for a, line in zip(y, pairs, strict=True)]


def solved(system: list[list[Decimal]]) -> list[Decimal]:
    """x with Gx = 1, by Gauss and Jordan."""
    rows = [[*line, Decimal(1)] for line in system]
    for k, leading in enumerate(rows):
        leading[:] = [entry / leading[k] for entry in leading]
        for line in rows:
            if line is not leading:
                line[:] = [a - line[k] * b for a, b in zip(line, leading, strict=True)]
    return [line[-1] for line in rows]


def true_star(
    dataset: Dataset, kernel: Kernel, bias: BiasFeature, margin: Margin
) -> tuple[list[list[Decimal]], dict[int, Decimal]]:
    """Return the signed Gram matrix and the λ of ŵ* by row, proven for the support that was found."""
    assert margin.support is not None
    gram, rows = gram_of(dataset, kernel, bias), margin.support.tolist()
    while True:
        shares = solved([[gram[i][j] for j in rows] for i in rows])
        if min(shares) > 0:
            break
        rows = [row for row, share in zip(rows, shares, strict=True) if share > 0]
    products = [sum((share * line[j] for share, j in zip(shares, rows, strict=True)), Decimal(0)) for line in gram]
    assert min(products) >= 1 - Decimal(10) ** -60
    return gram, dict(zip(rows, shares, strict=True))


def true_bound(dataset: Dataset, kernel: Kernel, bias: BiasFeature, margin: Margin) -> Fraction:
    """R²/γ²."""
    with localcontext() as context:
        context.prec = _DIGITS
        gram, shares = true_star(dataset, kernel, bias, margin)
        return Fraction(sum(shares.values(), Decimal(0)) * max(gram[i][i] for i in range(dataset.n)))


def _spec_of(kernel: Kernel, bias: BiasFeature) -> RunSpec:
    asked = RunSpec("kernel", kernel=kernel.name, bias=bias.value, max_updates=200)
    return replace(asked, **{name: getattr(kernel, name) for name in kernel.parameters})


def true_sideways(run: Run, kernel: Kernel, updates: int) -> tuple[Fraction, float]:
    """Return ‖w⊥‖²/(kγ²) after k updates, and the angle between w and ŵ* in degrees."""
    with localcontext() as context:
        context.prec = _DIGITS
        gram, shares = true_star(run.dataset, kernel, run.margin.bias, run.margin)
        alpha = [Decimal(count) for count in run.history.counts(0, updates).tolist()]
        products = [sum((share * line[j] for j, share in shares.items()), Decimal(0)) for line in gram]
        along = sum((a * product for a, product in zip(alpha, products, strict=True)), Decimal(0))
        squared = sum((a * b * gram[i][j] for i, a in enumerate(alpha) for j, b in enumerate(alpha)), Decimal(0))
        inverse = sum(shares.values(), Decimal(0))  # ‖Σλz‖² = Σλ = 1/γ²
        across = squared - along * along / inverse
        tangent = (across.sqrt() if across > 0 else Decimal(0)) / (along / inverse.sqrt())
        return Fraction(across * inverse / updates), math.degrees(math.atan(tangent))


def read(text: str) -> Fraction:
    value = as_written(text)
    assert value is not None, text
    return value


def last_place(text: str) -> Fraction:
    """What the last digit of a text counts."""
    mantissa, _, power = text.partition("·")
    decimals = len(mantissa.partition(".")[2])
    return Fraction(10) ** -decimals * (read(power) if power else 1)


def assert_known(relation: str, text: str, truth: Fraction) -> None:
    """`=`: the nearest number of so many digits; `≤`: not below, and `≥`: not above, what is true."""
    if relation == "=":
        assert abs(read(text) - truth) <= last_place(text) * Fraction(501, 1000), (text, float(truth))
    else:
        assert (read(text) >= truth) if relation == "≤" else (read(text) <= truth), (relation, text, float(truth))


def lines_of(run: Run, name: str) -> ProofStep:
    state = run.history.seek(min(3, run.updates))
    proof = proof_of(run.facts(state, with_gap=True))
    return next(line for line in proof.lines if line.name == name)


@pytest.mark.parametrize(("dataset", "kernel", "bias"), CASES)
@pytest.mark.parametrize("most", [0, 100], ids=["in doubles", "in many digits"])
def test_every_digit_of_a_bound_is_known_or_it_is_said_to_be_a_bound_itself(
    dataset: Dataset, kernel: Kernel, bias: BiasFeature, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    fine = kernel_margin(dataset, kernel, bias)
    truth = true_bound(dataset, kernel, bias, fine)
    monkeypatch.setattr("core.theory.margin.kernel_margin.MOST_PRECISE", most)
    margin = kernel_margin(dataset, kernel, bias)
    if margin.gamma is None:
        assert most == 0
        return
    if most:
        assert not margin.gamma_is_lower_bound
        assert margin.bound == pytest.approx(float(truth), rel=1e-7)
    relation, _, text = margin.bound_written.partition(" ")
    assert_known(relation, text, truth)
    for digits in range(2, 12):
        relation, _, text = margin.gamma_written(digits).partition(" ")
        gamma_squared = Fraction(margin.radius_squared) / truth
        if relation == "≥":
            assert read(text) ** 2 <= gamma_squared
        else:
            near, half = read(text), last_place(text) * Fraction(501, 1000)
            assert (near - half) ** 2 <= gamma_squared <= (near + half) ** 2
    told = diagnose(dataset, margin)
    headline = re.search(f"at most {_NUMBER} update", told.headline)
    detail = re.search(rf"R²/γ² (?:=|is at most) {_NUMBER},", told.detail)
    assert headline is not None
    assert detail is not None
    assert math.floor(truth) <= read(headline[1]) <= read(detail[1])


@pytest.mark.parametrize("most", [0, 100], ids=["in doubles", "in many digits"])
@pytest.mark.parametrize(("dataset", "kernel", "bias"), CASES[:4])
def test_page_report_and_rows_have_no_more_digits_than_the_headline(
    dataset: Dataset, kernel: Kernel, bias: BiasFeature, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    truth = true_bound(dataset, kernel, bias, kernel_margin(dataset, kernel, bias))
    monkeypatch.setattr("core.theory.margin.kernel_margin.MOST_PRECISE", most)
    run = train(dataset, RunSpec("kernel", kernel="rbf", gamma=kernel.described()["gamma"], bias=bias.value))
    margin = run.margin
    relation, _, text = margin.bound_written.partition(" ")
    assert lines_of(run, "bound").numbers == (
        f"k = 3 ≤ {text} = R²/γ²" if relation == "=" else f"k = 3 ≤ R²/γ² ≤ {text}"
    )
    row = next(row for row in run.inequalities(run.history.seek(3)) if row.key == "bound")
    assert row.written == ("3", text)
    room = lines_of(run, "room")
    assert room.numbers.startswith(f"R²/γ² − k {'≤' if margin.gamma_is_lower_bound else '='} ")
    if not margin.gamma_is_lower_bound:
        assert_known("=", room.values["total"].text, truth - 3)
    cells = [cell for part in _theory(run) for line in part.rows for cell in line]
    assert {"=": text, "≤": f"at most {text}"}[relation] in {cell.text for cell in cells}


FAR = Dataset([[-4.0, 4.0], [4.0, -4.0], [1.0, 1.0]], [1, -1, 1])
WIDE = Dataset(10 * scattered(8, 1).X, scattered(8, 1).y)


@pytest.mark.parametrize(
    ("dataset", "kernel", "bias"), [(FAR, RBF(g), NONE) for g in _WIDTHS] + [(WIDE, RBF(0.5), ONE), *CASES]
)
def test_what_lies_across_the_best_vector_has_known_digits_or_is_said_to_be_at_most_that(
    dataset: Dataset, kernel: Kernel, bias: BiasFeature
) -> None:
    run = train(dataset, _spec_of(kernel, bias))
    along = run.gap_along
    if along is None or run.margin.gamma_is_lower_bound:
        return
    for k in {1, 2, 3, run.updates // 2, run.updates} & set(range(1, run.updates + 1)):
        gap = along.at(run.history, run.history.seek(k))
        assert gap is not None
        truth, angle = true_sideways(run, kernel, k)
        assert gap.parts["sideways"] > 0 or not truth
        if not gap.known:
            assert truth <= gap.parts["sideways"]
            assert angle <= gap.angle
            assert gap.relation(run.margin) == "≤"
        else:
            assert_known("=", number(gap.parts["sideways"]), truth)
            assert_known("=", number(gap.angle), Fraction(angle))


def test_what_rounding_hides_of_the_room_is_told_as_a_bound() -> None:
    """With k(x, z) = 10⁻¹⁰ the parts across ŵ* are 10⁻²⁰ of w, far below the rounding of ‖w‖²."""
    for gamma, written in ((0.5, "3.428·10⁻¹⁵"), (2.0, "≤")):
        run = train(FAR, RunSpec("kernel", kernel="rbf", gamma=gamma, bias=0))
        assert f"R²/γ² − k {written if written == '≤' else f'= {written}'}" in lines_of(run, "room").numbers
        assert ("an angle of at most" in lines_of(run, "angle").numbers) == (written == "≤")
    assert "an angle of 0°" not in lines_of(run, "angle").numbers


def _theory(run: Run) -> list[ReportTable]:
    sections = {section.heading: section for section in report_of(run, "data").sections}
    return [part for part in sections["Theory"].parts if isinstance(part, ReportTable)]


def test_the_eight_points_of_a_line_have_the_bound_that_200_digits_give() -> None:
    dataset = alternating(8, 0.25)
    margin = kernel_margin(dataset, RBF(0.5), NONE)
    assert margin.bound_written == "= 988,494,807.6"
    assert "at most 988,494,807 updates" in diagnose(dataset, margin).headline


def test_a_margin_of_the_rule_leaves_a_bound_that_is_not_known_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.theory.margin.kernel_margin.MOST_PRECISE", 0)
    for n in range(2, 9):
        raw = kernel_margin(alternating(n, 0.25), RBF(0.5), NONE)
        held = for_rule(raw, MarginPerceptron(1e6))
        assert held.bound is not None
        if held.gamma_is_lower_bound:
            assert held.gamma == raw.gamma_at_least
            assert held.bound_written.startswith("≤")


@pytest.mark.parametrize(
    "bound", [988_497_241.10233843, 22_133.998, 15.999999999999998, 999_999_999.99, 1.2341e9, 3e300]
)
def test_no_headline_exceeds_its_detail(bound: float) -> None:
    assert math.floor(bound) <= read(at_most(bound)) <= read(up_to(bound))
    assert read(up_to(bound)) >= Fraction(bound) * (1 - Fraction(1, 10**15))
    if bound < 1e9:
        assert read(at_most(bound)) <= read(in_full(bound))


def test_between_two_ends_only_the_digits_that_both_have_are_known() -> None:
    assert known(1.2344, 1.2346, 6) == "1.23"
    assert known(1.2344, 1.2346, 2) == "1.2"
    assert known(0.9, 9.1, 6) == ""
    assert known_in_full(988_494_807.57, 988_494_807.58)
    assert not known_in_full(988_494_807.4, 988_494_807.6)
    assert known_in_full(15.999999999999998, 16.0)
    assert [at_least(value) for value in (1.76459e-7, 0.052168, 3.0)] == ["1.764·10⁻⁷", "0.05216", "3"]
    assert [number(1.76459e-7), short(2e9)] == ["1.765·10⁻⁷", "2·10⁹"]
