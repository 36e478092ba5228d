"""Each step shown by the user's hand is said once, and what plays is not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.explain import why
from perceptron_gui.look.voice import SpokenSteps, Voice
from perceptron_gui.model.document import editing
from tests.gui.canvas.desk import CanvasDesk

_QUIET_MS = 350
"""Longer than it takes until something is said."""


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch, qapp: object) -> Iterator[list[str]]:
    """What is announced while an assistive tool listens."""
    heard: list[str] = []
    monkeypatch.setattr(Voice, "say", lambda _voice, sentence: heard.append(sentence))
    QAccessible.setActive(True)
    yield heard
    QAccessible.setActive(False)


def test_a_step_is_said_once_in_the_words_of_the_step(qtbot: QtBot, said: list[str]) -> None:
    desk = CanvasDesk(qtbot)
    qtbot.wait(_QUIET_MS)
    said.clear()
    desk.player.step_forward()
    qtbot.waitUntil(lambda: bool(said))
    qtbot.wait(_QUIET_MS)
    run, state = desk.player.run, desk.player.state
    assert run is not None
    assert state is not None
    assert said == [why(run, state)]
    for _ in range(3):
        desk.player.step_forward()
    qtbot.waitUntil(lambda: len(said) > 1)
    assert len(said) == 2, "keys that repeat are heard where they come to rest"


def test_a_newcomer_hears_the_plain_words_that_stand_under_the_track(qtbot: QtBot, said: list[str]) -> None:
    desk = CanvasDesk(qtbot)
    desk.player.visible.show(newcomer=True, hidden=True, revealed=())
    desk.player.step_forward()
    qtbot.waitUntil(lambda: bool(said))
    assert said[-1] == "Point 1 (○) was on neither side, so it is added to w."


def test_all_numbers_are_said_where_the_whole_step_is_wanted_and_nothing_where_none_is(
    qtbot: QtBot, said: list[str]
) -> None:
    desk = CanvasDesk(qtbot)
    desk.canvas.spoken_steps.spoken = SpokenSteps.WHOLE
    desk.player.step_forward()
    qtbot.waitUntil(lambda: bool(said))
    assert "w ← w + x = (0, 0) + (2, 1) = (2, 1)" in said[-1]
    assert "`" not in said[-1]
    said.clear()
    desk.canvas.spoken_steps.spoken = SpokenSteps.OFF
    desk.player.step_forward()
    qtbot.wait(_QUIET_MS)
    assert said == []


def test_nothing_is_said_while_it_plays_or_a_button_is_held(
    qtbot: QtBot, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = CanvasDesk(qtbot)
    desk.player.playing = True
    desk.player.go_to(1)
    qtbot.wait(_QUIET_MS)
    assert said == []
    desk.player.playing = False
    held = Qt.MouseButton.LeftButton
    monkeypatch.setattr("perceptron_gui.canvas.spoken.QGuiApplication.mouseButtons", lambda: held)
    desk.player.go_to(2)
    qtbot.wait(_QUIET_MS)
    assert said == []
    held = Qt.MouseButton.NoButton
    qtbot.waitUntil(lambda: len(said) == 1)


def test_what_a_key_places_and_moves_is_said_with_its_place(qtbot: QtBot, said: list[str]) -> None:
    desk = CanvasDesk(qtbot)
    editing.insert_after_selected(desk.document, desk.selection, -1)
    qtbot.waitUntil(lambda: bool(said))
    assert said[-1].startswith("× 5 at 0, 0, ")
    QTest.keyClick(desk.canvas.view, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: len(said) > 1)
    x = desk.document.dataset.X[4, 0]
    assert x > 0
    assert said[-1].startswith(f"× 5 at {x:g}, 0, ")
    assert len(said) == 2


def test_nothing_is_worked_out_where_nobody_listens(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = CanvasDesk(qtbot)
    asked: list[str] = []
    monkeypatch.setattr(Voice, "say", lambda _voice, sentence: asked.append(sentence))
    monkeypatch.setattr(Voice, "parts", property(lambda _voice: asked.append("parts")))
    for _ in range(3):
        desk.player.step_forward()
    qtbot.wait(_QUIET_MS)
    assert asked == []
