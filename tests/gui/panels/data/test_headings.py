"""Names in the Data panel are whole, however long they are."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.built_in import BUILT_IN
from core.datasets.dataset import Dataset
from core.spec import RunSpec
from perceptron_gui.panels.data.headings import Headings
from tests.gui.panels.data.data_desk import FOUR, DataDesk


def headed(qtbot: QtBot, *names: str) -> DataDesk:
    """A panel over examples with these features, all of them numbers of few digits."""
    return DataDesk(qtbot, Dataset(np.eye(len(names)) + 1, [1, -1] * (len(names) // 2), list(names)))


def headings(desk: DataDesk) -> list[str]:
    return [desk.table.headings.shown(section) for section in range(desk.model.columnCount())]


def test_a_long_name_stands_on_two_lines_and_is_whole(qtbot: QtBot) -> None:
    desk = headed(qtbot, "sepal length (cm)", "petal_width_cm", "x", "y")
    shown = headings(desk)[:5]
    assert ["".join(name.split()) for name in shown] == ["#", "sepallength(cm)", "petal_width_cm", "x", "y"]
    assert ["\n" in name for name in shown] == [False, True, True, False, False]
    assert desk.table.headings.height() > headed(qtbot, "x", "y").table.headings.height()
    desk.table.setColumnWidth(1, 300)
    assert headings(desk)[1] == "sepal length (cm)"


def test_a_name_without_end_is_shortened_in_the_middle_and_told_whole(qtbot: QtBot) -> None:
    name = "the_width_of_the_petals_" * 9 + "in_centimetres"
    desk = headed(qtbot, name, "y")
    first, last = headings(desk)[1].split("\n")
    assert first.startswith("the_wid")
    assert last.endswith("etres")
    assert "…" in first
    assert "…" in last
    assert name in desk.model.headerData(1, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)


def test_two_long_names_and_the_rest_fit_beside_each_other_and_more_are_scrolled_to(qtbot: QtBot) -> None:
    two = headed(qtbot, "sepal length (cm)", "sepal width (cm)")
    assert two.table.horizontalScrollBar().maximum() == 0
    assert two.table.headings.length() == two.table.viewport().width()
    four = headed(qtbot, "sepal length (cm)", "sepal width (cm)", "petal length (cm)", "petal width (cm)")
    assert four.table.horizontalScrollBar().maximum() > 0
    assert "…" not in "".join(headings(four))


WIDTH = 430
"""Of the panel in a window that nobody changed."""


TWO_FEATURES = {each.name: each.dataset() for each in BUILT_IN if each.dataset().d == 2}


@pytest.mark.parametrize("name", TWO_FEATURES)
def test_the_names_of_classes_and_features_are_whole_in_a_window_that_nobody_changed(qtbot: QtBot, name: str) -> None:
    desk = DataDesk(qtbot, TWO_FEATURES[name], RunSpec(max_updates=50))
    desk.panel.resize(WIDTH, 600)
    room = desk.table.columnWidth(3) - 2 * desk.table.pad
    assert max(map(desk.table.fontMetrics().horizontalAdvance, set(desk.column(3)))) <= room
    assert "…" not in "".join(headings(desk))
    last = desk.table.columnWidth(desk.model.columnCount() - 1)
    assert desk.table.headings.length() - last <= desk.table.viewport().width()


def test_names_of_features_stand_on_three_lines_only_where_the_class_would_be_cut(qtbot: QtBot) -> None:
    data = Dataset(
        FOUR.X, FOUR.y, ("sepal length (cm)", "petal width (cm)"), ("setosa", "versicolor or virginica or another")
    )
    desk = DataDesk(qtbot, data)

    def name_at(width: int) -> tuple[str, int]:
        desk.panel.resize(width, 600)
        QApplication.processEvents()
        return headings(desk)[1], desk.table.headings.height()

    (two, low), (three, high) = name_at(WIDTH + 150), name_at(WIDTH - 50)
    assert (two, three) == ("sepal\nlength (cm)", "sepal\nlength\n(cm)")
    assert low < high
    assert name_at(WIDTH + 150) == (two, low)


def test_a_class_name_that_is_scrolled_to_is_whole(qtbot: QtBot) -> None:
    data = Dataset(np.eye(8), [1, -1] * 4, labels=("other", "Iris-virginica"))
    desk = DataDesk(qtbot, data)
    assert desk.table.horizontalScrollBar().maximum() > 0
    room = desk.table.columnWidth(9) - 2 * desk.table.pad
    assert desk.table.fontMetrics().horizontalAdvance("○ Iris-virginica") <= room


def test_other_class_names_have_their_room_too(desk4: DataDesk) -> None:
    names = ("width of it", "height of it")
    for wide in ("yes", "of course"):
        desk4.document.edit(Dataset(FOUR.X, FOUR.y, names, ("no", wide), "species"), "rename")
        room = desk4.table.columnWidth(3) - 2 * desk4.table.pad
        assert desk4.table.fontMetrics().horizontalAdvance(f"○ {wide}") <= room


def test_a_sign_that_comes_later_has_room_and_the_view_stays_sorted(qtbot: QtBot) -> None:
    long = np.array([[0.12888, 0.23888], [0.34888, 0.45888]])
    desk = DataDesk(qtbot, Dataset(long, [1, -1], ["x", "y"]))
    desk.table.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    desk.document.edit(Dataset(-long, [1, -1], ["x", "y"]), "mirror")
    told, room = desk.cell(0, 2), desk.table.columnWidth(2) - 2 * desk.table.pad
    assert told == "−0.23888"
    assert desk.table.fontMetrics().horizontalAdvance(told) <= room
    assert desk.model.sorting == (1, True)


def test_the_label_takes_what_a_narrower_column_leaves(desk4: DataDesk) -> None:
    label = desk4.table.columnWidth(3)
    desk4.table.setColumnWidth(1, desk4.table.columnWidth(1) - 10)
    assert desk4.table.columnWidth(3) == label + 10


def test_classes_called_by_numbers_have_the_true_minus_sign(desk4: DataDesk) -> None:
    numbered = Dataset(FOUR.X, FOUR.y, labels=("-1", "+1"))
    desk4.document.edit(numbered, "rename")
    assert desk4.panel.counts.text() == "○ 2 +1 · × 2 −1 · 2 features"
    assert desk4.cell(2, 3) == "× −1"


def test_of_very_many_columns_those_in_view_are_measured_and_the_others_when_they_come_into_view(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured: set[str] = set()
    width_of = Headings.width_of

    def noted(self: Headings, name: str, most: int) -> int:
        measured.add(name)
        return width_of(self, name, most)

    monkeypatch.setattr(Headings, "width_of", noted)
    names = [f"expression of gene {j}" for j in range(5_000)]
    desk = DataDesk(qtbot, Dataset(np.eye(4, 5_000), [1, -1] * 2, names))
    in_view = desk.table.columns_in_view()
    assert len(measured) < 40
    assert len(in_view) < 40
    assert [*desk.table.lines(0, 0)[0].texts] == [*in_view]
    desk.table.scrollTo(desk.model.index(0, 3_000))
    QApplication.processEvents()
    assert "expression of gene 2999" in measured
    assert len(measured) < 80
    assert desk.table.columnWidth(3_000) > desk.table.columnWidth(4_000)
    assert desk.table.headings.shown(3_000).replace("\n", " ") == "expression of gene 2999"
