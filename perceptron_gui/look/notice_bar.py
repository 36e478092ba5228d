"""Cards over the canvas, and the one that says one clear sentence to the user."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleEvent, QKeySequence, QPainter, QPaintEvent, QPolygonF, QShortcut
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QSizePolicy, QToolButton, QWidget

from core.names import legible
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.layouts import in_row
from perceptron_gui.look.size import pixels
from perceptron_gui.look.theme import Theme, ThemeModel, icon


class Severity(StrEnum):
    """The severity; the value is the word that a screen reader says first."""

    NOTE = "note"
    WARNING = "warning"
    ERROR = "error"


_ROLE = {Severity.NOTE: "positive", Severity.WARNING: "now", Severity.ERROR: "danger"}
_SIGN = {Severity.NOTE: "i", Severity.WARNING: "!", Severity.ERROR: "×"}


@dataclass(frozen=True)
class Offer:
    """An action that is offered to the user: the words of a button, and its effect."""

    text: str
    accept: Callable[[], object]


class _Sign(Guarded, QWidget):
    """A disc for a note and an error, a triangle for a warning: shape and colour together."""

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__()
        self._theme = theme
        self.severity = Severity.NOTE
        self.setFixedSize(pixels(22), pixels(22))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._theme.current
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color(_ROLE[self.severity]))
            if self.severity is Severity.WARNING:
                painter.drawPolygon(
                    QPolygonF([QPointF(box.center().x(), box.top()), box.bottomRight(), box.bottomLeft()])
                )
                box.translate(0, 2.5)
            else:
                painter.drawEllipse(box)
            font = self.font()
            font.setBold(True)
            painter.setFont(font)
            painter.setPen(theme.color("page"))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, _SIGN[self.severity])


class Card(Guarded, QFrame):
    """A card that lies over a corner of the canvas for a while, and is named by `title`."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.setProperty("card", "over")
        self.setAccessibleName(title)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)


_SECONDS = 8
"""How long a notice is seen that is no error and asks for nothing."""


class NoticeBar(Card):
    """A card with a notice, of which a later one takes the place. Esc or its button closes it.

    It goes by itself after a while, unless it is an error or has a button; and with the next edit, unless an error.
    """

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__("Notice")
        self._theme = theme
        self._sign = _Sign(theme)
        self._text = QLabel()
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._offer: Offer | None = None
        self._accept = QPushButton()
        self._accept.clicked.connect(self.accept)
        self._close = QToolButton()
        self._close.setAccessibleName("Close")
        self._close.setToolTip("Close this message (Esc)")
        self._close.clicked.connect(self.close_notice)
        self.setLayout(in_row(self._sign, self._text, self._accept, self._close, margins=(16, 10, 12, 10), spacing=12))
        self._escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self.close_notice)
        self._leaving = QTimer(self, singleShot=True, interval=1000 * _SECONDS)
        self._leaving.timeout.connect(self.close_notice)
        self._new = QTimer(self, singleShot=True, interval=0)
        """It runs until the edit is over that a notice is about."""
        theme.changed.connect(self._draw_close)
        self._draw_close(theme.current)
        self.close_notice()

    @property
    def text(self) -> str:
        return self._text.text()

    @property
    def severity(self) -> Severity:
        return self._sign.severity

    def show_notice(self, severity: Severity, sentence: str, offer: Offer | None = None) -> None:
        """Show one sentence; a name in it cannot break it into lines or turn its direction."""
        sentence = legible(sentence)
        self._sign.severity = severity
        self._text.setText(sentence)
        self._offer = offer
        self._accept.setText(offer.text if offer else "")
        self._accept.setVisible(offer is not None)
        self.setAccessibleName(f"{severity}: {sentence}")
        self._escape.setEnabled(True)
        self._leaving.stop()
        if severity is not Severity.ERROR and offer is None:
            self._leaving.start()
        self._new.start()
        self._sign.update()
        self.show()
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def add(self, sentence: str) -> None:
        """Add a sentence behind those on display."""
        if self.text:
            self.show_notice(self.severity, f"{self.text.removesuffix('.')}. {sentence}", self._offer)
        else:
            self.show_notice(Severity.NOTE, sentence)

    def close_notice(self) -> None:
        """Take the card away. Until then Esc belongs to it, afterwards to the canvas."""
        self._escape.setEnabled(False)
        self._leaving.stop()
        self._text.clear()
        self.hide()

    def pass_edit(self) -> None:
        """Close a notice of before an edit; an error stays until it is closed."""
        if self.severity is not Severity.ERROR and not self._new.isActive():
            self.close_notice()

    def retract(self, sentence: str) -> None:
        """Remove `sentence` if it is on display, because it is no longer true."""
        if self.text == legible(sentence):
            self.close_notice()

    def accept(self) -> None:
        offer = self._offer
        self.close_notice()
        if offer is not None:
            offer.accept()

    def _draw_close(self, theme: Theme) -> None:
        self._close.setIcon(icon("close", theme))
