"""What the comparison lays over the canvas."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from core.datasets.transforms import split
from core.spec import RunSpec
from perceptron_gui.look.labels import Label
from perceptron_gui.panels.compare import ComparePanel
from tests.gui.canvas.desk import SEPARABLE, XOR, CanvasDesk, is_drawn, notes_of
from tests.gui.conftest import Desk
from tests.gui.panels.compare.table_desk import PATIENCE_MS, SPEC, Table


def test_the_window_draws_what_the_panel_compares(desk: Desk) -> None:
    window = desk.open()
    window.panel.turn_to("Compare")
    panel = window.panel.panel
    assert isinstance(panel, ComparePanel)
    desk.qtbot.waitUntil(lambda: panel.bench.found is not None and panel.bench.found.complete, timeout=PATIENCE_MS)
    window.player.end()
    layer = window.canvas.layers["compared"]
    desk.qtbot.waitUntil(lambda: is_drawn(layer), timeout=PATIENCE_MS)
    view = window.canvas.stage.viewport
    for width, told in ((4_000.0, " ".join), (200.0, lambda words: words[0])):
        names = {word.text for word in layer.words(replace(view, width=width)) if isinstance(word, Label)}
        assert names <= {told([panel.marks.of(entry).letter, entry.name]) for entry in panel.marks.entries}
        assert names
    window.panel.turn_to("Theory")
    assert not is_drawn(layer)


def test_the_boundary_of_a_kernel_is_where_its_values_turn(qtbot: QtBot, lay: Callable[..., Table]) -> None:
    desk = CanvasDesk(qtbot, XOR, RunSpec("kernel"))
    made = lay(XOR, replace(SPEC, learner="kernel"))
    made.show()
    made.player.end()
    qtbot.waitUntil(lambda: bool(made.workspace.compared_boundaries.outlines), timeout=PATIENCE_MS)
    desk.canvas.workspace.compared_boundaries.show(made.workspace.compared_boundaries.outlines)
    desk.canvas.view.viewport().repaint()
    tracing = desk.canvas.stage.tracing
    tracing.finish()
    curved = [outline for outline in made.workspace.compared_boundaries.outlines if outline.decision.weights is None]
    assert [traced.outline for traced in tracing.traced] == curved
    assert any(len(traced.field.boundary) for traced in tracing.traced)
    step = 6 * desk.canvas.stage.viewport.ux
    for traced in tracing.traced:
        for middle in traced.field.boundary.mean(axis=1)[::15]:
            around = middle + step * np.array([[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, -1], [1, -1], [-1, 1]])
            signs = set(np.sign(traced.outline.decision.score(around)).tolist())
            assert len(signs) > 1
    desk.canvas.workspace.compared_boundaries.clear()
    desk.canvas.view.viewport().repaint()
    assert tracing.traced == ()
    made.panel.hide()


def test_a_vote_is_drawn_only_once_its_record_has_come_to_where_it_stands(lay: Callable[..., Table]) -> None:
    made = lay(XOR, replace(SPEC, learner="voted"))
    made.show()
    made.player.end()
    made.settled()
    found = made.panel.bench.found
    assert found is not None
    earlier = [replace(each, run=replace(each.run, history=each.run.history.until(1))) for each in found.results]
    drawn, sooner = (
        {outline.name: outline for outline in made.panel._outlines(each, found.standings)}
        for each in (found, replace(found, results=tuple(earlier)))
    )
    curved = {name for name, outline in drawn.items() if outline.decision.weights is None}
    assert curved
    assert drawn.keys() - sooner.keys() == curved
    made.panel.hide()


def test_examples_held_out_are_framed_and_the_canvas_says_what_that_means(
    qtbot: QtBot, lay: Callable[..., Table]
) -> None:
    desk = CanvasDesk(qtbot, SEPARABLE)
    made = lay(SEPARABLE)
    made.show()
    made.hold_out("25")
    layer = desk.canvas.layers["compared"]
    assert not is_drawn(layer)
    desk.canvas.workspace.compared_boundaries.show((), made.workspace.compared_boundaries.held_out)
    assert notes_of(layer) == ["□ 1 example held out of the comparison"]
    held_out = split(SEPARABLE, 0.25, 0)[1]
    place = desk.canvas.stage.viewport.pixel(*held_out.X[0].tolist())
    with_frame = desk.canvas.view.grab().toImage()
    desk.canvas.workspace.compared_boundaries.clear()
    without = desk.canvas.view.grab().toImage()
    here = (place * desk.canvas.view.enlarged).toPoint()
    corner = here - QPoint(12, 12)
    assert any(
        with_frame.pixelColor(corner + QPoint(x, y)) != without.pixelColor(corner + QPoint(x, y))
        for x in range(-4, 5)
        for y in range(-4, 5)
    )
    made.panel.hide()
