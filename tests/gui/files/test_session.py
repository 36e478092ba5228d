"""A lesson in one file: what was seen when it was saved is seen when it is opened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QSize, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage
from PySide6.QtWidgets import QApplication, QMessageBox, QProgressDialog
from pytestqt.qtbot import QtBot

from core import files
from core.datasets.dataset import Dataset
from core.files.session import Session, read_session, write_session
from core.plane.projections import Pair
from core.run import train
from core.spec import RunSpec
from perceptron_gui.files.loading import FileChoices, FileWork, LoadOutcome, LoadRequest, load_outcome
from perceptron_gui.look.card import Severity
from perceptron_gui.model.document import editing
from perceptron_gui.model.document.commands import SessionNotes
from perceptron_gui.model.player import Granularity
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import CLOUDS, LESSON, Desk
from tests.gui.hands import save_as, written_on
from tests.partly_slow import partly_slow

XOR = Dataset([[0, 0], [1, 1], [0, 1], [1, 0]], [1, 1, -1, -1])


def pictures(window: MainWindow) -> list[QImage]:
    """Canvas and panel, once all that comes late is there."""
    window.canvas.stage.glide.finish()
    window.canvas.stage.classifier.finish()
    window.canvas.words.placer.forget()  # Labels keep the side on which they stood before.
    window.canvas.words.redraw()
    return [widget.grab().toImage() for widget in (window.canvas, window.panel)]


def seen(window: MainWindow) -> int:
    assert window.player.state is not None
    return window.player.state.example


def shows(window: MainWindow, qtbot: QtBot, example: int) -> None:
    """Wait for the playhead."""
    qtbot.waitUntil(lambda: window.player.state is not None and seen(window) == example)


@partly_slow(
    "spec",
    [RunSpec("voted", order="shuffled", seed=5), RunSpec("averaged", bias=0)],
    [RunSpec(), RunSpec("kernel", gamma=0.5)],
)
def test_a_session_opens_to_the_same_picture(desk: Desk, tmp_path: Path, qtbot: QtBot, spec: RunSpec) -> None:
    window = desk.open()
    window.resize(1200, 760)
    window.document.set_spec(spec)
    desk.settled(window)
    window.player.set_granularity(Granularity.EXAMPLE)
    window.actions_["equal_scales"].setChecked(False)
    window.canvas.view.zoom(1.4)
    window.canvas.set_layer_visible("region", visible=False)
    window.player.go_to_example(window.player.extent // 2 + 1)
    editing.place(window.document, (0.25, 0.75), 1)
    desk.settled(window)
    path = tmp_path / "lesson.perceptron"
    save_as(desk, window, path)
    example = seen(window)
    assert example > 0

    other = Desk(tmp_path / "elsewhere", qtbot, desk.answers)
    other.folder.mkdir()
    again = other.open()
    again.resize(1200, 760)
    again.files.open_path(path)
    desk.windows.append(again)
    desk.settled(again)
    shows(again, qtbot, example)
    assert again.document.spec == spec
    assert again.player.granularity is Granularity.EXAMPLE
    assert not again.actions_["equal_scales"].isChecked()
    assert not again.isWindowModified()
    qtbot.waitUntil(lambda: pictures(window) == pictures(again))
    assert pictures(again) == pictures(again), "nothing moves any more"


def test_what_was_done_to_the_points_is_still_told(desk: Desk, window: MainWindow, tmp_path: Path) -> None:
    window.actions_["standardise"].trigger()
    told = window.document.remarks
    assert told
    save_as(desk, window, tmp_path / "lesson.perceptron")
    assert desk.open(LoadRequest(tmp_path / "lesson.perceptron")).document.remarks == told


def test_a_playhead_between_two_updates_is_where_it_was(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    history = train(CLOUDS, RunSpec()).history
    quiet = next(t for t in range(1, history.examples) if history.example_of(history.at_example(t).update) != t)
    path = tmp_path / "lesson.perceptron"
    write_session(Session(CLOUDS, RunSpec(), quiet), path)
    window = desk.open(LoadRequest(path))
    shows(window, qtbot, quiet)
    assert window.player.granularity is Granularity.UPDATE


def test_a_window_of_another_size_shows_at_least_the_same_part(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    window = desk.open()
    window.resize(QSize(1400, 800))
    window.canvas.view.zoom(3.0)
    path = tmp_path / "lesson.perceptron"
    save_as(desk, window, path)
    part = window.canvas.stage.viewport
    window.resize(QSize(980, 620))
    window.files.open_path(path)
    qtbot.waitUntil(lambda: window.canvas.stage.viewport.width < part.width)
    view = window.canvas.stage.viewport
    assert (view.cx, view.cy) == (part.cx, part.cy)
    slack = 1e-9 * part.ux * part.width
    assert view.x_range[0] <= part.x_range[0] + slack
    assert view.x_range[1] >= part.x_range[1] - slack
    assert view.y_range[0] <= part.y_range[0] + slack
    assert view.y_range[1] >= part.y_range[1] - slack


def test_a_place_beyond_the_pause_of_an_endless_run_is_gone_to(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "lesson.perceptron"
    write_session(Session(XOR, RunSpec(max_epochs=1000), 3001), path)
    window = desk.open(LoadRequest(path))
    shows(window, qtbot, 3001)


def test_a_place_that_the_run_does_not_have_is_its_end(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    run = train(CLOUDS, RunSpec())
    path = tmp_path / "lesson.perceptron"
    write_session(Session(CLOUDS, RunSpec(), 10**40), path)
    window = desk.open(LoadRequest(path))
    shows(window, qtbot, run.history.examples)
    assert window.player.awaited == 0


def test_a_session_is_opened_by_suffix_by_content_and_by_drop(
    desk: Desk, window: MainWindow, lesson: Path, tmp_path: Path
) -> None:
    plain = tmp_path / "lesson.txt"
    plain.write_bytes(lesson.read_bytes())
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(lesson))])
    rest = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    for event in (QDragEnterEvent(QPoint(300, 300), *rest), QDropEvent(QPointF(300, 300), *rest)):
        QApplication.sendEvent(window, event)
    assert window.document.path == lesson
    assert window.document.spec == LESSON.spec
    assert written_on(window) == SessionNotes(LESSON.title, LESSON.text)
    window.files.open_path(plain)
    assert window.document.path == plain
    assert list(window.settings.recent_files) == [plain, lesson]
    editing.place(window.document, (9.0, 9.0), 1)
    window.actions_["save"].trigger()
    assert read_session(plain).dataset.n == CLOUDS.n + 1, "what was a session stays one"
    save_as(desk, window, tmp_path / "points.csv")
    assert files.load(tmp_path / "points.csv").n == CLOUDS.n + 1
    assert not window.document.whole


def test_options_of_a_session_are_work_and_the_playhead_is_not(desk: Desk, lesson: Path, qtbot: QtBot) -> None:
    window = desk.open(LoadRequest(lesson))
    shows(window, qtbot, LESSON.example)
    window.player.step_forward()
    window.player.set_speed(17.0)
    assert not window.isWindowModified()
    window.document.set_spec(replace(LESSON.spec, seed=4))
    assert window.isWindowModified()
    desk.answers.about_unsaved = QMessageBox.StandardButton.Cancel
    assert not window.close()
    window.document.set_spec(LESSON.spec)
    assert not window.isWindowModified()
    window.document.set_spec(replace(LESSON.spec, seed=4))
    desk.answers.about_unsaved = QMessageBox.StandardButton.Save
    assert window.close()
    kept = read_session(lesson)
    assert kept.spec.seed == 4
    assert kept.example == seen(window)
    assert kept.view["speed"] == 17.0


def test_options_of_a_file_of_points_are_no_work(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    files.write(CLOUDS, path)
    window = desk.open(LoadRequest(path))
    window.document.set_spec(RunSpec("voted"))
    assert not window.isWindowModified()


def test_what_a_file_of_points_leaves_out_is_told_once(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    files.write(CLOUDS, path)
    window = desk.open(LoadRequest(path))
    editing.place(window.document, (9.0, 9.0), 1)
    window.actions_["save"].trigger()
    assert not window.notice.isVisible(), "nothing is left out"
    window.document.set_spec(RunSpec("voted"))
    window.actions_["save"].trigger()
    assert window.notice.text == "points.csv holds the points; the options are kept in a session file only"
    window.notice.close_notice()
    window.actions_["save"].trigger()
    assert not window.notice.isVisible(), "it was said"
    window.document.set_spec(RunSpec("averaged"))
    window.actions_["save"].trigger()
    desk.answers.to_save = tmp_path / "lesson.perceptron"
    window.notice.accept()
    assert window.document.path == tmp_path / "lesson.perceptron"
    assert read_session(desk.answers.to_save).spec.learner == "averaged"


def test_keys_of_the_view_that_are_not_known_survive(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "lesson.perceptron"
    guesses = {"tally": [3, 5], "of": {"deeper": None}}
    write_session(replace(LESSON, view={"predictions": guesses, "speed": 9.0}), path)
    window = desk.open(LoadRequest(path))
    window.document.set_spec(RunSpec())
    window.actions_["save"].trigger()
    view = read_session(path).view
    assert view["predictions"] == guesses
    assert view["speed"] == 9.0
    window.actions_["new"].trigger()
    save_as(desk, window, tmp_path / "empty.perceptron")
    assert "predictions" not in read_session(tmp_path / "empty.perceptron").view


PLANE = {"middle": [0.0, 0.0], "unit": [0.01, 0.01], "size": [800.0, 600.0]}


_ODD: tuple[object, ...] = (None, [], {}, "odd", -1, 10**400, [1, 2, 3], {"region": 1, "middle": [1]})
_NO_PLANES = (
    {**PLANE, "unit": [0.0, 0.01]},
    {**PLANE, "unit": [1e99, 1e99]},
    {**PLANE, "middle": [1e200, 0]},
    {**PLANE, "middle": [1e9, 0], "unit": [1e-9, 1e-9]},
    {**PLANE, "size": [0, 600]},
)


_KEPT = ("speed", "step", "panel", "panel_width", "tween", "layers", "plane", "side_panel", "selected", "choices")


def test_a_view_that_cannot_be_is_left_aside(window: MainWindow) -> None:
    views: list[dict[str, Any]] = [
        *({"plane": plane} for plane in _NO_PLANES),
        *({name: odd} for name in _KEPT for odd in _ODD),
    ]
    for wrong in views:
        before = window.sessions.present().view
        window.sessions.show(replace(LESSON, view=wrong))
        after = window.sessions.present().view
        assert {**after, **wrong, "speed": after["speed"]} == {**before, **wrong, "speed": after["speed"]}, wrong
        assert 0.5 <= window.player.speed <= 50_000
        assert window.canvas.stage.viewport.possible


def test_a_lesson_does_not_change_the_settings_of_who_opens_it(desk: Desk, tmp_path: Path) -> None:
    teacher = desk.open()
    for name in ("equal_scales", "side_panel"):
        teacher.actions_[name].setChecked(False)
    teacher.actions_["motion_off"].trigger()
    teacher.player.set_speed(99.0)
    path = tmp_path / "lesson.perceptron"
    save_as(desk, teacher, path)
    for name in ("equal_scales", "side_panel"):
        teacher.actions_[name].setChecked(True)
    teacher.actions_["motion_on"].trigger()
    teacher.player.set_speed(2.0)
    teacher.files.open_path(path)
    assert teacher.player.speed == 99.0
    assert not teacher.panel.isVisible()
    assert teacher.actions_["motion_off"].isChecked()
    assert not teacher.canvas.tweened
    teacher.close()
    window = desk.open()
    assert window.player.speed == 2.0
    assert all(window.actions_[name].isChecked() for name in ("equal_scales", "motion_on", "side_panel"))


UNREADABLE: dict[Callable[[str], str], str] = {
    lambda text: text.replace('"version": 1', '"version": 2'): "newer version of this program",
    lambda text: text[: len(text) // 2]: "write JSON",
    lambda text: text.replace('"voted"', '"odd"'): "'odd' is not a learner",
    lambda text: text.replace('"example": 7', '"example": -7'): "write a whole number from 0",
    lambda text: text.replace('"view": {}', '"view": {"far": 1e999}'): "write a finite one",
}


def test_a_session_that_cannot_be_read_is_one_sentence_and_changes_nothing(window: MainWindow, lesson: Path) -> None:
    text = lesson.read_text("utf-8")
    before, view = window.document.dataset, window.canvas.stage.viewport
    for change, words in UNREADABLE.items():
        assert change(text) != text
        lesson.write_text(change(text), "utf-8")
        window.files.open_path(lesson)
        assert window.notice.severity is Severity.ERROR
        assert words in window.notice.text
        assert "\n" not in window.notice.text
        assert window.document.dataset is before
        assert window.document.spec == RunSpec()
        assert window.document.path is None
        now = window.canvas.stage.viewport
        assert (now.cx, now.cy, now.ux, now.uy) == (view.cx, view.cy, view.ux, view.uy)


def test_a_session_keeps_which_features_are_seen(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "three.perceptron"
    write_session(Session(Dataset(np.eye(3), [1, -1, 1]), RunSpec()), path)
    window = desk.open(LoadRequest(path))
    window.document.set_view_choice(Pair(0, 2))
    window.files.save()
    again = desk.open(LoadRequest(path))
    assert again.document.view_choice == Pair(0, 2)
    assert again.canvas.stage.points.tolist() == [[1.0, 0.0], [0.0, 0.0], [0.0, 1.0]]


def test_a_large_session_is_read_beside_and_can_be_left(desk: Desk, window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "large.perceptron"
    X = np.random.default_rng(0).normal(size=(20_000, 2))
    write_session(Session(Dataset(X, np.where(X[:, 0] > 0, 1, -1)), RunSpec()), path)
    reader = FileWork(window, "Reading", load_outcome)
    reader.large_bytes = 1
    heard: list[LoadOutcome] = []
    reader.finished.connect(heard.append)
    reader.begin(LoadRequest(path), path)
    window.findChildren(QProgressDialog)[0].cancel()
    reader.shut_down()
    desk.qtbot.wait(20)
    assert heard == []
    reader.begin(LoadRequest(path), path)
    desk.qtbot.waitUntil(lambda: bool(heard))
    assert heard[0].session is not None
    assert heard[0].session.dataset.X.tolist() == X.tolist()
    reader.shut_down()


def test_what_the_command_line_says_of_the_run_wins_over_the_file(desk: Desk, lesson: Path) -> None:
    window = desk.open(LoadRequest(lesson, options={"learner": "averaged", "seed": 9}))
    assert window.document.spec == replace(LESSON.spec, learner="averaged", seed=9)


def test_a_session_has_its_classes_and_features(desk: Desk, lesson: Path) -> None:
    window = desk.open(LoadRequest(lesson, FileChoices("x")))
    assert "--positive is not expected with it" in window.notice.text
    assert window.document.path is None


@pytest.mark.slow
def test_a_file_that_changes_is_noticed_though_nobody_uses_the_window(desk: Desk, lesson: Path, qtbot: QtBot) -> None:
    window = desk.open(LoadRequest(lesson))
    for number in range(2):
        write_session(replace(LESSON, title=f"Changed {number}"), lesson)
        qtbot.waitUntil(window.notice.isVisible)
        assert "was changed by another program" in window.notice.text
        window.notice.close_notice()
    write_session(replace(LESSON, title="Changed"), lesson)
    qtbot.waitUntil(window.notice.isVisible)
    window.notice.accept()
    assert window.document.notes.title == "Changed"


def test_a_crash_loses_neither_learner_nor_playhead_nor_view(desk: Desk, lesson: Path, qtbot: QtBot) -> None:
    window = desk.open(LoadRequest(lesson))
    editing.place(window.document, (9.0, 9.0), 1)
    window.document.set_spec(RunSpec("pocket", seed=8))
    desk.settled(window)
    window.player.go_to_example(3)
    window.canvas.set_layer_visible("region", visible=False)
    window.leave()
    again = desk.open(LoadRequest(lesson))
    shows(again, qtbot, 3)
    assert again.document.spec == RunSpec("pocket", seed=8)
    assert again.document.dataset.n == CLOUDS.n + 1
    assert not again.canvas.layers["region"].visible
    assert written_on(again) == SessionNotes(LESSON.title, LESSON.text)
    assert again.document.path == lesson
    assert again.document.modified
    again.actions_["save"].trigger()
    assert read_session(lesson).spec == RunSpec("pocket", seed=8), "it is still a session"
    assert not again.document.modified


def test_options_alone_are_kept_for_after_a_crash(desk: Desk, lesson: Path) -> None:
    window = desk.open(LoadRequest(lesson))
    window.document.set_spec(RunSpec("pocket", seed=8))
    window.leave()
    assert desk.open().document.spec == RunSpec("pocket", seed=8)
