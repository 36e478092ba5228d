"""Shortcuts in a real X window under keyboard layouts without Latin letters."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.end_to_end.desktop import Desktop, eventually

_A, _F, _Z = "38", "41", "52"
"""Keys by their number in X, whatever the layout has on them."""


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("setxkbmap") is None, reason="not installed: setxkbmap")
@pytest.mark.parametrize("layout", ["ru", "ru,us"])
def test_letters_of_another_script_flip_labels_and_take_that_back(
    layout: str, desktop: Desktop, tmp_path: Path
) -> None:
    points = tmp_path / "points.csv"
    points.write_text("x1,x2,label\n1,2,1\n3,1,-1\n")
    desktop.run("setxkbmap", "-layout", layout)
    program = desktop.program(points)
    try:
        desktop.find("points.csv")
        desktop.run("xdotool", "keydown", "37", "key", _A, "keyup", "37")
        desktop.run("xdotool", "key", _F)
        eventually(lambda: desktop.title == "points.csv* — Perceptron", "the labels are flipped")
        desktop.run("xdotool", "keydown", "37", "key", _Z, "keyup", "37")
        eventually(lambda: desktop.title == "points.csv — Perceptron", "that is taken back")
    finally:
        program.kill()
        program.communicate()
