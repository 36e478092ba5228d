"""A Data panel to look at."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from tests.gui.panels.data.data_desk import DataDesk


@pytest.fixture
def desk4(qtbot: QtBot) -> DataDesk:
    """Qt's own tester looks at every change of the model."""
    desk = DataDesk(qtbot)
    QAbstractItemModelTester(desk.model, QAbstractItemModelTester.FailureReportingMode.Warning, desk.panel)
    return desk
