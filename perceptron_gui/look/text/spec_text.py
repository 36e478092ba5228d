"""The kernel and the numbers of a run in a few letters."""

from __future__ import annotations

from core.kernels import KERNELS
from core.learners import resolved, rule_of
from core.numbers.numerals import number
from core.spec import PARAMETERS, RunSpec, written_out
from core.ties import find_tie

NO_KERNEL = "no kernel"
"""What says so where a kernel would be named."""


def parameters_of(spec: RunSpec) -> tuple[str, ...]:
    """The fields of `spec` that are numbers which matter to its rule and kernel."""
    kernel, rule = resolved(spec).kernel, rule_of(spec)
    rate = ("rate",) if rule.whole else ()
    return (*rule.parameters, *(KERNELS[kernel].parameters if kernel else ()), *rate)


def numbers_text(spec: RunSpec, *, whole: bool = False) -> str:
    """The kernel of a spec and the numbers that matter, in a few letters: the first of each, or the `whole` of them.

    A learning rate and a convention for ties are told where they are not as usual.
    """
    kernel = resolved(spec).kernel
    most = None if whole else 1
    shown = [*rule_of(spec).parameters[:most], *(KERNELS[kernel].parameters[:most] if kernel else ())]
    texts = [f"{PARAMETERS[name].letter} = {number(getattr(spec, name))}" for name in shown]
    rate = [f"η = {written_out(spec.rate)}"] if spec.rate != 1 else []
    unusual = [*rate, *filter(None, [find_tie(spec.tie).brief])]
    return ", ".join([*([kernel] if kernel else []), *texts, *unusual]) or NO_KERNEL
