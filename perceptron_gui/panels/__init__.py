"""The panels beside and below the canvas; each reads the player and the document, none another."""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.compare import ComparePanel as ComparePanel
from perceptron_gui.panels.data import DataPanel as DataPanel
from perceptron_gui.panels.learner import LearnerPanel as LearnerPanel
from perceptron_gui.panels.runs import RunsPanel as RunsPanel
from perceptron_gui.panels.status import StatusLine as StatusLine
from perceptron_gui.panels.step import StepPanel as StepPanel
from perceptron_gui.panels.theory import TheoryPanel as TheoryPanel
from perceptron_gui.panels.transport import TransportBar as TransportBar
from perceptron_gui.panels.weights import WeightsPanel as WeightsPanel

PANELS: dict[str, Callable[[Workspace, ThemeModel], QWidget]] = {
    "Theory": TheoryPanel,
    "Learner": LearnerPanel,
    "Step": StepPanel,
    "Weights": WeightsPanel,
    "Compare": ComparePanel,
    "Runs": RunsPanel,
    "Data": DataPanel,
}
"""Title of its tab → side panel."""
