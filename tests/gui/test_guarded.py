"""An error of ours in a method that Qt calls is told once, and the window lives on."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest
import shiboken6
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

import perceptron_gui
from perceptron_gui.canvas.layers import LAYERS
from perceptron_gui.canvas.layers.boundary import BoundaryLayer
from perceptron_gui.guarded import ANSWERS, Guarded
from perceptron_gui.program.application import UnexpectedErrors
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk

NULLABLE = {
    *("None", "Any", "object", "str | None", "str | QFont | None", "_Found", "QWidget", "QMimeData"),
    "QIconEngine",  # Only of `clone`, which makes an engine with the same two values.
}
"""Types that an override returns where Qt can live with None."""


def ours() -> Iterator[type]:
    """Yield the classes of the window that derive from one of Qt."""
    for info in pkgutil.walk_packages(perceptron_gui.__path__, "perceptron_gui."):
        if not info.name.endswith("__main__"):
            for found in vars(importlib.import_module(info.name)).values():
                if isinstance(found, type) and found.__module__ == info.name and issubclass(found, shiboken6.Object):
                    yield found


def overrides(cls: type) -> dict[str, FunctionType]:
    """Return the methods of a class that a base outside the window has, too."""
    bases = [base for base in cls.__mro__ if not base.__module__.startswith("perceptron_gui")]
    return {
        name: method
        for name, method in vars(cls).items()
        if isinstance(method, FunctionType) and not name.startswith("__") and any(name in vars(base) for base in bases)
    }


OVERRIDING = {f"{cls.__module__}.{cls.__qualname__}": cls for cls in ours() if overrides(cls)}
SEEN = ("Canvas", "ToolView", "RichText", "FlatModel", "MainWindow")
ALONE = [name for name in OVERRIDING if name.endswith(SEEN)]
OTHERS = [name for name in OVERRIDING if name not in ALONE]
FAILING = ("region", "points", "boundary", "words")


@pytest.mark.parametrize("name", OVERRIDING)
def test_every_override_of_a_method_of_qt_is_guarded_and_has_an_answer(name: str) -> None:
    for method in overrides(OVERRIDING[name]).values():
        assert hasattr(method, "__wrapped__"), method
        assert method.__annotations__["return"] in {*ANSWERS, *NULLABLE}, method


class Told:
    """What a person is told, and what was planted to be told."""

    def __init__(self, log: Path) -> None:
        self.sentences: list[str] = []
        self.raised: dict[int, object] = {}
        """The objects for which something raised, kept alive so that none gets the number of another."""
        self.errors = UnexpectedErrors(log, self.sentences.append)

    def broken(self, name: str) -> Callable[..., Any]:
        """Return a method that raises, noting for which object."""

        def fail(broken: Any, *_: Any) -> Any:
            self.raised[id(broken)] = broken
            raise RuntimeError(f"planted in {name}")

        return fail

    def settle(self) -> list[str]:
        """Return what was told since the last call."""
        QApplication.processEvents()
        told, self.sentences[:] = list(self.sentences), []
        return told


@pytest.fixture
def told(window: MainWindow, tmp_path: Path) -> Iterator[Told]:
    told = Told(tmp_path / "errors.log")
    yield told
    told.errors.uninstall()


def use(window: MainWindow) -> None:
    """Resize the window, step, turn the tabs and take pictures, so that one error meets another override."""
    for turn in range(window.panel.count()):
        window.resize(QSize(1000 + 37 * turn % 200, 640 + 23 * turn))
        window.panel.setCurrentIndex(turn)
        window.player.step_forward()
        QApplication.processEvents()
        window.grab()


@pytest.mark.parametrize(
    "name",
    [name if name in FAILING else pytest.param(name, marks=pytest.mark.slow) for name in (*LAYERS, "words")],
)
def test_a_layer_that_fails_is_left_out_until_the_next_run_and_the_rest_is_drawn(
    desk: Desk, window: MainWindow, told: Told, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    canvas = window.canvas
    layer = canvas.words if name == "words" else canvas.layers[name]
    if name != "words":
        canvas.set_layer_visible(name, True)
    with monkeypatch.context() as planted:
        planted.setattr(type(layer), "applies", True)
        for question in ("draw", "words", "hit", "kept"):
            planted.setattr(type(layer), question, told.broken(question))
        use(window)
        sentences = told.settle()
        assert len(sentences) == 1
        assert f"“{layer.title}” is left out until the next run." in sentences[0]
        assert layer.failed
    failed = [other for other in window.canvas.view.layers if other.failed]
    assert failed == [layer]
    window.document.set_spec(replace(window.document.spec, seed=5))
    desk.settled(window)
    assert not layer.failed


@pytest.mark.qt_log_ignore("invalid index range", "invalid span")  # of a table whose model counts no row
@pytest.mark.parametrize("names", [*([name] for name in ALONE), *(OTHERS[place::25] for place in range(25))])
def test_classes_whose_overrides_all_fail_are_told_once_for_each_object(
    window: MainWindow, told: Told, monkeypatch: pytest.MonkeyPatch, names: list[str]
) -> None:
    with monkeypatch.context() as planted:
        for override, method in (each for name in names for each in overrides(OVERRIDING[name]).items()):
            # Behind the door, because PySide6 keeps the method that it has found on the class.
            door = dict(zip(method.__code__.co_freevars, method.__closure__ or (), strict=True))["method"]
            planted.setattr(door, "cell_contents", told.broken(override))
        use(window)
    assert len(told.settle()) == len(told.raised)
    assert window.isVisible()
    use(window)
    assert told.settle() == []


def test_a_guarded_method_reports_an_error_once_and_another_line_again(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Hinted(Guarded, QWidget):
        faults = 0

        def sizeHint(self) -> QSize:
            self.faults += 1
            if self.faults < 3:
                raise ValueError("one")
            raise KeyError("two")

    caught: list[type] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, trace: caught.append(kind))
    hinted = Hinted()
    qtbot.addWidget(hinted)
    assert [hinted.sizeHint() for _ in range(4)] == [QSize()] * 4
    assert caught == [ValueError, KeyError]


@pytest.mark.slow
def test_the_window_lives_while_the_boundary_fails_in_every_paint_of_three_hundred(
    desk: Desk, window: MainWindow, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    def draw(*_: object) -> None:
        raise RuntimeError("an error in a paint")

    monkeypatch.setattr(BoundaryLayer, "draw", draw)
    for turn in range(40):
        window.canvas.layers["boundary"].failed = False  # As if each paint were of a new run.
        window.resize(1000 + 7 * turn % 300, 650 + 11 * turn % 100)
        window.panel.setCurrentIndex(turn % window.panel.count())
        QApplication.processEvents()
        window.grab()
    assert told.settle()
    assert window.isVisible()
