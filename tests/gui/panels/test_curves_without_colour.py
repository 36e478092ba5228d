"""Curves of one plot are told apart without their colours: by a dash, or each by what is written on it or beside it.

The playhead is no curve: it is upright from edge to edge. The Runs panel draws dots, bars and one dashed line.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QFontMetricsF
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.learners import LEARNERS
from core.plots.spec import Curve, PlotSpec, Sampled, Scale
from core.plots.theorem import PICTURES, corridor_of
from core.run import Run, train
from core.spec import RunSpec
from perceptron_gui.look.plots.chart import Chart
from perceptron_gui.look.plots.painting import PlotFrame, frame_of
from perceptron_gui.panels.compare.chooser import MARKS
from perceptron_gui.panels.theory.pictures import captions_of
from tests.core.tables import DATASET
from tests.gui.panels.compare.table_desk import Table
from tests.gui.panels.learner.learner_desk import PanelDesk
from tests.gui.panels.theory.pictures import seen
from tests.gui.workspaces import SEPARABLE

ROOM = QRectF(0, 0, 380, 190)
APART = 10.0
"""Pixels from one sign to another: neither covers the other's letter."""


def framed(picture: PlotSpec) -> PlotFrame:
    return frame_of(picture, ROOM, QFont())


def nameless(picture: PlotSpec) -> Iterator[tuple[str, str]]:
    """Two curves of one look of which one has nothing on it or beside it that is its own."""
    frame = framed(picture)
    signs = [sign.text for sign in frame.signs]
    assert len(set(signs)) == len(signs)
    written = {name.text for name in frame.names}

    def told(curve: Curve) -> bool:
        return picture.signs.get(curve.name, "") in signs or curve.name in written

    for one, other in combinations(picture.curves, 2):
        if type(one) is type(other) and not (told(one) and told(other)):
            yield one.name, other.name


def runs() -> Iterator[Run]:
    for learner in LEARNERS:
        for dataset in (SEPARABLE, DATASET):
            yield train(dataset, RunSpec(learner, seed=1, max_epochs=8))


def test_curves_of_the_theory_are_told_apart(qapp: object) -> None:
    several = 0
    for run in runs():
        for name, draw in PICTURES.items():
            if (picture := draw(seen(run))) is not None:
                assert list(nameless(picture)) == [], (run.spec.learner, name)
                several += len(picture.keyed) > 1
    assert several > 5


def test_lines_in_the_picture_of_the_theorem_have_their_names_beside_them(qapp: object) -> None:
    font = QFont()
    for run in runs():
        plot = corridor_of(seen(run), None)
        assert plot is not None
        drawn = frame_of(plot, QRectF(0, 0, 400, 340), font, large=True)
        values = {curve.key: at(curve, run.updates / 2) for curve in plot.curves}
        found = captions_of(drawn, values, QFontMetricsF(font))
        written, marks = {each.key for each in found}, [each.mark for each in found if each.mark >= 0]
        assert len(set(marks)) == len(marks) == len(plot.sampled)
        assert {curve.key for curve in plot.curves} <= written, run.spec.learner


def at(curve: Curve, place: float) -> float:
    return curve.on_line(place) if isinstance(curve, Sampled) else curve.at(place)


@pytest.mark.parametrize("learner", LEARNERS)
def test_curves_of_a_learner_are_told_apart(qtbot: QtBot, learner: str) -> None:
    desk = PanelDesk(qtbot, DATASET, RunSpec(learner, seed=1, max_epochs=8))
    desk.go(desk.run.updates // 2)
    pictures = [chart.spec for chart in desk.panel.findChildren(Chart) if chart.spec is not None]
    assert pictures or not desk.run.predictor.own
    for picture in pictures:
        assert list(nameless(picture)) == [], picture.title


def test_curves_that_are_compared_have_their_letters_on_them(qtbot: QtBot) -> None:
    table = Table(qtbot, Dataset(DATASET.X, DATASET.y))
    table.show()
    table.hold_out("25")
    for chart in table.panel.charts:
        picture = chart.spec
        assert picture is not None
        assert list(picture.signs.values()) == [curve.name for curve in picture.curves]
        assert list(nameless(picture)) == []


@pytest.mark.parametrize("count", [2, 4, 8])
@pytest.mark.parametrize("swings", [False, True])
def test_a_sign_stands_on_its_own_curve_and_covers_no_other_sign(qapp: object, count: int, swings: bool) -> None:
    """Of as many as can be compared, which lie on one another at the end, or swing through each other."""
    k = np.arange(400.0)
    curves = []
    for rank, mark in enumerate(MARKS[:count]):
        values = np.maximum(40.0 + 4 * rank - k / 4, 3.0)
        curves.append(Sampled(mark.letter, k, values + swings * 20 * (k % 2), mark.role))
    picture = PlotSpec("errors", tuple(curves), Scale(0, 399), Scale(0, 110), values_in_key=True)
    frame = framed(picture)
    assert [sign.text for sign in frame.signs] == [mark.letter for mark in MARKS[:count]]
    for sign, curve in zip(frame.signs, curves, strict=True):
        at = sign.box.center()
        place = frame.place_at(at.x())
        assert at.y() == pytest.approx(float(frame.y(curve.on_line(place))), abs=0.01)
    for one, other in combinations(frame.signs, 2):
        away = one.box.center() - other.box.center()
        assert np.hypot(away.x(), away.y()) >= APART


def test_curves_of_one_look_without_names_are_found(qapp: object) -> None:
    k = np.arange(5.0)
    far, near = Sampled("out of view", k, np.full(5, np.nan)), Sampled("w", k, k)
    assert list(nameless(PlotSpec("", (near, far), Scale(0, 4), Scale(0, 5)))) == [("w", "out of view")]
