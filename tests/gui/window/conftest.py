"""A lesson that leads in a window, for the tests of lessons."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from perceptron_gui.window.main_window import MainWindow
from tests.gui.window.lesson_student import QUESTIONS, Begin, Student


@pytest.fixture
def student(window: MainWindow, qtbot: QtBot) -> Iterator[Begin]:
    begun: list[Student] = []

    def begin(path: Path, *, errs: bool = False, keys: bool = False, asked_in: MainWindow = window) -> Student:
        begun.append(Student(asked_in, path, qtbot, errs=errs, keys=keys))
        return begun[-1]

    yield begin
    for each in begun:
        if isValid(each.window):
            each.window.close()


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    path = tmp_path / "questions.toml"
    path.write_text(QUESTIONS, "utf-8")
    return path
