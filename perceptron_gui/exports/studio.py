"""A canvas and a panel that nobody sees, with a playhead of their own: for pictures of any moment of a run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtWidgets import QWidget

from core.run import Run
from perceptron_gui.canvas import Canvas
from perceptron_gui.canvas.outlook import Outlook
from perceptron_gui.exports.scene import Scene, View, settle
from perceptron_gui.look.theme import Appearance, ThemeModel, palette_of
from perceptron_gui.model.document import Document
from perceptron_gui.model.player import Player
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels import PANELS

SIZE = QSize(1280, 800)


@runtime_checkable
class _ComputesBeside(Protocol):
    """A panel of which a part is computed in another thread."""

    def wait(self) -> None: ...


@dataclass(frozen=True)
class Setting:
    """In which colours, with which panel and which view of the plane; None for all examples and the usual layers.

    `example` is t of the moment that is shown unless another is asked for; None: the end of the run. `remarks` say what
    was done to the points.
    """

    appearance: Appearance = Appearance.LIGHT
    panel: str = next(iter(PANELS))
    view: View | Outlook | None = None
    example: int | None = None
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Studio:
    """The scene, and the playhead that says which moment it shows."""

    scene: Scene
    player: Player
    setting: Setting

    def go(self, update: int | None) -> None:
        """Show the run after an update, or (None) the moment that the setting says."""
        if update is not None:
            self.player.go_to_update(update)
        elif self.setting.example is None:
            self.player.end()
        else:
            self.player.go_to_example(self.setting.example)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        settle(self.scene.canvas)

    def wait(self) -> None:
        """Until what the panel computes beside is there, and what it lays over the canvas; the event loop shows it."""
        if isinstance(self.scene.panel, _ComputesBeside):
            self.scene.panel.wait()
            settle(self.scene.canvas)


@contextmanager
def open_studio(run: Run, setting: Setting) -> Iterator[Studio]:
    """A studio that shows `run`, for the time of a block."""
    frame = QWidget()
    try:
        frame.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        theme = ThemeModel(setting.appearance, frame)
        frame.setPalette(palette_of(theme.current))
        document = Document(spec=run.spec, parent=frame)
        document.open(run.dataset, None, remarks=setting.remarks)
        workspace = Workspace.over(document, frame)
        canvas = Canvas(workspace, theme, frame)
        panel = PANELS[setting.panel](workspace, theme)
        panel.setParent(frame)
        for widget in (canvas, panel, frame):
            widget.resize(SIZE)
            widget.show()
        workspace.player.set_run(run)
        if setting.view is not None:
            setting.view.give(canvas)
        canvas.set_tween(False)
        yield Studio(Scene(canvas, panel, theme.current.color("panel")), workspace.player, setting)
    finally:
        frame.close()
        frame.deleteLater()
