"""Room in the theory panel: every plot can be read, nothing is cut off, and nothing moves while it plays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QFontMetricsF, QPainter
from PySide6.QtWidgets import QWidget

from core.datasets.dataset import Dataset
from core.plots.spec import PlotSpec, Sampled, Scale
from core.plots.theorem import HALVES
from core.rules import RULES
from core.spec import RunSpec
from perceptron_gui.look.plots.painting import frame_of, row_ticks
from perceptron_gui.model.player import Player
from perceptron_gui.panels.theory import TheoryPanel
from tests.gui.panels.theory.pictures import laid_out
from tests.gui.workspaces import SEPARABLE, XOR, load

LOW = QSize(430, 454)
"""The panel in a window of 960 by 600."""


@pytest.mark.parametrize("top", [3.0, 4.9, 22.3, 100.0, 642.0])
@pytest.mark.parametrize("height", [4, 19, 30, 60, 200])
def test_however_low_a_plot_the_numbers_of_its_axis_do_not_touch(panel: TheoryPanel, height: int, top: float) -> None:
    k = np.arange(9.0)
    picture = PlotSpec("‖w‖²", (Sampled("w", k, k, "ink"),), Scale.up_to(8), Scale.up_to(top))
    metrics = QFontMetricsF(panel.font())
    ticks = row_ticks(picture, height, metrics)
    assert ticks
    assert (np.diff(picture.y.share(np.array(ticks))) * height >= metrics.ascent()).all()


def test_a_key_takes_no_room_from_its_plot(panel: TheoryPanel, player: Player) -> None:
    load(player)
    chart, k = panel.numbers.charts["length"], np.arange(9.0)
    one, other = Sampled("w", k, k, "ink"), Sampled("vote", k, k, "voters")
    heights = []
    for curves in ((one,), (one, other)):
        picture = PlotSpec("mistakes", curves, Scale.up_to(8), Scale.up_to(8))
        chart.set_spec(picture)
        canvas = QRectF(0, 0, 300, chart.minimumHeight())
        heights.append(frame_of(picture, canvas, chart.font()).area.height())
    assert heights[1] == pytest.approx(heights[0], abs=1)


@pytest.mark.parametrize(
    ("dataset", "spec"),
    [
        (SEPARABLE, RunSpec()),
        (SEPARABLE, RunSpec("passive-aggressive", max_updates=40)),
        (SEPARABLE, RunSpec("online-svm", max_epochs=5)),
        (XOR, RunSpec("pocket", max_updates=40)),
        (XOR, RunSpec("kernel", kernel="rbf")),
        (XOR, RunSpec("kernel", kernel="poly", degree=1, max_updates=40)),
    ],
)
def test_in_a_window_of_1280_by_800_every_plot_can_be_read_and_none_moves_while_playing(
    panel: TheoryPanel, player: Player, dataset: Dataset, spec: RunSpec
) -> None:
    panel.resize(428, 648)
    run = load(player, dataset, spec)
    panel.ready()
    places = []
    for k in range(0, run.updates + 1, max(run.updates // 7, 1)):
        player.go_to(k)
        laid_out(panel)
        places.append({name: chart.geometry() for name, chart in panel.numbers.charts.items() if chart.isVisible()})
    assert all(place == places[0] for place in places), places
    assert min(place.height() for place in places[0].values()) >= 110


@pytest.mark.parametrize("start", [None, (0.5, -1.25, 0.125), (12345.678, -0.00123, 1.0)])
@pytest.mark.parametrize("rule", [name for name, rule in RULES.items() if rule.bounds_losses or not rule.silence])
@pytest.mark.parametrize("normalised", [False, True])
def test_however_long_a_row_its_verdict_is_whole(
    panel: TheoryPanel, player: Player, rule: str, start: tuple[float, ...] | None, normalised: bool
) -> None:
    load(player, SEPARABLE, RunSpec(rule=rule, start=start, max_updates=200))
    player.end()
    panel.head.units.setChecked(normalised)
    panel.resize(LOW)
    table = laid_out(panel).picture.table
    image = table.grab().toImage()
    line = image.height() // len(table.cells)
    for row, cells in enumerate(table.cells):
        assert cells[5] == "✓"
        inked = [
            x
            for x in range(image.width() - 30, image.width())
            if any(_is_green(image.pixelColor(x, y)) for y in range(row * line, (row + 1) * line))
        ]
        assert inked
        assert max(inked) < image.width() - 1


def _is_green(color: QColor) -> bool:
    return color.green() - color.red() > 40


@pytest.mark.parametrize("spec", [RunSpec(), RunSpec("margin"), RunSpec("margin", start=(1.0, 2.0, 3.0))])
def test_the_halves_of_the_theorem_have_their_whole_titles_in_a_window_of_960_by_600(
    player: Player, panel: TheoryPanel, spec: RunSpec, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel.resize(410, 460)
    load(player, SEPARABLE, spec)
    for units in (False, True):
        panel.head.units.setChecked(units)
        laid_out(panel)
        for name in HALVES:
            chart, painted = panel.numbers.charts[name], drawn_texts(panel.numbers.charts[name], monkeypatch)
            assert chart.spec is not None
            assert chart.spec.title in painted
            assert chart.numbers in painted


def drawn_texts(widget: QWidget, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a widget writes."""
    painted: list[str] = []
    plain = QPainter.drawText

    def draw(painter: QPainter, *what: Any) -> Any:
        painted.extend(each for each in what if isinstance(each, str))
        return plain(painter, *what)

    with monkeypatch.context() as spied:
        spied.setattr(QPainter, "drawText", draw)
        widget.grab()
    return painted


def test_nothing_is_cut_off_in_a_narrow_panel(panel: TheoryPanel, player: Player) -> None:
    load(player, XOR, RunSpec(max_updates=40))
    panel.resize(380, 240)
    content = panel.widget()
    assert content is not None
    assert content.width() == panel.viewport().width()
    assert content.height() >= content.minimumSizeHint().height()
