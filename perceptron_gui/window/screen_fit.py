"""What fits on the screen: a window no larger than it, and a panel that makes way for the canvas."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QMargins, QObject, QPoint, QRect, QSize, Qt, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QApplication, QSplitter, QToolTip, QWidget

from perceptron_gui.files.settings import Settings
from perceptron_gui.look.enlargement import set_scale
from perceptron_gui.look.layouts import NARROWEST
from perceptron_gui.look.size import pixels, scale_now
from perceptron_gui.look.text.lettering import readable

_CANVAS_SHARE = 0.5
"""What a larger size leaves of the width to the canvas, at least."""


def keep_on_screen(window: QWidget, least: QSize) -> None:
    """Bring the window and its frame into the screen; it gets no smaller than `least` where that has room."""
    screen, handle = window.screen().availableGeometry(), window.windowHandle()
    told = handle.frameMargins() if handle is not None else QMargins()
    frame = QMargins(8, 40, 8, 8) if told.isNull() else told  # a wide one until the window manager tells it
    room = screen.marginsRemoved(frame).size()
    smallest = window.minimumSize()
    if smallest.isNull() or smallest != smallest.boundedTo(room):  # one that fits stays when the frame is told
        window.setMinimumSize(least.boundedTo(room))
    if window.windowState() & (Qt.WindowState.WindowMaximized | Qt.WindowState.WindowFullScreen):
        return
    size = window.size().boundedTo(room).expandedTo(window.minimumSize())
    place = QRect(window.pos(), size.grownBy(frame))  # a window's position is that of its frame
    place.moveLeft(max(min(place.left(), screen.right() + 1 - place.width()), screen.left()))
    place.moveTop(max(min(place.top(), screen.bottom() + 1 - place.height()), screen.top()))
    if size != window.size():
        window.resize(size)
    if place.topLeft() != window.pos():
        window.move(place.topLeft())


class PanelWidth(QObject):
    """Shares the width of a `splitter` between the canvas and the `panel`, which the `switch` shows.

    The panel grows with the letters as long as the canvas has its part. Where it cannot have what it needs it is
    hidden, until that is there again, or a person wants it.
    """

    def __init__(self, splitter: QSplitter, panel: QWidget, switch: QAction, settings: Settings) -> None:
        super().__init__(splitter)
        self._splitter, self._panel, self._switch, self._settings = splitter, panel, switch, settings
        self._gave_way = self._wanted = self._making = False
        self._usual: float | None = None
        """what a person gave the panel, at the usual size; None: as it is"""
        switch.toggled.connect(self._leave_it)
        splitter.splitterMoved.connect(self._forget_width)
        splitter.installEventFilter(self)

    def change_size(self, scale: float) -> None:
        """Draw all at this scale, with the panel so many times as wide; what is seen is whole at once."""
        if scale == scale_now():
            return
        if self._usual is None and self._panel.isVisible():
            self._usual = self._panel.width() / scale_now()
        hidden = self._gave_way
        self._wanted = False
        set_scale(scale)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        self.make_way()
        if self._usual is not None:
            whole = self._splitter.width()
            wanted = max(min(pixels(self._usual), round(whole * (1 - _CANVAS_SHARE))), pixels(NARROWEST))
            self._splitter.setSizes([whole - wanted, wanted])
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        if self._gave_way and not hidden:
            self._say_so()

    def make_way(self) -> None:
        """Hide the panel where it would leave too little, and bring back one that was hidden for that."""
        if self._gave_way or (self._switch.isChecked() and not self._wanted):
            self._gave_way = pixels(NARROWEST) > self._splitter.window().width() * (1 - _CANVAS_SHARE)
            self._making = True
            with self._settings.left_alone():
                self._switch.setChecked(not self._gave_way)
            self._making = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A window may become larger, or its screen smaller."""
        if event.type() == QEvent.Type.Resize and scale_now() != 1:
            self.make_way()
        return False

    def _say_so(self) -> None:
        if self._splitter.isVisible():
            key = self._switch.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            place = self._splitter.mapToGlobal(QPoint(pixels(24), pixels(24)))
            QToolTip.setFont(readable(QApplication.font()))
            QToolTip.showText(place, f"The panel made way. {key} brings it back.", self._splitter, QRect(), 6000)

    @Slot()
    def _forget_width(self) -> None:
        self._usual = None

    @Slot(bool)
    def _leave_it(self, wanted: bool) -> None:
        if not self._making:
            self._gave_way, self._wanted = False, wanted
