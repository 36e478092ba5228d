"""The scale at which everything is drawn: letters, and sizes that were given in pixels."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QLayout, QListView, QToolBar, QWidget

SMALL, BODY, TITLE, LARGE, TOUR, NUMBER = 12, 14, 16, 20, 24, 32
"""The ladder: heights of all letters in pixels at the usual size; TOUR only for the sentence of a tour."""
FAMILY = "Inter"
PERCENTS = (100, 125, 150, 175, 200, 250)
_SCALE, _SHEET = "scale", "sheet"


def scale_now() -> float:
    """Return the factor by which everything is enlarged."""
    application = QCoreApplication.instance()
    return (application.property(_SCALE) or 1.0) if application is not None else 1.0


def note_scale(scale: float) -> None:
    """Record `scale` as the factor; existing widgets are enlarged elsewhere."""
    application = QCoreApplication.instance()
    if application is not None:
        application.setProperty(_SCALE, scale)


def pixels(usual: float) -> int:
    """Return the pixels at the present size for a length of `usual` pixels at the usual size."""
    return round(usual * scale_now())


def letters(rung: int = BODY, *, bold: bool = False, scale: float | None = None) -> QFont:
    """Return the font of a rung of the ladder at the present scale, or at a `scale`; all digits are equally wide."""
    font = QFont(FAMILY)
    font.setPixelSize(round(rung * (scale_now() if scale is None else scale)))
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    font.setFeature(QFont.Tag("tnum"), 1)
    return font


def emboldened(font: QFont) -> QFont:
    """Return the same font, semi-bold."""
    bold = QFont(font)
    bold.setWeight(QFont.Weight.DemiBold)
    return bold


_UNBOUNDED = (1 << 24) - 1
"""Qt's greatest size: that of a widget to which none was given."""

_FITTED = "fitted"


@runtime_checkable
class Lettered(Protocol):
    """A widget that keeps sizes computed from its font."""

    def letter(self) -> None:
        """Compute the sizes again, because the font has changed."""


def dress(widget: QWidget, rung: int = BODY, *, bold: bool = False) -> None:
    """Let a widget have the letters of a rung, which the style sheet gives it, now and at every scale."""
    widget.setProperty("rung", rung)
    widget.setProperty("bold", bold)
    widget.setFont(letters(rung, bold=bold))  # At once: the sheet comes when the widget is shown.
    if widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def note_sheet(sheet: str) -> None:
    """Use this style sheet, whose lengths are those at the usual size, from now on."""
    application = QApplication.instance()
    if isinstance(application, QApplication):
        application.setProperty(_SHEET, sheet)
        application.setStyleSheet(sheet_at(scale_now()))


def sheet_at(scale: float) -> str:
    """Return the style sheet at a scale."""
    application = QCoreApplication.instance()
    sheet = "" if application is None else str(application.property(_SHEET) or "")
    return re.sub(r"\b(\d+)px", lambda found: f"{round(int(found[1]) * scale)}px", sheet)


def set_scale(scale: float) -> None:
    """Draw all present and future widgets at `scale` times their usual size."""
    application, before = QApplication.instance(), scale_now()
    if isinstance(application, QApplication) and scale != before:
        widgets = application.allWidgets()
        for widget in widgets:
            if widget.property(_FITTED):
                draw_at(1.0, widget)
        sizes = _sizes_of(widget for widget in widgets if not widget.isWindow())
        note_scale(scale)
        application.setFont(letters())
        application.setStyleSheet(sheet_at(scale))
        # This comes first, so that all have it.
        QCoreApplication.sendPostedEvents(None, QEvent.Type.ApplicationFontChange)
        _resize(widgets, sizes, before, scale)


@contextmanager
def at_usual_size() -> Iterator[None]:
    """Make and draw widgets at the usual size inside the block, in which no event loop runs."""
    application, scale = QApplication.instance(), scale_now()
    if not isinstance(application, QApplication) or scale == 1:
        yield
        return
    for now in (1.0, scale):
        note_scale(now)
        application.setFont(letters())
        application.setStyleSheet(sheet_at(now))
        if now == 1.0:
            yield


def bring_to_usual(whole: QWidget) -> None:
    """Give a widget that was made at the present scale, and all in it, the usual size."""
    _resize_all(whole, scale_now(), 1.0)


def draw_at(part: float, whole: QWidget) -> None:
    """Draw a widget, and all in it, at this part of the present scale, until that is another one."""
    scale = scale_now()
    _resize_all(whole, scale * (whole.property(_FITTED) or 1.0), scale * part)
    whole.setProperty(_FITTED, part)


def fit_into_screen(window: QWidget) -> None:
    """Draw a window smaller than the rest as long as the screen cannot hold it at the present scale."""
    draw_at(1.0, window)
    least, room = _least_size(window), window.screen().availableSize()
    part = min(room.width() / max(least.width(), 1), room.height() / max(least.height(), 1), 1.0)
    draw_at(part if part == 1 else part * 0.94, window)  # Margins and frames do not get smaller with the letters.
    if scale_now() != 1:
        window.setMaximumSize(room)
        wished = window.size() if window.testAttribute(Qt.WidgetAttribute.WA_Resized) else window.sizeHint()
        window.resize(wished.expandedTo(_least_size(window)).boundedTo(room))


def _least_size(window: QWidget) -> QSize:
    """Return the size that all widgets in it need, with words in lines as wide as that."""
    for inner in window.findChildren(QLayout):
        inner.invalidate()
    layout = window.layout()
    if layout is None:
        return window.minimumSizeHint()
    layout.activate()
    least = layout.totalMinimumSize()
    return least.expandedTo(QSize(0, layout.totalMinimumHeightForWidth(least.width())))


def _resize_all(whole: QWidget, before: float, after: float) -> None:
    if after != before:
        widgets = [whole, *whole.findChildren(QWidget)]
        sizes = _sizes_of(widgets)
        whole.setStyleSheet("" if after == scale_now() else sheet_at(after))
        _resize(widgets, sizes, before, after)


@dataclass(frozen=True)
class _Given:
    """A size that a widget was given."""

    size: QSize
    now: Callable[[], QSize]
    give: Callable[[QSize], object]

    def resize(self, before: float, after: float) -> None:
        """Resize from one scale to another, unless the letters have set the size already.

        The way leads over the usual size, a whole number of pixels, so every way back ends at its start.
        """
        if self.now() == self.size:
            sides = self.size.width(), self.size.height()
            self.give(QSize(*(side if side >= _UNBOUNDED else round(round(side / before) * after) for side in sides)))


def _sizes_of(widgets: Iterable[QWidget]) -> list[_Given]:
    found = (access for widget in widgets for access in _accesses_to(widget))
    return [_Given(size, now, give) for now, give in found if (size := now()).isValid() and not size.isNull()]


def _accesses_to(widget: QWidget) -> Iterator[tuple[Callable[[], QSize], Callable[[QSize], object]]]:
    yield widget.minimumSize, widget.setMinimumSize
    yield widget.maximumSize, widget.setMaximumSize
    if isinstance(widget, QAbstractButton | QToolBar | QAbstractItemView):
        yield widget.iconSize, widget.setIconSize
    if isinstance(widget, QListView):
        yield widget.gridSize, widget.setGridSize


def _resize(widgets: Iterable[QWidget], sizes: Iterable[_Given], before: float, after: float) -> None:
    for given in sizes:
        given.resize(before, after)
    for widget in widgets:
        widget.ensurePolished()
    for widget in widgets:
        if isinstance(widget, Lettered):
            widget.letter()
