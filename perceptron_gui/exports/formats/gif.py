"""GIF: a film. All its pictures share one palette, and each holds only what differs from the one before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

import numpy as np

from perceptron_gui.exports.formats.format import ExportFormat, Reel

_SAMPLES = 12
"""Pictures that the palette is chosen from."""


def write_film(reel: Reel, stream: BinaryIO) -> Iterator[float]:
    """Write the film, yielding after each picture what part of the work is done."""
    from perceptron_gui.exports.formats import gif_blocks as gif  # Pillow is only loaded when it is needed

    samples = sorted({round(place) for place in np.linspace(0, len(reel.hundredths) - 1, _SAMPLES)})
    steps = len(samples) + len(reel.hundredths)
    counted = []
    for done, place in enumerate(samples, start=1):
        counted.append(gif.colour_counts(reel.draw(place)))
        yield done / steps
    palette = gif.Palette(counted)
    before: gif.Pixels | None = None
    for place, hundredths in enumerate(reel.hundredths):
        picture = palette.pixels(reel.draw(place))
        if before is None:
            stream.write(gif.header(picture, palette))
        stream.write(gif.frame(picture, before, hundredths))
        before = picture
        yield (len(samples) + place + 1) / steps
    stream.write(gif.TRAILER)


GIF = ExportFormat("GIF film", film=write_film)
