"""The window on its screen: no larger than it, with a panel that makes space for the canvas; and presenting."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, QMargins, QObject, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QSplitter, QWidget

from core.explain.wording import in_numbers, text_of
from perceptron_gui.canvas import Canvas
from perceptron_gui.canvas.tools import TOOLS
from perceptron_gui.files.settings import Settings
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.size import BODY, LARGE, SMALL, TITLE, dress, factor_of, pixels, scale_now, set_scale, sized
from perceptron_gui.model.player import Player
from perceptron_gui.model.visible_run import VisibleRun
from perceptron_gui.panels.following import NARROWEST
from perceptron_gui.window.keyboard import latin_key

_LENS, _POWER = 200, 2.0
"""Pixels of the lens at the usual size, and how many times as large it shows things."""


def keep_on_screen(window: QWidget, least: QSize) -> None:
    """Bring the window and its frame into the screen; it gets no smaller than `least` if that fits."""
    screen, handle = window.screen().availableGeometry(), window.windowHandle()
    told = handle.frameMargins() if handle is not None else QMargins()
    # A wide frame is assumed until the window manager says its width.
    frame = QMargins(8, 40, 8, 8) if told.isNull() else told
    room = screen.marginsRemoved(frame).size()
    smallest = window.minimumSize()
    # A window that fits stays when its frame becomes known.
    if smallest.isNull() or smallest != smallest.boundedTo(room):
        window.setMinimumSize(least.boundedTo(room))
    if window.windowState() & (Qt.WindowState.WindowMaximized | Qt.WindowState.WindowFullScreen):
        return
    size = window.size().boundedTo(room).expandedTo(window.minimumSize())
    place = QRect(window.pos(), size.grownBy(frame))  # The position of a window is that of its frame.
    place.moveLeft(max(min(place.left(), screen.right() + 1 - place.width()), screen.left()))
    place.moveTop(max(min(place.top(), screen.bottom() + 1 - place.height()), screen.top()))
    window.resize(size)
    if place.topLeft() != window.pos():
        window.move(place.topLeft())


def presented_factor(width: int) -> float:
    """Return the factor for a screen of this width that is seen from the back row."""
    return min(max(round(width / 1000, 1), 1.2), 4.0)


class PanelWidth(Guarded, QObject):
    """The width of the `side` beside the canvas: a third of the window, unless a person shares it out otherwise.

    It is at least what a panel takes, but never more than half of the window; then its content scrolls. The scale of
    everything follows the width of the window, too, and the size that the user chose.
    """

    def __init__(self, splitter: QSplitter, side: QWidget, visible: VisibleRun, settings: Settings) -> None:
        super().__init__(splitter)
        self._splitter, self._side, self._visible, self._settings = splitter, side, visible, settings
        self._grown = 1.0
        """The factor that the width of the window gives."""
        self._usual: float | None = None
        """The width that a person gave, at the usual size; None if nobody did."""
        self.given = bool(settings.splitter)
        """True once a person or a session has shared out the width."""
        splitter.splitterMoved.connect(self._take_given)
        splitter.installEventFilter(self)

    def fit_scale(self) -> None:
        """Draw everything at the scale for the window, with the panel wider by the same factor."""
        self._grown = factor_of(self._splitter.window().width(), self._grown)
        scale = self._grown * self._settings.enlarged / 100
        if self._visible.view.presents:
            scale = max(scale, presented_factor(self._splitter.window().width()))
        if scale == scale_now():
            return
        if self._usual is None and self.given and self._side.isVisible():
            self._usual = self._side.width() / scale_now()
        set_scale(scale)
        for _ in range(2):  # At once, so that nothing is drawn at one scale in the places of another.
            self._share(self._usual)
            QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._share(None)
        return False

    def _share(self, usual: float | None) -> None:
        """Give the panel this width, at the usual size, or the share that it has by itself."""
        whole = self._splitter.window().width()
        least = min(pixels(NARROWEST + 4), whole // 2)  # The frame of the tabs takes 4 pixels.
        self._side.setMinimumWidth(least)
        if usual is not None or not self.given:
            width = max(whole // 3 if usual is None else min(pixels(usual), whole // 2), least)
            self._splitter.setSizes([self._splitter.width() - width, width])

    def _take_given(self) -> None:
        self._usual, self.given = None, True


class ArithmeticLine(QLabel):
    """The step at the playhead in numbers while one presents, on at most two lines, in smaller letters if need be."""

    def __init__(self, player: Player) -> None:
        super().__init__(textFormat=Qt.TextFormat.PlainText, wordWrap=True, alignment=Qt.AlignmentFlag.AlignCenter)
        self._player = player
        dress(self, LARGE)
        sized(self, QLabel.setFixedHeight, 58)
        player.visible.changed.connect(self._show_step)
        player.glide.settled.connect(self._show_step)
        self._show_step()

    def _show_step(self) -> None:
        run, state, presents = self._player.visible.run, self._player.told, self._player.visible.view.presents
        self.setVisible(presents)
        if run is None or state is None or not presents:
            return
        self.setText(text_of(in_numbers(run, state, apart=True)))
        for rung in (LARGE, TITLE, BODY, SMALL):
            dress(self, rung)
            if self.heightForWidth(self.width()) <= self.height():
                return


class Lens(Guarded, QWidget):
    """Shows the thing under the pointer on the canvas twice as large, while it is on."""

    def __init__(self, canvas: Canvas) -> None:
        self._view = canvas.view
        super().__init__(self._view)
        self._at = QPointF()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        canvas.workspace.player.glide.changed.connect(self.update)

    def set_on(self, on: bool) -> None:
        viewport = self._view.viewport()
        (viewport.installEventFilter if on else viewport.removeEventFilter)(self)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the pointer, and be seen while something is under it."""
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseMove:
            self._at, side = event.position(), pixels(_LENS)
            self.setGeometry(round(self._at.x()) - side // 2, round(self._at.y()) - side // 2, side, side)
            self.setVisible(bool(self._view.told_at(self._at / self._view.enlarged)))
            self.update()
        elif event.type() == QEvent.Type.Leave:
            self.hide()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        area = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        round_ = QPainterPath()
        round_.addEllipse(area)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.save()
            painter.setClipPath(round_)
            painter.translate(area.center() - self._at * _POWER)
            self._view.paint_layers(painter, _POWER * self._view.enlarged)
            painter.restore()
            painter.setPen(QPen(self._view.stage.theme.color("secondary"), 2))
            painter.drawEllipse(area)


def fill_screen(window: QWidget, on: bool) -> None:
    """Give the whole screen to a window, or take it back."""
    state, full = window.windowState(), Qt.WindowState.WindowFullScreen
    window.setWindowState(state | full if on else state & ~full)


class Presentation(Guarded, QObject):
    """The mode *Present*, in which all but the canvas and its arithmetic hides; it obeys a presenter's remote.

    While it is `on`, Page Down, Page Up and the arrows step wherever the focus is, B and the full stop blank the
    window, and Esc ends it. The panel comes, too, if a person showed it while presenting before, and in a lesson.
    """

    def __init__(self, window: QWidget, canvas: Canvas, panel: QWidget, width: PanelWidth, settings: Settings) -> None:
        super().__init__(window)
        self.cover = QFrame(window)
        self.cover.setProperty("cover", True)
        self.cover.setAccessibleName("Blank")
        self.cover.hide()
        self._window, self._canvas, self._panel, self._width, self._settings = window, canvas, panel, width, settings
        self._visible = canvas.workspace.visible
        self._before = False, False
        """True if the window filled the screen before, and True if it showed its panel"""
        self.lens = Lens(canvas)
        keys, player = Qt.Key, canvas.workspace.player
        # A remote sends the key of the full stop on a US keyboard, which is a colon on a French layout.
        self._keys: dict[Qt.Key, Callable[[], object]] = {
            **dict.fromkeys((keys.Key_PageDown, keys.Key_Right), player.step_forward),
            **dict.fromkeys((keys.Key_PageUp, keys.Key_Left), player.step_back),
            **dict.fromkeys((keys.Key_B, keys.Key_Period, keys.Key_Colon), self._blank),
            keys.Key_Escape: partial(self.set_on, False),
        }

    @property
    def on(self) -> bool:
        return self._visible.view.presents

    def set_on(self, on: bool) -> None:
        if on == self.on:
            return
        if on:
            self._before = self._window.isFullScreen(), not self._panel.isHidden()
            self._canvas.view.set_tool(next(iter(TOOLS)))
        filled, panel = self._before
        self._visible.show(presents=on)
        if not self._visible.view.lesson:
            self._panel.setVisible(self._settings.presented_panel if on else panel)
        if (application := QApplication.instance()) is not None:
            (application.installEventFilter if on else application.removeEventFilter)(self)
        self.cover.hide()
        fill_screen(self._window, on or filled)
        self._width.fit_scale()
        self.lens.set_on(on)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys before any shortcut, wherever the focus is in the window."""
        if not isinstance(event, QKeyEvent):
            return False
        key, held = latin_key(event), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if key == Qt.Key.Key_Period:  # On a French keyboard it is typed with Shift.
            held &= ~Qt.KeyboardModifier.ShiftModifier
        if held or key not in self._keys or not self._window.isActiveWindow():
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
        elif event.type() == QEvent.Type.KeyPress:
            self._keys[key]()
        return True

    def _blank(self) -> None:
        self.cover.setGeometry(self._window.rect())
        self.cover.raise_()
        self.cover.setVisible(self.cover.isHidden())
