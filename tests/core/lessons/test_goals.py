"""Goals of a lesson: what meets them, and what is right as the run says."""

from __future__ import annotations

import numpy as np
import pytest

from core.analysis.exercises import QuizOutcome
from core.built_in import BUILT_IN
from core.datasets.dataset import Dataset
from core.lessons.goals.questions import TARGETS, number_from
from core.lessons.quantities import LessonMoment
from core.run import train
from core.spec import RunSpec
from core.theory.bounds import own_separator
from tests.core.lessons.written import POINTS, Write, condition, lesson_of, moment, moved, question
from tests.core.tables import DATASET

XOR = next(data for data in BUILT_IN if data.name == "xor").dataset()


def test_the_playhead_comes_to_an_update_or_to_the_end(write: Write) -> None:
    third, end = (condition(write, f'kind = "playhead", update = {where}') for where in ("3", '"end"'))
    assert [third.met(moment(k)) for k in (2, 3, 4)] == [False, True, True]
    assert [end.met(moment(k)) for k in (0, 12, 13)] == [False, False, True]
    assert not end.met(moment(40, dataset=XOR, max_updates=80))
    assert "the run has 13 updates" in condition(write, 'kind = "playhead", update = 14').cannot(moment())


def test_a_margin_is_met_only_by_examples_that_were_moved(write: Write) -> None:
    below, above, none = (
        condition(write, f'kind = "margin", {rest}') for rest in ("below = 0.5", "above = 0.5", "separable = false")
    )
    untouched = moment()
    assert untouched.run.margin.gamma == pytest.approx(0.843, abs=1e-3)
    assert not any(goal.met(untouched) for goal in (below, above, none))
    near, lost, same = moved(11, 2.0, 2.6), moved(11, -3.0, 0.0), moved(10, 3.0, 5.0)
    assert [goal.met(near) for goal in (below, above, none)] == [True, False, False]
    assert [goal.met(lost) for goal in (below, above, none)] == [False, False, True]
    assert [goal.met(same) for goal in (below, above, none)] == [False, True, False]


def test_a_line_is_drawn_and_separates_by_so_much(write: Write) -> None:
    any_line, wide = condition(write, 'kind = "line"'), condition(write, 'kind = "line", margin = 0.4')
    run = train(POINTS)
    assert run.margin.w_star is not None
    state = run.history.at_example(0)
    assert not any_line.met(LessonMoment(run, state))

    def drawn(w: tuple[float, float], b: float) -> LessonMoment:
        told = own_separator(POINTS, run.margin.bias, np.array(w), b, run.margin)
        return LessonMoment(run, state, own=told)

    best = drawn((float(run.margin.w_star[0]), float(run.margin.w_star[1])), float(run.margin.b_star or 0))
    wrong = drawn((1.0, 0.0), 0.0)
    assert (any_line.met(best), wide.met(best), any_line.met(wrong), wide.met(wrong)) == (True, True, True, False)
    assert "no line has one" in condition(write, 'kind = "line", margin = 2').cannot(moment())


def test_options_are_chosen(write: Write) -> None:
    voted = condition(write, 'kind = "options", run = { learner = "voted", order = "shuffled" }')
    assert not voted.met(moment(learner="voted"))
    assert voted.met(moment(learner="voted", order="shuffled"))
    assert "Voted" in condition(write, 'kind = "options", run = { learner = "voted" }').asked


def test_the_run_marks_a_boundary_that_was_predicted(write: Write) -> None:
    goal = question(write, 'kind = "boundary", within = 20')
    run = train(POINTS)

    def off(angle: float | None) -> LessonMoment:
        return LessonMoment(run, run.history.at_example(1), guess=QuizOutcome(1, angle, 0, 12, ""))

    marks = [goal.mark(each, "") for each in (moment(), off(None), off(21.0), off(20.0))]
    assert [mark.right for mark in marks] == [False, False, False, True]
    assert [mark.told for mark in marks[2:]] == ["21° off.", "Right: 20° off."]
    assert goal.solution(moment(0)) == goal.solution(off(3.0)) == "w = (−4, −4), b = 1"
    assert "there is none" in goal.cannot(moment(13))
    assert "there is none" in goal.cannot(moment(3, dataset=XOR, max_updates=8)), "w is 0 after update 4"
    assert "With a kernel" in goal.cannot(moment(learner="kernel"))


def test_a_run_stops_by_itself_as_a_puzzle_wants(write: Write) -> None:
    long, tight, bent = (
        condition(write, f'kind = "run", {rest}')
        for rest in ("examples = 2, at_least = 20", "tight = true", "examples = 4, linear = false")
    )

    def two(*places: tuple[float, float], **options: object) -> LessonMoment:
        labels = np.where(np.arange(len(places)) < len(places) / 2, 1, -1)
        run = train(Dataset(np.array(places), labels), RunSpec.from_json(options))
        return LessonMoment.at(run, 0)

    near, opposite = two((3, 1), (3, 0.8), bias=0), two((0.3, 0.7), (-0.3, -0.7), bias=0)
    assert [goal.met(near) for goal in (long, tight)] == [True, False]
    assert [goal.met(opposite) for goal in (long, tight)] == [False, True]
    assert not tight.met(two((0.3, 0.7), (-0.3, -0.701), bias=0))
    assert not long.met(two((3, 1), (3, 0.8), bias=0, max_updates=30)), "it was stopped by its limit"
    corners = (1, 1), (-1, -1), (1, -1), (-1, 1)
    kernel: dict[str, object] = {"learner": "kernel", "kernel": "poly", "degree": 2}
    assert bent.met(two(*corners, **kernel))
    assert not bent.met(two(*corners, max_updates=40))
    assert not bent.met(two((1, 1), (1, 2), (-1, -1), (-1, -2), **kernel)), "a line separates them"


def test_the_answer_is_written_beside_the_examples_that_it_counts(write: Write) -> None:
    now = moment(3)
    mistakes = np.flatnonzero(now.mistakes).tolist()
    count = question(write, 'kind = "number", question = "?", answer = "mistakes"')
    assert count.labels(now) == {row: str(place) for place, row in enumerate(mistakes, 1)}
    assert question(write, 'kind = "number", question = "?", answer = "bound"').labels(now) == {}
    click = question(write, 'kind = "click", question = "?", on = "mistake"')
    assert click.labels(now) == {row: str(row + 1) for row in mistakes}
    errors = question(write, 'kind = "number", question = "?", answer = "errors"')
    ended = moment(20, dataset=XOR, max_updates=18)
    assert len(errors.labels(ended)) == ended.run.training_errors > 0


def test_a_run_by_hand_is_short_or_long_enough(write: Write) -> None:
    few, many = condition(write, 'kind = "by_hand", at_most = 2'), condition(write, 'kind = "by_hand", at_least = 14')
    one = moment(1, order="listed", sequence=[7], max_updates=1)
    begun = moment(1, order="listed", sequence=[0], max_updates=1)
    assert [few.met(each) for each in (one, begun, moment(13), moment(1))] == [True, False, False, False]
    assert not many.met(one)
    assert "no order has fewer than 1" in condition(write, 'kind = "by_hand", at_most = 0').cannot(moment())
    assert "no order has more than 17" in condition(write, 'kind = "by_hand", at_least = 18').cannot(moment())
    assert "a mistake is always left" in few.cannot(moment(dataset=XOR, max_updates=8))
    assert not few.cannot(moment())


def test_after_what_a_step_waits_for_the_playhead_is_where_that_has_led(write: Write) -> None:
    lesson = lesson_of(
        write, 'kind = "playhead", update = 4', 'kind = "boundary", within = 9', 'kind = "by_hand"', 'kind = "line"'
    )
    assert [lesson.update_at(place) for place in range(4)] == [0, 4, 5, None]


def test_the_run_marks_a_choice(write: Write) -> None:
    asked = question(write, 'kind = "choice", question = "How many?", answer = "updates", choices = ["5", "13", "46"]')
    at_end = moment(13)
    assert asked.solution(at_end) == "13"
    assert [asked.mark(at_end, said).right for said in ("5", "13", "46", "nonsense")] == [False, True, False, False]
    yes = question(write, 'kind = "choice", question = "?", answer = "separable", choices = ["yes", "no"]')
    assert yes.solution(moment()) == "yes"
    said = '[{ say = "one does", is = "yes" }, { say = "none does", is = "no" }]'
    worded = question(write, f'kind = "choice", question = "?", answer = "separable", choices = {said}')
    assert worded.solution(moment()) == "one does"
    assert yes.solution(moment(dataset=DATASET.with_rows(DATASET.X, -DATASET.y), max_updates=9)) in {"yes", "no"}


def test_a_choice_may_be_written_as_a_person_writes_a_number(write: Write) -> None:
    asked = question(write, 'kind = "choice", question = "?", answer = "gamma", choices = ["0.50", "0,8427"]')
    assert asked.solution(moment()) == "0,8427"


def test_the_run_marks_which_of_several_runs_has_least(write: Write) -> None:
    asked = question(
        write,
        'kind = "choice", question = "Which?", answer = "updates", best = "least", choices = ['
        '{ say = "in turn", run = { order = "cyclic" } }, { say = "the worst first", run = { order = "furthest" } }]',
    )
    counts = [train(POINTS, RunSpec(order=order)).updates for order in ("cyclic", "furthest")]
    assert counts[0] != counts[1]
    assert asked.solution(moment()) == ("in turn" if counts[0] < counts[1] else "the worst first")


def test_the_run_marks_a_number_and_says_which_way_it_is_off(write: Write) -> None:
    exact = question(write, 'kind = "number", question = "?", answer = "bound"')
    about = question(write, 'kind = "number", question = "?", answer = "gamma", within = 0.05')
    now = moment()
    assert [exact.mark(now, said).right for said in ("46", " 46.0 ", "46.5", "47", "many", "")] == [
        True,
        True,
        *[False] * 4,
    ]
    assert "less" in exact.mark(now, "47").told
    assert "more" in exact.mark(now, "3").told
    assert [about.mark(now, said).right for said in ("0,85", "0.85", "0.7")] == [True, True, False]
    assert [number_from(text) for text in ("1,562", "−3", "0,125", "1e999", "nan")] == [1562, -3, 0.125, None, None]


@pytest.mark.parametrize("target", TARGETS)
def test_the_run_marks_a_click(target: str, write: Write) -> None:
    asked = question(write, f'kind = "click", question = "Which?", on = "{target}"')
    now = moment(2)
    right = {int(number) for number in asked.solution(now).split(", ")}
    assert right
    assert {n for n in range(1, 13) if asked.mark(now, str(n)).right} == right
    assert not any(asked.mark(now, said).right for said in ("0", "13", "1.5", "x"))
    wrong = min(set(range(1, 13)) - right)
    assert asked.mark(now, str(wrong)).told.startswith(f"{wrong} is not" if target != "mistake" else f"{wrong} is on")


def test_what_is_a_mistake_is_what_the_run_would_update_on() -> None:
    for k in range(14):
        now = moment(k)
        w, b = now.state.w, now.state.b
        by_hand = [float(y) * (float(x @ w) + b) <= 0 for x, y in zip(POINTS.X, POINTS.y, strict=True)]
        assert now.mistakes.tolist() == by_hand
        assert now.next_row is None or now.mistakes[now.next_row]
