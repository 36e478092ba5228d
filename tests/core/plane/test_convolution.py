"""Counts convolved with a mask: what they add up to, and the same in numpy and in C."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from core.compiled import loops
from core.plane import cell_counts
from core.plane.cell_counts import Counts, Levels, convolved

whole = st.integers(-8, 8).map(float)
weights = st.floats(-16, 0, width=32)
masks = array_shapes(min_dims=2, max_dims=2, max_side=5)


@given(arrays(np.int32, (4, 21), elements=st.integers(0, 3)), arrays(np.float32, masks, elements=whole))
def test_every_count_lays_the_mask_as_often(counts: Counts, mask: Levels) -> None:
    (height, width), (rows, columns) = counts.shape, mask.shape
    expected = np.zeros((height + rows - 1, width + columns - 1))
    for (row, column), count in np.ndenumerate(counts):
        expected[row : row + rows, column : column + columns] += count * mask
    assert convolved(counts, mask).tolist() == expected.tolist()


@pytest.mark.skipif(loops() is None, reason="the compiled loops were not built")
@given(
    arrays(np.int32, st.tuples(st.integers(1, 9), st.integers(1, 40)), elements=st.integers(0, 10**6), fill=st.just(0)),
    arrays(np.float32, masks, elements=weights),
)
def test_both_ways_give_the_same_bits(counts: Counts, mask: Levels) -> None:
    fast = convolved(counts, mask)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cell_counts, "loops", lambda: None)
        assert convolved(counts, mask).tobytes() == fast.tobytes()
