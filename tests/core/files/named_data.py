"""Data whose names are hard to write, for the tests of formats; and the signs that a file is read with."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from hypothesis import strategies as st

from core import files
from core.datasets.dataset import LARGEST, Dataset

numbers = st.floats(-LARGEST, LARGEST)
any_text = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8)
hard_names = st.sampled_from(
    [
        "",
        " ",
        "-1",
        "+1",
        "0",
        "1",
        "−1",
        "1.0",
        "nan",
        "3,5",
        "label",
        "Class",
        "a (-1 = b, +1 = c)",
        ' ("',
        "a;b",
        "\ufeff",
        "\r\n",
    ]
)
names = any_text | hard_names


@st.composite
def named_datasets(draw: st.DrawFn) -> Dataset:
    d = draw(st.integers(1, 3))
    rows = draw(st.lists(st.tuples(*[numbers] * d), max_size=5))
    y = draw(st.lists(st.sampled_from([-1, 1]), min_size=len(rows), max_size=len(rows)))
    labels = draw(st.tuples(names, names).filter(lambda pair: pair[0] != pair[1]))
    features = draw(st.lists(names, min_size=d, max_size=d))
    return Dataset(np.array(rows, float).reshape(len(rows), d), y, features, labels, draw(names))


def signs(path: Path, positive: str | None = None) -> tuple[list[int], tuple[str, str]]:
    dataset = files.load(path, positive=positive)
    return dataset.y.tolist(), dataset.labels
