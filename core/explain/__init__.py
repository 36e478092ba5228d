"""Any step of any learner as text: its pseudo-code with the present line marked, and the same step in numbers."""

from __future__ import annotations

from dataclasses import dataclass

from core.errors import named
from core.explain.code import CodeLine, code_of
from core.explain.steps import in_one_line, moment_of, step_at, step_numbers, why
from core.explain.styles import STYLES
from core.learners import title_of
from core.record.history import State
from core.run import Run

__all__ = ["STYLES", "CodeLine", "Telling", "explain", "in_one_line", "tell", "why"]


@dataclass(frozen=True)
class Telling:
    """One step told: learner and moment, the pseudo-code, and a line of numbers for each thing that happened."""

    learner: str
    moment: str
    code: tuple[CodeLine, ...]
    numbers: tuple[str, ...]

    def written(self, style: str) -> str:
        """As one text in a style of `STYLES`; raises InputError for one that does not exist."""
        return named(style, STYLES, "a style").write(f"{self.learner}, {self.moment}", self.code, self.numbers)


def tell(run: Run, state: State, fractions: bool = False) -> Telling:
    """The step of `run` that `state` shows; formulas are in backticks, and examples are counted from 1.

    Numbers are those of the record to ten digits, and "=" stands only where the numbers on both its sides, as they are
    written, are equal; else "≈". With `fractions` the data are read as the decimals they were written as, and the step
    is computed anew in exact fractions, if in them the example is decided as the run decided it; else the text says so.
    """
    step = step_at(run, state)
    numbers = step_numbers(run, step, fractions=fractions)
    return Telling(title_of(run.spec), moment_of(step), code_of(run, step), numbers)


def explain(run: Run, state: State, style: str = "plain", fractions: bool = False) -> str:
    """What `tell` says of a step, as one text in one of `STYLES`: plain, markdown or latex.

    Raises InputError for a style that does not exist.
    """
    return tell(run, state, fractions).written(style)
