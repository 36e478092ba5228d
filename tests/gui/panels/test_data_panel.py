"""The table of the examples, in step with the canvas."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from core.built_in import BUILT_IN
from core.datasets.dataset import Dataset
from core.run import train
from core.spec import RunSpec
from perceptron_gui.look.theme import Appearance, ThemeModel
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.data import DataPanel
from perceptron_gui.panels.data.columns import Score
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk

FOUR = Dataset(
    [[2.0, 1.0], [1.0, 3.0], [3.0, 0.1234567890123], [0.5, -2.0]],
    [1, 1, -1, -1],
    ["width", "height"],
    ("setosa", "virginica"),
    "species",
)
FEWER = Dataset([[2.0, 1.0], [4.0, 3.0]], [1, -1], ["width", "height"])
_CONTROL, _SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
_NONE = Qt.KeyboardModifier.NoModifier
_DISPLAY = Qt.ItemDataRole.DisplayRole


@dataclass
class DataDesk:
    """A data panel over some points, its run at hand."""

    qtbot: QtBot
    dataset: Dataset = FOUR
    spec: RunSpec = field(default_factory=RunSpec)

    def __post_init__(self) -> None:
        self.workspace = Workspace.over(Document(self.dataset, self.spec))
        self.document, self.selection = self.workspace.document, self.workspace.selection
        self.player, self.highlight = self.workspace.player, self.workspace.highlight
        self.said: list[str] = []
        self.document.refused.connect(self.said.append)
        self.document.dataset_changed.connect(lambda data: self.selection.keep_below(data.n))
        self.panel = DataPanel(self.workspace, ThemeModel(Appearance.LIGHT))
        self.qtbot.addWidget(self.panel)
        self.panel.resize(420, 600)
        self.panel.show()
        self.table, self.model = self.panel.table, self.panel.model
        self.solve()
        QApplication.processEvents()  # Qt lays the rows out then

    def solve(self) -> None:
        self.player.set_run(train(self.document.dataset, self.document.spec))

    @property
    def selected(self) -> list[int]:
        return list(self.selection.indices)

    def cell(self, place: int, column: int) -> str:
        return str(self.model.data(self.model.index(place, column), _DISPLAY))

    def column(self, column: int) -> list[str]:
        return [self.cell(place, column) for place in range(self.model.rowCount())]

    def at(self, place: int, column: int = 0) -> QPoint:
        return self.table.visualRect(self.model.index(place, column)).center()

    def click(self, place: int, held: Qt.KeyboardModifier = _NONE, button: Qt.MouseButton | None = None) -> None:
        QTest.mouseClick(self.table.viewport(), button or Qt.MouseButton.LeftButton, held, self.at(place))

    def double_click(self, place: int, column: int) -> None:
        QTest.mouseClick(self.table.viewport(), Qt.MouseButton.LeftButton, _NONE, self.at(place, column))
        QTest.mouseDClick(self.table.viewport(), Qt.MouseButton.LeftButton, _NONE, self.at(place, column))

    def type(self, place: int, column: int, text: str) -> None:
        """Double click a cell, type over what it holds, press Enter."""
        self.double_click(place, column)
        editor = self.editor()
        assert editor is not None
        editor.setText(text)
        enter(editor)

    def editor(self) -> QLineEdit | None:
        found: QLineEdit | None = self.table.viewport().findChild(QLineEdit)
        return found

    def tinted(self) -> list[int]:
        """The places that are set off from the others."""
        places = range(self.model.rowCount())
        return [place for place in places if self.model.background(self.model.row_at(place)) is not None]


def enter(editor: QLineEdit) -> None:
    QTest.keyClick(editor, Qt.Key.Key_Return)
    leave_to_qt()


def leave_to_qt() -> None:
    """Let the event loop do what Qt leaves to it."""
    QApplication.sendPostedEvents(None, QEvent.Type.MetaCall)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def desk4(qtbot: QtBot) -> DataDesk:
    """Qt's own tester looks at every change of the model."""
    desk = DataDesk(qtbot)
    QAbstractItemModelTester(desk.model, QAbstractItemModelTester.FailureReportingMode.Warning, desk.panel)
    return desk


def test_the_table_shows_number_features_label_and_score(desk4: DataDesk) -> None:
    header = [desk4.model.headerData(i, Qt.Orientation.Horizontal) for i in range(desk4.model.columnCount())]
    assert header == ["#", "width", "height", "species", "y·a", "updates"]
    assert [desk4.cell(2, column) for column in range(4)] == ["3", "3", "0.12346", "× setosa"]
    assert desk4.cell(0, 3) == "○ virginica"
    assert desk4.model.data(desk4.model.index(2, 2), Qt.ItemDataRole.ToolTipRole) == "0.1234567890123"


def headed(qtbot: QtBot, *names: str) -> DataDesk:
    """A panel over examples with these features, all of them numbers of few digits."""
    return DataDesk(qtbot, Dataset(np.eye(len(names)) + 1, [1, -1] * (len(names) // 2), list(names)))


def headings(desk: DataDesk) -> list[str]:
    return [desk.table.headings.shown(section) for section in range(desk.model.columnCount())]


def test_a_long_name_stands_on_two_lines_and_is_whole(qtbot: QtBot) -> None:
    desk = headed(qtbot, "sepal length (cm)", "petal_width_cm", "x", "y")
    assert headings(desk)[:5] == ["#", "sepal\nlength (cm)", "petal_\nwidth_cm", "x", "y"]
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
    data = Dataset(FOUR.X, FOUR.y, ("sepal length (cm)", "petal width (cm)"), ("setosa", "versicolor or virginica"))
    desk = DataDesk(qtbot, data)

    def name_at(width: int) -> tuple[str, int]:
        desk.panel.resize(width, 600)
        QApplication.processEvents()
        return headings(desk)[1], desk.table.headings.height()

    (two, low), (three, high) = name_at(WIDTH + 150), name_at(WIDTH)
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


def test_the_label_takes_what_a_narrower_column_leaves(desk4: DataDesk) -> None:
    label = desk4.table.columnWidth(3)
    desk4.table.setColumnWidth(1, desk4.table.columnWidth(1) - 20)
    assert desk4.table.columnWidth(3) == label + 20


def test_classes_called_by_numbers_have_the_true_minus_sign(desk4: DataDesk) -> None:
    numbered = Dataset(FOUR.X, FOUR.y, labels=("-1", "+1"))
    desk4.document.edit(numbered, "rename")
    assert desk4.panel.counts.text() == "○ 2 +1 · × 2 −1 · 2 features"
    assert desk4.cell(2, 3) == "× −1"


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


def test_a_click_a_shift_click_and_a_control_click_select_in_the_canvas(desk4: DataDesk) -> None:
    desk4.click(0)
    assert desk4.selected == [0]
    desk4.click(2, _SHIFT)
    assert desk4.selected == [0, 1, 2]
    desk4.click(1, _CONTROL)
    assert desk4.selected == [0, 2]
    desk4.click(3, _CONTROL)
    assert desk4.selected == [0, 2, 3]
    desk4.click(1)
    assert desk4.selected == [1]


def test_a_drag_and_the_arrow_keys_select_too(desk4: DataDesk) -> None:
    viewport = desk4.table.viewport()
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, _NONE, desk4.at(1, 1))
    QTest.mouseMove(viewport, desk4.at(2, 1))
    QTest.mouseMove(viewport, desk4.at(3, 1))
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, _NONE, desk4.at(3, 1))
    assert desk4.selected == [1, 2, 3]
    desk4.click(0)
    QTest.keyClick(desk4.table, Qt.Key.Key_Down)
    assert desk4.selected == [1]
    QTest.keyClick(desk4.table, Qt.Key.Key_Down, _SHIFT)
    assert desk4.selected == [1, 2]


def test_a_right_click_on_a_selected_row_keeps_the_selection(desk4: DataDesk) -> None:
    desk4.selection.set([0, 2])
    desk4.click(2, button=Qt.MouseButton.RightButton)
    assert desk4.selected == [0, 2]
    desk4.click(1, button=Qt.MouseButton.RightButton)
    assert desk4.selected == [1]


def test_what_the_canvas_selects_is_lit_in_the_table(desk4: DataDesk) -> None:
    before = desk4.table.viewport().grab().toImage()
    desk4.selection.set([1, 3])
    after = desk4.table.viewport().grab().toImage()
    for place in range(4):
        spot = desk4.at(place) + QPoint(0, 8)
        assert (before.pixelColor(spot) != after.pixelColor(spot)) == (place in (1, 3))


def test_a_large_selection_with_gaps_comes_and_goes_at_once(qtbot: QtBot) -> None:
    """A list of a hundred thousand ranges, looked through for each cell, would take minutes."""
    n = 200_000
    many = Dataset(np.arange(2.0 * n).reshape(n, 2), np.tile([1, -1], n // 2))
    workspace = Workspace.over(Document(many))
    panel = DataPanel(workspace, ThemeModel(Appearance.LIGHT))
    qtbot.addWidget(panel)
    panel.show()
    workspace.selection.set(range(0, n, 2))
    panel.table.viewport().grab()
    panel.table.selectAll()
    assert len(workspace.selection) == n


def test_the_table_scrolls_to_what_is_selected_in_the_canvas_and_to_the_example_at_the_playhead(qtbot: QtBot) -> None:
    n = 500
    desk = DataDesk(qtbot, Dataset([[float(i), float(i % 7) - 3] for i in range(n)], [1] * (n - 1) + [-1]))
    desk.selection.set([400])
    assert desk.table.viewport().rect().contains(desk.at(400))
    desk.player.go_to_update(1)
    assert desk.table.viewport().rect().contains(desk.at(0))
    assert desk.tinted() == [0]


def test_what_was_selected_among_other_examples_is_forgotten(qtbot: QtBot) -> None:
    desk = DataDesk(qtbot, Dataset([[float(i), 0.0] for i in range(90)], [1, -1] * 45))
    desk.selection.set([85])
    desk.table.scrollToBottom()
    desk.click(85, _CONTROL)
    assert desk.selected == []
    desk.document.open(FOUR, None)
    QTest.mousePress(desk.table.viewport(), Qt.MouseButton.LeftButton, _SHIFT, desk.at(1))
    QTest.mouseMove(desk.table.viewport(), desk.at(2))
    QTest.mouseRelease(desk.table.viewport(), Qt.MouseButton.LeftButton, _SHIFT, desk.at(2))
    assert set(desk.selected) <= set(range(4))


def test_what_is_pointed_at_in_the_table_is_lit_in_the_canvas_and_the_other_way_round(desk4: DataDesk) -> None:
    desk4.player.home()
    QTest.mouseMove(desk4.table.viewport(), desk4.at(1))
    desk4.qtbot.waitUntil(lambda: desk4.highlight.kind == "example")
    assert desk4.highlight.rows == (1,)
    desk4.highlight.show("example", [2])
    assert desk4.tinted() == [2]
    desk4.highlight.clear()
    assert desk4.tinted() == []


@pytest.mark.parametrize(("text", "value"), [("7.25", 7.25), ("−7,25", -7.25), ("1e-5", 1e-5), ("0", 0.0)])
def test_a_cell_takes_point_and_comma_and_one_undo_takes_it_back(desk4: DataDesk, text: str, value: float) -> None:
    desk4.type(1, 2, text)
    assert desk4.document.dataset.X[1].tolist() == [1.0, value]
    assert desk4.document.undo_stack.undoText() == "set height"
    desk4.document.undo_stack.undo()
    assert desk4.document.dataset.same_as(FOUR)


def test_a_cell_that_is_opened_and_left_alone_keeps_every_digit(desk4: DataDesk) -> None:
    desk4.double_click(2, 2)
    editor = desk4.editor()
    assert editor is not None
    assert editor.text() == "0.1234567890123"
    enter(editor)
    assert desk4.document.dataset is FOUR


def test_what_is_typed_while_its_row_goes_changes_nothing_and_nobody_warns(desk4: DataDesk) -> None:
    """Enter closes a cell only when Qt comes to it: the points may be others by then."""
    desk4.double_click(1, 2)
    editor = desk4.editor()
    assert editor is not None
    editor.setText("7")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    desk4.document.open(FEWER, None)
    leave_to_qt()
    assert desk4.document.dataset.same_as(FEWER)
    desk4.type(1, 2, "7")
    assert desk4.document.dataset.X[1].tolist() == [FEWER.X[1, 0], 7.0]


@pytest.mark.parametrize(
    ("text", "sentence"), [("half", "“half” is not a number"), ("1e101", "out of range"), ("", "empty")]
)
def test_a_bad_cell_is_one_sentence_and_changes_nothing(desk4: DataDesk, text: str, sentence: str) -> None:
    desk4.type(1, 1, text)
    assert len(desk4.said) == 1
    assert sentence in desk4.said[0]
    assert "width" in desk4.said[0]
    assert desk4.document.dataset is FOUR


def test_a_double_click_on_a_label_flips_it(desk4: DataDesk) -> None:
    desk4.double_click(0, 3)
    assert desk4.document.dataset.y.tolist() == [-1, 1, -1, -1]
    assert desk4.cell(0, 3) == "× setosa"
    desk4.table.setCurrentIndex(desk4.model.index(1, 3))
    QTest.keyClick(desk4.table, Qt.Key.Key_Return)
    assert desk4.document.dataset.y.tolist() == [-1, -1, -1, -1]


def test_sorting_is_of_the_view_alone_and_says_so(desk4: DataDesk) -> None:
    assert desk4.panel.sorted.isHidden()
    desk4.table.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    assert desk4.column(0) == ["4", "2", "1", "3"]
    assert desk4.document.dataset is FOUR
    assert desk4.panel.sorted.text() == "View only, by width: the data keep their order."
    desk4.table.sortByColumn(3, Qt.SortOrder.DescendingOrder)
    assert desk4.column(0) == ["1", "2", "3", "4"]
    desk4.table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    assert desk4.panel.sorted.isHidden()


def test_in_a_sorted_view_a_row_is_the_example_that_it_shows(desk4: DataDesk) -> None:
    desk4.table.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    assert desk4.column(0) == ["3", "1", "2", "4"]
    desk4.click(0)
    desk4.click(1, _SHIFT)
    assert desk4.selected == [0, 2]
    desk4.type(0, 2, "9")
    assert desk4.document.dataset.X[2].tolist() == [3.0, 9.0]
    desk4.type(0, 1, "-1")
    assert desk4.column(0) == ["1", "2", "4", "3"]
    assert desk4.table.currentIndex().row() == 3


def test_an_example_is_carried_to_another_turn_by_its_number(desk4: DataDesk) -> None:
    pad = desk4.table.viewport()
    place = {row: desk4.table.visualRect(desk4.model.index(row, 0)).center() for row in range(4)}
    QTest.mousePress(pad, Qt.MouseButton.LeftButton, _NONE, place[3])
    QTest.mouseMove(pad, place[2])
    QTest.mouseMove(pad, place[0])
    QTest.mouseRelease(pad, Qt.MouseButton.LeftButton, _NONE, place[0])
    assert desk4.document.dataset.X[:, 0].tolist() == [0.5, 2.0, 1.0, 3.0]
    assert desk4.document.dataset.y.tolist() == [-1, 1, 1, -1]
    assert desk4.selected == [0]
    assert desk4.document.undo_stack.undoText() == "move example 4 to 1"
    QTest.keyClick(desk4.table, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert desk4.document.dataset.X[:, 0].tolist() == [2.0, 0.5, 1.0, 3.0]
    for _ in range(2):
        desk4.document.undo_stack.undo()
    assert desk4.document.dataset.same_as(FOUR)


def test_a_sorted_table_carries_nothing(desk4: DataDesk) -> None:
    desk4.table.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    pad = desk4.table.viewport()
    place = {row: desk4.table.visualRect(desk4.model.index(row, 0)).center() for row in range(4)}
    QTest.mousePress(pad, Qt.MouseButton.LeftButton, _NONE, place[3])
    QTest.mouseMove(pad, place[0])
    QTest.mouseRelease(pad, Qt.MouseButton.LeftButton, _NONE, place[0])
    assert desk4.document.dataset is FOUR


def test_the_examples_themselves_are_sorted_by_a_command_of_its_own(desk4: DataDesk) -> None:
    desk4.selection.set([3])
    desk4.table.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    desk4.panel.sort_examples.click()
    assert desk4.document.dataset.X[:, 0].tolist() == [0.5, 1.0, 2.0, 3.0]
    assert desk4.selected == [0]
    assert desk4.column(0) == ["1", "2", "3", "4"]
    assert desk4.document.undo_stack.undoText() == "sort examples by width"
    assert desk4.panel.remarks.text() == "Done to the points: examples sorted by width."
    desk4.document.undo_stack.undo()
    assert desk4.document.dataset.same_as(FOUR)
    assert desk4.panel.remarks.isHidden()


def test_sorted_by_score_the_rows_follow_the_playhead(desk4: DataDesk) -> None:
    desk4.player.home()
    desk4.table.sortByColumn(4, Qt.SortOrder.AscendingOrder)
    desk4.player.end()

    def in_order() -> bool:
        keys = Score().keys(desk4.model._seen)[desk4.model.order]
        return bool((np.diff(keys) >= 0).all())

    desk4.qtbot.waitUntil(in_order)


def test_rows_come_and_go_with_the_examples(desk4: DataDesk) -> None:
    desk4.table.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    desk4.document.edit(FOUR.appended([[1.5, 0.0]], [1]), "add")
    assert desk4.column(0) == ["4", "2", "5", "1", "3"]
    desk4.document.edit(desk4.document.dataset.removed([0, 1]), "remove")
    assert desk4.column(1) == ["0.5", "1.5", "3"]
    desk4.document.open(Dataset([[1.0, 2.0, 3.0]], [1]), None)
    assert desk4.model.columnCount() == 7
    assert desk4.panel.sorted.isHidden()


def test_the_menu_of_a_row_inserts_before_it(desk4: DataDesk) -> None:
    desk4.selection.set([1, 2])
    menu = desk4.panel.menu_at(desk4.at(1))
    actions = {action.text().replace("&", ""): action for action in menu.actions()}
    assert list(actions) == [
        "Insert an Example Before",
        "Flip 2 Examples",
        "Duplicate 2 Examples",
        "Delete 2 Examples",
        "Copy 2 Examples",
        "Paste",
    ]
    actions["Insert an Example Before"].trigger()
    assert desk4.document.dataset.X[1].tolist() == [0.0, 0.0]
    assert desk4.document.dataset.n == 5


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
