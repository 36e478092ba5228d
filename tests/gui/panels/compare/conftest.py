"""A compare panel to look at."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.spec import RunSpec
from tests.core.tables import DATASET
from tests.gui.panels.compare.table_desk import SPEC, Table


@pytest.fixture
def lay(qtbot: QtBot) -> Iterator[Callable[..., Table]]:
    """Makes tables, and ends their threads."""
    made: list[Table] = []

    def make(dataset: Dataset = DATASET, spec: RunSpec = SPEC) -> Table:
        made.append(Table(qtbot, dataset, spec))
        return made[-1]

    yield make
    for table in made:
        table.panel.hide()


@pytest.fixture
def table(lay: Callable[..., Table]) -> Table:
    made = lay()
    made.show()
    return made
