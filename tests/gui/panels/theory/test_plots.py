"""What the plots of the theory show: promises, scales, what was played, and pictures that others register."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPicture
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.plots.spec import EXAMPLES, KnownCurve, PlotSpec, Sampled, Scale
from core.plots.theorem import HERO, PICTURES, RunSnapshot, length, progress, squeeze
from core.run import train
from core.spec import RunSpec
from perceptron_gui.exports.formats import ExportKind, format_for
from perceptron_gui.exports.paper import Drawing
from perceptron_gui.look.plots.painting import cut_at, frame_of
from perceptron_gui.look.theme import DARK, Appearance, ThemeModel
from perceptron_gui.model.player import Player
from perceptron_gui.model.workspace import TheoryPage
from perceptron_gui.panels.theory import TheoryPanel
from tests.gui.panels.theory.pictures import NEARLY_OPPOSITE, colour_of, formula_of, laid_out, picture_of
from tests.gui.workspaces import SEPARABLE, XOR, load, workspace_of


def test_the_promises_meet_at_the_bound() -> None:
    picture = picture_of(train(SEPARABLE), squeeze)
    assert picture.wall is not None
    assert picture.gap is not None
    lower, upper = picture.gap
    assert lower.at(picture.wall.place) == pytest.approx(upper.at(picture.wall.place))


def test_the_bound_is_attained_by_orthonormal_examples() -> None:
    run = train(Dataset(np.eye(5), [1] * 5), RunSpec(bias=0))
    for draw, name in ((progress, "kγ"), (length, "kR²")):
        picture = picture_of(run, draw)
        (curve,) = picture.sampled
        assert curve.values == pytest.approx(formula_of(picture, name).of(curve.x))
    for curve in picture_of(run, squeeze).sampled:
        assert curve.values == pytest.approx(curve.x) if curve.name.startswith("(w") else True


def test_the_squeeze_has_one_linear_scale_and_its_lines_meet_at_the_bound() -> None:
    run = train(SEPARABLE)
    picture, bound = picture_of(run, squeeze), run.margin.bound
    assert bound is not None
    assert not picture.x.logarithmic
    assert not picture.y.logarithmic
    assert picture.x.high >= bound
    assert formula_of(picture, "k").at(bound) == pytest.approx(formula_of(picture, "R²/γ²").at(bound))
    lower, along, length_, upper = (curve.at(float(run.updates)) for curve in picture.curves)
    assert lower <= along <= length_ <= upper


def test_a_run_far_below_its_bound_is_seen_in_full_width_and_told_where_the_lines_meet() -> None:
    picture = picture_of(train(NEARLY_OPPOSITE, RunSpec(bias=0)), squeeze)
    assert (picture.x.logarithmic, picture.x.high, picture.wall) == (False, 2, None)
    assert picture.remark == "the lines meet at k = 10,001"
    assert picture.y.high > 10_001


def test_where_the_lines_meet_is_never_said_to_lie_above_the_bound() -> None:
    run = train(Dataset(NEARLY_OPPOSITE.X * (1, 1.00003), NEARLY_OPPOSITE.y), RunSpec(bias=0))
    bound = run.margin.bound
    assert bound is not None
    assert bound % 1 > 0.5
    remark = picture_of(run, squeeze).remark
    told = float(remark.rpartition(" ")[2].replace(",", ""))
    assert told == pytest.approx(bound, abs=0.05)


@pytest.mark.slow
def test_the_panel_follows_the_theme(panel: TheoryPanel, player: Player, theme: ThemeModel) -> None:
    load(player)
    theme.choose(Appearance.DARK)
    assert colour_of(panel, QColor(DARK.ink)) > 50
    assert colour_of(panel, QColor(DARK.promise)) > 50


def test_what_was_played_is_stronger_than_what_is_to_come(panel: TheoryPanel, player: Player) -> None:
    load(player, XOR, RunSpec(max_updates=40))
    ink = QColor(ThemeModel(Appearance.LIGHT).current.ink)
    before = colour_of(panel.numbers.charts["length"], ink)
    player.end()
    assert colour_of(panel.numbers.charts["length"], ink) > before + 50


def test_a_vector_export_draws_lines_not_pixels(panel: TheoryPanel, player: Player) -> None:
    load(player)
    recorded = QPicture()
    painter = QPainter(recorded)
    panel.numbers.charts["progress"].render(painter, QPoint())
    painter.end()
    assert recorded.size() > 0
    assert QRectF(recorded.boundingRect()).height() > 50


def test_a_thinned_curve_keeps_what_swings_between_the_pixels() -> None:
    picture = picture_of(train(XOR))
    frame = frame_of(picture, QRectF(0, 0, 300, 150), QFont())
    (curve,) = picture.sampled
    drawn_pixels = frame.pixels["length"][:, 1].tolist()
    settled = drawn_pixels[len(drawn_pixels) // 2 : -10]
    assert len(drawn_pixels) < len(curve.x) / 2
    assert min(settled) == pytest.approx(float(frame.y(curve.values.max())))
    assert max(settled) == pytest.approx(float(frame.y(curve.values[9:].min())))


def test_a_vector_picture_is_strong_only_up_to_the_playhead() -> None:
    curve = np.array([(0.0, 0.0), (10.0, 20.0), (20.0, 0.0)])
    assert cut_at(curve, 15).tolist() == [[0, 0], [10, 20], [15, 10]]
    assert cut_at(curve, 10).tolist()[-1] == [10, 20]
    assert cut_at(curve, 30).tolist() == curve.tolist()
    assert not len(cut_at(curve, -1))


def test_an_svg_shows_how_far_the_run_was_played(panel: TheoryPanel, player: Player) -> None:
    load(player, XOR, RunSpec(max_updates=40))
    player.go_to(10)
    chart = panel.numbers.charts["length"]

    def paint(painter: QPainter) -> None:
        chart.render(painter, QPoint())

    svg = format_for(Path("plot.svg"), ExportKind.PICTURE).picture(Drawing(chart.size(), paint)).decode()
    strong = re.findall(r'stroke-width="2"[^>]*>\s*<polyline[^>]*points="([^"]*)"', svg)
    reached = max(float(pair.split(",")[0]) for points in strong for pair in points.split())
    assert reached == pytest.approx(chart.x_of(10), abs=0.01)


def test_the_playhead_passes_behind_the_remark(panel: TheoryPanel, player: Player) -> None:
    load(player)
    chart = laid_out(panel).numbers.charts["squeeze"]
    assert chart.spec is not None
    k = round(chart.spec.x.value(0.6))

    def amber_rows(remark: str) -> int:
        assert chart.spec is not None
        chart.set_spec(replace(chart.spec, remark=remark))
        chart.set_playhead(k, (), "")
        image, x = chart.grab().toImage(), int(chart.x_of(k))
        colors = ([image.pixelColor(x + dx, y) for dx in (-1, 0, 1)] for y in range(image.height() // 2))
        return sum(any(color.red() - color.blue() > 60 for color in row) for row in colors)

    assert amber_rows("many words, " * 20) < amber_rows("") / 2


@pytest.mark.parametrize(
    ("scale", "ticks"),
    [
        (Scale(0, 176), [0, 50, 100, 150]),
        (Scale(0, 1), [0, 0.5, 1]),
        (Scale(0, 2, whole=True), [0, 1, 2]),
        (Scale(0, 1562, whole=True), [0, 500, 1000, 1500]),
        (Scale(1, 3e4, True), [1, 100, 10_000]),
        (Scale.unfolding(1_000), [0, 10, 100, 1_000]),
        (Scale.unfolding(1_000_000), [0, 100, 10_000, 1_000_000]),
    ],
)
def test_ticks_are_round_and_few(scale: Scale, ticks: list[float]) -> None:
    assert scale.ticks(4) == pytest.approx(ticks)


def test_a_scale_finds_back_what_it_placed() -> None:
    for scale in (Scale(0, 50), Scale(1, 1e6, True), replace(Scale(0, 7), whole=True), Scale.unfolding(10**6)):
        for value in (scale.low, 1.0, 3.5, 7.0):
            assert scale.value(float(scale.share(value))) == pytest.approx(value)


def test_the_start_has_a_place_of_its_own_however_many_updates_follow() -> None:
    scale = Scale.unfolding(10**6)
    assert scale.logarithmic
    assert scale.labels(scale.ticks(4)) == ["0", "100", "10⁴", "10⁶"]
    assert float(scale.share(0.0)) == 0
    assert float(scale.share(1.0)) > 0.05
    assert scale.value(0.0) == 0


def test_without_a_separator_only_the_plot_that_still_holds_is_shown(panel: TheoryPanel, player: Player) -> None:
    load(player, XOR)
    assert [name for name, chart in panel.numbers.charts.items() if chart.isVisible()] == ["mistakes", "length"]
    load(player)
    panel.ready()
    assert [name for name, chart in panel.numbers.charts.items() if chart.isVisible()] == [HERO, "progress", "length"]


def test_without_a_separator_the_scale_shows_that_the_weights_stay_bounded() -> None:
    run = train(XOR)
    picture = picture_of(run)
    most = picture.sampled[0].values.max()
    assert picture.title == "‖w‖² stays bounded (→ log scale)"
    assert picture.x.share(100.0) > picture.x.share(run.updates) / 3
    assert picture.sampled[0].x[:100].tolist() == list(range(100))
    assert most < picture.y.high < 2 * most < run.margin.radius_squared * run.updates


@pytest.fixture
def costs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture registered beside the others: two solid curves of the run over the examples, under a dashed one."""

    def cost(seen: RunSnapshot) -> PlotSpec | None:
        run = seen.run
        if run.history.examples < 20:
            return None
        t = np.arange(0.0, run.history.examples + 1)
        curves_of_run = (Sampled("mine", t, 2 * t, "averaged"), Sampled("last", t, 3 * t, "positive"))
        return PlotSpec(
            "Cost against t",
            (*curves_of_run, KnownCurve("4t", lambda t: 4 * t)),
            Scale.counting(run.history.examples),
            Scale.up_to(3.0 * run.history.examples),
            EXAMPLES,
        )

    monkeypatch.setitem(PICTURES, "twice", cost)


@pytest.fixture
def with_costs(costs: None, player: Player, theme: ThemeModel, qtbot: QtBot) -> TheoryPanel:
    """A panel made when they were there already."""
    panel = TheoryPanel(workspace_of(player, page=TheoryPage.NUMBERS), theme)
    qtbot.addWidget(panel)
    panel.resize(420, 900)
    panel.show()
    return panel


def test_a_registered_picture_follows_its_own_axis(with_costs: TheoryPanel, player: Player) -> None:
    load(player, XOR, RunSpec(max_updates=40))
    chart = with_costs.numbers.charts["twice"]
    assert chart.isVisible()
    with_costs.ensureWidgetVisible(chart)
    QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=QPoint(round(chart.x_of(17)), 60))
    assert player.state is not None
    assert player.state.example == 17
    assert chart.numbers == "mine 34, last 51"
    laid_out(with_costs).ensureWidgetVisible(chart)
    QTest.mouseMove(chart, QPoint(round(chart.x_of(10)), 60))
    assert chart.point_to(chart.thing) == "t = 10:  mine = 20, last = 30, 4t = 40"
    load(player, Dataset([[1.0, 1.0]], [1]))
    assert not chart.isVisible()


def test_several_solid_curves_have_their_colours_and_a_key(
    with_costs: TheoryPanel, player: Player, theme: ThemeModel
) -> None:
    load(player, XOR, RunSpec(max_updates=40))
    chart, picture = with_costs.numbers.charts["twice"], with_costs.numbers.charts["twice"].spec
    assert picture is not None
    assert [curve.name for curve in picture.keyed] == ["mine", "last"]
    assert picture_of(train(SEPARABLE)).keyed == ()
    player.home()
    keys = {role: colour_of(chart, QColor(getattr(theme.current, role))) for role in ("averaged", "positive")}
    player.end()
    for role, in_the_key in keys.items():
        assert in_the_key > 10
        assert colour_of(chart, QColor(getattr(theme.current, role))) > in_the_key + 50
