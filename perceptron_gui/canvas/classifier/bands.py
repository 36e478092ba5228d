"""How sure a classifier is, in steps that can be told apart."""

from __future__ import annotations

import numpy as np

from core.datasets.dataset import FloatArray

BANDS = 8


def bands_of(values: FloatArray, largest: float) -> np.ndarray[tuple[int, int], np.dtype[np.int8]]:
    """From −8 to 8: how far each of `values` (q, p) is from 0, in eighths of `largest` rounded towards 0.

    What is no number, as far from all examples, is 0: nothing is said there.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        eighths = np.clip(np.trunc(values / largest * BANDS), -BANDS, BANDS)
    bands: np.ndarray[tuple[int, int], np.dtype[np.int8]] = np.nan_to_num(eighths).astype(np.int8)
    return bands
