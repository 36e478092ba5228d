"""Where the files that come with the program are, from source and from the executable."""

from __future__ import annotations

from pathlib import Path

RESOURCES = Path(__file__).resolve().parent.parent / "resources"


def resource(*parts: str) -> Path:
    """A file that comes with the program, e.g. `resource("datasets", "iris.csv")`."""
    return RESOURCES.joinpath(*parts)
