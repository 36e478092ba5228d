"""The data that come with the program: what they are called, what to watch in them, and the run that shows it."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.spec import RunSpec
from perceptron_gui.look.resources import resource


@dataclass(frozen=True)
class BuiltIn:
    """A dataset in `file`, with the run that belongs to it; `watch` is a sentence that is true of that run."""

    file: str
    title: str
    watch: str
    spec: RunSpec

    @property
    def path(self) -> Path:
        """Where it is."""
        return resource("datasets", self.file)


def _built_in(file: str, entry: dict[str, Any]) -> BuiltIn:
    return BuiltIn(file, entry["title"], entry["watch"], RunSpec.from_json(entry.get("run", {})))


BUILT_IN = tuple(
    _built_in(file, entry)
    for file, entry in tomllib.loads(resource("datasets", "index.toml").read_text("utf-8")).items()
)
"""The first is what the program starts with."""
