"""A file that is held out stays as long as it fits the document."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.files.session import HeldOutFile
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.document.held_out_file import HeldOutSlot

DATASET = Dataset([[1.0, 2.0], [3.0, 4.0]], [1, -1], ("x", "y"), ("cat", "dog"))
FILE = HeldOutFile("others.csv", DATASET.with_rows([[0.0, 1.0]], [-1]))


@pytest.fixture
def document(qtbot: QtBot) -> Document:
    return Document(DATASET)


@pytest.fixture
def slot(document: Document) -> HeldOutSlot:
    slot = HeldOutSlot(document)
    slot.put(FILE)
    return slot


def test_it_stays_while_examples_are_edited(document: Document, slot: HeldOutSlot) -> None:
    document.edit(DATASET.appended([5.0, 6.0], [1]), "add")
    document.edit(DATASET.flipped([0]), "flip")
    assert slot.file is slot.kept is FILE


@pytest.mark.parametrize(
    "other",
    [
        replace(DATASET, labels=("cat", "wolf")),
        replace(DATASET, labels=("dog", "cat")),
        replace(DATASET, features=("x", "z")),
        Dataset([[1.0]], [1], ("x",), ("cat", "dog")),
    ],
    ids=["a class renamed", "classes exchanged", "a feature renamed", "a feature less"],
)
def test_it_goes_where_classes_or_features_are_called_otherwise(
    document: Document, slot: HeldOutSlot, other: Dataset
) -> None:
    document.edit(other, "rename")
    assert slot.file is slot.kept is None
    slot.put(FILE)
    assert slot.file is None


def test_it_goes_when_another_document_is_opened(document: Document, slot: HeldOutSlot) -> None:
    document.open(DATASET, None)
    assert slot.file is None
