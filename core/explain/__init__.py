"""Any step of any learner as text: its pseudo-code with the present line marked, and the same step in numbers."""

from __future__ import annotations

from core.dataset import IntArray
from core.errors import InputError
from core.explain.code import code_of
from core.explain.steps import numbers_of, title_of
from core.explain.styles import STYLES
from core.predictors import Step
from core.record.history import State
from core.run import Run

__all__ = ["STYLES", "explain"]


def explain(
    run: Run, state: State, style: str = "plain", fractions: bool = False, errors: IntArray | None = None
) -> str:
    """The step of `run` that `state` shows, in one of `STYLES`: plain, markdown or latex.

    Numbers are those of the record to ten digits, and "=" stands only where the numbers on both its sides, as they are
    written, are equal; else "≈". With `fractions` the data are read as the decimals they were written as, and the step
    is computed anew in exact fractions, if in them the example is decided as the run decided it; else the text says so.
    `errors` (at least k + 1,) may bring along `run.errors`, which a pocket is told from and which takes a pass over the
    run. Examples are counted from 1. Raises InputError for a style that does not exist.
    """
    if style not in STYLES:
        raise InputError(f"{style!r} is not a style; {', '.join(STYLES)} is expected")
    step = Step(run.space, run.history, run.dataset, state, run.rule, (), 0.0, exact=False, errors=errors)
    return STYLES[style](title_of(run, step), code_of(run, step), numbers_of(run, step, fractions=fractions))
