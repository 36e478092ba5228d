"""A run made in many small calls to its engine, the cycle that one has entered, and what a classifier gets wrong."""

from __future__ import annotations

from core.analysis.cycles import Cycle, CycleDetector, can_cycle
from core.datasets.dataset import Dataset
from core.explain.code import Formula
from core.run import Run, prepare
from core.spaces.space import Decision
from core.spec import RunSpec
from core.ties import MISTAKE, Tie


def train_in_pieces(dataset: Dataset, spec: RunSpec, most: int, *, hurried: bool) -> Run:
    """Run to the end, at most `most` updates a call; `hurried` calls have no time at all."""
    run, engine = prepare(dataset, spec)
    while run.stopped is None:
        batch = engine.advance(most, 0.0 if hurried else 1.0)
        assert len(batch.index) <= most
        run.history.append(batch)
    return run


def find_cycle(run: Run) -> Cycle | None:
    """The cycle that a run has entered so far; None where there is none, or where none can be known."""
    return CycleDetector(run.dataset.n).extend(run.history) if can_cycle(run) else None


def formula_text(formula: Formula) -> str:
    """Return a formula of a learner's idea as text."""
    return "".join(part.text for part in formula)


def wrong(decision: Decision, dataset: Dataset, tie: Tie = MISTAKE) -> int:
    """Return how many examples a classifier gets wrong; `tie` decides about a score of exactly 0."""
    return tie.errors(decision.score(dataset.X) * dataset.y, dataset.y)
