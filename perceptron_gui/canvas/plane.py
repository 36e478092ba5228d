"""Any number of features on a plane: the first two, or one of them along y = 0."""

from __future__ import annotations

import numpy as np

from core.dataset import FloatArray


def to_plane(rows: FloatArray) -> FloatArray:
    """The first two columns of `rows` (…, d); a single one gets zeros beside it. Shape (…, 2)."""
    d = rows.shape[-1]
    if d == 2:
        return rows
    if d > 2:
        return rows[..., :2]
    return np.concatenate([rows, np.zeros_like(rows)], axis=-1)
