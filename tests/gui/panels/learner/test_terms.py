"""The ledger of a kernel in the Learner panel, and the room that its tables take."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from core.numbers.formulas import adding_up
from core.spec import RunSpec
from perceptron_gui.look.plots.chart import Chart
from perceptron_gui.panels.learner.view import ListRow, ListTable
from perceptron_gui.panels.learner.views import MOST_TERMS, VIEWS, LedgerView
from tests.core.tables import DATASET, over_pairs
from tests.gui.panels.learner.learner_desk import POINTS, PanelDesk, click, moments, overlapping, texts_of


@over_pairs()
def test_the_terms_in_order_of_size_and_their_sum(qtbot: QtBot, spec: RunSpec) -> None:
    desk = PanelDesk(qtbot, DATASET, spec)
    view = desk.view(LedgerView)
    assert isinstance(view, LedgerView)
    if not VIEWS[LedgerView](desk.run):
        assert desk.run.predictor.own or desk.run.rule.threshold
        return
    for k in moments(desk.run):
        desk.go(k, POINTS[2])
        question = np.array(POINTS[2])
        decision = desk.run.decision(desk.run.history.example_of(k))
        ledger = view.ledger
        assert ledger is not None
        value = float(decision.score(question[None, :])[0])
        assert ("but for rounding" in view.words.text()) == (value != ledger.total)
        *terms, b, f = texts_of(view.table)
        largest_first = sorted(ledger.terms.tolist(), key=abs, reverse=True)
        summed = adding_up([*largest_first, ledger.offset], ledger.total)
        assert [line[3] for line in [*terms, b]] == list(summed.terms)
        assert (b[0], f[0], f[3]) == ("b", "f", summed.total)


@over_pairs()
def test_in_a_high_window_what_is_left_stays_below_everything(qtbot: QtBot, spec: RunSpec) -> None:
    desk = PanelDesk(qtbot, DATASET, spec)
    desk.panel.resize(430, 2000)
    desk.go(desk.run.updates)
    for table in desk.panel.findChildren(ListTable):
        assert not table.isVisible() or table.height() == table.minimumHeight()
    for view in desk.panel.fitting:
        for chart in view.findChildren(Chart):
            assert view.height() <= chart.height() + 8


@pytest.mark.parametrize(("width", "told"), [(300, [""] * 4), (40, ["a feature with a long name", "", "", ""])])
def test_only_what_is_cut_is_told_in_a_tip(qtbot: QtBot, width: int, told: list[str]) -> None:
    table = ListTable("terms", ("feature", "w", "x", "w·x"), 5)
    qtbot.addWidget(table)
    table.resize(4 * width, 100)
    table.show()
    table.show_lines([ListRow(("a feature with a long name", "1", "2", "2"))])
    found = []
    for column in range(4):
        place = table.visualRect(table.model().index(0, column)).center()
        tip = QHelpEvent(QEvent.Type.ToolTip, place, table.viewport().mapToGlobal(place))
        QApplication.sendEvent(table.viewport(), tip)
        found.append(QToolTip.text() if QToolTip.isVisible() else "")
        QToolTip.hideText()
        qtbot.waitUntil(lambda: not QToolTip.isVisible())
    assert found == told


def test_of_many_terms_the_largest_stand_alone_and_a_click_selects_the_example(qtbot: QtBot) -> None:
    desk = PanelDesk(qtbot, overlapping(), RunSpec("kernel", gamma=0.7, max_epochs=8))
    view = desk.view(LedgerView)
    assert isinstance(view, LedgerView)
    desk.go(desk.run.updates, POINTS[1])
    assert view.ledger is not None
    alone = view.table.rows.shown[:MOST_TERMS]
    largest = np.sort(np.abs(view.ledger.terms))[::-1][:MOST_TERMS]
    state = desk.run.history.seek(desk.run.updates)
    assert state.alpha is not None
    for line, size in zip(alone, largest.tolist(), strict=True):
        assert line.key is not None
        x = desk.run.dataset.X[line.key]
        term = state.alpha[line.key] * np.exp(-0.7 * ((x - POINTS[1]) ** 2).sum())
        assert term == pytest.approx(size)
    assert texts_of(view.table)[MOST_TERMS][0] == f"{len(view.ledger.terms) - MOST_TERMS} more"
    click(view.table, 2)
    assert desk.workspace.selection.indices == (alone[2].key,)
