"""Installs the system software that Qt and the tests need, or says in a sentence what is missing.

Nothing is asked of the system where everything is there already. Only on Linux: elsewhere Qt brings what it needs.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import shutil
import subprocess
import sys
from pathlib import Path

OFFSCREEN = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libX11.so.6": "libx11-6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libxkbcommon.so.0": "libxkbcommon0",
}
"""Library → package of Debian that holds it; these even without a screen."""

SCREEN = {
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
"""The same for a window of the X Window System."""

PROGRAMS = {
    "run": {},
    "test": {"Xvfb": "xvfb", "xdotool": "xdotool", "dbus-daemon": "dbus-daemon"},
    "package": {"Xvfb": "xvfb", "weston": "weston"},
    "browser": {"chromium": "chromium", "chromedriver": "chromium-driver"},
}
"""Purpose → program → package: the screens of the tests, the hand that clicks on one, the bus of what listens, the
browser and its driver.
"""

CHECKS = {"lintian": "lintian", "appstreamcli": "appstream", "desktop-file-validate": "desktop-file-utils"}
"""What checks a package of Debian; only Debian has all of it, and where it is missing those tests are skipped."""

SPOKEN = "gi.repository.Atspi"
"""The module of Debian's Python by which a test listens as a screen reader does."""
SPOKEN_PACKAGES = ("at-spi2-core", "gir1.2-atspi-2.0", "python3-gi")


def has_library(name: str) -> bool:
    """Return whether this Python can load the shared library `name`, the only thing that counts for Qt."""
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def has_screen() -> bool:
    """Return whether somebody would see a window."""
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def can_listen() -> bool:
    """Return whether the system's Python has what a screen reader hears with."""
    python = Path("/usr/bin/python3")
    ask = f"import gi; gi.require_version('Atspi', '2.0'); import {SPOKEN}"
    return python.exists() and not subprocess.run([python, "-c", ask], capture_output=True, check=False).returncode


def missing_packages(purpose: str) -> list[str]:
    """Return the packages of Debian that are missing for `purpose`."""
    programs = PROGRAMS[purpose]
    libraries = {} if purpose == "browser" else OFFSCREEN | (SCREEN if programs or has_screen() else {})
    missing = {package for library, package in libraries.items() if not has_library(library)}
    wanted = programs | (CHECKS if purpose == "package" and shutil.which("dpkg-deb") else {})
    missing |= {package for program, package in wanted.items() if shutil.which(program) is None}
    if purpose == "test" and not can_listen():
        missing |= set(SPOKEN_PACKAGES)
    return sorted(missing)


def main() -> int:
    """Install what is missing; return 0 if everything is there in the end."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("purpose", choices=tuple(PROGRAMS))
    purpose: str = parser.parse_args().purpose
    packages = missing_packages(purpose) if sys.platform == "linux" else []
    if not packages:
        return 0
    return subprocess.run([Path(__file__).with_name("apt-install"), *packages], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
