"""Where Tab goes next: from part to part as they are seen. In Qt's order a panel, made when first seen, comes last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def stop_after(focus: QWidget | None, parts: Sequence[QWidget], *, forward: bool) -> QWidget | None:
    """What comes after the widget in focus, or before it, part after part and round; None where that is in no part."""
    if focus is None:
        return None
    known = list(_stops(focus))
    stops = [widget for part in parts for widget in known if widget is part or part.isAncestorOf(widget)]
    if focus not in stops:
        return None
    return stops[(stops.index(focus) + (1 if forward else -1)) % len(stops)]


def _stops(start: QWidget) -> Iterator[QWidget]:
    """What takes the focus by Tab in a window, in Qt's order: within a part that is the order in which it was made."""
    widget: QWidget | None = start.window()
    while widget is not None:
        by_tab = widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None
        if by_tab and widget.isVisible() and widget.isEnabled():
            yield widget
        following = widget.nextInFocusChain()
        widget = following if following is not start.window() else None
