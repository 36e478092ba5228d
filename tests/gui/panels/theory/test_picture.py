"""The theorem in one picture: its lines say what they are and light where they come from; nothing of it is cut."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import get_args

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QPointF, Qt
from PySide6.QtGui import QFontMetricsF, QWheelEvent
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset, FloatArray
from core.numbers.numerals import number
from core.plots.corridor import GAPS, MEETING, MISSING, Gap
from core.plots.spec import KnownCurve
from core.rules import RULES
from core.run import Run
from core.spec import RunSpec
from core.theory.quantities import ALONG, CEILING, FLOOR, LENGTH, LIMIT
from perceptron_gui.look.size import emboldened
from perceptron_gui.look.theme import Appearance, ThemeModel
from perceptron_gui.model.player import Player
from perceptron_gui.model.workspace import Kind, TheoryPage, Workspace
from perceptron_gui.panels.theory import TheoryPanel
from perceptron_gui.panels.theory import pictures as plot_module
from perceptron_gui.panels.theory.pictures import CorridorPlot
from tests.core.tables import DATASET, TWELVE, every_pair, named
from tests.core.test_registering import Unpromised
from tests.gui.conftest import Desk
from tests.gui.rich_reading import is_whole, words_of
from tests.gui.workspaces import SEPARABLE, XOR, load, workspace_of

SIZES = {"1280x800": (428, 690), "1024x768": (410, 640), "960x600": (410, 462), "960x600 at 150 %": (380, 440)}
"""Window → its side panel."""
ORTHONORMAL = Dataset(np.eye(4).tolist(), [1, 1, -1, -1])
LINES = (FLOOR, ALONG, LENGTH, CEILING)


@pytest.fixture
def workspace(player: Player) -> Workspace:
    return workspace_of(player)


@pytest.fixture
def panel(qtbot: QtBot, workspace: Workspace, theme: ThemeModel) -> TheoryPanel:
    made = TheoryPanel(workspace, theme)
    qtbot.addWidget(made)
    made.resize(*SIZES["1280x800"])
    made.show()
    return made


def settled(panel: TheoryPanel) -> CorridorPlot:
    """The plot, everything in its place."""
    for _ in range(3):
        QCoreApplication.sendPostedEvents()
        QCoreApplication.processEvents()
    return panel.picture.plot


def pointed_at(panel: TheoryPanel, key: str) -> str:
    """What is read where the mouse is moved to a thing of the plot."""
    plot = settled(panel)
    with_mouse = plot.point_of(key).toPoint()
    told: list[str] = []
    plot.read.connect(told.append)
    QTest.mouseMove(plot, QPoint(1, 1))
    QTest.mouseMove(plot, with_mouse)
    plot.read.disconnect(told.append)
    assert plot.thing == key
    return told[-1]


def states(player: Player, run: Run) -> Iterator[int]:
    for k in range(run.updates + 1):
        player.go_to_update(k)
        yield k


def test_the_panel_opens_on_the_picture(panel: TheoryPanel, player: Player) -> None:
    load(player)
    assert panel.picture.isVisible()
    assert not panel.numbers.isVisible()
    assert not panel.page.isVisible()
    assert panel.picture.more.text() == "More numbers"


@pytest.mark.parametrize("spec", [RunSpec(), RunSpec("margin"), RunSpec("kernel", kernel="rbf"), RunSpec("pocket")])
def test_at_every_k_the_plot_holds_the_numbers_of_the_rows(panel: TheoryPanel, player: Player, spec: RunSpec) -> None:
    run = load(player, TWELVE, spec)
    for k in states(player, run):
        plot, lines = settled(panel), run.facts(run.history.seek(k)).lines
        assert plot.spec is not None
        for key in LINES:
            curve = plot.spec.curve(key)
            assert curve is not None
            assert curve.at(float(k)) == pytest.approx(lines[key], rel=1e-9, abs=1e-9)
        assert all(number(lines[key]) in plot.voice.told() or not k for key in LINES)


def test_no_line_is_drawn_over_a_part_of_the_record_that_is_not_read_yet(
    panel: TheoryPanel, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(player)
    player.end()
    plot = settled(panel)
    assert plot.spec is not None
    begun = [replace(curve, x=curve.x[:2], values=curve.values[:2]) for curve in plot.spec.sampled]
    plot.set_spec(replace(plot.spec, curves=(*plot.spec.formulas, *begun)))
    drawn = list[FloatArray]()
    monkeypatch.setattr(plot_module, "draw_line", lambda _painter, line, _pen: drawn.append(line))
    plot.grab()
    assert not drawn


@pytest.mark.parametrize("key", LINES)
def test_each_line_says_in_words_what_it_is_and_then_its_number(panel: TheoryPanel, player: Player, key: str) -> None:
    run = load(player, TWELVE)
    player.go_to_update(4)
    told = pointed_at(panel, key)
    assert told.endswith(f"After 4 updates it is {number(run.facts(run.history.seek(4)).lines[key])}.")
    assert len(told.split()) > 15


def test_where_they_meet_says_that_no_run_gets_past(panel: TheoryPanel, player: Player) -> None:
    load(player, TWELVE)
    player.go_to_update(4)
    assert "at most 46 updates, whatever the order" in pointed_at(panel, MEETING)


@pytest.mark.parametrize("gap", GAPS, ids=lambda gap: gap.name)
def test_each_gap_of_the_bar_has_its_name_and_its_size(panel: TheoryPanel, player: Player, gap: Gap) -> None:
    run, found = load(player, TWELVE), gap
    player.go_to_update(4)
    lines = run.facts(run.history.seek(4)).lines
    plot = settled(panel)
    told = plot.point_to(found.name)
    assert told.startswith(f"{found.name}, from ")
    assert told.endswith(f"Here it is {number(lines[found.high] - lines[found.low])}.")


def test_what_is_pointed_at_is_lit_on_the_canvas(panel: TheoryPanel, workspace: Workspace, player: Player) -> None:
    run = load(player, TWELVE)
    player.go_to_update(4)
    plot, lit = settled(panel), workspace.highlight
    assert player.state is not None
    kinds = {FLOOR: "gamma", CEILING: "radius", ALONG: "star", LENGTH: "example", MEETING: "part"}
    assert set(kinds.values()) <= set(get_args(Kind))
    for key, kind in kinds.items():
        plot.point_to(key)
        assert lit.kind == kind
    plot.point_to(LENGTH)
    assert lit.rows == (player.state.index,)
    plot.point_to(CEILING)
    assert lit.rows == (int(run.space.norms_squared.argmax()),)
    plot.point_to(None)
    assert lit.kind is None


def test_a_quantity_that_is_pointed_at_elsewhere_is_lit_in_the_picture(
    panel: TheoryPanel, workspace: Workspace, player: Player
) -> None:
    load(player, TWELVE)
    player.go_to_update(4)
    plot = settled(panel)
    before = plot.grab().toImage()
    workspace.highlight.show("gamma")
    assert plot.grab().toImage() != before
    workspace.highlight.clear()
    assert plot.grab().toImage() == before


def test_a_click_goes_there_and_the_arrow_keys_go_through_the_things(panel: TheoryPanel, player: Player) -> None:
    run = load(player, TWELVE)
    plot = settled(panel)
    assert plot.frame is not None
    x = plot.frame.point(3.0, 0.0).x()
    QTest.mouseClick(plot, Qt.MouseButton.LeftButton, pos=QPoint(round(x), 30))
    assert player.position == 3
    plot.setFocus()
    seen = []
    for _ in plot.in_order():
        QTest.keyClick(plot, Qt.Key.Key_Up)
        seen.append(plot.thing)
    assert set(LINES) | {MEETING} | {gap.name for gap in GAPS} == set(seen)
    assert run.updates == 13


def test_the_wheel_and_the_keys_zoom_between_the_first_updates_and_the_bound(
    panel: TheoryPanel, player: Player
) -> None:
    run = load(player, TWELVE)
    plot = settled(panel)
    assert run.margin.bound is not None
    whole = plot.end
    assert whole >= run.margin.bound
    turn(plot, 120, Qt.KeyboardModifier.NoModifier)
    assert plot.end == whole, "the wheel alone scrolls the panel"
    turn(plot, 120)
    assert plot.end == pytest.approx(whole / 1.25)
    for _ in range(40):
        turn(plot, 120)
    assert 1 <= plot.end < 4
    assert not plot.grab().isNull()
    plot.setFocus()
    for _ in range(40):
        QTest.keyClick(plot, Qt.Key.Key_PageDown)
    assert plot.end == pytest.approx(whole)


def turn(plot: CorridorPlot, angle: int, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.ControlModifier) -> None:
    at = QPointF(plot.rect().center())
    turned = (Qt.MouseButton.NoButton, modifier, Qt.ScrollPhase.NoScrollPhase)
    event = QWheelEvent(at, plot.mapToGlobal(at), QPoint(), QPoint(0, angle), *turned, False)
    QCoreApplication.sendEvent(plot, event)


def test_up_to_a_bound_of_100_the_axes_stay_as_they_are(panel: TheoryPanel, player: Player) -> None:
    run = load(player, TWELVE)
    assert run.margin.bound is not None
    ends = set()
    for _ in states(player, run):
        spec = settled(panel).spec
        assert spec is not None
        assert spec.meeting is not None
        ends.add((spec.x.high, spec.y.high))
    assert len(ends) == 1
    assert run.margin.bound < ends.pop()[0] < 1.2 * run.margin.bound


def test_the_names_stand_where_they_stood_whatever_the_update(panel: TheoryPanel, player: Player) -> None:
    run = load(player, TWELVE)
    places = set()
    for _ in states(player, run):
        found = {each.key: each for each in settled(panel).captions}
        assert found[MEETING].name == "they meet at 46.47"
        assert found[FLOOR].name == "floor k·γ"
        assert found[CEILING].name == "ceiling √k·R"
        places.add(tuple(found[key].box.center().toTuple() for key in (MEETING, FLOOR, CEILING)))
    assert len(places) == 1


def test_the_room_is_grey_the_floor_green_and_the_ceiling_ink(panel: TheoryPanel, player: Player) -> None:
    load(player, TWELVE)
    spec = settled(panel).spec
    assert spec is not None
    floor, ceiling = spec.curve(FLOOR), spec.curve(CEILING)
    assert isinstance(floor, KnownCurve)
    assert isinstance(ceiling, KnownCurve)
    assert (floor.role, floor.dotted) == ("promise", True)
    assert (ceiling.role, ceiling.dotted) == ("ink", False)


def test_a_bound_far_beyond_the_run_is_told_at_the_edge(panel: TheoryPanel, player: Player) -> None:
    slow = Dataset([[0.01, 1.0], [-0.01, 1.0]], [1, -1])
    run = load(player, slow, RunSpec(max_updates=50))
    plot = settled(panel)
    assert run.margin.bound is not None
    assert run.margin.bound > 1000
    assert plot.end == 5 > run.updates
    assert any(found.name.endswith(" →") for found in plot.captions)
    for _ in range(60):
        turn(plot, -120)
    assert plot.end >= run.margin.bound
    assert not any(found.name.endswith(" →") for found in plot.captions)


def test_all_of_a_corridor_that_reaches_far_is_shown_in_powers_of_ten(panel: TheoryPanel, player: Player) -> None:
    load(player, TWELVE)
    assert panel.picture.whole.isHidden()
    load(player, Dataset([[0.01, 1.0], [-0.01, 1.0]], [1, -1]), RunSpec(max_updates=50))
    panel.ready()
    plot, near = settled(panel), panel.picture.plot.end
    panel.picture.whole.click()
    assert settled(panel).frame is not None
    assert plot.frame is not None
    assert plot.frame.meeting is not None
    assert plot.frame.across.logarithmic
    assert plot.frame.up.logarithmic
    player.end()
    assert settled(panel).frame is not None
    assert MEETING in plot.in_order()
    turn(plot, 120)
    assert plot.frame.across.logarithmic
    panel.picture.whole.click()
    assert settled(panel).end == near


def test_a_run_that_attains_its_bound_ends_where_they_meet(panel: TheoryPanel, player: Player) -> None:
    run = load(player, ORTHONORMAL, RunSpec(bias=0))
    player.end()
    plot = settled(panel)
    assert plot.frame is not None
    assert plot.frame.meeting is not None
    assert run.updates == run.margin.bound == 4
    end = QPointF(*plot.frame.pixels[LENGTH][-1].tolist())
    assert (end - plot.frame.meeting).manhattanLength() < 1e-6


def test_where_nothing_separates_there_is_no_floor_and_the_certificate_is_lit(
    panel: TheoryPanel, workspace: Workspace, player: Player
) -> None:
    run = load(player, XOR, RunSpec(max_updates=40))
    player.go_to_update(9)
    plot = settled(panel)
    assert plot.spec is not None
    assert [curve.key for curve in plot.spec.curves] == [LENGTH, CEILING]
    assert "The segment between examples" in plot.point_to(MISSING)
    assert run.margin.certificate is not None
    assert workspace.highlight.rows == tuple(run.margin.certificate.indices.tolist())


def test_one_own_separator_takes_the_place_of_the_best(
    panel: TheoryPanel, workspace: Workspace, player: Player
) -> None:
    run = load(player)
    player.go_to_update(3)
    workspace.own_separator.put([1.2, -2.0, -0.9])
    plot, own = settled(panel), workspace.own_separator.judged(run)
    assert own is not None
    assert plot.spec is not None
    assert plot.spec.meeting is not None
    assert plot.spec.meeting.place == own.bound
    assert "w·u is" in plot.voice.told()
    workspace.own_separator.clear()
    assert "w·ŵ* is" in plot.voice.told()


def test_in_normalised_units_all_lengths_are_divided_by_the_radius(
    panel: TheoryPanel, workspace: Workspace, player: Player
) -> None:
    run = load(player, TWELVE)
    player.go_to_update(4)
    plot = settled(panel)
    assert plot.spec is not None
    raw = {key: plot.spec.curve(key) for key in LINES}
    workspace.theorem_view.set_normalised(True)
    settled(panel)
    for key in LINES:
        before, after = raw[key], plot.spec.curve(key)
        assert before is not None
        assert after is not None
        assert after.at(4.0) == pytest.approx(before.at(4.0) / run.margin.radius)


def test_what_the_other_learners_promise_is_drawn(panel: TheoryPanel, player: Player, qtbot: QtBot) -> None:
    for spec, keys in (
        (RunSpec("passive-aggressive", max_updates=30), ["missed", "lost", "limit"]),
        (RunSpec("online-svm", max_epochs=4), ["least", "cost"]),
    ):
        run = load(player, SEPARABLE, spec)
        player.end()
        plot = panel.picture.plot
        qtbot.waitUntil(lambda: bool(panel.picture.plot.captions), timeout=5_000)
        wait_for(qtbot, panel, keys)
        assert plot.spec is not None
        for key in keys:
            assert plot.point_to(key)
        assert run.updates


@pytest.mark.parametrize("dataset", [SEPARABLE, XOR], ids=["separable", "xor"])
def test_of_a_rule_of_which_nothing_is_promised_it_shows_how_long_w_is(
    panel: TheoryPanel, player: Player, monkeypatch: pytest.MonkeyPatch, dataset: Dataset
) -> None:
    monkeypatch.setitem(RULES, Unpromised.name, Unpromised)
    run = load(player, dataset, RunSpec(rule=Unpromised.name, max_epochs=5))
    for k in states(player, run):
        scene, state = settled(panel).spec, run.history.seek(k)
        assert scene is not None
        (length,) = scene.curves
        assert length.at(float(k)) == pytest.approx(np.hypot(np.linalg.norm(state.w), state.b))
        assert Unpromised.silence in words_of(panel.picture.words)


def test_while_points_are_dragged_what_is_counted_beside_stays_until_there_is_more(
    panel: TheoryPanel, player: Player, qtbot: QtBot
) -> None:
    load(player, SEPARABLE, RunSpec("online-svm", max_epochs=4))
    player.end()
    wait_for(qtbot, panel, ["least", "cost"])
    plot = panel.picture.plot
    assert plot.frame is not None
    before = plot.frame.pixels["cost"].size
    for _ in range(4):
        load(player, SEPARABLE, RunSpec("online-svm", max_epochs=4))
        assert plot.frame.pixels["cost"].size == before


def wait_for(qtbot: QtBot, panel: TheoryPanel, keys: list[str]) -> None:
    qtbot.waitUntil(lambda: drawn_keys(panel) == keys, timeout=5_000)


def drawn_keys(panel: TheoryPanel) -> list[str]:
    spec = panel.picture.plot.spec
    drawn = panel.picture.plot.frame
    if spec is None or drawn is None:
        return []
    return [curve.key for curve in spec.curves if isinstance(curve, KnownCurve) or drawn.pixels[curve.key].size]


@pytest.mark.slow
def test_no_line_of_the_page_is_cut_whatever_the_window(qtbot: QtBot) -> None:
    for appearance in (Appearance.LIGHT, Appearance.DARK):
        player = Player()
        workspace = workspace_of(player)
        panel = TheoryPanel(workspace, ThemeModel(appearance))
        qtbot.addWidget(panel)
        panel.show()
        for spec in every_pair(predictors=False)[::7]:
            for dataset in (DATASET, XOR, SEPARABLE):
                if spec.sequence and spec.order == "listed" and dataset.n < max(spec.sequence) + 1:
                    continue
                run = load(player, dataset, spec)
                player.go_to_update(run.updates // 2)
                for name, size in SIZES.items():
                    panel.resize(*size)
                    whole(panel, f"{named(spec)} at {name}")


def whole(panel: TheoryPanel, where: str) -> None:
    """Nothing of what is written lies outside its place."""
    plot, words = settled(panel), panel.picture.words
    assert plot.height() >= 150, where
    assert not words.isVisible() or is_whole(words), where
    for found in plot.captions:
        needed = QFontMetricsF(emboldened(plot.font())).horizontalAdvance(found.name)
        assert found.box.width() >= needed, where
        assert plot.rect().toRectF().contains(found.box), where


def test_while_only_numbers_change_the_plot_keeps_its_place(panel: TheoryPanel, player: Player) -> None:
    run = load(player, TWELVE)
    player.end()
    height = settled(panel).height()
    for _k in states(player, run):
        if player.position:
            assert settled(panel).height() == height


def test_a_session_keeps_the_page(desk: Desk) -> None:
    window = desk.open()
    window.workspace.theorem_view.turn_to(TheoryPage.PROOF)
    kept = window.sessions.present()
    assert kept.view["manner"] == {"page": "proof", "proof": True, "normalised": False}
    window.workspace.theorem_view.turn_to(TheoryPage.PICTURE)
    window.sessions.show(kept)
    assert window.workspace.theorem_view.page is TheoryPage.PROOF


def test_the_axes_say_what_runs_along_them(panel: TheoryPanel, workspace: Workspace, player: Player) -> None:
    load(player, TWELVE)
    plot = settled(panel)
    below, beside = QPointF(plot.rect().center().x(), plot.height() - 5), QPointF(12, plot.rect().center().y())
    assert plot.tip_at(below).startswith("k: how many updates")
    assert plot.tip_at(beside) == "Lengths of vectors. Lengths are those of the data."
    workspace.theorem_view.set_normalised(True)
    assert "divided by R" in settled(panel).tip_at(beside)
    assert plot.tip_at(QPointF(plot.rect().center())) == ""


def test_what_is_read_stands_off_the_mouse_and_off_what_the_keys_came_to(
    panel: TheoryPanel, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(player, TWELVE)
    player.go_to_update(5)
    plot = settled(panel)
    places: list[QPointF] = []
    monkeypatch.setattr(plot_module, "paint_reading", lambda *what: places.append(what[3]))
    for key in LINES:
        pointed_at(panel, key)
        plot.grab()
        assert places[-1] == QPointF(plot.point_of(key).toPoint())
    plot.point_at(None)
    QTest.keyClick(plot, Qt.Key.Key_Up)
    plot.grab()
    assert plot.thing is not None
    assert places[-1] == plot.point_of(plot.thing)


def test_a_promise_that_lies_above_the_picture_is_pointed_to(panel: TheoryPanel, player: Player) -> None:
    load(player, TWELVE, RunSpec("passive-aggressive", max_updates=2))
    panel.ready()
    plot = settled(panel)
    (caption,) = [each for each in plot.captions if each.key == LIMIT]
    assert caption.name == "R²/γ² = 46.47 ↑"
    assert plot.frame is not None
    assert caption.box.center().y() < plot.frame.area.center().y()


@pytest.mark.parametrize("width", range(380, 521, 20))
def test_while_the_run_plays_the_plot_keeps_its_height(panel: TheoryPanel, player: Player, width: int) -> None:
    run = load(player, TWELVE)
    panel.resize(width, SIZES["1280x800"][1])
    heights = [settled(panel).height() for _ in states(player, run)]
    moved = sum(before != after for before, after in pairwise(heights[1:]))  # update 0 has sentences of its own
    assert moved <= 1  # the number of updates may get a digit more


@pytest.mark.parametrize("size", [(428, 690), (452, 520), (380, 330), (500, 330)])
def test_a_page_is_as_high_as_what_it_shows_needs_whatever_it_showed_before(
    panel: TheoryPanel, player: Player, size: tuple[int, int]
) -> None:
    load(player, TWELVE, RunSpec("margin"))
    panel.resize(*size)
    heights = []
    for update in (2, 9, 2):
        player.go_to_update(update)
        settled(panel)
        heights.append((panel.picture.words.height(), panel.picture.minimumSizeHint().height()))
    assert heights[0] == heights[2]


@pytest.mark.parametrize("learner", ["passive-aggressive", "online-svm"])
def test_a_thing_that_the_next_run_has_not_says_nothing_where_the_mouse_still_rests(
    panel: TheoryPanel, player: Player, learner: str
) -> None:
    load(player, TWELVE)
    player.end()
    for thing in settled(panel).in_order():
        load(player, TWELVE)
        player.end()
        settled(panel).point_to(thing)
        load(player, TWELVE, RunSpec(learner, max_epochs=3))
        plot = settled(panel)
        panel.grab()  # Painting reads what the mouse rests on.
        assert (plot.describe(thing) == "") is (thing not in plot.in_order()), thing
