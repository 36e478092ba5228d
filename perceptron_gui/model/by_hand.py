"""What a person does by hand: clicks the examples of a run, tries a line as a separator, and guesses a boundary."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from PySide6.QtCore import QObject, Signal

from core.analysis.exercises import (
    Grade,
    QuizOutcome,
    QuizTally,
    Role,
    cannot_click,
    cannot_predict,
    clicked,
    grade,
    held_against,
)
from core.datasets.dataset import LARGEST, Dataset, FloatArray, read_only
from core.learners import resolved
from core.orders import find_order
from core.record.history import State
from core.run import Run
from core.spec import RunSpec
from core.theory.bounds import OwnSeparator, own_separator
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.player import Player
from perceptron_gui.model.saved_setting import read
from perceptron_gui.model.threads.worker import single_shot

Rows = tuple[int, ...]
_OF_ORDER = "order", "sequence", "max_updates"
"""The fields of a RunSpec that a run by hand sets."""


class ByHand(QObject):
    """The mode *You Are the Learner*. While it is `on`, the spec lists the rows clicked, and the run stops there.

    A click counts from the vector on display and drops the clicks beyond the playhead. A click waits for the run of the
    click before. Other points or options start again; another order ends the mode. `changed` follows every change.
    `left` carries the spec from before, if the mode ends with rows clicked.
    """

    changed = Signal()
    left = Signal(object)

    def __init__(self, document: Document, player: Player, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._player = player
        self.on = False
        self.role = Role.FREE
        self._forget()
        self.rows: Rows = ()
        self._dataset = document.dataset
        self.before = document.spec
        """The options without the clicks, for runs to compare with and to go back to."""
        self._asked = self.before
        self._arrival = single_shot(self, 0, self._arrive)
        for signal in (player.run_changed, player.record_grew, player.rested):
            signal.connect(self._arrival.soon)
        player.shown.connect(self._on_shown)
        document.spec_changed.connect(self._on_spec)
        document.dataset_changed.connect(self._on_dataset)

    def _forget(self) -> None:
        self.grade: Grade | None = None
        """the grade of the last click; None if there is none"""
        self.chosen: int | None = None
        """the row that the keys have chosen for the next click"""
        self.wrong = 0
        """the number of clicks on examples that were no mistake"""
        self._undone_by: list[Rows] = []
        self._redone_by: list[Rows] = []
        self._waiting: list[int] = []
        self._goal: int | None = None

    @property
    def missing(self) -> str:
        """The reason why nothing can be clicked; empty if something can."""
        return cannot_click(self._document.dataset, self._document.spec)

    @property
    def active(self) -> bool:
        """True if the canvas waits for a click."""
        return self.on and not self.missing

    @property
    def updates(self) -> int:
        """The number of clicks on display that were updates."""
        return 0 if self._player.state is None else self._player.state.update

    @property
    def done(self) -> bool:
        """True if nothing is left to correct at the playhead."""
        run = self._clicked_run()
        return run is not None and run.converged and self.updates == run.updates

    @property
    def can_take_back(self) -> bool:
        return self.on and bool(self._undone_by)

    @property
    def can_redo(self) -> bool:
        return self.on and bool(self._redone_by)

    def set_on(self, on: bool) -> None:
        """Begin with nothing clicked, or leave the run as it was clicked: the clicks become one edit.

        The order is as before if nothing was clicked, and so is the limit if no mistake is left.
        """
        if on and not self.on:
            self.on, self.before = True, self._document.spec
            self._begin()
        elif self.on and not on:
            self._leave()
            run, spec = self._player.run, self._asked
            if not self.rows:
                self._document.set_spec(self.before)
                return
            if run is not None and run.spec == resolved(spec) and run.converged:
                self._document.set_spec(replace(spec, max_updates=self.before.max_updates))
            self._document.record_choice(self.before, self._document.spec)
            self.left.emit(self.before)

    def set_role(self, role: Role) -> None:
        """Take another role; the clicks stay."""
        if role is not self.role:
            self.role, self.grade = role, None
            self.changed.emit()

    def choose(self, row: int | None) -> None:
        """Choose the example for the next click; None for none."""
        if row != self.chosen:
            self.chosen = row
            self.changed.emit()

    def click(self, row: int) -> None:
        """Grade an example, and update on it if it is a mistake."""
        if self.active and 0 <= row < self._document.dataset.n:
            self._player.pause()
            self.chosen = None
            self._waiting.append(row)
            self._take_waiting()

    def again(self) -> None:
        """Drop all clicks; that too can be taken back."""
        if self.active and self.rows:
            self.wrong = 0
            self._push(())

    def take_back(self) -> None:
        if self.can_take_back:
            self._redone_by.append(self.rows)
            self._show(self._undone_by.pop())

    def redo(self) -> None:
        """Click again the example that was taken back last."""
        if self.can_redo:
            self._undone_by.append(self.rows)
            self._show(self._redone_by.pop())

    def saved(self) -> dict[str, Any]:
        before = self.before.to_json()
        return {"on": self.on, "role": str(self.role), "before": {name: before[name] for name in _OF_ORDER}}

    def restore(self, value: Any) -> None:
        """Restore what `saved` returned, over a document whose spec is of clicks. Raise as `read`."""
        kept, spec = read({"on": bool, "role": Role}, value), self._document.spec
        if kept["on"]:
            before = replace(spec, **{name: value["before"][name] for name in _OF_ORDER})
            find_order(resolved(before).order or "")
            if clicked(spec, spec.sequence) != spec:
                raise ValueError
            self.on, self.before, self._asked, self.rows = True, before, spec, spec.sequence
            self._dataset = self._document.dataset
            self._forget()
            self._undone_by = [self.rows[:count] for count in range(len(self.rows))]
        elif self.on:
            self._leave()
        self.role = kept["role"]
        self.changed.emit()

    def _begin(self) -> None:
        """Begin at the start of the run, or show the run as it is if nothing can be clicked."""
        self._forget()
        self._dataset = self._document.dataset
        self._player.pause()
        if not cannot_click(self._dataset, self.before):
            self._show(())
            return
        self.rows, self._asked = (), self.before
        self._document.set_spec(self.before)
        self.changed.emit()

    def _leave(self) -> None:
        self.on = False
        self._arrival.stop()
        self._waiting, self._goal = [], None
        self.changed.emit()

    def _push(self, rows: Rows) -> None:
        self._undone_by.append(self.rows)
        self._redone_by.clear()
        self._show(rows, stays=True)

    def _show(self, rows: Rows, *, stays: bool = False) -> None:
        """Ask for the run of these clicks; its end is shown, from where the playhead `stays` until then."""
        grown = stays and bool(rows)
        self.rows, self._goal = rows, len(rows)
        self.grade = self.grade if grown else None
        place = len(rows) - 1 if grown else len(rows)
        if place:
            self._player.await_example(place)
        else:
            self._player.home()
        self._asked = clicked(self.before, rows)
        self._document.set_spec(self._asked)
        self._arrival.soon()
        self.changed.emit()

    def _clicked_run(self) -> Run | None:
        """Return the run of the clicks; None until it is there."""
        run = self._player.run
        return run if run is not None and run.stopped is not None and self._document.asks_for(run) else None

    def _take_waiting(self) -> None:
        run, update = self._clicked_run(), self.updates
        while self._waiting and self._goal is None and run is not None:
            row = self._waiting.pop(0)
            self.grade = grade(run, update, row)
            if self.grade.verdict.adds:
                self._push((*run.history.index(0, update).tolist(), row))
                return
            self.wrong += 1
            self.changed.emit()

    def _on_shown(self) -> None:
        """Forget the grade of the last click at any place but the one to which it led."""
        if not self.on:
            return
        if self._goal is None and self.grade is not None and self.grade.verdict.adds and self.updates != len(self.rows):
            self.grade = None
        self.changed.emit()

    def _arrive(self) -> None:
        """Go on to the end of the clicked examples, once it is there."""
        if not self.on or self._clicked_run() is None:
            return
        if self._goal is not None:
            goal, self._goal = self._goal, None
            self._player.go_to_example(goal)
        self.changed.emit()
        self._take_waiting()

    def _on_dataset(self, dataset: Dataset) -> None:
        """Begin again with other points. The same points come only from a file, with its own run."""
        if not self.on:
            return
        if dataset.same_as(self._dataset):
            self._leave()
        elif self._document.spec != self._asked:
            self._on_spec(self._document.spec)
        else:
            self._begin()

    def _on_spec(self, spec: RunSpec) -> None:
        if not self.on or spec == self._asked:
            return
        if any(getattr(spec, name) != getattr(self._asked, name) for name in _OF_ORDER):
            self._leave()
            if spec.order != self._asked.order:
                # If a person asked for this order, the run does not end with the clicks.
                kept = [name for name in _OF_ORDER if getattr(spec, name) == getattr(self._asked, name)]
                self._document.set_spec(replace(spec, **{name: getattr(self.before, name) for name in kept}))
            return
        self.before = replace(spec, **{name: getattr(self.before, name) for name in _OF_ORDER})
        self._begin()


class DrawnLine(QObject):
    """One (w, b), or none; `changed` comes with every new one, and when it is removed."""

    changed = Signal()
    weights: FloatArray | None = None
    """w and then b as drawn last, (d + 1,), read-only; None if nothing is drawn."""

    @abstractmethod
    def put(self, weights: ArrayLike) -> None:
        """Draw this w and then b, (d + 1,); numbers beyond ±1e100 are limited to that."""

    @abstractmethod
    def _can_be_in(self, run: Run) -> bool:
        """Return whether a line can be drawn over a run."""

    def clear(self) -> None:
        if self.weights is not None:
            self._drop()
            self.changed.emit()

    def weights_in(self, run: Run | None) -> FloatArray | None:
        """Return the line over a run; None if its w has other components, or none that can be written down."""
        if run is None or self.weights is None or not self._can_be_in(run):
            return None
        return self.weights if len(self.weights) == run.dataset.d + 1 else None

    def _drop(self) -> None:
        self.weights = None


def _vector(weights: ArrayLike) -> FloatArray:
    return read_only(np.clip(np.array(weights, np.float64), -LARGEST, LARGEST) + 0.0)


class TriedSeparator(DrawnLine):
    """A line tried as a separator. It goes when a file is opened or the number of features changes."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._judged: tuple[Run, FloatArray, OwnSeparator] | None = None
        document.opened.connect(self.clear)
        document.dataset_changed.connect(self._fit)

    def put(self, weights: ArrayLike) -> None:
        vector = _vector(weights)
        if self.weights is None or not np.array_equal(vector, self.weights):
            self.weights = vector
            self.changed.emit()

    def saved(self) -> list[float] | None:
        return None if self.weights is None else self.weights.tolist()

    def restore(self, value: Any) -> None:
        if value is None:
            self.clear()
            return
        weights = read([float], value)
        if len(weights) != self._document.dataset.d + 1:
            raise ValueError
        self.put(weights)

    def _can_be_in(self, run: Run) -> bool:
        return not run.margin.in_feature_space

    def judged(self, run: Run | None) -> OwnSeparator | None:
        """Return the theorem for it over the data of a run; None if there is no line."""
        weights = self.weights_in(run)
        if run is None or weights is None:
            return None
        if self._judged is None or self._judged[0] is not run or self._judged[1] is not weights:
            told = own_separator(run.dataset, run.margin.bias, weights[:-1], float(weights[-1]), run.margin)
            self._judged = run, weights, told
        return self._judged[2]

    def _fit(self, dataset: Dataset) -> None:
        if self.weights is not None and len(self.weights) != dataset.d + 1:
            self.clear()


class PredictionQuiz(DrawnLine):
    """While it is `on`: one (w, b) drawn, or none, as a guess for the step after the displayed state.

    Once that step is shown, `outcome` tells how good the guess was, until the next line or another step. A line that is
    drawn and then left, for another place of the run or another run, does not count. `changed` comes with every change.
    """

    def __init__(self, player: Player, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._player = player
        self.on = False
        self._before: State | None = None
        self.outcome: QuizOutcome | None = None
        """The outcome of the drawn line; None until its step is shown."""
        self.tally = QuizTally()
        player.run_changed.connect(self._on_run)
        player.glide.settled.connect(self._on_settled)

    @property
    def missing(self) -> str:
        """The reason why nothing can be drawn for the present run; empty if it can."""
        run = self._player.visible.run
        return "" if run is None else cannot_predict(run)

    def set_on(self, on: bool) -> None:
        if on != self.on:
            self.on = on
            self._drop()
            self.changed.emit()

    def put(self, weights: ArrayLike) -> None:
        """Draw this as a guess for the next step, w not 0."""
        vector = _vector(weights)
        if not self.on or self.missing or not vector[:-1].any():
            return
        self.weights, self._before, self.outcome = vector, self._player.state, None
        self.changed.emit()

    def _can_be_in(self, run: Run) -> bool:
        return not cannot_predict(run)

    def forget(self) -> None:
        self.tally = QuizTally()
        self.changed.emit()

    def saved(self) -> dict[str, Any]:
        return {"on": self.on, "angles": self.tally.to_json()}

    def restore(self, value: Any) -> None:
        kept = read({"on": bool, "angles": QuizTally.from_json}, value)
        self.tally = kept["angles"]
        self.set_on(kept["on"])
        self.changed.emit()

    def _drop(self) -> None:
        self.weights = self._before = self.outcome = None

    def _on_run(self, _: object) -> None:
        if self.on:
            self._drop()
            self.changed.emit()

    def _on_settled(self, state: State) -> None:
        run, weights = self._player.visible.run, self.weights
        if run is None or weights is None:
            return
        before = self._before or state
        # The guess was for the next update: no other may have come first. A right example leaves the old boundary.
        is_next = state.example > before.example and state.update - before.update <= state.moved
        if self.outcome is None and is_next:
            self.outcome = held_against(run, state, weights)
            if self.outcome.angle is not None:
                self.tally = self.tally.with_angle(self.outcome.angle)
        else:
            self._drop()
        self.changed.emit()
