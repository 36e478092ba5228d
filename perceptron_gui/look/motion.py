"""Motion: whether pictures glide or jump, as the user chose, or as the system is set for all programs."""

from __future__ import annotations

import ctypes
import os
import shutil
import sys
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum

from PySide6.QtCore import QSettings, QStandardPaths


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
