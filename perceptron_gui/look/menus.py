"""Menus that panels share: in which styles something is copied, and how one pops up."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractScrollArea, QMenu, QWidget

from core.explain import STYLES


def copy_menu(parent: QWidget, copy: Callable[[str], object]) -> QMenu:
    """An entry for each of `STYLES`, which is given to `copy` by its name."""
    menu = QMenu(parent)
    for name, style in STYLES.items():
        menu.addAction(f"Copy as {style.title}").triggered.connect(partial(copy, name))
    return menu


def pop_up(menu: QMenu, over: QAbstractScrollArea, at: QPoint) -> None:
    """Show it at a pixel of what scrolls there; it is gone once it closes."""
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.popup(over.viewport().mapToGlobal(at))
