"""What a frame while playing leaves alone: nothing is laid out for words, and what stays is not made again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QLineF, QObject, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from core.analysis.compared_entries import Entry
from core.datasets.dataset import Dataset
from core.run import train
from perceptron_gui.look.plots.axes import draw_lines
from perceptron_gui.look.text.small_widgets import WrappedLabel
from perceptron_gui.look.theme import Appearance, ThemeModel
from perceptron_gui.model.document.document import Document, Selection
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.compare import ComparePanel
from perceptron_gui.panels.data import DataPanel
from perceptron_gui.window.main_window import MainWindow
from tests.partly_slow import partly_slow


class Layouts(QObject):
    """Counts how often a widget is laid out."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.LayoutRequest
        return False


@contextmanager
def layouts_of(widget: QWidget) -> Iterator[Layouts]:
    """While this lasts."""
    counted = Layouts()
    QApplication.processEvents()
    widget.installEventFilter(counted)
    yield counted
    widget.removeEventFilter(counted)


def noisy(n: int = 60) -> Dataset:
    rng = np.random.default_rng(3)
    y = np.where(np.arange(n) % 2, 1, -1)
    return Dataset(np.round(rng.normal(0, 1, (n, 2)) + 0.3 * y[:, None], 3), y)


@pytest.mark.slow
@partly_slow("title", ["Theory", "Step"], ["Weights", "Data"])
def test_the_window_is_not_laid_out_for_each_move_of_the_playhead(window: MainWindow, qtbot: QtBot, title: str) -> None:
    window.resize(1280, 800)
    window.panel.turn_to(title)
    window.document.open(noisy(), None)
    qtbot.waitUntil(lambda: not window.runner.running)
    window.player.go_to_update(300)
    QApplication.processEvents()
    window.player.go_to_update(301)
    with layouts_of(window) as layouts:
        for update in range(302, 322):
            window.player.go_to_update(update)
            QApplication.processEvents()
    assert window.player.position == 321
    assert layouts.count <= 4, "only where a text needs other lines"


def test_words_ask_for_room_only_where_they_get_higher(qtbot: QtBot) -> None:
    around, words = QWidget(), WrappedLabel()
    QVBoxLayout(around).addWidget(words)
    qtbot.addWidget(around)
    around.resize(240, 300)
    words.setText("one line")
    around.show()
    with layouts_of(around) as layouts:
        words.setText("another line")
        QApplication.processEvents()
        assert not layouts.count
        words.setText("so many words that they do not fit into a single line of this width " * 3)
        QApplication.processEvents()
        assert layouts.count
    assert words.height() >= words.heightForWidth(words.width()) > words.fontMetrics().height()


def test_lines_of_an_array_are_the_lines_drawn_one_by_one() -> None:
    ends = np.random.default_rng(0).uniform(0, 60, (40, 4))
    by_array, by_line = (QImage(60, 60, QImage.Format.Format_RGB32) for _ in range(2))
    for image in (by_array, by_line):
        image.fill(Qt.GlobalColor.white)
    with QPainter(by_array) as painter:
        draw_lines(painter, ends)
        draw_lines(painter, ends[:0])
    with QPainter(by_line) as painter:
        for four in ends.tolist():
            painter.drawLine(QLineF(*four))
    assert by_array == by_line


def test_a_selection_knows_which_of_some_rows_it_holds() -> None:
    selection, rows = Selection(), np.array([5, 0, 3, 9])
    assert not selection.holds(rows).any()
    selection.set([3, 5, 7])
    assert selection.holds(rows).tolist() == [row in selection for row in rows.tolist()] == [True, False, True, False]


def test_the_rows_painted_are_what_the_cells_say_at_every_moment(qtbot: QtBot) -> None:
    workspace, theme = Workspace(Document(noisy())), ThemeModel(Appearance.LIGHT)
    panel = DataPanel(workspace, theme)
    qtbot.addWidget(panel)
    panel.resize(700, 400)
    panel.show()
    workspace.player.set_run(train(workspace.document.dataset, workspace.document.spec))
    model, last = panel.model, panel.model.rowCount() - 1

    def check() -> None:
        for place, line in enumerate(panel.table.lines(0, last)):
            told = [model.data(model.index(place, column)) for column in range(model.columnCount())]
            assert isinstance(line.texts, Mapping)
            assert isinstance(line.colors, Mapping)
            assert all(text == told[column] for column, text in line.texts.items())
            assert set(line.texts) == set(range(model.columnCount()))
            wrong = str(told[-1]).endswith("✗")
            assert (line.colors[model.columnCount() - 1] == theme.current.color("now_text")) == wrong

    for update in (0, 1, 40, 7):
        workspace.player.go_to_update(update)
        check()
    model.sort(1, Qt.SortOrder.DescendingOrder)
    check()
    workspace.document.open(noisy(50), None)
    workspace.player.set_run(train(workspace.document.dataset, workspace.document.spec))
    last = model.rowCount() - 1
    check()


def test_an_edit_asks_for_no_cell_of_a_list_whose_marks_stay(qtbot: QtBot) -> None:
    workspace = Workspace(Document(noisy()))
    panel = ComparePanel(workspace, ThemeModel(Appearance.LIGHT))
    qtbot.addWidget(panel)
    told: list[object] = []
    panel.chooser.boxes.dataChanged.connect(lambda *cells: told.append(cells))
    workspace.document.open(noisy(50), None)
    assert not told
    entry = _entry(panel, 1)
    assert entry is not None
    panel.marks.add(entry)
    assert len(told) == 1
    panel.marks.add(entry)
    assert len(told) == 1


def _entry(panel: ComparePanel, row: int) -> Entry | None:
    return panel.chooser.boxes.entry(panel.chooser.boxes.index(row, 1))
