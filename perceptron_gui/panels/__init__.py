"""The panels beside and below the canvas; each reads the player and the document, none another.

Those beside it are imported when they are first made: few of them are ever seen at once.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from PySide6.QtWidgets import QWidget

from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.exercise_bars import ByHandBar as ByHandBar
from perceptron_gui.panels.exercise_bars import QuizBar as QuizBar
from perceptron_gui.panels.status import StatusLine as StatusLine
from perceptron_gui.panels.transport import TransportBar as TransportBar

Maker = Callable[[Workspace, ThemeModel], QWidget]


def _maker(title: str) -> Maker:
    """What makes the panel called `title`: of "Theory" it is TheoryPanel in theory/."""

    def make(workspace: Workspace, theme: ThemeModel) -> QWidget:
        panel: QWidget = getattr(import_module(f"{__name__}.{title.lower()}"), f"{title}Panel")(workspace, theme)
        return panel

    return make


PANELS: dict[str, Maker] = {
    title: _maker(title) for title in ("Theory", "Learner", "Step", "Weights", "Compare", "Runs", "Data")
}
"""Title of its tab → what makes the side panel."""
