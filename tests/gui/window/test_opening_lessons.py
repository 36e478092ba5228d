"""How a lesson is found and opened, refused, and put on paper."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import Mock

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from core.built_in import BUILT_IN
from core.explain.report.documents import page
from core.lessons.lesson import read_lesson
from core.lessons.worksheet import worksheet
from perceptron_gui.files.loading import LoadRequest
from perceptron_gui.files.settings import lessons_folder
from perceptron_gui.look.fields.number_field import FieldCheck
from perceptron_gui.window.export import WorksheetDialog
from perceptron_gui.window.lesson_window import LessonWindow
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk
from tests.gui.window.lesson_student import FILES, Begin
from tests.partly_slow import partly_slow

FIRST = next(data for data in BUILT_IN if data.name == "first_start")


def test_a_lesson_of_one_s_own_is_listed_and_any_other_is_opened(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    window, lead = desk.open(), Mock()
    window.files.lesson_asked.disconnect()
    window.files.lesson_asked.connect(lead)
    monkeypatch.setattr(window.files, "open_path", show := Mock())
    actions = window.actions_
    menu = actions.menu("lessons")
    usual = [action.text() for action in menu.actions()]
    menu.aboutToShow.emit()
    assert [action.text() for action in menu.actions()] == usual
    own = lessons_folder() / "1_mine_&_yours.toml"
    own.parent.mkdir(parents=True)
    own.write_text('data = "ring"\n', "utf-8")
    menu.aboutToShow.emit()
    assert [action.text() for action in menu.actions()] == [*usual, "", "Mine && yours"]
    menu.actions()[-1].trigger()
    lead.assert_called_with(own)
    own.write_text("title = Mine\n", "utf-8")
    menu.aboutToShow.emit()
    assert menu.actions()[-1].text() == "Mine && yours (cannot be read)"
    assert menu.actions()[-1].toolTip() == f'{own}: line 1, column 9: the text has no quotes; write "Mine"'
    session = own.with_name("2_seen.perceptron")
    session.write_text("{}", "utf-8")
    menu.aboutToShow.emit()
    menu.actions()[-1].trigger()
    show.assert_called_with(session)
    elsewhere = tmp_path / "other.toml"
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *asked: (str(elsewhere), ""))
    actions["open_lesson"].trigger()
    lead.assert_called_with(elsewhere)


def _leading() -> list[LessonWindow]:
    return [each for each in QApplication.topLevelWidgets() if isinstance(each, LessonWindow) and each.isVisible()]


@partly_slow("way", ["open", "start"], ["recent", "playlist", "drop", "start of several"])
def test_a_lesson_is_opened_like_any_file_and_nothing_is_asked_before(
    way: str, desk: Desk, questions: Path, tmp_path: Path
) -> None:
    (tmp_path / "z.csv").write_text("a,b,label\n1,2,1\n3,4,-1\n")
    if way.startswith("start"):
        several = [questions, tmp_path / "z.csv"]
        window = desk.open(playlist=several) if "several" in way else desk.open(LoadRequest(questions))
    else:
        window = desk.open()
        window.document.edit(window.document.dataset.appended([3.0, 4.0], [1]), "add")
    before = window.document.dataset
    desk.answers.to_open = questions
    if way == "open":
        window.actions_["open"].trigger()
    elif way == "recent":
        window.files.remember(questions)
        window.actions_.menu("recent").actions()[0].trigger()
    elif way in ("playlist", "drop"):
        window.open_all([tmp_path] if way == "playlist" else [questions])
    (lesson,) = _leading()
    assert lesson.guide.lesson.title == "Questions"
    assert window.document.dataset is before
    assert not window.isVisible() or way.startswith("start"), "a desk shows its window once it has begun"
    assert "unsaved" not in desk.answers.asked
    assert window.settings.recent_files == (questions,)
    lesson.close()
    assert window.isVisible()


def test_a_lesson_that_is_broken_or_gone_is_refused_and_those_of_the_program_are_not_remembered(
    desk: Desk, window: MainWindow, questions: Path, student: Begin
) -> None:
    student(FILES["watch_it_learn"]).window.close()
    assert not window.settings.recent_files
    window.files.remember(questions)
    questions.write_text("title = Mine\n", "utf-8")
    window.files.open_path(questions)
    assert "the text has no quotes" in window.notice.text
    assert window.settings.recent_files == (questions,)
    questions.unlink()
    window.files.open_path(questions)
    assert "there is no such file" in window.notice.text
    assert not window.settings.recent_files
    assert not _leading()


def test_the_points_of_a_lesson_cannot_be_imported(desk: Desk, window: MainWindow, questions: Path) -> None:
    desk.answers.to_open = questions
    window.actions_["open_with_options"].trigger()
    assert "this is a lesson, and holds no examples; the window opens it" in window.notice.text


def test_a_file_that_is_no_lesson_is_refused_with_its_line(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text('data = "ring"\nlearner = "voted"\n', "utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *asked: (str(wrong), ""))
    window.actions_["open_lesson"].trigger()
    assert "line 2: 'learner' is not a key of a lesson; choose from" in window.notice.text
    assert window.isVisible()


@pytest.mark.parametrize("suffix", [".html", ".pdf"])
def test_a_lesson_is_put_on_paper(suffix: str, desk: Desk, window: MainWindow, student: Begin, tmp_path: Path) -> None:
    assert not window.actions_["export_worksheet"].isEnabled()
    someone = student(FILES["watch_it_learn"])
    someone._settled()
    exports, path = someone.window.parts.exports, tmp_path / f"sheet{suffix}"
    someone.window.files.dialogs, exports.ask = desk.answers, desk.shots.answer
    desk.shots.seed, desk.answers.to_save = 3, path
    someone.window.actions_["export_worksheet"].trigger()
    answers = tmp_path / f"sheet-answers{suffix}"
    assert "sheet-answers" in someone.window.notice.text
    written = tuple(page(sheet, {}) for sheet in worksheet(read_lesson(FILES["watch_it_learn"]), 3))
    if suffix == ".html":
        assert (path.read_text("utf-8"), answers.read_text("utf-8")) == written
    else:
        assert all(each.read_bytes().startswith(b"%PDF") for each in (path, answers))


def test_the_dialog_of_a_sheet_takes_a_whole_number(qtbot: QtBot) -> None:
    dialog = WorksheetDialog()
    qtbot.addWidget(dialog)
    assert dialog.chosen == 0
    dialog.seed.setText("-1")
    assert dialog.findChildren(FieldCheck)[0].text()
    dialog.seed.setText("7")
    assert dialog.chosen == 7
