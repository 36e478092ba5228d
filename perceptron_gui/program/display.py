"""Whether there is a screen: asked before Qt is, because Qt ends the process where it finds none."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path


def why_no_screen(environment: Mapping[str, str] = os.environ) -> str | None:
    """Return what keeps a window from opening, in a few words; None if nothing does.

    Only Linux can be without a screen. A platform chosen in QT_QPA_PLATFORM that needs none is taken at its word.
    """
    if not sys.platform.startswith("linux"):
        return None
    chosen = environment.get("QT_QPA_PLATFORM", "").partition(":")[0]
    if chosen and not chosen.startswith(("xcb", "wayland")):
        return None
    ways = (("wayland", "WAYLAND_DISPLAY", _wayland_trouble), ("xcb", "DISPLAY", _x_trouble))
    complaints = []
    for platform, variable, trouble in ways:
        if chosen.startswith(platform) or not chosen:
            complaint = trouble(environment) if environment.get(variable) else f"{variable} is not set"
            if complaint is None:
                return None
            complaints.append(complaint)
    return "; ".join(complaints)


def _x_trouble(environment: Mapping[str, str]) -> str | None:
    """Load Qt's own plugin, which names a missing library, and knock at the server as it would.

    The connection stays open until the process ends: a server that its last client leaves may start anew (Xvfb does),
    and refuses whoever comes meanwhile, Qt too.
    """
    trouble = _plugin_trouble("libqxcb.so")
    if trouble is not None:
        return trouble
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    xcb.xcb_connection_has_error.argtypes = [ctypes.c_void_p]
    name = environment["DISPLAY"]
    connection = xcb.xcb_connect(name.encode(), None)
    return f"the screen {name} cannot be opened" if xcb.xcb_connection_has_error(connection) else None


def _wayland_trouble(environment: Mapping[str, str]) -> str | None:
    trouble = _plugin_trouble("libqwayland.so")
    if trouble is not None:
        return trouble
    socket = Path(environment.get("XDG_RUNTIME_DIR", "/"), environment["WAYLAND_DISPLAY"])
    return None if socket.exists() else f"the screen {socket} does not exist"


def _plugin_trouble(name: str) -> str | None:
    spec = find_spec("PySide6")
    if spec is None or spec.origin is None:
        return "PySide6 is not installed"
    plugin = Path(spec.origin).with_name("Qt") / "plugins" / "platforms" / name
    try:
        ctypes.CDLL(str(plugin))
    except OSError as error:
        # In the executable ctypes has been put in an error of its own, which does not say what is missing.
        return f"Qt cannot open a window: {error.__context__ or error}"
    return None
