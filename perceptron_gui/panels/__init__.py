"""The panels beside and below the canvas; each reads the player and the document, none another."""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from perceptron_gui.document import Document
from perceptron_gui.panels.status import StatusLine as StatusLine
from perceptron_gui.panels.theory import TheoryPanel as TheoryPanel
from perceptron_gui.panels.transport import TransportBar as TransportBar
from perceptron_gui.player import Player
from perceptron_gui.theme import ThemeModel

PANELS: dict[str, Callable[[Player, Document, ThemeModel], QWidget]] = {"Theory": TheoryPanel}
"""Title of its tab → side panel."""
