"""Lessons written for a test, their goals, and moments of runs to hold against them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from core.built_in import BUILT_IN
from core.datasets.dataset import Dataset
from core.lessons.goals import Goal
from core.lessons.goals.conditions import Condition
from core.lessons.goals.questions import MarkedQuestion
from core.lessons.lesson import GuidedLesson, read_lesson
from core.lessons.quantities import LessonMoment
from core.run import train
from core.spec import RunSpec

Write = Callable[[str], Path]
POINTS = next(data for data in BUILT_IN if data.name == "first_start").dataset()
HEAD = 'data = "first_start"\n'
STEP = '[[step]]\nsay = "Look."\n'


def lesson_of(write: Write, *until: str) -> GuidedLesson:
    """Twelve points; a step for each goal, written as TOML."""
    return read_lesson(write(HEAD + "".join(f"{STEP}until = {{ {each} }}\n" for each in until)))


def goal_of(write: Write, until: str) -> Goal:
    goal = lesson_of(write, until).steps[0].goal
    assert goal is not None
    return goal


def condition(write: Write, until: str) -> Condition:
    goal = goal_of(write, until)
    assert isinstance(goal, Condition)
    assert goal.asked.endswith((".", "…"))
    return goal


def question(write: Write, until: str) -> MarkedQuestion:
    goal = goal_of(write, until)
    assert isinstance(goal, MarkedQuestion)
    return goal


def moment(update: int = 0, dataset: Dataset = POINTS, **options: object) -> LessonMoment:
    return LessonMoment.at(train(dataset, RunSpec.from_json(options)), update)


def moved(row: int, x: float, y: float) -> LessonMoment:
    """After an example was dragged there."""
    X = POINTS.X.copy()
    X[row] = x, y
    run = train(POINTS.with_rows(X, POINTS.y), RunSpec(max_updates=200))
    return LessonMoment(run, run.history.at_example(0), given=POINTS)
