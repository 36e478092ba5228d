"""The strips of B and of the place of the origin: each place a run."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from core.analysis.experiments.what_if import bias_values, measured_from
from core.plots.experiments import decades_around
from core.run import train
from core.spec import RunSpec
from tests.gui.panels.runs.bench import WHOLE, Bench, pixel_of


def test_a_place_in_the_strip_of_biases_is_that_run(bench: Bench) -> None:
    bench.see("Bias")
    strip = bench.bias.strip
    for value in bias_values(WHOLE)[::9]:
        bench.click(strip, pixel_of(strip, value))
        assert bench.document.spec.bias == value
        assert strip.point_at(pixel_of(strip, value)).startswith("B = ")
        assert f"k = {bench.run.updates:,}" in strip.point_at(pixel_of(strip, value))
        assert bench.panel.finished


def test_runs_that_all_make_as_many_updates_are_told_by_one_number(bench: Bench) -> None:
    bench.see("Bias")
    values = bias_values(WHOLE)
    made = [train(WHOLE, RunSpec(bias=value)).updates for value in values]
    assert bench.bias.result.text().startswith(f"{min(made)} to {max(made)} updates over {len(values)} runs; ")
    bench.document.set_spec(RunSpec(max_updates=1))
    bench.settle()
    assert bench.bias.result.text().startswith(f"1 update in each of {len(values)} runs; ")


def test_a_place_in_the_strip_of_origins_is_an_edit_that_can_be_undone(bench: Bench) -> None:
    bench.see("Origin")
    strip = bench.origin.strip
    for value in (2.0, -3.0):
        bench.click(strip, pixel_of(strip, value))
        assert bench.document.dataset.same_as(measured_from(WHOLE, 0, value).dataset)
        assert bench.origin.present_value() == value
        assert f"k = {bench.run.updates:,}" in strip.point_at(pixel_of(strip, value))
    assert bench.panel.finished
    assert bench.document.remarks == ("origin moved to (2, 0)", "origin moved to (−5, 0)")
    assert bench.document.undo_stack.undoText() == "move the origin"
    bench.document.undo_stack.undo()
    assert bench.origin.present_value() == 2.0
    bench.document.undo_stack.undo()
    assert bench.document.dataset.same_as(WHOLE)
    assert bench.panel.finished


def test_a_drag_along_the_strip_of_biases_is_undone_at_once(bench: Bench) -> None:
    bench.see("Bias")
    values = bias_values(WHOLE)
    for first, value in ((True, values[3]), (False, values[9])):
        bench.bias.strip.opened.emit(value, first)
    assert bench.document.spec.bias == values[9]
    assert bench.document.undo_stack.undoText() == "set B"
    bench.document.undo_stack.undo()
    assert bench.document.spec == RunSpec()
    assert not bench.document.undo_stack.canUndo()


@pytest.mark.parametrize(
    ("values", "labels"),
    [
        ([], ["1", "10"]),
        ([0.0, 4.0], ["1", "10"]),
        ([4.0, 26.5], ["1", "10"]),
        ([220.0, 772.0], ["10", "100"]),
        ([1e6, 1e6], ["10⁵", "10⁶"]),
        ([26.0, 2512.0, 4e7], ["1", "10", "100", "1,000", "10⁴", "10⁵", "10⁶", "10⁷"]),
    ],
)
def test_a_strip_has_no_decades_that_nothing_is_near(values: list[float], labels: list[str]) -> None:
    scale = decades_around(values)
    assert scale.labels(scale.ticks(8)) == labels
    assert all(0 <= float(scale.share(value)) < 1 for value in values)


@pytest.mark.slow
def test_what_another_origin_changes_is_told_by_the_kernel(bench: Bench) -> None:
    """For RBF nothing: every place in the strip has as many updates."""
    bench.see("Origin")
    assert "Which lines separate them does not depend on it" in bench.origin.about.text()
    bench.document.set_spec(RunSpec("kernel"))
    bench.settle()
    assert "stay as they are" in bench.origin.about.text()
    assert f"{bench.run.updates} updates in each of" in bench.origin.result.text()
    bench.document.set_spec(RunSpec("kernel", kernel="poly"))
    bench.settle()
    assert "the mistakes change" in bench.origin.about.text()


def test_a_drag_of_the_origin_is_one_edit(bench: Bench, qtbot: QtBot) -> None:
    bench.see("Origin")
    strip = bench.origin.strip
    qtbot.mousePress(strip, Qt.MouseButton.LeftButton, pos=pixel_of(strip, 1.0).toPoint())
    for value in (2.0, 3.0):
        strip.press(pixel_of(strip, value), first=False)
    assert bench.document.dataset.same_as(measured_from(WHOLE, 0, 3.0).dataset)
    assert bench.document.undo_stack.count() == 1
    assert list(bench.document.remarks) == ["origin moved to (3, 0)"]
    strip.press(pixel_of(strip, 0.0), first=False)
    assert bench.document.dataset.same_as(WHOLE)
    assert bench.document.undo_stack.count() == 0
    assert list(bench.document.remarks) == []
    # QTest remembers the button: the moves of other tests would be drags.
    qtbot.mouseRelease(strip, Qt.MouseButton.LeftButton, pos=pixel_of(strip, 0.0).toPoint())


def test_along_another_feature_the_strip_begins_where_the_origin_is(bench: Bench) -> None:
    bench.see("Origin")
    bench.click(bench.origin.strip, pixel_of(bench.origin.strip, 2.0))
    bench.origin.feature.setCurrentIndex(1)
    bench.origin.feature.activated.emit(1)
    bench.settle()
    assert bench.origin.present_value() == 0.0
    bench.click(bench.origin.strip, pixel_of(bench.origin.strip, 1.0))
    assert bench.document.dataset.same_as(measured_from(measured_from(WHOLE, 0, 2.0).dataset, 1, 1.0).dataset)


def test_without_a_bias_the_words_do_not_promise_that_the_lines_stay(bench: Bench) -> None:
    bench.see("Origin")
    assert "does not depend on it" in bench.origin.about.text()
    bench.document.set_spec(RunSpec(bias=0))
    bench.settle()
    assert "every line goes through the origin" in bench.origin.about.text()
