"""Lessons: what a file may say, what is refused with its line, and that each lesson can be gone through."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path

import pytest

from core.built_in import BUILT_IN
from core.errors import InputError
from core.lessons.goals.conditions import Condition, LineDrawn, MarginBecomes, RunStops
from core.lessons.goals.questions import TARGETS, ExampleAsked, MarkedQuestion
from core.lessons.lesson import GOALS, Place, check_lesson, places, read_lesson
from core.lessons.lesson_files import lesson_files, lesson_title
from core.lessons.quantities import EXAMPLES, QUANTITIES
from core.lessons.vocabulary import LIT, PAGES, SECRETS, TABS
from core.plots.proof_pictures import PICTURES
from core.resources import resource
from tests.core.lessons.written import HEAD, STEP, Write, lesson_of

ASKED = f'{HEAD}{STEP}until = {{ kind = "choice", question = "?"'


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
        assert step.reply
    if isinstance(goal, ExampleAsked) and place.moment is not None and "," in goal.solution(place.moment):
        assert "Which" not in goal.question


def test_the_lesson_of_the_page_for_teachers_can_be_gone_through(write: Write) -> None:
    page = (resource().parent / "docs" / "lessons.md").read_text("utf-8")
    check_lesson(read_lesson(write(page.partition("```toml\n")[2].partition("```")[0])))


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
