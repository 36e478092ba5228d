"""Where the files that come with the program are, from source, installed and from the executable."""

from __future__ import annotations

from pathlib import Path

_INSTALLED = Path(__file__).resolve().with_name("resource_files")
RESOURCES = _INSTALLED if _INSTALLED.is_dir() else _INSTALLED.parent.with_name("resources")
HANDBOOK = RESOURCES.with_name("docs")
"""The folder of the pages that *Help ▸ Handbook* shows."""


def resource(*parts: str) -> Path:
    """Return a file that comes with the program, e.g. `resource("datasets", "iris.csv")`."""
    return RESOURCES.joinpath(*parts)
