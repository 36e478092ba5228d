"""The feature spaces: where the learner's vector lives, how it is run, recorded and read there."""

from __future__ import annotations

from core.dataset import Dataset
from core.spaces.base import Space
from core.spaces.linear import LinearSpace
from core.spec import RunSpec


def space_of(dataset: Dataset, spec: RunSpec) -> Space:
    """The space that a resolved spec asks for. Raises InputError for a kernel that does not exist."""
    return LinearSpace(dataset, spec)
