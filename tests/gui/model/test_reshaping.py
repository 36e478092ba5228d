"""What is done to the points as a whole from the menus: named, undoable, and told for as long as it holds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from PySide6.QtCore import QLocale, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from perceptron_gui.model.document import editing
from perceptron_gui.model.document.document import Document, Selection
from perceptron_gui.window.dialogs.forms import OriginDialog, ScaleDialog
from perceptron_gui.window.main_window import MainWindow
from tests.core.strategies import datasets
from tests.gui.canvas.desk import CanvasDesk
from tests.gui.conftest import Desk

THREE = Dataset([[1.0, 10.0], [2.0, 30.0], [3.0, 20.0]], [1, -1, 1], ("width", "height"), ("no", "yes"), "class")


@pytest.fixture
def document(qtbot: QtBot) -> Document:
    return Document(THREE)


@pytest.fixture
def selection(qtbot: QtBot) -> Selection:
    return Selection()


def test_what_was_done_is_remarked_until_it_is_undone(document: Document, selection: Selection) -> None:
    editing.standardise(document)
    assert document.undo_stack.undoText() == "standardise"
    standardised = document.remarks
    assert standardised[0].startswith("standardised: (width − 2)/0.8165")
    editing.scale(document, selection, 2.0, about_mean=False)
    assert document.remarks == (*standardised, "all 3 examples scaled by 2 about the origin")
    document.undo_stack.undo()
    assert document.remarks == standardised
    document.undo_stack.undo()
    assert list(document.remarks) == []
    assert document.dataset.same_as(THREE)
    document.undo_stack.redo()
    assert document.remarks == standardised


def test_a_remark_outlives_other_edits_but_not_the_points_it_is_of(document: Document, selection: Selection) -> None:
    editing.move_origin(document, np.array([1.0, 0.0]))
    editing.place(document, (0.0, 0.0), 1)
    assert list(document.remarks) == ["origin moved to (1, 0)"]
    editing.take_generated(document, THREE, "rings", add=False)
    assert list(document.remarks) == []
    document.undo_stack.undo()
    assert list(document.remarks) == ["origin moved to (1, 0)"]
    selection.set(range(4))
    editing.delete_selected(document, selection)
    assert list(document.remarks) == []
    document.undo_stack.undo()
    document.open(THREE, None)
    assert list(document.remarks) == []


def test_only_the_selected_examples_are_scaled_and_shuffled_where_there_are_any(
    document: Document, selection: Selection
) -> None:
    selection.set([1])
    editing.scale(document, selection, 10.0, about_mean=False)
    assert document.dataset.X.tolist() == [[1.0, 10.0], [20.0, 300.0], [3.0, 20.0]]
    editing.shuffle_labels(document, selection)
    assert document.remarks == ("1 example scaled by 10 about the origin",)
    selection.clear()
    for _ in range(6):
        editing.shuffle_labels(document, selection)
    assert document.dataset.positives == 2
    assert document.remarks[-1].startswith("labels of all 3 examples shuffled with seed ")


def test_shuffling_comes_out_the_same_after_the_file_is_opened_again(qtbot: QtBot, selection: Selection) -> None:
    many = Dataset(np.arange(40.0).reshape(20, 2), [1, -1] * 10)
    document, made = Document(many), []
    for _ in range(2):
        document.open(many, None)
        editing.shuffle_labels(document, selection)
        made.append(document.dataset)
    assert made[0].same_as(made[1])


def test_what_cannot_be_done_is_a_sentence_and_changes_nothing(qtbot: QtBot, selection: Selection) -> None:
    document, said = Document(Dataset([[1e100, 1.0]], [1])), list[str]()
    document.refused.connect(said.append)
    editing.scale(document, selection, 2.0, about_mean=False)
    editing.standardise(document)
    assert said == [
        "An example cannot be further out than 1e+100 in any feature",
        "Every feature is constant: there is nothing to standardise",
    ]
    assert not document.undo_stack.canUndo()
    assert list(document.remarks) == []


def test_copies_lie_where_the_originals_do_and_are_selected(document: Document, selection: Selection) -> None:
    selection.set([0, 2])
    editing.duplicate_selected(document, selection)
    assert document.dataset.same_as(THREE.appended(THREE.X[[0, 2]], [1, 1]))
    assert selection.indices == (3, 4)
    assert document.undo_stack.undoText() == "duplicate 2 examples"
    document.undo_stack.undo()
    assert document.dataset.same_as(THREE)


def test_a_point_is_inserted_after_the_selected_ones(document: Document, selection: Selection) -> None:
    selection.set([0, 1])
    editing.insert_after_selected(document, selection, -1)
    assert document.dataset.y[2] == -1
    assert document.dataset.X.tolist() == [[1.0, 10.0], [2.0, 30.0], [0.0, 0.0], [3.0, 20.0]]
    assert selection.indices == (2,)
    selection.clear()
    editing.insert_after_selected(document, selection, 1)
    assert selection.indices == (4,)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=datasets(min_n=1))
def test_what_is_copied_in_one_window_comes_bit_for_bit_out_in_another(qtbot: QtBot, data: Dataset) -> None:
    here, there = (Document(data), Selection()), (Document(Dataset.empty(data.features)), Selection())
    editing.select_all(*here)
    assert editing.copy_selected(*here)
    editing.paste(*there)
    assert there[0].dataset.same_as(data)
    editing.paste(*there)
    assert there[0].dataset.same_as(data.appended(data.X, data.y))
    assert there[1].indices == tuple(range(data.n, 2 * data.n))
    there[0].undo_stack.undo()
    assert there[0].dataset.same_as(data)


def test_a_desktop_with_decimal_commas_copies_decimal_commas(document: Document, selection: Selection) -> None:
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.German))
    selection.set([0])
    editing.copy_selected(document, selection)
    QLocale.setDefault(before)
    assert QGuiApplication.clipboard().text().splitlines()[1] == "1,0\t10,0\tyes"


def test_examples_of_other_features_are_pasted_where_there_are_none(qtbot: QtBot, selection: Selection) -> None:
    document = Document()
    QGuiApplication.clipboard().setText("a\tb\tc\tlabel\n1\t2\t3\t1")
    editing.paste(document, selection)
    pasted = document.dataset
    assert pasted.features == ("a", "b", "c")
    document.undo_stack.undo()
    assert document.dataset.same_as(Dataset.empty())
    document.undo_stack.redo()
    assert document.dataset.same_as(pasted)


def test_examples_of_other_features_may_take_the_place_of_all(document: Document) -> None:
    editing.take_generated(document, Dataset([[1.0], [2.0], [3.0]], [1, -1, 1]), "line", add=False)
    assert document.dataset.d == 1
    document.undo_stack.undo()
    assert document.dataset.same_as(THREE)


def test_cut_copies_and_removes(document: Document, selection: Selection) -> None:
    selection.set([1])
    editing.cut_selected(document, selection)
    assert document.dataset.n == 2
    editing.paste(document, selection)
    assert document.dataset.X[2].tolist() == [2.0, 30.0]


def test_text_that_is_no_table_is_refused_in_one_sentence(document: Document, selection: Selection) -> None:
    said: list[str] = []
    document.refused.connect(said.append)
    QGuiApplication.clipboard().setText("1\t2\tmaybe")
    editing.paste(document, selection)
    assert said == ["Pasted text: line 1, column 3: 'maybe' is not a label; write 'no' or 'yes'"]
    assert document.dataset is THREE


def test_the_picture_says_what_was_done_to_the_points(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot)
    editing.standardise(desk.document)
    assert "standardised" in desk.notes
    for _ in range(2):
        editing.scale(desk.document, desk.selection, 2.0, about_mean=False)
    assert "1 more change to all points, see the Data tab" in desk.notes
    for _ in range(2):
        editing.scale(desk.document, desk.selection, 2.0, about_mean=False)
    told = "all 4 examples scaled by 2 about the origin"
    assert [note for note in desk.notes if "changes" in note] == ["3 more changes to all points, see the Data tab"]
    assert desk.notes.count(told) == 2
    while desk.document.undo_stack.canUndo():
        desk.document.undo_stack.undo()
    assert told not in desk.notes


def test_the_menu_scales_by_the_factor_that_is_asked_for(window: MainWindow, desk: Desk) -> None:
    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, ScaleDialog)
        dialog.factor.setText("0,5")
        dialog.about_mean.setChecked(True)
        dialog.accept()

    before = window.document.dataset.X
    QTimer.singleShot(0, answer)
    window.actions_["scale"].trigger()
    mean = before.mean(axis=0)
    assert pytest.approx(mean + (before - mean) / 2, abs=1e-12) == window.document.dataset.X
    assert window.document.remarks[0].startswith("all 12 examples scaled by 0.5 about their mean")
    desk.settled(window)


@pytest.mark.parametrize("typed", [True, False])
def test_the_menu_moves_the_origin_to_a_place_or_to_the_mean(window: MainWindow, desk: Desk, *, typed: bool) -> None:
    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, OriginDialog)
        if typed:
            dialog.fields[0].clear()
            QTest.keyClicks(dialog.fields[0], "-1.5")
            assert dialog.at_place.isChecked()
        dialog.accept()

    before = window.document.dataset.X
    QTimer.singleShot(0, answer)
    window.actions_["move_origin"].trigger()
    origin = np.array([-1.5, 0.0]) if typed else before.mean(axis=0)
    assert pytest.approx(before - origin, abs=1e-12) == window.document.dataset.X
    desk.settled(window)


def test_keys_copy_duplicate_and_paste_in_the_canvas(window: MainWindow, desk: Desk) -> None:
    n = window.document.dataset.n
    window.selection.set([0, 1])
    for key, expected in ((Qt.Key.Key_C, n), (Qt.Key.Key_D, n + 2), (Qt.Key.Key_V, n + 4), (Qt.Key.Key_X, n + 2)):
        QTest.keyClick(window.canvas.view, key, Qt.KeyboardModifier.ControlModifier)
        assert window.document.dataset.n == expected
    desk.settled(window)


def test_a_selection_is_sorted_and_holds_each_row_once(selection: Selection) -> None:
    told: list[int] = []
    selection.changed.connect(lambda: told.append(len(selection)))
    selection.set([3, 1, 3])
    selection.set(np.array([1, 3]))
    assert selection.indices == (1, 3)
    assert told == [2]
    assert 3 in selection
    assert 2 not in selection
    selection.toggle([3, 4])
    assert selection.rows.tolist() == [1, 4]
    selection.extend(np.array([0, 4]))
    assert selection.rows.tolist() == [0, 1, 4]
    assert not selection.rows.flags.writeable


def test_an_array_that_was_selected_stays_the_callers_own(selection: Selection) -> None:
    rows = np.array([0, 1])
    selection.set(rows)
    rows[0] = 7
    assert selection.rows.tolist() == [0, 1]
