"""The base of all generators: parameters, and examples drawn with a seed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, fields
from numbers import Integral, Real
from typing import Any, ClassVar, TypeAlias

import numpy as np

from core.datasets.dataset import Dataset, FloatArray, LabelArray
from core.errors import InputError
from core.spec import Parameter, number_field

Chance: TypeAlias = "np.random.Generator"
"""Where all that is drawn comes from; in quotes, for numpy imports its random numbers when they are first named."""

Drawn = tuple[FloatArray, LabelArray]
"""Examples (n, d) and their labels (n,)."""

SEED = Parameter("s", "the seed of what is drawn at random", most=10**12, whole=True)


@dataclass(frozen=True)
class Text:
    """A parameter that is no number but a line of text."""

    letter: str
    meaning: str


def text(default: str, letter: str, meaning: str) -> Any:
    """Return a field of a kind that is a line of text."""
    return field(default=default, metadata={"parameter": Text(letter, meaning)})


def examples(default: int = 100) -> Any:
    """Return the field n: how many examples."""
    return number_field(default, "n", "how many examples", most=100_000, whole=True)


def spread_field(default: float) -> Any:
    """Return the field of the standard deviation around the shape."""
    meaning = "how far the examples are spread about their shape: the standard deviation"
    return number_field(default, "σ", meaning, most=2)


def noise() -> Any:
    """Return the field of the labels that are wrong; `make` turns them round."""
    return number_field(0.0, "p", "noise: this share of the labels, drawn at random, is turned round", most=1)


@dataclass(frozen=True)
class Generator(ABC):
    """A kind of data with its numbers, which are the fields of its class. Raises InputError for one out of range."""

    name: ClassVar[str]
    title: ClassVar[str]
    watch: ClassVar[str]
    """One sentence: what there is to see."""

    def __post_init__(self) -> None:
        for name, parameter in self.parameters().items():
            if isinstance(parameter, Parameter):
                check(name, getattr(self, name), parameter)

    @classmethod
    def parameters(cls) -> dict[str, Parameter | Text]:
        """Name → what is known of it, in the order in which they are asked for."""
        return {item.name: item.metadata["parameter"] for item in fields(cls)}

    @abstractmethod
    def draw(self, chance: Chance) -> Drawn:
        """Return the examples and their true labels."""

    def around(self, centres: FloatArray, labels: LabelArray, chance: Chance) -> Drawn:
        """Return Gaussian points around `centres` (n, d), as far as its field `spread` says, in a random order."""
        spread: float = getattr(self, "spread", 0.0)
        return mixed(two_decimals(centres + spread * chance.standard_normal(centres.shape)), labels, chance)

    def make(self, seed: int = 0) -> Dataset:
        """Return the data, equal bit for bit for equal numbers and seed; noise moves no example. Raises InputError."""
        check("seed", seed, SEED)
        chance = np.random.Generator(np.random.PCG64(seed))
        X, y = self.draw(chance)
        flips = round(getattr(self, "noise", 0.0) * len(y))
        y[chance.permutation(len(y))[:flips]] *= -1
        return Dataset(X, y)


def check(name: str, value: float, parameter: Parameter) -> None:
    """Raise InputError for a number that is not whole but has to be, or is out of range."""
    kind = Integral if parameter.whole else Real
    if isinstance(value, bool) or not isinstance(value, kind) or not parameter.least <= value <= parameter.most:
        what = "a whole number" if parameter.whole else "a number"
        limits = f"from {parameter.least:g} to {parameter.most:.15g}"
        raise InputError(f"{name} {value!r} is not possible; enter {what} {limits}")


def halves(n: int) -> LabelArray:
    """Return +1 and −1 in turn, (n,)."""
    return np.where(np.arange(n) % 2, -1, 1).astype(np.int8)


def two_decimals(X: FloatArray) -> FloatArray:
    """Return the values with two decimals, so that they suit a calculation by hand; no zero has a sign."""
    return np.round(X, 2) + 0.0


def mixed(X: FloatArray, y: LabelArray, chance: Chance) -> Drawn:
    """Return the examples in a random order."""
    order = chance.permutation(len(y))
    return X[order], y[order]
