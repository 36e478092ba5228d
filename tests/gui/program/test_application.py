"""What the application itself hears, whatever the window does."""

from __future__ import annotations

import subprocess
import sys

import pytest

from core import compiled
from perceptron_gui.program.application import tell_of_missing_loops
from tests.gui.conftest import Desk
from tests.places import ROOT

_ASKED = """
import os
from PySide6.QtCore import QUrl
from PySide6.QtGui import QFileOpenEvent
from perceptron_gui.program.application import make_application

application = make_application()
application.file_asked.connect(print)
application.sendEvent(application, QFileOpenEvent(QUrl.fromLocalFile("/tmp/lesson.perceptron")))
print(*sorted(name for name in os.listdir(os.environ["QT_QPA_FONTDIR"]) if name.startswith("Inter")))
"""


@pytest.mark.slow
def test_a_file_that_the_desktop_asks_for_is_heard_of_and_qt_is_told_where_fonts_are() -> None:
    """In a process of its own: there is one application in each."""
    done = subprocess.run(
        [sys.executable, "-c", _ASKED],
        cwd=ROOT,
        env={"QT_QPA_PLATFORM": "offscreen", "LANG": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["/tmp/lesson.perceptron", "Inter-Regular.otf Inter-SemiBold.otf"]


def test_missing_loops_in_c_are_told_of_at_the_first_start_only(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    window, another = desk.open(), desk.open()
    monkeypatch.setattr(compiled, "loops", lambda: None)
    monkeypatch.setenv("PERCEPTRON_PURE", "1")
    tell_of_missing_loops(window)
    assert not window.notice.isVisible()
    monkeypatch.delenv("PERCEPTRON_PURE")
    tell_of_missing_loops(window)
    assert "The loops in C are missing: all results are the same" in window.notice.text
    tell_of_missing_loops(another)
    assert not another.notice.isVisible()
