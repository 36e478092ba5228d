"""A boundary predicted: how far off it was, and why the true one came so."""

from __future__ import annotations

import re
from math import acos, degrees

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.analysis.exercises import QuizTally, cannot_predict, held_against
from core.datasets.dataset import Dataset
from core.explain import why
from core.kernels import KERNELS
from core.run import train
from core.spec import RunSpec
from tests.core.tables import DATASET, every_pair, in_coordinates, named

whole_datasets = st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4), st.sampled_from([-1, 1])), min_size=1).map(
    lambda rows: Dataset([[float(x), float(y)] for x, y, _ in rows], [label for *_, label in rows])
)
IN_COORDINATES = every_pair(in_coordinates, predictors=False)


def angle(v: np.ndarray, w: np.ndarray) -> float:
    return degrees(acos(min(max(float(v @ w) / float(np.linalg.norm(v) * np.linalg.norm(w)), -1.0), 1.0)))


@pytest.mark.parametrize("spec", IN_COORDINATES, ids=named)
def test_the_sentence_on_a_step_is_true(spec: RunSpec) -> None:
    run = train(DATASET, spec)
    for k in range(1, run.updates + 1):
        state = run.history.seek(k)
        told = why(run, state)
        assert f"example {state.index + 1:,} ({'○' if state.label > 0 else '×'}) has y·a" in told.lower()
        turned = re.search(r"turns w by ([\d.·⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)° (towards|away from) x", told)
        if turned is None:
            moved = state.added and state.w.any() and state.w_before.any() and angle(state.w_before, state.w) > 1e-6
            assert not moved
            continue
        x = DATASET.X[state.index]
        assert angle(state.w_before, state.w) == pytest.approx(float(turned[1].partition("·")[0]), rel=0.01, abs=1e-3)
        nearer = angle(state.w, x) < angle(state.w_before, x)
        assert nearer == (turned[2] == "towards")


def test_an_example_that_is_no_mistake_changes_nothing() -> None:
    run = train(DATASET, RunSpec())
    quiet = next(s for s in map(run.history.at_example, range(1, run.history.examples + 1)) if not s.moved)
    assert why(run, quiet).endswith("right, nothing changes.")
    assert why(run, run.history.seek(0)).startswith("This is the start")


def test_the_boundary_itself_is_foretold_without_fault_whichever_way_round() -> None:
    run = train(DATASET, RunSpec())
    state = run.history.seek(run.updates)
    for factor in (1.0, -3.0):
        outcome = held_against(run, state, factor * np.append(state.w, state.b))
        assert outcome.angle == pytest.approx(0.0, abs=1e-5)
        assert outcome.between == 0


def test_a_line_at_right_angles_is_90_degrees_off_and_parts_examples() -> None:
    run = train(DATASET, RunSpec())
    state = run.history.seek(run.updates)
    outcome = held_against(run, state, [-state.w[1], state.w[0], 0.0])
    assert outcome.angle == pytest.approx(90.0)
    assert 0 < outcome.between <= DATASET.n // 2
    assert outcome.sentence.startswith("90° off")


def test_without_a_boundary_there_is_no_angle() -> None:
    run = train(DATASET, RunSpec())
    assert held_against(run, run.history.seek(0), [1.0, 0.0, 0.0]).angle is None


def test_a_curve_is_not_foretold() -> None:
    for kernel in KERNELS:
        assert cannot_predict(train(DATASET, RunSpec("kernel", kernel=kernel, gamma=0.5)))
    assert not cannot_predict(train(DATASET, RunSpec()))


@given(st.lists(st.floats(0, 90)))
def test_a_tally_reads_back_from_its_json(angles: list[float]) -> None:
    tally = QuizTally()
    for each in angles:
        tally = tally.with_angle(each)
    assert QuizTally.from_json(tally.to_json()) == tally
    assert bool(tally.sentence) == bool(angles)


@pytest.mark.parametrize("value", [None, {}, "3", [True], [91], [-1], [float("nan")], [[1]], ["x"]])
def test_what_is_no_tally_is_refused(value: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        QuizTally.from_json(value)


@given(st.floats(-179, 179), st.floats(-3, 3))
def test_between_the_lines_are_those_whom_the_turned_guess_calls_otherwise(turn: float, b: float) -> None:
    run = train(DATASET, RunSpec())
    state = run.history.seek(run.updates)
    direction = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))])
    sign = 1 if direction @ state.w >= 0 else -1
    expected = np.count_nonzero((sign * (DATASET.X @ direction + b) >= 0) != (DATASET.X @ state.w + state.b >= 0))
    outcome = held_against(run, state, [*direction, b])
    assert outcome.between == expected
    assert outcome.angle is not None
    assert 0 <= outcome.angle <= 90


@given(whole_datasets, st.sampled_from([0.0, 1.0, 2.0]))
def test_the_boundary_is_said_to_move_just_where_it_does(dataset: Dataset, bias: float) -> None:
    run = train(dataset, RunSpec(bias=bias, max_updates=30))
    for state in map(run.history.seek, range(1, run.updates + 1)):
        before, now = [*state.w_before, state.b_before], [*state.w, state.b]
        same = all(before[i] * now[j] == before[j] * now[i] for i in range(len(now)) for j in range(i))
        told = why(run, state)
        assert same or "the boundary stays" not in told
        assert not same or "moves the boundary" not in told
