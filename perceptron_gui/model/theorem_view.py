"""How the theorem is told: as numbers or as its proof, in raw or in normalised units."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from core.theory.margin.units import NORMALISED, RAW
from perceptron_gui.model.saved_setting import of_kind


class TheoremView(QObject):
    """Two switches; `changed` comes when either is turned."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.proof = False
        self.units = RAW

    @property
    def normalised(self) -> bool:
        """Whether that is R."""
        return self.units is NORMALISED

    @Slot(bool)
    def set_proof(self, on: bool) -> None:
        if on != self.proof:
            self.proof = on
            self.changed.emit()

    @Slot(bool)
    def set_normalised(self, on: bool) -> None:
        """Measure all lengths in R, or as the data have them."""
        if on != self.normalised:
            self.units = NORMALISED if on else RAW
            self.changed.emit()

    def saved(self) -> dict[str, bool]:
        return {"proof": self.proof, "normalised": self.normalised}

    def restore(self, value: Any) -> None:
        """The inverse of `saved`. Raises TypeError or LookupError for what it is not, and changes nothing then."""
        proof, normalised = of_kind(value["proof"], bool), of_kind(value["normalised"], bool)
        self.set_proof(proof)
        self.set_normalised(normalised)
