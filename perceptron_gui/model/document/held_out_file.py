"""The examples of another file, put aside to be asked about: no run over the document's learns from them."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from core.datasets.dataset import Dataset
from core.files.session import HeldOutFile, fits_in_session
from perceptron_gui.model.document.document import Document


class HeldOutSlot(QObject):
    """One file, or none. It goes when another document is opened, or its features or classes are others."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.file: HeldOutFile | None = None
        document.opened.connect(self._clear)
        document.dataset_changed.connect(self._fit)

    @property
    def kept(self) -> HeldOutFile | None:
        """The same where a session has room for it, else None."""
        file = self.file
        return file if file is not None and fits_in_session(self._document.dataset, file.dataset) else None

    def put(self, file: HeldOutFile | None) -> None:
        """Put this aside, in the place of what was; None for nothing. What does not fit the document is nothing."""
        self.file = file
        self._fit(self._document.dataset)

    @Slot()
    def _clear(self) -> None:
        self.file = None

    @Slot(object)
    def _fit(self, dataset: Dataset) -> None:
        if self.file is not None:
            other = self.file.dataset
            if (other.features, other.labels) != (dataset.features, dataset.labels):
                self.file = None
