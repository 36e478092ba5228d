"""What every test stands on: no screen, no settings of the person who runs them, and nothing left running behind."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSettings, QThread, QTimer
from shiboken6 import isValid

# A window of an end-to-end test belongs to a program of its own, which is told its screen when it is started.
os.environ["QT_QPA_PLATFORM"] = os.environ.get("TESTS_QT_PLATFORM", "offscreen")
os.environ.setdefault("QT_QPA_FONTDIR", str(Path(__file__).parents[1] / "resources" / "fonts"))  # as the program does

# Who starts the tests may ignore what a program is ended with, as a shell does for what is in the background; a program
# that a test starts would inherit that.
if sys.platform != "win32":
    for number, usual in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, usual)

# The same examples everywhere; many of them where `make test-slow` asks for that.
settings.register_profile("thorough", derandomize=True, deadline=None, max_examples=20)
settings.register_profile("quick", settings.get_profile("thorough"), max_examples=6)
settings.load_profile("quick")

_FOLDERS = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
_LONGEST_NAME = 200
_MANY = 50_000
"""Objects that may wait to be let go of."""


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """A parameter of a million letters is named by its length: a test's name goes from process to process."""
    if isinstance(val, (str, bytes)) and len(val) > _LONGEST_NAME:
        return f"{argname} of {len(val)}"
    return None


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Folders of which there is none yet: pytest looks through all that it has made before it makes another."""
    folder = tmp_path_factory.mktemp("homes")
    return (folder / str(number) for number in count())


@pytest.fixture(autouse=True)
def own_folders(homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fresh folder in place of those where settings, recent files and rescued work are kept."""
    home = next(homes)
    home.mkdir()
    for name in _FOLDERS:
        monkeypatch.setenv(name, str(home / name.lower()))
    for kind in (QSettings.Format.NativeFormat, QSettings.Format.IniFormat):
        QSettings.setPath(kind, QSettings.Scope.UserScope, str(home / "settings"))
    return home


@pytest.fixture(autouse=True, scope="module")
def what_is_there_stays() -> None:
    """What is alive between two modules (the tests themselves, most of it) is not looked through after every test."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def let_go_of_here(request: pytest.FixtureRequest) -> Iterator[None]:
    """What only cycles keep goes in this thread alone, as in the program; see `perceptron_gui.program.sharing`."""
    if "qapp" not in request.fixturenames:
        yield
        return
    gc.disable()
    yield
    if gc.get_count()[0] > _MANY:
        gc.collect()
    gc.enable()


@pytest.fixture(autouse=True)
def nothing_left_running(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fails a test that leaves a thread or a ticking timer behind: the next test would pay for it."""
    before = set(threading.enumerate())
    yield
    left = [thread.name for thread in set(threading.enumerate()) - before if thread.is_alive() and not _is_qts(thread)]
    if "qapp" in request.fixturenames:
        left += _left_in_qt()
    assert not left, f"still running after the test: {', '.join(left)}; stop it or close what owns it"


def _is_qts(thread: threading.Thread) -> bool:
    """Python has a stand-in for a thread of Qt that asked for itself, and is never told of its end: Qt is asked."""
    # Without it each test that Qt worked for in a thread of its pool would fail.
    return isinstance(thread, threading._DummyThread)


def _left_in_qt() -> list[str]:
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    running = _running()
    if running:
        # What only a cycle of references keeps alive is not the test's fault.
        del running
        gc.collect()
        running = _running()
    return [f"{type(thing).__name__} of {type(thing.parent()).__name__}" for thing in running]


def _running() -> list[QObject]:
    kinds = {*_derived(QThread), *_derived(QTimer)}
    return [thing for thing in gc.get_objects() if type(thing) in kinds and isValid(thing) and _is_running(thing)]


def _derived(kind: type[QObject]) -> Iterator[type[QObject]]:
    """The class, and those that are derived from it."""
    yield kind
    for other in kind.__subclasses__():
        yield from _derived(other)


def _is_running(thing: QThread | QTimer) -> bool:
    if isinstance(thing, QTimer):
        return thing.isActive()
    return thing.isRunning() and thing is not QThread.currentThread()
