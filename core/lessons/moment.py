"""What a lesson knows of the person's work when it asks whether a goal is met, or marks an answer."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.analysis.prediction_quiz import QuizOutcome
from core.datasets.dataset import Dataset, FloatArray
from core.record.history import State
from core.run import Run
from core.theory.bounds import OwnSeparator


@dataclass(frozen=True, eq=False)
class LessonMoment:
    """The run on display at its playhead, and what the person has drawn.

    `given` are the examples as the step found them, `own` is one's own separator if one was drawn, `guess` how the last
    predicted boundary fared.
    """

    run: Run
    state: State
    given: Dataset | None = None
    own: OwnSeparator | None = None
    guess: QuizOutcome | None = None

    @property
    def changed(self) -> bool:
        """Whether the examples are others than the step found."""
        return self.given is not None and self.run.dataset is not self.given

    @property
    def activations(self) -> FloatArray:
        """w·x + b at the playhead for every example, in units of the learning rate; shape (n,)."""
        return self.run.space.at(self.run.history, self.state.update).score(self.run.dataset.X)

    @property
    def mistakes(self) -> NDArray[np.bool_]:
        """Which examples the rule of the run takes for mistakes at the playhead; shape (n,)."""
        labels = self.run.dataset.y
        return self.run.rule.adds(self.activations * labels, labels)

    @property
    def next_row(self) -> int | None:
        """The row of the next update; None where there is none in the record."""
        history, update = self.run.history, self.state.update
        return int(history.index(update, update + 1)[0]) if update < len(history) else None

    @classmethod
    def at(cls, run: Run, update: int) -> LessonMoment:
        """Of a run just after an update, or at its end where there are fewer."""
        history = run.history
        return cls(run, history.at_example(history.example_of(min(update, run.updates))), run.dataset)
