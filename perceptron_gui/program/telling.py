"""Says something to a person who sees neither a window of ours nor a terminal, with what other programs offer."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from html import escape

from perceptron_gui.program.system_programs import start, succeeds

_TITLE = "Perceptron"
_BY_BUS = (
    *("gdbus", "call", "--session", "--timeout", "5", "--dest", "org.freedesktop.Notifications"),
    *("--object-path", "/org/freedesktop/Notifications", "--method", "org.freedesktop.Notifications.Notify"),
)


def tell_beside(sentence: str) -> bool:
    """A notification of the desktop where that is possible, else a dialog; whether either was. Returns at once.

    To somebody at a terminal nothing is said: whoever calls this has said it there.
    """
    if sys.stderr is not None and sys.stderr.isatty():
        return False
    return any(map(succeeds, _notifications(sentence))) or any(map(_stays, _dialogs(sentence)))


def _notifications(sentence: str) -> Iterator[list[str]]:
    """Notifications are read as HTML."""
    sentence = escape(sentence, quote=False)
    yield ["notify-send", f"--app-name={_TITLE}", _TITLE, sentence]
    text = sentence.replace("\\", "\\\\").replace("'", "\\'")
    yield [*_BY_BUS, f"'{_TITLE}'", "0", "''", f"'{_TITLE}'", f"'{text}'", "[]", "{}", "-1"]


def _dialogs(sentence: str) -> Iterator[list[str]]:
    yield ["zenity", "--error", "--no-markup", f"--title={_TITLE}", f"--text={sentence}"]
    yield ["kdialog", "--title", _TITLE, "--error", f"<qt>{escape(sentence)}</qt>" if "<" in sentence else sentence]
    yield ["xmessage", "-center", "-title", _TITLE, sentence]


def _stays(command: list[str]) -> bool:
    """Whether it does, as a dialog that can be seen, or has been answered already."""
    process = start(command)
    try:
        return process is not None and process.wait(1) == 0
    except subprocess.TimeoutExpired:
        return True
