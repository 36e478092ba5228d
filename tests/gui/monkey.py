"""Someone who does to the window whatever can be done to it, at random."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QDialog, QLabel, QLineEdit, QWidget
from shiboken6 import isValid

from core.learners import LEARNERS, rule_of
from core.orders import ORDERS
from core.plane.projections import AlongW, Pair
from core.spec import RunSpec
from perceptron_gui.files.settings import PRINTABLE
from perceptron_gui.look.fields.number_field import Field
from perceptron_gui.look.theme import Appearance
from perceptron_gui.panels import PANELS
from perceptron_gui.panels.data import DataPanel
from perceptron_gui.window.main_window import MainWindow
from tests.gui.places_on_screen import pixel_of

_ELSEWHERE = {
    "quit",
    "close",
    "print",
    *(f"print_{what}" for what in PRINTABLE),
    "preferences",
    "why",
    "first_steps",
    "new",
    "open",
    "open_with_options",
    "open_folder",
    "next_file",
    "previous_file",
    "choose_again",
    "save",
    "save_as",
    "full_screen",
    "present",
    "find_command",
    "about",
    "shortcuts",
    "handbook",
    "gallery",
}
"""Actions that leave the points, or the screen; the dialogs among them have nothing to be filled in."""
_KEYS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Escape, Qt.Key.Key_Delete)
_PANEL_KEYS = (*_KEYS, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageDown, Qt.Key.Key_Return, Qt.Key.Key_Space)
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


def fields_in(widget: QWidget) -> list[Field[Any]]:
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
            self._play,
        )
        return (*often, *seldom, *[self._panel] * 6)

    def _place(self) -> QPoint:
        viewport = self.window.canvas.view.viewport()
        if self.window.document.dataset.n and self.chance.random() < 0.5:
            point = self.window.canvas.stage.points[self.chance.randrange(self.window.document.dataset.n)]
            place = pixel_of(self.window.canvas.view, float(point[0]), float(point[1]))
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
        QTimer.singleShot(0, self._fill_in)  # the name of an axis asks which features are shown
        place, button = self._place(), self.chance.choice((_LEFT, _LEFT, _RIGHT))
        held = self.chance.choice((*_HELD, Qt.KeyboardModifier.AltModifier))
        self._mouse(QEvent.Type.MouseButtonPress, place, button, held)
        self._mouse(QEvent.Type.MouseButtonRelease, place, button, held)

    def _drag(self) -> None:
        QTimer.singleShot(0, self._fill_in)
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
        """Answer the dialog that is open, as far as it lets itself be answered, or close the menu."""
        if (menu := QApplication.activePopupWidget()) is not None:
            menu.close()
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
        avoided = self._avoided()
        actions = [a for a in self.window.actions() if a.isEnabled() and a not in avoided]
        action = self.chance.choice(actions)
        self.done[-1] = action.text()
        QTimer.singleShot(0, self._fill_in)
        action.trigger()

    def _avoided(self) -> list[object]:
        by_name, lessons = self.window.actions_.by_name, self.window.actions_.menu("lessons")
        return [*(by_name[name] for name in _ELSEWHERE), *lessons.actions()]

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
        learner = RunSpec(pick(list(LEARNERS)), pick([None, *ORDERS]), self.chance.randrange(3))
        spec = replace(
            learner,
            bias=pick([0.0, 1.0, "radius", 1e100, 1e-300]),
            kernel=pick([None, None, "linear", "poly", "rbf"]),
            gamma=pick([0.0, 1e-300, 0.5, 1.0, 1e100]),
            margin=pick([1.0, 1e100, 1e-300]),
            penalty=pick([1.0, 1e100, 1e-300]),
            rate=pick([Fraction(1), Fraction(1, 3), Fraction(10**50)]) if rule_of(learner).whole else Fraction(1),
            start=pick([None, None, "random", (1e-310, -1e-310, 5e-324)]),
            max_epochs=pick([1, 1000, 2**40]),
            max_updates=pick([1, 500, 2**31]),
        )
        self.done[-1] = repr(spec)
        self.window.document.choose_spec(spec)

    def _layer(self) -> None:
        canvas = self.window.canvas
        name = self.chance.choice(list(canvas.layers))
        canvas.set_layer_visible(name, not canvas.layers[name].visible)

    def _look(self) -> None:
        pair = self.chance.sample(range(5), 2)
        self.window.document.set_view_choice(self.chance.choice((AlongW(), Pair(*pair), Pair())))

    def _resize(self) -> None:
        self.window.resize(self.chance.randint(960, 1600), self.chance.randint(600, 1000))

    def _theme(self) -> None:
        self.window.actions_[f"appearance_{self.chance.choice(list(Appearance))}"].trigger()

    def _scrub(self) -> None:
        self.window.player.go_to_update(self.chance.choice([0, 1, 7, 499, 10**6]))

    def _play(self) -> None:
        self.chance.choice((self.window.player.play, self.window.player.pause))()
        for _ in range(self.chance.randrange(3)):
            QApplication.processEvents()

    def _tab(self) -> None:
        self.window.panel.turn_to(self.chance.choice(list(PANELS)))

    def _panel(self) -> None:
        """Click, drag, wheel, type or press a key somewhere in the side panel."""
        panel = self.window.panel.panel
        parts = [part for part in panel.findChildren(QWidget) if part.isVisible() and part.isEnabled()]
        controls = [part for part in parts if isinstance(part, QAbstractButton | QComboBox | QLineEdit)]
        if not parts:
            return
        part = self.chance.choice(controls if controls and self.chance.random() < 0.6 else parts)
        self.done[-1] = f"{type(panel).__name__}, {part.accessibleName() or type(part).__name__}"
        QTimer.singleShot(0, self._fill_in)
        if isinstance(part, QComboBox) and part.count():
            place = self.chance.randrange(part.count())
            part.setCurrentIndex(place)
            part.activated.emit(place)
        elif isinstance(part, QLineEdit) and self.chance.random() < 0.5:
            part.setText(self.chance.choice(_TYPED))
            QTest.keyClick(part, self.chance.choice((Qt.Key.Key_Return, Qt.Key.Key_Tab, Qt.Key.Key_Escape)))
        else:
            self.chance.choice((self._press_in, self._press_in, self._wheel_in, self._key_in))(part)

    def _place_in(self, part: QWidget) -> QPoint:
        return QPoint(self.chance.randrange(max(part.width(), 1)), self.chance.randrange(max(part.height(), 1)))

    def _press_in(self, part: QWidget) -> None:
        """Without the button pressed for some of the way, too; where the press puts the part away, it is over.

        Nothing is marked in a text before: it would be dragged, which lasts until a real mouse lets go of it.
        """
        if isinstance(part, QLabel) and part.hasSelectedText():
            part.setSelection(0, 0)
        held, nothing = self.chance.choice(_HELD), Qt.MouseButton.NoButton
        ways = [(QEvent.Type.MouseButtonPress, _LEFT, _LEFT)] if self.chance.random() < 0.7 else []
        ways += [(QEvent.Type.MouseMove, nothing, _LEFT if ways else nothing)] * self.chance.randrange(3)
        ways += [(QEvent.Type.MouseButtonRelease, _LEFT, nothing)] if ways and ways[0][1] == _LEFT else []
        for kind, button, buttons in ways:
            if not isValid(part):
                return
            place = QPointF(self._place_in(part))
            QTimer.singleShot(0, self._fill_in)  # Each may open a menu.
            QApplication.sendEvent(part, QMouseEvent(kind, place, part.mapToGlobal(place), button, buttons, held))

    def _wheel_in(self, part: QWidget) -> None:
        place, turn = QPointF(self._place_in(part)), QPoint(0, 120 * self.chance.randint(-5, 5))
        rest = (Qt.MouseButton.NoButton, _NONE, Qt.ScrollPhase.NoScrollPhase, False)
        QApplication.sendEvent(part, QWheelEvent(place, part.mapToGlobal(place), QPoint(), turn, *rest))

    def _key_in(self, part: QWidget) -> None:
        QTest.keyClick(part, self.chance.choice(_PANEL_KEYS), self.chance.choice(_HELD[:2]))
