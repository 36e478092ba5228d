"""Wait until a run was made by hand, mistake by mistake, in so few updates or so many."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from core.analysis.by_hand import cannot_click
from core.lessons.goals.goal import Condition
from core.lessons.moment import LessonMoment
from core.lessons.quantities import extreme
from core.lessons.toml_table import TomlTable
from core.numbers.numerals import counted
from core.theory.diagnosis import may_end_in_ties


@dataclass(frozen=True)
class RunByHand(Condition):
    """Nothing is left to correct after what was clicked, `at_least` and `at_most` so many updates; None: any number."""

    kind: ClassVar[str] = "by_hand"
    words: ClassVar[str] = (
        "mistakes were clicked until none was left (You Are the Learner, Y), in `at_most` or `at_least` so many updates"
    )
    at_least: int
    at_most: int | None

    @classmethod
    def read(cls, table: TomlTable) -> RunByHand:
        """`at_most = 3`, `at_least = 14`, both, or nothing."""
        least = table.whole("at_least") if "at_least" in table else 0
        most = table.whole("at_most") if "at_most" in table else None
        table.known("at_least", "at_most")
        if most is not None and most < least:
            raise table.refusal(f"no run has at least {least} and at most {most} updates", "at_most")
        return cls(least, most)

    def met(self, moment: LessonMoment) -> bool:
        run, updates = moment.run, moment.state.update
        there = run.order.listed and run.converged and updates == run.updates
        return there and self.at_least <= updates and (self.at_most is None or updates <= self.at_most)

    def cannot(self, moment: LessonMoment) -> str:
        run = moment.run
        why = cannot_click(run.dataset, run.spec)
        if why or (run.margin.separable is False and not may_end_in_ties(run.dataset, run.margin)):
            return f"asks for a run by hand. {why or 'Nothing separates these examples: a mistake is always left.'}"
        fewest, most = (extreme(moment, most=most) for most in (False, True))
        if fewest is not None and self.at_most is not None and self.at_most < fewest:
            return f"asks for {counted(self.at_most, 'update')} at most, and no order has fewer than {fewest}"
        if most is not None and self.at_least > most:
            return f"asks for {counted(self.at_least, 'update')} at least, and no order has more than {most}"
        return ""

    @property
    def asked(self) -> str:
        bounds = [f"at least {counted(self.at_least, 'update')}"] * (self.at_least > 0)
        if self.at_most is not None:
            bounds.append(f"at most {counted(self.at_most, 'update')}")
        return f"Click mistakes until none is left{', in ' * bool(bounds)}{' and '.join(bounds)}."

    def leads_to(self, update: int | None) -> int | None:
        return None
