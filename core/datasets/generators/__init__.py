"""Data made to a plan: those that are alike in one file, and the table of them."""

from __future__ import annotations

from core.datasets.dataset import Dataset
from core.datasets.generators import kinds
from core.datasets.generators.generator import SEED, Generator, Text
from core.errors import InputError, named

__all__ = ["GENERATORS", "SEED", "Generator", "Text", "generate", "make_generator"]

GENERATORS: dict[str, type[Generator]] = {
    kind.name: kind
    for kind in (
        kinds.Separable,
        kinds.Gaussians,
        kinds.Xor,
        kinds.Rings,
        kinds.Moons,
        kinds.Spirals,
        kinds.Checkerboard,
        kinds.Outlier,
        kinds.Narrow,
        kinds.Orthonormal,
        kinds.Slow,
        kinds.BoundaryFormula,
        kinds.Exam,
    )
}
"""Name → kind of data, made with its numbers; in the order in which they are offered."""


def make_generator(name: str, **numbers: float | str) -> Generator:
    """Return the kind called `name`, with its own defaults for what is not given. Raises InputError."""
    kind = named(name, GENERATORS, "a kind of data")
    strange = set(numbers) - set(kind.parameters())
    if strange:
        raise InputError(f"{min(strange)!r} is not a number of {name}; enter {', '.join(kind.parameters())}")
    return kind(**numbers)


def generate(name: str, seed: int = 0, **numbers: float | str) -> Dataset:
    """Return the data of the kind called `name`, e.g. `generate("rings", seed=3, n=40)`. Raises InputError."""
    return make_generator(name, **numbers).make(seed)
