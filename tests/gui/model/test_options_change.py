"""Options of the run are undone as points are: each choice one edit, and what no file holds is no unsaved work."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.spec import OPTIONS, PARAMETERS, RunSpec
from perceptron_gui.model.document import editing
from perceptron_gui.model.document.document import Document

_OTHERS: dict[str, Any] = {
    "learner": "pocket",
    "tie": "positive",
    "order": "shuffled",
    "seed": 4,
    "bias": 0.0,
    "max_epochs": 7,
    "max_updates": 8,
    "kernel": "rbf",
    "degree": 2,
    "rule": "margin",
    "predictor": "voted",
    "start": (1.0, 2.0, 3.0),
    "sequence": (1, 0),
}

_WORDS = {
    **dict.fromkeys(("learner", "rule", "predictor"), "learner"),
    **dict.fromkeys(("order", "sequence"), "order"),
    **dict.fromkeys(("max_epochs", "max_updates"), "limits"),
    "seed": "seed",
    "bias": "B",
    "kernel": "kernel",
    "degree": "p",
    "gamma": "g",
    "coef0": "r",
    "penalty": "C",
    "margin": "m",
    "tie": "ties",
    "rate": "η",
    "start": "starting weights",
    "start_scale": "start scale",
}
"""Option → what undo calls it; any other has its letter there, or the name of its field."""


def another(option: str) -> Any:
    """A value that the option does not have at first."""
    number = OPTIONS[option].number
    return getattr(RunSpec, option) + 1 if number is not None and number.whole else 0.25


@pytest.fixture
def document(qtbot: QtBot) -> Document:
    return Document(Dataset([[5.1, 0.1], [2.0, 3.0], [4.0, 5.0]], [1, -1, 1]))


@pytest.mark.parametrize("option", [item.name for item in fields(RunSpec)])
def test_every_option_is_undone_and_done_again(document: Document, option: str) -> None:
    wanted = replace(document.spec, **{option: _OTHERS[option] if option in _OTHERS else another(option)})
    document.choose_spec(wanted)
    own = PARAMETERS[option].letter if option in PARAMETERS else option.replace("_", " ")
    assert document.undo_stack.undoText() == f"set {_WORDS.get(option, own)}"
    document.undo_stack.undo()
    assert document.spec == RunSpec()
    document.undo_stack.redo()
    assert document.spec == wanted
    document.choose_spec(wanted)
    assert document.undo_stack.count() == 1


def test_what_goes_together_is_undone_together(document: Document) -> None:
    for values in ((2.0, 3.0), (4.0, 5.0)):
        gesture = document.new_gesture()
        for penalty in values:
            document.choose_spec(replace(document.spec, penalty=penalty), gesture)
    assert document.undo_stack.undoText() == "set C"
    document.undo_stack.undo()
    assert document.spec.penalty == 3.0
    document.undo_stack.undo()
    assert document.spec.penalty == 1.0
    assert not document.undo_stack.canUndo()


def test_a_drag_that_comes_back_leaves_nothing_to_undo(document: Document) -> None:
    gesture = document.new_gesture()
    for penalty in (2.0, 1.0):
        document.choose_spec(replace(document.spec, penalty=penalty), gesture)
    assert not document.undo_stack.canUndo()


def test_points_and_options_are_undone_in_turn(document: Document) -> None:
    points = document.dataset
    editing.place(document, (1.0, 1.0), 1)
    document.choose_spec(RunSpec("voted"))
    editing.place(document, (2.0, 2.0), 1)
    for _ in range(2):
        document.undo_stack.undo()
    assert (document.spec, document.dataset.n) == (RunSpec(), points.n + 1)
    document.undo_stack.undo()
    assert document.dataset.same_as(points)


def test_undo_leaves_options_that_were_set_otherwise(document: Document) -> None:
    document.choose_spec(replace(document.spec, penalty=2.0))
    document.set_spec(replace(document.spec, seed=5))
    document.undo_stack.undo()
    assert document.spec == RunSpec(seed=5)


def test_options_are_unsaved_work_only_where_the_file_holds_them(document: Document) -> None:
    told: list[bool] = []
    document.modified_changed.connect(lambda: told.append(document.modified))
    document.choose_spec(RunSpec(seed=1))
    assert not document.modified
    document.mark_saved(Path("lesson.perceptron"), whole=True)
    document.choose_spec(RunSpec(seed=2))
    assert document.modified
    document.undo_stack.undo()
    assert not document.modified
    assert told[-1] is False


def test_points_are_unsaved_until_they_are_as_in_the_file_again(document: Document) -> None:
    told: list[bool] = []
    document.modified_changed.connect(lambda: told.append(document.modified))
    editing.place(document, (1.0, 1.0), 1)
    assert document.modified
    document.edit(document.dataset.removed([3]), "erase")
    assert not document.modified
    document.mark_unsaved()
    assert document.modified
    document.mark_saved(Path("points.csv"))
    assert not document.modified
    document.undo_stack.undo()
    assert document.modified
    assert told[:3] == [True, False, True]
