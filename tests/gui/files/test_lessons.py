"""The lessons in the Help menu: each opens, shows its words, and what it says is so."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import InputError
from core.resources import resource
from core.run import Run, train
from core.spec import RunSpec
from perceptron_gui.files.lessons import BuiltInLesson, lesson_files, lesson_title, read_lesson
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk

FILES = {path.stem.partition("_")[2]: path for path in lesson_files()}


def told(name: str) -> BuiltInLesson:
    return read_lesson(FILES[name])


def made(name: str, **changes: object) -> Run:
    lesson = told(name)
    return train(lesson.data.dataset(), RunSpec.from_json({**lesson.spec.to_json(), **changes}))


@pytest.mark.parametrize("name", FILES)
def test_a_lesson_opens_with_its_words_and_its_panel(name: str, desk: Desk, window: MainWindow) -> None:
    window.actions_["side_panel"].setChecked(False)
    lesson = told(name)
    place = list(FILES).index(name)
    action = window.actions_.menu("lessons").actions()[place]
    assert action.text().endswith(lesson.title)
    action.trigger()
    desk.settled(window)
    assert (window.lesson.words.title, window.lesson.words.text) == (lesson.title, lesson.text)
    assert window.lesson.isVisible()
    assert window.panel.isVisible()
    assert window.panel.title == lesson.panel
    assert window.document.spec == lesson.spec
    assert window.document.path is None
    assert not window.document.modified
    assert window.files.title == lesson.title


def test_unsaved_work_is_asked_about_before_a_lesson_takes_its_place(desk: Desk, window: MainWindow) -> None:
    window.actions_["insert"].trigger()
    window.actions_.menu("lessons").actions()[0].trigger()
    assert desk.answers.asked == ["unsaved"]


def test_why_it_converges() -> None:
    run = made("why_it_converges")
    assert run.converged
    assert run.margin.separable
    assert run.margin.bound is not None
    assert run.updates <= run.margin.bound


def test_order_matters_and_the_bound_does_not_know_it() -> None:
    runs = [made("order_matters", seed=seed) for seed in range(6)]
    assert len({run.updates for run in runs}) > 1
    assert len({run.margin.bound for run in runs}) == 1


def test_the_vote_of_all_gets_fewer_wrong_than_the_last() -> None:
    vote = made("voting")
    last = made("voting", predictor="last")
    assert not last.converged
    assert vote.summary()["training_errors"] < last.summary()["training_errors"]


def test_the_pocket_keeps_better_ones_only() -> None:
    run = made("a_pocket", max_updates=2_000)
    assert run.margin.separable is False
    last = made("a_pocket", max_updates=2_000, predictor="last")
    assert run.summary()["training_errors"] < last.summary()["training_errors"]


def test_a_kernel_parts_what_no_line_does() -> None:
    assert made("kernels").converged
    plane = train(told("kernels").data.dataset(), RunSpec(max_epochs=50))
    assert not plane.converged
    assert plane.margin.separable is False


def test_when_no_line_separates_examples_prove_it() -> None:
    run = made("when_no_line_separates", max_epochs=100)
    assert run.margin.separable is False
    assert run.margin.certificate is not None


@pytest.mark.parametrize(
    ("file", "title"),
    [("4_a_pocket", "A pocket"), ("12_XOR_by_hand", "XOR by hand"), ("my_lesson", "My lesson"), ("7", "7")],
)
def test_a_lesson_is_called_what_its_file_is(file: str, title: str) -> None:
    assert lesson_title(Path(f"{file}.toml")) == title


def test_a_teacher_adds_a_file(tmp_path: Path) -> None:
    (tmp_path / "2_mine.toml").write_text('data = "xor"\nrun = { learner = "voted", kernel = "rbf" }\n')
    (tmp_path / "1_other.toml").write_text('data = "ring"\n')
    first, second = map(read_lesson, lesson_files(tmp_path))
    assert (first.title, first.text, first.panel) == ("Other", "", "")
    assert first.spec == first.data.spec
    assert (second.title, second.spec.learner, second.spec.kernel) == ("Mine", "voted", "rbf")
    assert second.session().view == {}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("title =", "no lesson"),
        ('text = "x"', "'data' is expected"),
        ('data = "nothing"', "not among the built-in data"),
        ('data = "xor"\nrun = { speed = 3 }', "speed is not an option"),
        ('data = "xor"\nrun = { bias = -1 }', "bias"),
        ('data = "xor"\ntext = 3', "3 is no text"),
        ('data = "xor"\ntitle = "x"', "title is not expected in a lesson; its file's name is its title"),
        ('data = "xor"\nrun = 3', "no lesson"),
    ],
)
def test_a_file_that_is_no_lesson_is_told_in_one_sentence(content: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "lesson.toml"
    path.write_text(content)
    with pytest.raises(InputError, match=words) as caught:
        read_lesson(path)
    assert "\n" not in str(caught.value)


def test_the_window_says_what_is_wrong_with_a_lesson_and_changes_nothing(
    desk: Desk, window: MainWindow, tmp_path: Path
) -> None:
    before = window.document.dataset
    path = tmp_path / "broken.toml"
    path.write_text('data = "nothing"')
    window.files.open_lesson(path)
    assert "broken.toml" in window.notice.text
    assert window.document.dataset is before


def test_the_lessons_are_described_beside_them() -> None:
    described = resource("lessons", "README.md").read_text("utf-8")
    for name in ("text", "data", "run", "panel"):
        assert f"`{name}`" in described
