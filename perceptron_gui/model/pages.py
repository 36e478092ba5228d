"""A sentence somewhere speaks of a page of the panel, and leads there."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class Pages(QObject):
    """`wanted` carries the title of a panel that is to be turned to."""

    wanted = Signal(str)


def link_to(title: str) -> str:
    """The tab called `title` in a sentence of rich text, whose links tell `wanted`."""
    return f'<a href="{title}">{title} tab</a>'
