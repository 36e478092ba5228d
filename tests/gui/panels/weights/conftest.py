"""A Weights panel to look at."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from tests.gui.panels.weights.weights_desk import Desk


@pytest.fixture
def desk(qtbot: QtBot) -> Desk:
    return Desk(qtbot)
