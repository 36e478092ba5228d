"""How the theorem is told: as numbers or as its proof, in raw or in normalised units."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from core.theory.margin.units import NORMALISED, RAW, Units
from perceptron_gui.model.saved_setting import of_kind


class TheoremView(QObject):
    """Two switches; `changed` comes when either is turned."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._proof = False
        self._units = RAW

    @property
    def proof(self) -> bool:
        """Whether the proof is shown in the place of the numbers."""
        return self._proof

    @property
    def units(self) -> Units:
        """What lengths are measured in."""
        return self._units

    @property
    def normalised(self) -> bool:
        """Whether that is R."""
        return self._units is NORMALISED

    @Slot(bool)
    def set_proof(self, on: bool) -> None:
        """Show the proof, or the numbers."""
        if on != self._proof:
            self._proof = on
            self.changed.emit()

    @Slot(bool)
    def set_normalised(self, on: bool) -> None:
        """Measure all lengths in R, or as the data have them."""
        if on != self.normalised:
            self._units = NORMALISED if on else RAW
            self.changed.emit()

    def saved(self) -> dict[str, bool]:
        """Both switches as plain JSON values."""
        return {"proof": self._proof, "normalised": self.normalised}

    def restore(self, value: Any) -> None:
        """The inverse of `saved`. Raises TypeError or LookupError for what it is not, and changes nothing then."""
        proof, normalised = of_kind(value["proof"], bool), of_kind(value["normalised"], bool)
        self.set_proof(proof)
        self.set_normalised(normalised)
