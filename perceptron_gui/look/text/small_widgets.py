"""Buttons, labels and menus of the panels: letters of a given size, a tooltip, and focus by the Tab key alone.

Painted labels may change with every frame: the window is laid out again only if they get higher.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import ceil
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QPointF, QSize, Qt
from PySide6.QtGui import (
    QAction,
    QActionEvent,
    QFont,
    QGuiApplication,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QAbstractScrollArea, QComboBox, QLabel, QMenu, QPushButton, QToolButton, QWidget

from core.explain import STYLES
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.latest_moves import WheelInFocus
from perceptron_gui.look.size import BODY, SMALL, dress, dye, keep_lines
from perceptron_gui.look.theme import Theme, ThemeModel
from perceptron_gui.look.voice import Role, Voice

LINKS = Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
"""The interaction of a label whose words are links."""
LINE_HEIGHT = 1.4
"""From one line of prose to the next, in heights of its letters."""
_SPEAKS_OF = {"γ": "promise_text", "ŵ*": "promise_text", "shadow": "promise_text", "°": "now_text"}
"""What emphasised words speak of → the role of its colour."""


def tool_button(text: str = "", tip: str = "", *, rung: int = SMALL, toggles: bool = False) -> QToolButton:
    """Return a tool button. One that `toggles` is flat: on a dark page, pressed buttons look like others."""
    made = QToolButton(autoRaise=toggles)
    made.setText(text)
    made.setToolTip(tip)
    made.setCheckable(toggles)
    dress(made, rung)
    return made


def pill_button(text: str, tip: str = "") -> QToolButton:
    """Return a button that opens something below it."""
    button = tool_button(text, tip, rung=BODY)
    button.setProperty("pill", "opens")
    return button


class ActionButton(Guarded, QToolButton):
    """The button of an action, with the action's text and icon.

    Qt's own answer to a change sets the default action again, and each time (6.11) connects it once more: memory grows
    with every step, and every change goes to ever more connections. A text or an icon that is set has the whole window
    laid out, so they are set only where they are seen and new.
    """

    def __init__(self, action: QAction, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setDefaultAction(action)

    def actionEvent(self, event: QActionEvent) -> None:
        action = event.action()
        if event.type() != QEvent.Type.ActionChanged or action is not self.defaultAction():
            super().actionEvent(event)
            return
        if self.toolButtonStyle() != Qt.ToolButtonStyle.ToolButtonIconOnly or action.icon().isNull():
            self.setText(action.iconText().replace("&", "&&"))
        if self.icon().cacheKey() != action.icon().cacheKey():
            self.setIcon(action.icon())
        for name in ("toolTip", "statusTip", "whatsThis", "checkable", "checked", "enabled"):
            self.setProperty(name, action.property(name))


def push_button(text: str, tip: str, *, rung: int = SMALL, look: str = "") -> QPushButton:
    """Return a push button that takes the focus by the Tab key only: "primary" ones are filled, "quiet" ones words."""
    made = QPushButton(text)
    made.setToolTip(tip)
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    if look:
        made.setProperty(look, True)
    dress(made, rung)
    return made


def quiet_button(text: str, tip: str, *, toggles: bool = False) -> QPushButton:
    """Return a push button that looks like words."""
    made = push_button(text, tip, look="quiet")
    made.setCheckable(toggles)
    return made


class ChoiceBox(Guarded, QComboBox):
    """A choice among `entries` (value → words). It turns with the wheel only in focus, after a click or the Tab key.

    Qt's own turns, and takes the focus, under a wheel that was meant for its surroundings.
    """

    def __init__(self, entries: Mapping[Any, str] | None = None) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        WheelInFocus(self)
        for entry, words in (entries or {}).items():
            self.addItem(words, entry)


def choice_of(name: str, tip: str, entries: Mapping[Any, str] | None = None, *, rung: int = SMALL) -> ChoiceBox:
    """Return a choice among `entries` (value → words), which a screen reader calls `name`; no click focuses it."""
    made = ChoiceBox(entries)
    dress(made, rung)
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    made.setAccessibleName(name)
    made.setToolTip(tip)
    return made


def label_of(
    text: str = "", *, rung: int = SMALL, bold: bool = False, role: str = "", wraps: bool = True, rich: bool = False
) -> QLabel:
    """Return a label of plain text, in several lines if it `wraps`; only the program's own HTML is `rich`."""
    if wraps and not rich:
        made: QLabel = WrappedLabel()
        made.setText(text)
    else:
        made = QLabel(text, textFormat=Qt.TextFormat.RichText if rich else Qt.TextFormat.PlainText, wordWrap=wraps)
    dress(made, rung, bold=bold)
    dye(made, role)
    return made


def name_for(text: str, control: QWidget) -> QLabel:
    """Return a label that names a control, to be put before it; a letter after & is its key."""
    made = label_of(text, wraps=False)
    made.setBuddy(control)
    return made


class TextLine(Guarded, QWidget):
    """A line of text, shortened at its end if it is too long. Its size does not depend on its text."""

    def __init__(self, parent: QWidget | None = None, aligned: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft) -> None:
        super().__init__(parent)
        self.text = ""
        self._aligned = aligned | Qt.AlignmentFlag.AlignVCenter
        dress(self)
        self.voice = Voice(self, Role.StaticText)

    @property
    def needed(self) -> int:
        return self.fontMetrics().horizontalAdvance(self.text) + 2

    def set_text(self, text: str) -> None:
        if text != self.text:
            self.text = text
            self.setAccessibleName(text)
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.minimumWidth(), self.fontMetrics().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            text = self.fontMetrics().elidedText(self.text, Qt.TextElideMode.ElideRight, self.width())
            painter.drawText(self.rect(), self._aligned, text)


class WrappedLabel(Guarded, QLabel):
    """A label of plain text, wrapped to its width, with space for some `lines`: nothing around it moves.

    Qt's own label has the whole window laid out for each new text. With a `theme` what stands between backticks is
    emphasised, in the colour of what it speaks of.
    """

    theme: ThemeModel | None = None
    _words = ""

    def __init__(self, lines: int = 1, *, rung: int = SMALL, bold: bool = False, role: str = "") -> None:
        super().__init__(wordWrap=True)
        dress(self, rung, bold=bold)
        dye(self, role)
        keep_lines(self, lines)
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def text(self) -> str:
        return self._words

    def setText(self, text: str, /) -> None:
        if text == self._words:
            return
        before = self.heightForWidth(self.width())
        self._words = text
        self.setAccessibleName(text if self.theme is None else text.replace("`", ""))
        if not self.isVisible() or self.heightForWidth(self.width()) != before:
            self.updateGeometry()
        self.update()

    def heightForWidth(self, width: int, /) -> int:
        margins = self.contentsMargins()
        _, height = self._lay_out(width - margins.left() - margins.right())
        return max(self.minimumHeight(), ceil(height) + margins.top() + margins.bottom())

    def sizeHint(self) -> QSize:
        return QSize(200, self.heightForWidth(max(self.width(), 200)))

    def minimumSizeHint(self) -> QSize:
        return QSize(60, self.fontMetrics().height())

    def paintEvent(self, event: QPaintEvent, /) -> None:
        room = self.contentsRect()
        layout, height = self._lay_out(room.width())
        below = 0.0 if self.alignment() & Qt.AlignmentFlag.AlignTop else max(room.height() - height, 0) / 2
        with QPainter(self) as painter:
            painter.setPen(self.palette().color(self.foregroundRole()))
            layout.draw(painter, QPointF(room.left(), room.top() + below))

    def _lay_out(self, width: int) -> tuple[QTextLayout, float]:
        """Return the words in lines of this width, and their height in pixels."""
        words, spans = (self._words, []) if self.theme is None else _emphasised(self._words, self.theme.current)
        layout = QTextLayout(words.replace("\n", "\u2028"), self.font(), self)
        layout.setFormats(spans)
        option = QTextOption(self.alignment() & Qt.AlignmentFlag.AlignHorizontal_Mask)
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        top, pitch, height = 0.0, LINE_HEIGHT * self.font().pixelSize(), float(self.fontMetrics().height())
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(width, 1))
            line.setPosition(QPointF(0, top))
            height, top = top + line.height(), top + max(line.height(), pitch)
        layout.endLayout()
        return layout, height


def _emphasised(words: str, theme: Theme) -> tuple[str, list[QTextLayout.FormatRange]]:
    """Return words without their backticks, and how what stood between them is written."""
    plain, spans = "", list[QTextLayout.FormatRange]()
    for place, part in enumerate(words.split("`")):
        if place % 2:
            span = QTextLayout.FormatRange()
            span.start, span.length = len(plain), len(part)
            span.format.setFontWeight(QFont.Weight.DemiBold)
            role = next((role for subject, role in _SPEAKS_OF.items() if subject in part), "ink")
            span.format.setForeground(theme.color(role))
            spans.append(span)
        plain += part
    return plain, spans


def key_text(action: QAction) -> str:
    """Return the key of an action as the system writes it; empty if it has none."""
    return action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)


def allow(action: QAction, meaning: str, idle: str = "") -> None:
    """Enable the action unless it is `idle`, with its meaning or that reason as tooltip and status tip."""
    action.setEnabled(not idle)
    keys = key_text(action)
    action.setToolTip(idle or (f"{meaning} ({keys})" if keys else meaning))
    action.setStatusTip(idle or meaning)
    action.setWhatsThis(meaning)


def copy_menu(parent: QWidget, told: Callable[[str], str]) -> QMenu:
    """Return an entry for each of `STYLES`, which copies what `told` returns for its name."""
    menu = QMenu(parent)
    for name, style in STYLES.items():
        copy = partial(lambda name: QGuiApplication.clipboard().setText(told(name)), name)
        menu.addAction(f"Copy as {style.title}").triggered.connect(copy)
    return menu


def offer_menu(over: QAbstractScrollArea, make: Callable[[QPoint], QMenu]) -> None:
    """Show the menu that `make` returns for a pixel of a scrolled widget, where a person asks for one."""

    def pop_up(at: QPoint) -> None:
        menu = make(at)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)  # Its parent lives on and would keep every menu.
        menu.popup(over.viewport().mapToGlobal(at))

    over.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    over.customContextMenuRequested.connect(pop_up)
