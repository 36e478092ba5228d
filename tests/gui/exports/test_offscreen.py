"""What a person chose in a panel is what the pictures of other moments show."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from core import files
from core.datasets.dataset import Dataset
from core.files.session import read_session
from core.run import train
from perceptron_gui.exports import tasks
from perceptron_gui.exports.formats import format_for
from perceptron_gui.exports.offscreen import PictureSetting, Subject, open_offscreen_window
from perceptron_gui.exports.tasks import FilmStretch, PictureChoices
from perceptron_gui.look.size import at_usual_size, set_scale
from perceptron_gui.look.theme import Appearance
from perceptron_gui.model.player import Granularity
from perceptron_gui.model.workspace import TheoryPage
from perceptron_gui.panels.compare import ComparePanel
from perceptron_gui.panels.data import DataPanel
from perceptron_gui.panels.runs import RunsPanel
from perceptron_gui.panels.runs.many_runs import HomeworkView, OriginView
from perceptron_gui.panels.runs.what_if import WhatIfView
from perceptron_gui.panels.step import StepPanel
from perceptron_gui.panels.theory import TheoryPanel
from perceptron_gui.panels.weights import WeightsPanel
from perceptron_gui.program.headless import ExportWish
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk
from tests.gui.hands import save_as
from tests.gui.workspaces import SEPARABLE
from tests.partly_slow import partly_slow


@pytest.fixture(autouse=True)
def few_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as a test can wait for."""
    monkeypatch.setattr("perceptron_gui.panels.runs.many_runs._RUNS", 30)
    monkeypatch.setattr("perceptron_gui.panels.runs.what_if._CELLS", 8)


def setting_of_window(desk: Desk, window: MainWindow) -> PictureSetting:
    """For its own films and reports."""
    return PictureSetting.of(window.canvas, window.panel.title, window.panel.panel, Appearance.LIGHT)


def setting_of_file(desk: Desk, window: MainWindow) -> PictureSetting:
    """For what the command line makes of the session that it saves."""
    save_as(desk, window, path := desk.folder / "lesson.perceptron")
    names = ("play", "solution", "blank", "show", "first", "speed", "frames", "at", "size", "theme")
    options = Namespace(**dict.fromkeys(names))
    return ExportWish(desk.folder / "run.png", options, read_session(path)).setting


Settings = Callable[[Desk, MainWindow], PictureSetting]
BOTH = partly_slow("setting_of", [setting_of_window], [setting_of_file])


@contextmanager
def copied(desk: Desk, window: MainWindow, setting_of: Settings = setting_of_window) -> Iterator[QWidget]:
    """The panel of a offscreen that shows what the window shows, once all is there."""
    run = window.player.run
    assert run is not None
    with open_offscreen_window(run, setting_of(desk, window)) as offscreen:
        offscreen.go(3)
        while not offscreen.ready():
            pass
        yield offscreen.picture.panel


@pytest.mark.parametrize("title", ["Learner", "Compare"])
def test_each_picture_of_a_film_is_of_its_own_moment(window: MainWindow, title: str) -> None:
    run = window.player.run
    assert run is not None
    frames: list[QImage] = []

    def write(_hundredths: Sequence[int], draw: Callable[[int], QImage]) -> tasks.Task[bytes]:
        for place in (*range(7), 6, 1, 3, 1, 6):  # once for columns that only get wider
            frames.append(draw(place))
            yield 0.0
        return b""

    shot, setting = PictureChoices(Subject.PANEL, QSize(430, 700)), PictureSetting(panel=title)
    stretch = FilmStretch.of(run, 0, run.updates, 4, 200)
    assert list(tasks.film_task(run, stretch, shot, setting, write))
    assert frames[-5] == frames[-1]
    assert frames[-4] == frames[-2]
    assert frames[-5] != frames[-4] != frames[-3]


@pytest.mark.parametrize("title", ["Theory", "Learner", "Data"])
def test_a_picture_of_a_moment_has_usual_letters_however_large_all_is(title: str, qapp: QApplication) -> None:
    run = train(SEPARABLE)

    def picture() -> QImage:
        with at_usual_size(), open_offscreen_window(run, PictureSetting(panel=title)) as offscreen:
            offscreen.go(3)
            with offscreen.picture.drawing(Subject.BOTH, QSize(900, 640)) as drawing:
                return offscreen.image(drawing)

    usual = picture()
    set_scale(2.0)
    assert picture() == usual


def test_an_experiment_is_waited_for_a_slice_at_a_time(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perceptron_gui.panels.runs.many_runs._RUNS", 3_000)
    run = window.player.run
    assert run is not None
    drawn: list[bytes] = []

    def task() -> tasks.Task[None]:
        shot, setting = PictureChoices(Subject.PANEL), PictureSetting(panel="Runs")
        drawn.append((yield from tasks.picture_task(run, 3, shot, setting, format_for(Path("a.png")).picture)))

    assert len(list(task())) > 30
    assert drawn[0]


def runs_of(desk: Desk, window: MainWindow, title: str) -> RunsPanel:
    """The window's, turned to an experiment."""
    window.panel.turn_to("Runs")
    panel = window.panel.panel
    assert isinstance(panel, RunsPanel)
    panel.turn_to(title)
    return panel


def test_homework_has_as_many_examples_and_the_same_runs(desk: Desk, window: MainWindow) -> None:
    panel = runs_of(desk, window, "Homework")
    mine = panel.experiments["Homework"]
    assert isinstance(mine, HomeworkView)
    mine.examples.setText("23")
    mine.examples.editingFinished.emit()
    desk.qtbot.waitUntil(lambda: panel.finished)
    mine.open_run(mine.found[4])
    desk.settled(window)
    with copied(desk, window) as other:
        assert isinstance(other, RunsPanel)
        theirs = other.experiment
        assert isinstance(theirs, HomeworkView)
        assert theirs.about.text() == mine.about.text()
        assert theirs.result.text() == mine.result.text()
        assert theirs.bars == mine.bars
        assert theirs.marked == mine.marked is not None
        assert not theirs.histogram.old


def test_the_map_is_of_the_same_example_in_the_same_colours_as_far_as_it_came(desk: Desk, window: MainWindow) -> None:
    window.selection.set([7])
    panel = runs_of(desk, window, "What if")
    mine = panel.experiments["What if"]
    assert isinstance(mine, WhatIfView)
    mine.quantity.setCurrentIndex(1)
    desk.qtbot.waitUntil(lambda: bool(mine.found))
    if not panel.finished:
        panel.button.click()
    with copied(desk, window) as other:
        assert isinstance(other, RunsPanel)
        theirs = other.experiment
        assert isinstance(theirs, WhatIfView)
        assert theirs.map.found == mine.map.found
        assert theirs.quantity.currentText() == mine.quantity.currentText()
        assert "example 8" in theirs.about.text()
        assert other.progress.text() == panel.progress.text()


@BOTH
def test_compared_are_the_same_entries_with_the_same_part_held_out(
    desk: Desk, window: MainWindow, setting_of: Settings
) -> None:
    window.panel.turn_to("Compare")
    mine = window.panel.panel
    assert isinstance(mine, ComparePanel)
    first = mine.marks.entries[0]
    mine.marks.remove(first)
    mine.holding.share.setText("30")
    mine.holding.share.editingFinished.emit()
    with copied(desk, window, setting_of) as other:
        assert isinstance(other, ComparePanel)
        assert other.marks.taken == mine.marks.taken
        assert first not in other.marks.entries
        assert other.holding.held_out == mine.holding.held_out
        assert other.holding.share.text() == "30"
        assert other.said.text() == mine.said.text()


@BOTH
def test_the_file_that_is_held_out_is_the_same(
    desk: Desk, window: MainWindow, setting_of: Settings, points: Path
) -> None:
    files.write(window.document.dataset.with_rows([[1.5, 0.25], [2.0, -0.1]], [1, -1]), points)
    window.panel.turn_to("Compare")
    mine = window.panel.panel
    assert isinstance(mine, ComparePanel)
    mine.holding.read(points)
    desk.qtbot.waitUntil(lambda: points.name in mine.said.text())
    with copied(desk, window, setting_of) as other:
        assert isinstance(other, ComparePanel)
        assert other.said.text() == mine.said.text()
        assert not other.table.isColumnHidden(3)


@BOTH
def test_the_plane_of_weights_and_what_is_tried_in_it_are_the_same(
    desk: Desk, window: MainWindow, setting_of: Settings
) -> None:
    window.panel.turn_to("Weights")
    mine = window.panel.panel
    assert isinstance(mine, WeightsPanel)
    mine.axes[1].setCurrentIndex(2)
    mine.axes[1].activated.emit(2)
    window.workspace.own_separator.put([1.0, 2.0, 3.0])
    window.workspace.theorem_view.set_normalised(True)
    with copied(desk, window, setting_of) as other:
        assert isinstance(other, WeightsPanel)
        assert [box.currentIndex() for box in other.axes] == [0, 2]
        assert other.told.text() == mine.told.text()
        assert other.units.isChecked()


@BOTH
def test_the_proof_is_shown_where_the_window_shows_it(desk: Desk, window: MainWindow, setting_of: Settings) -> None:
    window.workspace.theorem_view.turn_to(TheoryPage.PROOF)
    with copied(desk, window, setting_of) as other:
        assert isinstance(other, TheoryPanel)
        assert other.page.isVisibleTo(other)


@BOTH
def test_the_step_is_told_and_the_steps_are_sorted_alike(
    desk: Desk, window: MainWindow, setting_of: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.panel.turn_to("Step")
    mine = window.panel.panel
    assert isinstance(mine, StepPanel)
    mine.fractions.click()
    mine.table.horizontalHeader().sectionClicked.emit(4)
    window.player.set_granularity(Granularity.EXAMPLE)
    window.player.go_to_update(3)
    monkeypatch.setattr("perceptron_gui.panels.step.panel._MOST_VALUES", 0)
    monkeypatch.setattr("perceptron_gui.panels.step.table._AT_ONCE", 0)
    with copied(desk, window, setting_of) as other:
        assert isinstance(other, StepPanel)
        assert other.numbers.entries == mine.numbers.entries
        assert other.said.text() == mine.said.text()


@BOTH
def test_the_table_of_data_is_sorted_alike(desk: Desk, window: MainWindow, setting_of: Settings) -> None:
    window.panel.turn_to("Data")
    mine = window.panel.panel
    assert isinstance(mine, DataPanel)
    window.player.go_to_update(3)
    mine.table.sortByColumn(4, Qt.SortOrder.DescendingOrder)
    with copied(desk, window, setting_of) as other:
        assert isinstance(other, DataPanel)
        assert other.model.order.tolist() == mine.model.order.tolist()


@partly_slow("title", ["Homework", "Origin", "What if"], ["Orders", "Bias"])
def test_of_a_session_the_experiment_and_its_controls_are_the_same(desk: Desk, window: MainWindow, title: str) -> None:
    window.selection.set([7])
    panel = runs_of(desk, window, title)
    homework, origin = panel.experiments["Homework"], panel.experiments["Origin"]
    assert isinstance(homework, HomeworkView)
    assert isinstance(origin, OriginView)
    homework.examples.set_value(23)
    if title == "Origin":
        origin.strip.opened.emit(origin.question().swept[1][3], True)
        desk.settled(window)
    while not panel.ready():
        pass
    mine = panel.experiment
    with copied(desk, window, setting_of_file) as other:
        assert isinstance(other, RunsPanel)
        theirs = other.experiment
        assert (theirs.title, theirs.about.text()) == (title, mine.about.text())
        assert theirs.result.text() == mine.result.text() != ""
        assert other.saved() == panel.saved()


@pytest.mark.parametrize(("title", "word"), [("Step", "Find next"), ("Compare", "or those of a")])
def test_in_a_picture_no_word_is_left_that_names_a_button(window: MainWindow, title: str, word: str) -> None:
    window.panel.turn_to(title)
    label = next(label for label in window.panel.panel.findChildren(QLabel) if label.text() == word)
    assert label.isVisible()
    before = picture_of(window)
    label.setText("WWWWWWWW")
    assert picture_of(window) == before
    assert label.isVisible()


def picture_of(window: MainWindow) -> QImage:
    """The panel, as it is exported."""
    with window.parts.exports.scene.drawing(Subject.PANEL, QSize(430, 700)) as drawing:
        return drawing.image()


def test_a_film_of_a_part_ends_with_that_part_and_one_of_the_whole_with_the_end_of_the_run() -> None:
    run = train(SEPARABLE)
    assert run.stopped is not None
    last = run.updates
    for first, until in ((0, last - 1), (1, last - 1), (0, 1)):
        part = FilmStretch.of(run, first, until, 25, 100)
        assert part.moments == list(range(first, until + 1))
        assert len(part.hundredths) == len(part.moments)
    whole = FilmStretch.of(run, 1, last, 25, 100)
    assert whole.moments == [*range(1, last + 1), None]
    assert len(whole.hundredths) == len(whole.moments)


def test_the_view_of_a_report_grows_until_the_boundary_is_in_it_or_stays(qtbot: QtBot) -> None:
    X: list[list[float]] = [[7, 6], [4, 2], [8, 4], [5, 5], [6, 7], [3, 4], [7, 2], [8, 7], [5, 3], [6, 5]]
    y = [1, -1, 1, -1, 1, -1, -1, 1, -1, 1]
    with open_offscreen_window(train(Dataset(X, y)), PictureSetting()) as window:
        window.go(1)
        canvas = window.picture.canvas
        before = canvas.stage.viewport
        canvas.words.arranged(before)
        assert canvas.words.arrows, "the boundary of the first update passes near the origin, out of view"
        window.take_in_lines()
        after = canvas.stage.viewport
        canvas.words.arranged(after)
        assert not canvas.words.arrows
        assert 1 < after.ux / before.ux <= 3 + 1e-9
    far = [[100 + x1, 100 + x2] for x1, x2 in X]
    with open_offscreen_window(train(Dataset(far, y)), PictureSetting()) as window:
        window.go(1)
        before = window.picture.canvas.stage.viewport
        window.take_in_lines()
        assert window.picture.canvas.stage.viewport == before
