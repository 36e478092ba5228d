"""A file with more than the window can show: asks which class is +1, and which two features to use."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QFormLayout, QLabel, QVBoxLayout, QWidget

from core.files import Survey
from perceptron_gui.files.loading import Request

_SHOWN = 2
"""Classes, and features."""


@dataclass(frozen=True)
class Choices:
    """What the user chose; None where there was nothing to choose."""

    positive: str | None
    columns: tuple[str, ...] | None


class ImportDialog(QDialog):
    """Asks only what the file leaves open."""

    def __init__(self, survey: Survey, request: Request, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"Open {request.path.name}")
        self._survey = survey
        self._positive: QComboBox | None = None
        self._columns: list[QComboBox] = []
        sentences = []
        if len(survey.classes) > _SHOWN and request.positive is None:
            self._positive = _choice(survey.classes, 0)
            sentences.append(f"The file has {len(survey.classes)} classes; one is to be told from all the others.")
        if len(survey.features) > _SHOWN and request.columns is None:
            self._columns = [_choice(survey.features, j) for j in range(_SHOWN)]
            sentences.append(f"It has {len(survey.features)} features; the picture and the learner take two of them.")
        explanation = QLabel(" ".join(sentences))
        explanation.setWordWrap(True)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Open | QDialogButtonBox.StandardButton.Cancel)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(explanation)
        layout.addLayout(self._form())
        layout.addWidget(self._buttons)
        self._allow()

    @property
    def choices(self) -> Choices:
        """The present answers."""
        positive = None if self._positive is None else self._survey.classes[self._positive.currentIndex()]
        columns = tuple(self._survey.features[box.currentIndex()] for box in self._columns)
        return Choices(positive, columns or None)

    def _form(self) -> QFormLayout:
        form = QFormLayout()
        if self._positive is not None:
            form.addRow("○ +1 is the &class", self._positive)
        for box, axis in zip(self._columns, ("&horizontal", "&vertical"), strict=False):
            box.currentIndexChanged.connect(self._allow)
            form.addRow(f"Feature on the {axis} axis", box)
        return form

    @Slot()
    def _allow(self) -> None:
        """One feature on both axes would be a line."""
        chosen = {box.currentIndex() for box in self._columns}
        self._buttons.button(QDialogButtonBox.StandardButton.Open).setEnabled(len(chosen) == len(self._columns))


def _choice(names: tuple[str, ...], index: int) -> QComboBox:
    box = QComboBox()
    box.addItems(names)
    box.setCurrentIndex(index)
    return box
