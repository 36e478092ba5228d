"""Several files one after another: given, dropped, or in a folder; by key and by their names."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QTabBar

from perceptron_gui.look.card import Severity
from perceptron_gui.program.command_line import main
from perceptron_gui.window.cards import PlaylistCard
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk

NAMES = ("b", "a", "c")
LEFT_OUT = "Left out of “lecture”: notes.md (no sessions, points or lessons)"


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    folder = tmp_path / "lecture"
    folder.mkdir()
    for count, name in enumerate(NAMES, 1):
        (folder / f"{name}.csv").write_text("x1,x2,label\n" + f"{count},0,+1\n0,{count},-1\n" * count)
    (folder / "notes.md").write_text("no data")
    return [folder / f"{name}.csv" for name in NAMES]


def _strip(window: MainWindow) -> QTabBar:
    (card,) = window.findChildren(PlaylistCard)
    return card.tabs


def _step(window: MainWindow, key: Qt.Key) -> None:
    QTest.keyClick(window.canvas.view, key, Qt.KeyboardModifier.ControlModifier)


def test_files_follow_each_other_in_the_order_given(desk: Desk, window: MainWindow, files: list[Path]) -> None:
    assert not _strip(window).isVisible()
    assert window.actions_["next_file"].toolTip() == "No playlist is open"
    window.activateWindow()
    window.open_all(files)
    shown = [window.document.path]
    for key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageDown, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
        _step(window, key)
        desk.settled(window)
        shown.append(window.document.path)
    assert shown == [files[0], files[1], files[2], files[2], files[1]]
    strip = _strip(window)
    assert strip.isVisible()
    assert [strip.tabText(n) for n in range(strip.count())] == ["1  b", "2  a", "3  c"]
    assert strip.currentIndex() == 1
    strip.setCurrentIndex(0)
    assert window.document.path == files[0]
    assert not window.actions_["previous_file"].isEnabled()


def test_of_a_folder_all_that_can_be_opened_by_name(
    window: MainWindow, files: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(files[0].parent))
    (files[0].parent / ".hidden").write_text("")
    lesson = files[0].with_name("d.toml")
    lesson.write_text('data = "ring"\n')
    window.actions_["open_folder"].trigger()
    assert window.playlist.paths == (*sorted(files), lesson)
    assert window.document.path == min(files)
    assert window.notice.text == LEFT_OUT


def test_what_a_folder_leaves_out_is_said_beside_what_is_said_of_its_first_file(
    window: MainWindow, files: list[Path]
) -> None:
    min(files).write_text("nonsense")
    window.open_all([files[0].parent])
    assert "a.csv: " in window.notice.text
    assert window.notice.text.endswith(f". {LEFT_OUT}")
    assert window.notice.severity is Severity.ERROR


def test_what_a_folder_leaves_out_is_said_when_a_large_first_file_is_there(
    desk: Desk, window: MainWindow, files: list[Path]
) -> None:
    window.reader.large_bytes = 1
    window.open_all([files[0].parent])
    desk.qtbot.waitUntil(lambda: window.document.path == min(files))
    assert window.notice.text == LEFT_OUT


def test_a_folder_without_data_is_refused_and_changes_nothing(window: MainWindow, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    before = window.document.dataset
    window.open_all([tmp_path / "empty"])
    assert "holds no file that can be opened; choose sessions, points or lessons" in window.notice.text
    assert window.document.dataset is before
    assert window.playlist.paths == ()


def test_a_broken_file_among_them_is_refused_and_gone_past(desk: Desk, window: MainWindow, files: list[Path]) -> None:
    files[1].write_text("nonsense")
    window.open_all(files)
    window.actions_["next_file"].trigger()
    assert window.document.path == files[0]
    assert "a.csv" in window.notice.text
    window.actions_["next_file"].trigger()
    desk.settled(window)
    assert window.document.path == files[2]


def test_several_files_are_dropped_as_a_playlist(window: MainWindow, files: list[Path]) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in files])
    rest = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(window, QDragEnterEvent(window.canvas.rect().center(), *rest))
    QApplication.sendEvent(window, QDropEvent(QPointF(300, 300), *rest))
    assert window.playlist.paths == tuple(files)


def test_a_picture_is_of_one_file(files: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for given, told in (
        (files, "only the window takes several files; name one file here"),
        ([files[0].parent], "lecture"),
    ):
        with pytest.raises(SystemExit) as ended:
            main([*map(str, given), "--export", str(tmp_path / "p.png")])
        assert ended.value.code == 2
        assert told in capsys.readouterr().err
