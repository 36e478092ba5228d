"""Errors that nobody foresaw: the window tells of them and goes on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.places import ROOT

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
    from PySide6.QtWidgets import QApplication
    [window] = [each for each in QApplication.topLevelWidgets() if hasattr(each, "notice")]
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
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "TypeError" in done.stderr
    assert done.stdout.startswith("Something unexpected went wrong. Your points are still here")
