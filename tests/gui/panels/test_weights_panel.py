"""The weights panel: w among the half-planes, linked with the canvas, and another w tried out beside the run."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.datasets.arithmetic import activations
from core.datasets.dataset import Dataset
from core.numbers.numerals import number
from core.record.history import State
from core.run import train
from core.spec import RunSpec
from core.theory.bounds import own_separator
from perceptron_gui.canvas import Canvas
from perceptron_gui.canvas.layers.drawn_lines import OwnSeparatorLayer
from perceptron_gui.look.text.painted_text import WrappedLabel
from perceptron_gui.look.theme import DARK, LIGHT, Appearance, ThemeModel
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.pointing.own_separator import TriedSeparator
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.weights import WeightsPanel, painting
from perceptron_gui.panels.weights.framing import PlaneFrame
from perceptron_gui.panels.weights.picture import PlanePicture
from tests.core.tables import DATASET, in_coordinates, over_pairs
from tests.gui.places_on_screen import pixel_of

SEPARABLE = Dataset([[2.0, 1.0], [1.0, 3.0], [3.0, 0.0], [0.0, -2.0]], [1, 1, -1, -1])
XOR = Dataset([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1])
ONE_SIDED = Dataset([[1.0, 0.0], [2.0, 0.0]], [-1, 1])
"""Separable, but only with b < 0."""
IN_FOUR = Dataset([[1.0, 0.5, 0, 2], [-0.5, 1, 1, 0], [1.5, -0.5, 2, 1], [-1, -1, 0, 0.5]], [1, -1, 1, -1])

_LEFT, _NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton


def read(words: WrappedLabel) -> str:
    """What a person reads, wherever its lines may break."""
    return words.text().replace("\u00a0", " ")


@dataclass
class Desk:
    """A weights panel and a canvas over one workspace, and a hand on the mouse in the panel's view."""

    qtbot: QtBot
    dataset: Dataset = SEPARABLE
    spec: RunSpec = field(default_factory=RunSpec)

    def __post_init__(self) -> None:
        self.workspace = Workspace.over(Document(self.dataset, self.spec))
        self.player, self.own_separator, self.highlight = (
            self.workspace.player,
            self.workspace.own_separator,
            self.workspace.highlight,
        )
        self.theme = ThemeModel(Appearance.LIGHT)
        self.panel = WeightsPanel(self.workspace, self.theme)
        self.qtbot.addWidget(self.panel)
        self.panel.resize(420, 640)
        self.panel.show()
        self.workspace.document.spec_changed.connect(self.solve)
        self.workspace.document.dataset_changed.connect(self.solve)
        self.solve()

    def solve(self) -> None:
        document = self.workspace.document
        self.player.set_run(train(document.dataset, document.spec))

    @cached_property
    def canvas(self) -> Canvas:
        """Made where a test looks at it."""
        canvas = Canvas(self.workspace, self.theme)
        self.qtbot.addWidget(canvas)
        canvas.resize(500, 400)
        canvas.set_tween(False)
        canvas.show()
        return canvas

    @property
    def picture(self) -> PlanePicture:
        assert self.panel.view.picture is not None
        return self.panel.view.picture

    @property
    def state(self) -> State:
        assert self.player.state is not None
        return self.player.state

    @property
    def w(self) -> QPointF:
        """Where w is drawn."""
        return self.panel.view.handle(self.picture.seen.present)

    def mouse(self, kind: QEvent.Type, at: QPointF, button: Qt.MouseButton, held: Qt.MouseButton) -> None:
        view = self.panel.view
        event = QMouseEvent(kind, at, QPointF(view.mapToGlobal(at)), button, held, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(view, event)

    def press(self, at: QPointF) -> None:
        self.mouse(QEvent.Type.MouseButtonPress, at, _LEFT, _LEFT)

    def move(self, at: QPointF, held: Qt.MouseButton = _LEFT) -> None:
        self.mouse(QEvent.Type.MouseMove, at, _NONE, held)

    def release(self, at: QPointF) -> None:
        self.mouse(QEvent.Type.MouseButtonRelease, at, _LEFT, _NONE)

    def drag(self, start: QPointF, by: QPointF) -> None:
        self.press(start)
        for share in (0.3, 0.7, 1.0):
            self.move(start + by * share)
        self.release(start + by)

    def middle_of(self, row: int) -> QPointF:
        """A point on an example's line, in view."""
        found = self.picture.line_of(row)
        assert found is not None
        x0, y0, x1, y1 = found[1].tolist()
        return QPointF(x0 + (x1 - x0) * 0.43, y0 + (y1 - y0) * 0.43)

    def color(self, at: QPointF) -> QColor:
        return self.panel.view.grab().toImage().pixelColor(at.toPoint())


@pytest.fixture
def desk(qtbot: QtBot) -> Desk:
    return Desk(qtbot)


def layer_of(desk: Desk) -> OwnSeparatorLayer:
    layer = desk.canvas.layers["trial"]
    assert isinstance(layer, OwnSeparatorLayer)
    return layer


@over_pairs(in_coordinates, predictors=False)
def test_path_ghost_and_update_are_those_of_the_record_forward_and_back(qtbot: QtBot, spec: RunSpec) -> None:
    desk = Desk(qtbot, DATASET, spec)
    run = desk.player.run
    assert run is not None
    weights = run.history.weights()
    forward: dict[int, tuple[PlaneFrame, list[list[float]], str]] = {}
    moments = range(run.updates + 1)
    for k in [*moments, *reversed(moments)]:
        desk.player.go_to_update(k)
        seen, picture = desk.picture.seen, desk.picture
        assert seen.path.tolist() == weights[: k + 1, :2].tolist()
        assert seen.present.tolist() == weights[k].tolist()
        if k:
            assert seen.before == tuple(weights[k - 1, :2].tolist())
        if k and desk.state.added and not run.rule.shrinking:
            assert seen.move is not None
            assert seen.move.start == pytest.approx(seen.before, abs=1e-12)
        corners = [] if picture.region is None else picture.region.corners.tolist()
        found = (picture.frame, corners, read(desk.panel.region))
        assert forward.setdefault(k, found) == found


def test_w_arrives_in_the_shaded_part_when_the_run_has_converged(desk: Desk) -> None:
    desk.player.end()
    assert desk.player.run is not None
    assert desk.player.run.converged
    assert not len(desk.picture.seen.wrong)
    assert desk.picture.region is not None
    distances = desk.picture.seen.half_planes.at(*desk.picture.seen.place(desk.picture.seen.present))
    assert distances.min() > 0
    assert read(desk.panel.region).startswith("The shaded part")


def test_the_view_follows_w_and_shows_path_and_origin(desk: Desk) -> None:
    for k in range(desk.player.extent + 1):
        desk.player.go_to(k)
        pixels = desk.picture.frame.pixels(np.vstack([desk.picture.seen.path, [0.0, 0.0]]))
        assert all(desk.picture.frame.area.contains(QPointF(x, y)) for x, y in pixels.tolist())


def test_it_says_that_nothing_separates_xor(qtbot: QtBot) -> None:
    desk = Desk(qtbot, XOR, RunSpec(max_updates=20))
    for k in range(20):
        desk.player.go_to(k)
        assert desk.picture.region is None
        assert read(desk.panel.region).startswith("Nothing separates these examples")


def test_a_plane_in_which_nothing_separates_is_called_so_though_the_examples_are_separable(qtbot: QtBot) -> None:
    desk = Desk(qtbot, ONE_SIDED)
    desk.player.home()
    assert read(desk.panel.whereabouts) == "at b = 0"
    desk.own_separator.put([1.0, 1.0, 2.0])
    assert read(desk.panel.whereabouts) == "at b = 2"
    assert read(desk.panel.region) == "At b = 2 no (w₁, w₂) separates; with other values some do."
    assert "Path and ŵ* are projected: b is not shown." in read(desk.panel.details)
    desk.own_separator.put([1.0, 1.0, -2.0])
    assert "separate" in read(desk.panel.region)
    assert "no (w₁, w₂)" not in read(desk.panel.region)


def test_with_many_examples_the_same_is_said_once_all_is_at_rest(qtbot: QtBot) -> None:
    X = np.repeat(ONE_SIDED.X, 1_500, axis=0)
    desk = Desk(qtbot, Dataset(X, np.repeat(ONE_SIDED.y, 1_500)))
    desk.own_separator.put([1.0, 1.0, 2.0])
    assert read(desk.panel.region) == "No w in view separates."
    qtbot.waitUntil(lambda: read(desk.panel.region) == "At b = 2 no (w₁, w₂) separates; with other values some do.")


def test_the_other_planes_are_chosen_and_say_what_is_fixed(desk: Desk) -> None:
    desk.player.end()
    across, up = desk.panel.axes
    assert [up.itemText(i) for i in range(up.count())] == ["w₁", "w₂", "b"]
    up.setCurrentIndex(2)
    up.activated.emit(2)
    seen = desk.picture.seen
    assert seen.plane.axes == (0, 2)
    assert seen.place(seen.present) == (desk.state.w[0], desk.state.b)
    assert read(desk.panel.whereabouts).startswith("at w₂ = ")
    across.setCurrentIndex(2)
    across.activated.emit(2)
    assert desk.picture.seen.plane.axes == (2, 0)
    assert (across.currentText(), up.currentText()) == ("b", "w₁")


def test_of_many_components_two_are_chosen_and_the_others_stay_as_they_are(qtbot: QtBot) -> None:
    desk = Desk(qtbot, IN_FOUR)
    desk.player.end()
    assert read(desk.panel.whereabouts).startswith("at w₃ = ")
    for box, place in zip(desk.panel.axes, (3, 4), strict=True):
        box.setCurrentIndex(place)
        box.activated.emit(place)
    assert desk.picture.seen.plane.axes == (3, 4)
    region = desk.picture.region
    assert region is not None
    vector = desk.picture.seen.plane.moved(desk.picture.seen.present, *region.middle)
    assert vector[:3].tolist() == desk.state.w[:3].tolist()
    assert (IN_FOUR.y * activations(IN_FOUR.X, vector[:-1], float(vector[-1])) > 0).all()


def test_without_bias_all_of_w_is_in_the_plane_and_there_is_nothing_to_choose(qtbot: QtBot) -> None:
    desk = Desk(qtbot, SEPARABLE, RunSpec(bias=0))
    assert read(desk.panel.whereabouts) == "all of w"
    assert not any(box.isVisible() for box in desk.panel.axes)
    assert desk.picture.seen.half_planes.distances.tolist() == [0.0] * 4


def test_star_lies_in_the_region_where_its_ray_meets_the_plane(qtbot: QtBot) -> None:
    desk = Desk(qtbot, SEPARABLE)
    met = 0
    for k in range(desk.player.extent + 1):
        desk.player.go_to(k)
        seen = desk.picture.seen
        if seen.star_here is not None:
            met += 1
            assert seen.plane.separates(seen.plane.moved(seen.present, *seen.star_here))
    assert met


def test_pointing_at_a_line_lights_its_example_on_the_canvas_and_leaving_puts_it_out(desk: Desk) -> None:
    desk.player.end()
    row = next(row for row in range(4) if desk.picture.row_at(desk.middle_of(row)) == row)
    desk.move(desk.middle_of(row), _NONE)
    assert (desk.highlight.kind, desk.highlight.rows) == ("example", (row,))
    QApplication.sendEvent(desk.panel.view, QEvent(QEvent.Type.Leave))
    assert desk.highlight.kind is None


def test_an_example_under_the_mouse_on_the_canvas_lights_its_line(desk: Desk) -> None:
    desk.player.end()
    row = 1
    before = desk.color(desk.middle_of(row))
    at = pixel_of(desk.canvas.view, *SEPARABLE.X[row].tolist())
    viewport = desk.canvas.view.viewport()
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(at),
        QPointF(viewport.mapToGlobal(at)),
        _NONE,
        _NONE,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(viewport, event)
    assert desk.highlight.rows == (row,)
    after = desk.color(desk.middle_of(row))
    assert after != before
    assert after.lightness() < 80  # ink


def test_a_click_on_a_line_selects_its_example(desk: Desk) -> None:
    desk.player.end()
    row = next(row for row in range(4) if desk.picture.row_at(desk.middle_of(row)) == row)
    desk.press(desk.middle_of(row))
    desk.release(desk.middle_of(row))
    assert desk.workspace.selection.indices == (row,)


def test_dragging_w_tries_another_and_the_canvas_says_what_it_does_while_the_run_is_untouched(desk: Desk) -> None:
    desk.player.go_to(1)
    run, state, spec = desk.player.run, desk.state, desk.workspace.document.spec
    desk.drag(desk.w, QPointF(-70, 40))
    weights = desk.own_separator.weights
    assert weights is not None
    assert weights[:2].tolist() == pytest.approx(list(desk.picture.frame.point(desk.w + QPointF(-70, 40))), abs=0.05)
    assert weights[2] == state.b
    wrong = int((SEPARABLE.y * activations(SEPARABLE.X, weights[:2], float(weights[2])) <= 0).sum())
    assert wrong
    assert layer_of(desk).told() == f"your line: {wrong} mistake{'' if wrong == 1 else 's'}"
    assert f"it gets {wrong} of 4 examples wrong" in desk.panel.told.text()
    assert (desk.player.run, desk.state, desk.workspace.document.spec) == (run, state, spec)


def test_a_trial_that_separates_is_told_with_its_margin(desk: Desk) -> None:
    desk.player.end()
    separating = np.append(desk.state.w, desk.state.b)
    desk.own_separator.put(separating)
    run = desk.player.run
    assert run is not None
    gamma = own_separator(run.dataset, run.margin.bias, separating[:-1], float(separating[-1])).gamma
    assert layer_of(desk).told().startswith("your line: separates by ")
    assert float(layer_of(desk).told().rpartition(" by ")[2]) == pytest.approx(gamma, rel=1e-3)


def test_the_view_stands_still_while_another_w_is_dragged(desk: Desk) -> None:
    desk.player.go_to(2)
    frame = desk.picture.frame
    desk.press(desk.w)
    for step in range(1, 12):
        desk.move(desk.w + QPointF(9 * step, -7 * step))
        assert desk.picture.frame == frame
    desk.release(desk.w)


@pytest.mark.parametrize("where", ["panel", "canvas"])
def test_escape_goes_back_to_the_run(desk: Desk, where: str) -> None:
    desk.player.go_to(1)
    desk.drag(desk.w, QPointF(40, 10))
    assert desk.own_separator.weights is not None
    QTest.keyClick(desk.panel.view if where == "panel" else desk.canvas.view, Qt.Key.Key_Escape)
    assert desk.own_separator.weights is None
    assert layer_of(desk).blank()
    assert not desk.panel.told.isVisible()


def test_escape_in_the_middle_of_a_drag_puts_back_what_was_tried_before(desk: Desk) -> None:
    desk.own_separator.put([1.0, 2.0, 0.0])
    before = desk.own_separator.weights
    handle = desk.panel.view.handle(np.array([1.0, 2.0, 0.0]))
    desk.press(handle)
    desk.move(handle + QPointF(50, 0))
    assert desk.own_separator.weights is not before
    QTest.keyClick(desk.panel.view, Qt.Key.Key_Escape)
    assert desk.own_separator.weights is not None
    assert desk.own_separator.weights.tolist() == [1.0, 2.0, 0.0]


def test_a_run_is_started_from_what_was_tried(desk: Desk) -> None:
    desk.panel.try_out.click()
    desk.own_separator.put([0.5, -1.5, 1.0])
    desk.panel.start.click()
    assert desk.workspace.document.spec.start == (0.5, -1.5, 1.0)
    assert desk.own_separator.weights is None
    assert desk.state.w.tolist() == [0.5, -1.5]
    assert desk.state.update == 0


def test_what_if_begins_at_w_and_arrow_keys_move_it(desk: Desk) -> None:
    desk.player.go_to(2)
    desk.panel.try_out.click()
    assert desk.own_separator.weights is not None
    assert desk.own_separator.weights.tolist() == [*desk.state.w, desk.state.b]
    right = desk.own_separator.weights[0]
    QTest.keyClick(desk.panel.view, Qt.Key.Key_Right)
    assert desk.own_separator.weights is not None
    assert desk.own_separator.weights[0] > right
    assert desk.player.position == 2


def test_wheel_and_drag_move_the_view_until_w_is_followed_again(desk: Desk) -> None:
    desk.player.go_to(1)
    followed = desk.picture.frame
    view, at = desk.panel.view, QPointF(100, 120)
    point = desk.picture.frame.point(at)
    angle = QPoint(0, 120)
    held = Qt.KeyboardModifier.NoModifier
    event = QWheelEvent(
        at, QPointF(view.mapToGlobal(at)), QPoint(), angle, _NONE, held, Qt.ScrollPhase.NoScrollPhase, False
    )
    QApplication.sendEvent(view, event)
    assert desk.picture.frame.ux < followed.ux
    assert desk.picture.frame.point(at) == pytest.approx(point)
    corner = QPointF(5, 5)
    shown = desk.picture.frame.point(corner)
    desk.drag(corner, QPointF(30, 20))
    assert desk.picture.frame.point(corner + QPointF(30, 20)) == pytest.approx(shown)
    moved = desk.picture.frame
    desk.player.go_to(2)
    assert desk.picture.frame == moved
    desk.player.go_to(1)
    desk.panel.fit.click()
    assert desk.picture.frame == followed


@pytest.mark.parametrize(
    ("dataset", "spec", "words"),
    [
        (SEPARABLE, RunSpec("kernel"), "feature space"),
        (SEPARABLE, RunSpec("kernel", kernel="linear"), "α in the place of w"),
        (Dataset([[1.0], [-2.0]], [1, -1]), RunSpec(bias=0), "single number"),
        (Dataset.empty(), RunSpec(), "No examples yet"),
    ],
)
def test_where_there_is_no_plane_of_weights_a_sentence_says_why(
    qtbot: QtBot, dataset: Dataset, spec: RunSpec, words: str
) -> None:
    desk = Desk(qtbot, dataset, spec)
    assert words in desk.panel.instead.text()
    assert desk.panel.instead.isVisible()
    assert not desk.panel.view.isVisible()
    assert not desk.panel.try_out.isVisible()
    desk.workspace.document.open(SEPARABLE, None)
    desk.workspace.document.set_spec(RunSpec())
    assert desk.panel.view.isVisible()
    assert desk.panel.view.picture is not None


def test_of_many_lines_those_that_tell_something_are_drawn_and_counted(qtbot: QtBot) -> None:
    rng = np.random.default_rng(3)
    X = rng.normal(size=(3_000, 2))
    y = np.where(X.sum(axis=1) > 0, 1, -1)
    desk = Desk(qtbot, Dataset(X + 0.1 * y[:, None], y))
    desk.player.go_to(3)
    picture = desk.picture
    assert picture.region is not None
    assert set(picture.region.bounding) <= set(picture.rows)
    assert desk.state.index in picture.rows
    assert len(picture.rows) < 120
    told = f"{picture.drawn} of 3,000 lines drawn: around the shading, the present one"
    assert f"{told}, {'the' if len(picture.seen.wrong) <= 60 else 'some'} wrong ones." in desk.panel.details.text()
    desk.player.end()
    assert not len(desk.picture.seen.wrong)
    assert "lines drawn: around the shading, the present one." in desk.panel.details.text()


def test_nothing_is_computed_while_the_panel_is_not_seen(desk: Desk) -> None:
    desk.panel.hide()
    desk.player.go_to(2)
    desk.own_separator.put([1.0, 1.0, 1.0])
    assert desk.panel.view.picture is None
    desk.panel.show()
    assert desk.picture.seen.state is desk.state
    assert desk.picture.seen.own_separator is desk.own_separator.weights


@pytest.mark.parametrize("scale", [1e100, 1e-300, 5e-324, 0.0])
def test_extreme_examples_are_drawn_without_a_fault(qtbot: QtBot, scale: float) -> None:
    desk = Desk(qtbot, Dataset(SEPARABLE.X / 3 * scale, SEPARABLE.y), RunSpec(max_updates=10))
    for k in range(desk.player.extent + 1):
        desk.player.go_to(k)
        desk.panel.grab()
    desk.drag(desk.w, QPointF(20, 20))
    for notches in (-40, 90):
        desk.panel.view.zoom(1.2**notches, QPointF(50, 50))
        desk.panel.grab()
        desk.canvas.grab()


def test_nothing_is_clipped_at_the_least_width(desk: Desk) -> None:
    desk.own_separator.put([0.123456, -1.23456, 0.98765])
    desk.panel.resize(380, 420)
    buttons = [desk.panel.start, desk.panel.back, desk.panel.fit]
    assert desk.panel.minimumSizeHint().width() <= 380
    for widget in (*buttons, *desk.panel.axes, desk.panel.region, desk.panel.told):
        assert desk.panel.rect().contains(widget.geometry())
    for button in buttons:
        assert button.width() >= button.sizeHint().width()


def test_light_and_dark_are_painted_in_their_colours(desk: Desk) -> None:
    corner = QPointF(2, 300)
    for appearance, theme in ((Appearance.DARK, DARK), (Appearance.LIGHT, LIGHT)):
        desk.theme.choose(appearance)
        image = desk.panel.view.grab().toImage()
        pages = sum(image.pixelColor(x, int(corner.y())) == theme.color("page") for x in range(image.width()))
        assert pages > 20


def test_a_trial_stays_while_points_move_and_goes_with_them(qtbot: QtBot) -> None:
    document = Document(SEPARABLE)
    own_separator, told = TriedSeparator(document), []
    own_separator.changed.connect(lambda: told.append(own_separator.weights))
    own_separator.put([1, 2, 3])
    own_separator.put([1.0, 2.0, 3.0])
    assert len(told) == 1
    document.edit(SEPARABLE.moved([0], [[5.0, 5.0]]), "move")
    assert own_separator.weights is not None
    document.edit(IN_FOUR, "other features", others=True)
    assert own_separator.weights is None
    own_separator.put([0.0] * 5)
    document.open(IN_FOUR, None)
    assert own_separator.weights is None
    own_separator.put([1e200, -1e200, 0.0])
    assert own_separator.weights is not None
    assert own_separator.weights.tolist() == [1e100, -1e100, 0.0]


def test_a_trial_is_judged_over_the_run_it_fits_and_over_no_other(qtbot: QtBot) -> None:
    own_separator, run = TriedSeparator(Document(SEPARABLE)), train(SEPARABLE)
    assert own_separator.judged(run) is None
    own_separator.put([-1.0, 1.0, 0.0])
    judged = own_separator.judged(run)
    assert judged is not None
    assert own_separator.judged(run) is judged
    assert own_separator.judged(train(IN_FOUR)) is None
    assert own_separator.judged(train(SEPARABLE, replace(RunSpec(), learner="kernel"))) is None


def test_in_normalised_units_all_that_is_written_is_divided_by_r_and_nothing_moves(desk: Desk) -> None:
    desk.player.go_to(2)
    theorem_view, seen = desk.workspace.theorem_view, desk.picture.seen
    radius = seen.run.margin.radius
    frame, b = desk.picture.frame, float(seen.at[-1])
    raw = read(desk.panel.whereabouts)
    desk.panel.units.click()
    assert theorem_view.normalised
    assert read(desk.panel.whereabouts) == f"at b/\u2060R = {number(b / radius)}" != raw
    assert desk.picture.frame == frame
    assert desk.picture.seen.move is not None
    assert desk.picture.seen.move.name.endswith("x/R")
    desk.own_separator.put([1.0, -2.0, 3.0])
    assert f"b/R = {number(3.0 / radius)}" in desk.panel.told.text()
    for value, text in painting._ticks(frame.box[0], frame.box[2], radius):
        assert value / radius == pytest.approx(float(text.replace("−", "-").replace(",", "")))
    theorem_view.set_normalised(False)
    desk.own_separator.clear()
    assert not desk.panel.units.isChecked()
    assert read(desk.panel.whereabouts) == raw


@pytest.mark.parametrize("unit", [1e100, 1e-300, 5e-324])
def test_where_no_number_can_be_written_at_the_edges_there_is_none(unit: float) -> None:
    for low, high in ((-1e-280, 1e-280), (-1e120, 1e120), (0.0, 0.0), (1.0, 2.0)):
        assert all(low - 1e-12 <= value <= high + 1e-12 and text for value, text in painting._ticks(low, high, unit))
    assert painting._ticks(-1e-280, 1e-280, 1e100) == []
