"""Whether two pictures show the same to the eye, though letters and lines may have other edges."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter, ImageSequence

_NEIGHBOURHOOD, _LEVELS, _PIXELS = 3, 60, 12
"""Two pictures show the same if all pixels but so many are nowhere more than so many levels, of 255, darker or lighter
than every pixel of the other one in a square of this width. The edge of a letter may differ, and no letter."""


def unlike(drawn: Path, kept: Path) -> str:
    """Return how a picture or a film that was drawn differs from the one that is kept; empty if both show the same."""
    if not kept.exists():
        return "it is missing"
    if drawn.read_bytes() == kept.read_bytes():
        return ""
    with Image.open(drawn) as new, Image.open(kept) as old:
        pictures = [[picture.convert("RGB") for picture in ImageSequence.Iterator(each)] for each in (new, old)]
    if len(pictures[0]) != len(pictures[1]):
        return f"it has {len(pictures[1])} pictures, and now there are {len(pictures[0])}"
    for place, (one, other) in enumerate(zip(*pictures, strict=True), 1):
        if one.size != other.size:
            return f"it has {other.width} × {other.height} pixels, and now there are {one.width} × {one.height}"
        odd = _beyond(one, other) | _beyond(other, one)
        if np.count_nonzero(odd) > _PIXELS:
            (top, left), (bottom, right) = (edge(np.argwhere(odd), axis=0) for edge in (np.min, np.max))
            return f"picture {place} differs between ({left}, {top}) and ({right}, {bottom})"
    return ""


def _beyond(one: Image.Image, other: Image.Image) -> NDArray[np.bool_]:
    """Return which pixels of `one` are darker or lighter than all of `other` about the same place."""
    pixels = np.asarray(one, np.int16)
    lightest = np.asarray(other.filter(ImageFilter.MaxFilter(_NEIGHBOURHOOD)), np.int16)
    darkest = np.asarray(other.filter(ImageFilter.MinFilter(_NEIGHBOURHOOD)), np.int16)
    beyond: NDArray[np.bool_] = np.any((pixels > lightest + _LEVELS) | (pixels < darkest - _LEVELS), axis=2)
    return beyond
