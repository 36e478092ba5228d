"""A file put aside stays as long as its examples could be examples of the document, and no longer."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.files.session import HeldOutFile
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.workspace import HeldOutSlot

POINTS, LABELS = [[1.0, 2.0], [3.0, -1.0]], [1, -1]
FEATURES, CLASSES = ("height", "weight"), ("cat", "dog")
DATASET = Dataset(POINTS, LABELS, FEATURES, CLASSES)
FILE = HeldOutFile("others.csv", Dataset([[0.0, 1.0]], [1], FEATURES, CLASSES))


@dataclass
class Aside:
    """A document, and the file that was put aside beside it."""

    document: Document
    slot: HeldOutSlot


@pytest.fixture
def aside(qtbot: QtBot) -> Aside:
    document = Document(DATASET)
    slot = HeldOutSlot(document)
    slot.put(FILE)
    return Aside(document, slot)


def test_it_stays_while_examples_come_and_go(aside: Aside) -> None:
    assert aside.slot.file is aside.slot.kept is FILE
    aside.document.edit(DATASET.removed([0]), "delete example")
    aside.document.undo_stack.undo()
    assert aside.slot.file is FILE


@pytest.mark.parametrize(
    "other",
    [
        Dataset(POINTS, LABELS, FEATURES, ("cat", "wolf")),
        Dataset(POINTS, LABELS, FEATURES, CLASSES[::-1]),
        Dataset(POINTS, LABELS, ("height", "age"), CLASSES),
        Dataset([[1.0], [3.0]], LABELS, FEATURES[:1], CLASSES),
    ],
    ids=["a class renamed", "the classes the other way round", "a feature renamed", "a feature less"],
)
def test_it_goes_with_the_features_and_classes_that_it_fitted(aside: Aside, other: Dataset) -> None:
    aside.document.edit(other, "change")
    assert aside.slot.file is None
    aside.slot.put(FILE)
    assert aside.slot.file is None, "what does not fit is not put aside"


def test_it_goes_when_another_document_is_opened_though_it_would_fit(aside: Aside) -> None:
    aside.document.open(DATASET, None)
    assert aside.slot.file is None


def test_it_is_taken_back_where_nothing_is_put_in_its_place(aside: Aside) -> None:
    aside.slot.put(None)
    assert aside.slot.file is None
