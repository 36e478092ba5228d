"""Lessons: what a file may say, what is refused with its line, what meets a goal, and what is right as the run says."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from core.analysis.prediction_quiz import QuizOutcome
from core.built_in import BUILT_IN
from core.datasets.dataset import Dataset
from core.errors import InputError
from core.lessons.goals import Goal
from core.lessons.goals.conditions import Condition, LineDrawn, MarginBecomes, RunStops
from core.lessons.goals.questions import TARGETS, BoundaryPredicted, ExampleAsked, MarkedQuestion, number_from
from core.lessons.lesson import GOALS, GuidedLesson, Place, check_lesson, places, read_lesson
from core.lessons.lesson_files import lesson_files, lesson_title
from core.lessons.quantities import EXAMPLES, QUANTITIES, LessonMoment, filled, untold, value_text
from core.lessons.vocabulary import LAYERS, LIT, PAGES, SECRETS, TABS, TOOLS
from core.plots.proof_pictures import PICTURES
from core.resources import resource
from core.run import train
from core.spec import RunSpec
from core.theory.bounds import own_separator
from tests.core.tables import DATASET, every_pair, named

Write = Callable[[str], Path]
POINTS = next(data for data in BUILT_IN if data.name == "first_start").dataset()
XOR = next(data for data in BUILT_IN if data.name == "xor").dataset()
HEAD = 'data = "first_start"\n'
STEP = '[[step]]\nsay = "Look."\n'

ASKED = f'{HEAD}{STEP}until = {{ kind = "choice", question = "?"'


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(text: str) -> Path:
        path = tmp_path / "3_my_lesson.toml"
        path.write_text(text, "utf-8")
        return path

    return written


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


@pytest.mark.parametrize(
    ("file", "title"),
    [("4_a_pocket", "A pocket"), ("12_XOR_by_hand", "XOR by hand"), ("my_lesson", "My lesson"), ("7", "7")],
)
def test_a_lesson_is_called_what_its_file_is(file: str, title: str) -> None:
    assert lesson_title(Path(f"{file}.toml")) == title


def test_a_step_is_as_the_one_before_but_for_what_it_says(write: Write) -> None:
    lesson = read_lesson(
        write(
            'title = "γ"\nabout = "What."\ndata = "first_start"\nrun = { learner = "voted" }\n'
            '[[step]]\nsay = """One.\nTwo."""\ntab = "Theory"\npage = "proof"\nlayers = ["points"]\nhidden = true\n'
            'light = "gamma"\nupdate = 2\n'
            '[[step]]\nsay = "Three."\nreveal = ["floor"]\nrun = { seed = 3 }\n'
            '[[step]]\nsay = "Four."\nhidden = false\ndata = "xor"\nhint = "Think."\n'
        )
    )
    first, second, third = lesson.steps
    assert (lesson.title, lesson.about) == ("γ", "What.")
    assert (first.say, first.light, first.update, first.opens) == ("One. Two.", "gamma", 2, True)
    shown = (first.display.tab, first.display.page, first.display.layers, first.display.tools, first.display.hidden)
    assert shown == ("Theory", "proof", ("points",), None, True)
    assert (second.display.tab, second.display.hidden, second.display.revealed) == ("Theory", True, ("floor",))
    assert (second.light, second.update, second.opens, second.goal) == (None, None, False, None)
    assert (second.spec.learner, second.spec.seed) == ("voted", 3)
    assert (third.data.name, third.opens, third.hint, third.display.hidden) == ("xor", True, "Think.", False)
    assert third.spec.learner == next(data for data in BUILT_IN if data.name == "xor").spec.learner


def test_a_file_without_steps_is_one_step(write: Write) -> None:
    lesson = read_lesson(write('data = "ring"\ntext = "Look. And again. A third. A fourth."\npanel = "Runs"\n'))
    (step,) = lesson.steps
    assert (step.say, step.display.tab, step.goal) == ("Look. And again. A third. A fourth.", "Runs", None)


def test_data_may_lie_beside_the_lesson(write: Write, tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_text("a,b,label\n1,2,1\n3,4,-1\n")
    lesson = read_lesson(write('data = "mine.csv"\n'))
    assert lesson.steps[0].data.read().n == 2


@pytest.mark.parametrize(
    ("content", "line", "words"),
    [
        ("data =\n", 1, "the value is missing"),
        ('about = "x"', None, "data is missing in a lesson; add a text in quotes"),
        ('data = "nothing"', 1, "neither built in"),
        *(
            (f"data = '{name}'", 1, f"{name!r} lead away from the lesson; put the file beside it, and write its name")
            for name in ("/etc/hosts", "../x.csv", "a/../../x.csv", r"..\x.csv", r"\x.csv", r"C:\x.csv", "C:x.csv")
        ),
        (r"data = '\\server\share\x.csv'", 1, "lead away from the lesson"),
        ('data = "//server/share/x.csv"', 1, "lead away from the lesson"),
        (f'{HEAD}{STEP}data = "../x.csv"', 4, "lead away from the lesson"),
        ('data = "xor"\nrun = { speed = 3 }', 2, "run: 'speed' is not an option of a run"),
        ('data = "xor"\nrun = { bias = -1 }', 2, "bias -1"),
        ('data = "xor"\nrun = { learner = "perceptrn" }', 2, "perceptrn"),
        ('data = "xor"\nrun = 3', 2, "run is 3; write a table"),
        ('data = "xor"\ntext = 3', 2, "text is 3; write a text in quotes"),
        ('data = "xor"\npanel = "Proof"', 2, "one of Theory, Learner"),
        ('data = "xor"\ntitel = "x"', 2, "'titel' is not a key of a lesson"),
        (f'{HEAD}[[step]]\nsay = """\nOne.\n"""\n\n[[step]]\nsay = "x"\ntap = 1', 9, "'tap' is not a key of a step"),
        (f'{HEAD}[[step]]\nsay = "One. Two? Three! Four."', 3, "4 sentences; a step has at most 3"),
        (f"{HEAD}[[step]]\n", 2, "say is missing in a step"),
        (f'{HEAD}{STEP}light = "moon"', 4, "light is 'moon'; choose one of canvas"),
        (f'{HEAD}{STEP}tab = "Proof"', 4, "tab is 'Proof'; choose one of Theory"),
        (f'{HEAD}{STEP}page = "Theory"', 4, "page is 'Theory'; choose one of picture"),
        (f'{HEAD}{STEP}layers = ["dots"]', 4, "layers names 'dots'; choose some of region"),
        (f'{HEAD}{STEP}tools = "line"', 4, "write a list"),
        (f'{HEAD}{STEP}reveal = ["all"]', 4, "some of totals"),
        (f'{HEAD}{STEP}hidden = "yes"', 4, "write true or false"),
        (f"{HEAD}{STEP}update = -1", 4, "enter a whole number from 0"),
        (f"{HEAD}{STEP}update = true", 4, "enter a whole number from 0"),
        (f"{HEAD}{STEP}until = 3", 4, "until is 3; write a table"),
        (f"{HEAD}{STEP}until = {{ update = 3 }}", 4, "kind is missing in until"),
        (f'{HEAD}{STEP}until = {{ kind = "wait" }}', 4, "kind is 'wait'; choose one of playhead"),
        (f'{HEAD}{STEP}[step.until]\nkind = "playhead"\nupdate = "soon"', 6, "enter a whole number from 0"),
        (f'{HEAD}{STEP}until = {{ kind = "playhead", update = 1, by = 2 }}', 4, "'by' is not a key of until"),
        (f'{HEAD}{STEP}until = {{ kind = "margin", above = 2, below = 1 }}', 4, "at once"),
        (f'{HEAD}{STEP}until = {{ kind = "margin", above = nan }}', 4, "above is nan; enter a number"),
        (f'{HEAD}{STEP}until = {{ kind = "options" }}', 4, "run is missing"),
        (f'{HEAD}{STEP}until = {{ kind = "options", run = {{ kernel = "no such kernel" }} }}', 4, "no such kernel"),
        (f'{ASKED}, answer = "luck", choices = ["1", "2"] }}', 4, "one of"),
        (f'{ASKED}, answer = "updates", choices = ["1"] }}', 4, "two or"),
        (f'{ASKED}, answer = "errors", choices = [1, 2] }}', 4, "choices has 1; write texts in quotes, or tables"),
        (f'{ASKED}, best = "least", answer = "errors", choices = ["a", "b"] }}', 4, "together"),
        (f'{HEAD}{STEP}until = {{ kind = "click", question = "?", on = "it" }}', 4, "one of mistake"),
        (f'{HEAD}{STEP}until = {{ kind = "boundary" }}', 4, "within is missing in until"),
        (
            f'{HEAD}{STEP}until = {{ kind = "by_hand", at_most = 2, at_least = 3 }}',
            4,
            "at least 3 and at most 2 updates",
        ),
        (f'{HEAD}{STEP}hint = "Count {{mistake}}."', 4, "hint has {mistake}; choose one of updates"),
        (f'{HEAD}{STEP}paper = "One. Two. Three. Four."', 4, "paper has 4 sentences"),
    ],
)
def test_what_is_wrong_in_a_file_is_said_with_its_line(
    content: str, line: int | None, words: str, write: Write
) -> None:
    with pytest.raises(InputError) as caught:
        read_lesson(write(content))
    assert words in caught.value.sentence
    assert caught.value.line == line
    assert str(caught.value).startswith(str(caught.value.path))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "line", "words"),
    [
        (f'{HEAD}[step]\nsay = "x"', 2, "[step] is one table; write [[step]], with two brackets, above a step"),
        (f'{HEAD}{STEP}[step]\nsay = "x"', 4, "[step] is there twice; write [[step]], with two brackets"),
        (f'{HEAD}[step]\nsay = "x"\n{STEP}', 4, "[step] is there twice; write [[step]], with two brackets"),
        ("[[step]\n", 1, "as in [[step]]"),
        ("title = My lesson # for you\n", 1, 'the text has no quotes; write "My lesson"'),
        ("data = first_start\n", 1, 'the text has no quotes; write "first_start"'),
        ("run = { learner = voted, seed = 3 }\n", 1, 'the text has no quotes; write "voted"'),
        ("title = “My lesson”\n", 1, 'these quotes are curly; write "My lesson"'),
        ('title = "My "own" lesson"\n', 1, '\\" for a " in a text'),
        ('title = "My lesson\n', 1, 'write " after it'),
        ('say = """My lesson\n', None, 'write """ after it'),
        ('title: "My lesson"\n', 1, "this line is not key = value"),
        ('title = "a"\ntitle = "b"\n', 2, "title is there twice; leave one out"),
        ("hidden = True\n", 1, "write true or false, in small letters"),
        ('say = "C:\\users"\n', 1, r"write \\ for the backslash itself"),
        (
            f'{ASKED}, answer = "It ends", choices = ["It ends", "Not"] }}',
            4,
            "the run itself answers, so choose one of updates",
        ),
        (
            f'{ASKED}, answer = 13, choices = ["5", "13"] }}',
            4,
            "answer is 13; the run itself answers, so choose one of",
        ),
        (
            f'{ASKED}, answer = "separable", choices = ["It ends", "no"] }}',
            4,
            'choices has \'It ends\', but separable is "yes" or "no"; write such choices only',
        ),
        (
            f'{ASKED}, answer = "updates", choices = ["few", "13"] }}',
            4,
            "choices has 'few', but updates is a number; write such choices only",
        ),
    ],
)
def test_a_slip_in_a_lesson_is_refused_with_what_to_write(
    content: str, line: int | None, words: str, write: Write
) -> None:
    with pytest.raises(InputError) as caught:
        read_lesson(write(content))
    assert words in caught.value.sentence
    assert caught.value.line == line


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(b'data = "\xff\xfe"')
    with pytest.raises(InputError, match="UTF-8"):
        read_lesson(path)


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


def test_the_run_fills_the_gaps_of_a_text(write: Write) -> None:
    text = "{updates}: {mistakes} after the {last}, then the {next}"
    assert filled(text, moment(4)) == "13: 1 after the ○ at (2, 3), then the ○ at (−4, −4)"
    assert filled(text, None) == "…: … after the …, then the …"
    assert (untold(text, moment(4)), untold(text, moment(13)), untold(text, moment(0))) == (None, "next", "last")
    lesson = read_lesson(write(f'{HEAD}{STEP}[[step]]\nsay = "{{last}}"\n'))
    with pytest.raises(InputError, match=r"step 2 tells \{last\}, which the run does not know there"):
        check_lesson(lesson)


def test_one_of_a_thing_is_told_as_one() -> None:
    one, none = moment(4), moment(13)
    assert one.mistakes.sum() == 1
    text = "{mistakes} mistakes, {mistakes} examples are wrong; {updates} updates, {mistakes} of 2"
    assert filled(text, one) == "1 mistake, 1 example is wrong; 13 updates, 1 of 2"
    assert filled(text, none) == "0 mistakes, 0 examples are wrong; 13 updates, 0 of 2"
    once = moment(dataset=POINTS.with_rows(POINTS.X[:1], POINTS.y[:1]))
    assert filled("{updates} updates in {epochs} epochs.", once) == "1 update in 2 epochs."


def test_updates_are_counted_within_the_epoch_of_the_playhead() -> None:
    told = [QUANTITIES["in_epoch"].of(moment(k)) for k in range(14)]
    rows = train(POINTS).history.rows()
    epochs = rows.epoch.tolist()
    by_hand = [epochs[: k + 1].count(epoch) for k, epoch in enumerate(epochs)]
    assert told[:13] == [None, *by_hand[:12]]
    assert told[13] is not None
    assert QUANTITIES["in_epoch"].of(moment(3, order="furthest")) is None


@pytest.mark.parametrize("path", lesson_files(), ids=lambda path: path.stem)
def test_a_lesson_that_comes_with_the_program_can_be_gone_through(path: Path) -> None:
    lesson = read_lesson(path)
    check_lesson(lesson)
    answered = [step for step in lesson.steps if isinstance(step.goal, MarkedQuestion)]
    assert answered or all(isinstance(step.goal, Condition) for step in lesson.steps)
    assert all(step.hint for step in answered)
    assert all(step.light for step in lesson.steps)
    for place in places(lesson):
        _follows_the_rules(place)


_NEEDED: dict[type, str] = {MarginBecomes: "select", RunStops: "select", LineDrawn: "line"}
"""Goal → the tool that reaches it."""


def _follows_the_rules(place: Place) -> None:
    """Check what makes a step one that a person can do and learns from."""
    step, goal, words = place.step, place.step.goal, " ".join((*place.step.texts, place.step.reply))
    assert not re.search(r"\(0, 0\)|through 0|\btab\b", words)
    if needed := _NEEDED.get(type(goal), ""):
        assert step.display.tools is not None
        assert step.display.tools[0] == needed
    if isinstance(goal, MarkedQuestion):
        assert step.reply or isinstance(goal, BoundaryPredicted)
    if isinstance(goal, ExampleAsked) and place.moment is not None and "," in goal.solution(place.moment):
        assert "Which" not in goal.question


def test_the_lesson_of_the_page_for_teachers_can_be_gone_through(write: Write) -> None:
    page = (resource().parent / "docs" / "lessons.md").read_text("utf-8")
    check_lesson(read_lesson(write(page.partition("```toml\n")[2].partition("```")[0])))


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


def test_a_question_that_the_run_does_not_answer_is_refused(write: Write) -> None:
    asked = 'kind = "choice", question = "How many?", answer = "updates", choices = [{}]'
    first = 'kind = "playhead", update = 1'
    for choices, words in (
        ('"5", "6"', r"step 2 asks 'How many\?', and the run says 13; put that among its choices"),
        ('"13", "13.0"', r"step 2 asks 'How many\?', and 13, 13\.0 are all right; leave one right choice"),
    ):
        with pytest.raises(InputError, match=words):
            check_lesson(lesson_of(write, first, asked.format(choices)))
    unknown = write(
        f'data = "xor"\nrun = {{ learner = "standard", max_updates = 50 }}\n{STEP}until = {{ {asked} }}\n'.replace(
            "{}", '"5", "6"'
        )
    )
    with pytest.raises(InputError, match=r"step 1 asks 'How many\?', which the run cannot answer there"):
        check_lesson(read_lesson(unknown))


@pytest.mark.parametrize(
    ("shown", "answer", "update", "where"),
    [
        ('tab = "Step"', "updates", 2, "the track; write hidden = true, and reveal without totals"),
        ('tab = "none"\nhidden = true', "updates", 2, ""),
        ('tab = "none"\nhidden = true', "updates", 13, "the track; ask before the run is played"),
        ('tab = "none"\nplain = true\nhidden = true', "updates", 13, ""),
        ("", "bound", 2, 'the tab Theory; write tab = "none", or hidden = true, and reveal without bound'),
        ('hidden = true\nreveal = ["floor", "star"]', "bound", 2, ""),
        ('tab = "Learner"', "errors", 2, 'the tab Learner; write tab = "none"'),
        ('tab = "none"\nlayers = ["points", "reading"]', "errors", 2, "the layer reading; leave it out of layers"),
        ('tab = "none"\nlayers = ["points"]', "errors", 2, ""),
        ('tab = "none"\nhidden = true\nreveal = ["next"]', "example", 2, "the track; write hidden = true"),
    ],
)
def test_a_question_for_a_number_that_the_window_shows_is_refused(
    shown: str, answer: str, update: int, where: str, write: Write
) -> None:
    until = f'kind = "number", question = "?", answer = "{answer}"'
    lesson = read_lesson(write(f"{HEAD}{STEP}update = {update}\n{shown}\nuntil = {{ {until} }}\n"))
    check_lesson(lesson, on_paper=True)
    if not where:
        check_lesson(lesson)
        return
    with pytest.raises(InputError) as caught:
        check_lesson(lesson)
    assert f"step 1 asks for {answer}, and the window shows that number there: {where}" in caught.value.sentence


def test_a_step_has_words_for_what_to_do_and_for_what_was_done(write: Write) -> None:
    (step,) = read_lesson(write(f'{HEAD}{STEP}task = "Press it."\nreply = "{{reach}} after {{reach_before}}."\n')).steps
    assert (step.task, step.reply) == ("Press it.", "{reach} after {reach_before}.")
    with pytest.raises(InputError, match=r"reply has \{luck\}; choose one of"):
        read_lesson(write(f'{HEAD}{STEP}reply = "{{luck}}"'))


@pytest.mark.parametrize("bias", [0, 1, 3])
def test_an_update_lengthens_the_shadow_and_the_bias_widens_the_band(bias: float) -> None:
    points = next(data for data in BUILT_IN if data.name == "ten_points").dataset()
    run = train(points, RunSpec(bias=bias))
    moments = [LessonMoment.at(run, k) for k in range(run.updates + 1)]
    gamma = QUANTITIES["gamma"].of(moments[0])
    assert gamma is not None
    for before, after in pairwise(moments):
        told = [QUANTITIES[name].of(after) for name in ("reach_before", "reach", "mistakes_before")]
        assert told[0] == QUANTITIES["reach"].of(before)
        assert told[2] == QUANTITIES["mistakes"].of(before)
        assert told[1] is not None
        assert told[0] is not None
        assert told[1] - told[0] >= gamma - 1e-9
    half = moved(11, 2.0, 2.6)
    assert QUANTITIES["half_band"].of(moments[0]) == pytest.approx(gamma)  # The best line goes through the origin.
    assert (QUANTITIES["half_band"].of(half) or 0) > (QUANTITIES["gamma"].of(half) or 0)


def test_r_grows_as_an_example_moves_away(write: Write) -> None:
    goal = condition(write, 'kind = "margin", radius_above = 7')
    assert goal.asked == "Drag an example until R is above 7."
    assert [goal.met(moved(10, *place)) for place in ((3.0, 5.0), (3.0, 8.0))] == [False, True]


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


@pytest.mark.parametrize("spec", every_pair(), ids=named)
def test_every_quantity_is_known_or_not_of_every_run(spec: RunSpec) -> None:
    run = train(DATASET, spec)
    for k in {0, run.updates // 2, run.updates}:
        now = LessonMoment.at(run, k)
        for quantity in QUANTITIES.values():
            value = quantity.of(now)
            assert value is None or value_text(value) not in {"", "—"}


def test_a_lesson_is_gone_through_with_its_playhead(write: Write) -> None:
    lesson = lesson_of(
        write, 'kind = "playhead", update = 2', 'kind = "margin", below = 0.5', 'kind = "playhead", update = "end"'
    )
    first, second, third = places(lesson)
    assert first.moment is not None
    assert second.moment is not None
    assert [first.moment.state.update, second.moment.state.update] == [0, 2]
    assert second.run is first.run
    assert third.moment is None


def test_the_page_for_teachers_names_every_word_and_no_other() -> None:
    page = (resource().parent / "docs" / "lessons.md").read_text("utf-8")
    lists: dict[str, Collection[str]] = {
        "light": LIT,
        "tab": TABS,
        "page": PAGES,
        "layers": LAYERS,
        "tools": TOOLS,
        "reveal": SECRETS,
    }
    lists["picture"] = PICTURES
    for key, names in lists.items():
        (row,) = [line for line in page.splitlines() if line.startswith(f"| `{key}` ")]
        assert re.findall(r"`(\w+)`", row.split("|")[2]) == list(names)
    told = page.partition("It is one of ")[2].partition(";")[0]
    assert re.findall(r"`(\w+)`", told) == list(QUANTITIES)
    waits = page.partition("## What a step waits for")[2]
    assert set(re.findall(r"^\| `(\w+)` \|", waits, re.MULTILINE)) == {"kind", *GOALS}
    assert all(f"`{name}`" in page for name in TARGETS)
    assert all(f"`{{{name}}}`" in page for name in EXAMPLES)
