"""The compare panel: what it tells of each entry, what it lays over the canvas, and what a person does in it."""

from __future__ import annotations

import csv
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import mean, stdev

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core import files
from core.analysis import comparison
from core.analysis.compared_entries import Entry, entry_of, kernel_from, paths, telling
from core.analysis.comparison_table import COLUMNS
from core.datasets.dataset import Dataset
from core.datasets.splitting import split
from core.files import load_held_out
from core.files.session import Session, write_session
from core.numbers.numerals import number
from core.predictors import PREDICTORS
from core.run import Run, train, wrong
from core.spec import RunSpec
from core.theory.symbols import symbol_at
from perceptron_gui.look.theme import DARK, LIGHT, Appearance, ThemeModel
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.compare import ComparePanel
from perceptron_gui.panels.compare.bench import ComparisonSoFar
from perceptron_gui.panels.compare.marks import MOST
from perceptron_gui.panels.compare.table import ResultsTable, stopping_words
from tests.core.tables import DATASET
from tests.gui.canvas.desk import SEPARABLE, XOR, CanvasDesk
from tests.gui.conftest import Desk

SPEC = RunSpec(max_epochs=6, max_updates=30)
_PATIENCE_MS = 20_000


class Table:
    """A workspace, its compare panel, and what a person sees there."""

    def __init__(self, qtbot: QtBot, dataset: Dataset, spec: RunSpec = SPEC) -> None:
        self.qtbot = qtbot
        self.workspace = Workspace.over(Document(dataset, spec))
        self.document, self.player = self.workspace.document, self.workspace.player
        self.theme = ThemeModel(Appearance.LIGHT)
        self.panel = ComparePanel(self.workspace, self.theme)
        qtbot.addWidget(self.panel)
        self.panel.resize(430, 700)
        for changed in (self.document.dataset_changed, self.document.spec_changed):
            changed.connect(self.solve)
        self.solve()

    def solve(self) -> None:
        self.player.set_run(train(self.document.dataset, self.document.spec))

    def show(self) -> None:
        self.panel.show()
        self.settled()

    def settled(self) -> None:
        """Wait until all is known that was asked for."""
        bench = self.panel.bench
        self.wait_until(lambda: not bench.busy and bench.found is not None and bench.found.complete)

    def wait_until(self, happened: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(happened, timeout=_PATIENCE_MS)

    def stood_at(self, example: int) -> None:
        """Wait until it is known where all entries stand after so many examples."""
        bench = self.panel.bench
        self.wait_until(lambda: bench.stood is not None and bench.stood.example == example)

    @property
    def found(self) -> ComparisonSoFar:
        found = self.panel.bench.found
        assert found is not None
        return found

    @property
    def entries(self) -> tuple[Entry, ...]:
        return self.panel.marks.entries

    def cells(self) -> dict[Entry, list[str]]:
        """The numbers that are written for each entry."""
        model = self.panel.table.results
        rows = [[str(model.index(row, c).data()) for c in range(len(COLUMNS))] for row in range(model.rowCount())]
        return {result.entry: rows[2 * place + 1] for place, result in enumerate(model.results)}

    def set(self, entry: Entry, on: bool) -> None:
        """Click the box of an entry."""
        chooser = self.panel.chooser
        self.panel.choose.setChecked(True)
        index = chooser.boxes.place_of(entry)
        assert (index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked) is not on
        chooser.scrollTo(index)
        place = QPoint(chooser.visualRect(index).left() + 10, chooser.visualRect(index).center().y())
        QTest.mouseClick(chooser.viewport(), Qt.MouseButton.LeftButton, pos=place)

    def hold_out(self, percent: str, seed: str = "0") -> None:
        """Type a share and a seed."""
        for field, text in ((self.panel.holding.share, percent), (self.panel.holding.seed, seed)):
            field.setText(text)
            field.editingFinished.emit()
        self.settled()


@pytest.fixture
def lay(qtbot: QtBot) -> Iterator[Callable[..., Table]]:
    """Makes tables, and ends their threads."""
    made: list[Table] = []

    def make(dataset: Dataset = DATASET, spec: RunSpec = SPEC) -> Table:
        made.append(Table(qtbot, dataset, spec))
        return made[-1]

    yield make
    for table in made:
        table.panel.hide()


@pytest.fixture
def table(lay: Callable[..., Table]) -> Table:
    made = lay()
    made.show()
    return made


def test_a_picture_shows_what_the_thread_found_before_anyone_heard_of_it(lay: Callable[..., Table]) -> None:
    table = lay(DATASET)
    table.panel.show()
    deadline = time.monotonic() + _PATIENCE_MS / 1000
    while table.panel.bench._made is None and time.monotonic() < deadline:
        time.sleep(0.01)
    assert table.panel.bench.found is None
    table.panel.wait()
    assert table.found.complete
    assert set(table.cells()) == set(table.entries)


def written(run: Run, held_out: Dataset | None = None) -> list[str]:
    """The numbers of a run made alone, as far as they do not take another hand to find."""
    errors = [wrong(run.decision(), data) for data in (run.dataset, held_out) if data is not None]
    epochs = f"{run.history.epochs}" if run.order.has_epochs else "–"
    return [f"{run.updates}", epochs, *map(str, errors)]


def test_it_begins_with_what_is_telling_for_the_data(qtbot: QtBot, lay: Callable[..., Table]) -> None:
    for dataset, separable in ((SEPARABLE, True), (XOR, False)):
        made = lay(dataset)
        made.show()
        assert made.entries == telling(SPEC, separable)
        made.panel.hide()


def test_the_numbers_are_those_of_fresh_runs(table: Table) -> None:
    cells = table.cells()
    assert tuple(cells) == table.entries
    for result in table.panel.table.results.results:
        alone = train(DATASET, result.entry.spec(SPEC))
        row = cells[result.entry]
        assert row[:3] == written(alone)
        assert row[4] == ("–" if result.margin is None else number(result.margin, 3))
        assert row[5] == ("–" if result.share is None else f"{number(100 * result.share, 2)} %")
        assert stopping_words(result) == ("converged" if alone.converged else str(alone.stopped).replace("-", " "))
    assert table.panel.table.isColumnHidden(3)


def test_the_letters_of_the_curves_are_not_told_as_symbols_of_the_theory(table: Table) -> None:
    charts = [chart for chart in table.panel.charts if chart.picture is not None]
    assert charts
    for chart in charts:
        assert chart.picture is not None
        assert any(symbol_at(curve.name, 0) for curve in chart.picture.curves)
        assert "its letter stands in the table" in chart.whatsThis()


def test_errors_held_out_are_those_of_a_run_over_the_rest(table: Table) -> None:
    table.hold_out("40", "2")
    training, held_out = split(DATASET, 0.4, 2)
    assert not table.panel.table.isColumnHidden(3)
    for entry, row in table.cells().items():
        assert row[:4] == written(train(training, entry.spec(SPEC)), held_out)
    said = table.panel.said.text()
    assert f"the same {training.n} examples" in said
    assert f"{held_out.n} are held out (□); the window's own run learns from all {DATASET.n}" in said
    overlaid = table.workspace.compared_boundaries.held_out
    assert overlaid is not None
    assert overlaid.examples.same_as(held_out)
    table.hold_out(str(100 / DATASET.n))
    assert "1 is held out (□)" in table.panel.said.text()
    table.hold_out("0")
    assert table.workspace.compared_boundaries.held_out is None


def test_a_list_of_rows_keeps_its_examples_where_others_are_held_out(lay: Callable[..., Table]) -> None:
    listed = (5, 0, 3, 1, 4, 2, 5)
    made = lay(DATASET, replace(SPEC, order="listed", sequence=listed))
    made.show()
    made.hold_out("40", "2")
    training, _ = split(DATASET, 0.4, 2)
    order = [row for row in listed for kept in training.X.tolist() if DATASET.X[row].tolist() == kept]
    places = tuple(training.X.tolist().index(DATASET.X[row].tolist()) for row in order)
    entry = entry_of(made.document.spec)
    assert made.cells()[entry][:3] == written(train(training, replace(entry.spec(SPEC), sequence=places)))[:3]


@pytest.mark.parametrize(
    ("share", "seed", "words"),
    [("100", "0", "a number from 0 to 99 is expected"), ("0", "x", "a whole number from 0"), ("", "0", "is empty")],
)
def test_a_share_that_cannot_be_is_one_sentence_and_changes_nothing(
    table: Table, share: str, seed: str, words: str
) -> None:
    before = table.cells()
    table.hold_out(share, seed)
    assert words in table.panel.said.text()
    assert table.cells() == before
    table.hold_out("0", "0")
    assert words not in table.panel.said.text()


def test_a_file_is_held_out_as_a_whole(table: Table, tmp_path: Path) -> None:
    other = DATASET.with_rows([[0.5, 2.0], [-1.0, -0.5], [1.0, 1.0]], [1, -1, -1])
    files.write(other, tmp_path / "other.csv")
    table.panel.holding.ask_path = lambda: tmp_path / "other.csv"
    table.panel.holding.file.click()
    table.wait_until(lambda: "other.csv" in table.panel.said.text())
    table.settled()
    for entry, row in table.cells().items():
        assert row[:4] == written(train(DATASET, entry.spec(SPEC)), other)
    assert "Held out (□): the 3 examples of other.csv." in table.panel.said.text()
    overlaid = table.workspace.compared_boundaries.held_out
    assert overlaid is not None
    assert not overlaid.rows
    table.document.open(XOR.with_rows(XOR.X, -XOR.y), None)
    assert table.panel.holding.held_out.file is None


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("x1,height,label\n1,2,+1\n2,3,-1\n", "one feature called 'x2' is expected"),
        ("x1,x2,label\n1,2,cat\n2,3,dog\n", "is not a class of the training data"),
        ("x1,x2,label\n1,two,+1\n", "'two' is not a number"),
    ],
)
def test_a_file_that_does_not_fit_is_one_sentence_and_changes_nothing(
    table: Table, tmp_path: Path, content: str, words: str
) -> None:
    before = table.cells()
    (tmp_path / "other.csv").write_text(content)
    table.panel.holding.read(tmp_path / "other.csv")
    table.wait_until(lambda: words in table.panel.said.text())
    assert "other.csv" in table.panel.said.text()
    assert table.cells() == before
    assert table.panel.holding.held_out.file is None


def test_a_file_of_many_classes_fits_one_against_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "three.csv"
    path.write_text("a,b,kind\n1,2,oak\n2,3,ash\n3,1,elm\n")
    dataset = files.load(path, positive="oak")
    assert load_held_out(path, dataset).same_as(dataset)


def test_the_data_of_a_session_are_held_out_as_those_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "trees.perceptron"
    dataset = Dataset([[1.0, 2.0], [2.0, 3.0]], [1, -1], ("a", "b"), ("not oak", "oak"), "kind")
    write_session(Session(Dataset(dataset.X, dataset.y, ("a", "b"), ("ash", "oak")), SPEC), path)
    assert load_held_out(path, dataset).same_as(dataset)


def test_a_click_on_a_row_makes_it_the_windows_learner(table: Table) -> None:
    for place, result in enumerate(table.panel.table.results.results):
        view = table.panel.table
        at = view.visualRect(view.results.index(2 * place + 1, 1)).center()
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
        assert entry_of(table.document.spec) == result.entry
        assert table.document.spec.max_epochs == SPEC.max_epochs
        table.settled()
        marked = [
            view.results.index(2 * row, 0).data(Qt.ItemDataRole.BackgroundRole) for row in range(len(table.entries))
        ]
        assert [row for row, background in enumerate(marked) if background is not None] == [place]


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
    boxes = table.panel.chooser.boxes
    spare = [Entry(path, name) for path in paths() for name in PREDICTORS if Entry(path, name) not in table.entries]
    for entry in spare[: MOST - len(table.entries)]:
        table.set(entry, on=True)
    assert len(table.entries) == MOST
    assert len({table.panel.marks.of(entry) for entry in table.entries}) == MOST
    last = boxes.place_of(spare[-1])
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


@pytest.mark.parametrize("learner", ["standard", "pocket", "kernel"])
def test_playhead_curves_and_boundaries_are_those_of_so_many_examples_forward_and_back(
    qtbot: QtBot, lay: Callable[..., Table], learner: str
) -> None:
    made = lay(DATASET, replace(SPEC, learner=learner, max_updates=9))
    made.show()
    alone = {entry: train(DATASET, entry.spec(made.document.spec)) for entry in made.entries}
    seen: dict[int, str] = {}
    last = made.player.run.history.examples if made.player.run else 0
    for t in [*range(last + 1), *reversed(range(last + 1))]:
        made.player.go_to_example(t)
        made.stood_at(t)
        told = made.panel.charts[0].numbers
        assert seen.setdefault(t, told) == told
        expected = []
        for entry, run in alone.items():
            decision = run.decision(min(t, run.history.examples))
            expected.append(f"{made.panel.marks.of(entry).letter} {wrong(decision, DATASET)}")
            for outline in made.workspace.compared_boundaries.outlines:
                if outline.run.predictor.name == entry.predictor and outline.name.endswith(entry.name):
                    np.testing.assert_array_equal(outline.decision.score(DATASET.X), decision.score(DATASET.X))
        assert told == ", ".join(expected)
        assert len(made.workspace.compared_boundaries.outlines) == (len(alone) if t else 0)
    made.panel.hide()


def test_a_click_in_the_curves_goes_to_the_end_of_an_epoch(table: Table) -> None:
    table.panel.charts[0].jumped.emit(2)
    assert table.player.state is not None
    assert table.player.state.example == min(
        2 * DATASET.n, table.player.run.history.examples if table.player.run else 0
    )


def test_the_curves_are_the_errors_of_the_runs(table: Table) -> None:
    picture = table.panel.charts[0].picture
    assert picture is not None
    for curve, result in zip(picture.sampled, table.panel.table.results.results, strict=True):
        alone = train(DATASET, result.entry.spec(SPEC))
        for place, percent in zip(curve.x, curve.values, strict=True):
            t = round(place * DATASET.n)
            assert percent == 100 * wrong(alone.decision(t), DATASET) / DATASET.n
        assert curve.x[0] == picture.x.low
    assert (picture.x.low == 1) == ("from epoch 1" in picture.title)
    for curve in picture.sampled:
        assert curve.values.max() <= picture.y.high or "up to" in picture.title
    assert not table.panel.charts[1].isVisible()


@pytest.mark.parametrize("dataset", [DATASET, XOR, SEPARABLE])
def test_the_axes_show_all_that_tells_the_learners_apart_and_say_what_they_leave_out(
    lay: Callable[..., Table], dataset: Dataset
) -> None:
    made = lay(dataset)
    made.show()
    picture = made.panel.charts[0].picture
    assert picture is not None
    known = made.panel.table.results.results
    ends = [result.run.history.examples for result in known]
    errors = []
    for result in known:
        alone = train(dataset, result.entry.spec(SPEC))
        seen = [wrong(alone.decision(t), dataset) for t in range(alone.history.examples + 1)]
        errors.append(seen + seen[-1:] * (max(ends) - len(seen) + 1))
    first = round(picture.x.low) * dataset.n
    assert (first > 0) == any(len(set(now)) > 1 for now in [*zip(*errors, strict=True)][dataset.n :])
    errors = [seen[first:] for seen in errors]
    apart = [max(now) for now in zip(*errors, strict=True) if len(set(now)) > 1]
    assert 100 * max(apart, default=0) / dataset.n <= picture.y.high
    last = first + max((t for seen in errors for t in range(1, len(seen)) if seen[t] != seen[t - 1]), default=0)
    assert picture.y.low <= 100 * min(map(min, zip(*errors, strict=True)), default=0) / dataset.n or picture.y.low <= 0
    assert last / dataset.n <= picture.x.high
    assert (max(map(max, errors)) * 100 / dataset.n > picture.y.high) == ("up to" in picture.title)
    assert (max(ends) / dataset.n > picture.x.high) == ("to last change" in picture.title)


def test_each_entry_has_a_chip_in_one_row_and_a_click_takes_it_away(table: Table) -> None:
    chips, entries = table.panel.chips.chips, table.panel.marks.entries
    assert [chip.toolTip() for chip in chips] == [f"Compare {entry.title} no longer" for entry in entries]
    assert [chip.text()[0] for chip in chips] == [table.panel.marks.of(entry).letter for entry in entries]
    assert len({chip.y() for chip in chips}) == 1
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


def test_nothing_is_worked_out_while_nobody_looks(qtbot: QtBot, lay: Callable[..., Table]) -> None:
    made = lay(DATASET)
    made.document.edit(DATASET.flipped([0]), "Flip")
    assert made.panel.bench.found is None
    assert not made.panel.bench.busy
    made.show()
    assert made.workspace.compared_boundaries.outlines == ()  # the playhead is at the start
    made.player.end()
    qtbot.waitUntil(lambda: bool(made.workspace.compared_boundaries.outlines), timeout=_PATIENCE_MS)
    made.panel.hide()
    assert not made.workspace.compared_boundaries.outlines
    assert not made.panel.bench.busy
    known = made.panel.bench.found
    made.panel.show()
    assert made.panel.bench.found is known  # what is known is not worked out again
    made.panel.hide()


def test_edits_are_followed(table: Table) -> None:
    for _ in range(3):
        table.document.edit(table.document.dataset.moved([0], [[0.1, 0.2]]), "Move", 1)
        table.document.edit(table.document.dataset.flipped([1]), "Flip")
    table.wait_until(
        lambda: (
            table.panel.bench.found is not None and table.panel.bench.found.question.dataset is table.document.dataset
        )
    )
    table.settled()
    for entry, row in table.cells().items():
        assert row[:3] == written(train(table.document.dataset, entry.spec(SPEC)))


def test_while_points_are_dragged_something_is_told_all_the_time(qtbot: QtBot, lay: Callable[..., Table]) -> None:
    rng = np.random.default_rng(2)
    dataset = Dataset(rng.normal(size=(200, 2)).round(2), rng.choice([-1, 1], 200))
    made = lay(dataset, RunSpec(max_updates=1000))
    made.panel.show()
    told: list[Dataset] = []
    made.panel.bench.changed.connect(lambda: told.append(made.found.question.dataset))
    for step in range(4):
        made.document.edit(dataset.moved([0], [[0.1 * step, 1.0]]), "Move", 1)
        with qtbot.waitSignal(made.panel.bench.changed):
            pass
    assert len({id(each) for each in told}) > 1
    made.panel.bench.stop()
    made.panel.hide()


def test_long_work_shows_how_far_it_is_and_can_be_stopped(qtbot: QtBot, lay: Callable[..., Table]) -> None:
    rng = np.random.default_rng(2)
    dataset = Dataset(rng.normal(size=(300, 2)).round(2), rng.choice([-1, 1], 300))
    made = lay(dataset, RunSpec(max_epochs=2))
    made.document.spec_changed.disconnect(made.solve)
    made.document.set_spec(RunSpec(max_epochs=10**6))
    made.panel.show()
    qtbot.waitUntil(made.panel.stop.isVisible, timeout=_PATIENCE_MS)
    assert "runs over" in made.panel.progress.text()
    made.panel.stop.click()
    assert not made.panel.bench.busy
    assert not made.panel.stop.isVisible()
    assert "so far …" in made.panel.table.results.index(0, 3).data()
    made.panel.hide()


def test_a_cap_on_large_data_is_said(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparison, "WORK", 60)
    monkeypatch.setattr(comparison, "_FEWEST", 1)
    table.document.edit(DATASET.flipped([0]), "Flip")
    table.settled()
    assert "With 6 examples runs are followed for 10 updates at most" in table.panel.said.text()


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
    for row in range(1, view.results.rowCount(), 2):
        for place in range(len(COLUMNS)):
            text = view.results.index(row, place).data()
            assert metrics.horizontalAdvance(text) < view.columnWidth(place)
            assert metrics.horizontalAdvance(COLUMNS[place].title) < view.columnWidth(place)
    table.panel.choose.setChecked(True)
    assert table.panel.chooser.horizontalScrollBar().maximum() == 0


def test_each_entry_has_a_colour_of_its_own_in_both_themes() -> None:
    for theme in (LIGHT, DARK):
        assert len({theme.color(f"compared_{place}").name() for place in range(1, MOST + 1)}) == MOST


def test_the_window_draws_what_the_panel_compares(desk: Desk) -> None:
    window = desk.open()
    window.panel.turn_to("Compare")
    panel = window.panel.panel
    assert isinstance(panel, ComparePanel)
    desk.qtbot.waitUntil(lambda: panel.bench.found is not None and panel.bench.found.complete, timeout=_PATIENCE_MS)
    window.player.end()
    layer = window.canvas.layers["compared"]
    desk.qtbot.waitUntil(lambda: not layer.blank(), timeout=_PATIENCE_MS)
    view = window.canvas.stage.viewport
    for width, told in ((4_000.0, " ".join), (200.0, lambda words: words[0])):
        names = {label.text for label in layer.labels(replace(view, width=width))}
        assert names <= {told([panel.marks.of(entry).letter, entry.name]) for entry in panel.marks.entries}
        assert names
    window.panel.turn_to("Theory")
    assert layer.blank()


def test_copy_numbers_copies_the_table_while_it_is_seen(desk: Desk) -> None:
    window = desk.open()
    window.panel.turn_to("Compare")
    panel = window.panel.panel
    assert isinstance(panel, ComparePanel)
    desk.qtbot.waitUntil(lambda: panel.bench.found is not None and panel.bench.found.complete, timeout=_PATIENCE_MS)
    window.actions_["copy_numbers"].trigger()
    assert QGuiApplication.clipboard().text() == panel.numbers_as_text()
    assert QGuiApplication.clipboard().text().startswith("entry\tname")
    window.panel.turn_to("Theory")
    window.actions_["copy_numbers"].trigger()
    assert QGuiApplication.clipboard().text().startswith("update\t")


def test_the_boundary_of_a_kernel_is_where_its_values_turn(qtbot: QtBot, lay: Callable[..., Table]) -> None:
    desk = CanvasDesk(qtbot, XOR, RunSpec("kernel"))
    made = lay(XOR, replace(SPEC, learner="kernel"))
    made.show()
    made.player.end()
    qtbot.waitUntil(lambda: bool(made.workspace.compared_boundaries.outlines), timeout=_PATIENCE_MS)
    desk.canvas.stage.compared_boundaries.show(made.workspace.compared_boundaries.outlines)
    desk.canvas.view.viewport().repaint()
    tracing = desk.canvas.stage.tracing
    tracing.settle()
    curved = [outline for outline in made.workspace.compared_boundaries.outlines if outline.decision.weights is None]
    assert [traced.outline for traced in tracing.traced] == curved
    assert any(len(traced.segments) for traced in tracing.traced)
    step = 6 * desk.canvas.stage.viewport.ux
    for traced in tracing.traced:
        for middle in traced.segments.mean(axis=1)[::15]:
            around = middle + step * np.array([[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, -1], [1, -1], [-1, 1]])
            signs = set(np.sign(traced.outline.decision.score(around)).tolist())
            assert len(signs) > 1
    desk.canvas.stage.compared_boundaries.clear()
    assert tracing.traced == ()
    made.panel.hide()


def test_examples_held_out_are_framed_and_the_canvas_says_what_that_means(
    qtbot: QtBot, lay: Callable[..., Table]
) -> None:
    desk = CanvasDesk(qtbot, SEPARABLE)
    made = lay(SEPARABLE)
    made.show()
    made.hold_out("25")
    layer = desk.canvas.layers["compared"]
    assert layer.blank()
    desk.canvas.stage.compared_boundaries.show((), made.workspace.compared_boundaries.held_out)
    assert list(layer.notes()) == ["□ 1 example held out of the comparison"]
    held_out = split(SEPARABLE, 0.25, 0)[1]
    place = desk.canvas.stage.viewport.pixel(*held_out.X[0].tolist())
    with_frame = desk.canvas.view.grab().toImage()
    desk.canvas.stage.compared_boundaries.clear()
    without = desk.canvas.view.grab().toImage()
    here = desk.canvas.view.mapFromScene(desk.canvas.view.box.mapToScene(place))
    corner = here - QPoint(9, 9)
    assert any(
        with_frame.pixelColor(corner + QPoint(x, y)) != without.pixelColor(corner + QPoint(x, y))
        for x in range(-2, 3)
        for y in range(-2, 3)
    )
    made.panel.hide()


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
            shown[row[0]][place] for place in (0, 2, 3)
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
    assert ".odd is not possible; .csv, .tex, .png is expected" in table.panel.said.text()


def test_a_plot_takes_the_place_of_all_else_and_gives_it_back(table: Table) -> None:
    table.hold_out("40", "2")
    panel = table.panel
    first, second = panel.charts
    QTest.mouseDClick(first, Qt.MouseButton.LeftButton, pos=first.rect().center())
    assert (first.isVisible(), second.isVisible(), panel.table.isVisible()) == (True, False, False)
    first.button.click()
    assert (first.isVisible(), second.isVisible(), panel.table.isVisible()) == (True, True, True)
    second.button.click()
    assert (first.isVisible(), second.isVisible()) == (False, True)
    table.hold_out("0")
    assert (first.isVisible(), second.isVisible(), panel.table.isVisible()) == (True, False, True)


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


def test_mean_and_spread_over_seeds_are_told(table: Table) -> None:
    table.panel.holding.splits.setText("3")
    table.hold_out("40", "2")
    table.wait_until(lambda: not table.panel.bench.busy)
    model = table.panel.table.results
    for place, result in enumerate(model.results):
        runs = [
            train(split(DATASET, 0.4, 2 + more)[0], result.entry.spec(replace(SPEC, seed=more))) for more in range(3)
        ]
        updates = [run.updates for run in runs]
        shown = [model.index(3 * place + line, 0).data() for line in (1, 2)]
        assert shown == [number(mean(updates), 3), f"± {number(stdev(updates), 2)}"]
        assert f"{sum(run.converged for run in runs)} of 3 converged" in model.index(3 * place, 3).data()
    assert "means over 3 seeds" in table.panel.said.text()
    assert table.panel.saved()["held_out"]["seeds"] == 3


def test_a_picture_of_all_that_can_be_compared_fits_a_slide(table: Table, tmp_path: Path) -> None:
    spare = [Entry(path, name) for path in paths() for name in PREDICTORS if Entry(path, name) not in table.entries]
    for entry in spare[: MOST - len(table.entries)]:
        table.set(entry, on=True)
    table.settled()
    saving = table.panel.saving
    saving.ask_path = partial(tmp_path.joinpath, "table.png")
    saving.save.click()
    picture = QImage(str(tmp_path / "table.png"))
    assert len(table.entries) == MOST
    assert 16 * picture.height() <= 9 * picture.width()


def test_a_double_click_enlarges_a_plot_and_leaves_the_playhead(table: Table) -> None:
    chart = table.panel.charts[0]
    table.player.go_to_example(3)
    table.settled()
    place = QPoint(chart.width() - 40, chart.height() // 2)
    QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=place)
    assert table.player.state is not None
    assert table.player.state.example > 3
    QTest.mouseDClick(chart, Qt.MouseButton.LeftButton, pos=place)
    assert chart.button.isChecked()
    assert table.player.state.example == 3
