"""The feature spaces: where the learner's vector lives, how it is run, recorded and read there."""

from __future__ import annotations

from core.datasets.dataset import Dataset, SparseDataset
from core.spaces.kernel import KernelSpace
from core.spaces.linear import LinearSpace, SparseSpace
from core.spaces.space import Space
from core.spec import RunSpec


def space_of(dataset: Dataset, spec: RunSpec) -> Space:
    """Return the space of a resolved spec. Raises InputError for a kernel or a rule that does not exist there."""
    if isinstance(dataset, SparseDataset):
        return SparseSpace(dataset, spec)
    return LinearSpace(dataset, spec) if spec.kernel is None else KernelSpace(dataset, spec)
