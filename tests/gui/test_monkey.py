"""Thousands of things a user might do, at random: nothing breaks, nothing hangs, and undo leads back to the start."""

from __future__ import annotations

import random
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QWidget

from core.dataset import Dataset
from core.files import write
from core.learners import LEARNERS
from core.orders import ORDERS
from core.sights import AlongW, Pair
from core.spec import RunSpec
from perceptron_gui.files.built_in import BUILT_IN
from perceptron_gui.files.loading import Request
from perceptron_gui.look.number_field import Field
from perceptron_gui.look.theme import Appearance
from perceptron_gui.panels.data import DataPanel
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk

ACTIONS_A_FILE = 40
HANG_S = 1.0
_ELSEWHERE = {
    "quit",
    "new",
    "open",
    "open_with_options",
    "choose_again",
    "save",
    "save_as",
    "full_screen",
    "about",
    "shortcuts",
    "gallery",
}
"""Actions that leave the points, or the screen; the dialogs among them have nothing to be filled in."""
_KEYS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Escape, Qt.Key.Key_Delete)
_TYPED = ("0", "-1", "0,5", "1e100", "1e-310", "1e101", "−3", "", "half", "99999999999", "7")
_PASTED = (
    "",
    "half",
    "1\t2\t1",
    "x1\tx2\tlabel\n0,5\t1e100\t-1",
    "1,5\t−2\t+1\r\n3\t4\t-1\r\n",
    "1e101\t0\t1",
    "1;2;3;1",
)
_HELD = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier)
_NONE = Qt.KeyboardModifier.NoModifier
_LEFT, _MIDDLE, _RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton

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


def fields_in(widget: QWidget) -> list[Field]:
    """The number fields in it."""
    return [line for line in widget.findChildren(QLineEdit) if isinstance(line, Field)]


@dataclass
class Monkey:
    """Acts on a window, and knows what it did last."""

    window: MainWindow
    chance: random.Random
    done: list[str] = field(default_factory=list)
    longest: tuple[float, str] = (0.0, "nothing")

    def act(self) -> None:
        """A few actions, quicker than the screen, and what Qt has to do because of them."""
        began = time.thread_time()  # other programs' work is no hang
        for _ in range(self.chance.randint(1, 6)):
            action = self.chance.choice(self._repertoire())
            self.done.append(action.__name__.strip("_"))
            action()
        QApplication.processEvents()
        self.longest = max(self.longest, (time.thread_time() - began, self.done[-1]))

    def _repertoire(self) -> tuple[Callable[[], None], ...]:
        often = (self._click, self._drag, self._key, self._menu, self._select)
        beside = (self._table, self._sort, self._paste)
        seldom = (
            *beside,
            self._wheel,
            self._double_click,
            self._spec,
            self._layer,
            self._look,
            self._resize,
            self._theme,
            self._scrub,
        )
        return (*often, *often, *seldom)

    def _place(self) -> QPoint:
        viewport = self.window.canvas.view.viewport()
        if self.window.document.dataset.n and self.chance.random() < 0.5:
            point = self.window.canvas.stage.points[self.chance.randrange(self.window.document.dataset.n)]
            place = self.window.canvas.view.to_widget(float(point[0]), float(point[1]))
            if viewport.rect().contains(place):
                return place
        return QPoint(self.chance.randrange(viewport.width()), self.chance.randrange(viewport.height()))

    def _mouse(
        self, kind: QEvent.Type, place: QPoint, button: Qt.MouseButton, held: Qt.KeyboardModifier = _NONE
    ) -> None:
        viewport = self.window.canvas.view.viewport()
        where = QPointF(viewport.mapToGlobal(place))
        QApplication.sendEvent(viewport, QMouseEvent(kind, QPointF(place), where, button, button, held))

    def _click(self) -> None:
        place, button = self._place(), self.chance.choice((_LEFT, _LEFT, _RIGHT))
        held = self.chance.choice((*_HELD, Qt.KeyboardModifier.AltModifier))
        self._mouse(QEvent.Type.MouseButtonPress, place, button, held)
        self._mouse(QEvent.Type.MouseButtonRelease, place, button, held)

    def _drag(self) -> None:
        place, button = self._place(), self.chance.choice((_LEFT, _LEFT, _MIDDLE))
        self._mouse(QEvent.Type.MouseButtonPress, place, button)
        for _ in range(self.chance.randrange(4)):
            place = self._place()
            self._mouse(QEvent.Type.MouseMove, place, button)
        if self.chance.random() < 0.1:
            QTest.keyClick(self.window.canvas.view, Qt.Key.Key_Escape)
        self._mouse(QEvent.Type.MouseButtonRelease, place, button)

    def _double_click(self) -> None:
        QTimer.singleShot(0, self._fill_in)
        self._mouse(QEvent.Type.MouseButtonDblClick, self._place(), _LEFT)

    def _fill_in(self) -> None:
        """Answer the dialog that is open, as far as it lets itself be answered."""
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QDialog):
            for line in fields_in(dialog):
                if self.chance.random() < 0.5:
                    line.setText(self.chance.choice(_TYPED))
            right = all(not line.trouble or line.put_away for line in fields_in(dialog))
            dialog.done(QDialog.DialogCode.Accepted if right else QDialog.DialogCode.Rejected)

    def _wheel(self) -> None:
        viewport, place = self.window.canvas.view.viewport(), self._place()
        turn = QPoint(0, 120 * self.chance.randint(-40, 40))
        where = QPointF(viewport.mapToGlobal(place))
        rest = (Qt.MouseButton.NoButton, _NONE, Qt.ScrollPhase.NoScrollPhase, False)
        QApplication.sendEvent(viewport, QWheelEvent(QPointF(place), where, QPoint(), turn, *rest))

    def _key(self) -> None:
        QTest.keyClick(self.window.canvas.view, self.chance.choice(_KEYS), self.chance.choice(_HELD[:2]))

    def _menu(self) -> None:
        actions = [a for a in self.window.actions() if a.isEnabled() and a not in self._avoided()]
        action = self.chance.choice(actions)
        self.done[-1] = action.text()
        QTimer.singleShot(0, self._fill_in)
        action.trigger()

    def _avoided(self) -> list[object]:
        return [*(self.window.actions_[name] for name in _ELSEWHERE), *self.window.actions_.menu("lessons").actions()]

    def _select(self) -> None:
        n = self.window.document.dataset.n
        self.window.selection.set(self.chance.sample(range(n), self.chance.randint(0, min(n, 5))))

    def _data(self) -> DataPanel | None:
        """The panel with the table; None where the side panel is put away or there is no example."""
        self.window.panel.turn_to("Data")
        panel = self.window.panel.panel
        assert isinstance(panel, DataPanel)
        return panel if panel.isVisible() and panel.model.dataset.n else None

    def _table(self) -> None:
        """Select some rows, and type into a cell of the table, or flip a label."""
        panel = self._data()
        if panel is None:
            return
        place = self.chance.randrange(panel.model.dataset.n)
        column = self.chance.randrange(1, panel.model.columnCount())
        panel.table.setCurrentIndex(panel.model.index(place, column))
        QTest.keyClick(panel.table, self.chance.choice((Qt.Key.Key_Down, Qt.Key.Key_Up)), self.chance.choice(_HELD))
        QTest.keyClick(panel.table, Qt.Key.Key_F2)
        for editor in fields_in(panel.table.viewport()):
            editor.setText(self.chance.choice(_TYPED))
            QTest.keyClick(editor, self.chance.choice((Qt.Key.Key_Return, Qt.Key.Key_Escape)))
        QApplication.processEvents()

    def _sort(self) -> None:
        panel = self._data()
        if panel is None:
            return
        column = self.chance.randrange(panel.model.columnCount())
        panel.table.sortByColumn(column, self.chance.choice(list(Qt.SortOrder)))
        if self.chance.random() < 0.3:
            panel.sort_examples.click()
        if self.chance.random() < 0.5:
            self.window.panel.turn_to("Theory")

    def _paste(self) -> None:
        QApplication.clipboard().setText(self.chance.choice(_PASTED))
        self.window.actions_["paste"].trigger()

    def _spec(self) -> None:
        pick = self.chance.choice
        spec = replace(
            RunSpec(pick(list(LEARNERS)), pick([None, *ORDERS]), self.chance.randrange(3)),
            bias=pick([0.0, 1.0, "radius", 1e100, 1e-300]),
            kernel=pick([None, None, "linear", "poly", "rbf"]),
            gamma=pick([0.0, 1e-300, 0.5, 1.0, 1e100]),
            max_epochs=pick([1, 1000, 2**40]),
            max_updates=pick([1, 500, 2**31]),
        )
        self.done[-1] = repr(spec)
        self.window.document.set_spec(spec)

    def _layer(self) -> None:
        canvas = self.window.canvas
        name = self.chance.choice(list(canvas.layers))
        canvas.set_layer_visible(name, not canvas.layer_visible(name))

    def _look(self) -> None:
        pair = self.chance.sample(range(5), 2)
        self.window.document.set_aspect(self.chance.choice((AlongW(), Pair(*pair), Pair())))

    def _resize(self) -> None:
        self.window.resize(self.chance.randint(960, 1600), self.chance.randint(600, 1000))

    def _theme(self) -> None:
        self.window.actions_[f"appearance_{self.chance.choice(list(Appearance))}"].trigger()

    def _scrub(self) -> None:
        self.window.player.go_to_update(self.chance.choice([0, 1, 7, 499, 10**6]))


@pytest.fixture
def data(tmp_path: Path) -> list[Path]:
    """A folder of ordinary and of extreme files."""
    paths = [built_in.request.path for built_in in BUILT_IN if built_in.request and not built_in.request.columns]
    for name, (X, y) in {**ORDINARY, **EXTREME}.items():
        paths.append(tmp_path / f"{name}.csv")
        write(Dataset(X, y), paths[-1])
    return paths


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_done_can_be_undone_and_nothing_breaks_or_hangs(
    desk: Desk, data: list[Path], monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    broken: list[str] = []
    monkeypatch.setattr(sys, "excepthook", lambda *error: broken.append("".join(traceback.format_exception(*error))))
    window = desk.open()
    desk.answers.to_save = None
    for path in data:
        monkey = Monkey(window, random.Random(f"{seed} {path.name}"))
        window.files.open_request(Request(path, shown=(0, 1)))
        document, start = window.document, window.document.dataset
        while len(monkey.done) < ACTIONS_A_FILE:
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
