"""A canvas and a panel that nobody sees, with a playhead of their own: for pictures of any moment of a run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from core.files.session import HeldOutFile, Session
from core.learners import resolved
from core.run import Run
from core.spec import RunSpec
from perceptron_gui.canvas import Canvas
from perceptron_gui.canvas.canvas import ViewSettings
from perceptron_gui.exports.formats import Drawing
from perceptron_gui.exports.scene import Scene, View, ready
from perceptron_gui.look.enlargement import bring_to_usual
from perceptron_gui.look.theme import Appearance, ThemeModel, palette_of
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.player import Player
from perceptron_gui.model.saved_setting import SavedSetting, give_back, taken_down
from perceptron_gui.model.workspace import Workspace, chosen_in
from perceptron_gui.panels import PANELS

SIZE = QSize(1280, 800)


@runtime_checkable
class _ComputesBeside(Protocol):
    """A panel of which a part is computed in another thread, or takes long."""

    def ready(self) -> bool:
        """Work out what is missing, or a slice of it if it takes long; return whether all is there."""


@runtime_checkable
class _Finds(Protocol):
    """A panel that knows more than a session keeps: what was found in one, in values that another takes."""

    found: Any


@dataclass(frozen=True, eq=False)
class PanelChoices:
    """What a person chose beside the view of the plane.

    `view` and `panel` are what a session keeps of it all, and of the panel, in plain JSON values; `found` is what a
    panel says beyond that, None for nothing; `spec` is the run as it was asked for, `held_out_file` the file held out.
    """

    view: Mapping[str, Any] = field(default_factory=dict)
    panel: Any = None
    found: Any = None
    spec: RunSpec | None = None
    held_out_file: HeldOutFile | None = None

    @classmethod
    def of(cls, workspace: Workspace, panel: QWidget) -> PanelChoices:
        view, kept = taken_down(chosen_in(workspace)), panel.saved() if isinstance(panel, SavedSetting) else None
        found = panel.found if isinstance(panel, _Finds) else None
        return cls(view, kept, found, workspace.document.spec, workspace.held_out_file.file)

    @classmethod
    def of_lesson(cls, lesson: Session, panel: str) -> PanelChoices:
        """Those that a session keeps, for the panel of that title."""
        chosen = lesson.view.get("choices")
        kept = chosen.get(panel) if isinstance(chosen, dict) else None
        return cls(lesson.view, kept, spec=lesson.spec, held_out_file=lesson.held_out)

    def spec_of(self, run: Run) -> RunSpec:
        """How the run was asked for, where it is that run."""
        return self.spec if self.spec is not None and resolved(self.spec) == run.spec else run.spec

    def give(self, workspace: Workspace, panel: QWidget) -> None:
        give_back(chosen_in(workspace), self.view)
        workspace.held_out_file.put(self.held_out_file)
        if self.panel is not None and isinstance(panel, SavedSetting):
            give_back({"": panel}, {"": self.panel})
        if self.found is not None and isinstance(panel, _Finds):
            panel.found = self.found


@dataclass(frozen=True)
class PictureSetting:
    """In which colours, with which panel and which view of the plane; None for all examples and the usual layers.

    `example` is t of the moment that is shown unless another is asked for; None: the end of the run. `remarks` say what
    was done to the points, `choices` what else a person chose.
    """

    appearance: Appearance = Appearance.LIGHT
    panel: str = next(iter(PANELS))
    view: View | ViewSettings | None = None
    example: int | None = None
    remarks: tuple[str, ...] = ()
    choices: PanelChoices = field(default_factory=PanelChoices)


@dataclass(frozen=True)
class Studio:
    """The scene, and the playhead that says which moment it shows."""

    scene: Scene
    player: Player
    setting: PictureSetting

    def go(self, update: int | None) -> None:
        """Show the run after an update, or (None) the moment that the setting says."""
        if update is not None:
            self.player.go_to_update(update)
        elif self.setting.example is None:
            self.player.end()
        else:
            self.player.go_to_example(self.setting.example)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)

    def ready(self) -> bool:
        """Work out what the panel lacks, or a slice of it; return whether all is there. The event loop shows it."""
        return not isinstance(self.scene.panel, _ComputesBeside) or self.scene.panel.ready()

    def image(self, drawing: Drawing) -> QImage:
        """Draw the moment once all of it is there, and again if the canvas lacked something."""
        while not self.ready():
            pass
        image = drawing.image()
        return image if ready(self.scene.canvas) else drawing.image()


class _Unseen(QWidget):
    """Shown, so that all in it is as on the screen, but never painted there: only pictures of it are."""

    def __init__(self) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)

    def event(self, event: QEvent) -> bool:
        return event.type() == QEvent.Type.UpdateRequest or super().event(event)


@contextmanager
def open_studio(run: Run, setting: PictureSetting) -> Iterator[Studio]:
    """A studio that shows `run`, for the time of a block."""
    frame = _Unseen()
    try:
        theme = ThemeModel(setting.appearance, frame)
        frame.setPalette(palette_of(theme.current))
        document = Document(spec=setting.choices.spec_of(run), parent=frame)
        document.open(run.dataset, None, remarks=setting.remarks)
        workspace = Workspace.over(document, frame)
        canvas = Canvas(workspace, theme, frame)
        panel = PANELS[setting.panel](workspace, theme)
        panel.setParent(frame)
        bring_to_usual(panel)
        canvas.view.set_scale(1.0)
        for widget in (canvas, panel, frame):
            widget.resize(SIZE)
            widget.show()
        workspace.player.set_run(run)
        if setting.view is not None:
            setting.view.give(canvas)
        setting.choices.give(workspace, panel)
        canvas.set_tween(False)
        canvas.stage.reading.patient = True
        yield Studio(Scene(canvas, panel, theme.current.color("panel")), workspace.player, setting)
    finally:
        frame.close()
        frame.deleteLater()
