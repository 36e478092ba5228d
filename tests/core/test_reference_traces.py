"""Traces recorded once are made again bit for bit, on every machine and by every version."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import load
from core.engine import vectors
from core.explain.trace import trace
from core.run import train
from core.spec import RunSpec
from tests.places import DATASETS

pytestmark = pytest.mark.usefixtures("either_way")

_REFERENCE = Path(__file__).parent / "reference"
_IRIS = DATASETS / "iris_setosa_virginica.csv"

RECORDED = {
    "iris_standard_cyclic_seed3.csv": RunSpec("standard", "cyclic", seed=3),
    "iris_voted_shuffled_seed3.csv": RunSpec("voted", "shuffled", seed=3),
    "iris_pocket_random_seed3.csv": RunSpec("pocket", "random", seed=3),
    "iris_kernel_cyclic_seed3.csv": RunSpec("kernel", "cyclic", seed=3, kernel="poly", degree=2, max_updates=200),
}
_OF_THE_RUN = ("update", "epoch", "example", "index", "label", "activation", "w_1", "w_2", "b", "survival", "errors")
"""Columns that follow the binding arithmetic; the others depend on ŵ*, whose last bit is the solver's."""


def cells(text: str) -> list[list[str]]:
    head, *rows = (line.split(",") for line in text.splitlines())
    kept = [place for place, name in enumerate(head) if name in _OF_THE_RUN]
    return [[row[place] for place in kept] for row in (head, *rows)]


@pytest.mark.parametrize("name", RECORDED)
def test_a_recorded_trace_is_made_again(name: str) -> None:
    recorded = (_REFERENCE / name).read_text("utf-8")
    assert cells("".join(trace(train(load(_IRIS), RECORDED[name])))) == cells(recorded)


@pytest.mark.parametrize("size", [1, 1 << 13])
@pytest.mark.parametrize("name", ["iris_standard_cyclic_seed3.csv", "iris_voted_shuffled_seed3.csv"])
def test_whichever_way_the_engine_scans(name: str, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "_SMALLEST_BLOCK", size)
    recorded = (_REFERENCE / name).read_text("utf-8")
    assert cells("".join(trace(train(load(_IRIS), RECORDED[name])))) == cells(recorded)
