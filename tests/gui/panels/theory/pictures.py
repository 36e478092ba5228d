"""What a picture of the theory makes of a whole run; and a panel of which every part has its place."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from core.analysis.held_out_errors import RunSamples, samples, snapshot
from core.datasets.dataset import Dataset
from core.plots.spec import KnownCurve, PlotSpec
from core.plots.theorem import RunSnapshot, length
from core.run import Run
from core.theory.theorem import Curves
from perceptron_gui.model.threads.runner import slack_of
from perceptron_gui.panels.theory import TheoryPanel

NEARLY_OPPOSITE = Dataset([[0.01, 1.0], [-0.01, 1.0]], [1, -1])


def seen(run: Run) -> RunSnapshot:
    curves = Curves(run.margin)
    curves.extend(run.history)
    return RunSnapshot(run, curves, RunSamples(tuple(samples(snapshot(run))), slack_of(run)))


def picture_of(run: Run, draw: Callable[[RunSnapshot], PlotSpec | None] = length) -> PlotSpec:
    """What `draw` makes of a whole run."""
    picture = draw(seen(run))
    assert picture is not None
    return picture


def formula_of(picture: PlotSpec, name: str) -> KnownCurve:
    return next(formula for formula in picture.formulas if formula.name == name)


def colour_of(widget: QWidget, color: QColor) -> int:
    """How many pixels have the colour."""
    image = widget.grab().toImage()
    return sum(image.pixelColor(x, y) == color for x in range(image.width()) for y in range(image.height()))


def laid_out(panel: TheoryPanel) -> TheoryPanel:
    """Each plot in its place, as before the next frame."""
    for _ in range(3):  # What a layout changes may need another one.
        QCoreApplication.sendPostedEvents()
    return panel
