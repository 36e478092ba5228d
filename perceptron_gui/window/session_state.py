"""The session of the window: the playhead, and the view of everything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QSplitter

from core.files.session import Session
from perceptron_gui.canvas import Canvas
from perceptron_gui.canvas.canvas import settings_of_canvas
from perceptron_gui.files.settings import Settings
from perceptron_gui.model.saved_setting import SavedBy, SavedSetting, a_number, expect_type, give_back, taken_down
from perceptron_gui.model.workspace import Workspace, chosen_in
from perceptron_gui.window.screen import GIVEN
from perceptron_gui.window.side_panel import SidePanel


class SessionState(QObject):
    """The state of the window as a session, taken and restored.

    The view of another person's file holds for this window; the user's settings stay.
    """

    def __init__(
        self,
        workspace: Workspace,
        canvas: Canvas,
        panel: SidePanel,
        splitter: QSplitter,
        side_panel: QAction,
        settings: Settings,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._player = player = workspace.player
        self._settings = settings
        self._view: Mapping[str, Any] = {}
        workspace.document.opened.connect(self._forget)
        selection, chosen = workspace.selection, chosen_in(workspace)

        def divide(value: Any) -> None:
            width, whole = expect_type(value, int), splitter.window().width()
            if not 0 < width < whole:
                raise ValueError
            splitter.setSizes([whole - splitter.x() - width, width])
            splitter.setProperty(GIVEN, True)

        self._kept: dict[str, SavedSetting] = {
            **chosen,
            "selected": SavedBy(
                # A person does not point at more than these one by one.
                lambda: list(selection.indices) if len(selection) <= 1_000 else None,
                chosen["selected"].restore,
            ),
            "guess": workspace.quiz,
            "by_hand": workspace.by_hand,
            "future": workspace.visible,
            "speed": SavedBy(lambda: player.speed, lambda value: player.set_speed(a_number(value))),
            "side_panel": SavedBy(side_panel.isChecked, lambda value: side_panel.setChecked(expect_type(value, bool))),
            "choices": panel,
            "panel": SavedBy(lambda: panel.title, lambda value: panel.turn_to(expect_type(value, str))),
            "panel_width": SavedBy(lambda: splitter.sizes()[-1], divide),
            **settings_of_canvas(canvas),
        }
        """name → what a session keeps of the view; the canvas comes last, when it has its width"""

    def present(self) -> Session:
        """Return the present state, with the unknown parts of the view that the file held."""
        workspace, player = self._workspace, self._player
        seen = player.state.example if player.state is not None else 0
        view = {**self._view, **taken_down(self._kept)}
        return workspace.document.session(player.awaited or seen, view, workspace.held_out_file.kept)

    def show(self, session: Session) -> None:
        """Restore playhead and view; points, options and words are there already."""
        self._view = session.view
        self._player.await_example(session.example)
        self._workspace.held_out_file.put(session.held_out)
        with self._settings.left_alone():
            give_back(self._kept, session.view)

    def _forget(self) -> None:
        self._view = {}
