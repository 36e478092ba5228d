"""The dialog that asks where to save: which suffix a name gets, and what is asked before a file is replaced."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from perceptron_gui.files.open_save import KINDS_TO_SAVE
from perceptron_gui.look.fields.question_dialog import SaveDialog, agrees


def test_a_name_without_a_suffix_gets_that_of_the_kind_chosen(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = SaveDialog(tmp_path / "picture.png", "PNG (*.png);;SVG (*.svg)")
    qtbot.addWidget(dialog)
    dialog.selectFile("mine")
    assert dialog.selectedFiles() == [str(tmp_path / "mine.png")]
    dialog.filterSelected.emit("SVG (*.svg)")
    assert dialog.selectedFiles() == [str(tmp_path / "mine.svg")]


def test_another_kind_gives_the_name_another_suffix(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = SaveDialog(tmp_path / "points.csv", KINDS_TO_SAVE)
    qtbot.addWidget(dialog)
    session, points = dialog.nameFilters()
    assert dialog.selectedNameFilter() == points
    dialog.filterSelected.emit(session)
    assert dialog.selectedFiles() == [str(tmp_path / "points.perceptron")]
    dialog.filterSelected.emit(points)
    assert dialog.selectedFiles() == [str(tmp_path / "points.csv")]


def test_a_file_is_replaced_only_where_a_person_says_so(qtbot: QtBot, tmp_path: Path) -> None:
    path, answers, asked = tmp_path / "points.csv", ["Cancel", "Replace"], []
    path.write_text("old")
    dialog = SaveDialog(path, KINDS_TO_SAVE)
    qtbot.addWidget(dialog)

    def save() -> None:
        dialog.accept()
        QTimer.singleShot(0, answer)

    def answer() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        asked.append(box.text())
        wanted = answers[len(asked) - 1]
        if wanted == "Cancel":
            QTimer.singleShot(0, save)
        next(each for each in box.buttons() if each.text().replace("&", "") == wanted).click()

    QTimer.singleShot(0, save)
    assert dialog.ask() == path
    assert asked == 2 * ["“points.csv” is there already."]


@pytest.mark.parametrize(("lost", "default"), [("", "Export"), ("A file.", "Cancel")])
def test_a_question_has_a_verb_and_no_icon_and_enter_loses_nothing(qtbot: QtBot, lost: str, default: str) -> None:
    seen: list[tuple[QMessageBox.Icon, set[str], str]] = []

    def look() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        names = {button.text().replace("&", "") for button in box.buttons()}
        seen.append((box.icon(), names, box.defaultButton().text().replace("&", "")))
        box.reject()

    QTimer.singleShot(0, look)
    assert not agrees("Export Player", "It is a page.", None, lost)
    assert seen == [(QMessageBox.Icon.NoIcon, {"Export", "Cancel"}, default)]
