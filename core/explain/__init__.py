"""Any step of any learner as text: the pseudo-code with the current line marked, and the same step in numbers."""

from __future__ import annotations

from dataclasses import dataclass

from core.errors import named
from core.explain.code import CodeLine, code_of
from core.explain.steps import moment_of, step_at, step_numbers
from core.explain.styles import STYLES
from core.explain.wording import why
from core.learners import title_of
from core.record.history import State
from core.run import Run

__all__ = ["STYLES", "CodeLine", "Telling", "explain", "tell", "why"]


@dataclass(frozen=True)
class Telling:
    """One step as text: its learner and moment, the pseudo-code, and a line of numbers for each thing that happened."""

    learner: str
    moment: str
    code: tuple[CodeLine, ...]
    numbers: tuple[str, ...]

    def written(self, style: str) -> str:
        """Return the step as one text in a style of `STYLES`. Raise InputError for an unknown style."""
        return named(style, STYLES, "a style").write(f"{self.learner}, {self.moment}", self.numbers, self.code)


def tell(run: Run, state: State, fractions: bool = False) -> Telling:
    """Return the step of `run` that `state` shows, with formulas in backticks and examples counted from 1.

    Numbers are those of the record to ten digits. "=" joins two numbers only if they are equal as written, else "≈"
    does. With `fractions` the step is computed again in exact fractions, from the decimals of the data. If the
    fractions decide the example differently from the run, the text says so and shows the run's numbers.
    """
    step = step_at(run, state)
    numbers = step_numbers(run, step, fractions=fractions)
    return Telling(title_of(run.spec), moment_of(step), code_of(run, step), numbers)


def explain(run: Run, state: State, style: str = "plain", fractions: bool = False) -> str:
    """Return the step of `tell` as one text in a style of `STYLES`. Raise InputError for an unknown style."""
    return tell(run, state, fractions).written(style)
