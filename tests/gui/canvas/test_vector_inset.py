"""The frame of the update's vectors: its words cover no arrow, and no other word covers it."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QFont, QFontMetricsF
from pytestqt.qtbot import QtBot

from core import load
from core.datasets.dataset import Dataset
from core.plane.projections import AlongW, Pair, ViewChoice
from core.resources import resource
from core.run import train
from core.spec import RunSpec
from perceptron_gui.canvas.layers.vectors import formula, sketched, steps
from tests.gui.canvas.desk import CanvasDesk
from tests.gui.conftest import FIRST

IRISES = load(resource("datasets", "iris_setosa_versicolor.csv"))


@pytest.mark.parametrize("size", [(527, 412), (560, 440), (660, 560), (850, 620)])
def test_the_frame_of_the_first_run_is_off_all_examples_and_off_the_band_at_every_size(
    qtbot: QtBot, size: tuple[int, int]
) -> None:
    desk = CanvasDesk(qtbot, FIRST.dataset())
    desk.canvas.resize(*size)
    desk.canvas.fit()
    stage, margin = desk.canvas.stage, desk.player.run.margin if desk.player.run is not None else None
    assert stage.inset is not None
    assert margin is not None
    assert margin.w_star is not None
    assert margin.gamma is not None
    assert not stage.point_density.count(stage.inset)
    inset = stage.inset
    pixels = [QPointF(x, y) for x in (inset.left(), inset.right()) for y in (inset.top(), inset.bottom())]
    places = np.array([stage.viewport.to_data(pixel) for pixel in pixels])
    sides = places @ margin.w_star + float(margin.b_star or 0.0)
    assert sides.min() > margin.gamma or sides.max() < -margin.gamma


def letters() -> QFontMetricsF:
    font = QFont()
    font.setPixelSize(15)
    font.setBold(True)
    return QFontMetricsF(font)


def crossed(rect: QRectF, line: QLineF) -> bool:
    """Whether a line passes through a rectangle, its rim left out."""
    inner = rect.adjusted(1, 1, -1, -1)
    return any(inner.contains(line.pointAt(part)) for part in np.linspace(0, 1, 400).tolist())


@pytest.mark.parametrize("learner", ["standard", "passive-aggressive", "online-svm"])
def test_no_name_covers_an_arrow_or_another_name_however_small_the_step(qtbot: QtBot, learner: str) -> None:
    run, metrics, area = train(IRISES, RunSpec(learner, max_updates=40)), letters(), QRectF(10, 28, 196, 160)
    for k in range(1, run.updates + 1):
        arrows = steps(run.history.seek(k), digits=3)
        lines, _, words = sketched(area, arrows, metrics)
        assert {word.label.text for word in words} == {step.name for step in arrows}
        assert not any(crossed(word.rect, line) for word in words for line in lines), k
        assert not any(one.rect.intersects(other.rect) for one, other in combinations(words, 2)), k
        assert all(area.contains(word.rect) for word in words), k


def test_the_step_has_the_same_number_in_the_formula_and_at_its_arrow() -> None:
    state = train(IRISES, RunSpec("passive-aggressive", max_updates=40)).history.seek(40)
    added = formula(state, digits=2).split(" ", 3)[3].replace(" ", "")
    assert added in {step.name for step in steps(state, digits=2)}


def many(seed: int, n: int) -> Dataset:
    """Examples of 64 features, on a coarse lattice as those of small pictures are."""
    rng = np.random.default_rng(seed)
    middles = rng.normal(size=(2, 64)) * 2
    rows = [np.clip(np.round(8 + middle + rng.normal(size=(n // 2, 64)) * 4), 0, 16) for middle in middles]
    return Dataset(np.vstack(rows), np.repeat([1, -1], n // 2), [f"pixel_{i // 8}_{i % 8}" for i in range(64)])


@pytest.mark.parametrize(
    ("seed", "n", "view_choice"),
    [(1, 60, Pair(56, 13)), (3, 60, Pair(42, 55)), (3, 400, Pair(38, 17)), (4, 60, AlongW()), (4, 400, Pair(52, 59))],
)
def test_in_a_small_window_what_is_said_of_the_section_covers_no_frame(
    qtbot: QtBot, seed: int, n: int, view_choice: ViewChoice
) -> None:
    desk = CanvasDesk(qtbot, many(seed, n), RunSpec(max_epochs=3))
    desk.canvas.resize(527, 455)
    desk.document.set_view_choice(view_choice)
    for k in (1, 2, desk.player.run.updates if desk.player.run is not None else 0):
        desk.player.go_to_update(k)
        view = desk.canvas.stage.viewport
        frame, (notes, _) = desk.canvas.stage.inset, desk.canvas.words.arranged(view)
        assert frame is not None
        assert notes
        for note, rect in notes:
            assert view.rect.contains(rect), note
            assert not rect.intersects(frame), (note, k)


def test_a_factor_near_1_never_reads_as_1() -> None:
    state = replace(train(IRISES, RunSpec("online-svm", max_epochs=1)).history.seek(1), added=True, size=1.0004)
    assert formula(state, 1 - 1 / 300, 4).startswith("w ← 0.9967·w")
    assert formula(state, 1 - 1 / 300, 2).startswith("w ← 0.997·w")
    for digits in (4, 3, 2):
        assert formula(state, 1.0, digits).endswith("1.0004·x")
