"""A program of its own, for what is done to the imports is done once a process."""

from __future__ import annotations

import dataclasses
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.places import ROOT

where_methods_can_be_put_off = pytest.mark.skipif(
    not hasattr(dataclasses, "_create_fn"),
    reason="from Python 3.13 on dataclasses compiles the methods of a class together: nothing is put off there",
)


def pythons() -> list[str]:
    """This one, and each of another version that is found and that the program may be installed for."""
    known = {sys.version.split()[0]: sys.executable}
    for name in ("/usr/bin/python3", *(f"python3.{minor}" for minor in range(11, 15))):
        if (path := shutil.which(name)) is not None:
            asked = [path, "-c", "import sys; assert sys.version_info >= (3, 11); print(sys.version.split()[0])"]
            answer = subprocess.run(asked, capture_output=True, text=True, check=False)
            if answer.returncode == 0:
                known.setdefault(answer.stdout.strip(), path)
    return list(known.values())


def said_by(script: str, home: Path, python: str = sys.executable) -> Any:
    """What it prints last, as JSON; it says nothing of an error, and its bytecode is written in `home`."""
    environment = {"QT_QPA_PLATFORM": "offscreen", "HOME": str(home), "PYTHONPYCACHEPREFIX": str(home / "bytecode")}
    environment["PYTHONHASHSEED"] = "0"  # two of them write a set in one order
    command = [python, "-W", "error", "-c", script]
    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, ""), ended.stderr
    return json.loads(ended.stdout.splitlines()[-1])
