"""The picture of a run without a window: the canvas and the theory panel on a screen that is not there."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from core.run import Run
from perceptron_gui.application import make_application
from perceptron_gui.canvas import Canvas
from perceptron_gui.look.theme import Appearance, ThemeModel, apply_to_application
from perceptron_gui.model.document import Document
from perceptron_gui.model.highlight import Highlight
from perceptron_gui.model.player import Player
from perceptron_gui.model.selection import Selection
from perceptron_gui.panels import TheoryPanel
from perceptron_gui.window.picture import Writer, picture_of

DEFAULT_SIZE = QSize(1280, 800)
_PANEL_SHARE = 430 / 1280
_PANEL_WIDTHS = (380, 640)


def picture_of_run(run: Run, at: int | None, writer: Writer, size: QSize, appearance: Appearance) -> bytes:
    """What a window would show after update `at` (None: at the end), as the bytes of a file."""
    application = make_application()
    theme = ThemeModel(appearance, application)
    apply_to_application(application, theme.current)
    player = Player()
    document = Document(run.dataset, run.spec)
    canvas = Canvas(document, Selection(document), player, theme)
    panel = TheoryPanel(player, document, theme, Highlight())
    frame = _side_by_side(canvas, panel, size)
    frame.show()
    canvas.fit()
    player.set_run(run)
    if at is None:
        player.end()
    else:
        player.go_to_update(at)
    application.processEvents()
    canvas.stage.reading.settle()
    panel.wait()
    application.processEvents()
    application.processEvents()
    picture = picture_of(writer, canvas, panel, theme.current.color("panel"), scale=1)
    frame.close()
    return picture


def _side_by_side(canvas: QWidget, panel: QWidget, size: QSize) -> QWidget:
    frame = QWidget()
    frame.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    row = QHBoxLayout(frame)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(0)
    row.addWidget(canvas, 1)
    row.addWidget(panel)
    panel.setFixedWidth(min(max(round(size.width() * _PANEL_SHARE), _PANEL_WIDTHS[0]), _PANEL_WIDTHS[1]))
    frame.setFixedSize(size)
    return frame
