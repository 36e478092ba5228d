"""New, open, save, recent, drop: what a person does with files."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QMessageBox, QProgressDialog
from pytestqt.qtbot import QtBot

from core import files
from core.errors import CancelledError
from core.files.formats import FORMATS
from core.files.session import read_session
from core.resources import resource
from perceptron_gui.files.loading import FileChoices, FileWork, LoadOutcome, LoadRequest, load_outcome
from perceptron_gui.look.card import Severity
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import POINTS, Desk
from tests.gui.hands import place_one
from tests.patience import patiently

IRIS = resource("datasets", "iris.csv")


def test_open_shows_the_points_of_a_file(desk: Desk, window: MainWindow, points: Path) -> None:
    desk.answers.to_open = points
    window.actions_["open"].trigger()
    assert window.document.dataset.same_as(files.load(points))
    assert window.windowTitle() == "points.csv[*] — Perceptron"
    assert not window.isWindowModified()


def test_a_file_on_the_command_line_is_opened(desk: Desk, points: Path) -> None:
    window = desk.open(LoadRequest(points))
    assert window.document.path == points
    assert window.document.dataset.n == 2


def test_files_are_looked_for_first_where_there_is_a_folder(
    desk: Desk, window: MainWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    window.settings.recent_files = ()
    assert window.files.folder == tmp_path  # no Documents in it
    (tmp_path / "Documents").mkdir()
    assert window.files.folder == tmp_path / "Documents"
    window.settings.recent_files = (tmp_path / "gone" / "points.csv",)
    assert window.files.folder == tmp_path / "Documents"
    window.settings.recent_files = (tmp_path / "points.csv",)
    assert window.files.folder == tmp_path


def test_save_writes_to_the_same_file(desk: Desk, points: Path) -> None:
    window = desk.open(LoadRequest(points))
    place_one(window)
    assert window.isWindowModified()
    window.actions_["save"].trigger()
    assert files.load(points).same_as(window.document.dataset)
    assert not window.isWindowModified()
    assert desk.answers.asked == []


def test_built_in_data_are_saved_elsewhere(desk: Desk, window: MainWindow, tmp_path: Path) -> None:
    desk.answers.to_save = tmp_path / "mine"
    window.actions_["save"].trigger()
    assert window.document.path == tmp_path / "mine.perceptron"
    assert read_session(tmp_path / "mine.perceptron").dataset.same_as(window.document.dataset)


def test_points_are_not_written_as_a_picture(desk: Desk, window: MainWindow, tmp_path: Path) -> None:
    desk.answers.to_save = tmp_path / "points.png"
    window.actions_["save_as"].trigger()
    assert window.notice.severity is Severity.ERROR
    expected = ", ".join([".perceptron", *FORMATS])
    sentence = f"points.png: .png is not a format for points or sessions; choose {expected}"
    assert window.notice.text.endswith(sentence)
    assert not desk.answers.to_save.exists()
    assert window.document.path is None


def test_a_file_with_an_unusual_suffix_keeps_it(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "points.data"
    path.write_text(POINTS)
    window = desk.open(LoadRequest(path))
    place_one(window)
    window.actions_["save"].trigger()
    assert files.load(path).n == 3
    desk.answers.to_save = tmp_path / "more.data"
    window.actions_["save_as"].trigger()
    assert window.document.path == desk.answers.to_save


def test_save_as_leaves_the_old_file_alone(desk: Desk, points: Path, tmp_path: Path) -> None:
    window = desk.open(LoadRequest(points))
    place_one(window)
    desk.answers.to_save = tmp_path / "other.tsv"
    window.actions_["save_as"].trigger()
    assert points.read_text() == POINTS
    assert files.load(tmp_path / "other.tsv").n == 3
    assert window.document.path == tmp_path / "other.tsv"


def test_a_save_that_fails_says_why_and_the_points_stay_unsaved(desk: Desk, points: Path, tmp_path: Path) -> None:
    window = desk.open(LoadRequest(points))
    place_one(window)
    desk.answers.to_save = tmp_path / "nowhere" / "points.csv"
    window.actions_["save_as"].trigger()
    assert window.notice.severity is Severity.ERROR
    assert "nowhere" in window.notice.text
    assert window.isWindowModified()
    assert window.document.path == points


@pytest.mark.parametrize("name", ["new", "open"])
@pytest.mark.parametrize(
    ("answer", "replaced", "saved"),
    [
        (QMessageBox.StandardButton.Save, True, True),
        (QMessageBox.StandardButton.Discard, True, False),
        (QMessageBox.StandardButton.Cancel, False, False),
    ],
)
def test_unsaved_points_are_asked_about(
    desk: Desk, points: Path, tmp_path: Path, name: str, answer: QMessageBox.StandardButton, replaced: bool, saved: bool
) -> None:
    other = tmp_path / "other.csv"
    other.write_text(POINTS * 1)
    window = desk.open(LoadRequest(points))
    place_one(window)
    desk.answers.about_unsaved, desk.answers.to_open = answer, other
    window.actions_[name].trigger()
    assert "unsaved" in desk.answers.asked
    assert (window.document.path != points) == replaced
    assert (files.load(points).n == 3) == saved


@pytest.mark.parametrize(
    ("answer", "closes"), [(QMessageBox.StandardButton.Discard, True), (QMessageBox.StandardButton.Cancel, False)]
)
def test_closing_asks_about_unsaved_points(
    desk: Desk, window: MainWindow, answer: QMessageBox.StandardButton, closes: bool
) -> None:
    place_one(window)
    desk.answers.about_unsaved = answer
    assert window.close() == closes
    assert window.isVisible() != closes


def test_a_save_that_is_cancelled_keeps_the_window_open(desk: Desk, window: MainWindow) -> None:
    place_one(window)
    desk.answers.about_unsaved, desk.answers.to_save = QMessageBox.StandardButton.Save, None
    assert not window.close()


def test_new_is_an_empty_canvas_without_a_file(window: MainWindow) -> None:
    window.actions_["new"].trigger()
    assert window.document.dataset.n == 0
    assert window.windowTitle() == "Untitled[*] — Perceptron"


def test_recent_files_come_latest_first_and_are_remembered(desk: Desk, points: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.csv"
    other.write_text(POINTS)
    window = desk.open(LoadRequest(points))
    window.files.open_path(other)
    window.files.open_path(points)
    window.close()
    again = desk.open()
    assert list(again.settings.recent_files) == [points, other]
    menu = again.actions_.menu("recent")
    assert [action.text() for action in menu.actions()][:2] == ["&1  points.csv", "&2  other.csv"]
    menu.actions()[1].trigger()
    assert again.document.path == other
    menu.actions()[-1].trigger()
    assert not again.settings.recent_files
    assert not menu.isEnabled()


def test_the_ten_files_used_last_are_recent(window: MainWindow, tmp_path: Path) -> None:
    for number in range(12):
        window.files.remember(tmp_path / f"{number}.csv")
    assert [path.stem for path in window.settings.recent_files] == [str(number) for number in range(11, 1, -1)]


def test_a_recent_file_that_is_gone_is_said_and_forgotten(desk: Desk, points: Path) -> None:
    window = desk.open(LoadRequest(points))
    before = window.document.dataset
    points.unlink()
    window.actions_.menu("recent").actions()[0].trigger()
    assert window.notice.text == f"{points}: there is no such file"
    assert window.document.dataset is before
    assert window.settings.recent_files == ()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("a,b,label\n1,x,1\n", "line 2, column 2"),
        ("a,b,label\n1,2\n", "line 2"),
        ("", "empty"),
    ],
)
def test_a_broken_file_is_one_sentence_and_changes_nothing(
    window: MainWindow, tmp_path: Path, content: str, words: str
) -> None:
    broken = tmp_path / "broken.csv"
    broken.write_text(content)
    before, path = window.document.dataset, window.document.path
    window.files.open_path(broken)
    assert window.document.dataset is before
    assert window.document.path == path
    assert window.notice.severity is Severity.ERROR
    assert "broken.csv" in window.notice.text
    assert words in window.notice.text
    assert "\n" not in window.notice.text


def test_escape_closes_the_notice(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window.files.open_path(tmp_path / "missing.csv")
    assert window.notice.isVisible()
    window.activateWindow()
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert not window.notice.isVisible()


def test_a_file_with_more_asks_and_takes_what_was_chosen(desk: Desk, window: MainWindow) -> None:
    desk.answers.about_import = FileChoices("virginica", columns=("petal length (cm)", "petal width (cm)"))
    window.files.open_path(IRIS)
    dataset = window.document.dataset
    assert desk.answers.asked == ["import"]
    assert (dataset.n, dataset.positives) == (150, 50)
    assert dataset.features == ("petal length (cm)", "petal width (cm)")
    assert dataset.labels == ("not virginica", "virginica")


def test_saving_a_part_of_a_file_never_overwrites_the_whole(desk: Desk, window: MainWindow, tmp_path: Path) -> None:
    desk.answers.about_import = FileChoices("virginica", columns=("petal length (cm)", "petal width (cm)"))
    window.files.open_path(IRIS)
    assert window.document.path is None
    desk.answers.to_save = tmp_path / "part.csv"
    window.actions_["save"].trigger()
    assert desk.answers.asked == ["import", "save"]


def test_cancelling_the_import_changes_nothing(desk: Desk, window: MainWindow) -> None:
    before = window.document.dataset
    window.files.open_path(IRIS)
    assert window.document.dataset is before


def test_choices_on_the_command_line_are_not_asked_about(desk: Desk) -> None:
    window = desk.open(LoadRequest(IRIS, FileChoices("setosa", columns=("sepal length (cm)", "petal width (cm)"))))
    assert desk.answers.asked == []
    assert window.document.dataset.n == 150


def test_a_broken_number_is_told_before_anything_is_asked(desk: Desk, window: MainWindow, tmp_path: Path) -> None:
    broken = tmp_path / "broken.csv"
    broken.write_text("a,b,kind\n1,2,x\n1,2,y\n1,oops,z\n")
    window.files.open_path(broken)
    assert desk.answers.asked == []
    assert "line 4, column 2" in window.notice.text


def test_a_dropped_file_is_opened(window: MainWindow, points: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(points))])
    rest = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    entering = QDragEnterEvent(window.canvas.rect().center(), *rest)
    QApplication.sendEvent(window, entering)
    assert entering.isAccepted()
    QApplication.sendEvent(window, QDropEvent(QPointF(300, 300), *rest))
    assert window.document.path == points


@pytest.mark.parametrize("offered", [Qt.DropAction.MoveAction, Qt.DropAction.MoveAction | Qt.DropAction.CopyAction])
def test_a_dropped_file_is_never_moved(window: MainWindow, points: Path, offered: Qt.DropAction) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(points))])
    rest = (offered, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier)
    entering, dropped = QDragEnterEvent(window.canvas.rect().center(), *rest), QDropEvent(QPointF(300, 300), *rest)
    for event in (entering, dropped):
        event.setDropAction(Qt.DropAction.MoveAction)
        QApplication.sendEvent(window, event)
    may_copy = bool(offered & Qt.DropAction.CopyAction)
    assert entering.isAccepted() == may_copy
    assert (window.document.path == points) == may_copy
    if may_copy:
        assert entering.dropAction() == dropped.dropAction() == Qt.DropAction.CopyAction


def test_dropped_text_is_refused(window: MainWindow) -> None:
    data = QMimeData()
    data.setText("no file")
    entering = QDragEnterEvent(
        window.rect().center(),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(window, entering)
    assert not entering.isAccepted()


def test_a_large_file_is_read_in_a_thread_of_its_own(
    window: MainWindow, qtbot: QtBot, points: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[int] = []
    plain = files.read_table

    def spied(path: Path, *choices: Any) -> files.Table:
        threads.append(threading.get_ident())
        return plain(path, *choices)

    monkeypatch.setattr(files, "read_table", spied)
    reader = FileWork(window, "Reading", load_outcome)
    reader.large_bytes = 1
    heard: list[LoadOutcome] = []
    reader.finished.connect(heard.append)
    reader.begin(LoadRequest(points), points)
    assert window.findChildren(QProgressDialog)[0].isVisible()
    assert heard == []
    qtbot.waitUntil(lambda: bool(heard))
    assert heard[0].loaded is not None
    assert threads != [threading.get_ident()]
    reader.shut_down()


def test_a_reading_that_was_cancelled_opens_nothing(window: MainWindow, qtbot: QtBot, points: Path) -> None:
    reader = FileWork(window, "Reading", load_outcome)
    reader.large_bytes = 1
    heard: list[LoadOutcome] = []
    reader.finished.connect(heard.append)
    reader.begin(LoadRequest(points), points)
    window.findChildren(QProgressDialog)[0].cancel()
    reader.shut_down()
    qtbot.wait(20)
    assert heard == []


def test_a_reading_that_broke_off_leaves_no_dialog_open_and_is_told(
    window: MainWindow, qtbot: QtBot, points: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> LoadOutcome:
        raise ZeroDivisionError("nobody thought of this")

    reader = FileWork(window, "Reading", load_outcome)
    reader.large_bytes = 1
    monkeypatch.setattr(reader, "_work", broken)
    with qtbot.capture_exceptions() as told:
        reader.begin(LoadRequest(points), points)
        assert window.findChildren(QProgressDialog)
        qtbot.waitUntil(lambda: bool(told))
    assert [str(error) for _, error, _ in told] == ["nobody thought of this"]
    qtbot.waitUntil(lambda: not window.findChildren(QProgressDialog))
    assert reader.awaited is None
    reader.shut_down()


def test_closing_while_a_file_is_read_leaves_it_at_once(
    window: MainWindow, points: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left: list[bool] = []
    begun = threading.Event()

    def endless(_path: Path, _choices: files.Choices, cancelled: Callable[[], bool]) -> files.Table:
        begun.set()
        for _ in patiently(cancelled):
            pass
        left.append(True)
        raise CancelledError

    monkeypatch.setattr(files, "read_table", endless)
    reader = FileWork(window, "Reading", load_outcome)
    reader.large_bytes = 1
    monkeypatch.setattr(window.parts, "reader", reader)
    heard: list[LoadOutcome] = []
    reader.finished.connect(heard.append)
    reader.begin(LoadRequest(points), points)
    assert begun.wait(20)
    assert window.close()
    assert (left, heard) == ([True], [])


def test_what_is_ambiguous_in_a_file_is_told(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "german.csv"
    path.write_text("a;b;label\n1,000;2;x\n2,500;3;y\n")
    window.files.open_path(path)
    assert window.document.dataset.X.tolist() == [[1, 2], [2.5, 3]]
    assert window.notice.severity is Severity.NOTE
    assert window.notice.text == "german.csv: the comma was taken for the decimal mark: 1,000 was read as 1.0"


def test_another_file_is_shown_from_its_start(desk: Desk, window: MainWindow, points: Path) -> None:
    window.player.end()
    assert window.player.position > 0
    window.files.open_path(points)
    desk.settled(window)
    assert window.player.position == 0
    assert not window.player.playing
