"""The program ends when it is told to, whatever is open; an error that nobody foresaw does not end it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from core import read_session
from tests.gui.program.a_program import without_what_qt_lacks
from tests.places import MAIN, ROOT

PATIENCE_S = 60.0
posix = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")

_ASKS = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QDialog
from perceptron_gui.model.document import editing
from perceptron_gui.program import application, command_line

class Asking(application.MainWindow):
    "Has a point that is not saved, and opens each dialog of the menus in the loop of the one before."

    def begin(self, *asked, **more):
        QTimer.singleShot(0, self.place)
        super().begin(*asked, **more)

    def place(self):
        editing.place(self.document, (5.0, 0.5), 1)
        asking = {name: each for name, each in self.actions_.by_name.items() if each.text().endswith("…")}
        del asking["generate_exam"]  # the dialog of "generate"
        self.questions = list(asking.values())
        self.ask()

    def ask(self):
        if self.questions:
            QTimer.singleShot(0, self.ask)
            self.questions.pop().trigger()
        else:
            widgets = QApplication.topLevelWidgets()
            print(sum(isinstance(each, QDialog) and each.isVisible() for each in widgets), flush=True)

application.MainWindow = Asking
sys.exit(command_line.main(sys.argv[1:]))
"""

_WRONG_CALL = """
import io, sys

class Output(io.StringIO):
    "Takes the line that tells of the first picture, and makes a wrong call of Qt in its place."

    def write(self, text):
        from PySide6.QtCore import QPointF, QTimer
        sys.stdout = sys.__stdout__
        QTimer.singleShot(200, end)
        QPointF("no number")

def end():
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication
    [window] = [each for each in QApplication.topLevelWidgets() if hasattr(each, "notice")]
    if not window.notice.text:  # The first wrong call takes long on a busy machine.
        QTimer.singleShot(50, end)
        return
    print(window.notice.text, flush=True)
    window.close()

sys.stdout = Output()
sys.argv = ["perceptron", "--exit-after-first-frame"]
from perceptron_gui.__main__ import main
sys.exit(main())
"""


def test_a_wrong_call_of_qt_before_any_other_becomes_a_notice(tmp_path: Path) -> None:
    """In a process of its own: PySide6 makes its messages ready at the first wrong call."""
    done = subprocess.run(
        [sys.executable, "-c", _WRONG_CALL],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "TypeError" in done.stderr
    assert done.stdout.startswith("Something unexpected went wrong. Your points are still here")


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """The environment of a person who has no screen, and no files yet."""
    return {"QT_QPA_PLATFORM": "offscreen", "HOME": str(tmp_path), "LANG": "C.UTF-8", "PYTHONPATH": str(ROOT)}


@pytest.fixture
def ambiguous(tmp_path: Path) -> Path:
    """A file of three classes: the window asks which of them to take."""
    path = tmp_path / "three.csv"
    path.write_text("a,b,label\n1,2,x\n3,4,y\n5,6,z\n")
    return path


def test_it_exits_after_the_first_frame_though_the_file_asks_a_question(
    environment: dict[str, str], ambiguous: Path
) -> None:
    command: list[str | Path] = [sys.executable, MAIN, ambiguous, "--exit-after-first-frame"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert (done.returncode, without_what_qt_lacks(done.stderr)) == (0, "")
    assert done.stdout.startswith("first frame after ")


@pytest.mark.slow
@posix
def test_sigterm_ends_it_under_any_number_of_dialogs_and_unsaved_work_is_kept(
    environment: dict[str, str], ambiguous: Path
) -> None:
    command: list[str | Path] = [sys.executable, "-c", _ASKS, ambiguous]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            assert int(process.stdout.readline()) > 10
            process.send_signal(signal.SIGTERM)
            _, errors = process.communicate(timeout=PATIENCE_S)
        finally:
            process.kill()
    assert (process.returncode, without_what_qt_lacks(errors)) == (128 + signal.SIGTERM, "")
    (kept,) = Path(environment["HOME"]).rglob("*.perceptron")
    assert read_session(kept).dataset.X[-1].tolist() == [5.0, 0.5]
