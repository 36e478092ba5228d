"""What every test of the runs panel has."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from tests.gui.panels.runs.bench import FEW, WHOLE, Bench


@pytest.fixture(autouse=True)
def few_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as a test can wait for."""
    monkeypatch.setattr("perceptron_gui.panels.runs.many_runs._RUNS", FEW)
    monkeypatch.setattr("perceptron_gui.panels.runs.what_if._CELLS", 12)


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(qtbot, WHOLE)
    yield made
    made.panel.close()
