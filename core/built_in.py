"""The data that come with the program: their titles, a sentence on what to watch, and the run that shows it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from core import files
from core.datasets.dataset import Dataset
from core.resources import resource
from core.spec import RunSpec


@dataclass(frozen=True, eq=False)
class BuiltIn:
    """A set called `name` in the index, and its run; `watch` is a true sentence on it. A `group` stays together."""

    name: str
    group: str
    title: str
    watch: str
    origin: str
    """Where real data are from, and on what terms; how the others were made."""
    spec: RunSpec
    dataset: Callable[[], Dataset]
    """Its examples. Raises InputError where the file is damaged."""
    path: Path | None = None
    """The file it is in, if it is in one; of that are taken the class that is +1, and the features."""
    positive: str | None = None
    columns: tuple[str, ...] | None = None


def _built_in(name: str, entry: dict[str, Any]) -> BuiltIn:
    words = entry["group"], entry["title"], entry["watch"], entry["origin"]
    told = name, *words, RunSpec.from_json(entry.get("run", {}))
    if "kind" in entry:
        return BuiltIn(*told, partial(_generated, entry["kind"], entry.get("seed", 0), entry.get("numbers", {})))
    path, positive = resource("datasets", entry.get("file", f"{name}.csv")), entry.get("positive")
    columns = tuple(entry["columns"]) if "columns" in entry else None
    return BuiltIn(*told, partial(files.load, path, positive=positive, columns=columns), path, positive, columns)


def _generated(kind: str, seed: int, numbers: Mapping[str, float | str]) -> Dataset:
    from core.datasets.generators import generate

    return generate(kind, seed, **numbers)


BUILT_IN = tuple(
    _built_in(name, entry)
    for name, entry in tomllib.loads(resource("datasets", "index.toml").read_text("utf-8")).items()
)
"""The first is what the program starts with."""

DEFAULT_FILE = resource("datasets", f"{BUILT_IN[0].name}.csv")
"""The same data as a file, for a command line without one, if no window opens."""
