"""The accessible face of a widget that paints itself: a role, words for the whole, and its parts.

The words are made when a screen reader asks, and only then. Each slot has one object (`_Handle`) for its present part
and reuses it for the next. PySide keeps accessible objects until their widget goes, so there must be few.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import cache
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent, QAccessibleInterface
from PySide6.QtGui import QAccessibleObject as _ObjectInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget

from perceptron_gui.guarded import Guarded
from perceptron_gui.model.threads.worker import single_shot

_REST_MS = 60
"""Milliseconds. A widget must rest this long before a screen reader hears of the change, so that play is quiet."""

Role = QAccessible.Role
_Text, _Event = QAccessible.Text, QAccessible.Event
_Found = Any
"""An interface, or None: PySide does not declare that there may be none."""


class SpokenPart(NamedTuple):
    """A thing in the picture: its name and its place in pixels of the widget; `slot` stays the same during its life."""

    name: str
    place: QRect
    slot: int
    role: Role = Role.ListItem
    selected: bool = False


class Voice(QObject):
    """The voice of `widget`, which is its parent and holds it as `widget.voice`.

    `told` returns a description of the whole, `parts` its parts, on request.
    """

    def __init__(
        self,
        widget: QWidget,
        role: Role,
        parts: Callable[[], Sequence[SpokenPart]] = tuple,
        told: Callable[[], str] = str,
    ) -> None:
        super().__init__(widget)
        _install()
        if QAccessible.isActive() and (before := QAccessible.queryAccessibleInterface(widget)) is not None:
            # Qt asks again for what it asked before.
            QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(before))
        self.widget, self.role = widget, role
        self._make, self._make_told = parts, told
        self._parts: tuple[SpokenPart, ...] | None = None
        self._told: str | None = None
        self._handles: dict[int, _Handle] = {}
        self._said: dict[int, str] = {}
        self._rest = single_shot(self, _REST_MS, self._tell)

    @property
    def parts(self) -> tuple[SpokenPart, ...]:
        if self._parts is None or self._may_be_old:
            self._parts = tuple(self._make())
        return self._parts

    @property
    def words(self) -> str:
        if self._told is None or self._may_be_old:
            self._told = self._make_told()
        return self._told

    @property
    def _may_be_old(self) -> bool:
        """True while the widget is scrolled out of view: then it is not painted, and notes no change."""
        return self.widget.visibleRegion().isEmpty()

    def handle(self, slot: int) -> QObject:
        """Return the object for the part of that slot."""
        if slot not in self._handles:
            self._handles[slot] = _Handle(self, slot)
        return self._handles[slot]

    def place_of(self, slot: int) -> int:
        """Return the index of the part of that slot, −1 if there is none."""
        return next((place for place, part in enumerate(self.parts) if part.slot == slot), -1)

    @property
    def selected(self) -> SpokenPart | None:
        """The part that the keys have come to."""
        return next((part for part in self.parts if part.selected), None)

    def changed(self) -> None:
        """Note a change; a screen reader hears of it after a rest."""
        self._parts = self._told = None
        if QAccessible.isActive():
            self._rest.start()

    def focus(self) -> None:
        """Announce that the keys have come to another part."""
        self._parts = None
        if QAccessible.isActive() and self.widget.hasFocus() and (part := self.selected) is not None:
            _happened(self.handle(part.slot), _Event.Focus)

    def say(self, sentence: str) -> None:
        if sentence and QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.widget, sentence))

    def _tell(self) -> None:
        """Tell a screen reader everything that it has asked for and that has changed since."""
        _happened(self.widget, _Event.DescriptionChanged)
        for part in self.parts:
            if part.slot in self._handles and self._said.get(part.slot) != part.name:
                self._said[part.slot] = part.name
                _happened(self._handles[part.slot], _Event.NameChanged)


def _happened(told: QObject, event: QAccessible.Event) -> None:
    QAccessible.updateAccessibility(QAccessibleEvent(told, event))


class _Handle(QObject):
    """The accessible object of a part."""

    def __init__(self, voice: Voice, slot: int) -> None:
        super().__init__(voice)
        self.voice, self.slot = voice, slot


class _Whole(Guarded, QAccessibleWidget):
    """The widget, with its parts for children."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget, _voice_of(widget).role, "")

    def text(self, kind: QAccessible.Text) -> str:
        voice = _voice_of(self.object())
        if kind is _Text.Description and (told := voice.words):
            return told
        return super().text(kind)

    def childCount(self) -> int:
        return len(_voice_of(self.object()).parts)

    def child(self, index: int) -> _Found:
        voice = _voice_of(self.object())
        if not 0 <= index < len(voice.parts):
            return None
        return QAccessible.queryAccessibleInterface(voice.handle(voice.parts[index].slot))

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        handle = child.object()
        return handle.voice.place_of(handle.slot) if isinstance(handle, _Handle) else -1

    def childAt(self, x: int, y: int) -> _Found:
        """Return the smallest part there: a long line's place has many others in it."""
        voice = _voice_of(self.object())
        at = voice.widget.mapFromGlobal(QPoint(x, y))
        areas = {
            place: part.place.width() * part.place.height()
            for place, part in enumerate(voice.parts)
            if part.place.contains(at)
        }
        return self.child(min(areas, key=lambda place: areas[place], default=-1))

    def focusChild(self) -> _Found:
        voice = _voice_of(self.object())
        if voice.widget.hasFocus() and (part := voice.selected) is not None:
            return QAccessible.queryAccessibleInterface(voice.handle(part.slot))
        return super().focusChild()


class _PartInterface(Guarded, _ObjectInterface):
    """A part, as long as there is one in its slot."""

    @property
    def _part(self) -> SpokenPart | None:
        handle = self.object()
        if not isinstance(handle, _Handle):
            return None
        place = handle.voice.place_of(handle.slot)
        return None if place < 0 else handle.voice.parts[place]

    def parent(self) -> _Found:
        handle = self.object()
        return QAccessible.queryAccessibleInterface(handle.voice.widget) if isinstance(handle, _Handle) else None

    def child(self, index: int) -> _Found:
        return None

    def childCount(self) -> int:
        return 0

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return -1

    def childAt(self, x: int, y: int) -> _Found:
        return None

    def role(self) -> Role:
        part = self._part
        return Role.ListItem if part is None else part.role

    def text(self, kind: QAccessible.Text) -> str:
        part = self._part
        return part.name if part is not None and kind is _Text.Name else ""

    def rect(self) -> QRect:
        part, handle = self._part, self.object()
        if part is None or not isinstance(handle, _Handle):
            return QRect()
        return QRect(handle.voice.widget.mapToGlobal(part.place.topLeft()), part.place.size())

    def state(self) -> QAccessible.State:
        state, part, handle = QAccessible.State(), self._part, self.object()
        if part is None or not isinstance(handle, _Handle):
            state.invisible = True
            return state
        state.focusable = state.selectable = True
        state.selected = part.selected
        state.focused = part.selected and handle.voice.widget.hasFocus()
        state.offscreen = not handle.voice.widget.rect().intersects(part.place)
        return state


def _voice_of(widget: QObject) -> Voice:
    """Return the voice of a widget. Raise TypeError if it has none."""
    voice = getattr(widget, "voice", None)
    if not isinstance(voice, Voice):
        raise TypeError(widget)
    return voice


def _interface(_kind: str, told: QObject) -> _Found:
    if isinstance(told, _Handle):
        return _PartInterface(told)
    if isinstance(told, QWidget) and isinstance(getattr(told, "voice", None), Voice):
        return _Whole(told)
    return None


@cache
def _install() -> None:
    QAccessible.installFactory(_interface)


class SpokenSteps(StrEnum):
    """The steps that are spoken, as the user chose."""

    CHANGE = "change"
    WHOLE = "whole"
    OFF = "off"
