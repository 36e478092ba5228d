"""The base of every plot that is painted by hand: it can be read under the pointer, clicked and stepped through."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Generic, TypeVar

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from perceptron_gui.guarded import Guarded
from perceptron_gui.look.latest_moves import LatestMoves
from perceptron_gui.look.size import SMALL, dress, follow_scale, scale_now
from perceptron_gui.look.theme import Theme, ThemeModel
from perceptron_gui.look.voice import Role, SpokenPart, Voice

Thing = TypeVar("Thing")

_KEYS = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}


class PlotSheet(Guarded, QWidget, Generic[Thing]):
    """A sheet that a subclass draws; `thing` is the thing at a pixel: a bar, a line, a place on an axis.

    `read` carries the words on the thing under the mouse, empty for none, and `pointed` the thing itself, or None,
    whenever it changes. A click opens it. Up and down go through those that are `in_order`, and Enter opens.
    """

    smooth = True
    """True if edges are smoothed; lines of one pixel are not"""

    framed = True
    """True if it has a ground and a frame of its own; a sheet in a card has not"""

    role = Role.Chart

    read = Signal(str)
    pointed = Signal(object)

    def __init__(self, theme: ThemeModel, name: str = "", rung: int = SMALL) -> None:
        super().__init__()
        self._theme = theme
        self.thing: Thing | None = None
        """The thing under the mouse, or reached with the keys."""
        self.pointer: QPointF | None = None
        """The pixel under the mouse; None after a step with the keys."""
        self.old = False
        """True while what is drawn belongs to data or options before a change: it is pale, and nothing opens"""
        dress(self, rung)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        LatestMoves(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.voice = Voice(self, self.role, self.spoken_parts, self.spoken)
        self.setAccessibleName(name)
        theme.changed.connect(self.restyle)
        follow_scale(self, self.restyle)

    @abstractmethod
    def draw(self, painter: QPainter, theme: Theme) -> None:
        """Draw the whole sheet."""

    def thing_at(self, place: QPointF) -> Thing | None:
        """Return the thing under a pixel; None for nothing."""
        return None

    def describe(self, thing: Thing) -> str:
        """Return the words on a thing."""
        return ""

    def open(self, thing: Thing, *, first: bool) -> None:
        """Do the action of a click on it; `first` unless the button is held down since."""

    def in_order(self) -> Sequence[Thing]:
        """Return the things that the keys go through."""
        return ()

    def start(self, by: int) -> int:
        """Return the place from which the keys go `by` places if nothing is pointed at."""
        return -1 if by > 0 else 0

    def spoken_parts(self) -> Sequence[SpokenPart]:
        """Return the parts for the keys and for a screen reader."""
        return [
            SpokenPart(told, self.rect(), slot, selected=thing == self.thing)
            for slot, thing in enumerate(self.in_order())
            if (told := self.describe(thing))
        ]

    def spoken(self) -> str:
        """Return a description of the whole for a screen reader, made when it asks."""
        return ""

    def tip_at(self, place: QPointF) -> str:
        return ""

    def restyle(self) -> None:
        self.update()

    def set_old(self, old: bool) -> None:
        self.old = old
        self.update()

    def paint_ground(self, painter: QPainter, theme: Theme) -> None:
        if self.framed:
            self._frame_with(painter, theme, "hairline", theme.color("page"))
        painter.setOpacity(0.4 if self.old else 1.0)

    def layer(self, *paints: Callable[[QPainter], None]) -> QPixmap:
        """Return the result of these painters one over the other, as large and as fine as the sheet, on nothing."""
        ratio = self.devicePixelRatioF()
        made = QPixmap(self.size() * ratio)
        made.setDevicePixelRatio(ratio)
        made.fill(Qt.GlobalColor.transparent)
        for paint in paints:
            with QPainter(made) as painter:
                painter.setFont(self.font())
                paint(painter)
        return made

    def point_at(self, place: QPointF | None) -> str:
        """Record the thing under the mouse, None for nothing, and announce its words."""
        self.pointer = place
        return self.point_to(None if place is None else self.thing_at(place))

    def press(self, place: QPointF, *, first: bool) -> None:
        found = self.thing_at(place)
        if found is not None and not self.old:
            self.open(found, first=first)

    def step(self, by: int) -> str:
        self.pointer = None
        things = self.in_order()
        if not things:
            return ""
        now = things.index(self.thing) if self.thing in things else self.start(by)
        read = self.point_to(things[(now + by) % len(things)])
        self.voice.focus()
        return read

    def open_stepped(self) -> None:
        if self.thing is not None and not self.old:
            self.open(self.thing, first=True)

    def point_to(self, thing: Thing | None) -> str:
        """Record this as pointed at, or nothing, and announce its words."""
        if thing != self.thing:
            self.thing = thing
            self.pointed.emit(thing)
            self.update()
        return "" if thing is None else self.describe(thing)

    def paintEvent(self, event: QPaintEvent) -> None:
        self.voice.changed()
        # The painter is ended whatever happens: Qt crashes if a widget is painted twice at once.
        with QPainter(self) as painter:
            if self.smooth:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme = replace(self._theme.current, thickness=scale_now())
            self.draw(painter, theme)
            if self.hasFocus():  # The focus frame shows that the keys work here.
                self._frame_with(painter, theme, "secondary", Qt.BrushStyle.NoBrush)

    def _frame_with(self, painter: QPainter, theme: Theme, role: str, inside: QColor | Qt.BrushStyle) -> None:
        painter.setPen(theme.pen(role, 1))
        painter.setBrush(inside)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self.tip_at(QPointF(event.pos())), self)
            return True
        return super().event(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.press(event.position(), first=False)
        self.read.emit(self.point_at(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.press(event.position(), first=True)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Take the release of a press here: it is not for the scroll area behind."""
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        self.read.emit(self.point_at(None))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go through the things. Space and the other arrows are the player's, wherever the focus is."""
        key = event.key()
        if key in _KEYS and self.in_order():
            self.read.emit(self.step(_KEYS[Qt.Key(key)]))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.in_order():
            self.open_stepped()
        else:
            super().keyPressEvent(event)
