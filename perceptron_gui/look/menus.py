"""Menus that panels share, and the tooltips of actions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QAbstractScrollArea, QMenu, QWidget

from core.explain import STYLES


def allow(action: QAction, meaning: str, idle: str = "") -> None:
    """Enable the action unless it is `idle`, with its purpose or the reason as tooltip and status tip.

    The purpose is its What's This, enabled or not.
    """
    action.setEnabled(not idle)
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    action.setToolTip(idle or (f"{meaning} ({keys})" if keys else meaning))
    action.setStatusTip(idle or meaning)
    action.setWhatsThis(meaning)


def copy_menu(parent: QWidget, copy: Callable[[str], object]) -> QMenu:
    """Return an entry for each of `STYLES`, which is given to `copy` by its name."""
    menu = QMenu(parent)
    for name, style in STYLES.items():
        menu.addAction(f"Copy as {style.title}").triggered.connect(partial(copy, name))
    return menu


def offer_menu(over: QAbstractScrollArea, make: Callable[[QPoint], QMenu]) -> None:
    """Show the menu that `make` returns for a pixel of a scrolled widget, where a person asks for one."""

    def pop_up(at: QPoint) -> None:
        menu = make(at)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)  # Its parent lives on and would keep every menu.
        menu.popup(over.viewport().mapToGlobal(at))

    over.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    over.customContextMenuRequested.connect(pop_up)
