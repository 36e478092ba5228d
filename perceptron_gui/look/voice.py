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
    """The voice of `widget`, its parent: `told` returns a description of the whole, `parts` its parts, on request."""

    def __init__(
        self,
        widget: QWidget,
        role: Role,
        parts: Callable[[], Sequence[SpokenPart]] = tuple,
        told: Callable[[], str] = str,
    ) -> None:
        super().__init__(widget)
        _install_once(_interface)
        if QAccessible.isActive() and (before := QAccessible.queryAccessibleInterface(widget)) is not None:
            # Qt asks again for what it asked before.
            QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(before))
        self.widget, self.role, self.told = widget, role, told
        self._make = parts
        self._parts: tuple[SpokenPart, ...] | None = None
        self._handles: dict[int, _Handle] = {}
        self._rest = single_shot(self, _REST_MS, self._tell)

    @property
    def parts(self) -> tuple[SpokenPart, ...]:
        # A widget that is scrolled out of view is not painted, and notes no change.
        if self._parts is None or self.widget.visibleRegion().isEmpty():
            self._parts = tuple(self._make())
        return self._parts

    @property
    def selected(self) -> SpokenPart | None:
        """The part that the keys have come to."""
        return next((part for part in self.parts if part.selected), None)

    def interface(self, part: SpokenPart | None) -> _Found:
        if part is None:
            return None
        if part.slot not in self._handles:
            self._handles[part.slot] = _Handle(self, part.slot)
        return QAccessible.queryAccessibleInterface(self._handles[part.slot])

    def changed(self) -> None:
        """Note a change; a screen reader hears of it after a rest."""
        self._parts = None
        if QAccessible.isActive():
            self._rest.start()

    def focus(self) -> None:
        """Announce that the keys have come to another part."""
        self._parts = None
        if QAccessible.isActive() and self.widget.hasFocus() and (part := self.selected) is not None:
            _happened(self.interface(part).object(), _Event.Focus)

    def say(self, sentence: str) -> None:
        if sentence and QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.widget, sentence))

    def _tell(self) -> None:
        """Tell a screen reader everything that it has asked for and that has changed since."""
        _happened(self.widget, _Event.DescriptionChanged)
        for part in self.parts:
            handle = self._handles.get(part.slot)
            if handle is not None and handle.said != part.name:
                handle.said = part.name
                _happened(handle, _Event.NameChanged)


def _happened(told: QObject, event: QAccessible.Event) -> None:
    QAccessible.updateAccessibility(QAccessibleEvent(told, event))


class _Handle(QObject):
    """The accessible object of a part, and the name that a screen reader has heard of it."""

    said = ""

    def __init__(self, voice: Voice, slot: int) -> None:
        super().__init__(voice)
        self.voice, self.slot = voice, slot

    @property
    def part(self) -> SpokenPart | None:
        return next((part for part in self.voice.parts if part.slot == self.slot), None)


class _Whole(Guarded, QAccessibleWidget):
    """The widget, with its parts for children."""

    def __init__(self, voice: Voice) -> None:
        super().__init__(voice.widget, voice.role, "")
        self._voice = voice

    def text(self, kind: QAccessible.Text) -> str:
        told = self._voice.told() if kind is _Text.Description else ""
        return told or super().text(kind)

    def childCount(self) -> int:
        return len(self._voice.parts)

    def child(self, index: int) -> _Found:
        parts = self._voice.parts
        return self._voice.interface(parts[index] if 0 <= index < len(parts) else None)

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        handle = child.object()
        part = handle.part if isinstance(handle, _Handle) else None
        return -1 if part is None else self._voice.parts.index(part)

    def childAt(self, x: int, y: int) -> _Found:
        """Return the smallest part there: a long line's place has many others in it."""
        at = self._voice.widget.mapFromGlobal(QPoint(x, y))
        under = [part for part in self._voice.parts if part.place.contains(at)]
        smallest = min(under, key=lambda part: part.place.width() * part.place.height(), default=None)
        return self._voice.interface(smallest)

    def focusChild(self) -> _Found:
        found = self._voice.selected if self._voice.widget.hasFocus() else None
        return super().focusChild() if found is None else self._voice.interface(found)


class _PartInterface(Guarded, _ObjectInterface):
    """A part, as long as there is one in its slot."""

    def __init__(self, handle: _Handle) -> None:
        super().__init__(handle)
        self._handle = handle

    def parent(self) -> _Found:
        return QAccessible.queryAccessibleInterface(self._handle.voice.widget)

    def child(self, index: int) -> _Found:
        return None

    def childCount(self) -> int:
        return 0

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return -1

    def role(self) -> Role:
        part = self._handle.part
        return Role.ListItem if part is None else part.role

    def text(self, kind: QAccessible.Text) -> str:
        part = self._handle.part
        return part.name if part is not None and kind is _Text.Name else ""

    def rect(self) -> QRect:
        part = self._handle.part
        if part is None:
            return QRect()
        return QRect(self._handle.voice.widget.mapToGlobal(part.place.topLeft()), part.place.size())

    def state(self) -> QAccessible.State:
        state, part, widget = QAccessible.State(), self._handle.part, self._handle.voice.widget
        if part is None:
            state.invisible = True
            return state
        state.focusable = state.selectable = True
        state.selected = part.selected
        state.focused = part.selected and widget.hasFocus()
        state.offscreen = not widget.rect().intersects(part.place)
        return state


def _interface(_kind: str, told: QObject) -> _Found:
    if isinstance(told, _Handle):
        return _PartInterface(told)
    voice = getattr(told, "voice", None)
    return _Whole(voice) if isinstance(voice, Voice) and told is voice.widget else None


_install_once = cache(QAccessible.installFactory)


class SpokenSteps(StrEnum):
    """The steps that are spoken, as the user chose."""

    CHANGE = "change"
    WHOLE = "whole"
    OFF = "off"
