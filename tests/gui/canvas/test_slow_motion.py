"""Slow motion in three acts: the test alone, x laid on w, and the turn of boundary, regions and markers."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QVariantAnimation
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.spec import RunSpec
from perceptron_gui.canvas.layers.drawn_lines import step_vectors
from perceptron_gui.model.glide import Glide, motion_ms
from tests.gui.canvas.desk import SEPARABLE, CanvasDesk

HALVES = Dataset([[2.0, 1.0], [1.0, 3.0], [3.0, 0.0], [0.0, -2.0], [-1.0, 2.0]], [1, 1, -1, -1, 1])


@pytest.fixture
def desk(qtbot: QtBot) -> CanvasDesk:
    """In the middle of update 2, which moves only as far as a test moves it."""
    made = CanvasDesk(qtbot, HALVES)
    made.canvas.set_tween(True)
    made.player.set_speed(1)
    made.player.go_to_update(1)
    made.player.glide.finish()
    made.player.step_forward()
    clock(made).pause()
    return made


def clock(desk: CanvasDesk) -> QVariantAnimation:
    (found,) = desk.player.glide.findChildren(QVariantAnimation)
    assert isinstance(found, QVariantAnimation)
    return found


def at(desk: CanvasDesk, part: float) -> Glide:
    """The pose when this part of the time has gone."""
    clock(desk).setCurrentTime(round(part * clock(desk).duration()))
    return desk.player.glide


def test_slow_motion_takes_about_eight_tenths_of_a_second_and_falls_away_at_speed() -> None:
    assert motion_ms(0.5, playing=True) == 800
    assert motion_ms(2, playing=False) == 800
    slower = [motion_ms(speed, playing=True) for speed in (0.5, 1, 2, 3, 4, 6)]
    assert slower == sorted(slower, reverse=True)
    assert all(motion_ms(speed, playing=True) <= 600 / speed for speed in (0.5, 1, 2, 3, 4, 6))
    assert motion_ms(7, playing=True) == motion_ms(50_000, playing=True) == 0
    assert 0 < motion_ms(50_000, playing=False) < 300


def test_first_the_example_and_its_test_stand_alone(desk: CanvasDesk) -> None:
    glide, state = at(desk, 0.1), desk.player.state
    assert state is not None
    assert glide.moving
    assert (glide.laid, glide.turned) == (0, 0)
    assert (glide.w.tolist(), glide.b) == (state.w_before.tolist(), state.b_before)
    assert any("≤ 0" in word for word in desk.words)
    assert "line before" not in desk.words


def test_then_x_is_laid_on_w_and_only_then_the_boundary_turns(desk: CanvasDesk) -> None:
    glide, state = at(desk, 0.45), desk.player.state
    assert state is not None
    assert 0 < glide.laid < 1
    assert glide.turned == 0
    glide = at(desk, 0.8)
    assert glide.laid == 1
    assert 0 < glide.turned < 1
    assert glide.w == pytest.approx(state.w_before + glide.turned * (state.w - state.w_before))
    assert glide.b == pytest.approx(state.b_before + glide.turned * (state.b - state.b_before))


def test_markers_and_regions_turn_with_the_boundary(desk: CanvasDesk) -> None:
    for name in desk.canvas.layers:
        desk.canvas.set_layer_visible(name, name in ("region", "points"))
    at(desk, 0.1)
    test_alone = desk.picture()
    at(desk, 0.8)
    turning = desk.picture()
    desk.player.glide.finish()
    assert test_alone != turning
    after = desk.picture()
    assert turning != after
    desk.player.go_to_update(1)
    desk.player.glide.finish()
    assert desk.picture() == test_alone


def test_the_vectors_come_one_after_the_other(desk: CanvasDesk) -> None:
    for name in desk.canvas.layers:
        desk.canvas.set_layer_visible(name, name in {"update", "arrow"})
    pictures = []
    for part in (0.05, 0.4, 0.8):
        at(desk, part)
        pictures.append(desk.picture())
    desk.player.glide.finish()
    pictures.append(desk.picture())
    assert all(a != b for i, a in enumerate(pictures) for b in pictures[:i])


def test_a_rule_that_shrinks_and_sizes_lays_what_it_adds_on_what_it_keeps(qtbot: QtBot) -> None:
    kept = []  # none goes while another is looked at
    for spec in (RunSpec("online-svm", max_updates=30), RunSpec("passive-aggressive")):
        desk = CanvasDesk(qtbot, SEPARABLE, spec)
        kept.append(desk)
        run = desk.player.run
        assert run is not None
        shrink = run.rule.shrink(run.dataset.n)
        for update in range(2, run.updates + 1):
            state = run.history.seek(update)
            if not (state.added and state.w_before.any()):
                continue
            desk.player.go_to_update(update)
            view = desk.canvas.stage.viewport
            found = step_vectors(desk.canvas.stage, view)
            if found is None:
                continue
            rest, step = found.kept / found.scale, (found.after - found.kept) / found.scale
            assert (rest.x() * view.ux, -rest.y() * view.uy) == pytest.approx(state.w_before * shrink)
            x = state.label * state.size * run.dataset.X[state.index]
            assert (step.x() * view.ux, -step.y() * view.uy) == pytest.approx(x, abs=1e-9)


def test_from_w_zero_the_boundary_is_there_at_once_and_w_grows(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot)
    desk.canvas.set_tween(True)
    desk.player.set_speed(1)
    desk.player.step_forward()
    clock(desk).pause()
    state = desk.player.state
    assert state is not None
    assert not at(desk, 0.3).w.any()
    glide = at(desk, 0.7)
    assert glide.w == pytest.approx(glide.turned * state.w)
    assert glide.b == pytest.approx(glide.turned * state.b)


@pytest.mark.parametrize("d", [1, 3])
def test_other_numbers_of_features_turn_too(qtbot: QtBot, d: int) -> None:
    rng = np.random.default_rng(1)
    X = rng.normal(size=(20, d))
    desk = CanvasDesk(qtbot, Dataset(X, np.where(X[:, 0] > 0.3, 1, -1)))
    desk.canvas.set_tween(True)
    desk.player.set_speed(1)
    desk.player.go_to_update(1)
    desk.player.step_forward()
    clock(desk).pause()
    at(desk, 0.8)
    assert not desk.picture().isNull()
    desk.player.glide.finish()
