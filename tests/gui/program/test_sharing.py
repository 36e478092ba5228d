"""What the threads share: set where the C library offers it, left alone where it does not."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QThreadPool
from pytestqt.qtbot import QtBot

from perceptron_gui.program import sharing
from tests.gui.program.a_program import said_by


@pytest.fixture(autouse=True)
def interval(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    before = sys.getswitchinterval()
    monkeypatch.setenv("QT_NO_GUI_THREADPOOL", "0")  # as it was comes back
    monkeypatch.delenv("QT_NO_GUI_THREADPOOL")
    yield
    sys.setswitchinterval(before)


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, tuple[int, ...], int]]:
    """What was asked of the C library, and in which thread."""
    calls: list[tuple[str, tuple[int, ...], int]] = []
    monkeypatch.setattr(
        sharing,
        "_of_glibc",
        lambda name: lambda *numbers: calls.append((name, numbers, threading.get_ident())),
    )
    return calls


def test_no_thread_holds_up_another_for_long_and_what_is_large_is_in_no_store_of_two(
    called: list[tuple[str, tuple[int, ...], int]],
) -> None:
    sharing.share()
    assert sys.getswitchinterval() <= 0.001
    asked = [(name, numbers) for name, numbers, _ in called]
    assert asked == [("mallopt", (-8, 2)), ("mallopt", (-3, 1 << 20)), ("mallopt", (-1, 1 << 24))]


_FILLS = """
import os
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter, QRegion
from perceptron_gui.program.sharing import share
share()
application, page = QGuiApplication([]), QImage(2000, 2000, QImage.Format.Format_ARGB32_Premultiplied)
before = len(os.listdir("/proc/self/task"))
with QPainter(page) as painter:
    painter.setClipRegion(QRegion(page.rect()).subtracted(QRegion(500, 500, 9, 9)))
    painter.fillRect(page.rect(), QColor(1, 2, 3, 99))
print(len(os.listdir("/proc/self/task")) - before)
"""
"""How many threads a picture has more than there were before."""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no file tells the threads")
def test_no_picture_waits_for_a_pool_of_threads() -> None:
    told = subprocess.run([sys.executable, "-c", _FILLS], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "0"


@pytest.mark.usefixtures("qapp")
def test_what_is_free_is_given_back_in_another_thread_until_its_owner_goes(
    called: list[tuple[str, tuple[int, ...], int]], monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr(sharing, "_GIVE_BACK_MS", 1)
    owner = QObject()
    sharing.give_back_while(owner)
    qtbot.waitUntil(lambda: len(called) > 1)
    with qtbot.waitSignal(owner.destroyed):
        owner.deleteLater()
    QThreadPool.globalInstance().waitForDone()
    made = len(called)
    qtbot.wait(20)
    assert len(called) == made
    assert {(name, numbers) for name, numbers, _ in called} == {("malloc_trim", (0,))}
    assert threading.main_thread().ident not in {thread for *_, thread in called}


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is no glibc")
def test_where_the_c_library_has_them_they_are_found() -> None:
    assert sharing._of_glibc("mallopt") is not None
    assert sharing._of_glibc("malloc_trim") is not None
    assert sharing._of_glibc("no_such_function") is None


_IMPORTED = """
import ctypes, gc, json, os
from pathlib import Path
{before}
from perceptron_gui.program.sharing import importing
with importing():
    paused = not gc.isenabled()
    import numpy
assert paused and gc.isenabled() and gc.get_freeze_count()
libraries = [str(each) for each in Path(numpy.__file__).parent.with_name("numpy.libs").glob("*openblas*")]
heard = [ctypes.CDLL(each).openblas_thread_timeout() for each in libraries]
print(json.dumps([os.environ.get("OPENBLAS_THREAD_TIMEOUT"), len(heard), heard]))
"""
_SAID = 'os.environ["OPENBLAS_THREAD_TIMEOUT"] = "9"'


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the library has another place or name")
@pytest.mark.parametrize(("before", "left", "patience"), [("", None, 4), (_SAID, "9", 9)])
def test_threads_of_numpy_soon_sleep_unless_the_environment_says_otherwise(
    before: str, left: str | None, patience: int, tmp_path: Path
) -> None:
    environment, there, heard = said_by(_IMPORTED.format(before=before), tmp_path)
    assert environment == left
    assert heard == [patience] * there


class Loop(QObject):
    """Kept by itself alone; writes down in which thread it goes."""

    def __init__(self, gone: list[int]) -> None:
        super().__init__()
        self.itself = self
        weakref.finalize(self, lambda: gone.append(threading.get_ident()))


@pytest.mark.usefixtures("qapp")
def test_what_only_cycles_keep_is_let_go_of_in_the_thread_of_the_window(
    monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr(sharing, "_LET_GO_MS", 1)
    gone: list[int] = []
    owner = QObject()
    sharing.let_go_here(owner)
    assert not gc.isenabled()
    Loop(gone)
    elsewhere = threading.Thread(target=lambda: [[n] for n in range(100_000)])
    elsewhere.start()
    elsewhere.join()
    assert gone == []
    filled = [[n] for n in range(100_000)]
    qtbot.waitUntil(lambda: bool(gone))
    assert filled
    assert gone == [threading.get_ident()]
    with qtbot.waitSignal(owner.destroyed):
        owner.deleteLater()
