"""The proof with the numbers of a run: those of the trace, in either units, for any separator, in any style."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from functools import cache, partial

import numpy as np
import pytest

from core.datasets.dataset import Dataset
from core.explain import STYLES
from core.numbers.numerals import number
from core.record.history import State
from core.rules import RULES
from core.run import Run, train
from core.spec import RunSpec
from core.theory.bound_gap import SHORT
from core.theory.bounds import own_separator, theorem_of_own, tilted
from core.theory.margin.margin import Margin, in_units
from core.theory.margin.units import NORMALISED, RAW, Units
from core.theory.proof import Proof, ProofStep, proof_of
from core.theory.quantities import SYMBOLS, symbol_at, symbols_in
from tests.core.tables import DATASET, START, every_pair, named

XOR = Dataset([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1])
trained = cache(partial(train, DATASET))
PAIRS = every_pair(predictors=False)
UNITS = (RAW, NORMALISED)


def page(run: Run, state: State, units: Units = RAW, margin: Margin | None = None) -> Proof:
    return proof_of(run.facts(state, in_units(margin or run.margin, units), with_gap=margin is None))


def line(proof: Proof, name: str) -> ProofStep:
    return next(line for line in proof.lines if line.name == name)


def number_of(proof: Proof, name: str, value: str) -> float:
    return line(proof, name).values[value].number


@pytest.mark.parametrize("spec", PAIRS, ids=named)
@pytest.mark.parametrize("units", UNITS, ids=lambda units: units.gamma)
def test_the_numbers_of_the_page_are_those_of_the_trace(spec: RunSpec, units: Units) -> None:
    run = trained(spec)
    table, unit = run.theorem(), run.margin.radius if units.by_radius else 1.0
    for k in range(run.updates + 1):
        state = run.history.seek(k)
        proof = page(run, state, units)
        assert all(line.holds for line in proof.lines)
        if not run.margin.theorem:
            continue
        assert number_of(proof, "mistake", "k") == k if state.moved else k == 0
        if not k:
            continue
        assert number_of(proof, "length", "squared") == pytest.approx(table.w_norm_sq[k - 1] / unit**2, abs=1e-9)
        assert number_of(proof, "mistake", "score") == state.score
        assert table.upper is not None
        assert number_of(proof, "length", "upper") == pytest.approx(table.upper[k - 1] / unit**2)
        if table.w_dot_wstar is None or table.lower is None or table.cosine is None or table.potential is None:
            continue
        assert number_of(proof, "progress", "along") == pytest.approx(table.w_dot_wstar[k - 1] / unit, abs=1e-9)
        assert number_of(proof, "progress", "lower") == pytest.approx(table.lower[k - 1] / unit)
        assert number_of(proof, "potential", "potential") == pytest.approx(table.potential[k - 1] / unit**2)
        assert number_of(proof, "bound", "bound") == run.margin.bound
        if not math.isnan(table.cosine[k - 1]):
            assert number_of(proof, "angle", "cosine") == pytest.approx(table.cosine[k - 1], abs=1e-9)


def test_what_an_update_adds_is_the_difference_of_two_moments() -> None:
    run = trained(RunSpec())
    table = run.theorem()
    assert table.w_dot_wstar is not None
    for k in range(2, run.updates + 1):
        proof = page(run, run.history.seek(k))
        assert number_of(proof, "progress", "gain") == pytest.approx(
            table.w_dot_wstar[k - 1] - table.w_dot_wstar[k - 2]
        )
        assert number_of(proof, "length", "grown") == pytest.approx(table.w_norm_sq[k - 1] - table.w_norm_sq[k - 2])


def test_the_page_of_the_bound_ends_with_the_room_of_the_summary() -> None:
    run = trained(RunSpec())
    proof = page(run, run.history.seek(run.updates))
    assert {
        name: value.number for name, value in line(proof, "room").values.items() if name != "total"
    } == run.summary()["room"]


def test_an_equals_sign_stands_only_between_equal_numbers() -> None:
    run = trained(RunSpec())
    shown = [line(page(run, run.history.seek(k)), "progress") for k in range(1, run.updates + 1)]
    for told in shown:
        k, gamma, lower = (told.values[name].text for name in ("k", "gamma", "lower"))
        exact = int(k) * round(float(gamma) * 10_000) == round(float(lower) * 10_000)
        assert f"{lower} {'=' if exact else '≈'} {k}·{gamma}" in told.numbers


@pytest.mark.parametrize("spec", [spec for spec in every_pair() if spec.start is None], ids=named)
@pytest.mark.parametrize("size", [1e-90, 1e40])
def test_data_of_any_size_have_a_page_in_either_units(spec: RunSpec, size: float) -> None:
    run = train(Dataset(size * DATASET.X, DATASET.y), replace(spec, bias=0.0))
    with np.errstate(over="ignore"):
        for units in UNITS:
            assert page(run, run.history.seek(run.updates), units).lines


def test_normalised_units_change_no_ratio_and_no_bound() -> None:
    for spec in (
        RunSpec(),
        RunSpec(start=START),
        RunSpec("kernel", kernel="rbf", gamma=0.5),
        RunSpec(rule="margin", margin=0.5),
    ):
        run = trained(spec)
        raw, scaled = run.margin, in_units(run.margin, NORMALISED)
        assert raw.gamma is not None
        assert scaled.gamma is not None
        assert (scaled.radius, scaled.bound) == (1.0, raw.bound)
        assert scaled.gamma == raw.gamma / raw.radius
        assert scaled.growth == pytest.approx(raw.growth / raw.radius_squared)
        state = run.history.seek(min(3, run.updates))
        for before, after in zip(run.inequalities(state), run.inequalities(state, None, scaled), strict=True):
            assert before.key == after.key
            assert after.holds
            if after.right and before.right:
                assert after.left / after.right == pytest.approx(before.left / before.right, abs=1e-9)


def test_a_radius_of_0_is_no_unit() -> None:
    run = train(Dataset([[0.0, 0.0]], [1]), RunSpec(bias=0, max_epochs=2))
    assert in_units(run.margin, NORMALISED) is run.margin


@pytest.mark.parametrize("spec", [RunSpec(), RunSpec(start=START), RunSpec(rule="margin", margin=0.5)], ids=named)
def test_the_page_of_a_separator_of_ones_own_has_its_margin_and_its_bound(spec: RunSpec) -> None:
    run = trained(spec)
    assert run.margin.gamma is not None
    made = tilted(DATASET, run.margin, None, run.margin.gamma / 2)
    assert made is not None
    own = own_separator(DATASET, run.margin.bias, *made, run.margin)
    held = theorem_of_own(own, run.margin)
    assert held is not None
    assert own.gamma == pytest.approx(run.margin.gamma / 2)
    assert held.w_star is not None
    assert held.b_star is not None
    assert math.hypot(*held.w_star, held.b_star) == pytest.approx(1.0)
    for k in range(run.updates + 1):
        proof = page(run, run.history.seek(k), RAW, held)
        assert all(line.holds for line in proof.lines)
        assert number_of(proof, "separator", "gamma") == own.gamma
        assert number_of(proof, "bound", "bound") == held.bound
        assert "ŵ*" not in " ".join(proof.paragraphs)


def test_a_separator_tilts_from_the_best_towards_where_it_is_told_to() -> None:
    margin = trained(RunSpec()).margin
    assert margin.gamma is not None
    assert margin.w_star is not None
    away = np.array([1.0, -1.0, 0.0])
    for share in (0.0, 0.3, 0.9):
        made = tilted(DATASET, margin, away, share * margin.gamma)
        assert made is not None
        w, b = made
        assert float((DATASET.y * (DATASET.X @ w + b)).min()) == pytest.approx(share * margin.gamma, abs=1e-9)
    beyond = tilted(DATASET, margin, away, 2 * margin.gamma)
    assert beyond is not None
    assert np.allclose(beyond[0], margin.w_star)


def test_a_line_that_does_not_separate_is_no_separator_of_the_theorem() -> None:
    run = trained(RunSpec())
    own = own_separator(DATASET, run.margin.bias, [0.0, 1.0], 0.0, run.margin)
    assert theorem_of_own(own, run.margin) is None


def test_nothing_separates_xor_and_the_page_says_how_far_the_proof_goes() -> None:
    proof = page(run := train(XOR, RunSpec(max_epochs=3)), run.history.seek(4))
    assert proof.title == "How far the proof goes"
    assert [line.name for line in proof.lines] == ["space", "separator", "mistake", "length", "open"]
    assert line(proof, "separator").sentence.startswith("Not separable")


def test_where_the_theorem_is_silent_the_page_says_so_and_what_holds_instead() -> None:
    names = {}
    for spec in (RunSpec(rule="passive-aggressive"), RunSpec("online-svm")):
        run = trained(spec)
        proof = page(run, run.history.seek(3))
        assert line(proof, "silence").sentence.startswith(run.rule.silence)
        names[run.rule.name] = [line.name for line in proof.lines]
    assert names["passive-aggressive"][-3:] == ["nearer", "losses", "mistakes"]
    assert names["online-svm"] == ["silence", "cost"]
    assert number_of(proof, "cost", "cost") == run.objective(3)


def test_without_examples_there_is_nothing_to_prove() -> None:
    run = train(Dataset(np.empty((0, 2)), []), RunSpec())
    assert [line.name for line in page(run, run.history.seek(0)).lines] == ["nothing"]


@pytest.mark.parametrize("spec", PAIRS, ids=named)
def test_the_page_is_written_in_every_style(spec: RunSpec) -> None:
    run = trained(spec)
    for units in UNITS:
        proof = page(run, run.history.seek(min(2, run.updates)), units)
        written = {name: style.write(proof.title, proof.paragraphs, ()) for name, style in STYLES.items()}
        assert "`" not in written["plain"]
        assert written["markdown"].startswith(f"### {proof.title}")
        assert written["latex"].isascii()
        assert written["latex"].count("$") % 2 == 0
        for line in proof.lines:
            assert all(row in written["plain"] for row in line.numbers.splitlines())


@pytest.mark.parametrize("spec", PAIRS[::2], ids=named)
def test_every_letter_of_every_formula_belongs_to_a_symbol_that_explains_itself(spec: RunSpec) -> None:
    run = trained(spec)
    for units in UNITS:
        for told in page(run, run.history.seek(min(2, run.updates)), units).lines:
            names = "|".join(told.values)
            letters = re.sub(rf"\{{({names})\}}", "", told.template) if names else told.template
            for formula in (*told.sentence.split("`")[1::2], *letters.splitlines()):
                covered = {place for found in symbols_in(formula) for place in range(found.start, found.stop)}
                covered |= {place for word in re.finditer("[a-z]{2,}", formula) for place in range(*word.span())}
                missed = {c for place, c in enumerate(formula) if c.isalpha() and place not in covered}
                assert not missed, (formula, missed)


def test_a_symbol_says_its_number_where_the_data_give_one() -> None:
    margin = trained(RunSpec()).margin
    assert margin.gamma is not None
    for scaled in (margin, in_units(margin, NORMALISED)):
        assert SYMBOLS["γ"].describe(scaled).endswith(f"Here it is {number(margin.gamma)}.")
        assert SYMBOLS["R"].describe(scaled).endswith(f"Here it is {number(margin.radius)}.")
    assert SYMBOLS["w"].describe(margin).endswith(".")
    assert symbol_at("k cannot pass R²/γ²", 3) is None


def test_letters_that_mean_something_else_in_a_formula_are_told_as_they_are_there() -> None:
    cost = {found.symbol.written: found.symbol.meaning for found in symbols_in(RULES["online-svm"].cost)}
    assert "without b" in cost["w"]
    assert "over all examples" in cost["Σ"]
    assert "of each example" in cost["a"]
    slack = {found.symbol.written: found.symbol for found in symbols_in("((R + D)/γ)²")}
    assert "may fall short of it" in slack["γ"].meaning
    assert slack["γ"].value is None
    assert "added up over the examples, for a unit vector u and a γ > 0 that a search found" in slack["D"].meaning
    room = {found.symbol.written: found.symbol.meaning for found in symbols_in(SHORT.formula)}
    assert "over the updates" in room["Σ"]
    assert "R² + 2m" in SYMBOLS["k₋"].meaning


@pytest.mark.parametrize("rule", ["perceptron", "margin"])
def test_no_angle_is_promised_while_the_start_points_the_other_way(rule: str) -> None:
    run = train(DATASET, RunSpec(rule=rule, start=(-9.0, 4.0, 0.0)))
    margin = run.margin
    assert margin.gamma is not None
    for k in range(run.updates + 1):
        state = run.history.seek(k)
        sentence = line(page(run, state), "angle").sentence
        assert ("nothing is promised" in sentence) == (margin.along_start + k * margin.gamma < 0)
