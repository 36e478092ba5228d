"""The Weights panel: path, region and planes of the run that is shown."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from pytestqt.qtbot import QtBot

from core.built_in import BUILT_IN
from core.datasets.arithmetic import activations
from core.datasets.dataset import Dataset
from core.numbers.numerals import number
from core.pace import FASTEST
from core.spec import RunSpec
from perceptron_gui.look.labels import Taken
from perceptron_gui.look.text.small_widgets import WrappedLabel
from perceptron_gui.look.theme import DARK, LIGHT, Appearance
from perceptron_gui.look.viewport import Viewport
from perceptron_gui.panels.weights import view
from perceptron_gui.panels.weights.plane import visible_box
from tests.core.tables import DATASET, in_coordinates, over_pairs
from tests.gui.panels.weights.weights_desk import IN_FOUR, SEPARABLE, Desk

XOR = Dataset([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1])


ONE_SIDED = Dataset([[1.0, 0.0], [2.0, 0.0]], [-1, 1])
"""Separable, but only with b < 0."""


def read(words: WrappedLabel) -> str:
    """What a person reads, wherever its lines may break."""
    return words.text().replace("\u00a0", " ")


@over_pairs(in_coordinates, predictors=False)
def test_path_ghost_and_update_are_those_of_the_record_forward_and_back(qtbot: QtBot, spec: RunSpec) -> None:
    desk = Desk(qtbot, DATASET, spec)
    run = desk.player.run
    assert run is not None
    weights = run.history.weights()
    forward: dict[int, tuple[Viewport, list[list[float]], str]] = {}
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
            assert seen.move[0] == pytest.approx(seen.before, abs=1e-12)
        corners = [] if picture.region is None else picture.region.corners.tolist()
        found = (picture.view, corners, read(desk.panel.region))
        assert forward.setdefault(k, found) == found


def test_of_an_update_that_races_by_nothing_is_said_until_the_player_rests(desk: Desk) -> None:
    desk.player.go_to_update(2)

    def said() -> set[str]:
        desk.panel.grab()
        return {label.text for label, _place in desk.panel.view._written}

    at_rest = said()
    assert "before" in at_rest
    desk.player.set_speed(FASTEST)
    desk.player.play()
    assert desk.picture.seen.before is None
    assert said() & at_rest
    assert not [text for text in said() if text == "before" or text.startswith("example") or text.endswith("x")]
    desk.player.pause()
    assert said() == at_rest


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
        pixels = desk.picture.view.to_pixels(np.vstack([desk.picture.seen.path, [0.0, 0.0]]))
        assert all(desk.picture.area.contains(QPointF(x, y)) for x, y in pixels.tolist())


def test_it_says_that_nothing_separates_xor(qtbot: QtBot) -> None:
    desk = Desk(qtbot, XOR, RunSpec(max_updates=20))
    for k in range(20):
        desk.player.go_to(k)
        assert desk.picture.region is None
        assert read(desk.panel.region).startswith("No w is on the right side of all lines")


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
    told = f"{len(picture.borders.rows)} of 3,000 lines drawn: around the shading, the present one"
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


def test_in_normalised_units_all_that_is_written_is_divided_by_r_and_nothing_moves(desk: Desk) -> None:
    desk.player.go_to(2)
    theorem_view, seen = desk.workspace.theorem_view, desk.picture.seen
    radius = seen.run.margin.radius
    frame, b = desk.picture.view, float(seen.at[-1])
    raw = read(desk.panel.whereabouts)
    desk.panel.units.click()
    assert theorem_view.normalised
    assert read(desk.panel.whereabouts) == f"at b/\u2060R = {number(b / radius)}" != raw
    assert desk.picture.view == frame
    assert desk.picture.seen.move is not None
    assert desk.picture.seen.move[1].endswith("x/R")
    desk.own_separator.put([1.0, -2.0, 3.0])
    assert f"b/R = {number(3.0 / radius)}" in desk.panel.told.text()
    desk.own_separator.put(seen.run.history.weights()[-1])
    judged = desk.own_separator.judged(seen.run)
    assert judged is not None
    assert f"it separates, γ/R = {number(judged.gamma / radius)}." in desk.panel.told.text()
    for value, text in view._ticks(*visible_box(frame)[::2], radius):
        assert value / radius == pytest.approx(float(text.replace("−", "-").replace(",", "")))
    theorem_view.set_normalised(False)
    desk.own_separator.clear()
    assert not desk.panel.units.isChecked()
    assert read(desk.panel.whereabouts) == raw


@pytest.mark.parametrize("unit", [1e100, 1e-300, 5e-324])
def test_where_no_number_can_be_written_at_the_edges_there_is_none(unit: float) -> None:
    for low, high in ((-1e-280, 1e-280), (-1e120, 1e120), (0.0, 0.0), (1.0, 2.0)):
        assert all(low - 1e-12 <= value <= high + 1e-12 and text for value, text in view._ticks(low, high, unit))
    assert view._ticks(-1e-280, 1e-280, 1e100) == []


def test_each_line_is_hatched_on_its_wrong_side(desk: Desk) -> None:
    borders = desk.picture.borders
    strokes = borders.strokes(5).reshape(-1, 5, 2, 2)
    assert len(strokes) == len(borders.rows) > 1
    for ends, wrong, of_line in zip(borders.ends, borders.wrong, strokes, strict=True):
        along = (ends[2:] - ends[:2]) / np.hypot(*(ends[2:] - ends[:2]))
        assert along @ wrong == pytest.approx(0, abs=1e-9)
        assert np.hypot(*wrong) == pytest.approx(1)
        assert (of_line[:, 0] - ends[:2]) @ wrong == pytest.approx(np.zeros(5), abs=1e-6)
        assert ((of_line[:, 1] - ends[:2]) @ wrong > 1).all()


def test_the_wrong_side_of_a_line_that_is_lit_is_shaded_and_its_mark_is_its_class(desk: Desk) -> None:
    desk.player.end()
    for row, label in enumerate(SEPARABLE.y.tolist()):
        desk.highlight.show("example", (row,))
        border = desk.picture.border(row)
        assert border is not None
        (line, wrong), role = border, LIGHT.of_label(label)
        image = desk.panel.view.grab().toImage()
        across = {
            side: [image.pixelColor((line.pointAt(share / 20) + wrong * -9 * side).toPoint()) for share in range(5, 16)]
            for side in (1, -1)
        }
        assert across[1].count(LIGHT.color("page")) > across[-1].count(LIGHT.color("page"))
        middle = image.pixelColor(line.pointAt(15 / line.length()).toPoint())
        # Blended, a channel may be off by one.
        wanted = LIGHT.color(role)
        apart = (middle.red() - wanted.red(), middle.green() - wanted.green(), middle.blue() - wanted.blue())
        assert (max(map(abs, apart)) <= 2) == (label < 0)


def test_no_word_lies_on_a_line_of_an_example_or_on_the_path(qtbot: QtBot) -> None:
    desk = Desk(qtbot, BUILT_IN[0].dataset(), BUILT_IN[0].spec)
    for k in range(desk.player.extent + 1):
        desk.player.go_to(k)
        desk.panel.grab()
        pixels = desk.picture.view.to_pixels(desk.picture.seen.path)
        taken = Taken(lines=[desk.picture.borders.ends, np.hstack([pixels[:-1], pixels[1:]])])
        words = [(label.text, rect) for label, rect in desk.panel.view._written if not label.vital]
        assert "ŵ*" in {text for text, _ in words}
        for text, rect in words:
            inner = rect.left() + 1, rect.top() + 1, rect.right() - 1, rect.bottom() - 1
            assert taken.first_free([inner]) == 0, (k, text)
    assert "w" in {text for text, _ in words}
