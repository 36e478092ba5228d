"""Examples that are mostly 0, as whoever has SciPy passes them: rows of it, which are never made dense."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.datasets.dataset import LARGEST, Dataset, FloatArray, IntArray, LabelArray, read_only
from core.errors import InputError


def in_rows(X: Any) -> Any:
    """Return a copy of SciPy's sparse X (n, d) as rows of floats whose columns ascend; `indices` are of 64 bits.

    Duplicates are added up in the order in which they are stored. Raises ValueError for a column that does not exist.
    """
    rows = X.tocsr().astype(np.float64)
    rows.check_format(full_check=True)
    if not rows.has_canonical_format:
        # The way over columns keeps that order, which SciPy's own sort of a row may not.
        rows = rows.tocsc().tocsr()
        rows.sum_duplicates()
    rows.indptr, rows.indices = rows.indptr.astype(np.int64), rows.indices.astype(np.int64)
    return rows


class SparseDataset(Dataset):
    """As much of a dataset as a run asks for, over sparse rows: X (n, d) is what `in_rows` returns."""

    X: Any

    def __init__(self, X: Any, y: LabelArray) -> None:
        """Take over both. Raises InputError for a number that is too large."""
        large = np.flatnonzero(np.abs(X.data) > LARGEST)
        if len(large):
            row = int(np.searchsorted(X.indptr, large[0], "right"))
            raise InputError(f"example {row:,} has {X.data[large[0]]}; give a finite number of at most {LARGEST:g}")
        self.__setstate__({"X": X, "y": y})

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        read_only(self.y)

    def row(self, index: int) -> tuple[IntArray, FloatArray]:
        part = slice(*self.X.indptr[index : index + 2])
        return self.X.indices[part], self.X.data[part]
