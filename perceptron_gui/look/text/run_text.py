"""The kernel and the numbers of a run in a few letters, and the rows of the theorem to be pasted into notes."""

from __future__ import annotations

from core.kernels import KERNELS
from core.learners import resolved, rule_of
from core.numbers.numerals import number
from core.record.history import State
from core.run import Run
from core.spec import PARAMETERS, RunSpec, written_out
from core.ties import find_tie


def numbers_as_text(run: Run, state: State) -> str:
    """Where the run is, w and b, and each inequality; one a line, cells parted by tabs.

    Floats of w, b, R and γ read back exactly.
    """
    margin = run.margin
    lines = [
        f"update\t{state.update} of {run.updates}",
        f"epoch\t{state.epoch}",
        f"examples seen\t{state.example} of {run.history.examples}",
        *([f"example (counted from 1; a trace's index from 0)\t{state.index + 1}"] if state.example else []),
        "\t".join(["w", *map(repr, state.w.tolist())]),
        f"b\t{state.b!r}",
        f"R\t{margin.radius!r}",
    ]
    if margin.gamma is not None and margin.bound is not None:
        bound = ", ".join(filter(None, (margin.notation.bound, margin.notation.bound_meaning)))
        lines += [f"γ\t{margin.gamma!r}", f"{bound}\t{margin.bound!r}"]
    if margin.start:
        lines.append(f"q = ‖w⁽⁰⁾‖²\t{margin.start_squared!r}")
        if margin.gamma is not None:
            lines.append(f"p = w⁽⁰⁾·ŵ*\t{margin.along_start!r}")
    for row in run.inequalities(state):
        left, right = row.written
        lines.append(f"{row.formula}\t{left}\t{row.relation}\t{right}\t{row.marked}")
    return "\n".join(lines) + "\n"


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
