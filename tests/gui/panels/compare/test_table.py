"""What the table of the compare panel tells of each entry, and how it is copied and saved."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import mean, stdev

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest

from core.analysis import comparison
from core.analysis.compared_entries import entry_of
from core.analysis.comparison_table import COLUMNS
from core.datasets.dataset import Dataset
from core.datasets.transforms import split
from core.numbers.numerals import counted, number, percent_text
from core.run import train
from core.theory.quantities import symbol_at
from perceptron_gui.look.text.sentences import accuracy_words
from perceptron_gui.panels.compare import ComparePanel
from perceptron_gui.panels.compare.results import ResultsTable, stopping_words
from tests.core.tables import DATASET
from tests.gui.canvas.desk import XOR
from tests.gui.conftest import Desk
from tests.gui.panels.compare.table_desk import PATIENCE_MS, SPEC, Table, written


def test_the_numbers_are_those_of_fresh_runs(table: Table) -> None:
    cells = table.cells()
    assert tuple(cells) == table.entries
    for result in table.panel.table.results.results:
        alone = train(DATASET, result.entry.spec(SPEC))
        row = cells[result.entry]
        assert row[:3] == written(alone)
        assert row[4] == ("–" if result.margin is None else number(result.margin, 3))
        assert row[2].endswith(f" · {percent_text(alone.confusion().accuracy or 0.0)}")
        assert row[5] == ("–" if result.share is None else f"{number(100 * result.share, 2)} %")
        assert stopping_words(result) == ("converged" if alone.converged else str(alone.stopped).replace("-", " "))
    assert table.panel.table.isColumnHidden(3)


def test_a_row_tells_which_classes_are_confused_at_the_playhead_in_training_and_held_out(table: Table) -> None:
    table.hold_out("30", "4")
    table.settled()
    training, held_out = split(DATASET, 0.3, 4)
    for example in (0, training.n, 3 * training.n):
        table.player.visit_example(example)
        table.stood_at(example)
        for place, result in enumerate(table.panel.table.results.results):
            alone = train(training, result.entry.spec(SPEC))
            at = min(example, alone.history.examples)
            words = accuracy_words(alone, alone.confusion(None, at), alone.confusion(held_out, at))
            row = table.panel.table.results.index(table.panel.table.results.lines * place, 0)
            told = row.data(Qt.ItemDataRole.ToolTipRole).splitlines()
            assert told[1] == f"After {counted(at, 'example')} (the playhead, or its end):"
            assert told[2:] == list(words)


def test_the_letters_of_the_curves_are_not_told_as_symbols_of_the_theory(table: Table) -> None:
    charts = [chart for chart in table.panel.charts if chart.spec is not None]
    assert charts
    for chart in charts:
        assert chart.spec is not None
        assert any(symbol_at(curve.name, 0) for curve in chart.spec.curves)
        assert "its letter is in the table" in chart.whatsThis()


def test_a_click_on_a_row_makes_it_the_windows_learner(table: Table) -> None:
    for place, result in enumerate(table.panel.table.results.results):
        view = table.panel.table
        at = view.visualRect(view.results.index(view.results.lines * place + 1, 1)).center()
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
        assert entry_of(table.document.spec) == result.entry
        assert table.document.spec.max_epochs == SPEC.max_epochs
        table.settled()
        marked = [
            view.results.index(view.results.lines * row, 0).data(Qt.ItemDataRole.BackgroundRole)
            for row in range(len(table.entries))
        ]
        assert [row for row, background in enumerate(marked) if background is not None] == [place]


def test_a_cap_on_large_data_is_said(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparison, "WORK", 60)
    monkeypatch.setattr(comparison, "_FEWEST", 1)
    table.document.edit(DATASET.flipped([0]), "Flip")
    table.settled()
    assert "Runs over 6 examples are followed for 10 updates at most" in table.panel.said.text()


@pytest.mark.slow
def test_a_limit_of_an_order_without_epochs_is_said(lay: Callable[..., Table]) -> None:
    made = lay(XOR, replace(SPEC, learner="pocket", max_updates=10**6))
    made.show()
    most = SPEC.max_epochs * XOR.n
    said = made.panel.said.text()
    assert f"Runs in an order without epochs (random) are followed for {most} updates at most" in said
    assert f"as many examples as the other orders meet in {SPEC.max_epochs} epochs" in said
    updates = {result.entry.path.order: result.run.updates for result in made.panel.table.results.results}
    assert updates["random"] == most
    assert updates["cyclic"] <= most


def test_what_was_wrong_with_one_file_is_not_said_of_the_next(table: Table, tmp_path: Path) -> None:
    (tmp_path / "other.csv").write_text("x1,height,label\n1,2,+1\n2,3,-1\n")
    table.panel.holding.read(tmp_path / "other.csv")
    table.wait_until(lambda: "called 'x2'" in table.panel.said.text())
    table.document.open(XOR, None)
    assert table.panel.said.text() == ""
    assert not table.panel.table.isVisible()
    table.solve()
    table.settled()
    assert table.panel.said.text().startswith("All learn from the same 4 examples")


def test_no_examples_are_said(table: Table) -> None:
    table.document.open(Dataset.empty(), None)
    assert "No examples yet" in table.panel.said.text()
    assert not table.panel.table.isVisible()
    assert not table.workspace.compared_boundaries.outlines


@pytest.mark.parametrize("width", [380, 430])
def test_nothing_is_cut_in_a_narrow_panel(table: Table, width: int) -> None:
    table.hold_out("30")
    table.panel.verticalScrollBar().setFixedWidth(14)
    table.panel.resize(width, 500)
    view: ResultsTable = table.panel.table
    assert view.width() <= width
    metrics = view.fontMetrics()
    for row in range(1, view.results.rowCount(), view.results.lines):
        for place in range(len(COLUMNS)):
            text = view.results.index(row, place).data()
            assert metrics.horizontalAdvance(text) < view.columnWidth(place)
            assert metrics.horizontalAdvance(COLUMNS[place].title) < view.columnWidth(place)
    table.panel.choose.setChecked(True)
    assert table.panel.chooser.horizontalScrollBar().maximum() == 0


def test_copy_numbers_copies_the_table_while_it_is_seen(desk: Desk) -> None:
    window = desk.open()
    window.panel.turn_to("Compare")
    panel = window.panel.panel
    assert isinstance(panel, ComparePanel)
    desk.qtbot.waitUntil(lambda: panel.bench.found is not None and panel.bench.found.complete, timeout=PATIENCE_MS)
    window.actions_["copy_numbers"].trigger()
    assert QGuiApplication.clipboard().text() == panel.numbers_as_text()
    assert QGuiApplication.clipboard().text().startswith("entry\tname")
    window.panel.turn_to("Theory")
    window.actions_["copy_numbers"].trigger()
    assert QGuiApplication.clipboard().text().startswith("update\t")


def test_the_table_is_copied_and_saved_as_it_is_shown(table: Table, tmp_path: Path) -> None:
    table.hold_out("40", "2")
    saving = table.panel.saving
    for suffix in (".csv", ".tex", ".png"):
        saving.ask_path = partial(tmp_path.joinpath, f"table{suffix}")
        saving.save.click()
    (_, *rows) = csv.reader((tmp_path / "table.csv").read_text().splitlines())
    shown = {entry.written: cells for entry, cells in table.cells().items()}
    head = (tmp_path / "table.csv").read_text().splitlines()[0].split(",")
    assert {row[0] for row in rows} == set(shown)
    for row in rows:
        told = dict(zip(head, row, strict=True))
        assert [told["updates"], told["training_errors"], told["held_out_errors"]] == [
            shown[row[0]][place].split(" ·")[0] for place in (0, 2, 3)
        ]
    saving.copy.click()
    assert list(csv.reader(QGuiApplication.clipboard().text().splitlines(), delimiter="\t"))[1:] == rows
    assert (tmp_path / "table.tex").read_text().count(r"\\") == len(rows) + 1
    picture = QImage(str(tmp_path / "table.png"))
    assert picture.width() == 1200
    colours = {picture.pixelColor(x, y).name() for x in range(0, 1200, 3) for y in range(picture.height() // 2)}
    assert {table.theme.current.color(table.panel.marks.of(entry).role).name() for entry in table.entries} <= colours
    saving.ask_path = lambda: tmp_path / "table.odd"
    saving.save.click()
    assert ".odd is not possible; enter .csv, .tex, .png" in table.panel.said.text()


def test_mean_and_spread_over_seeds_are_told(table: Table) -> None:
    table.panel.holding.splits.setText("3")
    table.hold_out("40", "2")
    table.wait_until(lambda: not table.panel.bench.worker.busy)
    model = table.panel.table.results
    for place, result in enumerate(model.results):
        runs = [
            train(split(DATASET, 0.4, 2 + more)[0], result.entry.spec(replace(SPEC, seed=more))) for more in range(3)
        ]
        updates = [run.updates for run in runs]
        shown = [model.index(model.lines * place + line, 0).data() for line in (1, 2)]
        assert shown == [number(mean(updates), 3), f"± {number(stdev(updates), 2)}"]
        assert f"{sum(run.converged for run in runs)} of 3 converged" in model.index(model.lines * place, 3).data()
    assert "means over 3 seeds" in table.panel.said.text()
    assert table.panel.saved()["held_out"]["seeds"] == 3
