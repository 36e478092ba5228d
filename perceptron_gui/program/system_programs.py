"""Programs of the system, started without the libraries that the executable brings for itself."""

from __future__ import annotations

import os
import shutil
import subprocess

_LIBRARIES = "LD_LIBRARY_PATH"


def start(command: list[str]) -> subprocess.Popen[bytes] | None:
    """Start it, if it is there, without a word from it."""
    program = shutil.which(command[0])
    if program is None:
        return None
    environment = {name: value for name, value in os.environ.items() if name != _LIBRARIES}
    if (before := os.environ.get(f"{_LIBRARIES}_ORIG")) is not None:
        environment[_LIBRARIES] = before
    quiet = subprocess.DEVNULL
    return subprocess.Popen(
        [program, *command[1:]], env=environment, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True
    )


def succeeds(command: list[str], patience_s: float = 5.0) -> bool:
    """Whether it is there, and ends well before the patience does."""
    process = start(command)
    try:
        return process is not None and process.wait(patience_s) == 0
    except subprocess.TimeoutExpired:
        return False
