"""What every format makes of a file, and what becomes of it: a dataset, and what was decided on the way."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.dataset import Dataset, FloatArray
from core.files.labels import Labels

_FIRST_ROOM = 1000


@dataclass(frozen=True)
class Loaded:
    """A dataset, and what was ambiguous in its file: a sentence for each thing that was decided."""

    dataset: Dataset
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Survey:
    """What a file holds that one may have to choose from, each in file order and as `read` takes it."""

    features: tuple[str, ...]
    """Names; a number from 1 in place of one that is there twice."""
    classes: tuple[str, ...]
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Table:
    """The features that were asked for, X (n, d), and the label column: `codes` (n,) are the places of its texts."""

    features: tuple[str, ...]
    X: FloatArray
    labels: Labels
    codes: NDArray[np.int32]
    target: str
    remarks: tuple[str, ...] = ()

    def loaded(self, positive: str | None) -> Loaded:
        """The dataset; `positive` is the class that is +1 against all the others. Raises InputError."""
        classes = self.labels.classes(positive)
        signs = np.array([classes.signs[text] for text in self.labels.codes], np.int8)
        dataset = Dataset(self.X, signs[self.codes], self.features, classes.names, self.target)
        return Loaded(dataset, (*self.remarks, *self.labels.remarks()))


class Examples:
    """Rows that come piece by piece, kept as one array, column by column as a Dataset keeps them."""

    def __init__(self, d: int) -> None:
        self._room = np.empty((_FIRST_ROOM, d), order="F")
        self._n = 0

    def add(self, piece: FloatArray) -> None:
        """More rows (m, d), after those that are there."""
        end = self._n + len(piece)
        if end > len(self._room):
            # What is not written to takes no memory yet; the array before goes at once.
            wider = np.empty((2 * end, self._room.shape[1]), order="F")
            wider[: self._n] = self._room[: self._n]
            self._room = wider
        self._room[self._n : end] = piece
        self._n = end

    @property
    def X(self) -> FloatArray:
        """All the rows (n, d)."""
        return self._room[: self._n]
