"""The triangle of an update has the lengths of exact arithmetic."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.built_in import BUILT_IN
from core.datasets.dataset import Dataset
from core.numbers.numerals import SUPERSCRIPTS
from core.plots.triangles import (
    UpdateLengths,
    UpdatePicture,
    angle_on_canvas,
    last_update,
    update_lengths,
    update_picture,
)
from core.rules import RULES
from core.run import Run, train
from core.spec import RunSpec
from core.theory.bounds import own_separator, theorem_of_own
from core.theory.margin.margin import in_units
from core.theory.margin.units import NORMALISED, RAW
from core.theory.vectors import vector_at
from core.ties import TIES
from tests.core.tables import DATASET, every_pair, named

VECTORS = st.integers(1, 6).flatmap(
    lambda d: st.tuples(*[st.lists(st.integers(-50, 50), min_size=d, max_size=d)] * 2),
)


def dot(one: list[int], other: list[int]) -> int:
    return sum(a * b for a, b in zip(one, other, strict=True))


@given(VECTORS)
def test_lengths_and_corner_are_those_of_the_vectors(pair: tuple[list[int], list[int]]) -> None:
    w, x = pair
    triangle = UpdateLengths(dot(w, w), dot(x, x), dot(w, x))
    after = [a + b for a, b in zip(w, x, strict=True)]
    along, across = triangle.tip

    assert Fraction(triangle.after_squared) == dot(after, after)
    assert math.hypot(along, across) == pytest.approx(math.sqrt(dot(after, after)), abs=1e-5)
    assert math.hypot(along - math.sqrt(dot(w, w)), across) == pytest.approx(math.sqrt(dot(x, x)), abs=1e-5)
    assert (along - math.sqrt(dot(w, w))) * math.sqrt(dot(w, w)) == pytest.approx(dot(w, x), abs=1e-5)


@given(VECTORS)
def test_w_after_a_mistake_ends_on_or_inside_the_arc(pair: tuple[list[int], list[int]]) -> None:
    w, x = pair
    triangle = UpdateLengths(dot(w, w), dot(x, x), -abs(dot(w, x)))

    assert math.hypot(*triangle.tip) <= triangle.arc + 1e-5


def test_from_zero_there_is_only_the_example() -> None:
    assert UpdateLengths(0, 25, 0).tip == (5, 0)


def test_two_arrows_that_cancel_end_at_the_origin() -> None:
    assert UpdateLengths(25, 25, -25).tip == (0, 0)
    assert UpdateLengths(25, 25, -25).after_squared == 0


def test_an_example_of_length_zero_changes_nothing() -> None:
    assert UpdateLengths(25, 0, 0).tip == (5, 0)


# The update of a run

TEN = BUILT_IN[0].dataset()


def picture(run: Run, update: int) -> UpdatePicture:
    state = run.history.seek(update)
    before, after = last_update(run.history, state) or (None, state)
    return update_picture(run.facts(after), before)


def lengths(run: Run, update: int) -> UpdateLengths:
    before, after = last_update(run.history, run.history.seek(update)) or (None, None)
    assert before is not None
    assert after is not None
    found = update_lengths(run.facts(after), before)
    assert found is not None
    return found


@pytest.mark.parametrize("spec", every_pair(), ids=named)
def test_every_update_has_the_lengths_of_its_vectors(spec: RunSpec) -> None:
    run = train(DATASET, spec)
    for k in {1, run.updates // 2, run.updates} - {0}:
        shown = picture(run, k)
        if run.rule.silence:
            assert not shown.triangles
            assert run.rule.silence in shown.remark
            continue
        state, found = run.history.seek(k), lengths(run, k)
        before, rate = run.history.at_example(state.example - 1), run.rule.rate
        for moment, squared in ((before, found.before_squared), (state, found.after_squared)):
            wanted = vector_at(moment, run.margin).squared[0] / rate**2
            assert squared == pytest.approx(wanted, rel=1e-9, abs=1e-9 * (1 + found.before_squared))
        assert found.added_squared == pytest.approx(run.space.norms_squared[state.index])
        if not run.rule.slack:
            assert found.product <= 0
            assert math.hypot(*found.tip) <= found.arc * (1 + 1e-9)
        else:
            assert found.after_squared - found.arc**2 <= 2 * run.rule.slack / rate * (1 + 1e-9)
        if found.along is not None and run.margin.gamma is not None:
            assert found.along >= run.margin.gamma * (1 - 1e-6)


def test_the_lengths_of_the_ten_points_are_those_by_hand() -> None:
    run = train(TEN, BUILT_IN[0].spec)
    found = lengths(run, 7)
    assert (found.before_squared, found.added_squared, found.product) == (85, 26, -1)
    assert found.along == 1
    assert found.after_squared == 109
    assert [part.title for part in picture(run, 7).triangles] == [
        "along ŵ*: 1 ≥ γ",
        "109 ≤ 85 + 26, inside the arc",
    ]
    assert [part.reason for part in picture(run, 7).triangles] == [
        "At least γ from the best line:",
        "A mistake, so 90° or more:",
    ]
    growth = picture(run, 7).triangles[1]
    assert growth.words["after"] == "w after the update is 10.44 long. Its square is 85 + 26 − 2 = 109."
    assert growth.words["angle"] == (
        "The angle between w and −x is 91.2°, because y·a = −1. Because it was a mistake, the step points away "
        "from w: 90° or more."
    )


POINTS = st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9), st.sampled_from((-1, 1))), min_size=2, max_size=8)


@given(POINTS, st.sampled_from((0, 1)))
def test_random_points_have_the_lengths_of_exact_arithmetic(points: list[tuple[int, int, int]], bias: int) -> None:
    dataset = Dataset(np.array([point[:2] for point in points], float), np.array([point[2] for point in points]))
    run = train(dataset, RunSpec(bias=bias, max_updates=12))
    w = [0, 0, 0]
    for k in range(1, run.updates + 1):
        x1, x2, label = points[int(run.history.seek(k).index)]
        added = [label * x1, label * x2, label * bias]
        after = [a + b for a, b in zip(w, added, strict=True)]
        found = lengths(run, k) if any(added) else None
        if found is not None:
            assert (found.before_squared, found.added_squared) == (dot(w, w), dot(added, added))
            assert (found.product, found.after_squared) == (dot(w, added), dot(after, after))
        if found is not None and any(w):
            cosine = Fraction(dot(w, added)) / 1 / Fraction(math.sqrt(dot(w, w) * dot(added, added)))
            assert math.cos(math.radians(found.angle)) == pytest.approx(float(cosine), abs=1e-9)
        w = after


def test_what_is_special_about_an_update_is_said() -> None:
    run = train(TEN, BUILT_IN[0].spec)
    assert picture(run, 0).remark.startswith("No update yet.")
    first = picture(run, 1)
    assert first.remark == "w was 0, so there is only one arrow and no angle."
    assert [part.corner for part in first.triangles] == [None, None]
    assert first.title == "Update 1, on example 1 (○)"
    two = Dataset(np.array([[1.0, 0.0], [1.0, 0.0]]), np.array([1, -1]))
    cancelled = train(two, RunSpec(bias=0, max_updates=4))
    assert picture(cancelled, 2).remark == "A × pushes the other way: −x. The two arrows cancel: w is 0 again."
    assert [part.key for part in picture(cancelled, 2).triangles[0].strokes] == ["before", "added"]
    nothing = train(Dataset(np.zeros((2, 2)), np.array([1, -1])), RunSpec(bias=0, max_updates=4))
    assert picture(nothing, 1).remark == "This example changes nothing: all its features are 0."


def test_a_step_that_changes_nothing_shows_the_last_update_with_its_number() -> None:
    run = train(TEN, BUILT_IN[0].spec)
    state = run.history.at_example(run.history.examples)
    assert not state.moved
    before, after = last_update(run.history, state) or (None, state)
    assert update_picture(run.facts(after), before).title == "Update 8, on example 1 (○)"


def test_where_nothing_separates_or_the_separator_is_hidden_only_w_grows() -> None:
    xor = train(BUILT_IN[[data.name for data in BUILT_IN].index("xor")].dataset(), RunSpec(max_updates=6))
    assert [part.title for part in picture(xor, 3).triangles] == ["3 ≤ 4 + 3, inside the arc"]
    run = train(TEN, BUILT_IN[0].spec)
    before, after = last_update(run.history, run.history.seek(3)) or (None, None)
    assert after is not None
    hidden = replace(run.facts(after), gamma=None, along=None)
    assert len(update_picture(hidden, before).triangles) == 1


def test_a_rule_with_a_margin_may_pass_the_arc_and_says_by_how_much() -> None:
    run = train(TEN, RunSpec("margin", bias=0, margin=12))
    passing = [k for k in range(2, run.updates + 1) if lengths(run, k).product > 0]
    assert passing
    assert "at most 2m = 24." in picture(run, passing[0]).remark
    assert picture(run, passing[0]).triangles[-1].reason == "Updated at y·a ≤ m:"


@pytest.mark.parametrize("spec", [BUILT_IN[0].spec, RunSpec("margin", bias=0, margin=12, rate=Fraction(1, 3))])
def test_in_the_plane_of_the_canvas_the_arrows_lie_as_they_do_there(spec: RunSpec) -> None:
    run = train(TEN, spec)
    for k in range(2, run.updates + 1):
        state = run.history.seek(k)
        before, shown = run.history.at_example(state.example - 1), picture(run, k)
        for triangle in shown.triangles:
            arrows = {stroke.role: stroke for stroke in triangle.strokes if stroke.arrow}
            for role, wanted in (("secondary", before.w), ("ink", state.w)):
                assert arrows[role].start == (0.0, 0.0)
                assert triangle.axes.place(arrows[role].end) == pytest.approx(wanted / run.rule.rate, abs=1e-9)
            added = arrows["positive" if state.label > 0 else "negative"]
            assert triangle.axes.place(added.start) == pytest.approx(before.w / run.rule.rate, abs=1e-9)
            assert triangle.axes.place(added.end) == pytest.approx(state.w / run.rule.rate, abs=1e-9)
        assert "The plane of the picture" not in shown.remark


def test_below_the_arrows_stands_how_far_w_reached_along_the_best_line_and_what_is_added() -> None:
    shown = picture(train(TEN, BUILT_IN[0].spec), 3).triangles[0]
    assert [stroke.name for stroke in shown.strokes if stroke.name] == ["2", "+2"]
    assert shown.words["reached"] == "w before the update reaches 2 along ŵ*."
    low, high = shown.box
    assert low[1] < -2
    assert high == pytest.approx((4, 3))


@pytest.mark.parametrize("spec", [RunSpec(bias=1), RunSpec("kernel", kernel="rbf")])
def test_elsewhere_the_plane_of_the_picture_is_that_of_w_and_x_and_it_says_so(spec: RunSpec) -> None:
    shown = picture(train(TEN, spec), 3)
    assert shown.remark.endswith("The plane of the picture is that of w and x.")
    assert all(triangle.axes.right == (1, 0) for triangle in shown.triangles)


def value(text: str) -> float:
    """A number as it is written."""
    mantissa, _, power = text.replace(",", "").replace("−", "-").partition("·10")
    return float(mantissa) * 10.0 ** int(power.translate(str.maketrans(SUPERSCRIPTS, "-0123456789")) or 0)


def assert_true_of_the_numbers_drawn(run: Run, update: int, by_radius: bool) -> None:
    """Every sentence on the growth of w, against vectors and y·a of the record."""
    before, state = last_update(run.history, run.history.seek(update)) or (None, None)
    assert before is not None
    assert state is not None
    margin = in_units(run.margin, NORMALISED if by_radius else RAW)
    shown = update_picture(run.facts(state, margin), before)
    scale, rate = margin.notation.unit, run.rule.rate
    old, new = (run.margin.bias.augmented(np.append(s.w, s.b)[None, :])[0] / rate / scale for s in (before, state))
    added, fixed, limit = new - old, run.rule.fixed, 2 * run.rule.slack / rate / scale**2
    grown, passed = float(new @ new), float(new @ new - old @ old - added @ added)
    if not added.any() or not old.any() or not new.any() or not shown.triangles:
        return
    words, remark, title = shown.triangles[-1].words, shown.remark, shown.triangles[-1].title
    near = 1e-9 * (1 + grown + float(old @ old))
    assert passed <= limit + near
    total = re.fullmatch(r"w after .* Its square is (\S+) \+ (\S+) ([−+]) (\S+) = (\S+)\.", words["after"])
    assert total
    assert value(total[5]) == pytest.approx(grown, rel=1e-3, abs=near)
    assert value(total[4]) * (-1 if total[3] == "−" else 1) == pytest.approx(passed, rel=1e-3, abs=near)
    angle = re.fullmatch(r"The angle between w and −?x is (\S+)°, because (\S+) = (\S+)[.:] (.*)\.", words["angle"])
    assert angle
    assert angle[2] == ("y·(w·x)" if fixed else "y·a")
    assert value(angle[3]) == pytest.approx(state.score - state.label * fixed, rel=1e-3, abs=1e-9)
    beyond = "It is below 90°" in angle[4]
    assert beyond == ("below 90°" in remark) == ("beyond" in title)
    assert passed >= -near if beyond else passed <= near
    assert value(angle[1]) <= 90 if beyond else value(angle[1]) >= 90
    assert not (beyond or "≤ m" in angle[4]) or run.rule.slack
    if beyond:
        told = re.search(r"is that of the arc and (\S+) more, at most (\S+)( \+ \|b\|\)\S*)? = (\S+)\.", remark)
        assert told
        assert value(told[1]) == pytest.approx(passed, rel=1e-3, abs=near)
        assert value(told[1]) <= value(told[4]) == pytest.approx(limit, rel=1e-3)
        assert ("η" in remark.partition("at most")[2]) == (run.rule.exact_rate != 1)
        assert ("R²" in remark.partition("at most")[2]) == by_radius


@settings(max_examples=40)
@given(
    POINTS,
    st.sampled_from([0.0, 0.3, 2.0, 12.0]),
    st.sampled_from([Fraction(1), Fraction(1, 3), Fraction(7, 2)]),
    st.sampled_from([0.0, -0.7, 2.0, 9.0]),
    st.sampled_from([0, 1]),
    st.booleans(),
)
def test_every_sentence_is_true_of_the_numbers_drawn(
    points: list[tuple[int, int, int]], m: float, rate: Fraction, b: float, bias: int, by_radius: bool
) -> None:
    dataset = Dataset(np.array([point[:2] for point in points], float), np.array([point[2] for point in points]))
    start = (0.0, 0.0, b) if b else None
    run = train(dataset, RunSpec("margin", margin=m, rate=rate, bias=bias, start=start, max_updates=8))
    for k in range(1, run.updates + 1):
        assert_true_of_the_numbers_drawn(run, k, by_radius and run.margin.radius > 0)


@settings(max_examples=60)
@given(
    POINTS,
    st.sampled_from(list(RULES)),
    st.sampled_from(list(TIES)),
    st.sampled_from([Fraction(1), Fraction(1, 3)]),
    st.sampled_from([0.0, -0.7, 2.0]),
)
def test_the_angle_on_the_canvas_and_its_reason_are_true_for_every_rule(
    points: list[tuple[int, int, int]], rule: str, tie: str, rate: Fraction, b: float
) -> None:
    dataset = Dataset(np.array([point[:2] for point in points], float), np.array([point[2] for point in points]))
    rate, b = (rate, b) if RULES[rule].of(RunSpec()).whole else (Fraction(1), 0.0)
    spec = RunSpec(rule=rule, tie=tie, rate=rate, bias=0, margin=0.5, start=(0.0, 0.0, b) if b else None, max_updates=9)
    run = train(dataset, spec)
    for k in range(1, run.updates + 1):
        state = run.history.seek(k)
        w, x = state.w_before, dataset.X[state.index]
        told = angle_on_canvas(run, state)
        if not (state.added and w.any() and x.any()):
            assert told is None
            continue
        assert told is not None
        degrees, words = told
        cosine = state.label * (w @ x) / math.hypot(*w) / math.hypot(*x)
        sign = 0 if abs(cosine) < 1e-12 else math.copysign(1, cosine)
        assert math.cos(math.radians(value(degrees[:-1]))) == pytest.approx(cosine, abs=0.02)
        assert f" is {degrees}, because " in words
        assert f"between w and {'x' if state.label > 0 else '−x'} is" in words
        assert (degrees == "90°") == (sign == 0)
        assert ("It is below 90°" in words) == (sign > 0)
        assert ("points away from w: 90° or more" in words) <= (state.score < 0 and not b)
        assert ("stands at right angles to w" in words) <= (sign == 0 == state.score)
        if rule == "perceptron" and not b:
            assert ("right angles" in words) == (sign == 0)
            assert ("mistake" in words) == (run.rule.tie.said != "")


@pytest.mark.parametrize("spec", [RunSpec(bias=1), RunSpec("kernel", kernel="rbf", bias=0)])
def test_no_angle_is_marked_on_a_plane_that_does_not_show_all_of_w(spec: RunSpec) -> None:
    run = train(TEN, spec)
    assert all(angle_on_canvas(run, run.history.seek(k)) is None for k in range(1, run.updates + 1))


def test_with_a_fixed_threshold_w_may_pass_the_arc_by_all_that_is_said() -> None:
    run = train(Dataset([[1, 0]], [1]), RunSpec(bias=0, start=(0.0, 0.0, -1.5), rate=Fraction(1, 2)))
    shown = picture(run, 4)
    assert shown.remark == (
        "The angle is below 90°, so w passes the arc: its square is that of the arc and 6 more, at most 2|b|/η = 6."
    )
    assert shown.triangles[-1].words["angle"] == (
        "The angle between w and x is 0°, because y·(w·x) = 1.5. It is below 90°, because y·(w·x) > 0: "
        "an update is made where y·(w·x) ≤ −y·b."
    )
    assert "w·ŵ* grows by η times that." in shown.triangles[0].words["shadow"]


def test_an_update_that_leads_back_to_0_does_not_let_w_grow() -> None:
    corners = Dataset([[-1, -1], [1, 1], [-1, 1], [1, -1]], [-1, -1, 1, 1])
    run = train(corners, RunSpec(max_epochs=1))
    assert not run.history.at_example(4).weights_per_rate.any()
    assert picture(run, 4).triangles[-1].title == "0 ≤ 3 + 3, w is 0 now"


def test_a_separator_of_one_s_own_takes_the_place_of_the_best() -> None:
    run = train(TEN, BUILT_IN[0].spec)
    own = own_separator(TEN, run.margin.bias, np.array([5.0, 1.0]), 0.0, run.margin)
    assert own.separates
    before, after = last_update(run.history, run.history.seek(4)) or (None, None)
    assert after is not None
    facts = run.facts(after, theorem_of_own(own, run.margin))
    shown = update_picture(facts, before).triangles[0]
    assert shown.title.startswith("along u: ")


@pytest.mark.parametrize("unit", [1e-310, 1.0, 1e300])
def test_an_angle_does_not_depend_on_the_unit_however_small_or_large_that_is(unit: float) -> None:
    assert UpdateLengths(4 * unit, unit, 0.0).angle == 90
    assert UpdateLengths(4 * unit, unit, -unit).angle == pytest.approx(120)
