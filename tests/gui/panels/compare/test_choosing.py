"""Which entries are compared: boxes, chips, and how many there can be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.analysis.compared_entries import Entry, entry_of, kernel_from, paths, telling
from core.predictors import PREDICTORS
from core.run import train
from perceptron_gui.look.theme import DARK, LIGHT
from perceptron_gui.panels.compare.chooser import MOST
from tests.core.tables import DATASET
from tests.gui.canvas.desk import SEPARABLE, XOR
from tests.gui.panels.compare.table_desk import SPEC, Table, written


def test_it_begins_with_what_is_telling_for_the_data(qtbot: QtBot, lay: Callable[..., Table]) -> None:
    for dataset, separable in ((SEPARABLE, True), (XOR, False)):
        made = lay(dataset)
        made.show()
        assert made.entries == telling(SPEC, separable)
        made.panel.hide()


def test_any_entry_can_be_chosen_and_keeps_its_colour_while_others_go(table: Table) -> None:
    before = {entry: table.panel.marks.of(entry) for entry in table.entries}
    more = Entry(paths()[-1], list(PREDICTORS)[-1])
    table.set(more, on=True)
    table.settled()
    assert more in table.cells()
    first = next(iter(before))
    table.set(first, on=False)
    table.settled()
    assert first not in table.cells()
    assert {entry: table.panel.marks.of(entry) for entry in before if entry != first} == {
        entry: mark for entry, mark in before.items() if entry != first
    }
    table.set(first, on=True)
    assert table.panel.marks.of(first) == before[first]


def test_no_more_are_compared_than_can_be_told_apart(table: Table) -> None:
    spare = [Entry(path, name) for path in paths() for name in PREDICTORS if Entry(path, name) not in table.entries]
    for entry in spare[: MOST - len(table.entries)]:
        table.set(entry, on=True)
    assert len(table.entries) == MOST
    assert len({table.panel.marks.of(entry) for entry in table.entries}) == MOST
    last = table.box_of(spare[-1])
    assert not last.flags() & Qt.ItemFlag.ItemIsEnabled
    assert "at most" in last.data(Qt.ItemDataRole.ToolTipRole)
    table.settled()


def test_nothing_chosen_is_said_and_nothing_is_drawn(table: Table) -> None:
    for entry in table.entries:
        table.set(entry, on=False)
    assert "Nothing is chosen" in table.panel.said.text()
    assert not table.panel.table.isVisible()
    assert not table.workspace.compared_boundaries.outlines


def test_a_learner_that_the_window_turns_to_joins(table: Table) -> None:
    table.document.set_spec(replace(SPEC, learner="online-svm", order="shuffled"))
    table.settled()
    assert entry_of(table.document.spec) in table.cells()


def test_each_entry_has_a_chip_with_its_whole_name_and_a_click_takes_it_away(table: Table) -> None:
    chips, entries = table.panel.chips.chips, table.panel.marks.entries
    assert [chip.toolTip() for chip in chips] == [f"Remove {entry.title} from the comparison" for entry in entries]
    assert [chip.text()[0] for chip in chips] == [table.panel.marks.of(entry).letter for entry in entries]
    assert not [chip.text() for chip in chips if "…" in chip.text()], "no name is cut"
    QTest.mouseClick(chips[1], Qt.MouseButton.LeftButton)
    table.settled()
    assert table.panel.marks.entries == (entries[0], *entries[2:])
    assert len(table.panel.chips.chips) == len(entries) - 1
    assert [result.entry for result in table.panel.table.results.results] == list(table.panel.marks.entries)


def test_the_chips_of_as_many_as_there_can_be_stay_in_the_panel(table: Table) -> None:
    for path in paths():
        for predictor in PREDICTORS:
            table.panel.marks.add(Entry(path, predictor))
    table.panel.chips.refresh()
    table.qtbot.wait(1)
    chips = table.panel.chips.chips
    assert len(chips) == MOST
    assert table.panel.width() <= 430
    assert all(chip.geometry().right() <= table.panel.chips.width() for chip in chips)
    assert all(chip.fontMetrics().horizontalAdvance(chip.text()) <= chip.width() for chip in chips)


def test_each_entry_has_a_colour_of_its_own_in_both_themes() -> None:
    for theme in (LIGHT, DARK):
        assert len({theme.color(f"compared_{place}").name() for place in range(1, MOST + 1)}) == MOST


def test_a_kernel_with_its_numbers_is_what_the_boxes_stand_for(table: Table) -> None:
    for numbers in ("rbf g=4", "rbf g = 0.25"):
        table.panel.kernel.line.setText(numbers)
        table.panel.kernel.line.editingFinished.emit()
        boxes = table.panel.chooser.boxes
        path = next(row for row in boxes.rows if not isinstance(row, str) and row.in_kernel)
        table.set(Entry(replace(path, kernel=kernel_from(numbers, SPEC)), "last"), on=True)
        table.settled()
    cells = {entry.name: cells for entry, cells in table.cells().items()}
    for gamma in (4, 0.25):
        alone = train(DATASET, replace(SPEC, learner="kernel", gamma=gamma))
        assert cells[f"Kernel perceptron, rbf g = {gamma}"][:3] == written(alone)
    kept = table.panel.saved()
    table.panel.restore(kept)
    assert table.panel.saved() == kept
    table.panel.kernel.line.setText("rbf q = 1")
    table.panel.kernel.line.editingFinished.emit()
    assert "the kernel 'rbf q = 1' is not possible" in table.panel.said.text()
