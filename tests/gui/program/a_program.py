"""Scripts that run in a process of their own, because a process imports each module once."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.places import ROOT

NO_WINDOW_MANAGER = "This plugin does not support propagateSizeHints()\n"
"""What Qt prints once where there is no screen, when a window that is shown gets another least size."""


def said_by(script: str, home: Path) -> Any:
    """Return what the script prints last, read as JSON. Fail where it warns or ends with an error."""
    environment = {"QT_QPA_PLATFORM": "offscreen", "HOME": str(home), "PYTHONPYCACHEPREFIX": str(home / "bytecode")}
    command = [sys.executable, "-W", "error", "-c", script]
    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr.replace(NO_WINDOW_MANAGER, "")) == (0, ""), ended.stderr
    return json.loads(ended.stdout.splitlines()[-1])
