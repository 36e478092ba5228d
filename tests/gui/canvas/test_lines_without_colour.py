"""Lines that are seen together are told apart without their colours: by dash, by width, or by a name beside them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter, QPen
from pytestqt.qtbot import QtBot

from core.learners import LEARNERS
from core.run import train
from core.spec import RunSpec
from perceptron_gui.look.theme import Theme
from perceptron_gui.model.workspace import Outline
from perceptron_gui.panels.compare.chooser import MARKS, MOST
from tests.core.tables import DATASET
from tests.gui.canvas.desk import SEPARABLE, SIZE, XOR, CanvasDesk, labels_of

WIDER = 1.5
"""How many times as wide a line is that is told from another by it."""
FRAMED = "update"
"""It draws in a frame of its own, where it names each arrow."""


@dataclass(frozen=True)
class DrawnLine:
    """How a line looks without its colour, which is that of `role`; whether its layer writes words of that role."""

    layer: str
    role: str
    width: float
    dash: tuple[float, ...]
    named: bool

    def looks_like(self, other: DrawnLine) -> bool:
        thin, wide = sorted((self.width, other.width))
        return self.dash == other.dash and wide < WIDER * thin


class PenWatch(QPainter):
    """Notes the pen of every straight line and polyline that is no arrow and no mark."""

    def __init__(self, image: QImage) -> None:
        super().__init__(image)
        self.pens: list[QPen] = []

    def drawLine(self, *line: object) -> None:
        self.pens.append(QPen(self.pen()))

    def drawLines(self, *lines: object) -> None:
        self.pens += [QPen(self.pen())] * (lines[-1] != 0)

    def drawPolyline(self, *line: Any) -> None:
        """Three corners are the mark of a right angle."""
        self.pens += [QPen(self.pen())] * (len(line[0]) != 3)

    def drawPolygon(self, corners: Any, *_rule: object) -> None:
        """A head makes an arrow of the line before it."""
        if self.pens and len(corners) == 3 and self.brush().color() == self.pens[-1].color():
            self.pens.pop()


@pytest.fixture
def roles(monkeypatch: pytest.MonkeyPatch) -> dict[int, str]:
    """The role that each colour of a pen stands for, as the theme gives it out."""
    given: dict[int, str] = {}
    make = Theme.pen

    def pen(
        theme: Theme, role: str, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine, share: float = 1.0
    ) -> QPen:
        made = make(theme, role, width, style, share)
        given[made.color().rgb()] = role
        return made

    monkeypatch.setattr(Theme, "pen", pen)
    return given


def drawn(desk: CanvasDesk, roles: dict[int, str]) -> set[DrawnLine]:
    """All lines of all layers that are seen now."""
    view, found = desk.canvas.stage.viewport, set()
    for name, layer in desk.canvas.layers.items():
        if name == FRAMED or not layer.applies:
            continue
        image = QImage(SIZE, QImage.Format.Format_ARGB32_Premultiplied)
        painter = PenWatch(image)
        with painter:
            painter.setPen(Qt.PenStyle.NoPen)
            layer.draw(painter, view)
            words = {label.role for label in labels_of(layer)}
        for pen in painter.pens:
            role = roles[pen.color().rgb()]
            named = bool(words & {role, f"{role}_text"})
            if role not in ("hairline", "page"):  # a grid, and the halo of a line
                found.add(DrawnLine(name, role, pen.widthF(), tuple(pen.dashPattern()), named))
    return found


def pairs_alike(lines: set[DrawnLine]) -> Iterator[tuple[DrawnLine, DrawnLine]]:
    """Two lines of one look that do not both have a name beside them."""
    for one, other in combinations(sorted(lines, key=str), 2):
        if one.looks_like(other) and not (one.named and other.named):
            yield one, other


def desk_of(qtbot: QtBot, learner: str, *, separable: bool) -> CanvasDesk:
    desk = CanvasDesk(qtbot, SEPARABLE if separable else XOR, RunSpec(learner, seed=1, max_epochs=6))
    for layer in desk.canvas.layers.values():
        layer.set_visible(True)
    return desk


def settle(desk: CanvasDesk) -> None:
    desk.picture()
    stage = desk.canvas.stage
    stage.classifier.finish()
    stage.level_sets.finish()
    stage.tracing.finish()
    desk.picture()


LINES = {
    ("boundary", "boundary"),
    ("boundary", "secondary"),
    ("reading", "averaged"),
    ("reading", "pocket"),
    ("reading", "voters"),
    ("fan", "voters"),
    ("trail", "averaged"),
    ("optimum", "promise"),
    ("band", "promise"),
    ("measures", "promise"),
    ("margins", "ink"),
    ("trial", "own"),
    ("guess", "now"),
    ("certificate", "positive"),
    ("certificate", "negative"),
}
"""What must have been seen, so that it was compared."""


@pytest.mark.slow
def test_lines_on_the_canvas_are_told_apart(qtbot: QtBot, roles: dict[int, str]) -> None:
    """Of every learner, at its first update, amid the run and at its end, with what a person draws upon it."""
    seen = set()
    for learner, separable in product(LEARNERS, (True, False)):
        desk = desk_of(qtbot, learner, separable=separable)
        run = desk.player.run
        assert run is not None
        for update in sorted({1, run.updates // 2, run.updates}):
            desk.player.go_to_update(update)
            desk.canvas.workspace.own_separator.put([1.0, 0.4, -0.5])
            desk.canvas.workspace.quiz.set_on(True)
            desk.canvas.workspace.quiz.put([0.3, 1.0, 0.2])
            settle(desk)
            lines = drawn(desk, roles)
            assert list(pairs_alike(lines)) == [], (learner, update)
            seen |= {(line.layer, line.role) for line in lines}
    assert seen >= LINES


@pytest.mark.parametrize("learner", LEARNERS)
def test_compared_boundaries_are_told_apart(qtbot: QtBot, roles: dict[int, str], learner: str) -> None:
    """As many as can be compared, each a straight line or a curve, over what the canvas shows of any learner."""
    desk = desk_of(qtbot, learner, separable=False)
    desk.player.go_to_update(2)
    outlines = list[Outline]()
    runs = [train(DATASET, RunSpec(name, seed=1, max_epochs=3)) for name in LEARNERS]
    assert len(runs) >= MOST
    for mark, run in zip(MARKS, runs, strict=False):
        decision = run.decision(run.history.examples)
        words = mark.letter, mark.role, run, run.history.examples, run.updates, decision, mark.letter
        outlines.append(Outline(*words))
    desk.canvas.workspace.compared_boundaries.show(outlines)
    settle(desk)
    lines = drawn(desk, roles)
    assert list(pairs_alike(lines)) == []
    assert len({line.role for line in lines if line.layer == "compared"}) >= MOST // 2
    shown = desk.player.run
    assert shown is not None
    votes_by_curves = shown.predictor.votes and shown.spec.kernel is not None  # then there is no line of its own
    assert votes_by_curves or {"boundary", "reading", "margins"} & {line.layer for line in lines}


def test_lines_of_one_look_without_names_are_found() -> None:
    """What is looked for: one dash, and a width that is not half as much again."""
    line = DrawnLine("one", "ink", 2.0, (), named=True)
    other = replace(line, layer="other", role="own", width=2.9, named=False)
    assert list(pairs_alike({line, other})) == [(line, other)]
    for told in (replace(other, named=True), replace(other, width=3.0), replace(other, dash=(6.0, 2.5))):
        assert list(pairs_alike({line, told})) == []
