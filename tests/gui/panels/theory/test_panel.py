"""The theory panel: headline, diagnosis and rows at the playhead, and plots that can be read and clicked."""

from __future__ import annotations

import math

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from core.datasets.dataset import Dataset
from core.numbers.numerals import number
from core.plots.theorem import HERO
from core.spec import RunSpec
from perceptron_gui.model.player import Player
from perceptron_gui.panels.theory import TheoryPanel
from tests.gui.panels.theory.pictures import laid_out
from tests.gui.workspaces import XOR, load


def test_the_headline_counts_updates_against_the_bound(panel: TheoryPanel, player: Player) -> None:
    run = load(player)
    player.go_to(2)
    bound = run.margin.bound
    assert bound is not None
    assert panel.head.headline.text == f"2 of {run.updates} updates at most {math.floor(bound)}"
    assert number(bound, 3) in panel.head.headline.toolTip()


def test_headline_diagnosis_and_row_agree_about_the_bound(panel: TheoryPanel, player: Player) -> None:
    # R²/γ² = 1 + 1/0.0128² = 6,104.5…, which four digits would write as 6,105.
    run = load(player, Dataset([[0.0128, 1.0], [-0.0128, 1.0]], [1, -1]), RunSpec(bias=0))
    bound = run.margin.bound
    assert bound is not None
    assert number(bound) == "6,105"
    most = f"{math.floor(bound):,}"
    assert panel.head.headline.text.endswith(f"at most {most}")
    assert f"at most {most} updates" in panel.numbers.note.headline.text()
    full = panel.picture.table.cells[2][3]
    assert full.partition(".")[0] == most
    assert panel.numbers.charts["squeeze"].numbers == f"0 ≤ {full}"
    assert f"R²/γ² = {full}" in panel.numbers.note.toolTip()


def test_the_rows_hold_at_every_update(panel: TheoryPanel, player: Player) -> None:
    run = load(player)
    for k in range(run.updates + 1):
        player.go_to(k)
        assert (len(panel.picture.table.cells), len(panel.numbers.table.cells)) == (3, 2)
        rows = (*panel.picture.table.cells, *panel.numbers.table.cells)
        assert all(cells[-1] == ("" if cells[1] == "–" else "✓") for cells in rows)
    assert panel.picture.table.cells[2][:4] == (
        "k",
        str(run.updates),
        "≤",
        panel.numbers.charts["squeeze"].numbers.split(" ≤ ")[1],
    )


def test_the_rows_are_read_aloud_with_their_verdict_and_explained(panel: TheoryPanel, player: Player) -> None:
    load(player)
    player.go_to(1)
    assert [part.name.endswith("holds") for part in panel.picture.table.spoken_parts()] == [True] * 3
    assert panel.picture.table.tip_at(QPointF(-1, 1)).startswith("w·ŵ* ≥ kγ\n")
    assert panel.picture.table.tip_at(QPointF(-1, 10_000)) == ""


def test_the_titles_carry_the_numbers_of_the_rows(panel: TheoryPanel, player: Player) -> None:
    load(player)
    player.go_to(3)
    for name, cells in zip(("progress", "length", HERO), panel.picture.table.cells, strict=False):
        chart = panel.numbers.charts[name]
        assert chart.numbers == " ".join(cells[1:4])
        assert chart.numbers in chart.accessibleName()


def test_the_whole_run_is_drawn_from_the_start(panel: TheoryPanel, player: Player) -> None:
    run = load(player)
    picture = panel.numbers.charts["length"].spec
    assert picture is not None
    (curve,) = picture.sampled
    assert curve.x.tolist() == list(range(run.updates + 1))
    lengths = [float(np.append(s.w, s.b) @ np.append(s.w, s.b)) for s in map(run.history.seek, range(run.updates + 1))]
    assert curve.values.tolist() == pytest.approx(lengths)


def test_a_click_on_a_plot_goes_there_and_a_drag_follows(panel: TheoryPanel, player: Player) -> None:
    run = load(player, XOR, RunSpec(max_updates=40))
    chart = panel.numbers.charts["length"]
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
    chart = laid_out(panel).numbers.charts["length"]
    panel.ensureWidgetVisible(chart)
    assert chart.thing is None
    QTest.mouseMove(chart, QPoint(round(chart.x_of(4)), 60))
    assert chart.spec is not None
    value = chart.spec.sampled[0].values[4]
    assert chart.point_to(chart.thing) == f"k = 4:  ‖w‖² = {value:g} ≤ kR² = 12"


def test_without_a_separator_the_panel_says_so_and_the_length_keeps_its_bound(
    panel: TheoryPanel, player: Player
) -> None:
    load(player, XOR, RunSpec(max_updates=40))
    player.go_to(9)
    assert panel.numbers.note.special
    assert "Not separable" in panel.numbers.note.headline.text()
    assert panel.numbers.note.detail.text().startswith("The segment between examples")
    assert "at most" not in panel.head.headline.text
    assert panel.picture.table.cells[0][0] == "‖w‖²"
    assert not panel.numbers.bound_gap.isVisible()
    shown = panel.numbers.charts["length"].spec
    assert shown is not None
    assert [curve.name for curve in shown.curves] == ["‖w‖²", "kR²"]


def test_while_separability_is_open_the_plots_say_so(panel: TheoryPanel, player: Player) -> None:
    load(player, Dataset([[0.1, 0.3], [0.2, 0.6], [0.3, 0.9]], [1, -1, 1]), RunSpec(max_updates=40))
    for name in ("progress", "squeeze"):
        picture = panel.numbers.charts[name].spec
        assert picture is not None
        assert picture.remark.endswith("Rounding leaves open whether the data are separable.")
        assert "There is no" not in picture.remark
        assert not picture.curves
        assert panel.numbers.charts[name].thing is None


def test_where_all_is_well_the_diagnosis_is_no_box(panel: TheoryPanel, player: Player) -> None:
    load(player)
    assert not panel.numbers.note.special
    assert panel.numbers.note.headline.text()


@pytest.mark.parametrize("dataset", [Dataset.empty(), Dataset([[1.0, 2.0]], [1]), Dataset([[0.0, 1.0]] * 3, [-1] * 3)])
def test_degenerate_data_are_drawn_and_named(panel: TheoryPanel, player: Player, dataset: Dataset) -> None:
    load(player, dataset)
    player.end()
    panel.grab()
    assert panel.numbers.note.special


def test_what_is_scrolled_out_of_view_is_read_aloud_as_it_is_now(panel: TheoryPanel, player: Player) -> None:
    load(player)
    table = laid_out(panel).numbers.table
    assert table.visibleRegion().isEmpty()
    for k in (0, 2):
        player.go_to(k)
        heard = [part.name for part in table.voice.parts]
        assert heard == [part.name for part in table.spoken_parts()]
        assert heard
