"""Letters and words on the picture answer the pointer; below it a key says what outline and fill of an example are."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from core.rules import RULES
from core.spec import RunSpec
from core.theory.quantities import SYMBOLS, symbols_in
from perceptron_gui.look.labels import Placed
from tests.gui.canvas.desk import CanvasDesk


def placed(desk: CanvasDesk) -> list[Placed]:
    """All words with a place, and what is beside the examples, as they are painted."""
    desk.picture()
    return desk.canvas.words.arranged(desk.canvas.stage.viewport)


@pytest.mark.parametrize("rule", RULES)
def test_every_letter_in_the_picture_is_explained_where_the_pointer_is(qtbot: QtBot, rule: str) -> None:
    desk = CanvasDesk(qtbot, spec=RunSpec(rule=rule, max_updates=40, max_epochs=5))
    desk.player.go_to_update(2)
    explained = 0
    for word in placed(desk):
        told = desk.canvas.view.told_at(word.rect.center()).splitlines()
        for found in symbols_in(word.label.text):
            explained += 1
            assert any(line.startswith(f"{found.symbol.written}: ") for line in told)
    assert explained


def test_a_mistake_and_its_activation_are_told_in_words(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot)
    desk.player.go_to_update(2)
    (word,) = [found for found in placed(desk) if found.label.text.startswith("y·a was ")]
    told = desk.canvas.view.told_at(word.rect.center())
    assert SYMBOLS["mistake"].describe() in told
    assert SYMBOLS["a"].describe() in told


def test_the_chips_of_the_classes_say_what_marks_rings_and_regions_mean(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot)
    for *_, rect in desk.canvas.chips.chips:
        told = desk.canvas.view.told_at(rect.center())
        for word in ("solid mark", "region", "Dashed gold ring", "Full gold ring", "Green ring", "Halo"):
            assert word in told
