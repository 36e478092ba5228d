"""The first start on small screens: the window and its frame are all on the screen."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from tests.end_to_end.desktop import PATIENCE_S, Desktop, eventually

_SIZES = ("1280x800", "1024x600", "1366x768", "1280x720", "1024x768")
_PROGRAMS = "openbox", "xprop", "xwininfo"
_FRAME = 16, 48
"""Pixels across and down that are left for the frame if no window manager tells how wide it is."""


def _some_slow(sizes: tuple[str, ...], soon: int) -> pytest.MarkDecorator:
    """Return the parameters for screens of these sizes, of which `make test` takes the first `soon`."""
    slow = [pytest.param(size, marks=pytest.mark.slow) for size in sizes[soon:]]
    return pytest.mark.parametrize("desktop", [*sizes[:soon], *slow], indirect=True)


@pytest.mark.slow
@_some_slow(_SIZES, 2)
def test_without_a_window_manager_room_is_left_for_a_frame(desktop: Desktop) -> None:
    program = desktop.program()
    try:
        desktop.find(".*Perceptron")
        x, y, width, height = _geometry(desktop)
        across, down = desktop.size
        assert x >= 0
        assert y >= 0
        assert x + width <= across - _FRAME[0]
        assert y + height <= down - _FRAME[1]
    finally:
        program.kill()
        program.communicate()


@pytest.mark.skipif(not all(map(shutil.which, _PROGRAMS)), reason=f"not installed: one of {', '.join(_PROGRAMS)}")
@_some_slow(_SIZES[::-1], 1)
def test_the_frame_of_a_window_manager_is_on_the_screen(desktop: Desktop) -> None:
    manager = subprocess.Popen(["openbox", "--sm-disable"], env=desktop.environment, stderr=subprocess.DEVNULL)
    program = desktop.program()
    try:
        desktop.find(".*Perceptron")
        eventually(lambda: _frame_fits(desktop), "the window with its frame is on the screen")
    finally:
        for process in (program, manager):
            process.kill()
            process.communicate(timeout=PATIENCE_S)


def _geometry(desktop: Desktop) -> tuple[int, int, int, int]:
    """Return left, top, width and height of the window without its frame."""
    told = desktop.run("xdotool", "getwindowgeometry", "--shell", desktop.window)
    x, y, width, height = (int(number) for number in re.findall(r"(?:X|Y|WIDTH|HEIGHT)=(-?\d+)", told))
    return x, y, width, height


def _frame_fits(desktop: Desktop) -> bool:
    """Return whether the frame that openbox tells of is on the screen, all around the window."""
    extents = desktop.run("xprop", "-id", desktop.window, "_NET_FRAME_EXTENTS").partition("=")[2]
    if not extents:
        return False
    left, right, top, bottom = map(int, extents.split(","))
    told = desktop.run("xwininfo", "-id", desktop.window)  # of a window in a frame xdotool tells another place
    x, y, width, height = (int(number) for number in re.findall(r"(?:Absolute.*|Width|Height):\s+(-?\d+)", told))
    across, down = desktop.size
    return x >= left and y >= top and x + width + right <= across and y + height + bottom <= down
