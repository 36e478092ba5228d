"""A window to test with: its own settings and recovery folder, and answers to the questions it asks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QCursor, QGuiApplication
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from core.built_in import BUILT_IN
from core.files import Survey
from core.files.session import Session, write_session
from core.spec import RunSpec
from perceptron_gui.exports.offscreen import Subject
from perceptron_gui.exports.tasks import FilmStretch, PictureChoices
from perceptron_gui.files.loading import FileChoices, LoadRequest
from perceptron_gui.files.open_save import Dialogs
from perceptron_gui.files.settings import Settings
from perceptron_gui.look import latest_moves
from perceptron_gui.look.fields.question_dialog import QuestionDialog
from perceptron_gui.look.size import set_scale
from perceptron_gui.look.theme import LIGHT, Appearance, ThemeModel, apply_to_application
from perceptron_gui.model.player import Player
from perceptron_gui.program.application import lead_in_place_of
from perceptron_gui.window import main_window
from perceptron_gui.window.export import FilmDialog, WorksheetDialog
from perceptron_gui.window.main_window import MainWindow
from tests.gui.main_program import CommandLine

_HERE = Path(__file__).parent
_A_FRAME_MS = latest_moves.REST_MS
_AWAY = 10_000
POINTS = "height,weight,label\n1,2,1\n3,4,-1\n"
FIRST = next(data for data in BUILT_IN if data.name == "first_start")
CLOUDS = FIRST.dataset()
LESSON = Session(CLOUDS, RunSpec("voted", seed=3, order="shuffled", bias="radius"), 7, "Why", "It ends.\nWatch k.")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave all cases of a test of the window but its first to `make test-slow`: most of them open a window each."""
    seen = set()
    for item in items:
        test = item.nodeid.partition("[")[0]
        if test in seen and _HERE in item.path.parents:
            item.add_marker(pytest.mark.slow)
        seen.add(test)


class Answers(Dialogs):
    """Answers in place of a person, and which questions were asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.proposed: list[tuple[str, str]] = []
        self.to_open: Path | None = None
        self.to_save: Path | None = None
        self.about_unsaved = QMessageBox.StandardButton.Discard
        self.about_import: FileChoices | None = None
        self.about_replacing = True
        self.wants_it = True
        self.doubts: list[str] = []

    def path_to_open(self, folder: Path, kinds: str) -> Path | None:
        self.asked.append("open")
        return self.to_open

    def path_to_save(self, suggested: Path, kinds: str, title: str = "") -> Path | None:
        self.asked.append("save")
        self.proposed.append((suggested.name, title))
        return self.to_save

    def agrees(self, title: str, sentence: str) -> bool:
        self.asked.append("agree")
        return self.wants_it

    def unsaved(self, title: str) -> QMessageBox.StandardButton:
        self.asked.append("unsaved")
        return self.about_unsaved

    def may_replace(self, path: Path, why: str) -> bool:
        self.asked.append("replace")
        self.doubts.append(why)
        return self.about_replacing

    def choices(self, survey: Survey, request: LoadRequest) -> FileChoices | None:
        self.asked.append("import")
        return self.about_import


class Shots:
    """What a person chooses to be shown in a picture or a film, and in what size."""

    def __init__(self) -> None:
        self.shot: PictureChoices | None = PictureChoices(Subject.BOTH)
        self.stretch: FilmStretch | None = None
        self.seed: int | None = 0

    def answer(self, dialog: QuestionDialog[Any]) -> Any:
        """Answer a dialog of an export as this person would."""
        dialog.deleteLater()
        if isinstance(dialog, FilmDialog) and self.stretch is not None:
            dialog.first.setValue(self.stretch.first)
            dialog.last.setValue(self.stretch.last)
            dialog.speed.addItem("", self.stretch.speed)
            dialog.speed.setCurrentIndex(dialog.speed.count() - 1)
            dialog.most.setValue(self.stretch.most)
        return self.seed if isinstance(dialog, WorksheetDialog) else self.shot


@dataclass
class Desk:
    """Opens windows that share settings and recovery folder, as one user's do."""

    folder: Path
    qtbot: QtBot
    answers: Answers = field(default_factory=Answers)
    shots: Shots = field(default_factory=Shots)
    windows: list[MainWindow] = field(default_factory=list)

    @property
    def settings_file(self) -> Path:
        return self.folder / "settings.ini"

    @property
    def unsaved_folder(self) -> Path:
        return self.folder / "unsaved"

    def open(self, request: LoadRequest | None = None, playlist: Sequence[Path] = ()) -> MainWindow:
        """A window that has begun, shown, its first run ended."""
        theme = ThemeModel(Appearance.LIGHT)
        settings = Settings(self.settings_file)
        window = MainWindow(settings, theme, self.unsaved_folder, dialogs=self.answers)
        theme.setParent(window)
        window.parts.exports.ask = self.shots.answer
        window.files.lesson_asked.connect(partial(lead_in_place_of, window))
        self.windows.append(window)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(
                main_window, "BUILT_IN", (FIRST,)
            )  # The numbers of most tests are those of the twelve points.
            window.begin(request, playlist=playlist)
        window.show()
        self.settled(window)
        return window

    def settled(self, window: MainWindow) -> None:
        """Wait for the run that the last change asked for, and let the commands follow, as before the next event."""
        self.qtbot.waitUntil(lambda: not window.runner.running)
        window.actions_.ask()


@pytest.fixture(autouse=True)
def mouse_is_away(request: pytest.FixtureRequest) -> None:
    """Where an earlier test left the mouse a window would open under it, and think that someone is busy there."""
    if "qapp" in request.fixturenames:
        request.getfixturevalue("qapp")
        QCursor.setPos(_AWAY, _AWAY)


@pytest.fixture(autouse=True)
def usual_style(request: pytest.FixtureRequest) -> None:
    """Give widgets the letters and the sheet that they have in the program."""
    if "qapp" in request.fixturenames:
        application = request.getfixturevalue("qapp")
        if not application.styleSheet():
            apply_to_application(application, LIGHT)


@pytest.fixture(autouse=True)
def usual_size(request: pytest.FixtureRequest) -> Iterator[None]:
    """Draw the next test at 100 %, whatever size this one chose: the random user presses every key."""
    yield
    if "qapp" in request.fixturenames:
        set_scale(1.0)


@pytest.fixture(scope="session")
def still_desktop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The settings of a desktop that wants less motion."""
    folder = tmp_path_factory.mktemp("still")
    (folder / "gtk-3.0").mkdir()
    (folder / "gtk-3.0" / "settings.ini").write_text("[Settings]\ngtk-enable-animations=0\n", "utf-8")
    return folder


@pytest.fixture(autouse=True)
def steps_settle_at_once(still_desktop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test reads what a step shows right after it; a test of motion asks for motion."""
    monkeypatch.delenv("XDG_CURRENT_DESKTOP", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(still_desktop))


@pytest.fixture(autouse=True)
def every_move_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test's hand is quicker than a person's, and waits for what it did."""
    monkeypatch.setattr(latest_moves, "REST_MS", 0)


@pytest.fixture
def moves_wait_a_frame(every_move_is_answered: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """As they do in the program."""
    monkeypatch.setattr(latest_moves, "REST_MS", _A_FRAME_MS)


class PatientBot(QtBot):
    """Waits long, and keeps what it closes at the end: a widget that only the test knew would be gone before."""

    def __init__(self, request: pytest.FixtureRequest) -> None:
        super().__init__(request)
        self._kept: list[QWidget] = []

    def addWidget(self, widget: QWidget, *, before_close_func: Callable[[QWidget], None] | None = None) -> None:
        self._kept.append(widget)
        super().addWidget(widget, before_close_func=before_close_func)

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = 20_000) -> None:
        """Wait longer than usual: other tests keep the processors busy."""
        super().waitUntil(callback, timeout=timeout)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    return PatientBot(request)


@pytest.fixture
def player(qtbot: QtBot) -> Player:
    return Player()


@pytest.fixture
def theme(qtbot: QtBot) -> ThemeModel:
    return ThemeModel(Appearance.LIGHT)


@pytest.fixture
def desk(tmp_path: Path, qtbot: QtBot) -> Iterator[Desk]:
    made = Desk(tmp_path, qtbot)
    yield made
    made.answers.about_unsaved = QMessageBox.StandardButton.Discard
    for window in made.windows:
        window.close()
        window.deleteLater()
    # Qt's offscreen platform crashes as the process ends over a picture that was copied.
    QGuiApplication.clipboard().clear()


@pytest.fixture
def window(desk: Desk) -> MainWindow:
    return desk.open()


@pytest.fixture
def command_line(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> CommandLine:
    """`main.py`, called in the folder of the test."""
    monkeypatch.chdir(tmp_path)
    return CommandLine(qapp, capsys)


@pytest.fixture
def points(tmp_path: Path) -> Path:
    """A file of two points."""
    path = tmp_path / "points.csv"
    path.write_text(POINTS)
    return path


@pytest.fixture
def lesson(tmp_path: Path) -> Path:
    """A session file: LESSON."""
    path = tmp_path / "lesson.perceptron"
    write_session(LESSON, path)
    return path
