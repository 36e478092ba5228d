"""The rows of the theorem at one state as text, to be pasted into notes or a spreadsheet."""

from __future__ import annotations

from core.record.history import State
from core.run import Run


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
