"""The rows of the theorem as they are copied."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from core.run import Run, train
from core.spec import RunSpec
from perceptron_gui.look.text.sentences import numbers_as_text
from perceptron_gui.look.theme import Appearance, ThemeModel
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.theory.proof import InequalityTable
from tests.core.tables import DATASET


def test_a_row_that_does_not_hold_has_its_cross_in_text_and_picture(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = train(DATASET, RunSpec())
    state = run.history.seek(run.updates)
    assert run.margin.gamma is not None
    told = run.inequalities(state, None, replace(run.margin, gamma=50 * run.margin.gamma, bound=0.5))
    monkeypatch.setattr(Run, "inequalities", lambda *_: told)
    broken = sum(not row.holds for row in told)
    text = numbers_as_text(run, state)
    assert broken >= 2
    assert (text.count("✗ does not hold"), text.count("✓ holds")) == (broken, len(told) - broken)
    table = InequalityTable(Workspace(Document()), ThemeModel(Appearance.LIGHT))
    qtbot.addWidget(table)
    table.set_rows(told)
    assert [cells[-1] for cells in table.cells] == ["✓" if row.holds else "✗" for row in told]
