"""What is pointed at is told once to all who can light it."""

from __future__ import annotations

import numpy as np
from pytestqt.qtbot import QtBot

from perceptron_gui.model.workspace import Highlight


def test_pointing_lights_a_thing_with_its_examples_and_leaving_lights_nothing(qtbot: QtBot) -> None:
    highlight, told = Highlight(), []
    highlight.changed.connect(lambda: told.append((highlight.kind, highlight.rows)))
    highlight.show("gamma", np.array([4, 2]))
    highlight.show("gamma", (4, 2))
    highlight.show("part", (1,))
    highlight.clear()
    highlight.clear()
    assert told == [("gamma", (4, 2)), ("part", (1,)), (None, ())]


def test_a_vector_that_is_pointed_at_is_told_by_its_update_until_something_else_is(qtbot: QtBot) -> None:
    highlight, told = Highlight(), []
    highlight.changed.connect(lambda: told.append((highlight.kind, highlight.rows, highlight.update)))
    highlight.show("vector", update=7)
    highlight.show("vector", update=7)
    highlight.show("vector", update=0)
    highlight.show("example", (3,))
    assert told == [("vector", (), 7), ("vector", (), 0), ("example", (3,), None)]
