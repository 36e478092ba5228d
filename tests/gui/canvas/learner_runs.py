"""Runs over classes that overlap, on a canvas, and the wait for what is worked out beside it."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QImage

from core.datasets.dataset import Dataset, FloatArray
from core.run import Run, train
from core.spaces.space import Decision
from core.spec import RunSpec
from perceptron_gui.model.workspace import Outline
from tests.gui.canvas.desk import CanvasDesk

RNG = np.random.default_rng(8)
OVERLAPPING = Dataset(RNG.normal(size=(40, 2)).round(1), RNG.choice([-1, 1], 40))


def show(desk: CanvasDesk, learner: str, update: int | None = None) -> Run:
    run = train(OVERLAPPING, RunSpec(learner, max_epochs=8, max_updates=200))
    desk.document.open(OVERLAPPING, None)
    desk.player.set_run(run)
    desk.player.go_to_update(run.updates if update is None else update)
    return run


def settled(desk: CanvasDesk) -> None:
    """Wait until nothing better is to come."""
    reading = desk.canvas.stage.classifier

    def done() -> bool:
        field = reading.field(desk.canvas.stage.viewport)
        return reading.mistakes is not None and (field is None or field.settled)

    desk.qtbot.waitUntil(done, timeout=30_000)


def overlapping(n: int = 60) -> Dataset:
    X = np.random.default_rng(5).normal(size=(n, 2)).round(2)
    noise = np.random.default_rng(6).normal(size=n)
    return Dataset(X, np.where(X @ (1.0, 2.0) + 0.8 * noise > 0.3, 1, -1))


def picture_at(desk: CanvasDesk, update: int) -> QImage:
    desk.player.go_to_update(update)
    desk.picture()
    desk.canvas.stage.classifier.finish()
    desk.canvas.stage.level_sets.finish()
    desk.canvas.words.placer.forget()  # Labels keep the side on which they stood, which is another one on the way back.
    return desk.picture()


CURVED = RunSpec("voted", kernel="rbf", max_epochs=12)


def sides_at_ends(decision: Decision, ends: FloatArray, reach: float) -> set[int]:
    """How many sides of a classifier lie within a small step of each point."""
    around = [ends + reach * np.array(step) for step in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    sides = np.sign([decision.score(places) for places in around])
    return {len(set(column.tolist())) for column in sides.T}


def outline_of(run: Run, update: int) -> Outline:
    example = run.history.example_of(update)
    return Outline("A", "compared_1", run, example, update, run.space.at(run.history, update))
