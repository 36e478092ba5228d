"""The program's icon in the form that a system wants, from the one drawing that there is."""

from __future__ import annotations

from pathlib import Path

from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

_DRAWING = Path(__file__).resolve().parents[2] / "resources" / "icons" / "perceptron.svg"
_SUFFIXES = {"win32": ".ico", "darwin": ".icns"}
_LARGEST = 1024


def icon_for(platform: str, folder: Path) -> str | None:
    """Return a file in `folder` with the icon; None if a program carries none, as on Linux."""
    if platform not in _SUFFIXES:
        return None
    folder.mkdir(parents=True, exist_ok=True)
    image = QImage(_LARGEST, _LARGEST, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(str(_DRAWING)).render(painter)
    painter.end()
    drawn, made = folder / "icon.png", folder / f"icon{_SUFFIXES[platform]}"
    image.save(str(drawn))
    with Image.open(drawn) as opened:
        opened.save(made)
    return str(made)
