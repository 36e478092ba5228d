"""Names that come from files and people look like HTML here: no place takes them for it, and no file is opened."""

from __future__ import annotations

import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QEvent, QModelIndex, QPoint, Qt, QTimer
from PySide6.QtGui import QAction, QHelpEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QMessageBox,
    QProgressDialog,
    QToolTip,
    QWidget,
)
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.errors import Cancelled
from core.files.session import SUFFIX, HeldOutFile, Session, write_session
from core.plane.projections import Pair
from core.spec import RunSpec
from perceptron_gui.files.loading import FileWork, LoadRequest, survey_for
from perceptron_gui.files.open_save import Dialogs
from perceptron_gui.files.settings import lessons_folder
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.panels import PANELS
from perceptron_gui.panels.data.panel import DataPanel
from perceptron_gui.window.dialogs.forms import FeaturesDialog, OriginDialog, StartDialog
from perceptron_gui.window.dialogs.import_dialog import ImportDialog
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk
from tests.patience import patiently

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a pipe that has a name is asked for")

PIPE = "pipe"
HARMFUL = f"a<img src={PIPE}>"
"""A name that opens the pipe in the working directory, wherever it is taken for HTML."""
_GRID = 11
"""Pixels between the places at which the pointer rests."""
_PATIENCE_S = 0.2
"""From the opening of the pipe until it is surely known."""


@dataclass
class Trap:
    """A pipe, and a program that waits until somebody opens it."""

    watcher: subprocess.Popen[str]
    record: Path

    @property
    def sprung(self) -> bool:
        time.sleep(_PATIENCE_S)
        return self.record.exists()


@pytest.fixture
def trap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Trap]:
    """The pipe in the working directory. Who reads it is not kept waiting: the watcher opens it too."""
    monkeypatch.chdir(tmp_path)
    subprocess.run(["mkfifo", PIPE], check=True)
    record = tmp_path / "sprung"
    script = f"while : > {PIPE}; do : > {shlex.quote(str(record))}; sleep 0.02; done"
    watcher = subprocess.Popen(["sh", "-c", script], text=True)
    yield Trap(watcher, record)
    watcher.kill()
    watcher.wait()


@pytest.fixture
def harmed_window(desk: Desk, trap: Trap) -> MainWindow:
    """A window over a session in which every name is harmful."""
    return desk.open(LoadRequest(harmful_session(desk.folder)))


def named(count: int) -> list[str]:
    return [f"{HARMFUL}{number}" for number in range(count)]


def harmful_session(folder: Path) -> Path:
    negative, positive, target, *features = named(6)
    dataset = Dataset(
        [[0, 1, 2], [2, 1, 3], [3, 0, 1], [1, 3, 0]], [1, -1, 1, -1], features, (negative, positive), target
    )
    path = folder / f"{HARMFUL}{SUFFIX}"
    held_out = HeldOutFile(f"{HARMFUL}.csv", dataset)
    session = Session(dataset, RunSpec(), 1, HARMFUL, HARMFUL, remarks=tuple(named(5)), held_out=held_out)
    write_session(session, path)
    return path


def harmful_table(folder: Path) -> Path:
    """A file that leaves so much open that the import dialog has to ask."""
    first, second, third, target = named(4)
    kinds = [f"{HARMFUL}{kind}" for kind in "xyz"]
    rows = [f"{place},{place * place % 7},{HARMFUL}{place},{kind}" for place, kind in enumerate(4 * kinds)]
    path = folder / f"{HARMFUL}.csv"
    path.write_text("\n".join([f"{first},{second},{third},{target}", *rows, ""]))
    return path


def rest_everywhere(whole: QWidget) -> set[str]:
    """Let the pointer rest all over a widget; return the words that may be taken for HTML."""
    taken: set[str] = set()
    for y in range(_GRID // 2, whole.height(), _GRID):
        for x in range(_GRID // 2, whole.width(), _GRID):
            taken |= _rest_at(whole, QPoint(x, y))
    QToolTip.hideText()
    return taken


def _rest_at(whole: QWidget, at: QPoint) -> set[str]:
    widget = whole.childAt(at) or whole
    place = widget.mapFrom(whole, at)
    QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, place, whole.mapToGlobal(at)))
    return _harmful([QToolTip.text()])


def tips_of(whole: QWidget) -> Iterator[str]:
    """Return all tips and What’s This, also of menus and of entries that no pointer rests on here."""
    for action in whole.findChildren(QAction):
        yield from (action.toolTip(), action.whatsThis())
    for widget in whole.findChildren(QWidget):
        yield from (widget.toolTip(), widget.whatsThis())
    for model in whole.findChildren(QAbstractItemModel):
        yield from _tips_of_model(model)


def _tips_of_model(model: QAbstractItemModel) -> Iterator[str]:
    rows = min(model.rowCount(), 20)
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount()
    for role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.WhatsThisRole):
        for column in range(columns):
            yield str(model.headerData(column, Qt.Orientation.Horizontal, role) or "")
            for row in range(rows):
                yield str(model.data(model.index(row, column, QModelIndex()), role) or "")


def _harmful(texts: list[str]) -> set[str]:
    return {text for text in texts if "<img" in text}


def test_no_tab_takes_a_name_for_html(harmed_window: MainWindow, trap: Trap) -> None:
    window, taken = harmed_window, set()
    for tab in PANELS:
        window.panel.turn_to(tab)
        window.player.step_forward()
        QApplication.processEvents()
        taken |= {(tab, text) for text in rest_everywhere(window.panel)}
    assert taken == set()
    assert not trap.sprung


def test_the_canvas_and_what_is_around_it_take_no_name_for_html(harmed_window: MainWindow, trap: Trap) -> None:
    window = harmed_window
    window.resize(1400, 800)
    window.player.end()
    QApplication.processEvents()
    view, stage = window.canvas.view, window.canvas.stage
    named = [chip[-1] for chip in window.canvas.chips.chips]
    named += [rect for label, rect in window.canvas.words.arranged(stage.viewport) if label.told]
    places = [rect.center() * view.enlarged for rect in named]
    assert len(places) == 4
    places += [stage.viewport.pixel(*point) * view.enlarged for point in stage.points.tolist()]
    for place in places:
        assert _rest_at(view, place.toPoint()) == set()
        assert QToolTip.text()
    assert not trap.sprung


def test_no_menu_list_or_box_of_the_window_takes_a_name_for_html(harmed_window: MainWindow, trap: Trap) -> None:
    window = harmed_window
    lessons_folder().mkdir(parents=True, exist_ok=True)
    harmful_session(lessons_folder())
    window.actions_.menu("lessons").aboutToShow.emit()
    for tab in PANELS:
        window.panel.turn_to(tab)
    [data] = window.findChildren(DataPanel)
    data.table.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    data.sort_examples.click()
    assert HARMFUL in window.document.undo_stack.undoText()
    assert _harmful([*tips_of(window)]) == set()


@pytest.mark.parametrize("make", [
    lambda dataset: FeaturesDialog(dataset, Pair()),
    lambda dataset: StartDialog(dataset, RunSpec()),
    lambda dataset: OriginDialog(dataset, (0, 1)),
], ids=["features", "start", "origin"])  # fmt: skip
def test_no_dialog_about_features_takes_their_names_for_html(
    qtbot: QtBot, tmp_path: Path, trap: Trap, make: Callable[[Dataset], QDialog]
) -> None:
    dialog = make(Dataset([[0, 1, 2], [2, 1, 3]], [1, -1], named(3)))
    qtbot.addWidget(dialog)
    dialog.show()
    QApplication.processEvents()
    assert rest_everywhere(dialog) | _harmful([*tips_of(dialog)]) == set()
    assert not trap.sprung


def test_the_import_dialog_takes_no_name_for_html(qtbot: QtBot, theme: ThemeModel, tmp_path: Path, trap: Trap) -> None:
    request = LoadRequest(harmful_table(tmp_path))
    dialog = ImportDialog(survey_for(request), request, theme)
    qtbot.addWidget(dialog)
    dialog.show()
    QApplication.processEvents()
    assert HARMFUL in dialog.remarks.text()
    assert rest_everywhere(dialog) | _harmful([*tips_of(dialog)]) == set()
    dialog.reject()
    assert not trap.sprung


def test_no_question_about_a_file_takes_its_name_for_html(qtbot: QtBot, trap: Trap) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    dialogs, seen = Dialogs(window, lambda _survey, _request: None), []

    def refuse() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        seen.append(box.text())
        box.reject()

    for ask in (
        lambda: dialogs.unsaved(HARMFUL),
        lambda: dialogs.may_replace(Path(HARMFUL), "has changed on the disk"),
    ):
        QTimer.singleShot(0, refuse)
        ask()
    assert len(seen) == 2
    assert not trap.sprung


def test_waiting_for_a_file_takes_its_name_for_no_html(qtbot: QtBot, trap: Trap, tmp_path: Path) -> None:
    path = tmp_path / HARMFUL
    path.write_text("1")

    def work(asked: object, cancelled: Cancelled) -> object:
        for _ in patiently(cancelled):
            time.sleep(0.01)
        return asked

    window = QWidget()
    qtbot.addWidget(window)
    reading = FileWork(window, "Reading", work)
    reading.large_bytes = 0
    reading.begin("", path)
    [dialog] = window.findChildren(QProgressDialog)
    qtbot.waitExposed(dialog)
    QApplication.processEvents()
    reading.shut_down()
    assert not trap.sprung
