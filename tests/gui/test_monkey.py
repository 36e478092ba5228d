"""Thousands of things a user might do, at random: nothing breaks, nothing hangs, and undo leads back to the start."""

from __future__ import annotations

import random
import sys
import traceback
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from core.built_in import BUILT_IN
from core.datasets.dataset import Dataset
from core.files import write
from perceptron_gui.files.loading import LoadRequest
from tests.gui.conftest import Desk
from tests.gui.monkey import Monkey

SHORT, LONG = 12, 40
"""Actions a file, at least."""
HANG_S = 10.0

EXTREME = {
    "huge": ([[1e100, 1e100], [-1e100, -1e100], [1e99, -1e100]], [1, -1, -1]),
    "huge_point": ([[1e100, 1e100]], [1]),
    "tiny": ([[1e-310, 2e-310], [-1e-310, 1e-310], [5e-324, 0.0]], [1, -1, -1]),
    "mixed": ([[1e100, 1e-310], [-1e-310, -1e100], [0.0, 0.0], [1.0, 1.0]], [1, -1, 1, -1]),
    "flat": ([[1e100, 0.0], [-1e100, 0.0], [0.0, 1e-100]], [1, -1, 1]),
    "zeros": ([[0.0, 0.0], [-0.0, 0.0], [0.0, -0.0]], [1, -1, 1]),
    "close": ([[1e9, 1e9], [1e9 + 1e-6, 1e9]], [1, -1]),
    "far": ([[1e15, 1.0], [1e15 + 1, 2.0], [1e15 + 2, 1.5]], [1, -1, 1]),
    "narrow": ([[1.0, 1.0], [1.0, 1.0 + 1e-7]], [1, -1]),
    "line": ([[1e100], [-1e-310], [0.0], [-1e100]], [1, -1, 1, -1]),
    "wide": ([[1e100] * 5, [-1e100] * 4 + [1e-310], [0.0] * 5, [1.0] * 5], [1, -1, 1, -1]),
}
ORDINARY = {
    "xor": ([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1]),
    "point": ([[1.0, 2.0]], [-1]),
    "four": ([[random.Random(4 * i + j).gauss(0, 1) for j in range(4)] for i in range(60)], [1, -1, 1] * 20),
    "numbers": ([[float(i * i % 7)] for i in range(12)], [1, -1] * 6),
    "cloud": ([[random.Random(i).gauss(0, 1), random.Random(-i).gauss(0, 3)] for i in range(300)], [1, -1, 1] * 100),
}


@pytest.fixture
def data(tmp_path: Path) -> list[Path]:
    """A folder of ordinary and of extreme files."""
    paths = [built_in.file.path for built_in in BUILT_IN if built_in.file and not built_in.file.columns]
    for name, (X, y) in {**ORDINARY, **EXTREME}.items():
        paths.append(tmp_path / f"{name}.csv")
        write(Dataset(X, y), paths[-1])
    return paths


@pytest.mark.qt_log_ignore("does not support grabbing the keyboard")  # a list of choices that drops down
@pytest.mark.parametrize(
    ("seed", "actions"),
    [(0, SHORT), *(pytest.param(seed, LONG, marks=pytest.mark.slow) for seed in range(1, 4))],
)
def test_whatever_is_done_can_be_undone_and_nothing_breaks_or_hangs(
    desk: Desk, data: list[Path], monkeypatch: pytest.MonkeyPatch, seed: int, actions: int
) -> None:
    broken: list[str] = []
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *asked: ("", ""))
    monkeypatch.setattr(sys, "excepthook", lambda *error: broken.append("".join(traceback.format_exception(*error))))
    window = desk.open()
    desk.answers.to_save = None
    for path in data:
        monkey = Monkey(window, random.Random(f"{seed} {path.name}"))
        window.files.open_request(LoadRequest(path, shown=(0, 1)))
        document, start = window.document, window.document.dataset
        while len(monkey.done) < actions:
            monkey.act()
            assert not broken, "\n".join([path.name, *monkey.done, *broken])
        assert monkey.longest[0] < HANG_S, (path.name, monkey.longest)
        assert not window.notice.text.startswith("Something unexpected"), (path.name, monkey.done)
        while document.undo_stack.canRedo():
            document.undo_stack.redo()
        end = document.dataset
        while document.undo_stack.canUndo():
            document.undo_stack.undo()
        assert document.dataset.same_as(start), (path.name, monkey.done)
        while document.undo_stack.canRedo():
            document.undo_stack.redo()
        assert document.dataset.same_as(end), (path.name, monkey.done)
    window.player.pause()
    window.runner.cancel()
    desk.settled(window)
