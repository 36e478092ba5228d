"""The panels beside and below the canvas; each reads the player and the document, none another.

Those beside it are imported when they are first made: few of them are ever seen at once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module

from PySide6.QtWidgets import QWidget

from core.lessons.vocabulary import TABS
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.bottom.bar import BottomBar as BottomBar
from perceptron_gui.panels.exercises import ByHandCard as ByHandCard
from perceptron_gui.panels.exercises import QuizCard as QuizCard


def _make(title: str, workspace: Workspace, theme: ThemeModel) -> QWidget:
    """Make the panel called `title`: for "Theory" a TheoryPanel, of theory/."""
    panel: QWidget = getattr(import_module(f"{__name__}.{title.lower()}"), f"{title}Panel")(workspace, theme)
    return panel


PANELS: dict[str, Callable[[Workspace, ThemeModel], QWidget]] = {title: partial(_make, title) for title in TABS}
"""Title of its tab → the function that makes the side panel."""
