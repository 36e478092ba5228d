"""What can be compared: the learners that the tables allow, each a predictor of a run that others may share.

Learners with equal rule, space and order meet the same mistakes (Perceptron 000, Huang 001): they are predictors of
one run.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass, replace
from typing import Any

from core.learners import LEARNERS, Learner, resolved
from core.orders import ORDERS, find_order
from core.predictors import find_predictor
from core.rules import RULES, make_rule
from core.spec import RunSpec


@dataclass(frozen=True)
class Path:
    """What makes a sequence of mistakes: the rule, whether in a kernel's space, and the order; by their names."""

    rule: str
    in_kernel: bool
    order: str

    @property
    def family(self) -> str:
        """What it is whatever the order, e.g. "Margin perceptron, with a kernel"."""
        learner = _family(self)[0]
        return learner.title + (", with a kernel" if self.in_kernel and learner.kernel is None else "")

    @property
    def order_title(self) -> str:
        return find_order(self.order).title


@dataclass(frozen=True)
class Entry:
    """One of those compared: a predictor of the run on a path."""

    path: Path
    predictor: str

    @property
    def learner(self) -> Learner:
        """The named learner that it is, or else one of its rule and space."""
        exact = [learner for learner in _family(self.path) if learner.predictor == self.predictor]
        return (exact or _family(self.path))[0]

    @property
    def name(self) -> str:
        """E.g. "Voted perceptron", "Margin perceptron, average"."""
        return self.learner.title if self._exact else f"{self.path.family}, {find_predictor(self.predictor).title}"

    @property
    def title(self) -> str:
        """The name with the order, e.g. "Voted perceptron · cyclic"."""
        return f"{self.name} · {self.path.order_title}"

    def spec(self, base: RunSpec) -> RunSpec:
        """A request for it with all else as in `base`, but for a start where the space has none."""
        usual = next(learner.kernel for learner in LEARNERS.values() if learner.kernel is not None)
        kernel = (resolved(base).kernel or usual) if self.path.in_kernel else None
        learner = self.learner
        return replace(
            base,
            learner=learner.name,
            rule=None,
            kernel=kernel,
            order=self.path.order,
            predictor=None if learner.predictor == self.predictor else self.predictor,
            start=None if self.path.in_kernel else base.start,
        )

    def to_json(self) -> list[Any]:
        return [*astuple(self.path), self.predictor]

    @property
    def _exact(self) -> bool:
        learner = self.learner
        return learner.predictor == self.predictor and (learner.kernel is not None) == self.path.in_kernel


def entry_of(spec: RunSpec) -> Entry:
    """Which entry a request is."""
    full = resolved(spec)
    return Entry(Path(full.rule or "", full.kernel is not None, full.order or ""), full.predictor or "")


def entry_from_json(value: Any) -> Entry:
    """The inverse of `Entry.to_json`. Raises TypeError or ValueError where it is none that can be compared."""
    *path, predictor = value
    entry = Entry(Path(*path), find_predictor(predictor).name)
    if entry.path not in paths():
        raise ValueError
    return entry


def paths() -> tuple[Path, ...]:
    """Every sequence of mistakes that the tables allow."""
    spaces = {name: (False, True) if make_rule(RunSpec(rule=name)).kernelised else (False,) for name in RULES}
    return tuple(Path(rule, kernel, order) for rule in RULES for kernel in spaces[rule] for order in ORDERS)


def telling(spec: RunSpec, separable: bool | None) -> tuple[Entry, ...]:
    """A few that show what is to be seen, the one that is asked for first.

    Where a separator exists, those that reach other margins; else those that end with fewer errors.
    """
    telling_ones = (one.name for one in LEARNERS.values() if (one.tells_margins if separable else one.tells_errors))
    return tuple(dict.fromkeys([entry_of(spec), *(entry_of(RunSpec(name)) for name in telling_ones)]))


def _family(path: Path) -> list[Learner]:
    """The named learners of its rule, those of its space first."""
    learners = [learner for learner in LEARNERS.values() if learner.rule == path.rule]
    return [x for x in learners if (x.kernel is not None) == path.in_kernel] or learners
