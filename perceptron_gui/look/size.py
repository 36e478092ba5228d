"""The scale at which everything is drawn: letters, and lengths in pixels.

Words have the size of their rung from the style sheet, and what is painted asks `pixels` and `letters` each time. Only
a size that is given to a widget is given again when the scale changes: by `sized`, or by what `follow_scale` calls.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TypeVar

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QLayout, QWidget

SMALL, BODY, TITLE, LARGE, TOUR, NUMBER = 12, 14, 16, 20, 24, 32
"""The ladder: heights of all letters in pixels at the usual size; TOUR only for the sentence of a tour."""
FAMILY = "Inter"
PERCENTS = (100, 125, 150, 175, 200, 250)
CARD_EDGE = 5
"""Pixels of line and padding at each edge of a card that scrolls, as style.qss gives them."""
_WIDE = (1600, 1.2), (2400, 1.4)
"""Pixels of a window's width, and the factor from there on."""
_LEEWAY = 40
"""Pixels by which a window becomes narrower than that before it loses the factor."""

Sized = TypeVar("Sized", bound=QWidget)


class _Scale(QObject):
    """The factor by which everything is enlarged `now`, and the style `sheet` with its lengths at the usual size."""

    changed = Signal()
    now = 1.0
    sheet = ""


_SCALE = _Scale()
"""There is one, as there is one font and one style sheet of the application."""


def scale_now() -> float:
    """Return the factor by which everything is enlarged."""
    return _SCALE.now


def factor_of(width: int, before: float = 1.0) -> float:
    """Return the factor for a window of this width, which had the factor `before`."""
    reached = max((factor for least, factor in _WIDE if width >= least), default=1.0)
    kept = max((factor for least, factor in _WIDE if width >= least - _LEEWAY), default=1.0)
    return max(reached, min(before, kept))


def pixels(usual: float) -> int:
    """Return the pixels at the present size for a length of `usual` pixels at the usual size."""
    return round(usual * _SCALE.now)


def letters(rung: int = BODY, *, bold: bool = False, scale: float | None = None) -> QFont:
    """Return the font of a rung of the ladder at the present scale, or at a `scale`; all digits are equally wide."""
    return QFont(_letters(round(rung * (_SCALE.now if scale is None else scale)), bold))


@cache
def _letters(size: int, bold: bool) -> QFont:
    font = QFont(FAMILY)
    font.setPixelSize(size)
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    font.setFeature(QFont.Tag("tnum"), 1)
    return font


def emboldened(font: QFont) -> QFont:
    """Return the same font, semi-bold."""
    bold = QFont(font)
    bold.setWeight(QFont.Weight.DemiBold)
    return bold


def dress(widget: QWidget, rung: int = BODY, *, bold: bool = False) -> None:
    """Let a widget have the letters of a rung, which the style sheet gives it, now and at every scale."""
    widget.setProperty("rung", rung)
    widget.setProperty("bold", bold)
    widget.setFont(letters(rung, bold=bold))  # At once: the sheet comes when the widget is shown.
    polish(widget)


def dye(widget: QWidget, role: str) -> None:
    """Let the words of a widget have the colour of a `role`, in every theme."""
    if widget.property("role") != role:
        widget.setProperty("role", role)
        polish(widget)


def polish(widget: QWidget) -> None:
    """Let a widget look as its properties say by now; one that was never shown will anyway."""
    if widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
        widget.style().unpolish(widget)
        widget.style().polish(widget)


class _Follower(QObject):
    """Calls a function at every change of the scale, as long as a widget or layout lives."""

    def __init__(self, owner: QWidget | QLayout, follow: Callable[[], object]) -> None:
        super().__init__(owner)
        self._owner, self._follow = owner, follow
        _SCALE.changed.connect(self._on_change)

    def _on_change(self) -> None:
        widget = self._owner if isinstance(self._owner, QWidget) else self._owner.parentWidget()
        # Things drawn only for a picture keep the usual size.
        if widget is not None and not widget.window().testAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen):
            self._follow()


def follow_scale(owner: QWidget | QLayout, follow: Callable[[], object]) -> None:
    """Call `follow` whenever the scale has changed and widgets have their new letters."""
    _Follower(owner, follow)


def at_every_scale(owner: QWidget | QLayout, give: Callable[[], object]) -> None:
    """Call `give` now, and whenever the scale has changed."""
    give()
    _Follower(owner, give)


def sized(widget: Sized, give: Callable[[Sized, int], object], usual: float) -> None:
    """Give a widget, now and at every scale, a length that is `usual` at the usual size."""
    at_every_scale(widget, lambda: give(widget, pixels(usual)))


def keep_lines(widget: QWidget, lines: int) -> None:
    """Keep space in a widget for this many lines of its letters, so that nothing around it moves."""
    at_every_scale(widget, lambda: widget.setMinimumHeight(lines * widget.fontMetrics().lineSpacing()))


def note_sheet(sheet: str) -> None:
    """Use this style sheet, whose lengths are those at the usual size, from now on."""
    _SCALE.sheet = sheet
    application = QApplication.instance()
    if isinstance(application, QApplication):
        application.setStyleSheet(enlarged(sheet))


def set_scale(scale: float) -> None:
    """Draw everything at `scale` times its usual size."""
    if scale == _SCALE.now:
        return
    _SCALE.now = scale
    QApplication.setFont(letters())
    note_sheet(_SCALE.sheet)
    # This comes first, so that all have their letters.
    QCoreApplication.sendPostedEvents(None, QEvent.Type.ApplicationFontChange)
    _SCALE.changed.emit()


def enlarged(sheet: str) -> str:
    """Return a style sheet, whose lengths are those at the usual size, at the present scale."""
    return re.sub(r"\b(\d+)px", lambda found: f"{pixels(int(found[1]))}px", sheet)


@contextmanager
def at_usual_size() -> Iterator[None]:
    """Make and draw widgets that no screen shows at the usual size inside the block, in which no event loop runs."""
    scale, _SCALE.now = _SCALE.now, 1.0
    try:
        yield
    finally:
        _SCALE.now = scale
