"""Where the files that come with the program are, and what one types: from source, installed, from the executable."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

_INSTALLED = Path(__file__).resolve().with_name("resource_files")
RESOURCES = _INSTALLED if _INSTALLED.is_dir() else _INSTALLED.parent.with_name("resources")
HANDBOOK = RESOURCES.with_name("docs")
"""The folder of the pages that *Help ▸ Handbook* shows."""

PROGRAM = "python -m core" if __name__ == "core.resources" and not hasattr(sys, "frozen") else "perceptron-core"
"""What one types to run a learner without a window; where it is installed, this module has another name."""


def resource(*parts: str) -> Path:
    """Return a file that comes with the program, e.g. `resource("datasets", "iris.csv")`."""
    return RESOURCES.joinpath(*parts)


def project_address(settings: Path = RESOURCES.parent / "pyproject.toml") -> str:
    """Return the address of the project, with `/releases` and `/issues` below it; empty while it has none."""
    return str(tomllib.loads(settings.read_text("utf-8"))["project"].get("urls", {}).get("Source", ""))
