"""Thousands of things a user might do, at random: nothing breaks, nothing hangs, and undo leads back to the start."""

from __future__ import annotations

import random
import sys
import traceback
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from core.datasets.dataset import Dataset
from perceptron_gui.files.loading import FileChoices, LoadRequest
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk
from tests.gui.monkey import Monkey
from tests.gui.monkey_files import monkey_files

ACTIONS = 70
"""Actions a file, at least."""
PARTS, SEEDS = 4, 2
"""The files are dealt out, so that no test takes long; with so many seeds there are 5,000 actions."""
HANG_S = 10.0


@pytest.mark.qt_log_ignore("does not support grabbing the keyboard")  # a list of choices that drops down
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, SEEDS + 1))
def test_whatever_is_done_can_be_undone_and_nothing_breaks_or_hangs(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int, part: int
) -> None:
    broken: list[str] = []
    monkeypatch.chdir(tmp_path)  # what it saves has a name without a folder
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *asked: ("", ""))
    monkeypatch.setattr(sys, "excepthook", lambda *error: broken.append("".join(traceback.format_exception(*error))))
    window = desk.open()
    window.offer.decline.click()  # Enter on the other button would open a lesson in a window of its own
    desk.answers.to_save = None
    for path in monkey_files(tmp_path)[part::PARTS]:
        monkey = Monkey(window, random.Random(f"{seed} {path.name}"))
        window.files.open_request(LoadRequest(path, FileChoices(shown=(0, 1))))
        desk.qtbot.waitUntil(lambda: window.reader.awaited is None, timeout=60_000)
        undone(window)  # what was done to the file before, where this one is refused
        start = window.document.dataset
        while len(monkey.done) < ACTIONS:
            monkey.act()
            assert not broken, "\n".join([path.name, *monkey.done, *broken])
        assert monkey.longest[0] < HANG_S, (path.name, monkey.longest)
        assert not window.notice.text.startswith("Something unexpected"), (path.name, monkey.done)
        undone_and_redone(window, start, (path.name, monkey.done))
    window.player.pause()
    window.runner.cancel()
    desk.settled(window)


def undone_and_redone(window: MainWindow, start: Dataset, what: object) -> None:
    """Undo leads to the start and redo to the end, whatever was done between."""
    redone(window)
    end = window.document.dataset
    undone(window)
    assert window.document.dataset.same_as(start), what
    redone(window)
    assert window.document.dataset.same_as(end), what


def undone(window: MainWindow) -> None:
    while window.document.undo_stack.canUndo():
        window.document.undo_stack.undo()


def redone(window: MainWindow) -> None:
    while window.document.undo_stack.canRedo():
        window.document.undo_stack.redo()
