"""Where Tab goes next: from part to part as they are seen. In Qt's order a panel, made when first seen, comes last."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QWidget

_SAME_ROW = 4
"""The middles of what stands in a row differ by so many pixels at most."""


def stop_after(focus: QWidget | None, parts: Sequence[QWidget], *, forward: bool) -> QWidget | None:
    """What comes after the widget in focus, or before it, part after part and round; None where that is in no part."""
    stops = [widget for part in parts for widget in _stops(part)]
    if focus not in stops:
        return None
    return stops[(stops.index(focus) + (1 if forward else -1)) % len(stops)]


def _stops(part: QWidget) -> list[QWidget]:
    """What takes the focus by Tab in a part, row by row.

    Qt's own chain is not asked: whatever it hands out, PySide takes for a child of the widget before, and gives up as
    deleted when that goes.
    """
    places = {widget: _middle_in(part, widget) for widget in (part, *part.findChildren(QWidget)) if _is_stop(widget)}
    stops, row = sorted(places, key=lambda widget: places[widget].y()), 0
    rows: dict[QWidget, int] = {}
    for before, widget in pairwise([*stops[:1], *stops]):
        row += places[widget].y() - places[before].y() > _SAME_ROW
        rows[widget] = row
    return sorted(stops, key=lambda widget: (rows[widget], places[widget].x()))


def _is_stop(widget: QWidget) -> bool:
    by_tab = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None
    return by_tab and widget.isVisible() and widget.isEnabled()


def _middle_in(part: QWidget, widget: QWidget) -> QPoint:
    return widget.mapTo(part, widget.rect().center()) if widget is not part else widget.rect().center()
