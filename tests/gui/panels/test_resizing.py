"""Panels of every width and height come to rest: no size leads to another, and that one back, without end."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QScrollArea, QScrollBar, QWidget
from pytestqt.qtbot import QtBot

from core.learners import LEARNERS
from core.run import train
from core.spec import RunSpec
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.player import Player
from perceptron_gui.model.workspace import TheoryPage, Workspace
from perceptron_gui.panels import PANELS
from perceptron_gui.panels.runs import RunsPanel
from perceptron_gui.panels.theory import TheoryPanel
from tests.core.tables import TWELVE
from tests.partly_slow import partly_slow

_LONG_NUMBERS_AT_ONE_WIDTH = """
import os
import core
from benchmarks import desk
from PySide6.QtWidgets import QApplication
from perceptron_gui.panels.theory.panel import TheoryPanel

def settle(turns=4):
    for _ in range(turns):
        QApplication.processEvents()

with desk.window() as window:
    desk.show_run(window, core.load("resources/datasets/first_start.csv"), core.RunSpec())
    [panel] = window.findChildren(TheoryPanel)
    panel.setParent(None)
    panel.show()
    for width, update in ((452, 2), (452, 13), (452, 2), (438, 2), (452, 2)):
        window.player.visit_update(update)
        panel.resize(width, 520)
        settle()
    for height in range(331, 312, -1):
        panel.resize(452, height)
        settle()
        for _ in range(3):
            panel.picture.words.updateGeometry()
            settle(1)
    print("at rest", flush=True)
    os._exit(0)
"""
"""Sizes between which the panel once went back and forth until the stack of its thread was full."""


@pytest.mark.slow
def test_the_theory_panel_comes_to_rest_where_only_one_width_showed_long_numbers() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", _LONG_NUMBERS_AT_ONE_WIDTH], check=False, capture_output=True, text=True
    )
    assert (ended.returncode, ended.stdout.strip()) == (0, "at rest"), ended.stderr


_MOST = 8
"""Resizes of one widget in one turn of the event loop; a panel that comes to rest needs five."""
_WIDTHS = range(380, 701, 32)
_USUAL_HEIGHT = 520
_OF_ANY_LEARNER = "Compare", "Runs", "Data"
"""Panels in which the learner of the run changes nothing."""
_FIRST, _LAST = 2, 13
"""The updates that are walked through; the walk ends where it began."""


class Turns(QObject):
    """Counts the resizes of each widget in a turn of the event loop, and keeps the widgets that have too many.

    A widget hears of no more than `_MOST`: without end they would fill the stack.
    """

    def __init__(self) -> None:
        super().__init__()
        self.endless: set[str] = set()
        self._resizes: Counter[QObject] = Counter()

    def pass_one(self) -> None:
        self._resizes.clear()
        QCoreApplication.processEvents()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.Resize:
            return event.type() == QEvent.Type.UpdateRequest
        self._resizes[watched] += 1
        if self._resizes[watched] > _MOST:
            self.endless.add(type(watched).__name__)
        return self._resizes[watched] > _MOST


@pytest.fixture
def turns(qapp: QApplication) -> Iterator[Turns]:
    watching = Turns()
    qapp.installEventFilter(watching)
    yield watching
    qapp.removeEventFilter(watching)


@partly_slow("title", ("Data",), [title for title in PANELS if title != "Data"])
def test_every_page_comes_to_rest_at_every_size_whatever_it_showed_before(
    title: str, qtbot: QtBot, theme: ThemeModel, turns: Turns
) -> None:
    for learner in ("standard",) if title in _OF_ANY_LEARNER else LEARNERS:
        run = train(TWELVE, RunSpec(learner, max_epochs=40))
        document = Document(spec=run.spec)
        document.open(run.dataset, None)
        workspace = Workspace(document)
        panel = PANELS[title](workspace, theme)
        qtbot.addWidget(panel)
        panel.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)  # nothing is painted: only sizes matter here
        panel.show()
        workspace.player.set_run(run)
        for page, turn_to_it in pages_of(panel, workspace).items():
            turn_to_it()
            for width in _WIDTHS:
                try_sizes(panel, width, workspace.player, turns)
                assert not turns.endless, (learner, page, width, turns.endless)
        panel.close()


def pages_of(panel: QWidget, workspace: Workspace) -> dict[str, Callable[[], None]]:
    """Return what turns to each page of a panel, by its name."""
    if isinstance(panel, TheoryPanel):
        return {page: partial(workspace.theorem_view.turn_to, page) for page in TheoryPage}
    if isinstance(panel, RunsPanel):
        return {title: partial(panel.turn_to, title) for title in panel.experiments}
    return {"": lambda: None}


def try_sizes(panel: QWidget, width: int, player: Player, turns: Turns) -> None:
    """Show the run at `width` and one update beside the bar, then try every height at which the bar may come."""
    panel.resize(width, _USUAL_HEIGHT)
    turns.pass_one()
    for update in (*range(_FIRST, _LAST + 1), _FIRST):
        player.go_to_update(update)
    turns.pass_one()
    least = [least_height(panel)]
    panel.resize(width - QScrollBar(Qt.Orientation.Vertical).sizeHint().width(), _USUAL_HEIGHT)
    turns.pass_one()
    least.append(least_height(panel))
    panel.resize(width, _USUAL_HEIGHT)
    turns.pass_one()
    inner = panel.findChildren(QWidget)
    for height in range(max(least), min(least) - 2, -1):
        panel.resize(width, height)
        turns.pass_one()
        for widget in inner:
            widget.updateGeometry()
        turns.pass_one()


def least_height(panel: QWidget) -> int:
    """Pixels below which a panel scrolls, or cannot get lower."""
    content = (panel.widget() if isinstance(panel, QScrollArea) else None) or panel
    return max(content.heightForWidth(content.width()), content.minimumSizeHint().height())
