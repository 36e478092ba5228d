"""Scripts that run in a process of their own, because a process imports each module once."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.places import ROOT

_NOT_OFFSCREEN = re.compile(r"This plugin does not support (propagateSizeHints|raise|grabbing the keyboard).*\n")


def without_what_qt_lacks(errors: str) -> str:
    """Return what a program said, without what Qt prints once of each that it cannot do where there is no screen."""
    return _NOT_OFFSCREEN.sub("", errors)


def said_by(script: str, home: Path) -> Any:
    """Return what the script prints last, read as JSON. Fail where it warns or ends with an error."""
    environment = {"QT_QPA_PLATFORM": "offscreen", "HOME": str(home), "PYTHONPYCACHEPREFIX": str(home / "bytecode")}
    command = [sys.executable, "-W", "error", "-c", script]
    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (ended.returncode, without_what_qt_lacks(ended.stderr)) == (0, ""), ended.stderr
    return json.loads(ended.stdout.splitlines()[-1])
