"""What the formats of the table can hold."""

from __future__ import annotations

from perceptron_gui.exports.formats import FORMATS, ExportKind


def suffixes(kind: ExportKind) -> list[str]:
    """Of the formats that can hold this, in the order of the table."""
    return [suffix for suffix, entry in FORMATS.items() if kind in entry.kinds]
