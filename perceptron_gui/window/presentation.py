"""Before an audience: the canvas, the step in one line of large letters, and what else the teacher chose to show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QFont, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QWidget

from core.explain import in_one_line
from perceptron_gui.canvas import Canvas
from perceptron_gui.canvas.tools import TOOLS
from perceptron_gui.look.text.lettering import readable, shrunk
from perceptron_gui.look.text.painted_text import TextLine
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.player import Player
from perceptron_gui.window.latin_keys import latin_key

_MARGIN = 10
_PAUSE = ";  "
"""Where the line may be broken."""
_STEPS = {Qt.Key.Key_PageDown: "step_forward", Qt.Key.Key_PageUp: "step_back"}
_BLANKS = (Qt.Key.Key_B, Qt.Key.Key_Period, Qt.Key.Key_Colon)
"""A remote sends the key that holds the full stop on a US keyboard, and a French layout makes a colon of it."""


class ArithmeticLine(TextLine):
    """What happened at the playhead, in numbers; where there is no room in smaller letters, on two lines if those are
    larger. Hidden until presenting.
    """

    def __init__(self, player: Player, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.AlignmentFlag.AlignHCenter)
        self._player = player
        self.setFont(readable(self.font(), 1.9))
        self.setMinimumHeight(self.fontMetrics().height() + 2 * _MARGIN)
        player.shown.connect(self.refresh)
        self.hide()

    @Slot()
    def refresh(self) -> None:
        """Nothing is put into words that nobody sees."""
        run, state = self._player.visible.run, self._player.state
        if not self.isHidden() and run is not None and state is not None:
            self.set_text(in_one_line(run, state))

    def paintEvent(self, event: QPaintEvent) -> None:
        least = min(11.0, self.font().pointSizeF())
        room = self.rect().adjusted(_MARGIN, 0, -_MARGIN, 0).size()
        parts = self.text.split(_PAUSE)
        broken = ("\n".join(map(_PAUSE.join, (parts[:place], parts[place:]))) for place in range(1, len(parts)))
        ways = (self.text, *broken)
        letters = [shrunk(self.font(), partial(_fits, text, room), least) for text in ways]
        font, text = max(zip(letters, ways, strict=True), key=partial(_legible, room.width()))
        with QPainter(self) as painter:
            painter.setFont(font)
            elide = painter.fontMetrics().elidedText
            lines = [elide(line, Qt.TextElideMode.ElideRight, room.width()) for line in text.split("\n")]
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, "\n".join(lines))


def _legible(room: int, way: tuple[QFont, str]) -> tuple[float, float]:
    """Return how large the letters are, and, where even the least are too large, how little is cut off."""
    font, text = way
    widest = max(map(QFontMetricsF(font).horizontalAdvance, text.split("\n")))
    return font.pointSizeF(), min(room - widest, 0.0)


def _fits(text: str, room: QSize, letters: QFontMetricsF) -> bool:
    lines = text.split("\n")
    return max(map(letters.horizontalAdvance, lines)) <= room.width() and len(lines) * letters.height() <= room.height()


def fill_screen(window: QWidget, on: bool) -> None:
    """Give the whole screen to a window, or take it back."""
    others = window.windowState() & ~Qt.WindowState.WindowFullScreen
    window.setWindowState(others | Qt.WindowState.WindowFullScreen if on else others)


class Presentation(QObject):
    """Takes away what is for preparing (`put_away`), and the keys of a presenter's remote do what they say.

    While it is `on`, Page Down and Page Up step wherever the focus is, B and the full stop blank the window, and Esc
    ends it. `changed` comes when it begins and when it ends.
    """

    changed = Signal()

    def __init__(
        self,
        window: QWidget,
        canvas: Canvas,
        arithmetic: ArithmeticLine,
        actions: Mapping[str, QAction],
        theme: ThemeModel,
        put_away: Sequence[QWidget],
    ) -> None:
        super().__init__(window)
        self.on = False
        self.cover = _Cover(window, theme)
        self._window = window
        self._canvas = canvas
        self._arithmetic = arithmetic
        self._actions = actions
        self._put_away = put_away
        self._shown: list[QWidget] = []
        self._filled_screen = False

    def set_on(self, on: bool) -> None:
        """Begin on the whole screen, or put everything back as it was."""
        if on == self.on:
            return
        self.on = on
        if on:
            self._filled_screen = self._window.isFullScreen()
            self._shown = [part for part in self._put_away if not part.isHidden()]
            self._canvas.view.set_tool(next(iter(TOOLS)))
        for part in self._shown:
            part.setVisible(not on)
        self._arithmetic.setVisible(on)
        self._arithmetic.refresh()
        application = QApplication.instance()
        if application is not None:
            (application.installEventFilter if on else application.removeEventFilter)(self)
        self.cover.hide()
        fill_screen(self._window, on or self._filled_screen)
        self.changed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The keys are taken before anybody's shortcut, wherever the focus is in the window."""
        if not isinstance(event, QKeyEvent):
            return False
        key, held = latin_key(event), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if key == Qt.Key.Key_Period:  # on a French keyboard it is typed with Shift
            held &= ~Qt.KeyboardModifier.ShiftModifier
        if held or not (self._window.isActiveWindow() and key in (*_STEPS, *_BLANKS, Qt.Key.Key_Escape)):
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
        elif event.type() == QEvent.Type.KeyPress and key in _STEPS:
            self._actions[_STEPS[key]].trigger()
        elif event.type() == QEvent.Type.KeyPress and key in _BLANKS:
            self.cover.setVisible(self.cover.isHidden())
        elif event.type() == QEvent.Type.KeyPress:
            self.set_on(False)
        return True


class _Cover(QWidget):
    """Hides all that the window shows, until the same key comes again."""

    def __init__(self, window: QWidget, theme: ThemeModel) -> None:
        super().__init__(window)
        self._theme = theme
        self.setAccessibleName("Blank")
        self.hide()

    def showEvent(self, event: QShowEvent) -> None:
        self.setGeometry(self.window().rect())
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._theme.current.color("page"))
