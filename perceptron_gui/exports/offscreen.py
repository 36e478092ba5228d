"""Canvas and panel as one picture: from the window on the screen, or from an offscreen one at any moment of a run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Protocol, runtime_checkable

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QRegion
from PySide6.QtWidgets import QAbstractButton, QLabel, QScrollArea, QWidget

from core.files.session import HeldOutFile, Session
from core.learners import resolved
from core.run import Run
from core.spec import RunSpec
from perceptron_gui.canvas import Canvas
from perceptron_gui.canvas.canvas import settings_of_canvas
from perceptron_gui.exports.paper import Drawing
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.size import scale_now
from perceptron_gui.look.theme import Appearance, ThemeModel, style_picture
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.player import Player
from perceptron_gui.model.saved_setting import SavedSetting, give_back, taken_down
from perceptron_gui.model.workspace import Workspace, chosen_in
from perceptron_gui.panels import PANELS
from perceptron_gui.panels.following import FollowingPanel

SIZE = QSize(1280, 800)


class Subject(StrEnum):
    """The part of the window that a picture shows."""

    CANVAS = "canvas"
    PANEL = "panel"
    BOTH = "both"


@dataclass(frozen=True)
class WindowPicture:
    """A canvas and the panel beside it as one picture, on a background of colour `page`."""

    canvas: Canvas
    panel: QWidget
    page: QColor

    def size_of(self, subject: Subject) -> QSize:
        canvas, panel = self.canvas.size(), self.panel.size()
        both = QSize(canvas.width() + panel.width(), max(canvas.height(), panel.height()))
        return {Subject.CANVAS: canvas, Subject.PANEL: panel, Subject.BOTH: both}[subject]

    @contextmanager
    def drawing(self, subject: Subject, size: QSize | None = None, scale: float = 1.0) -> Iterator[Drawing]:
        """Yield the picture, which can be drawn inside the block.

        `size` is in units of `scale` pixels; None means the size on the screen. For another size the canvas is
        laid out again and shows the same part of the plane. The end of the block restores the canvas.
        The sentences on the canvas are written on it, because the label that tells them in the window is left out.
        """
        whole = size or self.size_of(subject)
        beside = min(max(round(whole.width() * 430 / 1280), 380), 640, whole.width())
        both = self.canvas.width() if size is None else whole.width() - beside
        # Columns left of this one belong to the canvas.
        split = {Subject.CANVAS: whole.width(), Subject.PANEL: 0, Subject.BOTH: both}[subject]

        def paint_canvas(painter: QPainter) -> None:
            self.canvas.paint_picture(painter, QRectF(self.canvas.rect()))

        def paint(painter: QPainter) -> None:
            painter.fillRect(QRect(QPoint(), whole), self.page)
            if split:
                paint_canvas(painter)
            if split < whole.width():
                paint_whole(painter, self.panel, QRect(split, 0, whole.width() - split, whole.height()))

        with ExitStack() as stack:
            if size is not None and split:
                _lay_out(self.canvas, QSize(split, size.height()), stack)
            if split:
                stack.callback(setattr, self.canvas.words, "notes_written", False)
                self.canvas.words.notes_written = True
                # Axes choose their width and maps are requested only when they are drawn.
                Drawing(QSize(1, 1), paint_canvas).image()
                ready(self.canvas)
            yield Drawing(whole, paint, scale)


def paint_whole(painter: QPainter, panel: QWidget, area: QRect) -> None:
    """Draw a panel without its buttons into `area`; one that scrolls at its full height, scaled down until it fits."""
    content = (panel.widget() if isinstance(panel, QScrollArea) else None) or panel
    with ExitStack() as stack:
        _hide_buttons(content, stack)
        width = max(area.width(), content.minimumSizeHint().width(), panel.minimumWidth())
        height = max(content.heightForWidth(width), content.minimumSizeHint().height(), 1)
        scale = min(area.width() / width, area.height() / height, 1.0)
        if isinstance(panel, QScrollArea):
            bar = panel.verticalScrollBar()
            stack.callback(bar.setValue, bar.value())
            stack.callback(panel.setWidgetResizable, True)
            panel.setWidgetResizable(False)  # So its content can have another size.
        _resize_meanwhile(content, (QSizeF(area.size()) / scale).toSize(), stack)
        painter.save()
        painter.translate(area.topLeft())
        painter.scale(scale, scale)
        content.render(painter, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
        painter.restore()


def ready(canvas: Canvas) -> bool:
    """Compute the maps that the last picture lacked. Return whether it was complete and need not be drawn again."""
    view = canvas.stage.viewport
    _settle()
    late = [work for work in canvas.stage.beside if work.pending]
    for work in late:
        work.finish()
    return not late and canvas.stage.viewport == view


def _lay_out(canvas: Canvas, size: QSize, stack: ExitStack) -> None:
    """Give the canvas this size, and letters and lines their usual size, until the stack is closed.

    The canvas shows the same part of the plane; a canvas that is fitted to its examples is fitted again.
    """
    kept = canvas.stage.aim
    stack.callback(canvas.stage.set_viewport, kept)
    stack.callback(lambda: canvas.view.set_scale(scale_now()))
    canvas.view.set_scale(1.0)
    _resize_meanwhile(canvas, size, stack)
    now = canvas.stage.viewport
    if (now.ux, now.uy) == (kept.ux, kept.uy):
        canvas.stage.set_viewport(now.showing(replace(kept, cx=now.cx, cy=now.cy)))


def _hide_buttons(content: QWidget, stack: ExitStack) -> None:
    names = [label for label in content.findChildren(QLabel) if isinstance(label.buddy(), QAbstractButton)]
    buttons = [widget for widget in (*content.findChildren(QAbstractButton), *names) if not widget.isHidden()]
    stack.callback(_settle)
    for button in buttons:
        stack.callback(button.show)
        button.hide()
    _settle()


def _resize_meanwhile(widget: QWidget, size: QSize, stack: ExitStack) -> None:
    stack.callback(_resize, widget, widget.size())
    _resize(widget, size)


def _resize(widget: QWidget, size: QSize) -> None:
    widget.resize(size)
    _settle()


def _settle() -> None:
    """Lay out the widgets at once: without an event loop nobody else would before they are drawn."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)


@runtime_checkable
class _Finds(Protocol):
    """A panel with results that no session keeps, in values that another panel of its kind accepts."""

    found: Any


@dataclass(frozen=True, eq=False)
class PictureSetting:
    """The colours of a picture, its panel, its view of the plane, and the user's other choices.

    `view`: the view and the choices, also those of the panel, as a session stores them; without a `plane` all examples
    are shown. `size`: that of the canvas. `example`: the default moment t; None for the end of the run. `remarks`:
    notes on how the points were read. `found`: results of the panel that no session keeps. `spec`: the run asked for.
    """

    appearance: Appearance = Appearance.LIGHT
    panel: str = next(iter(PANELS))
    view: Mapping[str, Any] = field(default_factory=dict)
    size: QSize = SIZE
    example: int | None = None
    remarks: tuple[str, ...] = ()
    found: Any = None
    spec: RunSpec | None = None
    held_out_file: HeldOutFile | None = None

    @classmethod
    def of(cls, canvas: Canvas, title: str, panel: QWidget, appearance: Appearance) -> PictureSetting:
        """Return the setting of a canvas on the screen and of the panel beside it, whose title is `title`."""
        workspace, found = canvas.workspace, panel.found if isinstance(panel, _Finds) else None
        document, held_out = workspace.document, workspace.held_out_file.file
        view = taken_down({**settings_of_canvas(canvas), **chosen_in(workspace)})
        # A newcomer sees fewer layers than are switched on. The picture shows those that are drawn.
        view["layers"] = {name: layer.visible for name, layer in canvas.layers.items()}
        view["choices"] = {title: panel.saved()} if isinstance(panel, SavedSetting) else {}
        if canvas.view.shows_all:
            del view["plane"]
        size, remarks, spec = canvas.stage.viewport.rect.size().toSize(), document.remarks, document.spec
        return cls(appearance, title, view, size, remarks=remarks, found=found, spec=spec, held_out_file=held_out)

    @classmethod
    def of_lesson(cls, lesson: Session, appearance: Appearance) -> PictureSetting:
        """Return the setting that a session keeps, without its moment."""
        view, title = lesson.view, lesson.view.get("panel")
        title = title if isinstance(title, str) and title in PANELS else next(iter(PANELS))
        return cls(appearance, title, view, remarks=lesson.remarks, spec=lesson.spec, held_out_file=lesson.held_out)

    def spec_of(self, run: Run) -> RunSpec:
        """Return the spec that was asked for if `run` comes from it, else the run's own."""
        return self.spec if self.spec is not None and resolved(self.spec) == run.spec else run.spec

    def give(self, canvas: Canvas, panel: QWidget) -> None:
        _resize(canvas, self.size)
        give_back({**settings_of_canvas(canvas), **chosen_in(canvas.workspace)}, self.view)
        if "plane" not in self.view:
            canvas.view.fit()
        canvas.workspace.held_out_file.put(self.held_out_file)
        choices = self.view.get("choices")
        if isinstance(choices, dict) and isinstance(panel, SavedSetting):
            give_back({self.panel: panel}, choices)
        if self.found is not None and isinstance(panel, _Finds):
            panel.found = self.found


@dataclass(frozen=True)
class OffscreenWindow:
    """A window that is never shown, with a player that chooses the moment in its picture."""

    picture: WindowPicture
    player: Player
    setting: PictureSetting

    def go(self, update: int | None) -> None:
        """Show the run after an update, or at the setting's moment (None), whatever was shown before."""
        self.picture.canvas.words.placer.forget()
        if update is not None:
            self.player.go_to_update(update)
        elif self.setting.example is None:
            self.player.end()
        else:
            self.player.go_to_example(self.setting.example)
        _settle()

    def ready(self) -> bool:
        """Compute the part that the panel lacks, or a slice of it; return whether the panel is complete."""
        return not isinstance(self.picture.panel, FollowingPanel) or self.picture.panel.ready()

    def image(self, drawing: Drawing) -> QImage:
        """Draw the moment once the panel is complete, and again if the canvas lacked a map."""
        while not self.ready():
            pass
        image = drawing.image()
        return image if ready(self.picture.canvas) else drawing.image()

    def take_in_lines(self) -> None:
        """Zoom out until no line that is sought is out of view, unless three times the room is too little for it."""
        canvas, view = self.picture.canvas, self.picture.canvas.stage.viewport
        for times in (1.0, 1.5, 2.0, 3.0):
            canvas.stage.set_viewport(view.zoomed(1 / times, view.rect.center()))
            canvas.words.arranged(canvas.stage.viewport)
            if not canvas.words.arrows:
                break
        else:
            canvas.stage.set_viewport(view)
        canvas.words.placer.forget()


class _Unseen(Guarded, QWidget):
    """A widget that Qt lays out as on the screen but never paints there."""

    def event(self, event: QEvent) -> bool:
        return event.type() == QEvent.Type.UpdateRequest or super().event(event)


@contextmanager
def open_offscreen_window(run: Run, setting: PictureSetting) -> Iterator[OffscreenWindow]:
    """Yield an offscreen window that shows `run` inside the block."""
    frame = _Unseen()
    frame.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    try:
        theme = ThemeModel(setting.appearance, frame)
        style_picture(frame, theme.current)
        document = Document(spec=setting.spec_of(run), parent=frame)
        document.open(run.dataset, None, remarks=setting.remarks)
        workspace = Workspace(document, frame)
        canvas = Canvas(workspace, theme, frame)
        panel = PANELS[setting.panel](workspace, theme)
        panel.setParent(frame)
        for widget in (canvas, panel, frame):
            widget.resize(SIZE)
            widget.show()
        workspace.player.set_run(run)
        setting.give(canvas, panel)
        canvas.set_tween(False)
        canvas.stage.classifier.synchronous = True
        yield OffscreenWindow(WindowPicture(canvas, panel, theme.current.color("panel")), workspace.player, setting)
    finally:
        frame.close()
        # An open window would outlive the picture, with its threads.
        frame.deleteLater()
