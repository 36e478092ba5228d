"""Which examples are selected; shared by the tools that change it and the actions that use it."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal


class Selection(QObject):
    """Rows of the document's dataset, in increasing order."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._indices: tuple[int, ...] = ()

    @property
    def indices(self) -> tuple[int, ...]:
        """The selected rows."""
        return self._indices

    def set(self, indices: Iterable[int]) -> None:
        """Select exactly these."""
        chosen = tuple(sorted({int(i) for i in indices}))
        if chosen != self._indices:
            self._indices = chosen
            self.changed.emit()

    def toggle(self, indices: Iterable[int]) -> None:
        """Select those of `indices` that were not, and the other way round."""
        self.set(set(self._indices) ^ {int(i) for i in indices})

    def extend(self, indices: Iterable[int]) -> None:
        """Select these as well."""
        self.set({*self._indices, *indices})

    def clear(self) -> None:
        """Select nothing."""
        self.set(())

    def keep_below(self, n: int) -> None:
        """Drop rows that a dataset of `n` examples does not have."""
        self.set(i for i in self._indices if i < n)
