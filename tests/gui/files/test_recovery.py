"""Unsaved work survives a crash, and only a crash."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from core.datasets.dataset import Dataset
from core.errors import InputError
from core.files.session import SUFFIX, Session, read_session, write_session
from core.spec import RunSpec
from perceptron_gui.files.loading import LoadRequest
from perceptron_gui.files.recovery import Recovery
from perceptron_gui.look.card import Severity
from perceptron_gui.model.document.commands import SessionNotes
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.threads.worker import GATE
from tests.gui.conftest import Desk
from tests.places import ROOT

_CRASH = """
import os, sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from core.datasets.dataset import Dataset
from perceptron_gui.model.document.document import Document
from perceptron_gui.files.recovery import Recovery

application = QCoreApplication(["crash"])
document = Document(Dataset([[1.5, 2.0]], [1]))
document.set_path(Path(sys.argv[2]) if sys.argv[2] else None)
recovery = Recovery(document, Path(sys.argv[1]))
document.edit(document.dataset.appended([0.1, 0.2], [-1]), "add")
recovery.keep()
os._exit(9)
"""
_SURVIVORS = Dataset([[1.5, 2.0], [0.1, 0.2]], [1, -1])


def crash(folder: Path, path: str = "") -> None:
    """A program with two unsaved points ends without a chance to tidy up."""
    ended = subprocess.run([sys.executable, "-c", _CRASH, str(folder), path], cwd=ROOT, check=False)
    assert ended.returncode == 9


def edited(document: Document) -> None:
    document.edit(document.dataset.appended([3.0, 4.0], [1]), "add")


@pytest.fixture
def document(qtbot: QtBot) -> Document:
    return Document(Dataset.empty())


def test_an_edit_is_copied_after_a_while(document: Document, tmp_path: Path, qtbot: QtBot) -> None:
    recovery = Recovery(document, tmp_path)
    edited(document)
    assert not recovery.copy.exists()
    qtbot.waitUntil(recovery.copy.exists, timeout=10_000)
    assert read_session(recovery.copy).dataset.same_as(document.dataset)
    recovery.close()


def test_notes_that_are_edited_after_other_work_are_copied_too(
    document: Document, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("perceptron_gui.files.recovery._DELAY_MS", 0)
    recovery = Recovery(document, tmp_path)
    edited(document)
    recovery.keep()
    document.set_notes(SessionNotes("Why", "It ends."))
    qtbot.waitUntil(lambda: read_session(recovery.copy).text == "It ends.")
    recovery.close()


def test_notes_alone_are_work_to_be_copied(document: Document, tmp_path: Path, qtbot: QtBot) -> None:
    recovery = Recovery(document, tmp_path)
    document.set_notes(SessionNotes("Why"))
    qtbot.waitUntil(recovery.copy.exists, timeout=10_000)
    assert read_session(recovery.copy).title == "Why"
    recovery.close()


@pytest.mark.parametrize("ends", [Recovery.close, Recovery.leave])
def test_after_the_end_of_a_window_no_edit_is_copied(
    ends: Callable[[Recovery], None],
    document: Document,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("perceptron_gui.files.recovery._DELAY_MS", 0)
    recovery = Recovery(document, tmp_path)
    ends(recovery)
    edited(document)
    document.set_spec(RunSpec("voted"))
    document.set_notes(SessionNotes("Why"))
    qtbot.wait(50)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_many_points_are_copied_with_breaks_for_the_pictures(
    document: Document, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    recovery, waited = Recovery(document, tmp_path), list[str]()
    monkeypatch.setattr(GATE, "wait", lambda *_: waited.append(threading.current_thread().name))
    document.edit(Dataset(np.ones((50_000, 2)), np.ones(50_000)), "generate")
    qtbot.waitUntil(recovery.copy.exists, timeout=10_000)
    assert len(waited) > 9
    assert threading.main_thread().name not in waited
    recovery.close()


def test_nothing_is_left_of_a_window_that_ends_as_it_should(document: Document, tmp_path: Path) -> None:
    recovery = Recovery(document, tmp_path)
    edited(document)
    recovery.keep()
    recovery.close()
    assert list(tmp_path.iterdir()) == []


def test_saving_takes_the_copy_away(document: Document, tmp_path: Path, qtbot: QtBot) -> None:
    recovery = Recovery(document, tmp_path)
    edited(document)
    recovery.keep()
    assert recovery.copy.exists()
    document.mark_saved(tmp_path / "points.csv")
    qtbot.waitUntil(lambda: not recovery.copy.exists())
    recovery.close()


def test_points_of_a_crashed_program_are_found_with_their_file(document: Document, tmp_path: Path) -> None:
    crash(tmp_path, "/somewhere/lesson.csv")
    recovery = Recovery(document, tmp_path)
    left = recovery.left_over()
    assert left is not None
    assert left.origin.path == Path("/somewhere/lesson.csv")
    assert left.session.dataset.same_as(_SURVIVORS)
    left.forget()
    assert recovery.left_over() is None
    recovery.close()


def test_two_windows_keep_out_of_each_others_way(tmp_path: Path, qtbot: QtBot) -> None:
    documents = [Document(Dataset.empty()) for _ in range(2)]
    recoveries = [Recovery(document, tmp_path) for document in documents]
    for document, recovery in zip(documents, recoveries, strict=True):
        edited(document)
        recovery.keep()
    assert recoveries[0].copy != recoveries[1].copy
    assert [recovery.left_over() for recovery in recoveries] == [None, None]
    recoveries[0].close()
    assert recoveries[1].copy.exists()
    recoveries[1].close()


def leave(folder: Path, name: str, point: tuple[float, float] = (1.0, 2.0), **beside: str) -> None:
    """What a crash left behind: a session of one point, and a note or a lock beside it if it is given."""
    folder.mkdir(exist_ok=True)
    write_session(Session(Dataset([point], [1]), RunSpec()), folder / f"{name}{SUFFIX}")
    for suffix, text in beside.items():
        (folder / f"{name}.{suffix}").write_text(text)


@pytest.mark.parametrize(
    "beside",
    [
        {},
        {"json": ""},
        {"json": "{"},
        {"json": "null"},
        {"json": '{"path": 5}'},
        {"json": '{"path": "a\\u0000b"}'},
        {"json": '{"path": "a", "stamp": {"size": "many"}}'},
        {"json": "[" * 50_000},
        {"json": '{"path": ' * 20_000},
        {"json": '{"path": null}', "lock": ""},
        {"json": '{"path": null}', "lock": f"{os.getpid()}\npython\n{socket.gethostname()}\n\n"},
    ],
)
def test_whole_points_are_offered_whatever_lies_beside_them(
    document: Document, tmp_path: Path, beside: dict[str, str]
) -> None:
    leave(tmp_path, "1-0", (1.0, 2.0), **beside)
    recovery = Recovery(document, tmp_path)
    left = recovery.left_over()
    assert left is not None
    assert left.session.dataset.X.tolist() == [[1.0, 2.0]]
    left.forget()
    assert list(tmp_path.glob("1-0*")) == []
    recovery.close()


def test_a_damaged_copy_is_set_aside_and_it_is_said_where(document: Document, tmp_path: Path) -> None:
    leave(tmp_path, "broken", json='{"path": null}')
    (tmp_path / f"broken{SUFFIX}").write_text("a,b\n1")
    huge = {"format": "perceptron session", "version": 1, "X": 10**400}
    (tmp_path / f"huge{SUFFIX}").write_text(json.dumps(huge))
    (tmp_path / "noted.json").write_text('{"path": null}')
    (tmp_path / f"folder{SUFFIX}").mkdir()
    recovery, told = Recovery(document, tmp_path), list[str]()
    recovery.failed.connect(told.append)
    assert recovery.left_over() is None
    kept = tmp_path / "damaged"
    assert {path.name for path in kept.iterdir()} == {f"broken{SUFFIX}", "broken.json", f"huge{SUFFIX}"}
    assert sorted(told) == sorted(
        f"Unsaved work of an earlier window is damaged and cannot be read. It is kept as {kept / name}{SUFFIX}"
        for name in ("broken", "huge")
    )
    told.clear()
    assert recovery.left_over() is None
    assert told == []
    leave(tmp_path, "whole")
    os.utime(tmp_path / f"whole{SUFFIX}", (0, 0))
    left = recovery.left_over()
    assert left is not None
    assert left.copy == tmp_path / f"whole{SUFFIX}"
    left.forget()
    recovery.close()


def test_of_two_left_copies_the_one_of_the_file_that_is_asked_for_comes(desk: Desk, tmp_path: Path) -> None:
    asked = tmp_path / "asked.csv"
    asked.write_text("a,b,label\n0,0,1\n")
    leave(desk.unsaved_folder, "1", (7.0, 7.0), json=json.dumps({"path": str(asked)}))
    leave(desk.unsaved_folder, "2", (8.0, 8.0), json='{"path": "/somewhere/other.csv"}')
    os.utime(desk.unsaved_folder / f"1{SUFFIX}", (0, 0))
    (tmp_path / "link").symlink_to(tmp_path)
    window = desk.open(LoadRequest(tmp_path / "link" / "asked.csv"))
    assert window.document.dataset.X.tolist() == [[7.0, 7.0]]
    assert window.document.path == asked
    window.close()
    assert desk.open().document.dataset.X.tolist() == [[8.0, 8.0]]


def test_of_several_left_copies_the_latest_comes_first(document: Document, tmp_path: Path) -> None:
    for name, seconds in (("2", 2_000), ("3", 3_000), ("1", 1_000)):
        leave(tmp_path, name, (float(name), 0.0))
        os.utime(tmp_path / f"{name}{SUFFIX}", (seconds, seconds))
    recovery, found = Recovery(document, tmp_path), list[float]()
    while (left := recovery.left_over()) is not None:
        found.append(float(left.session.dataset.X[0, 0]))
        left.forget()
    assert found == [3.0, 2.0, 1.0]
    recovery.close()


def test_two_windows_started_at_once_do_not_take_up_the_same_points(document: Document, tmp_path: Path) -> None:
    leave(tmp_path, "1")
    first, second = (Recovery(document, tmp_path) for _ in range(2))
    left = first.left_over()
    assert left is not None
    assert second.left_over() is None
    left.forget()
    first.close()
    second.close()


def test_points_are_not_forgotten_before_they_are_kept_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    leave(desk.unsaved_folder, "1")

    def full(*_: object) -> None:
        raise InputError("the disk is full")

    monkeypatch.setattr("perceptron_gui.files.recovery.write_session", full)
    window = desk.open()
    assert window.document.dataset.n == 1
    assert (desk.unsaved_folder / f"1{SUFFIX}").exists()


@pytest.mark.slow
def test_steady_work_does_not_put_off_the_copy(document: Document, tmp_path: Path, qtbot: QtBot) -> None:
    recovery = Recovery(document, tmp_path)
    work = QTimer()
    work.timeout.connect(lambda: edited(document))
    work.start(50)
    qtbot.waitUntil(recovery.copy.exists, timeout=10_000)
    qtbot.waitUntil(lambda: read_session(recovery.copy).dataset.n > 20, timeout=10_000)
    work.stop()
    recovery.close()


def test_what_is_destroyed_without_being_closed_leaves_its_points(tmp_path: Path, qtbot: QtBot) -> None:
    document = Document(Dataset.empty())
    recovery = Recovery(document, tmp_path)
    edited(document)
    recovery.keep()
    copy = recovery.copy
    delete(document)
    assert copy.exists()
    delete(recovery)


def test_a_window_that_is_ended_from_outside_leaves_its_points_to_the_next(document: Document, tmp_path: Path) -> None:
    recovery = Recovery(document, tmp_path)
    recovery.leave()
    assert list(tmp_path.iterdir()) == []
    recovery = Recovery(document, tmp_path)
    edited(document)
    recovery.leave()
    assert read_session(recovery.copy).dataset.same_as(document.dataset)


def test_a_copy_that_cannot_be_written_is_said_once(document: Document, tmp_path: Path, qtbot: QtBot) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    recovery = Recovery(document, blocked / "unsaved")
    said: list[str] = []
    recovery.failed.connect(said.append)
    for _ in range(2):
        edited(document)
        assert not recovery.keep()
    assert len(said) == 1
    assert said[0].startswith("Unsaved work cannot be kept")
    blocked.unlink()
    (blocked / "unsaved").mkdir(parents=True)
    assert recovery.keep()
    shutil.rmtree(blocked)
    blocked.write_text("")
    assert not recovery.keep()
    assert len(said) == 2, "it was possible meanwhile"
    recovery.close()


def test_a_folder_that_was_removed_is_made_again_for_the_next_copy(document: Document, tmp_path: Path) -> None:
    folder = tmp_path / "data" / "unsaved"
    recovery, said = Recovery(document, folder), list[str]()
    recovery.failed.connect(said.append)
    for _ in range(2):
        edited(document)
        assert recovery.keep()
        other = Recovery(Document(Dataset.empty()), folder)
        assert other.left_over() is None, "the window that wrote it is open"
        other.close()
        shutil.rmtree(tmp_path / "data")
    assert recovery.keep()
    assert read_session(recovery.copy).dataset.same_as(document.dataset)
    recovery.close()
    assert list(folder.iterdir()) == []
    assert said == []


def test_a_folder_that_was_removed_is_made_again_by_itself_after_an_edit(
    document: Document, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("perceptron_gui.files.recovery._DELAY_MS", 0)
    recovery = Recovery(document, tmp_path / "unsaved")
    shutil.rmtree(tmp_path / "unsaved")
    edited(document)
    qtbot.waitUntil(recovery.copy.exists, timeout=10_000)
    assert recovery.copy.with_suffix(".lock").exists()
    recovery.close()


def test_a_damaged_copy_that_cannot_be_set_aside_stays_and_it_is_said_where(document: Document, tmp_path: Path) -> None:
    (tmp_path / "damaged").write_text("")
    (tmp_path / f"broken{SUFFIX}").write_text("a,b\n1")
    recovery, told = Recovery(document, tmp_path), list[str]()
    recovery.failed.connect(told.append)
    assert recovery.left_over() is None
    kept = tmp_path / f"broken{SUFFIX}"
    assert told == [f"Unsaved work of an earlier window is damaged and cannot be read. It is kept as {kept}"]
    assert kept.read_text() == "a,b\n1"
    recovery.close()


def test_the_work_of_a_killed_program_comes_back_and_that_of_a_living_one_does_not(
    document: Document, tmp_path: Path
) -> None:
    script = _CRASH.replace("os._exit(9)", "print(flush=True); sys.stdin.read()")
    command = [sys.executable, "-c", script, str(tmp_path), ""]
    recovery = Recovery(document, tmp_path)
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        program.stdout.readline()
        locks = {*tmp_path.glob("*.lock")} - {recovery.copy.with_suffix(".lock")}
        if os.name != "nt":  # there a locked file cannot be read or written
            for lock in locks:
                lock.write_text(f"{program.pid}\npython\nthis computer had another name\n")
        assert recovery.left_over() is None
        program.kill()
    assert len(locks) == 1
    left = recovery.left_over()
    assert left is not None
    assert left.session.dataset.same_as(_SURVIVORS)
    left.forget()
    recovery.close()
    assert list(tmp_path.iterdir()) == []


def test_the_next_window_shows_the_points_and_says_so(desk: Desk) -> None:
    crash(desk.unsaved_folder, "/somewhere/lesson.csv")
    window = desk.open()
    assert window.document.dataset.same_as(_SURVIVORS)
    assert window.document.modified
    assert window.windowTitle() == "lesson.csv[*] — Perceptron"
    assert window.notice.severity is Severity.NOTE
    assert "not saved" in window.notice.text
    assert window.recovery.copy.exists(), "they are safe from the next crash"
    assert len(list(desk.unsaved_folder.glob("*.perceptron"))) == 1


@pytest.mark.slow
def test_recovered_points_can_be_discarded(desk: Desk, qtbot: QtBot) -> None:
    crash(desk.unsaved_folder)
    window = desk.open()
    window.notice.accept()
    assert window.document.dataset.n == 0
    assert not window.document.modified
    qtbot.waitUntil(lambda: list(desk.unsaved_folder.glob("*.perceptron")) == [])


@pytest.mark.slow
def test_files_that_were_asked_for_come_first_without_a_question_and_the_points_wait(
    desk: Desk, tmp_path: Path
) -> None:
    crash(desk.unsaved_folder, "/somewhere/lesson.csv")
    paths = [tmp_path / f"{name}.csv" for name in "ab"]
    for path in paths:
        path.write_text("a,b,label\n1,2,1\n3,4,-1\n")
    window = desk.open(playlist=paths)
    assert window.document.path == paths[0]
    window.close()
    folder = desk.open(playlist=[tmp_path])
    assert folder.document.path == paths[0]
    folder.close()
    assert desk.answers.asked == []
    assert desk.open().document.dataset.same_as(_SURVIVORS)


@pytest.mark.slow
def test_points_that_a_crash_left_of_the_first_file_stand_in_its_place_in_the_playlist(
    desk: Desk, tmp_path: Path
) -> None:
    paths = [tmp_path / f"{name}.csv" for name in "ab"]
    for path in paths:
        path.write_text("a,b,label\n1,2,1\n3,4,-1\n")
    crash(desk.unsaved_folder, str(paths[0]))
    window = desk.open(playlist=paths)
    assert window.document.dataset.same_as(_SURVIVORS)
    assert window.document.path == paths[0]
    assert "not saved" in window.notice.text
    assert (window.playlist.paths, window.playlist.place) == (tuple(paths), 0)
    assert desk.answers.asked == []
    window.playlist.go(window.playlist.place + 1)
    assert desk.answers.asked == ["unsaved"]


@pytest.mark.slow
def test_a_folder_without_files_to_show_leaves_the_points_for_the_next_start(desk: Desk, tmp_path: Path) -> None:
    crash(desk.unsaved_folder)
    (tmp_path / "empty").mkdir()
    window = desk.open(playlist=[tmp_path / "empty"])
    assert "holds no file" in window.notice.text
    assert not window.document.modified
    window.close()
    assert desk.open().document.dataset.same_as(_SURVIVORS)


@pytest.mark.slow
def test_a_file_that_was_asked_for_comes_first_and_the_points_wait(desk: Desk, tmp_path: Path) -> None:
    crash(desk.unsaved_folder, "/somewhere/lesson.csv")
    other = tmp_path / "other.csv"
    other.write_text("a,b,label\n1,2,1\n3,4,-1\n")
    window = desk.open(LoadRequest(other))
    assert window.document.path == other
    window.close()
    assert desk.open().document.dataset.same_as(_SURVIVORS)
