"""The panels beside and below the canvas; each reads the player and the document, none another."""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.document import Document
from perceptron_gui.model.highlight import Highlight
from perceptron_gui.model.player import Player
from perceptron_gui.panels.status import StatusLine as StatusLine
from perceptron_gui.panels.theory import TheoryPanel as TheoryPanel
from perceptron_gui.panels.transport import TransportBar as TransportBar

PANELS: dict[str, Callable[[Player, Document, ThemeModel, Highlight], QWidget]] = {"Theory": TheoryPanel}
"""Title of its tab → side panel."""
