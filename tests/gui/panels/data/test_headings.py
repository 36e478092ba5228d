"""Names in the Data panel are whole, however long they are."""

from __future__ import annotations

import re

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from core.built_in import BUILT_IN
from core.datasets.dataset import Dataset
from core.spec import RunSpec
from perceptron_gui.panels.data.view import Headings
from tests.gui.panels.data.data_desk import FOUR, DataDesk


def headed(qtbot: QtBot, *names: str) -> DataDesk:
    """A panel over examples with these features, all of them numbers of few digits."""
    return DataDesk(qtbot, Dataset(np.eye(len(names)) + 1, [1, -1] * (len(names) // 2), list(names)))


def headings(desk: DataDesk) -> list[str]:
    table = desk.table.headings
    titles = (column.title for column in desk.model.columns)
    shown = [table.shown(title, table.sectionSize(place) - 8) for place, title in enumerate(titles)]
    return [re.sub(r"(?<=[_\-./])\n", "", name).replace("\n", " ") for name in shown]


def test_a_long_name_is_whole_and_makes_the_header_higher(qtbot: QtBot) -> None:
    desk = headed(qtbot, "sepal length (cm)", "petal_width_cm", "x", "y")
    assert headings(desk)[:5] == ["#", "sepal length (cm)", "petal_width_cm", "x", "y"]
    assert desk.table.headings.height() > headed(qtbot, "x", "y").table.headings.height()


def test_a_name_without_end_is_shortened_in_the_middle_and_told_whole(qtbot: QtBot) -> None:
    name = "the_width_of_the_petals_" * 9 + "in_centimetres"
    desk = headed(qtbot, name, "y")
    shown = headings(desk)[1]
    assert shown.startswith("the_")
    assert shown.endswith("tres")
    assert "…" in shown
    assert name in desk.model.headerData(1, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)


def test_two_long_names_and_the_rest_fit_beside_each_other_and_more_are_scrolled_to(qtbot: QtBot) -> None:
    two = headed(qtbot, "sepal length (cm)", "sepal width (cm)")
    assert two.table.horizontalScrollBar().maximum() == 0
    assert two.table.headings.length() == two.table.viewport().width()
    six = headed(qtbot, *[f"{of} {what} (cm)" for of in ("sepal", "petal", "stem") for what in ("length", "width")])
    assert six.table.horizontalScrollBar().maximum() > 0
    assert "…" not in "".join(headings(six))


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


def test_of_very_many_columns_few_are_measured_and_those_in_view_are_drawn(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured: set[str] = set()
    shown = Headings.shown

    def noted(headings: Headings, name: str, room: int) -> str:
        measured.add(name)
        return shown(headings, name, room)

    monkeypatch.setattr(Headings, "shown", noted)
    desk = DataDesk(qtbot, Dataset(np.eye(4, 5_000), [1, -1] * 2, [f"expression of gene {j}" for j in range(5_000)]))
    in_view = desk.table.columns_in_view()
    assert len(in_view) < 40
    assert len(measured) <= 240
    assert [*desk.table.lines(0, 0)[0].texts] == [*in_view]
    desk.table.scrollTo(desk.model.index(0, 3_000))
    desk.table.grab()
    assert "expression of gene 2999" in measured
