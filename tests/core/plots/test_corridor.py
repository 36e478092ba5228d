"""Floor, ceiling and what lies between: the numbers are those of the run at every k, and the two meet at the bound."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from core.datasets.dataset import Dataset
from core.plots.corridor import (
    GAPS,
    axis_reach,
    corridor_plot,
    in_powers_of_ten,
    lengths_of,
    meeting_of,
    meeting_words,
)
from core.plots.spec import PlotMark, PlotSpec, Scale
from core.run import Run, train
from core.spec import RunSpec
from core.theory.bound_gap import PARTS
from core.theory.bounds import own_separator, theorem_of_own
from core.theory.margin.margin import in_units
from core.theory.margin.units import NORMALISED, RAW, Units
from core.theory.quantities import ALONG, CEILING, FLOOR, LENGTH
from core.theory.theorem import Curves
from tests.core.tables import DATASET, every_pair, telling

SEPARABLE = DATASET.with_rows(DATASET.X[[0, 1, 2, 3]], DATASET.y[[0, 1, 2, 3]])
XOR = Dataset([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1])
UNITS = (RAW, NORMALISED)


def of_theorem(spec: RunSpec) -> bool:
    """Those of which the theorem speaks."""
    return not train(SEPARABLE, replace(spec, max_updates=1)).rule.silence


def plot_of(run: Run) -> PlotSpec:
    curves = Curves(run.margin)
    curves.extend(run.history)
    plot = corridor_plot(run, curves, {}, None, run.updates)
    assert plot is not None
    return plot


def lines_of(run: Run, units: Units = RAW) -> list[dict[str, float]]:
    """At every k of a run, from the rows of the theorem."""
    margin = in_units(run.margin, units)
    return [run.facts(run.history.seek(k), margin).lines for k in range(run.updates + 1)]


@pytest.mark.parametrize("units", UNITS, ids=lambda units: units.gamma)
def test_floor_and_ceiling_meet_at_the_bound_for_every_learner_of_which_the_theorem_speaks(units: Units) -> None:
    met = 0
    for spec in filter(of_theorem, every_pair(predictors=False)):
        with telling(spec):
            run = train(SEPARABLE, spec)
            margin = in_units(run.margin, units)
            meeting = meeting_of(margin)
            if meeting is None:
                assert run.margin.bound is None
                continue
            met += 1
            assert meeting.place == run.margin.bound
            assert margin.lower(meeting.place) == pytest.approx(margin.ceiling(meeting.place), rel=1e-9)
            assert meeting.value == margin.lower(meeting.place)
            assert run.updates <= meeting.place * (1 + 1e-9)
    assert met > 10


@pytest.mark.parametrize("units", UNITS, ids=lambda units: units.gamma)
def test_at_every_k_the_run_lies_in_its_corridor_and_the_lines_are_those_of_the_trace(units: Units) -> None:
    for spec in filter(of_theorem, every_pair(predictors=False)):
        with telling(spec):
            run = train(SEPARABLE, spec)
            margin, at = in_units(run.margin, units), lines_of(run, units)
            k = np.arange(run.updates + 1, dtype=np.float64)
            curves = Curves(margin)
            curves.extend(run.history)
            drawn = lengths_of(curves.w_norm_sq, curves.w_dot_wstar)
            assert [lines[LENGTH] for lines in at] == pytest.approx(drawn.tolist(), rel=1e-9, abs=1e-9)
            assert [lines[CEILING] for lines in at] == pytest.approx(margin.ceiling(k).tolist(), rel=1e-9, abs=1e-9)
            assert all(lines[LENGTH] <= lines[CEILING] for lines in at)
            if not margin.has_star:
                assert all(lines.keys() == {LENGTH, CEILING} for lines in at)
                continue
            assert curves.w_dot_wstar is not None
            assert [lines[ALONG] for lines in at] == pytest.approx(curves.w_dot_wstar.tolist(), rel=1e-9, abs=1e-9)
            assert [lines[FLOOR] for lines in at] == pytest.approx(margin.lower(k).tolist(), rel=1e-9, abs=1e-9)
            assert all(lines[FLOOR] <= lines[ALONG] <= lines[LENGTH] for lines in at)


def test_lengths_are_those_of_the_recorded_vectors() -> None:
    run = train(SEPARABLE)
    for k, lines in enumerate(lines_of(run)):
        state = run.history.seek(k)
        w = np.append(state.w, state.b)
        assert run.margin.w_star is not None
        assert run.margin.b_star is not None
        star = np.append(run.margin.w_star, run.margin.b_star)
        assert lines[LENGTH] == pytest.approx(math.sqrt(w @ w))
        assert lines[ALONG] == pytest.approx(float(w @ star))


def test_the_gaps_are_the_parts_of_the_room_as_differences_of_squares() -> None:
    run = train(SEPARABLE)
    gamma = run.margin.gamma
    assert gamma is not None
    for k, lines in enumerate(lines_of(run)):
        room = run.bound_gap(k)
        if room is None:
            continue
        for gap in GAPS:
            squares = lines[gap.high] ** 2 - lines[gap.low] ** 2
            assert squares / k / gamma**2 == pytest.approx(sum(map(room.of, gap.parts)), abs=1e-9)
    assert {part.name for gap in GAPS for part in gap.parts} == {part.name for part in PARTS}
    assert [gap.name for gap in GAPS] == ["surplus", "sideways", "short and depth"]


@pytest.mark.parametrize(
    ("last", "bound", "reach"),
    [
        (101.0, 150.0, 162.0),  # near the bound
        (30.0, 200.0, 50.0),  # far from it
        (50.0, 200.0, 50.0),
        (51.0, 200.0, 100.0),
        (1.0, 6.0, 6.5),  # far from it, but the bound is small
        (1.0, 100.0, 108.0),
        (1.0, 101.0, 5.0),
    ],
)
def test_the_axis_reaches_to_a_bound_of_100_or_else_goes_by_round_numbers(
    last: float, bound: float, reach: float
) -> None:
    usual, most = axis_reach(last, bound)
    assert usual == pytest.approx(reach)
    assert most == pytest.approx(max(bound * 1.08, bound + 0.5, last))


def test_where_they_meet_is_said_in_words_and_a_bound_that_is_no_more_as_such() -> None:
    assert meeting_words(PlotMark(29, "R²/γ² = 29")) == "they meet at 29"
    assert meeting_words(PlotMark(29, "R²/γ² = 29 → 31")) == "they meet at 29 → 31"
    assert meeting_words(PlotMark(9, "R²/γ² ≤ 9.51")) == "they meet at 9.51 at most"
    assert meeting_words(PlotMark(53, "(R² + 2m)/γ² = 53")) == "they meet at 53"


def test_without_a_meeting_the_axis_reaches_to_a_round_number_beyond_the_run() -> None:
    assert [axis_reach(last, None) for last in (0.0, 100.0, 101.0)] == [(5.0, 5.0), (100.0, 100.0), (200.0, 200.0)]


def test_in_powers_of_ten_floor_and_ceiling_are_straight_up_to_where_they_meet() -> None:
    run = train(Dataset([[0.01, 1.0], [-0.01, 1.0]], [1, -1]), RunSpec(max_updates=50))
    plot = plot_of(run)
    whole = in_powers_of_ten(plot)
    assert plot.x.high < 1000 < (run.margin.bound or 0) < whole.x.high
    for key in (FLOOR, CEILING):
        curve = whole.curve(key)
        assert curve is not None
        places, values = whole.points(curve)
        steps = np.diff(whole.y.share(values)) / np.diff(whole.x.share(places))
        assert steps == pytest.approx(np.full(len(steps), steps[0]))


def test_they_meet_only_where_there_is_a_floor_and_a_bound_that_is_a_number() -> None:
    margin = train(SEPARABLE).margin
    assert meeting_of(margin) is not None
    for without in ({"bound": None}, {"bound": math.inf}, {"w_star": None, "b_star": None}):
        assert meeting_of(replace(margin, **without)) is None, without


def test_where_nothing_separates_there_is_a_ceiling_and_no_floor() -> None:
    run = train(XOR, RunSpec(max_updates=40))
    assert not run.margin.has_star
    assert meeting_of(run.margin) is None
    assert plot_of(run).y.low == 0
    for k, lines in enumerate(lines_of(run)):
        assert FLOOR not in lines
        assert lines[LENGTH] <= run.margin.ceiling(float(k))


@pytest.mark.parametrize("learner", ["passive-aggressive", "online-svm"])
def test_who_is_not_bound_by_the_theorem_has_no_corridor(learner: str) -> None:
    run = train(SEPARABLE, RunSpec(learner, max_updates=20, max_epochs=2))
    assert not run.margin.theorem
    assert not {LENGTH, CEILING} & run.facts(run.history.seek(0)).lines.keys()


def test_a_separator_of_ones_own_has_a_corridor_of_its_own() -> None:
    run = train(SEPARABLE)
    margin = run.margin
    assert margin.w_star is not None
    assert margin.b_star is not None
    tilted = margin.w_star + np.array([0.05, -0.02])
    own = theorem_of_own(own_separator(run.dataset, margin.bias, tilted, margin.b_star, margin), margin)
    assert own is not None
    meeting = meeting_of(own)
    assert meeting is not None
    assert own.lower(meeting.place) == pytest.approx(own.ceiling(meeting.place))
    assert meeting.place > (margin.bound or 0)


def test_a_start_against_the_best_separator_has_a_floor_below_zero() -> None:
    star = train(SEPARABLE).margin
    assert star.w_star is not None
    assert star.b_star is not None
    against = tuple((-3.0 * np.append(star.w_star, star.b_star)).tolist())
    run = train(SEPARABLE, RunSpec(start=against))
    assert -3.5 < plot_of(run).y.low < -3.0
    assert lines_of(run)[0][ALONG] == pytest.approx(-3.0)


def test_a_scale_to_a_value_beyond_all_floats_ends_at_the_largest_and_has_ticks() -> None:
    scale = Scale.up_to(math.inf)
    assert all(map(math.isfinite, [scale.high, *scale.ticks(5)]))
    assert scale.share(math.inf) == 1
