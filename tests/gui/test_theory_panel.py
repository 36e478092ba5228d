"""The theory panel: the theorem at the playhead, and the plots that can be read and clicked."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPicture, QPolygonF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from core.dataset import Dataset
from core.mistakes import samples, snapshot
from core.numerals import number
from core.run import Run, prepare, train
from core.spec import RunSpec
from core.theory.theorem import Curves
from perceptron_gui.exports.formats import Drawing, picture_writer
from perceptron_gui.look.plots.painting import cut_at, frame_of, row_ticks
from perceptron_gui.look.plots.picture import EXAMPLES, Formula, Picture, Sampled
from perceptron_gui.look.scale import Scale
from perceptron_gui.look.theme import DARK, Appearance, ThemeModel
from perceptron_gui.model.player import Player
from perceptron_gui.model.sampler import Samples, slack_of
from perceptron_gui.panels.theory import TheoryPanel
from perceptron_gui.panels.theory.pictures import HERO, PICTURES
from perceptron_gui.panels.theory.pictures.length import length
from perceptron_gui.panels.theory.pictures.progress import progress
from perceptron_gui.panels.theory.pictures.squeeze import squeeze
from perceptron_gui.panels.theory.seen import Seen
from tests.gui.workspaces import SEPARABLE, XOR, load, workspace_of

NEARLY_OPPOSITE = Dataset([[0.01, 1.0], [-0.01, 1.0]], [1, -1])


@pytest.fixture
def player(qtbot: QtBot) -> Player:
    return Player()


@pytest.fixture
def theme(qtbot: QtBot) -> ThemeModel:
    return ThemeModel(Appearance.LIGHT)


@pytest.fixture
def panel(qtbot: QtBot, player: Player, theme: ThemeModel) -> TheoryPanel:
    made = TheoryPanel(workspace_of(player), theme)
    qtbot.addWidget(made)
    made.resize(420, 700)
    made.show()
    return made


def seen(run: Run) -> Seen:
    curves = Curves(run.margin)
    curves.extend(run.history)
    return Seen(run, curves, Samples(tuple(samples(snapshot(run))), slack_of(run)))


def picture_of(run: Run, draw: Callable[[Seen], Picture | None] = length) -> Picture:
    """What `draw` makes of a whole run."""
    picture = draw(seen(run))
    assert picture is not None
    return picture


def formula_of(picture: Picture, name: str) -> Formula:
    return next(formula for formula in picture.formulas if formula.name == name)


def test_the_headline_counts_updates_against_the_bound(panel: TheoryPanel, player: Player) -> None:
    run = load(player)
    player.go_to(2)
    bound = run.margin.bound
    assert bound is not None
    assert panel.headline.text == f"2 of {run.updates} updates k ≤ {math.floor(bound)}"
    assert number(bound, 3) in panel.headline.toolTip()


def test_headline_diagnosis_and_row_agree_about_the_bound(panel: TheoryPanel, player: Player) -> None:
    # R²/γ² = 1 + 1/0.0128² = 6,104.5…, which four digits would write as 6,105.
    run = load(player, Dataset([[0.0128, 1.0], [-0.0128, 1.0]], [1, -1]), RunSpec(bias=0))
    bound = run.margin.bound
    assert bound is not None
    assert number(bound) == "6,105"
    most = f"{math.floor(bound):,}"
    assert panel.headline.text.endswith(f"k ≤ {most}")
    assert f"at most {most} updates" in panel.note.headline.text()
    full = panel.table.cells[2][3]
    assert full.partition(".")[0] == most
    assert panel.charts["squeeze"].numbers == f"0 ≤ {full}"
    assert f"R²/γ² = {full}" in panel.note.toolTip()


def test_the_rows_hold_at_every_update(panel: TheoryPanel, player: Player) -> None:
    run = load(player)
    for k in range(run.updates + 1):
        player.go_to(k)
        assert len(panel.table.cells) == 5
        assert all(cells[-1] == "✓" for cells in panel.table.cells)
    assert panel.table.cells[2][:4] == ("k", str(run.updates), "≤", panel.charts["squeeze"].numbers.split(" ≤ ")[1])


def test_the_rows_are_read_aloud_with_their_verdict_and_explained(panel: TheoryPanel, player: Player) -> None:
    load(player)
    player.go_to(1)
    assert panel.table.accessibleName().count("holds") == 5
    assert panel.table.tip_at(1).startswith("w·ŵ* ≥ kγ\n")
    assert panel.table.tip_at(10_000) == ""


def test_the_titles_carry_the_numbers_of_the_rows(panel: TheoryPanel, player: Player) -> None:
    load(player)
    player.go_to(3)
    for name, cells in zip(("progress", "length", HERO), panel.table.cells, strict=False):
        chart = panel.charts[name]
        assert chart.numbers == " ".join(cells[1:4])
        assert chart.numbers in chart.accessibleName()


def test_the_whole_run_is_drawn_from_the_start(panel: TheoryPanel, player: Player) -> None:
    run = load(player)
    picture = panel.charts["length"].picture
    assert picture is not None
    (curve,) = picture.own
    assert curve.x.tolist() == list(range(run.updates + 1))
    lengths = [float(np.append(s.w, s.b) @ np.append(s.w, s.b)) for s in map(run.history.seek, range(run.updates + 1))]
    assert curve.values.tolist() == pytest.approx(lengths)


def test_a_click_on_a_plot_goes_there_and_a_drag_follows(panel: TheoryPanel, player: Player) -> None:
    run = load(player, XOR, RunSpec(max_updates=40))
    chart = panel.charts["length"]
    QTest.mousePress(chart, Qt.MouseButton.LeftButton, pos=QPoint(round(chart.x_of(25)), 60))
    assert player.position == 25
    QTest.mouseMove(chart, QPoint(round(chart.x_of(11)), 60))
    assert player.position == 11
    QTest.mouseMove(chart, QPoint(5_000, 60))
    assert player.position == run.updates
    QTest.mouseRelease(chart, Qt.MouseButton.LeftButton)
    QTest.mouseMove(chart, QPoint(round(chart.x_of(25)), 60))
    assert player.position == run.updates


def test_hover_reads_the_curve_between_its_promises(panel: TheoryPanel, player: Player) -> None:
    load(player, XOR, RunSpec(max_updates=40))
    chart = panel.charts["length"]
    assert chart.hover_text == ""
    QTest.mouseMove(chart, QPoint(round(chart.x_of(4)), 60))
    assert chart.picture is not None
    value = chart.picture.own[0].values[4]
    assert chart.hover_text == f"k = 4:  ‖w‖² = {value:g} ≤ kR² = 12"


def test_without_a_separator_the_panel_says_so_and_the_length_keeps_its_bound(
    panel: TheoryPanel, player: Player
) -> None:
    load(player, XOR, RunSpec(max_updates=40))
    player.go_to(9)
    assert panel.note.special
    assert "Not separable" in panel.note.headline.text()
    assert panel.note.detail.text().startswith("Examples 1, 2, 3 and 4 prove it")
    assert "≤" not in panel.headline.text
    assert panel.table.cells[0][0] == "‖w‖²"
    assert not panel.room.isVisible()
    shown = panel.charts["length"].picture
    assert shown is not None
    assert [curve.name for curve in shown.curves] == ["‖w‖²", "kR²"]


def test_while_separability_is_open_the_plots_say_so(panel: TheoryPanel, player: Player) -> None:
    load(player, Dataset([[0.1, 0.3], [0.2, 0.6], [0.3, 0.9]], [1, -1, 1]), RunSpec(max_updates=40))
    for name in ("progress", "squeeze"):
        picture = panel.charts[name].picture
        assert picture is not None
        assert picture.remark.endswith("It is too close to tell whether the data are separable.")
        assert "There is no" not in picture.remark
        assert not picture.curves
        assert panel.charts[name].hover_text == ""


def test_where_all_is_well_the_diagnosis_is_no_box(panel: TheoryPanel, player: Player) -> None:
    load(player)
    assert not panel.note.special
    assert panel.note.headline.text()


@pytest.mark.parametrize("dataset", [Dataset.empty(), Dataset([[1.0, 2.0]], [1]), Dataset([[0.0, 1.0]] * 3, [-1] * 3)])
def test_degenerate_data_are_drawn_and_named(panel: TheoryPanel, player: Player, dataset: Dataset) -> None:
    load(player, dataset)
    player.end()
    panel.grab()
    assert panel.note.special


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
        (curve,) = picture.own
        assert curve.values == pytest.approx(formula_of(picture, name).of(curve.x))
    for curve in picture_of(run, squeeze).own:
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


def test_the_plots_grow_with_the_record(panel: TheoryPanel, player: Player, qtbot: QtBot) -> None:
    run, engine = prepare(XOR, RunSpec(max_updates=50))
    run.history.append(engine.advance(10, 10.0))
    player.set_run(run)
    chart = panel.charts["length"]
    run.history.append(engine.advance(1000, 10.0))
    player.grow()
    qtbot.waitUntil(lambda: chart.picture is not None and chart.picture.own[0].x[-1] == 50)
    assert panel.headline.text == "0 of 50 updates"


def test_the_panel_follows_the_theme(panel: TheoryPanel, player: Player, theme: ThemeModel) -> None:
    load(player)
    theme.choose(Appearance.DARK)
    assert colour_of(panel, QColor(DARK.page)) > 10_000
    assert colour_of(panel, QColor(DARK.promise)) > 50


def test_what_was_played_is_stronger_than_what_is_to_come(panel: TheoryPanel, player: Player) -> None:
    load(player, XOR, RunSpec(max_updates=40))
    ink = QColor(ThemeModel(Appearance.LIGHT).current.ink)
    before = colour_of(panel.charts["length"], ink)
    player.end()
    assert colour_of(panel.charts["length"], ink) > before + 50


def colour_of(widget: QWidget, color: QColor) -> int:
    """How many pixels have the colour."""
    image = widget.grab().toImage()
    return sum(image.pixelColor(x, y) == color for x in range(image.width()) for y in range(image.height()))


def test_a_vector_export_draws_lines_not_pixels(panel: TheoryPanel, player: Player) -> None:
    load(player)
    recorded = QPicture()
    painter = QPainter(recorded)
    panel.charts["progress"].render(painter, QPoint())
    painter.end()
    assert recorded.size() > 0
    assert QRectF(recorded.boundingRect()).height() > 50


def test_a_thinned_curve_keeps_what_swings_between_the_pixels() -> None:
    picture = picture_of(train(XOR))
    frame = frame_of(picture, QRectF(0, 0, 300, 150), QFont())
    ((curve, line),) = frame.lines
    drawn_pixels = [point.y() for point in line.toList()]
    settled = drawn_pixels[len(drawn_pixels) // 2 : -10]
    assert len(drawn_pixels) < len(curve.x) / 2
    assert min(settled) == pytest.approx(float(frame.y(curve.values.max())))
    assert max(settled) == pytest.approx(float(frame.y(curve.values[9:].min())))


def test_a_vector_picture_is_strong_only_up_to_the_playhead() -> None:
    curve = QPolygonF([QPointF(0, 0), QPointF(10, 20), QPointF(20, 0)])
    assert cut_at(curve, 15).toList() == [QPointF(0, 0), QPointF(10, 20), QPointF(15, 10)]
    assert cut_at(curve, 10).toList()[-1] == QPointF(10, 20)
    assert cut_at(curve, 30) == curve
    assert cut_at(curve, -1).isEmpty()


def test_an_svg_shows_how_far_the_run_was_played(panel: TheoryPanel, player: Player) -> None:
    load(player, XOR, RunSpec(max_updates=40))
    player.go_to(10)
    chart = panel.charts["length"]

    def paint(painter: QPainter) -> None:
        chart.render(painter, QPoint())

    svg = picture_writer(Path("plot.svg"))(Drawing(chart.size(), paint)).decode()
    strong = re.findall(r'stroke-width="2"[^>]*>\s*<polyline[^>]*points="([^"]*)"', svg)
    reached = max(float(pair.split(",")[0]) for points in strong for pair in points.split())
    assert reached == pytest.approx(chart.x_of(10), abs=0.01)


@pytest.mark.parametrize("top", [3.0, 4.9, 22.3, 100.0, 642.0])
@pytest.mark.parametrize("height", [4, 19, 30, 60, 200])
def test_however_low_a_plot_the_numbers_of_its_axis_do_not_touch(panel: TheoryPanel, height: int, top: float) -> None:
    k = np.arange(9.0)
    picture = Picture("‖w‖²", (Sampled("w", k, k, "ink"),), Scale.up_to(8), Scale.up_to(top))
    metrics = QFontMetricsF(panel.font())
    ticks = row_ticks(picture, height, metrics)
    assert ticks
    assert (np.diff(picture.y.share(np.array(ticks))) * height >= metrics.ascent()).all()


def test_a_key_takes_no_room_from_its_plot(panel: TheoryPanel, player: Player) -> None:
    load(player)
    chart, k = panel.charts["length"], np.arange(9.0)
    one, other = Sampled("w", k, k, "ink"), Sampled("vote", k, k, "voters")
    heights = []
    for curves in ((one,), (one, other)):
        picture = Picture("mistakes", curves, Scale.up_to(8), Scale.up_to(8))
        chart.set_picture(picture)
        canvas = QRectF(0, 0, 300, chart.minimumHeight())
        heights.append(frame_of(picture, canvas, chart.font()).area.height())
    assert heights[1] == pytest.approx(heights[0], abs=1)


def test_the_playhead_passes_behind_the_remark(panel: TheoryPanel, player: Player) -> None:
    load(player)
    chart = panel.charts["squeeze"]
    assert chart.picture is not None
    k = round(chart.picture.x.value(0.6))

    def amber_rows(remark: str) -> int:
        assert chart.picture is not None
        chart.set_picture(replace(chart.picture, remark=remark))
        chart.set_playhead(k, (), "")
        image, x = chart.grab().toImage(), int(chart.x_of(k))
        colors = ([image.pixelColor(x + dx, y) for dx in (-1, 0, 1)] for y in range(image.height() // 2))
        return sum(any(color.red() - color.blue() > 60 for color in row) for row in colors)

    assert amber_rows("many words, " * 20) < amber_rows("") / 2


def test_nothing_is_cut_off_in_a_narrow_panel(panel: TheoryPanel, player: Player) -> None:
    load(player, XOR, RunSpec(max_updates=40))
    panel.resize(380, 240)
    content = panel.widget()
    assert content is not None
    assert content.width() == panel.viewport().width()
    assert content.height() >= content.minimumSizeHint().height()


@pytest.mark.parametrize(
    ("scale", "ticks"),
    [
        (Scale(0, 176), [0, 50, 100, 150]),
        (Scale(0, 1), [0, 0.5, 1]),
        (Scale(0, 2, whole=True), [0, 1, 2]),
        (Scale(0, 1562, whole=True), [0, 500, 1000, 1500]),
        (Scale(1, 3e4, True), [1, 100, 10_000]),
    ],
)
def test_ticks_are_round_and_few(scale: Scale, ticks: list[float]) -> None:
    assert scale.ticks(4) == pytest.approx(ticks)


def test_a_scale_finds_back_what_it_placed() -> None:
    for scale in (Scale(0, 50), Scale(1, 1e6, True), replace(Scale(0, 7), whole=True)):
        for value in (1.0, 3.5, 7.0):
            assert scale.value(float(scale.share(value))) == pytest.approx(value)


def test_without_a_separator_only_the_plot_that_still_holds_is_shown(panel: TheoryPanel, player: Player) -> None:
    load(player, XOR)
    assert [name for name, chart in panel.charts.items() if chart.isVisible()] == ["mistakes", "length"]
    load(player)
    assert [name for name, chart in panel.charts.items() if chart.isVisible()] == [HERO, "progress", "length"]


def test_without_a_separator_the_scale_shows_that_the_weights_stay_bounded() -> None:
    run = train(XOR)
    picture = picture_of(run)
    most = picture.own[0].values.max()
    assert picture.title == "‖w‖² stays bounded (log scale)"
    assert picture.x.share(100.0) > picture.x.share(run.updates) / 3
    assert picture.own[0].x[:100].tolist() == list(range(100))
    assert most < picture.y.high < 2 * most < run.margin.radius_squared * run.updates


@pytest.fixture
def costs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture registered beside the others: two solid curves of the run over the examples, under a dashed one."""

    def cost(seen: Seen) -> Picture | None:
        run = seen.run
        if run.history.examples < 20:
            return None
        t = np.arange(0.0, run.history.examples + 1)
        curves_of_run = (Sampled("mine", t, 2 * t, "averaged"), Sampled("last", t, 3 * t, "positive"))
        return Picture(
            "Cost against t",
            (*curves_of_run, Formula("4t", lambda t: 4 * t)),
            Scale.counting(run.history.examples),
            Scale.up_to(3.0 * run.history.examples),
            EXAMPLES,
        )

    monkeypatch.setitem(PICTURES, "twice", cost)


def test_a_registered_picture_follows_its_own_axis(
    costs: None, player: Player, theme: ThemeModel, qtbot: QtBot
) -> None:
    panel = TheoryPanel(workspace_of(player), theme)
    qtbot.addWidget(panel)
    panel.resize(420, 900)
    panel.show()
    load(player, XOR, RunSpec(max_updates=40))
    chart = panel.charts["twice"]
    assert chart.isVisible()
    QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=QPoint(round(chart.x_of(17)), 60))
    assert player.state is not None
    assert player.state.example == 17
    assert chart.numbers == "mine 34, last 51"
    QTest.mouseMove(chart, QPoint(round(chart.x_of(10)), 60))
    assert chart.hover_text == "t = 10:  mine = 20, last = 30, 4t = 40"
    load(player, Dataset([[1.0, 1.0]], [1]))
    assert not chart.isVisible()


def test_several_solid_curves_have_their_colours_and_a_key(
    costs: None, player: Player, theme: ThemeModel, qtbot: QtBot
) -> None:
    panel = TheoryPanel(workspace_of(player), theme)
    qtbot.addWidget(panel)
    panel.resize(420, 900)
    panel.show()
    load(player, XOR, RunSpec(max_updates=40))
    chart, picture = panel.charts["twice"], panel.charts["twice"].picture
    assert picture is not None
    assert [curve.name for curve in picture.keyed] == ["mine", "last"]
    assert picture_of(train(SEPARABLE)).keyed == ()
    player.home()
    keys = {role: colour_of(chart, QColor(getattr(theme.current, role))) for role in ("averaged", "positive")}
    player.end()
    for role, in_the_key in keys.items():
        assert in_the_key > 10
        assert colour_of(chart, QColor(getattr(theme.current, role))) > in_the_key + 50


def test_a_run_that_repeats_itself_is_told_so(panel: TheoryPanel, player: Player) -> None:
    load(player, XOR)
    assert "repeats" in panel.note.detail.text()
    load(player)
    assert "repeats" not in panel.note.detail.text()


def test_of_an_online_svm_the_cost_is_told_at_each_step(panel: TheoryPanel, player: Player, qtbot: QtBot) -> None:
    run = load(player, spec=RunSpec("online-svm", max_epochs=3))
    qtbot.waitUntil(lambda: bool(panel.charts["cost"].picture and panel.charts["cost"].picture.own))
    for k in (2, 9):
        player.go_to_update(k)
        cost = run.objective(k)
        assert cost is not None
        assert panel.charts["cost"].numbers == number(cost)
        assert panel.charts["cost"].picture is not None
        assert panel.charts["cost"].picture.title.startswith(run.rule.cost)


def test_while_one_run_follows_another_the_parts_take_turns_and_the_last_run_is_shown_whole(
    panel: TheoryPanel, player: Player, qtbot: QtBot
) -> None:
    load(player)
    player.end()
    pictures = {name: chart.picture for name, chart in panel.charts.items()}
    for step in range(1, 9):
        X = SEPARABLE.X.copy()
        X[0, 0] += step / 10
        seen = dict(pictures)
        run = load(player, Dataset(X, SEPARABLE.y))
        pictures = {name: chart.picture for name, chart in panel.charts.items()}
        changed = [name for name in pictures if pictures[name] is not seen[name]]
        assert step < 3 or len(changed) <= 1
    qtbot.waitUntil(lambda: all(pictures[n] is not c.picture for n, c in panel.charts.items() if c.picture))
    rows = run.inequalities(run.history.seek(run.updates))
    assert [cells[1] for cells in panel.table.cells] == [row.written[0] for row in rows]
    assert f"of {run.updates}" in panel.headline.text


def test_a_long_record_is_followed_a_part_at_a_time(
    panel: TheoryPanel, player: Player, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("perceptron_gui.panels.theory.seen._AT_ONCE", 3)
    run = load(player, XOR, RunSpec(max_updates=200))

    def drawn() -> float:
        picture = panel.charts["length"].picture
        assert picture is not None
        return float(picture.sampled[0].x[-1])

    assert drawn() < 20
    qtbot.waitUntil(lambda: drawn() > 20)
    panel.wait()
    assert drawn() == run.updates
