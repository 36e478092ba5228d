"""Which examples are selected; shared by the tools that change it and the actions that use it."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from core.datasets.dataset import IntArray, read_only

_NONE = read_only(np.empty(0, np.int64))


class Selection(QObject):
    """Rows of the document's dataset, in increasing order; a hundred thousand of them are handled as one array."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: IntArray = _NONE
        self._indices: tuple[int, ...] | None = ()

    @property
    def indices(self) -> tuple[int, ...]:
        """The same as a tuple, made when it is first asked for."""
        if self._indices is None:
            self._indices = tuple(self.rows.tolist())
        return self._indices

    def __len__(self) -> int:
        return len(self.rows)

    def __contains__(self, row: int) -> bool:
        return bool(self.holds(np.array([row]))[0])

    def holds(self, rows: IntArray) -> NDArray[np.bool_]:
        if not len(self.rows):
            return np.zeros(len(rows), bool)
        places = np.minimum(np.searchsorted(self.rows, rows), len(self.rows) - 1)
        return np.equal(self.rows[places], rows)

    def set(self, indices: Iterable[int] | IntArray) -> None:
        self._take(_sorted(indices))

    def toggle(self, indices: Iterable[int] | IntArray) -> None:
        """Select those of `indices` that were not, and the other way round."""
        self._take(np.setxor1d(self.rows, _sorted(indices), assume_unique=True))

    def extend(self, indices: Iterable[int] | IntArray) -> None:
        self._take(np.union1d(self.rows, _sorted(indices)))

    def clear(self) -> None:
        self._take(_NONE)

    def keep_below(self, n: int) -> None:
        """Drop rows that a dataset of `n` examples does not have."""
        self._take(self.rows[: np.searchsorted(self.rows, n)])

    def _take(self, rows: IntArray) -> None:
        if len(rows) != len(self.rows) or (rows != self.rows).any():
            self.rows, self._indices = read_only(rows), None
            self.changed.emit()


def _sorted(indices: Iterable[int] | IntArray) -> IntArray:
    rows = indices.astype(np.int64) if isinstance(indices, np.ndarray) else np.fromiter(indices, np.int64)
    return rows if (rows[1:] > rows[:-1]).all() else np.unique(rows)
