"""The proof in six pictures: true of every run, and of the ten points what one reads."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from core.built_in import BUILT_IN
from core.datasets.dataset import Dataset
from core.lessons.quantities import PHRASES
from core.plots.proof_pictures import (
    ANGLE,
    MARGIN,
    PICTURES,
    ROOM,
    SHADOWS,
    SQUARES,
    STREET,
    ProofInPictures,
)
from core.plots.spec import KnownCurve
from core.run import train
from core.spec import RunSpec
from core.theory.quantities import CEILING, FLOOR

TEN = ProofInPictures(train(BUILT_IN[0].dataset(), BUILT_IN[0].spec))
SPECS = {
    "origin": RunSpec(bias=0.0, max_epochs=200),
    "offset": RunSpec(max_epochs=200),
    "kernel": RunSpec("kernel", kernel="poly", degree=2, max_epochs=200),
    "margin": RunSpec("margin", margin=1.0, max_epochs=200),
    "voted": RunSpec("voted", bias=0.0, max_epochs=200),
}


@st.composite
def points(draw: st.DrawFn) -> Dataset:
    """Whole points that a line through the origin separates."""
    numbers = st.integers(-6, 6)
    w = np.array(draw(st.tuples(numbers, numbers).filter(any)), float)
    X = np.array(draw(st.lists(st.tuples(numbers, numbers), min_size=2, max_size=9)), float)
    assume((X @ w != 0).all())
    return Dataset(X, np.where(X @ w > 0, 1, -1).astype(np.int8), ("x1", "x2"))


def pictures(dataset: Dataset, name: str) -> ProofInPictures:
    proof = ProofInPictures(train(dataset, SPECS[name]))
    assume(proof.bounded and proof.run.converged)
    return proof


def test_the_words_stand_at_the_edge_of_the_street_and_at_the_point_on_the_wrong_side() -> None:
    assert TEN.picture(SHADOWS).edge_name == "no arrow ends left of this edge"
    assert TEN.picture(ANGLE).ring_name == "point 4, a ○ on the × side"
    turned = BUILT_IN[0].dataset()
    across = ProofInPictures(train(turned.moved(list(range(turned.n)), turned.X[:, ::-1].copy()), BUILT_IN[0].spec))
    assert across.picture(SHADOWS).edge_name == "no arrow ends below this edge"


@pytest.mark.parametrize("name", ["origin", "offset", "kernel", "voted"])
@settings(max_examples=40, deadline=None)
@given(points())
def test_the_step_of_a_mistake_is_at_a_right_angle_to_w_or_more(name: str, dataset: Dataset) -> None:
    proof = pictures(dataset, name)
    if (mistake := proof.mistake) is not None:
        assert mistake.degrees >= 90 - 1e-6
        assert mistake.before < mistake.after <= mistake.before + mistake.step + 1e-9
        assert mistake.step <= proof.run.margin.radius_squared * (1 + 1e-12)
        assert mistake.reaches - mistake.reached >= (proof.run.margin.gamma or 0.0) * (1 - 1e-9)


@settings(max_examples=40, deadline=None)
@given(points())
def test_a_rule_with_a_margin_says_how_far_a_step_may_lean_and_that_growth(dataset: Dataset) -> None:
    proof = pictures(dataset, "margin")
    rows, curves = proof.run.history.index(), proof.curves
    assert (np.diff(curves.w_norm_sq) <= proof.run.margin.growth * (1 + 1e-12)).all()
    assert len(rows) == proof.run.updates
    assert "2y·(w·x) is at most 2" in PHRASES["wrong_side"](proof)
    assert PHRASES["each_update"](proof) == "each update"


@settings(max_examples=40, deadline=None)
@given(points())
def test_every_arrow_ends_beyond_the_edge_of_the_street(dataset: Dataset) -> None:
    proof = pictures(dataset, "origin")
    assume(proof.mistake is not None)
    star, gamma = proof.run.margin.w_star, proof.run.margin.gamma
    assert star is not None
    assert gamma is not None
    picture = proof.picture(SHADOWS)
    assert len(picture.pale) == dataset.n
    assert min(float(np.dot(stroke.end, star)) for stroke in picture.pale) >= gamma * (1 - 1e-9)


@settings(max_examples=40, deadline=None)
@given(points(), st.sampled_from([0.25, 0.5, 0.75]))
def test_a_street_of_half_the_width_halves_gamma(dataset: Dataset, share: float) -> None:
    proof = pictures(dataset, "origin")
    rows, X = proof.narrowed(share)
    pulled = ProofInPictures(train(dataset.moved(rows, X), SPECS["origin"]))
    assert pulled.run.margin.gamma == pytest.approx(share * (proof.run.margin.gamma or 0.0), rel=1e-6)
    assert pulled.run.margin.radius_squared <= proof.run.margin.radius_squared * (1 + 1e-12)
    later = (pulled.run.margin.bound or 0.0) / (proof.run.margin.bound or 1.0) * share**2
    assert later == pytest.approx(1.0, rel=1e-6) if "though" not in PHRASES["pulled"](proof) else later <= 1 + 1e-9


@settings(max_examples=30, deadline=None)
@given(points())
def test_up_to_the_question_one_axis_tells_nothing_of_the_bound(dataset: Dataset) -> None:
    proof = pictures(dataset, "origin")
    before = [proof.corridor(name, asked=name == ROOM) for name in (SHADOWS, ANGLE, SQUARES, ROOM)]
    shown = [plot for plot in before if plot is not None]
    assert proof.corridor(MARGIN) is None
    assert len(shown) == 4
    assert len({(plot.x, plot.y) for plot in shown}) == 1
    assert not any(plot.meeting for plot in shown)
    keys = [{curve.key for curve in plot.curves} for plot in shown]
    assert keys[0] < keys[1] < keys[2] == keys[3]
    for plot in shown:
        ends = [curve.until for curve in plot.curves if isinstance(curve, KnownCurve)]
        assert all(end is not None and end <= max(proof.run.updates, proof.bound) for end in ends)
        assert all(end < proof.bound for end in ends if end is not None) or proof.run.updates == proof.bound


def test_the_answer_goes_on_beyond_where_floor_and_ceiling_meet() -> None:
    plot = TEN.corridor(ROOM)
    assert plot is not None
    assert plot.meeting is not None
    assert plot.meeting.place == 29
    floor, ceiling = (plot.curve(key) for key in (FLOOR, CEILING))
    assert floor is not None
    assert ceiling is not None
    assert plot.x.high > 30
    assert plot.points(floor)[1][-1] > plot.points(ceiling)[1][-1]
    asked = TEN.corridor(ROOM, asked=True)
    assert asked is not None
    assert asked.x == plot.x


def test_the_ten_points_in_six_pictures() -> None:
    facts = {name: list(TEN.picture(name).facts) for name in PICTURES}
    assert [fact.value for fact in facts[MARGIN]] == ["1", ""]
    assert [fact.value for fact in facts[SHADOWS]] == ["2 → 4", "γ = 1"]
    assert [fact.value for fact in facts[ANGLE]] == ["113°", "5.385"]
    assert facts[ANGLE][1].words == "R² = 2² + 5² = 29. No step is longer."
    assert facts[SQUARES][0].label == "‖w‖² grew by 17, from 8 to"
    assert facts[ROOM][0].words == "so k ≤ R²/γ² = 29 / 1² = 29."
    assert facts[ROOM][2].words == "No order of these 10 makes more than 9: 29 is a guarantee, not a forecast."
    assert PHRASES["one_more"](TEN) == "a 30th mistake would need a shadow of at least 30 from an arrow of at most 29.5"
    assert PHRASES["squares"](TEN).endswith("8 + 29 = 37. Turned further away, only 25.")
    told = str(TEN.picture(ROOM, asked=True).facts)
    assert "29" not in told
    assert "shadow 11, length 11.05" in told


def test_half_the_street_meets_four_times_as_late() -> None:
    rows, X = TEN.narrowed(0.5)
    assert [row + 1 for row in rows] == [1, 2, 6]
    half = ProofInPictures(train(TEN.run.dataset.moved(rows, X), TEN.run.spec))
    assert (half.bound, half.run.updates) == (116, 5)
    told = half.street_facts(TEN)
    assert [fact.value for fact in told] == ["0.5", "at most 116"]
    assert told[0].label == "γ, it was 1; R stays"
    assert "makes 5" in told[1].words
    plot = half.corridor(STREET, before=TEN)
    assert plot is not None
    assert plot.meeting is not None
    assert plot.meeting.name == "R²/γ² = 29 → 116"
    assert plot.ghost is not None
    assert plot.x.high > 116


@pytest.mark.parametrize("name", SPECS)
def test_each_sentence_is_whole_for_every_kind_of_run(name: str) -> None:
    proof = ProofInPictures(train(BUILT_IN[0].dataset(), SPECS[name]))
    assert proof.bounded
    assert (STREET in proof.names) == (name != "kernel")
    for phrase in PHRASES.values():
        assert "None" not in phrase(proof)
        assert "nan" not in phrase(proof)
    for each in proof.names:
        assert not proof.picture(each).strokes or proof.has_line
    assert ("B" in PHRASES["counting_b"](proof)) == (proof.run.margin.bias.value > 0)


@pytest.mark.parametrize(
    "spec", [RunSpec(max_epochs=3), RunSpec("passive-aggressive", max_epochs=9), RunSpec("online-svm", max_updates=20)]
)
def test_without_the_theorem_or_a_best_line_it_says_that_there_is_no_bound(spec: RunSpec) -> None:
    dataset = BUILT_IN[0].dataset()
    if spec.learner == "standard":
        dataset = dataset.moved([1], np.array([3.8, 0.2]))
        dataset = dataset.moved([7], np.array([3.0, 0.5]))
    proof = ProofInPictures(train(dataset, spec))
    assert proof.names == (MARGIN,)
    assert proof.no_bound.startswith("There is no such bound here. ")
    assert all(fact.label in {"What holds instead", "Why"} and fact.words for fact in proof.picture(MARGIN).facts)
    assert proof.corridor(ROOM) is None


def test_without_a_mistake_from_another_w_than_0_the_pictures_still_say_what_holds() -> None:
    one = ProofInPictures(
        train(Dataset(np.array([[1.0, 0.0]]), np.array([1], np.int8), ("x1", "x2")), replace(SPECS["origin"]))
    )
    assert one.mistake is None
    assert PHRASES["squares"](one) == "From w = 0 the first step is all of w."
    for name in one.names:
        picture = one.picture(name)
        assert all(math.isfinite(value) for stroke in picture.strokes for value in (*stroke.start, *stroke.end))
