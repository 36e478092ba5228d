"""What each view of the runs panel is: a question to the background, and a picture of the answers so far."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from core.errors import Cancelled
from core.learners import resolved
from core.run import Run
from perceptron_gui.look.text.lettering import readable
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.threads.background import Work
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.runs.plot import Plot

_TOLD_S = 0.1
_SMALL = 0.9
_READING_LINES = 2
"""However short what is read is, the plot keeps its size."""


@dataclass(frozen=True, eq=False)
class Question:
    """What is to be found out: two with an equal `key` have equal answers. `total` counts what is to come."""

    key: tuple[object, ...]
    work: Work
    total: int
    of: str
    """What is counted, in the plural: "runs"."""


class Experiment(QWidget):
    """A sentence, controls, a plot, what is read in it, and what was found.

    `asked` tells that its own controls ask for something else. What is opened goes to the document.
    """

    title: ClassVar[str]
    tip: ClassVar[str]
    asked = Signal()
    subject: Any = None
    """What it is of, beyond data and options, for another of its kind; None for nothing."""

    def __init__(self, workspace: Workspace, theme: ThemeModel, plot: Plot[Any], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.document = workspace.document
        self.plot = plot
        self.theme = theme
        self.about, self.reading, self.result = _words(), _words(), _words()
        self.reading.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        self.reading.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.reading.setFixedHeight(_READING_LINES * (self.reading.fontMetrics().height() + 1))
        self.controls = QHBoxLayout()
        self.layout_ = QVBoxLayout(self)
        self.layout_.setContentsMargins(0, 0, 0, 0)
        self.layout_.setSpacing(6)
        self.layout_.addWidget(self.about)
        self.layout_.addLayout(self.controls)
        self.layout_.addWidget(plot, 1)
        self.layout_.addWidget(self.reading)
        self.layout_.addWidget(self.result)
        self.layout_.addStretch()
        plot.read.connect(self._read)
        self._read("")

    def set_asking(self, on: bool) -> None:
        """Without anything to ask or to show there is no empty plot, and no word on what a click in it does."""
        for part in (self.plot, self.reading):
            part.setVisible(on)

    @property
    @abstractmethod
    def count(self) -> int:
        """How much of what was asked is found."""

    @abstractmethod
    def question(self) -> Question:
        """What is asked now. Raises InputError where nothing can be asked, and why."""

    @abstractmethod
    def words(self) -> str:
        """What is asked, in a sentence or two."""

    @abstractmethod
    def begin(self) -> None:
        """Forget what was found: answers to the question asked now are to come."""

    @abstractmethod
    def take(self, answers: list[object]) -> None:
        """Show these answers too."""

    def saved(self) -> Any:
        """What is chosen in its controls, in plain JSON values; None where there are none."""
        return None

    def restore(self, value: Any) -> None:
        """Choose what `saved` told of. Raises as `SavedSetting.restore`."""

    def mark(self) -> None:
        """Show where the present run stands among them."""

    @Slot(str)
    def _read(self, text: str) -> None:
        self.reading.setText(text or self.tip)

    def present(self) -> Run | None:
        """The document's run, where it is there and over."""
        run, spec = self.workspace.player.run, resolved(self.document.spec)
        known = run is not None and run.dataset is self.document.dataset and run.spec == spec
        return run if run is not None and known and run.stopped is not None else None


def gathered(answers: Iterable[object], cancelled: Cancelled) -> Iterator[list[object]]:
    """Lists of answers, one every tenth of a second, so that telling them costs nothing."""
    held: list[object] = []
    told = time.monotonic()
    for answer in answers:
        held.append(answer)
        if cancelled():
            return
        if time.monotonic() - told > _TOLD_S:
            yield held
            held, told = [], time.monotonic()
    if held:
        yield held


def _words() -> QLabel:
    label = QLabel()
    label.setWordWrap(True)
    label.setFont(readable(label.font(), _SMALL))
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
    return label
