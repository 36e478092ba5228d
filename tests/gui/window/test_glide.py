"""A step on its way: canvas, corridor, triangles and track show the same w, and no digit is ahead of it."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QVariantAnimation
from pytestqt.qtbot import QtBot

from core.plots.triangles import ADDED, AFTER
from core.theory.quantities import ALONG, LENGTH
from perceptron_gui.canvas.layers.drawn_lines import ArrowLayer
from perceptron_gui.look.motion import Motion
from perceptron_gui.model.workspace import TheoryPage
from perceptron_gui.panels.theory import TheoryPanel
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk


def theory_of(window: MainWindow) -> TheoryPanel:
    window.workspace.visible.show_everything()
    window.workspace.pages.wanted.emit(TheoryPage.PICTURE.name.title())
    (panel,) = window.findChildren(TheoryPanel)
    assert panel.isVisible()
    return panel


def clock_of(window: MainWindow) -> QVariantAnimation:
    (clock,) = window.player.glide.findChildren(QVariantAnimation)
    assert isinstance(clock, QVariantAnimation)
    return clock


def digits(window: MainWindow, theory: TheoryPanel) -> list[str]:
    """All that is told of the state in words and digits."""
    captions = [caption.name for caption in theory.picture.plot.captions]
    rows = [text for row in theory.picture.table.cells for text in row]
    return [theory.head.headline.text, window.transport.position.text, window.status.now.text, *captions, *rows]


@pytest.fixture
def stepping(desk: Desk, window: MainWindow) -> tuple[MainWindow, TheoryPanel, list[str]]:
    """After update 2, with a glide to update 3 that goes only as far as a test moves it, and the digits of update 2."""
    theory = theory_of(window)
    window.parts.set_motion(Motion.ON)
    window.player.set_speed(1)
    window.player.go_to_update(2)
    theory.ready()
    told = digits(window, theory)
    window.player.step_forward()
    clock_of(window).pause()
    return window, theory, told


def test_a_glide_shows_the_same_w_everywhere_and_no_digit_is_ahead_of_it(
    stepping: tuple[MainWindow, TheoryPanel, list[str]],
) -> None:
    window, theory, before = stepping
    player, arrow, clock = window.player, window.canvas.layers["arrow"], clock_of(window)
    glide, state, run, plot = player.glide, player.state, player.visible.run, theory.picture.plot
    assert isinstance(arrow, ArrowLayer)
    assert state is not None
    assert run is not None
    star, view, parts = run.margin.augmented_star, window.canvas.stage.viewport, []
    for tenth in range(10):
        clock.setCurrentTime(round(tenth / 10 * clock.duration()))
        assert glide.moving
        part, w = glide.turned, state.w_before + glide.turned * (state.w - state.w_before)
        parts.append(part)
        assert glide.w == pytest.approx(w)
        drawn, vectors = arrow.drawn, arrow.vectors
        assert drawn is not None
        assert vectors is not None
        assert np.array([drawn.dx() * view.ux, -drawn.dy() * view.uy]) / vectors.scale == pytest.approx(w)
        augmented = run.margin.bias.augmented(np.append(w, glide.b)[None, :])[0]
        values = plot.values
        assert values[LENGTH] == pytest.approx(np.linalg.norm(augmented))
        assert values[ALONG] == pytest.approx(augmented @ star)
        assert plot.now == pytest.approx(2 + part)
        grown = theory.picture.triangles.picture.triangles[-1].on_the_way(glide.laid, part)
        ends = {stroke.key: stroke.end for stroke in grown.strokes}
        assert np.hypot(*ends[AFTER]) == pytest.approx(values[LENGTH])
        added = next(stroke for stroke in grown.strokes if stroke.key == ADDED)
        assert np.hypot(*np.subtract(added.end, added.start)) == pytest.approx(
            glide.laid
            * np.linalg.norm(
                run.margin.bias.augmented(np.append(state.w - state.w_before, state.b - state.b_before)[None, :])
            )
        )
        slider = window.transport.timeline
        start, end = (slider.x_of(run.history.example_of(update)) for update in (2, 3))
        assert slider.pin == pytest.approx(start + (end - start) * part)
        assert digits(window, theory) == before
    assert parts[0] == 0 < parts[-1] < 1
    assert parts == sorted(parts)
    told = list[object]()
    glide.settled.connect(told.append)
    clock.resume()
    clock.setCurrentTime(clock.duration())
    assert told == [state]
    assert theory.head.headline.text.startswith("3 ")
    assert window.transport.position.text.startswith("3 ")
    assert plot.now == 3
    after = digits(window, theory)
    glide.finish()
    assert digits(window, theory) == after != before


def test_who_wants_less_motion_gets_each_step_at_once(desk: Desk, window: MainWindow) -> None:
    theory = theory_of(window)
    assert window.parts.motion is Motion.SYSTEM
    window.player.step_forward()
    assert not window.player.glide.moving
    assert theory.head.headline.text.startswith("1 ")


def test_a_jump_in_the_middle_of_a_glide_is_told_at_once(
    stepping: tuple[MainWindow, TheoryPanel, list[str]], qtbot: QtBot
) -> None:
    window, theory, before = stepping
    window.player.go_to_update(2)
    assert not window.player.glide.moving
    assert digits(window, theory) == before


def test_the_pin_sweeps_no_further_than_the_track_shows_while_the_future_is_hidden(desk: Desk) -> None:
    window = desk.open()
    window.parts.set_motion(Motion.ON)
    window.workspace.visible.set_hidden(True)
    player, timeline, clock = window.player, window.transport.timeline, clock_of(window)
    player.home()
    player.play()
    assert player.run is not None
    for _ in range(player.run.updates):
        player.advance(1 / player.pace)
        clock.setCurrentTime(clock.duration())
        assert timeline.track is not None
        assert timeline.pin <= timeline.x_of(timeline.track.known + timeline.track.waiting)
    player.pause()
