"""Wait until a learner, or other options of the run, are chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from core.errors import InputError
from core.learners import find_learner, resolved
from core.lessons.goals.goal import Condition
from core.lessons.moment import LessonMoment
from core.lessons.run_options import with_options
from core.lessons.toml_table import TomlTable
from core.spec import PARAMETERS, RunSpec


@dataclass(frozen=True)
class OptionsChosen(Condition):
    """The run has these `options`, fields of a RunSpec."""

    kind: ClassVar[str] = "options"
    words: ClassVar[str] = '`run`: these options are chosen, such as `{ learner = "voted" }`'
    options: Mapping[str, Any]

    @classmethod
    def read(cls, table: TomlTable) -> OptionsChosen:
        """`run = { learner = "voted" }`."""
        options = table.options("run")
        try:
            with_options(RunSpec(), options)
        except (InputError, TypeError) as error:
            raise table.refusal(f"run: {error}", "run") from error
        if not options:
            raise table.refusal('run is missing; options such as { learner = "voted" } are expected')
        return cls(options)

    def met(self, moment: LessonMoment) -> bool:
        spec = resolved(moment.run.spec)
        wanted = replace(spec, **self.options)
        return all(getattr(spec, name) == getattr(wanted, name) for name in self.options)

    @property
    def asked(self) -> str:
        learner = self.options.get("learner")
        if learner is not None:
            return f"Choose the learner “{find_learner(learner).title}”."
        told = (
            f"{PARAMETERS[name].letter} = {value}" if name in PARAMETERS else f"the {name} “{value}”"
            for name, value in self.options.items()
        )
        return f"Choose {', '.join(told)}."
