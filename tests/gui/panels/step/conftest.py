"""A Step panel to look at."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.player import Player
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.step import StepPanel
from tests.gui.workspaces import workspace_of


@pytest.fixture
def workspace(player: Player) -> Workspace:
    return workspace_of(player)


@pytest.fixture
def panel(qtbot: QtBot, workspace: Workspace, theme: ThemeModel) -> Iterator[StepPanel]:
    made = StepPanel(workspace, theme)
    qtbot.addWidget(made)
    made.resize(430, 700)
    made.show()
    yield made
    made.hide()
