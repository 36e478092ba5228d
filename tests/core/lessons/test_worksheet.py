"""A lesson on paper: both sheets are one but for the gaps, and what fills them is what the run did."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.__main__ import main
from core.built_in import BUILT_IN
from core.explain.report.documents import GAP, page
from core.lessons.goals.questions import MarkedQuestion
from core.lessons.lesson import GuidedLesson, read_lesson
from core.lessons.lesson_files import lesson_files
from core.lessons.quantities import UNKNOWN
from core.lessons.worksheet import worksheet
from core.run import train
from tests.partly_slow import partly_slow

LESSON = """\
data = "first_start"
[[step]]
say = "Press the button."
paper = "Go on & look: {updates} updates."
until = { kind = "playhead", update = 2 }
[[step]]
say = "Now?"
until = { kind = "click", question = "Which <one>?", on = "next" }
[[step]]
say = "End."
until = { kind = "choice", question = "How many?", answer = "updates", choices = ["5", "13"] }
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "by_hand.toml"
    made.write_text(LESSON)
    return made


def pages(lesson: GuidedLesson, seed: int = 0) -> tuple[str, str]:
    """Return both sheets as HTML."""
    blank, answers = worksheet(lesson, seed)
    return page(blank, {}), page(answers, {})


def test_the_paper_and_the_title_are_chosen_and_a_name_a_date_and_points_have_their_place(path: Path) -> None:
    blank, answers = worksheet(read_lesson(path), paper="letter", title="Quiz <1>")
    assert (blank.title, answers.title) == ("Quiz <1>", "Quiz <1>: answers")
    text = page(blank, {})
    assert "@page { size: letter;" in text
    assert "<h1>Quiz &lt;1&gt;</h1>" in text
    assert re.search(f"Name: {GAP}+ Date: {GAP} Points: {GAP}", text)
    assert "@page { size: a4;" in pages(read_lesson(path))[0]


def test_only_a_run_that_the_sheet_follows_is_worked_out_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "still.toml"
    path.write_text('data = "first_start"\n[[step]]\nsay = "Look."\nupdate = 0\n')
    assert "The run by hand" not in pages(read_lesson(path))[0]
    path.write_text('data = "first_start"\n[[step]]\nsay = "Look."\nupdate = 2\n')
    assert "The run by hand" in pages(read_lesson(path))[0]


def test_the_order_of_a_list_stands_on_the_sheet(tmp_path: Path) -> None:
    path, step = tmp_path / "listed.toml", '[[step]]\nsay = "Look."\nupdate = 2\n'
    path.write_text(f'data = "first_start"\n{step}run = {{ order = "visit", sequence = [2, 0] }}\n')
    assert re.search(r"Take the examples in the order 3, 1, 2(, \d+)+, again and again", pages(read_lesson(path))[0])
    path.write_text(f'data = "first_start"\n{step}')
    assert "Take the examples in the order of the table, again and again" in pages(read_lesson(path))[0]


def test_both_sheets_differ_only_in_the_gaps(path: Path) -> None:
    sheets = pages(read_lesson(path))
    high = ' class="blank"'
    blank, answers = (sheet.replace(": answers", "").replace(high, "").splitlines() for sheet in sheets)
    different = [(one, other) for one, other in zip(blank, answers, strict=True) if one != other]
    assert len(different) == 2 + 15, "one row or more beyond the last, which would be told by their number"
    for one, other in different:
        assert re.fullmatch(re.escape(one).replace(re.escape(GAP), "[^<]+"), other)
    assert GAP not in sheets[1].partition("Points:")[2].partition("</p>")[2]


def test_the_answers_are_those_of_the_run(path: Path) -> None:
    _, answers = pages(read_lesson(path))
    run = train(next(data for data in BUILT_IN if data.name == "first_start").dataset())
    third = run.history.at_example(run.history.example_of(3))
    assert f"Answer: {third.index + 1}<" in answers
    assert "Answer: 13<" in answers
    last = run.history.at_example(run.history.example_of(13))
    w = ", ".join(f"{value:g}".replace("-", "−") for value in last.w)
    assert re.search(rf'<td[^>]*>13</td><td class="gap">{last.index + 1}</td>', answers)
    assert f">({w})</td>" in answers
    assert "Which &lt;one&gt;?" in answers
    assert "Go on &amp; look: 13 updates." in answers
    assert "<svg" not in answers
    assert "data:image/svg+xml;base64," in answers


def test_a_seed_deals_the_examples_and_the_same_seed_the_same_sheet(path: Path) -> None:
    lesson = read_lesson(path)
    sheets = [pages(lesson, seed) for seed in (0, 3, 3, 4)]
    assert sheets[1] == sheets[2]
    assert len({blank for blank, _ in sheets}) == 3


def test_what_is_done_in_the_window_is_left_out_unless_it_has_words_for_paper(tmp_path: Path) -> None:
    path = tmp_path / "for_the_window.toml"
    until = 'until = { kind = "margin", below = 0.3 }'
    after = 'until = { kind = "number", question = "Which bound?", answer = "bound" }'
    path.write_text(
        f'data = "first_start"\n[[step]]\nsay = "Words."\n[[step]]\nsay = "Drag."\n{until}\n'
        f'[[step]]\nsay = "Now?"\n{after}\n[[step]]\nsay = "Bye."\npaper = ""\n'
    )
    _, sheet = pages(read_lesson(path))
    assert "Words." in sheet
    assert not any(words in sheet for words in ("Drag.", "Now?", "Which bound?", "Bye."))


@partly_slow("path", lesson_files()[:3], lesson_files()[3:], ids=lambda path: path.stem)
def test_every_sheet_of_a_lesson_has_all_its_answers(path: Path) -> None:
    lesson = read_lesson(path)
    for seed in range(4):
        blank, answers = pages(lesson, seed)
        asked = blank.count(f"Answer: {GAP}")
        assert asked == len(re.findall(r"Answer: [^<]", answers))
        assert asked or not any(isinstance(step.goal, MarkedQuestion) for step in lesson.steps)
        assert UNKNOWN not in blank
        assert "{" not in blank.partition("</style>")[2]


def test_the_command_checks_a_lesson_and_writes_both_sheets(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "sheet.html"
    assert main(["lesson", str(path), "--worksheet", str(out), "--seed", "3"]) == 0
    assert capsys.readouterr().out == "By hand: 3 steps, nothing wrong.\n"
    blank, answers = pages(read_lesson(path), 3)
    assert out.read_text("utf-8") == blank
    assert (tmp_path / "sheet-answers.html").read_text("utf-8") == answers


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("13", "12"), "step 3 asks"),
        (("update = 2", "update = 99"), "step 1 waits for update 99"),
        (('say = "End', 'sya = "End'), "line 9: say is missing in a step"),
    ],
)
def test_what_is_wrong_ends_with_2_and_one_line(
    change: tuple[str, str], words: str, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path.write_text(LESSON.replace(*change))
    with pytest.raises(SystemExit) as ended:
        main(["lesson", str(path)])
    told = capsys.readouterr().err
    assert ended.value.code == 2
    assert words in told
    assert str(path) in told
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("sheet.pdf", "or `python main.py lesson FILE --worksheet OUT.pdf`, which can write one"),
        ("sheet.txt", ".txt is not a kind of worksheet here; enter .html"),
        ("sheet", "no suffix is not a kind of worksheet here; enter .html"),
    ],
)
def test_a_sheet_is_never_written_under_the_suffix_of_another_kind(
    name: str, words: str, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["lesson", str(path), "--worksheet", str(path.with_name(name))])
    told = capsys.readouterr().err
    assert ended.value.code == 2
    assert words in told
    assert told.count("\n") == 1
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("arguments", [[], ["--predict"]])
def test_a_lesson_is_no_file_of_examples_and_that_names_the_way_to_paper(
    arguments: list[str], path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = str(path.with_name("points.csv"))
    Path(data).write_text("a,b,label\n1,2,1\n3,4,-1\n")
    given = [data, "--predict", str(path), "--predictions", f"{data}.out"] if arguments else [str(path)]
    with pytest.raises(SystemExit) as ended:
        main(given)
    told = capsys.readouterr().err
    assert ended.value.code == 2
    assert f"{path}: this is a lesson, and holds no examples" in told
    assert "`lesson FILE --worksheet OUT` puts it on paper" in told
    assert told.count("\n") == 1


def test_the_sheet_never_takes_the_place_of_the_lesson(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["lesson", str(path), "--worksheet", str(path)])
    assert path.read_text() == LESSON
    assert capsys.readouterr().err
