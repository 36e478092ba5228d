"""The Linux desktop: an entry in the user's menu, and messages where there is neither a window nor a terminal."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path

from core.errors import InputError
from core.files.atomic import write_atomically
from core.files.disk import refusals
from core.resources import resource

_ENTRY = Path("applications", "perceptron.desktop")
_KIND = Path("mime", "packages", "perceptron.xml")
_FILES = {
    _ENTRY: resource("desktop", "perceptron.desktop"),
    _KIND: resource("desktop", "perceptron.xml"),
    Path("icons", "hicolor", "scalable", "apps", "perceptron.svg"): resource("icons", "perceptron.svg"),
}
"""Place below the user's data folder → the file of the program."""


def install() -> str:
    """Write the menu entry, the file type and the icon; return a sentence for the user. Raise InputError."""
    folder = _folder()
    for place, source in _FILES.items():
        text = source.read_text("utf-8")
        if place == _ENTRY:
            text = text.replace("Exec=perceptron ", f"Exec={_command()} ")
        with refusals(folder / place):
            (folder / place).parent.mkdir(parents=True, exist_ok=True)
        write_atomically(folder / place, text.encode())
    _tell_desktop(folder)
    return "Perceptron is in the menu now, and a double click opens a .perceptron file. --remove-desktop undoes that."


def remove() -> str:
    """Remove the files of `install`; return a sentence for the user. Raise InputError."""
    folder = _folder()
    for place in _FILES:
        with refusals(folder / place):
            (folder / place).unlink(missing_ok=True)
    _tell_desktop(folder)
    return "Perceptron was removed from the menu."


def _folder() -> Path:
    if sys.platform != "linux":
        raise InputError("only Linux desktops have this menu; choose Perceptron in “Open with” here")
    said = os.environ.get("XDG_DATA_HOME", "")
    return Path(said) if Path(said).is_absolute() else Path.home() / ".local" / "share"


def _command() -> str:
    """Return the command that starts this program, quoted and escaped twice as the Desktop Entry standard demands."""
    started = Path(sys.argv[0]).absolute()
    words = [str(started)] if os.access(started, os.X_OK) else [sys.executable, str(started)]
    if getattr(sys, "frozen", False):
        words = [sys.executable]
    special = str.maketrans({character: f"\\{character}" for character in '"`$\\'} | {"%": "%%"})
    return " ".join(f'"{word.translate(special)}"' for word in words).replace("\\", "\\\\")


def _tell_desktop(folder: Path) -> None:
    for program, place in (("update-desktop-database", _ENTRY.parent), ("update-mime-database", _KIND.parent.parent)):
        if (folder / place).is_dir():
            _exit_code([program, str(folder / place)], patience_s=60)


def tell_beside(sentence: str) -> bool:
    """Show a notification, else a dialog, without waiting; return whether one was shown: none at a terminal."""
    if sys.stderr is not None and sys.stderr.isatty():
        return False
    told = any(_exit_code(command, 5) == 0 for command in _notifications(sentence))
    return told or any(_exit_code(command, 1) in (0, None) for command in _dialogs(sentence))


def _notifications(sentence: str) -> Iterator[list[str]]:
    """Yield commands that show a notification. Desktops read the text as HTML, so it is escaped."""
    sentence = escape(sentence, quote=False)
    yield ["notify-send", "--app-name=Perceptron", "Perceptron", sentence]
    text = sentence.replace("\\", "\\\\").replace("'", "\\'")
    by_bus = "gdbus call --session --timeout 5 --dest org.freedesktop.Notifications"
    method = "--object-path /org/freedesktop/Notifications --method org.freedesktop.Notifications.Notify"
    arguments = ["'Perceptron'", "0", "''", "'Perceptron'", f"'{text}'", "[]", "{}", "-1"]
    yield [*by_bus.split(), *method.split(), *arguments]


def _dialogs(sentence: str) -> Iterator[list[str]]:
    yield ["zenity", "--error", "--no-markup", "--title=Perceptron", f"--text={sentence}"]
    # kdialog reads a text with "<" as HTML, so such a text is escaped and marked as HTML.
    plain = f"<qt>{escape(sentence)}</qt>" if "<" in sentence else sentence
    yield ["kdialog", "--title", "Perceptron", "--error", plain]
    yield ["xmessage", "-center", "-title", "Perceptron", sentence]


def _exit_code(command: list[str], patience_s: float) -> int | None:
    """Start a program of the system silently; return its exit code, None if it still runs, 127 if there is none.

    The program gets the system's libraries: those of our executable could be too old or too new for it.
    """
    program = shutil.which(command[0])
    if program is None:
        return 127
    environment = {name: value for name, value in os.environ.items() if name != "LD_LIBRARY_PATH"}
    if (before := os.environ.get("LD_LIBRARY_PATH_ORIG")) is not None:
        environment["LD_LIBRARY_PATH"] = before
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(
        [program, *command[1:]], env=environment, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True
    )
    try:
        return process.wait(patience_s)
    except subprocess.TimeoutExpired:
        return None
