"""Edits of the points that menu and canvas share."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from perceptron_gui.model.document import editing
from perceptron_gui.model.document.document import Document, Selection


@pytest.fixture
def document(qtbot: QtBot) -> Document:
    return Document(Dataset([[5.1, 0.1], [2.0, 3.0], [4.0, 5.0]], [1, -1, 1]))


@pytest.fixture
def selection(qtbot: QtBot) -> Selection:
    return Selection()


def test_delete_removes_the_selected_and_selects_nothing(document: Document, selection: Selection) -> None:
    selection.set([0, 2])
    editing.delete_selected(document, selection)
    assert document.dataset.X.tolist() == [[2.0, 3.0]]
    assert selection.indices == ()
    document.undo_stack.undo()
    assert document.dataset.n == 3


def test_flip_turns_the_labels_of_the_selected_round(document: Document, selection: Selection) -> None:
    selection.set([0, 1])
    editing.flip_selected(document, selection)
    assert document.dataset.y.tolist() == [-1, 1, 1]
    assert selection.indices == (0, 1)


def test_with_nothing_selected_nothing_is_edited(document: Document, selection: Selection) -> None:
    for edit in (editing.delete_selected, editing.flip_selected):
        edit(document, selection)
    editing.nudge(document, selection, {0: 1, 1: 1})
    assert not document.undo_stack.canUndo()


def test_select_all_selects_every_example(document: Document, selection: Selection) -> None:
    editing.select_all(document, selection)
    assert selection.indices == (0, 1, 2)


def test_a_move_makes_no_digits_up(document: Document, selection: Selection) -> None:
    selection.set([0])
    editing.nudge(document, selection, {0: 0.2, 1: 0.2})
    assert document.dataset.X[0].tolist() == [5.3, 0.3]


def test_an_example_is_placed_in_one_two_and_three_dimensions(qtbot: QtBot) -> None:
    for x in ([1.0], [1.0, 2.0], [1.0, 2.0, 0.5]):
        document = Document(Dataset(np.empty((0, len(x))), np.empty(0)))
        editing.place(document, x, -1)
        assert document.dataset.X.tolist() == [x]
        assert document.dataset.y.tolist() == [-1]


def test_putting_minus_zero_for_zero_is_an_edit_that_can_be_taken_back_and_done_again(document: Document) -> None:
    before = document.dataset
    after = before.moved([0, 2], [[0.0, 0.0], [-0.0, 1.0]])
    document.edit(after, "zeros")
    end = after.moved([0, 2], [[-0.0, 0.0], [0.0, 1.0]])
    document.edit(end, "signs")
    assert document.dataset.same_as(end)
    document.undo_stack.undo()
    assert document.dataset.same_as(after)
    document.undo_stack.undo()
    assert document.dataset.same_as(before)
    for _ in range(2):
        document.undo_stack.redo()
    assert document.dataset.same_as(end)


def test_an_edit_beyond_the_largest_number_is_one_sentence_and_changes_nothing(
    document: Document, selection: Selection
) -> None:
    said: list[str] = []
    document.refused.connect(said.append)
    before = document.dataset
    selection.set([0])
    editing.place(document, (1.1e100, 0.0), 1)
    editing.nudge(document, selection, {1: -2e100})
    assert said == ["An example cannot be further out than 1e+100 in any feature"] * 2
    assert document.dataset is before


def copy_and_paste(document: Document, selection: Selection) -> None:
    editing.copy_selected(document, selection)
    editing.paste(document, selection)


Edit = Callable[[Document, Selection], None]
_EDITS: list[tuple[str, Edit, list[int], list[int]]] = [
    ("add ○", lambda d, s: editing.place(d, (1.0, 2.0), 1), [0], [0]),
    ("add ×", lambda d, s: editing.place(d, (1.0, 2.0), -1), [], []),
    ("insert ○", lambda d, s: editing.insert_after_selected(d, s, 1), [0], [1]),
    ("insert ×", lambda d, s: editing.insert_after_selected(d, s, -1), [], [3]),
    ("move example 1 to 3", lambda d, s: editing.move_row(d, s, 0, 2), [1], [2]),
    ("move example 3 to 1", lambda d, s: editing.move_row(d, s, 2, 0), [], [0]),
    ("spray ○", lambda d, s: editing.place(d, np.ones((2, 2)), 1, 1), [0], [0]),
    ("spray ×", lambda d, s: editing.place(d, np.ones((2, 2)), -1, 1), [], []),
    ("erase", lambda d, s: editing.erase(d, np.array([1]), 1), [], []),
    ("duplicate example", editing.duplicate_selected, [1], [3]),
    ("duplicate 2 examples", editing.duplicate_selected, [0, 2], [3, 4]),
    ("generate rings", lambda d, s: editing.take_generated(d, d.dataset, "rings", add=True), [0], [0]),
    ("delete example", editing.delete_selected, [1], []),
    ("delete 2 examples", editing.delete_selected, [0, 1], []),
    ("delete 2 examples", editing.cut_selected, [0, 1], []),
    ("flip example", editing.flip_selected, [2], [2]),
    ("flip 3 examples", editing.flip_selected, [0, 1, 2], [0, 1, 2]),
    ("flip example", lambda d, s: editing.flip(d, [1]), [0], [0]),
    ("move example", lambda d, s: editing.nudge(d, s, {0: 1.0}), [1], [1]),
    ("move 2 examples", lambda d, s: editing.nudge(d, s, {1: 1.0}), [0, 1], [0, 1]),
    ("set coordinates", lambda d, s: editing.put(d, 0, (9.0, 9.0)), [0], [0]),
    ("set x2", lambda d, s: editing.put_value(d, 0, 1, 9.0), [0], [0]),
    ("paste 1 example", copy_and_paste, [1], [3]),
    ("paste 2 examples", copy_and_paste, [0, 1], [3, 4]),
    ("standardise", lambda d, s: editing.standardise(d), [0], [0]),
    ("scale", lambda d, s: editing.scale(d, s, 2.0, about_mean=False), [0], [0]),
    ("move the origin", lambda d, s: editing.move_origin(d, np.array([1.0, 0.0])), [0], [0]),
    ("shuffle labels", editing.shuffle_labels, [], []),
    ("sort examples by x1", lambda d, s: editing.sort_examples(d, s, np.array([1, 0, 2]), "x1"), [0], [1]),
]
"""What undo is called after an edit, the edit, and the examples that are selected before and after."""


@pytest.mark.parametrize(("words", "edit", "before", "after"), _EDITS)
def test_each_undo_step_has_its_words_and_its_examples_are_selected(
    document: Document, selection: Selection, words: str, edit: Edit, before: list[int], after: list[int]
) -> None:
    selection.set(before)
    edit(document, selection)
    assert (document.undo_stack.undoText(), document.undo_stack.count()) == (words, 1)
    assert list(selection.indices) == after


def anything(document: Document, selection: Selection, rng: np.random.Generator, gesture: int | None) -> None:
    """Some edit at random; what goes on with a gesture is any of those that may."""
    n = document.dataset.n
    rows = np.sort(rng.choice(n, min(n, int(rng.integers(1, 4))), replace=False))
    x = rng.integers(-3, 4, 2).astype(float)
    merging: list[Callable[[], None]] = [
        lambda: editing.place(document, np.array([x, -x]), 1, gesture or 0),
        lambda: editing.erase(document, rows, gesture or 0),
        lambda: editing.move(document, rows, document.dataset.X[rows], {0: 0.5, 1: float(rng.integers(2))}, gesture),
    ]
    alone: list[Callable[[], None]] = [
        lambda: editing.place(document, x, -1),
        lambda: editing.insert(document, int(rng.integers(n + 1)), 1),
        lambda: editing.move_row(document, selection, int(rows[0]), int(rng.integers(n))),
        lambda: editing.put_value(document, int(rows[0]), 1, float(rng.integers(3))),
        lambda: editing.put(document, int(rows[-1]), x.tolist()),
        lambda: editing.flip(document, [int(rows[0])]),
        lambda: editing.standardise(document),
        lambda: editing.take_generated(document, Dataset([x, -x], [1, -1]), "two", add=True),
    ]
    on_selected = (editing.flip_selected, editing.duplicate_selected, editing.delete_selected, editing.shuffle_labels)
    selection.set(rows)
    alone += [partial(edit, document, selection) for edit in on_selected]
    edits = merging if gesture is not None else alone
    edits[int(rng.integers(len(edits)))]()


@pytest.mark.parametrize("seed", range(20))
def test_undo_and_redo_lead_through_all_that_was_before_bit_for_bit(
    document: Document, selection: Selection, seed: int
) -> None:
    rng, stack, gesture = np.random.default_rng(seed), document.undo_stack, None
    known = [document.dataset]
    for _ in range(40):
        gesture = gesture if gesture is not None and rng.random() < 0.7 else None
        gesture = document.new_gesture() if gesture is None and rng.random() < 0.4 else gesture
        if document.dataset.n > 3:
            anything(document, selection, rng, gesture)
        else:
            editing.place(document, rng.integers(-3, 4, (4, 2)).astype(float), 1, document.new_gesture())
        known = [*known[: stack.index()], document.dataset]
        assert len(known) == stack.index() + 1
    for place in (*range(len(known) - 2, -1, -1), *range(1, len(known))):
        stack.setIndex(place)
        assert document.dataset.same_as(known[place])
