"""The parts of a GIF: one palette for all pictures, and for each picture the part that changed since the last one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import GifImagePlugin, Image
from PySide6.QtGui import QImage

Pixels = NDArray[np.uint8]
"""Places in a palette; shape (height, width)."""
Codes = NDArray[np.uint32]
"""Colours as 0xRRGGBB."""
Colours = NDArray[np.uint8]
"""Red, green and blue; shape (m, 3)."""
Count = tuple[Codes, NDArray[np.int64]]
"""Distinct colours, and the number of pixels of each."""

# Pillow does not document `getheader` and `getdata`. If a new version drops them, films fail, and the test of the first
# frame says so. The public `Image.save` needs all pictures at once: a thousand would take gigabytes.

_ALL_COLOURS = 1 << 24
_COLOURS, _EXACT = 255, 96
"""Colours of a palette; of these, the most common ones. Place 255 means "unchanged"."""
_UNCHANGED = _COLOURS
_BLOCK = 4096


def colour_counts(image: QImage) -> Count:
    """Count the colours of a picture."""
    return np.unique(_codes(image), return_counts=True)


class Palette:
    """A palette of 255 colours: the most common exact, the others far apart, so that a thin ring keeps its colour."""

    def __init__(self, counts: Sequence[Count]) -> None:
        codes, where = np.unique(np.concatenate([codes for codes, _ in counts]), return_inverse=True)
        total = np.bincount(where, np.concatenate([times for _, times in counts]))
        # The most frequent colours come first; a stable sort makes the same file each time.
        colours = _channels(codes[np.argsort(-total, kind="stable")])
        if len(colours) > _COLOURS:
            rare = Image.frombytes("RGB", (len(colours) - _EXACT, 1), colours[_EXACT:].tobytes())
            spread = rare.quantize(_COLOURS - _EXACT, Image.Quantize.MAXCOVERAGE).getpalette() or []
            colours = np.concatenate([colours[:_EXACT], np.array(spread, np.uint8).reshape(-1, 3)])[:_COLOURS]
        self.colours = colours
        self._place = np.full(_ALL_COLOURS, -1, np.int16)

    def pixels(self, image: QImage) -> Pixels:
        codes = _codes(image)
        unknown = np.unique(codes[self._place[codes] < 0])
        known = self.colours.astype(np.float64)
        for start in range(0, len(unknown), _BLOCK):
            block = unknown[start : start + _BLOCK]
            # |a - b|² - |a|² is enough, because |a|² is the same for all b. All values are whole numbers.
            self._place[block] = ((known * known).sum(axis=1) - _channels(block) @ (2 * known).T).argmin(axis=1)
        return self._place[codes].astype(np.uint8)


def header(picture: Pixels, palette: Palette) -> bytes:
    """Return the header with size, palette and the mark that the film repeats forever."""
    image = Image.fromarray(picture)
    image.putpalette(palette.colours.tobytes().ljust(3 * (_COLOURS + 1), b"\0"))
    return b"".join(GifImagePlugin.getheader(image, info={"loop": 0, "optimize": False})[0])


def frame(picture: Pixels, before: Pixels | None, hundredths: int) -> bytes:
    """Return the smallest rectangle of the picture that holds all changes since the picture before."""
    left = top = 0
    options = {"duration": 10 * hundredths, "disposal": 1}
    if before is not None:
        changed = picture != before
        # A GIF cannot hold an empty picture.
        left, top, right, bottom = Image.fromarray(changed).getbbox() or (0, 0, 1, 1)
        part = np.s_[top:bottom, left:right]
        picture = np.where(changed[part], picture[part], np.uint8(_UNCHANGED))
        options["transparency"] = _UNCHANGED
    return b"".join(GifImagePlugin.getdata(Image.fromarray(picture), (left, top), **options))


def _codes(image: QImage) -> Codes:
    """Return the colour of each pixel; shape (height, width)."""
    # Qt pads each line of an image to whole words.
    rows = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.bytesPerLine() // 4)
    return rows[:, : image.width()] & np.uint32(_ALL_COLOURS - 1)


def _channels(codes: Codes) -> Colours:
    return np.stack([codes >> 16, codes >> 8 & 255, codes & 255], axis=-1).astype(np.uint8)
