"""The panels beside and below the canvas; each reads the player and the document, none another.

Those beside it are imported when they are first made: few of them are ever seen at once.
"""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.prediction_quiz import QuizBar as QuizBar
from perceptron_gui.panels.status import StatusLine as StatusLine
from perceptron_gui.panels.transport import TransportBar as TransportBar


def _theory(workspace: Workspace, theme: ThemeModel) -> QWidget:
    from perceptron_gui.panels.theory import TheoryPanel

    return TheoryPanel(workspace, theme)


def _learner(workspace: Workspace, theme: ThemeModel) -> QWidget:
    from perceptron_gui.panels.learner import LearnerPanel

    return LearnerPanel(workspace, theme)


def _step(workspace: Workspace, theme: ThemeModel) -> QWidget:
    from perceptron_gui.panels.step import StepPanel

    return StepPanel(workspace, theme)


def _weights(workspace: Workspace, theme: ThemeModel) -> QWidget:
    from perceptron_gui.panels.weights import WeightsPanel

    return WeightsPanel(workspace, theme)


def _compare(workspace: Workspace, theme: ThemeModel) -> QWidget:
    from perceptron_gui.panels.compare import ComparePanel

    return ComparePanel(workspace, theme)


def _runs(workspace: Workspace, theme: ThemeModel) -> QWidget:
    from perceptron_gui.panels.runs import RunsPanel

    return RunsPanel(workspace, theme)


def _data(workspace: Workspace, theme: ThemeModel) -> QWidget:
    from perceptron_gui.panels.data import DataPanel

    return DataPanel(workspace, theme)


PANELS: dict[str, Callable[[Workspace, ThemeModel], QWidget]] = {
    "Theory": _theory,
    "Learner": _learner,
    "Step": _step,
    "Weights": _weights,
    "Compare": _compare,
    "Runs": _runs,
    "Data": _data,
}
"""Title of its tab → what makes the side panel."""
