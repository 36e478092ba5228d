"""Clicking examples, by mouse and by key, while a person is the learner: no drag moves them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.tools.tool import Pointer, Tool, example_at

_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_ENTER = Qt.Key.Key_Return, Qt.Key.Key_Enter
_WITHOUT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


class ClickTool(Tool):
    """A press on an example is a click on it, and nothing else is anything."""

    def press(self, pointer: Pointer) -> None:
        row = example_at(self.stage, pointer.pixel)
        if row is not None:
            self.stage.selection.set([row])
            self.stage.by_hand.click(row)


class ClickKeys:
    """Up and Down go through the examples, digits type the number of one, Enter clicks the one that is chosen."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._typed = ""

    def knows(self, event: QKeyEvent) -> bool:
        """Whether a key means something here, before it is anybody's shortcut."""
        if event.modifiers() & _WITHOUT:
            return False
        if event.key() == Qt.Key.Key_Backspace:
            return bool(self._typed)
        return event.key() in (*_STEPS, *_ENTER) or _is_digit(event)

    def take(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER:
            self._enter()
        elif event.key() in _STEPS:
            self._step(_STEPS[Qt.Key(event.key())])
        elif event.key() == Qt.Key.Key_Backspace:
            self._type(self._typed[:-1])
        else:
            whole = self._typed + event.text()
            self._type(whole if int(whole) <= self._stage.dataset.n else event.text())

    def forget(self) -> None:
        """Nothing is typed and chosen any more."""
        self._typed = ""
        self._stage.by_hand.choose(None)

    def _enter(self) -> None:
        self._typed = ""
        if self._stage.by_hand.chosen is not None:
            self._stage.by_hand.click(self._stage.by_hand.chosen)

    def _step(self, step: int) -> None:
        """To the next example or the one before, from the one that is selected; round and round."""
        selected, n = self._stage.selection.indices, self._stage.dataset.n
        self._typed = ""
        here = selected[0] if selected else (-1 if step > 0 else n)
        self._choose((here + step) % n)

    def _type(self, text: str) -> None:
        """Choose the example of that number, counted from 1; none where there is no such."""
        number = int(text or 0)
        self._typed = text if number <= self._stage.dataset.n else ""
        self._choose(number - 1 if self._typed and number else None)

    def _choose(self, row: int | None) -> None:
        self._stage.selection.set([] if row is None else [row])
        self._stage.by_hand.choose(row)


def _is_digit(event: QKeyEvent) -> bool:
    return event.text().isdecimal() and event.text().isascii()
