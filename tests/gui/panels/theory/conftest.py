"""A theory panel over a player, opened on its numbers."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.player import Player
from perceptron_gui.model.workspace import TheoryPage
from perceptron_gui.panels.theory import TheoryPanel
from tests.gui.workspaces import workspace_of


@pytest.fixture
def panel(qtbot: QtBot, player: Player, theme: ThemeModel) -> TheoryPanel:
    made = TheoryPanel(workspace_of(player, page=TheoryPage.NUMBERS), theme)
    qtbot.addWidget(made)
    made.resize(420, 700)
    made.show()
    return made
