"""Whether pictures glide or jump, as the user chose, or as the system is set; and small motions, unless they jump."""

from __future__ import annotations

import ctypes
import os
import shutil
import sys
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum

from PySide6.QtCore import QEasingCurve, QObject, QSettings, QStandardPaths, Qt, QVariantAnimation
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget

from perceptron_gui.guarded import Guarded

AXIS_MS, CARD_MS, _PAGE_MS = 250, 150, 120
"""Milliseconds in which the range of an axis changes, a card comes, and a page appears."""


class Motion(StrEnum):
    """The user's choice."""

    SYSTEM = "system"
    ON = "on"
    OFF = "off"

    @property
    def glides(self) -> bool:
        return not system_reduces() if self is Motion.SYSTEM else self is Motion.ON


def system_reduces() -> bool:
    """Return whether the desktop is set to move less, asked in its own way; False if that cannot be read."""
    ask: dict[str, Callable[[], bool]] = {"linux": _linux, "win32": _windows, "darwin": _macos}
    # A desktop that does not answer wants movement, as most do.
    with suppress(OSError, ValueError, LookupError, AttributeError):
        return ask[sys.platform]()
    return False


def _linux() -> bool:
    desktop = os.environ.get("XDG_CURRENT_DESKTOP", "")
    if "KDE" in desktop:
        return float(_kept("kdeglobals", "KDE/AnimationDurationFactor")) == 0
    if desktop and shutil.which("gsettings"):
        return _said("gsettings", "get", "org.gnome.desktop.interface", "enable-animations") == "false"
    return _kept("gtk-3.0/settings.ini", "Settings/gtk-enable-animations").lower() in {"0", "false"}


def _windows() -> bool:
    moves = ctypes.c_int(1)
    user32 = ctypes.CDLL("user32")
    user32.SystemParametersInfoW(0x1042, 0, ctypes.byref(moves), 0)  # SPI_GETCLIENTAREAANIMATION
    return not moves.value


def _macos() -> bool:
    return _said("defaults", "read", "com.apple.universalaccess", "reduceMotion") == "1"


def _kept(file: str, key: str) -> str:
    """Return a value from a file of the user's settings; empty if it has none."""
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericConfigLocation)
    return str(QSettings(f"{folder}/{file}", QSettings.Format.IniFormat).value(key, ""))


def _said(*command: str) -> str:
    """Return the output of a command; empty if it takes too long."""
    import subprocess  # Only some desktops are asked in this way.

    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=1.0, check=False).stdout.strip()
    except subprocess.TimeoutExpired:
        return ""


def let_move(moves: bool) -> None:
    """Have small motions from now on, or none: this is Qt's own switch, for its widgets too."""
    QApplication.setEffectEnabled(Qt.UIEffect.UI_General, moves)


class Approach(QVariantAnimation):
    """A number that comes near its `goal` in some milliseconds, gently; `draw` is called with each pose."""

    def __init__(self, parent: QObject, milliseconds: int, draw: Callable[[], object]) -> None:
        super().__init__(parent, startValue=0.0, endValue=1.0, duration=milliseconds)
        self.setEasingCurve(QEasingCurve.Type.InOutQuad)
        self.valueChanged.connect(self._move)
        self._draw = draw
        self.number = self.goal = self._start = 0.0

    def go(self, goal: float, *, start: float | None = None, jumps: bool = False) -> None:
        """Begin to come near `goal` from `start`, or from here if it is another; be there at once if that `jumps`."""
        if goal == self.goal and start is None and not jumps:
            return
        self.stop()
        jumps = jumps or not QApplication.isEffectEnabled(Qt.UIEffect.UI_General)
        self._start, self.goal = self.number if start is None else start, goal
        self.number = goal if jumps else self._start
        if not jumps:
            self.start()

    def _move(self, share: float) -> None:
        self.number = self._start * (1 - share) + self.goal * share  # At the end exactly the goal.
        self._draw()


class FadingIn(Guarded, QWidget):
    """Lets a `page` appear out of its ground."""

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.resize(page.window().size())  # The page may still grow.
        self._veil = Approach(self, _PAGE_MS, self.update)
        self._veil.finished.connect(self.deleteLater)
        self._veil.go(0.0, start=1.0)
        self.show()

    def paintEvent(self, event: QPaintEvent) -> None:
        color = self.palette().window().color()
        color.setAlphaF(self._veil.number)
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), color)


def fade_in(page: QWidget | None) -> None:
    """Let a page that has just come appear gently."""
    if page is not None and page.isVisible() and QApplication.isEffectEnabled(Qt.UIEffect.UI_General):
        FadingIn(page)
