"""The kernel and the numbers of a run in a few letters."""

from __future__ import annotations

from core.kernels import KERNELS
from core.learners import resolved, rule_of
from core.numbers.numerals import number
from core.spec import PARAMETERS, RunSpec

NO_KERNEL = "no kernel"
"""What says so where a kernel would be named."""


def parameters_of(spec: RunSpec) -> tuple[str, ...]:
    """The fields of `spec` that are numbers which matter to its rule and kernel."""
    kernel = resolved(spec).kernel
    return (*rule_of(spec).parameters, *(KERNELS[kernel].parameters if kernel else ()))


def numbers_text(spec: RunSpec, *, whole: bool = False) -> str:
    """The kernel of a spec and the numbers that matter, in a few letters: the first of each, or the `whole` of them."""
    kernel = resolved(spec).kernel
    most = None if whole else 1
    shown = [*rule_of(spec).parameters[:most], *(KERNELS[kernel].parameters[:most] if kernel else ())]
    texts = [f"{PARAMETERS[name].letter} = {number(getattr(spec, name))}" for name in shown]
    return ", ".join([*([kernel] if kernel else []), *texts]) or NO_KERNEL
