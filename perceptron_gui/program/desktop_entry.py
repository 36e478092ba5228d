"""Puts the program into this person's menu, and has a double click on a session open it; and takes both back."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from core.errors import InputError
from core.files.disk.atomic import write_atomically
from core.files.disk.refusals import refusals
from core.resources import resource
from perceptron_gui.program.system_programs import succeeds

_ENTRY = Path("applications", "perceptron.desktop")
_KIND = Path("mime", "packages", "perceptron.xml")
_FILES = {
    _ENTRY: resource("desktop", "perceptron.desktop"),
    _KIND: resource("desktop", "perceptron.xml"),
    Path("icons", "hicolor", "scalable", "apps", "perceptron.svg"): resource("icons", "perceptron.svg"),
}
"""Where it goes, below the person's folder for data → where it is here."""
_SPECIAL = str.maketrans({character: f"\\{character}" for character in '"`$\\'} | {"%": "%%"})


def install() -> str:
    """Put everything in its place; what was done, in a sentence. Raises InputError."""
    folder = _folder()
    for place, source in _FILES.items():
        text = source.read_text("utf-8")
        if place == _ENTRY:
            text = text.replace("Exec=perceptron ", f"Exec={_quoted(_command())} ")
        with refusals(folder / place):
            (folder / place).parent.mkdir(parents=True, exist_ok=True)
        write_atomically(folder / place, text.encode())
    _tell_desktop(folder)
    return "Perceptron is in the menu now, and a double click opens a .perceptron file. --remove-desktop undoes that."


def remove() -> str:
    """Take back what `install` has put there; what was done, in a sentence. Raises InputError."""
    folder = _folder()
    for place in _FILES:
        with refusals(folder / place):
            (folder / place).unlink(missing_ok=True)
    _tell_desktop(folder)
    return "Perceptron is out of the menu."


def _folder(environment: Mapping[str, str] = os.environ) -> Path:
    if sys.platform != "linux":
        raise InputError("the menu is for the desktops of Linux; a file can be opened with Perceptron here, too")
    said = environment.get("XDG_DATA_HOME", "")
    return Path(said) if Path(said).is_absolute() else Path.home() / ".local" / "share"


def _command() -> list[str]:
    """What starts this program, wherever one is."""
    if getattr(sys, "frozen", False):
        return [sys.executable]
    started = Path(sys.argv[0]).absolute()
    return [str(started)] if os.access(started, os.X_OK) else [sys.executable, str(started)]


def _quoted(command: list[str]) -> str:
    """As the standard for such entries wants it: quoted, and what it takes for special escaped, twice for the file."""
    return " ".join(f'"{word.translate(_SPECIAL)}"' for word in command).replace("\\", "\\\\")


def _tell_desktop(folder: Path) -> None:
    """Say that files have come or gone, for each folder that is looked at."""
    for program, place in (("update-desktop-database", _ENTRY.parent), ("update-mime-database", _KIND.parent.parent)):
        if (folder / place).is_dir():
            succeeds([program, str(folder / place)], patience_s=60)
