"""Errors that nobody foresaw: told in the window, kept in a log, and the points are still there."""

from __future__ import annotations

import sys
import threading
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QObject, Qt, Signal, Slot

_Hook = Callable[[type[BaseException], BaseException, TracebackType | None], object]


class UnexpectedErrors(QObject):
    """Stands in for `sys.excepthook`. Any thread may fail; `happened` is heard in the thread this object lives in."""

    _caught = Signal(str)

    def __init__(self, log: Path, tell: Callable[[str], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._log = log
        self._tell = tell
        self._before: _Hook | None = None
        self._caught.connect(self._on_caught, Qt.ConnectionType.QueuedConnection)

    def install(self) -> None:
        """Catch what would end in a traceback on a console that nobody sees."""
        self._before, sys.excepthook = sys.excepthook, self._catch
        threading.excepthook = self._catch_in_thread

    def uninstall(self) -> None:
        if self._before is not None:
            sys.excepthook, self._before = self._before, None
            threading.excepthook = threading.__excepthook__

    def _catch(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if not issubclass(kind, Exception):  # somebody ends the program
            sys.__excepthook__(kind, error, trace)
            return
        text = "".join(traceback.format_exception(kind, error, trace))
        print(text, file=sys.stderr, end="")
        where = f"; the details are in {self._log}" if self._keep(text) else ""
        self._caught.emit(
            f"Something unexpected went wrong, your points are still here{where} ({kind.__name__}: {error})"
        )

    def _catch_in_thread(self, failure: threading.ExceptHookArgs) -> None:
        if failure.exc_value is not None:
            self._catch(failure.exc_type, failure.exc_value, failure.exc_traceback)

    def _keep(self, text: str) -> bool:
        try:
            self._log.parent.mkdir(parents=True, exist_ok=True)
            with self._log.open("a", encoding="utf-8") as log:
                log.write(f"{datetime.now(UTC).isoformat(timespec='seconds')}\n{text}\n")
        except OSError:
            return False
        return True

    @Slot(str)
    def _on_caught(self, sentence: str) -> None:
        self._tell(sentence)
