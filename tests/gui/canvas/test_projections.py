"""More features than two, and fewer: what is drawn of them is true, and a hand moves only what is shown."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.datasets.arithmetic import activations
from core.datasets.dataset import Dataset, FloatArray
from core.plane.projections import AlongW, NumberLine, Pair, ViewChoice, view_choice_from_json
from core.predictors import PREDICTORS
from core.resources import resource
from core.run import train
from core.spec import RunSpec
from perceptron_gui.canvas.layers.drawn_lines import step_vectors
from perceptron_gui.canvas.layers.optimum import BandLayer, CertificateLayer
from perceptron_gui.exports.offscreen import PictureSetting, open_offscreen_window
from perceptron_gui.files.loading import FileChoices
from perceptron_gui.look.theme import Appearance
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.workspace import HeldOutExamples, Outline
from perceptron_gui.window.dialogs.forms import FeaturesDialog
from perceptron_gui.window.main_window import MainWindow
from tests.gui.canvas.desk import XOR, CanvasDesk, lines_of, tooltip_at
from tests.gui.conftest import Desk
from tests.gui.places_on_screen import axis_name
from tests.partly_slow import partly_slow

NAMES = ("a", "b", "c")
DATA = Dataset([[2.0, 1.0, 4.0], [1.0, 3.0, 5.0], [3.0, 0.0, -3.0], [0.0, -2.0, -2.0]], [1, 1, -1, -1], NAMES)
"""Separable by c alone; its mean is 1."""
MIXED = Dataset([[*x, 0.5] for x in XOR.X.tolist()], XOR.y, NAMES)
LINE = Dataset([[1.0], [2.0], [4.0], [5.0]], [-1, -1, 1, 1], ["a"])
WINE = resource("datasets", "wine.csv")

Make = Callable[..., CanvasDesk]


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    def desk(dataset: Dataset = DATA, spec: RunSpec | None = None, view_choice: ViewChoice | None = None) -> CanvasDesk:
        made = CanvasDesk(qtbot, dataset, spec or RunSpec())
        if view_choice is not None:
            made.document.set_view_choice(view_choice)
        return made

    return desk


def looked_at(document: Document) -> ViewChoice:
    return document.view_choice


def distances(desk: CanvasDesk) -> FloatArray:
    state = desk.player.state
    assert state is not None
    return activations(desk.document.dataset.X, state.w, state.b) / float(np.linalg.norm(state.w))


@pytest.mark.parametrize("view_choice", [Pair(0, 1), Pair(2, 0), AlongW()])
def test_a_pixel_lies_on_the_side_where_the_point_of_the_section_lies(make: Make, view_choice: Pair | AlongW) -> None:
    desk = make(view_choice=view_choice)
    stage = desk.canvas.stage
    for update in range(1, desk.player.run.updates + 1 if desk.player.run else 0):
        desk.player.go_to_update(update)
        state = stage.state
        assert state is not None
        line = stage.line(state.w, state.b)
        for pixel in (QPointF(40, 60), QPointF(500, 80), QPointF(300, 400)):
            x = stage.projection.lift(np.array([stage.viewport.to_data(pixel)]))
            assert line.at(pixel) == pytest.approx(float(activations(x, state.w, state.b)[0]), abs=1e-9)


def test_who_is_wrong_is_told_by_all_features_and_not_by_the_side_drawn_on(make: Make) -> None:
    desk = make()
    desk.player.end()
    stage, state = desk.canvas.stage, desk.player.state
    assert state is not None
    sides = [stage.line(state.w, state.b).at(stage.viewport.pixel(*place)) for place in stage.points.tolist()]
    assert stage.margins is not None
    assert (stage.margins > 0).all()
    assert min(y * side for y, side in zip(desk.labels, sides, strict=True)) < 0
    assert any(
        "Section at the mean of the other feature: c 1. An example is wrong where it has a dashed ring" in note
        for note in desk.notes
    )


def test_the_band_is_the_section_of_the_true_one(make: Make) -> None:
    desk = make()
    layer, stage, run = desk.canvas.layers["band"], desk.canvas.stage, desk.player.run
    assert isinstance(layer, BandLayer)
    assert run is not None
    margin = run.margin
    assert margin.w_star is not None
    assert margin.b_star is not None
    assert margin.gamma is not None
    edge = stage.line(margin.w_star, margin.b_star - margin.gamma)
    for across in (30.0, 400.0):
        foot = edge.foot(QPointF(across, 200.0))
        assert foot is not None
        x = stage.projection.lift(np.array([stage.viewport.to_data(foot)]))
        assert activations(x, margin.w_star, margin.b_star)[0] == pytest.approx(margin.gamma)


def test_a_new_example_lies_in_the_section(make: Make) -> None:
    desk = make(view_choice=Pair(2, 0))
    desk.canvas.view.set_tool("positive")
    desk.click(desk.at(1.5, 0.5))
    assert desk.X[-1] == pytest.approx([0.5, 0.5, 1.5], abs=0.02)
    assert desk.X[-1][1] == 0.5  # the mean of b
    desk.document.undo_stack.undo()
    assert desk.document.dataset.same_as(DATA)


def test_a_handful_is_sprayed_into_the_section(make: Make) -> None:
    desk = make()
    desk.canvas.view.set_tool("spray")
    desk.click(desk.at(1.0, 0.0))
    assert {x[2] for x in desk.X[4:]} == {1.0}
    assert len(desk.X) > 8


def test_a_drag_and_a_nudge_move_the_features_that_are_shown_and_no_other(make: Make) -> None:
    desk = make(view_choice=Pair(2, 0))
    desk.drag(desk.at(4.0, 2.0), desk.at(4.6, 1.5))
    assert desk.X[0] == pytest.approx([1.5, 1.0, 4.6], abs=0.05)
    assert desk.X[0][1] == 1.0
    desk.selection.set([1])
    desk.qtbot.keyClick(desk.canvas.view, Qt.Key.Key_Right)
    assert desk.X[1][:2] == [1.0, 3.0]
    assert desk.X[1][2] > 5.0


@pytest.mark.parametrize("tool", ["select", "positive", "spray"])
def test_along_w_nothing_is_placed_or_moved_and_it_is_said_why(make: Make, tool: str) -> None:
    desk = make(view_choice=AlongW())
    desk.player.end()
    said: list[str] = []
    desk.document.refused.connect(said.append)
    desk.canvas.view.set_tool(tool)
    start = desk.canvas.stage.points[0].tolist()
    desk.drag(desk.at(*start), desk.at(start[0] + 1, start[1] + 1))
    assert said == [AlongW.standing]
    assert desk.document.dataset.same_as(DATA)
    assert not desk.document.undo_stack.canUndo()
    assert desk.canvas.stage.preview.ghosts == ()


def test_along_w_examples_can_still_be_selected_and_erased(make: Make) -> None:
    desk = make(view_choice=AlongW())
    desk.player.end()
    desk.click(desk.at(*desk.canvas.stage.points[2].tolist()))
    assert desk.selection.indices == (2,)
    desk.canvas.view.set_tool("erase")
    desk.click(desk.at(*desk.canvas.stage.points[2].tolist()))
    assert DATA.X[[0, 1, 3]].tolist() == desk.X


def test_along_w_the_view_follows_the_playhead_on_and_back(make: Make) -> None:
    desk = make(view_choice=AlongW())
    stage, run = desk.canvas.stage, desk.player.run
    assert run is not None
    seen = []
    for update in (*range(run.updates + 1), *reversed(range(run.updates + 1))):
        desk.player.go_to_update(update)
        if update:
            assert stage.points[:, 0].tolist() == pytest.approx(distances(desk).tolist(), rel=1e-12)
        seen.append(stage.points.tolist())
        pixels = stage.viewport.to_pixels(stage.points)
        assert all(stage.viewport.rect.contains(QPointF(x, y)) for x, y in pixels.tolist())
        desk.picture()
    assert seen == seen[::-1]
    assert "no boundary" in " ".join(desk.notes)
    assert axis_name(desk.canvas.view, "bottom") == "first principal direction"


def test_a_view_that_was_zoomed_stays_where_it_is_while_w_turns(make: Make) -> None:
    desk = make(view_choice=AlongW())
    desk.canvas.view.zoom(3)
    view = desk.canvas.stage.viewport
    desk.player.end()
    assert desk.canvas.stage.viewport == view


SHOWN = list(product([None, "poly", "rbf"], PREDICTORS))


@partly_slow(("kernel", "predictor"), SHOWN[::5], [both for both in SHOWN if both not in SHOWN[::5]])
def test_every_learner_is_drawn_in_every_view(make: Make, kernel: str | None, predictor: str) -> None:
    learner = "kernel" if kernel else "standard"
    desk = make(MIXED, RunSpec(learner, kernel=kernel, predictor=predictor, max_epochs=6))
    desk.player.end()
    for view_choice in (Pair(0, 1), Pair(2, 1), AlongW()):
        desk.document.set_view_choice(view_choice)
        desk.picture()
        desk.canvas.stage.classifier.finish()
        field = desk.canvas.stage.classifier.field(desk.canvas.stage.viewport)
        moment = desk.canvas.stage.classifier.moment
        if field is not None and moment is not None:
            places = np.array([[x, y] for y in field.ys[::40] for x in field.xs[::40]])
            expected = moment.decision.score(desk.canvas.stage.projection.lift(places))
            assert field.values[::40, ::40].ravel() == pytest.approx(expected, rel=1e-6, abs=1e-6)
        elif kernel:
            pytest.fail("a kernel's classifier is no line")


@pytest.mark.parametrize("view_choice", [Pair(2, 0), AlongW()])
def test_boundaries_laid_over_the_picture_are_those_of_its_section(make: Make, view_choice: Pair | AlongW) -> None:
    desk = make(MIXED, view_choice=view_choice)
    desk.player.end()
    stage, outlines = desk.canvas.stage, []
    for spec in (RunSpec(max_epochs=3), RunSpec("kernel", kernel="poly", degree=2, max_epochs=9)):
        run = train(MIXED, spec)
        moment = run.history.examples
        outlines.append(Outline("other", "ink", run, moment, run.updates, run.decision(moment)))
    desk.canvas.workspace.compared_boundaries.show(outlines, HeldOutExamples(MIXED, rows=True))
    desk.picture()
    stage.tracing.finish()
    desk.picture()
    (traced,) = stage.tracing.traced
    ends = stage.projection.lift(traced.field.boundary.reshape(-1, 2))
    size = np.abs(outlines[1].decision.score(MIXED.X)).max()
    assert np.abs(outlines[1].decision.score(ends)).max(initial=0) < 0.05 * size
    (named,) = lines_of(desk.canvas.layers["compared"])
    w, b = outlines[0].decision.weights, outlines[0].decision.intercept
    assert w is not None
    assert b is not None
    assert named.line == stage.line(w, b)


def test_a_vector_tried_out_is_drawn_where_it_cuts_the_section(make: Make) -> None:
    desk = make(view_choice=Pair(2, 0))
    desk.canvas.workspace.own_separator.put([1.0, 2.0, 0.5, -1.0])
    (named,) = lines_of(desk.canvas.layers["trial"])
    b = -1.0 + 2.0 * 0.5  # b of w·x + b, and w₂ times the mean of the second feature
    assert named.line == desk.canvas.stage.viewport.line(np.array([0.5, 1.0]), b)
    desk.picture()


def test_votes_are_counted_at_the_point_of_the_section(make: Make) -> None:
    desk = make(MIXED, RunSpec("voted", max_epochs=5), view_choice=Pair(2, 0))
    desk.player.end()
    reading, run = desk.canvas.stage.classifier, desk.player.run
    assert run is not None
    for_, against = reading.votes_at(0.3, 0.7) or (0, 0)
    score = run.decision(run.history.examples).score(np.array([[0.7, 0.5, 0.3]]))[0]
    assert for_ - against == score


def test_of_hulls_in_more_features_the_common_point_is_shown_and_no_hull(make: Make) -> None:
    desk = make(MIXED)
    layer, run = desk.canvas.layers["certificate"], desk.player.run
    assert isinstance(layer, CertificateLayer)
    assert run is not None
    assert run.margin.certificate is not None
    assert "no hyperplane separates these" in desk.words
    point = run.margin.certificate.point
    assert point is not None
    place = desk.canvas.stage.viewport.pixel(*desk.canvas.stage.projection.place(point))
    assert "With all their features" in tooltip_at(layer, place)


def test_the_vectors_of_an_update_are_drawn_by_their_parts_in_the_view(make: Make) -> None:
    desk = make(view_choice=Pair(2, 0))
    desk.player.go_to_update(2)
    stage, state = desk.canvas.stage, desk.player.state
    found = step_vectors(stage, stage.viewport)
    assert state is not None
    assert found is not None
    drawn = found.line(found.after / found.scale)
    start, end = (stage.viewport.to_data(place) for place in (drawn.p1(), drawn.p2()))
    assert np.subtract(end, start) == pytest.approx([state.w[2], state.w[0]])


def test_one_feature_is_a_line_of_numbers(make: Make) -> None:
    desk = make(LINE)
    desk.player.end()
    stage, state = desk.canvas.stage, desk.player.state
    assert state is not None
    assert stage.points[:, 1].tolist() == [0, 0, 0, 0]
    segment = stage.viewport.segment(stage.line(state.w, state.b))
    assert segment is not None
    assert segment.x1() == pytest.approx(segment.x2())
    assert stage.viewport.to_data(segment.p1())[0] == pytest.approx(-state.b / float(state.w[0]))
    assert [axis_name(desk.canvas.view, side) for side in ("bottom", "left")] == ["a", ""]
    desk.canvas.view.set_tool("positive")
    desk.hover(desk.at(3.0, 0.8))
    assert stage.preview.ghosts[0][1] == 0.0
    desk.click(desk.at(3.0, 0.8))
    assert desk.X[-1] == pytest.approx([3.0], abs=0.02)
    desk.canvas.view.set_tool("select")
    desk.drag(desk.at(4.0, 0.0), desk.at(4.5, 0.7))
    assert desk.X[2] == pytest.approx([4.5], abs=0.02)
    desk.picture()


@pytest.mark.parametrize("kernel", ["poly", "rbf"])
def test_a_kernel_on_a_line_of_numbers_shades_it_in_stripes(make: Make, kernel: str) -> None:
    desk = make(LINE, RunSpec("kernel", kernel=kernel))
    desk.player.end()
    desk.picture()
    field = desk.canvas.stage.classifier.field(desk.canvas.stage.viewport)
    assert field is not None
    assert (field.values == field.values[0]).all()


def test_two_features_can_change_places(make: Make) -> None:
    desk = make(XOR, view_choice=Pair(1, 0))
    assert [axis_name(desk.canvas.view, side) for side in ("bottom", "left")] == ["x2", "x1"]
    assert desk.canvas.stage.points.tolist() == XOR.X[:, ::-1].tolist()
    assert desk.canvas.stage.projection.sentence == ""


def test_a_choice_outlives_edits_and_is_forgotten_with_the_points(make: Make) -> None:
    desk = make(view_choice=Pair(2, 1))
    desk.document.edit(DATA.flipped([0]), "flip")
    assert looked_at(desk.document) == Pair(2, 1)
    desk.document.edit(XOR, "generate", others=True)
    assert looked_at(desk.document) == Pair(0, 1)
    desk.document.undo_stack.undo()
    assert looked_at(desk.document) == Pair(2, 1)
    desk.document.open(DATA, None)
    assert looked_at(desk.document) == Pair(0, 1)
    desk.document.open(LINE, None)
    assert looked_at(desk.document) == NumberLine()


def test_data_of_other_features_are_drawn_before_their_run_is_there(make: Make, qtbot: QtBot) -> None:
    desk = make()
    desk.document.dataset_changed.disconnect(desk.solve)
    for dataset in (LINE, XOR, DATA, MIXED, LINE):
        for view_choice in (None, AlongW()):
            desk.document.open(dataset, None, view_choice=view_choice)
            desk.picture()
            assert len(desk.canvas.stage.points) == dataset.n


@pytest.mark.parametrize(("d", "more"), [(3_000, "and 2,984 more features"), (17, "and 1 more feature")])
def test_an_example_says_the_features_shown_first_and_not_thousands(make: Make, d: int, more: str) -> None:
    wide = Dataset(np.arange(2.0 * d).reshape(2, d), [1, -1])
    desk = make(wide, RunSpec(max_epochs=2), view_choice=Pair(d - 1, 1))
    told = desk.canvas.view.told_at(desk.canvas.stage.viewport.pixel(d - 1.0, 1.0)).splitlines()
    assert told[1:3] == [f"x{d} = {d - 1:,}", "x2 = 1"]
    assert told[-1] == more


# In the window


def choosing(act: Callable[[FeaturesDialog], None]) -> None:
    """Let the dialog be asked, and `act` in it."""

    def now() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, FeaturesDialog)
        act(dialog)

    QTimer.singleShot(0, now)


def open_wine(desk: Desk, window: MainWindow) -> None:
    desk.answers.about_import = FileChoices("cultivar 1", shown=(12, 0))
    window.files.open_path(WINE)
    desk.settled(window)


def test_all_features_are_learned_from_and_two_are_shown(desk: Desk, window: MainWindow) -> None:
    open_wine(desk, window)
    assert window.document.dataset.d == 13
    assert axis_name(window.canvas.view, "bottom") == "proline"
    assert axis_name(window.canvas.view, "left") == "alcohol"
    assert desk.answers.asked == ["import"]


def test_other_features_are_chosen_in_the_view_menu(desk: Desk, window: MainWindow) -> None:
    open_wine(desk, window)

    def swap(dialog: FeaturesDialog) -> None:
        assert dialog.chosen == Pair(12, 0)
        dialog.axes[0].choose(0)
        assert dialog.chosen is None
        assert "both axes" in dialog.verdict.text()
        dialog.axes[1].choose(6)
        dialog.accept()

    choosing(swap)
    window.actions_["features"].trigger()
    assert looked_at(window.document) == Pair(0, 6)
    assert axis_name(window.canvas.view, "left") == "flavanoids"
    assert not window.document.modified

    def look_along(dialog: FeaturesDialog) -> None:
        dialog.others[AlongW()].click()
        dialog.accept()

    choosing(look_along)
    window.actions_["features"].trigger()
    assert looked_at(window.document) == AlongW()
    window.player.end()
    assert "Seen along w" in " ".join(window.canvas.words.all_notes())
    choosing(FeaturesDialog.reject)
    window.actions_["features"].trigger()
    assert looked_at(window.document) == AlongW()


def test_a_line_of_numbers_has_no_other_features_to_show(window: MainWindow, desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "line.csv"
    path.write_text("a,kind\n1,x\n2,x\n4,y\n5,y\n")
    window.files.open_path(path)
    desk.settled(window)
    assert window.document.dataset.d == 1
    assert not window.actions_["features"].isEnabled()


def test_a_picture_file_shows_the_features_that_the_window_shows(desk: Desk, window: MainWindow) -> None:
    open_wine(desk, window)
    run = window.player.run
    assert run is not None
    panel = window.panel
    setting = PictureSetting.of(window.canvas, panel.title, panel.panel, Appearance.LIGHT)
    with open_offscreen_window(run, setting) as offscreen:
        assert axis_name(offscreen.picture.canvas.view, "bottom") == "proline"
        assert offscreen.picture.canvas.stage.projection.same_as(window.canvas.stage.projection)


def test_what_is_looked_at_is_plain_json_and_comes_back(window: MainWindow) -> None:
    for view_choice in (Pair(1, 0), AlongW()):
        window.document.set_view_choice(view_choice)
        written = json.dumps(window.document.view_choice.to_json())
        window.document.set_view_choice(Pair())
        window.document.set_view_choice(view_choice_from_json(json.loads(written)))
        assert looked_at(window.document) == view_choice
