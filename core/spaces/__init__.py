"""The feature spaces: where the learner's vector lives, how it is run, recorded and read there."""

from __future__ import annotations

from core.dataset import Dataset
from core.errors import InputError
from core.learners import Rule, find_learner
from core.spaces.kernel import KernelSpace
from core.spaces.linear import LinearSpace
from core.spaces.online_svm import OnlineSvmSpace
from core.spaces.space import Space
from core.spec import RunSpec


def space_of(dataset: Dataset, spec: RunSpec) -> Space:
    """The space that a resolved spec asks for. Raises InputError for a kernel that does not exist."""
    if find_learner(spec.learner).rule is Rule.ONLINE_SVM:
        if spec.kernel is not None:
            raise InputError("the online SVM learns in the space of the data; no kernel is expected")
        return OnlineSvmSpace(dataset, spec)
    if spec.kernel is not None:
        return KernelSpace(dataset, spec)
    return LinearSpace(dataset, spec)
