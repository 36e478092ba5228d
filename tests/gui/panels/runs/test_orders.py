"""Runs over orders: bars, extremes and the present run, and how a click leads to one of them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from core.analysis.experiments.orders import bars, extremes, over_shuffles
from core.datasets.dataset import Dataset
from core.datasets.generators import generate
from core.plots.experiments import bars_plot
from core.run import train
from core.spec import RunSpec
from tests.gui.panels.runs.bench import FEW, WHOLE, XOR, Bench, pixel_of


def test_the_bars_hold_the_shuffles_with_the_seeds_from_0_on(bench: Bench) -> None:
    bench.see("Orders")
    expected = [outcome.updates for outcome in over_shuffles(WHOLE, RunSpec(), FEW)]
    held = {member: bar for bar in bench.orders.bars for member in bar.members}
    assert [(held[seed].first, held[seed].last) for seed in range(FEW)] == [(k, k) for k in expected]
    assert f"over {FEW} shuffles; none reached the limit" in bench.orders.result.text()


def test_a_click_on_a_bar_opens_its_runs_one_after_another_forth_and_back(bench: Bench) -> None:
    bench.see("Orders")
    filled = [bar for bar in bench.orders.bars if bar.members]
    bar, seeds = max(filled, key=lambda bar: len(bar.members)), []
    assert len(bar.members) > 1
    for _ in (*bar.members, bar.members[0]):
        bench.click_bar(bench.orders, filled.index(bar))
        assert bench.document.spec.order == "shuffled"
        assert bench.run.updates == bar.first == bar.last
        seeds.append(bench.document.spec.seed)
        bench.workspace.player.end()
        assert bench.workspace.player.state is not None
        assert bench.workspace.player.state.update == bar.first
        bench.workspace.player.home()
        assert bench.workspace.player.state.update == 0
    assert tuple(seeds) == (*bar.members, bar.members[0])


def test_opening_a_run_asks_for_no_others(bench: Bench) -> None:
    bench.see("Orders")
    before = bench.orders.bars
    bench.click_bar(bench.orders, 0)
    assert bench.panel.finished
    assert not bench.orders.histogram.old
    assert bench.orders.bars is before


def test_the_present_run_is_marked_where_it_stands(bench: Bench) -> None:
    bench.see("Orders")
    assert bench.orders.marked == (train(WHOLE).updates, "the present run (cyclic)")
    bench.document.set_spec(RunSpec(order="furthest"))
    furthest = train(WHOLE, RunSpec(order="furthest")).updates
    assert bench.orders.marked == (furthest, "the present run (furthest first)")


def test_between_two_bars_of_one_height_the_page_is_seen(bench: Bench) -> None:
    bench.see("Orders")
    chart = bench.orders.histogram
    chart.set_spec(bars_plot(bars([10, 10, 11, 11, 12, 12]), [False] * 6))
    picture, page = chart.grab().toImage(), bench.theme.current.color("page").lightness()
    middles = [pixel_of(chart, place) for place in chart.in_order()]
    row = round(middles[0].y()) - 8
    for left, right in pairwise(round(middle.x()) for middle in middles):
        across = [picture.pixelColor(x, row).lightness() for x in range(left, right + 1)]
        bar = across[0]
        assert bar == across[-1] < page
        shown = sum((lightness - bar) / (page - bar) for lightness in across)
        assert shown == pytest.approx(1.0, abs=0.1), "a pixel of the page, or two halves"


def test_the_fewest_and_the_most_of_all_orders_open(bench: Bench) -> None:
    bench.see("Orders")
    found = extremes(WHOLE, RunSpec())
    for button, rows in ((bench.orders.fewest, found.fewest), (bench.orders.most, found.most)):
        assert button.text().endswith(f": {len(rows)}")
        assert "whichever mistake comes next" in button.toolTip()
        button.click()
        assert bench.run.converged
        assert bench.run.history.index().tolist() == list(rows)


@pytest.mark.slow
def test_why_extremes_are_not_known_is_told_for_few_examples_only(bench: Bench) -> None:
    bench.see("Orders")
    bench.document.open(Dataset(WHOLE.X + 0.5, WHOLE.y), None)
    bench.settle()
    assert not bench.orders.fewest.isVisibleTo(bench.panel)
    assert "only for small whole coordinates" in bench.orders.result.text()
    bench.document.open(generate("separable", 0, n=30), None)
    bench.settle()
    assert "are not known" not in bench.orders.result.text()


def test_a_run_at_its_limit_is_counted_as_such(bench: Bench) -> None:
    bench.document.open(XOR, None)
    bench.document.set_spec(RunSpec(max_epochs=5))
    bench.see("Orders")
    assert "all reached the limit" in bench.orders.result.text()
