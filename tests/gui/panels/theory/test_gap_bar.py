"""The room under the bound, what can be pointed at in the theory panel, and what is told of other learners."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core import files
from core.analysis.held_out_errors import MistakeSample, samples
from core.datasets.dataset import Dataset
from core.numbers.numerals import number
from core.plots.theorem import HERO
from core.run import Run, prepare, train
from core.spec import RunSpec
from core.theory.bound_gap import DEPTH, PARTS, SHORT, SIDEWAYS, SURPLUS, leading
from core.theory.corridor_words import told_in_brief
from perceptron_gui.look.theme import Appearance, ThemeModel, contrast
from perceptron_gui.model.player import Player
from perceptron_gui.model.workspace import Highlight, TheoryPage
from perceptron_gui.panels.theory import TheoryPanel
from perceptron_gui.window.main_window import MainWindow
from tests.gui.places_on_screen import place_of
from tests.gui.workspaces import workspace_of
from tests.places import DATASETS

IRIS = DATASETS / "iris_setosa_virginica.csv"
XOR = Dataset([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1])


@pytest.fixture
def highlight(qtbot: QtBot) -> Highlight:
    return Highlight()


@pytest.fixture
def panel(qtbot: QtBot, player: Player, highlight: Highlight) -> Iterator[TheoryPanel]:
    made = TheoryPanel(workspace_of(player, highlight, TheoryPage.NUMBERS), ThemeModel(Appearance.LIGHT))
    qtbot.addWidget(made)
    made.resize(430, 800)
    made.show()
    yield made
    made.hide()


def load(player: Player, dataset: Dataset | None = None, spec: RunSpec | None = None) -> Run:
    run = train(dataset or files.load(IRIS), spec)
    player.set_run(run)
    return run


@pytest.mark.parametrize("spec", [RunSpec(), RunSpec("margin"), RunSpec(start=(0.5, -1.25, 0.125))])
def test_who_adds_the_parts_up_finds_their_sum(panel: TheoryPanel, player: Player, spec: RunSpec) -> None:
    run = load(player, spec=spec)
    rooms = [bound_gap for k in range(1, run.updates + 1) if (bound_gap := run.bound_gap(k)) is not None]
    assert rooms
    for bound_gap in rooms:
        player.go_to_update(bound_gap.update)
        room, whole, parts = panel.numbers.bound_gap.sum.split(" = ")
        assert room == f"{run.margin.notation.bound} − {bound_gap.update:,}"
        assert whole == number(bound_gap.total)
        assert sum(Decimal(part.replace(",", "")) for part in parts.split(" + ")) == Decimal(whole.replace(",", ""))


def test_the_parts_stand_under_the_squeeze_at_every_playhead(panel: TheoryPanel, player: Player) -> None:
    run = load(player)
    for k in (1, 12, 28):
        player.go_to(k)
        bound_gap = run.bound_gap(k)
        assert bound_gap is not None
        assert panel.numbers.bound_gap.bound_gap == bound_gap
        bands = panel.numbers.bound_gap.bands()
        assert bands[0].low == k
        assert bands[-1].high == pytest.approx(run.margin.bound)
        assert panel.numbers.charts[HERO].grab().width() > 0
    assert panel.numbers.bound_gap.sum == "R²/γ² − 28 = 652.1 = 313 + 183.6 + 5.3 + 150.2"
    player.home()
    assert panel.numbers.bound_gap.bound_gap is None
    assert panel.numbers.bound_gap.sum == ""
    panel.numbers.bound_gap.grab()


def test_the_shades_go_from_strong_to_pale_and_each_part_has_that_of_its_name(
    panel: TheoryPanel, player: Player, theme: ThemeModel
) -> None:
    load(player, files.load(DATASETS / "first_start.csv"))
    player.go_to(5)
    bar = panel.numbers.bound_gap
    image = bar.grab().toImage()
    upper, lower = (
        {part: [x for x in range(bar.width()) if bar.thing_at(QPointF(x, y)) is part] for part in PARTS}
        for y in (bar.height() / 2, bar.height() - 4.0)
    )
    order = sorted(PARTS, key=lambda part: upper[part])
    assert order == [SURPLUS, SIDEWAYS, DEPTH, SHORT], "as they lie in the plot above, from the bottom up"
    shades = [image.pixelColor(round(np.mean(upper[part])), bar.height() // 2) for part in order]
    assert [shade.name() for shade in shades] == [s.name() for s in theme.current.shades("promise", len(PARTS))]
    strengths = [contrast(shade, theme.current.color("panel")) for shade in shades]
    assert strengths == sorted(strengths, reverse=True)
    assert shades == [image.pixelColor(lower[part][0] + 5, bar.height() - 9) for part in order]
    alphas = [band.alpha for band in bar.bands()]
    assert alphas == sorted(alphas, reverse=True)


def test_an_equation_is_called_one_only_where_it_is_true_as_written(panel: TheoryPanel, player: Player) -> None:
    load(player, Dataset(np.eye(3), [1, -1, 1]), RunSpec(bias=0))
    player.go_to(2)
    equal = panel.numbers.bound_gap.sum
    assert equal == "R²/γ² − 2 = 1 = 0 + 0 + 1 + 0"
    _, whole, parts = equal.split(" = ")
    assert Fraction(whole) == sum(map(Fraction, parts.split(" + ")))


@pytest.mark.slow
def test_pointing_at_a_part_lights_the_examples_that_contribute_most(
    panel: TheoryPanel, player: Player, highlight: Highlight
) -> None:
    run = load(player)
    player.end()
    panel.grab()
    panel.ensureWidgetVisible(panel.numbers.bound_gap)
    QTest.mouseMove(panel.numbers.bound_gap, QPoint(2, 2))
    for part in PARTS:
        QTest.mouseMove(panel.numbers.bound_gap, place_of(panel.numbers.bound_gap, part))
        assert run.gap_along is not None
        shares = run.gap_along.contributions(run.history, run.history.seek(28), part)
        assert (highlight.kind, highlight.rows) == ("part", tuple(leading(shares).tolist()))
        tip = panel.numbers.bound_gap.tip(part)
        assert part.meant(run.margin) in tip
        assert f"{highlight.rows[0] + 1}" in tip
    assert "angle between w and ŵ* is 9.76°" in panel.numbers.bound_gap.tip(SIDEWAYS)
    QTest.mouseMove(panel.numbers.bound_gap, QPoint(2, 2))
    assert highlight.kind is None


@pytest.mark.parametrize("n", [2, 8, 40])
def test_half_of_a_part_is_said_to_come_from_examples_only_where_it_does(
    panel: TheoryPanel, player: Player, n: int
) -> None:
    """Orthonormal examples all add as much."""
    load(player, Dataset(np.eye(n), [1, -1] * (n // 2)), RunSpec(bias=0))
    told = []
    for k in range(1, n):
        player.go_to_update(k)
        tip = panel.numbers.bound_gap.tip(SIDEWAYS)
        assert ("At least half of it comes from example" in tip) is (k / 2 <= 8)
        told.append("The largest parts of it come from examples" in tip)
    assert any(told) is (n == 40)


def test_a_plot_of_mistakes_says_what_it_counts_and_not_what_the_row_of_the_losses_does(
    panel: TheoryPanel, player: Player
) -> None:
    load(player, XOR, RunSpec("voted", max_epochs=3))
    chart = panel.numbers.charts["mistakes"]
    assert chart.isVisible()
    chart.grab()
    tips = {chart.tip_at(QPointF(x, 14)) for x in range(60)}
    assert {tip for tip in tips if tip} == {chart.whatsThis()}
    assert "all examples" in chart.whatsThis()


@pytest.mark.slow
def test_in_a_kernel_the_room_is_told_too(panel: TheoryPanel, player: Player, highlight: Highlight) -> None:
    run = load(player, spec=RunSpec("kernel", kernel="poly", degree=2))
    player.end()
    panel.grab()
    panel.ensureWidgetVisible(panel.numbers.bound_gap)
    QTest.mouseMove(panel.numbers.bound_gap, QPoint(2, 2))
    assert run.margin.bound is not None
    assert panel.numbers.bound_gap.isVisible()
    assert panel.numbers.bound_gap.bound_gap is not None
    assert panel.numbers.bound_gap.bound_gap.total == pytest.approx(run.margin.bound - run.updates)
    for part in (SHORT, DEPTH, SURPLUS):
        QTest.mouseMove(panel.numbers.bound_gap, place_of(panel.numbers.bound_gap, part))
        assert highlight.rows
    QTest.mouseMove(panel.numbers.bound_gap, place_of(panel.numbers.bound_gap, SIDEWAYS))
    assert (highlight.kind, highlight.rows) == ("part", ())
    assert "angle" in panel.numbers.bound_gap.tip(SIDEWAYS)


def test_pointing_at_a_letter_of_the_table_lights_it(panel: TheoryPanel, player: Player, highlight: Highlight) -> None:
    run = load(player)
    QCoreApplication.sendPostedEvents()
    panel.grab()
    assert run.margin.support is not None
    farthest = int((run.dataset.X**2).sum(axis=1).argmax())
    rows = {"gamma": tuple(run.margin.support.tolist()), "radius": (farthest,), "star": ()}
    table = panel.picture.table
    places = [QPoint(x, y) for y in range(4, table.height(), 10) for x in range(table.width())]
    letters = {kind: place for place in places if (kind := table.thing_at(QPointF(place))) is not None}
    assert set(letters) == set(rows)
    for kind, place in letters.items():
        QTest.mouseMove(table, place)
        assert (highlight.kind, highlight.rows) == (kind, rows[kind])
    QTest.mouseMove(table, QPoint(table.width() - 2, 2))
    assert highlight.kind is None


def test_what_is_pointed_at_elsewhere_is_lit_in_the_panel(
    panel: TheoryPanel, player: Player, highlight: Highlight
) -> None:
    load(player)
    before = panel.picture.table.grab().toImage(), panel.numbers.facts.text()
    highlight.show("gamma", (1, 2))
    assert panel.picture.table.grab().toImage() != before[0]
    assert panel.numbers.facts.text() != before[1]
    highlight.clear()
    assert (panel.picture.table.grab().toImage(), panel.numbers.facts.text()) == before


def test_pointing_at_a_fact_lights_it(panel: TheoryPanel, player: Player, highlight: Highlight) -> None:
    run = load(player)
    assert run.margin.support is not None
    panel.numbers.facts.linkHovered.emit("gamma")
    assert (highlight.kind, highlight.rows) == ("gamma", tuple(run.margin.support.tolist()))
    panel.numbers.facts.linkHovered.emit("")
    assert highlight.kind is None


def test_what_does_not_exist_is_not_lit(panel: TheoryPanel, player: Player, highlight: Highlight) -> None:
    load(player, XOR, RunSpec(max_updates=20))
    panel.numbers.facts.linkHovered.emit("gamma")
    assert highlight.kind is None
    panel.numbers.facts.linkHovered.emit("radius")
    assert highlight.kind == "radius"


def test_an_edit_of_the_points_lights_nothing_any_more(window: MainWindow) -> None:
    window.highlight.show("radius", (99,))
    window.document.open(XOR, None)
    assert window.highlight.kind is None


@pytest.mark.parametrize("bias", [0.0, 1.0, 5.0])
def test_the_star_that_is_shown_has_length_1_and_w_is_explained(
    panel: TheoryPanel, player: Player, bias: float
) -> None:
    run = load(player, spec=RunSpec(bias=bias))
    shown = dict(told_in_brief(run.margin, 6))["star"]
    components = [float(text) for text in shown.rpartition("(")[2].rstrip(")").replace("−", "-").split(",")]
    assert np.linalg.norm(components) == pytest.approx(1, abs=1e-4)
    told = f"Lengths count the bias input B = {number(bias)} as one more coordinate."
    assert (told in panel.numbers.facts.plain) == (bias > 0)


def counted_to(panel: TheoryPanel, name: str) -> int:
    """Up to which update the plot called `name` is drawn; −1 where it is not yet."""
    picture = panel.numbers.charts[name].spec
    return int(picture.sampled[0].x[-1]) if picture and picture.sampled else -1


def test_passive_aggressive_has_rows_and_a_plot_of_its_own(panel: TheoryPanel, player: Player, qtbot: QtBot) -> None:
    run = load(player, spec=RunSpec("passive-aggressive", max_epochs=20))
    qtbot.waitUntil(lambda: counted_to(panel, "losses") == run.updates)
    player.go_to(9)
    assert [cells[0] for cells in panel.picture.table.cells] == ["Σ loss²", "mistakes"]
    assert all(cells[-1] == "✓" for cells in panel.picture.table.cells)
    picture = panel.numbers.charts["losses"].spec
    assert picture is not None
    missed, lost = picture.sampled
    assert (missed.values <= lost.values + 1e-9).all()
    assert panel.numbers.charts["losses"].numbers == " ".join(panel.picture.table.cells[0][1:4])


def test_on_data_that_nothing_separates_mistakes_are_counted_beside(
    panel: TheoryPanel, player: Player, qtbot: QtBot
) -> None:
    run = load(player, XOR, RunSpec("pocket", order="cyclic", max_updates=60))
    qtbot.waitUntil(lambda: counted_to(panel, "mistakes") == run.updates)
    picture = panel.numbers.charts["mistakes"].spec
    assert picture is not None
    last, pocket = picture.sampled
    assert last.values.tolist() == run.errors.tolist()
    assert pocket.values.tolist() == np.minimum.accumulate(run.errors).tolist()
    player.go_to(7)
    assert panel.numbers.charts["mistakes"].numbers == f"last vector {run.errors[7]}, pocket {run.errors[:8].min()}"
    assert [cells[4] for cells in panel.picture.table.cells] == ["kR²", "E·N"]
    assert all(cells[-1] == "✓" for cells in panel.picture.table.cells)
    assert "D is for u = " not in panel.numbers.facts.plain


def test_u_gamma_and_d_are_told_where_they_promise_something(panel: TheoryPanel, player: Player, qtbot: QtBot) -> None:
    rows = [[float(x), 0.0] for x in (-3, -2, -1, 1, 2, 3)]
    crossed = Dataset([*rows, [0.7, 0.0], [0.4, 0.0]], [-1, -1, -1, 1, 1, 1, -1, 1])
    run = load(player, crossed, RunSpec(max_epochs=100))
    qtbot.waitUntil(lambda: counted_to(panel, "mistakes") == run.updates)
    player.end()
    assert [cells[4] for cells in panel.picture.table.cells] == ["kR²", "((R + D)/γ)²"]
    assert "D is for u = " in panel.numbers.facts.plain
    player.go_to_update(1)
    assert [cells[4] for cells in panel.picture.table.cells] == ["kR²", "E·N"]
    assert "D is for u = " not in panel.numbers.facts.plain


def test_while_its_numbers_are_folded_away_the_page_counts_no_mistakes_for_its_bound(
    panel: TheoryPanel, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [[float(x), 0.0] for x in (-3, -2, -1, 1, 2, 3)]
    crossed = Dataset([*rows, [0.7, 0.0], [0.4, 0.0]], [-1, -1, -1, 1, 1, 1, -1, 1])
    panel.picture.more.click()
    counted: list[Run] = []

    def watched(run: Run) -> Iterator[MistakeSample]:
        counted.append(run)
        return samples(run)

    monkeypatch.setattr("perceptron_gui.model.threads.runner.samples", watched)
    load(player, crossed, RunSpec(max_epochs=100))
    player.end()
    panel.ready()
    assert [cells[4] for cells in panel.picture.table.cells] == ["kR²", "((R + D)/γ)²"]
    assert not counted
    panel.picture.more.click()
    panel.ready()
    assert counted


def test_samples_follow_a_record_that_grows(panel: TheoryPanel, player: Player, qtbot: QtBot) -> None:
    run, engine = prepare(XOR, RunSpec(max_updates=500))
    run.history.append(engine.advance(10, 10.0))
    player.set_run(run)
    qtbot.waitUntil(lambda: counted_to(panel, "mistakes") == 10)
    run.history.append(engine.advance(1000, 10.0))
    player.grow()
    qtbot.waitUntil(lambda: counted_to(panel, "mistakes") == 500)


def test_while_points_are_dragged_no_half_run_is_told(panel: TheoryPanel, player: Player, qtbot: QtBot) -> None:
    load(player)
    player.end()
    whole = panel.head.headline.text
    run, engine = prepare(files.load(IRIS), RunSpec())
    run.history.append(engine.advance(5, 10.0))
    player.set_run(run)
    assert panel.head.headline.text == whole
    qtbot.waitUntil(lambda: panel.head.headline.text.startswith("5 of 5"))
    run.history.append(engine.advance(1000, 10.0))
    player.grow()
    qtbot.waitUntil(lambda: panel.head.headline.text == whole)


def test_the_headline_is_one_line_whatever_the_bound(panel: TheoryPanel, player: Player) -> None:
    load(player)
    height = panel.head.headline.sizeHint().height()
    load(player, Dataset([[1e-7, 1.0], [-1e-7, 1.0]], [1, -1]), RunSpec(bias=0))
    panel.ready()
    assert panel.head.headline.sizeHint().height() == height
    assert "·10¹⁴" in panel.head.headline.text
    panel.grab()


def test_at_the_smallest_window_the_other_numbers_are_scrolled_to(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(960, 600)
    window.workspace.theorem_view.turn_to(TheoryPage.NUMBERS)
    panel = window.panel.panel
    assert isinstance(panel, TheoryPanel)
    qtbot.waitUntil(lambda: panel.viewport().height() < 500)
    qtbot.waitUntil(lambda: panel.verticalScrollBar().maximum() > 0)
    assert panel.numbers.charts[HERO].height() >= 100
    assert panel.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff
