"""What lies between two steps: a rest, in which right examples are swept, or no time for a glide at all."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QVariantAnimation

from core.record.history import State
from core.run import train
from perceptron_gui.model.player import Player
from tests.gui.conftest import CLOUDS


@pytest.fixture
def gliding(player: Player) -> Player:
    """At the start of a run, on a canvas that moves."""
    player.set_run(train(CLOUDS))
    player.glide.on = True
    return player


def clock_of(player: Player) -> QVariantAnimation:
    (clock,) = player.glide.findChildren(QVariantAnimation)
    assert isinstance(clock, QVariantAnimation)
    return clock


def test_in_the_rest_between_two_updates_the_right_examples_are_swept(gliding: Player) -> None:
    assert gliding.run is not None
    history, clock = gliding.run.history, clock_of(gliding)
    gliding.play()
    for update in range(1, len(history)):
        gliding.advance(0.25)
        assert gliding.position == update
        assert gliding.glide.moving
        here, following = history.example_of(update), history.example_of(update + 1)
        swept = []
        for part in (0.5, 0.7, 0.8, 0.9, 1.0):
            clock.setCurrentTime(round(part * clock.duration()))
            assert gliding.glide.moving == (part < 0.6)
            swept.append(gliding.swept_example() if part > 0.6 else here)
        assert swept == sorted(swept)
        assert swept[-1] == following - 1
    gliding.pause()
    assert not gliding.glide.swept


def test_a_step_takes_three_fifths_of_its_time_and_tells_its_state_once(gliding: Player) -> None:
    told = list[State]()
    gliding.glide.settled.connect(told.append)
    gliding.play()
    gliding.advance(0.25)
    clock = clock_of(gliding)
    assert clock.duration() == 250
    clock.setCurrentTime(145)
    assert not told
    clock.setCurrentTime(155)
    clock.setCurrentTime(250)
    gliding.glide.finish()
    assert told == [gliding.state]
    gliding.pause()


def test_above_six_updates_a_second_five_boundaries_trail_the_present_one(gliding: Player) -> None:
    gliding.set_speed(10)
    gliding.play()
    shown = list[State]()
    gliding.shown.connect(shown.append)
    for _ in range(7):
        gliding.advance(0.1)
        assert not gliding.glide.moving
        assert gliding.told is gliding.state
    traces = list(gliding.glide.traces)
    assert traces == shown[-6:-1]
    assert all(before.update < after.update for before, after in pairwise(traces))
    gliding.pause()
    assert not gliding.glide.traces


def test_a_jump_and_a_step_back_settle_at_once(gliding: Player) -> None:
    gliding.step_forward()
    assert gliding.glide.moving
    assert gliding.told_position == 0
    gliding.go_to(2)
    assert gliding.told_position == 2
    gliding.step_forward()
    gliding.step_back()
    assert not gliding.glide.moving
    assert gliding.told_position == 2
