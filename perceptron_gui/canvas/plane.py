"""Any number of features on a plane: the first two, or one of them along y = 0."""

from __future__ import annotations

import numpy as np

from core.dataset import FloatArray


def to_plane(rows: FloatArray) -> FloatArray:
    """The first two columns of `rows` (…, d); where there are fewer, zeros make up for them. Shape (…, 2).

    A vector of a kernel's feature space has none: it shows as 0.
    """
    d = rows.shape[-1]
    if d == 2:
        return rows
    if d > 2:
        return rows[..., :2]
    return np.concatenate([rows, np.zeros((*rows.shape[:-1], 2 - d))], axis=-1)
