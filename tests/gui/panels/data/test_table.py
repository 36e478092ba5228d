"""The Data panel: what stands in its table and above it."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.spec import RunSpec
from perceptron_gui.panels.data import DataPanel
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk
from tests.gui.panels.data.data_desk import FOUR, DataDesk, enter


def test_the_table_shows_number_features_label_and_score(desk4: DataDesk) -> None:
    header = [desk4.model.headerData(i, Qt.Orientation.Horizontal) for i in range(desk4.model.columnCount())]
    assert header == ["#", "width", "height", "species", "y·a", "updates"]
    assert [desk4.cell(2, column) for column in range(4)] == ["3", "3", "0.12346", "× setosa"]
    assert desk4.cell(0, 3) == "○ virginica"
    assert desk4.model.data(desk4.model.index(2, 2), Qt.ItemDataRole.ToolTipRole) == "0.1234567890123"


def test_above_it_stand_the_counts_and_whether_the_data_are_separable_and_why(desk4: DataDesk) -> None:
    assert desk4.panel.counts.text() == "○ 2 virginica · × 2 setosa · 2 features"
    assert desk4.panel.note.headline.text().startswith("Separable: at most")
    assert "γ\u00a0=\u00a0" in desk4.panel.note.headline.text()
    assert "R²/\u2060γ²" in desk4.panel.note.headline.text()
    desk4.document.edit(FOUR.flipped([0]).moved([1], [2.0, 1.0]), "contradict")
    desk4.solve()
    assert desk4.panel.note.headline.text().startswith("Not separable: examples 1 and 2")


def test_the_score_is_y_times_a_under_the_vector_at_the_playhead(desk4: DataDesk) -> None:
    desk4.player.home()
    assert desk4.column(4) == ["0 ✗"] * 4
    desk4.player.end()
    state = desk4.player.state
    assert state is not None
    margins = FOUR.y * (FOUR.X @ state.w + state.b)
    shown = [float(text.replace("−", "-").removesuffix(" ✗")) for text in desk4.column(4)]
    assert shown == pytest.approx(margins, rel=1e-3)
    assert not any("✗" in text for text in desk4.column(4))


def test_nothing_is_marked_as_wrong_where_another_vector_than_w_predicts(qtbot: QtBot) -> None:
    desk = DataDesk(qtbot, spec=RunSpec("averaged"))
    desk.player.home()
    assert desk.column(4) == ["0"] * 4


def test_in_a_kernels_feature_space_there_is_no_such_vector_and_no_such_column(qtbot: QtBot) -> None:
    desk = DataDesk(qtbot, spec=RunSpec("kernel", kernel="rbf"))
    assert desk.table.isColumnHidden(4)
    assert not DataDesk(qtbot).table.isColumnHidden(4)


@pytest.mark.parametrize("kernel", ["rbf", None])
def test_with_other_data_no_other_column_is_hidden(qtbot: QtBot, kernel: str | None) -> None:
    desk = DataDesk(qtbot, spec=RunSpec("kernel", kernel="rbf"))
    for d in (1, 3, 2):
        rng = np.random.default_rng(d)
        desk.document.open(Dataset(rng.normal(size=(4, d)), FOUR.y), None)
        desk.document.set_spec(RunSpec("kernel", kernel="rbf") if kernel else RunSpec())
        desk.solve()
        hidden = [place for place in range(desk.model.columnCount()) if desk.table.isColumnHidden(place)]
        assert hidden == ([d + 2] if kernel else [])


def test_a_hidden_panel_does_nothing_until_it_is_seen(desk4: DataDesk) -> None:
    desk4.panel.hide()
    desk4.document.edit(FOUR.removed([0]), "remove")
    assert desk4.model.rowCount() == 4
    desk4.panel.show()
    assert desk4.model.rowCount() == 3


def test_keys_of_the_table_move_in_it_and_the_others_go_to_the_run(window: MainWindow, desk: Desk) -> None:
    window.panel.turn_to("Data")
    panel = window.panel.panel
    assert isinstance(panel, DataPanel)
    panel.table.setCurrentIndex(panel.model.index(0, 1))
    panel.table.setFocus()
    desk.qtbot.waitUntil(panel.table.hasFocus)
    example = window.player.state.example if window.player.state else None
    QTest.keyClick(panel.table, Qt.Key.Key_Right)
    assert panel.table.currentIndex().column() == 2
    assert window.player.state is not None
    assert window.player.state.example == example
    QTest.keyClick(panel.table, Qt.Key.Key_Minus)
    editor = panel.table.viewport().findChild(QLineEdit)
    assert editor is not None
    assert editor.text() == "-"
    QTest.keyClicks(editor, "3,5")
    enter(editor)
    assert window.document.dataset.X[0, 1] == -3.5
    before = window.document.dataset.y.tolist()
    window.selection.set([0])
    QTest.keyClick(panel.table, Qt.Key.Key_F)
    assert window.document.dataset.y.tolist() == [-before[0], *before[1:]]


def test_the_updates_on_each_example_follow_the_playhead(desk4: DataDesk) -> None:
    """The dual view of a run in the plane: w is the sum of as many y·x as each row says."""
    run = desk4.player.run
    assert run is not None
    for update in (run.updates, 1, 0, run.updates // 2):
        desk4.player.go_to_update(update)
        counts = np.bincount(run.history.index(0, update), minlength=4)
        assert desk4.column(5) == [str(count) for count in counts.tolist()]
        state = run.history.seek(update)
        assert state.w == pytest.approx((counts * FOUR.y) @ FOUR.X)
