"""The canvas as the window uses it: fitting, scales, tween, theme, export."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterable

import numpy as np
import pytest
import shiboken6
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.lessons import vocabulary
from core.run import train
from core.spec import RunSpec
from perceptron_gui.canvas import Canvas
from perceptron_gui.canvas.layers import LAYERS, LayerKind
from perceptron_gui.canvas.layers.frame import ticks
from perceptron_gui.canvas.layers.layer import Layer, Word
from perceptron_gui.look.theme import DARK, Appearance
from perceptron_gui.look.viewport import Viewport
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.window.cards import GROUPS
from tests.gui.canvas.desk import SEPARABLE, CanvasDesk
from tests.gui.places_on_screen import axis_name


@pytest.fixture
def desk(qtbot: QtBot) -> CanvasDesk:
    return CanvasDesk(qtbot)


def in_view(desk: CanvasDesk) -> bool:
    view = desk.canvas.stage.viewport
    return all(view.rect.contains(view.pixel(*row)) for row in desk.X)


def test_all_examples_are_in_view_at_first(desk: CanvasDesk) -> None:
    assert in_view(desk)


def test_fit_brings_all_examples_back(desk: CanvasDesk) -> None:
    desk.canvas.view.zoom(8)
    assert not in_view(desk)
    desk.canvas.view.fit()
    assert in_view(desk)


def test_opening_another_file_fits_the_view_and_clears_the_selection(desk: CanvasDesk) -> None:
    desk.selection.set([0])
    desk.document.open(Dataset([[1e4, 5.0], [2e4, 7.0], [3e4, 7.0], [3e4, 8.0]], [1, -1, 1, -1]), None)
    assert in_view(desk)
    assert desk.selection.indices == ()


def test_placing_an_example_does_not_move_the_view(desk: CanvasDesk) -> None:
    before = desk.canvas.stage.viewport
    desk.document.edit(desk.document.dataset.appended([[50.0, 50.0]], [1]), "add")
    assert desk.canvas.stage.viewport == before


def test_a_fitted_view_stays_fitted_in_a_smaller_window(desk: CanvasDesk) -> None:
    desk.canvas.resize(420, 300)
    desk.picture()
    assert in_view(desk)


def test_a_zoomed_view_keeps_its_scale_in_another_window(desk: CanvasDesk) -> None:
    desk.canvas.view.zoom(3)
    unit = desk.canvas.stage.viewport.ux
    desk.canvas.resize(420, 300)
    desk.picture()
    assert desk.canvas.stage.viewport.ux == unit


def test_scales_are_equal_until_stretched_and_then_the_canvas_says_so(desk: CanvasDesk) -> None:
    view = desk.canvas.stage.viewport
    assert view.ux == view.uy
    assert not any("stretched" in note for note in desk.notes)
    desk.canvas.set_equal_scales(False)
    stretched = desk.canvas.stage.viewport
    assert stretched.ux != stretched.uy
    assert any("right angles are not shown right" in note for note in desk.notes)
    desk.canvas.set_equal_scales(True)
    assert desk.canvas.stage.viewport == view


def test_the_axes_show_what_the_viewport_shows(desk: CanvasDesk) -> None:
    desk.canvas.view.zoom(2)
    view = desk.canvas.stage.viewport
    across, up = desk.canvas.grid.ticks
    x, y = ([float(tick.text.replace("−", "-")) for tick in ticks] for ticks in (across, up))
    assert [tick.at for tick in across] == pytest.approx([view.pixel(value, 0.0).x() for value in x])
    assert [tick.at for tick in up] == pytest.approx([view.pixel(0.0, value).y() for value in y])


def test_the_axes_carry_the_names_of_the_features_as_they_are_written(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, Dataset([[1.0, 2.0]], [1], features=("a < b & c", "petal width (cm)")))
    assert axis_name(desk.canvas.view, "bottom") == "a < b & c"
    desk.theme.choose(Appearance.DARK)
    assert axis_name(desk.canvas.view, "bottom") == "a < b & c"
    assert axis_name(desk.canvas.view, "left") == "petal width (cm)"


def test_an_empty_canvas_says_what_to_do_first(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, Dataset.empty())
    for name in LAYERS:
        desk.canvas.set_layer_visible(name, False)
    hint = desk.picture()
    desk.canvas.view.set_tool("positive")
    assert desk.picture() != hint
    desk.document.edit(Dataset([[9.0, 9.0]], [1]), "add")
    nothing = desk.picture()
    desk.canvas.view.set_tool("select")
    assert desk.picture() == nothing


def test_another_theme_takes_hold_at_once(desk: CanvasDesk) -> None:
    for name in LAYERS:
        desk.canvas.set_layer_visible(name, False)
    desk.theme.choose(Appearance.DARK)
    assert desk.color_at(0.5, -1.5).name() == DARK.page


def test_an_update_glides_from_the_old_boundary_to_the_new(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot)
    desk.canvas.set_tween(True)
    desk.player.go_to_update(1)
    desk.player.step_forward()
    glide, state = desk.player.glide, desk.player.state
    assert state is not None
    assert glide.moving
    assert glide.w.tolist() == state.w_before.tolist()
    qtbot.waitUntil(lambda: not glide.moving)
    assert glide.w.tolist() == state.w.tolist()
    assert glide.b == state.b


def test_a_jump_does_not_glide(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot)
    desk.canvas.set_tween(True)
    desk.player.go_to_update(1)
    desk.player.end()
    assert not desk.player.glide.moving
    desk.player.go_to_update(1)
    assert not desk.player.glide.moving
    desk.player.go_to_update(2)
    assert not desk.player.glide.moving


def test_without_the_tween_the_new_boundary_is_there_at_once(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot)
    desk.player.go_to_update(1)
    desk.player.step_forward()
    assert not desk.player.glide.moving


def test_fast_play_does_not_glide(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot)
    desk.canvas.set_tween(True)
    desk.player.go_to_update(1)
    desk.player.set_speed(100)
    desk.player.play()
    desk.player.advance(0.01)
    moving, update = desk.player.glide.moving, desk.player.position
    desk.player.pause()
    assert update == 2
    assert not moving


def test_hiding_the_canvas_stops_what_moves(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot)
    desk.canvas.set_tween(True)
    desk.player.go_to_update(1)
    desk.player.step_forward()
    desk.canvas.hide()
    assert not desk.player.glide.moving


def test_a_picture_shows_exactly_what_the_canvas_shows(desk: CanvasDesk) -> None:
    desk.player.end()
    shown = desk.picture()
    image = QImage(desk.canvas.view.viewport().size(), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    desk.canvas.paint_picture(painter, QRectF(QPointF(), image.size().toSizeF()))
    painter.end()
    assert image.size() == shown.size()
    assert _differing(image, shown) < 0.002


def test_a_vector_picture_holds_outlines_instead_of_bitmaps(desk: CanvasDesk) -> None:
    desk.player.end()
    data, buffer = QByteArray(), QBuffer()
    buffer.setBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(QSize(400, 300))
    painter = QPainter(generator)
    desk.canvas.paint_picture(painter, QRectF(0, 0, 400, 300))
    painter.end()
    text = bytes(data.data()).decode()
    assert "<image" not in text
    assert "ŵ*" in text
    assert QColor(desk.theme.current.positive).name() in text


def test_a_layer_that_is_off_draws_nothing_until_it_is_shown(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    class Quiet(Layer):
        def draw(self, painter: QPainter, view: Viewport) -> None:
            drawn.append("quiet")

        def words(self, view: Viewport) -> Iterable[Word]:
            yield "a quiet note"

    monkeypatch.setitem(LAYERS, "quiet", LayerKind("Quiet", Quiet, "Points"))
    desk = CanvasDesk(qtbot)
    desk.canvas.set_layer_visible("quiet", False)
    desk.picture()
    assert not drawn
    assert "a quiet note" not in desk.notes
    desk.canvas.set_layer_visible("quiet", True)
    desk.picture()
    assert drawn
    assert "a quiet note" in desk.notes


def test_layers_can_be_listed_for_a_menu(desk: CanvasDesk) -> None:
    assert all(kind.title for kind in LAYERS.values())
    assert {kind.group for kind in LAYERS.values()} == {group for column in GROUPS for group in column}
    assert {key for row in vocabulary.LAYERS.values() for key in row} <= {
        "title",
        "group",
        "key",
        "drawn_by",
        "meaning",
    }
    assert all(desk.canvas.layers[name].visible for name in LAYERS)
    desk.canvas.set_layer_visible("arrow", False)
    assert not desk.canvas.layers["arrow"].visible


def test_the_canvas_is_named_for_a_screen_reader(desk: CanvasDesk) -> None:
    focus = desk.canvas.focusProxy()
    assert focus is not None
    assert focus.accessibleName()


def test_the_canvas_survives_examples_of_extreme_size(qtbot: QtBot) -> None:
    kept = []  # none goes while another is looked at
    for size in (1e-8, 1e8, 1e60):
        desk = CanvasDesk(qtbot, Dataset(np.asarray(SEPARABLE.X) * size, SEPARABLE.y))
        kept.append(desk)
        desk.player.end()
        assert in_view(desk)
        assert not desk.picture().isNull()


def _differing(a: QImage, b: QImage) -> float:
    """Share of pixels that differ visibly."""
    pixels = [np.asarray(image.convertToFormat(QImage.Format.Format_RGB32).constBits()) for image in (a, b)]
    away = np.abs(pixels[0].astype(int) - pixels[1].astype(int)).reshape(-1, 4)[:, :3].max(axis=1)
    return float(np.mean(away > 24))


def test_the_chips_name_the_class_of_each_mark(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, Dataset([[0.0, 1.0], [1.0, 0.0]], [1, -1], ("length", "width"), ("setosa", "virginica")))

    def named() -> list[tuple[int, str]]:
        return [(label, name) for label, _, name, _ in desk.canvas.chips.chips]

    assert named() == [(1, "virginica"), (-1, "setosa")]
    desk.document.open(Dataset.empty(), None)
    assert named() == [(1, "+1"), (-1, "−1")]


def test_long_names_of_axes_and_classes_are_cut_and_told_in_full_by_the_tooltip(qtbot: QtBot) -> None:
    names = ("a class with a name that goes on and on and on and on", "another class with a name as long as that one")
    features = ("a length whose name is as long as a whole sentence, which is too long", "width")
    desk = CanvasDesk(qtbot, Dataset([[0.0, 1.0], [1.0, 0.5]], [1, -1], features, names))
    desk.canvas.resize(500, 400)
    desk.picture()
    for _, whole, name, rect in desk.canvas.chips.chips:
        assert "…" in name
        assert whole in desk.canvas.view.told_at(rect.center())
    placed = next(each for each in desk.canvas.words.arranged(desk.canvas.stage.viewport) if each.label.told)
    assert "…" in placed.label.text
    assert placed.label.told == features[0]
    assert desk.canvas.view.told_at(placed.rect.center()) == features[0]


@pytest.mark.parametrize(
    "rows",
    [
        [[0.0, 0.0], [1.0, 1.0]],
        [[123456.0, 0.25], [123457.0, 0.5]],
        [[1e9, 1e9], [1e9 + 1e-6, 1e9]],
        [[1e15, 1.0], [1e15 + 1, 2.0]],
        [[1e100, 1e100], [-1e100, -1e100]],
        [[1e-310, 2e-310], [-1e-310, 0.0]],
        [[-1e-7, 2e-7], [1e-7, 0.0]],
    ],
)
def test_neighbouring_ticks_never_read_alike(desk: CanvasDesk, rows: list[list[float]]) -> None:
    desk.document.open(Dataset(rows, [1, -1]), None)
    desk.picture()
    view = desk.canvas.stage.viewport
    for low, high, unit in ((*view.x_range, view.ux), (*view.y_range, view.uy)):
        texts = [text for _, text in ticks(low, high, unit)]
        assert len(texts) > 1
        assert len(set(texts)) == len(texts)
        assert "-" not in "".join(texts)


def test_examples_closer_together_than_a_pixel_can_be_are_told_of(desk: CanvasDesk) -> None:
    assert not any("less than can be drawn" in note for note in desk.notes)
    desk.document.open(Dataset([[1e-310, 0.0], [-1e-310, 0.0]], [1, -1]), None)
    assert any("less than can be drawn" in note for note in desk.notes)


@pytest.mark.parametrize("ratio", [1, 2, 3])
def test_a_line_grows_with_the_scale_factor_of_the_screen(qtbot: QtBot, ratio: int) -> None:
    desk = CanvasDesk(
        qtbot, Dataset([[0.0, 1.0], [1.0, 1.0], [0.0, -1.0], [1.0, -1.0]], [1, 1, -1, -1]), RunSpec(bias=0)
    )
    desk.player.end()
    for name in LAYERS:
        desk.canvas.set_layer_visible(name, name == "boundary")
    size = desk.canvas.view.viewport().size()
    image = QImage(size * ratio, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    painter = QPainter(image)
    desk.canvas.paint_picture(painter, QRectF(QPointF(), size.toSizeF()))
    painter.end()
    view = desk.canvas.stage.viewport
    middle = (view.pixel(0.3, 0.0) * desk.canvas.view.enlarged).toPoint() * ratio
    dark = [image.pixelColor(middle.x(), middle.y() + dy).lightnessF() < 0.5 for dy in range(-8 * ratio, 8 * ratio)]
    state = desk.player.state
    assert state is not None
    slope = float(np.hypot(*state.w) / abs(state.w[1]))
    assert sum(dark) == pytest.approx(3 * ratio * slope, abs=1)


def test_a_canvas_that_is_gone_hears_no_more(qtbot: QtBot, desk: CanvasDesk) -> None:
    workspace = Workspace(Document(SEPARABLE))
    shiboken6.delete(Canvas(workspace, desk.theme))
    workspace.document.edit(SEPARABLE.flipped(np.array([0])), "flip")
    workspace.player.set_run(train(SEPARABLE, RunSpec()))
    workspace.player.end()
    assert workspace.player.state is not None


def test_a_canvas_that_nobody_holds_goes_without_harm(qtbot: QtBot, desk: CanvasDesk) -> None:
    workspace = Workspace(desk.document)
    gone = weakref.ref(Canvas(workspace, desk.theme))
    gc.collect()
    assert gone() is None
    workspace.player.set_run(train(SEPARABLE, RunSpec()))
    assert not desk.picture().isNull()


def test_edits_that_nobody_holds_go_without_harm(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot)
    document = Document(SEPARABLE)
    ring = [document, desk]
    ring.append(ring)  # only Python's collector opens it
    document.edit(SEPARABLE.flipped(np.array([0])), "flip")
    gone = weakref.ref(document)
    del document, ring
    gc.collect()
    assert gone() is None


def test_a_click_on_the_name_of_an_axis_asks_for_the_features_where_there_are_more(qtbot: QtBot) -> None:
    for d, asked in ((2, 0), (3, 1)):
        desk = CanvasDesk(qtbot, Dataset(np.eye(d), np.where(np.arange(d) > 0, 1, -1)))
        desk.picture()
        times: list[bool] = []
        desk.canvas.words.features_asked.connect(lambda told=times: told.append(True))
        names = [rect for label, rect in desk.canvas.words.arranged(desk.canvas.stage.viewport) if label.told]
        view = desk.canvas.view
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.on_widget(names[0]).center())
        assert len(times) == asked
