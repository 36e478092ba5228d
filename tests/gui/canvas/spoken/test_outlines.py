"""What is said of the lines and curves of the canvas is where they are drawn, and true of the classifier."""

from __future__ import annotations

import re

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QAccessible
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset, FloatArray
from core.numbers.numerals import fraction_in
from core.plane.projections import VIEW_CHOICES
from core.predictors import Vote
from core.spaces.space import Decision
from core.spec import RunSpec
from perceptron_gui.canvas.classifier import maps, prediction
from perceptron_gui.canvas.layers.boundary import BoundaryLayer, MarginsLayer, ReadingLayer
from perceptron_gui.canvas.layers.layer import NamedCurve, NamedLine
from perceptron_gui.canvas.spoken import MOST_TOLD
from perceptron_gui.look.voice import Role, SpokenPart
from perceptron_gui.model.workspace import Outline
from tests.core.tables import DATASET, over_pairs
from tests.gui.canvas.desk import SEPARABLE, XOR, CanvasDesk

CROSS = Dataset([[0, 0], [2, 0], [0, 2], [-2, 0], [0, -2]], [-1, 1, 1, 1, 1])
"""A × in the middle of four ○, the same from all four sides."""
RBF = RunSpec("kernel", kernel="rbf", gamma=2.0, bias=0)
"""So narrow that each example of the cross is updated on once."""
_SEEN = BoundaryLayer, ReadingLayer, MarginsLayer
_PLACE = r"(−?[\d.,]+?), (−?[\d.,]+?)"
_STEPS = {"above": (0, 1), "below": (0, -1), "left": (-1, 0), "right": (1, 0)}


def told_now(desk: CanvasDesk) -> list[SpokenPart]:
    """The lines and curves, as far as they are known; asking begins what they need."""
    return [part for part in desk.canvas.view.voice.parts if part.role is Role.Graphic]


def told(desk: CanvasDesk) -> list[SpokenPart]:
    """The lines and curves, once all is worked out that they ask for."""
    told_now(desk)
    for work in desk.canvas.stage.beside:
        work.finish()
    return told_now(desk)


def name_of(desk: CanvasDesk, start: str) -> str:
    """What is told of the one whose name begins so."""
    (name,) = (part.name for part in told(desk) if part.name.startswith(start))
    return name


def at_end(qtbot: QtBot, dataset: Dataset, spec: RunSpec) -> CanvasDesk:
    desk = CanvasDesk(qtbot, dataset, spec)
    desk.player.end()
    return desk


def decision_of(desk: CanvasDesk) -> Decision:
    run, state = desk.player.run, desk.player.state
    assert run is not None
    assert state is not None
    return run.decision(state.example)


def painted(desk: CanvasDesk) -> list[tuple[str, FloatArray]]:
    """What the layers of the boundary draw in view, by name: lines (m, 4) in pixels."""
    view, found = desk.canvas.stage.viewport, []
    for layer in desk.canvas.layers.values():
        for outline in layer.words(view) if isinstance(layer, _SEEN) and layer.applies else ():
            if isinstance(outline, NamedCurve):
                found.append((outline.name, outline.pieces))
            elif isinstance(outline, NamedLine) and (segment := view.segment(outline.line)) is not None:
                found.append((outline.name, np.array([segment.toTuple()])))
    return found


@over_pairs()
def test_every_boundary_that_is_drawn_is_told_where_it_is_at_every_playhead(qtbot: QtBot, spec: RunSpec) -> None:
    desk = CanvasDesk(qtbot, DATASET, spec)
    run, view = desk.player.run, desk.canvas.view
    assert run is not None
    heard: dict[int, list[SpokenPart]] = {}
    for k in [0, 1, run.updates // 2, run.updates, 1, 0]:
        desk.player.go_to_update(k)
        parts = told(desk)
        assert any("boundary" in part.name for part in parts)
        assert len({part.slot for part in desk.canvas.view.voice.parts}) == len(desk.canvas.view.voice.parts)
        for name, pieces in painted(desk):
            (part,) = (part for part in parts if re.match(f"{re.escape(name.replace(': ', ', '))}[:,]", part.name))
            if len(pieces):
                corners = pieces.reshape(-1, 2)
                (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
                assert part.place.contains(view.on_widget(QRectF(left, top, right - left, bottom - top)))
        assert heard.setdefault(k, parts) == parts


@over_pairs()
def test_at_each_end_that_is_told_the_classifier_turns_and_the_sides_are_true(qtbot: QtBot, spec: RunSpec) -> None:
    desk = CanvasDesk(qtbot, DATASET, spec)
    run, view = desk.player.run, desk.canvas.stage.viewport
    assert run is not None
    for k in {1, run.updates // 2, run.updates}:
        desk.player.go_to_update(k)
        score, step = decision_of(desk).score, 3 * max(view.ux, view.uy)
        for name in (part.name for part in told(desk) if part.name.startswith("boundary ")):
            for x, y, edge in re.findall(rf"{_PLACE} at the (\w+)", name):
                end = np.array([fraction_in(x), fraction_in(y)])
                along = np.array([0, step] if edge in ("left", "right") else [step, 0])
                assert np.ptp(np.sign(score(np.stack([end - along, end + along])))) > 0, name
            for x, y, sign, way in re.findall(rf"from {_PLACE} at[^;]*?, ([○×]) (\w+)(?: and \w+)?(?:;|$)", name):
                if way in _STEPS:
                    beside = np.array([[fraction_in(x), fraction_in(y)]]) + step * np.array(_STEPS[way])
                    assert np.sign(score(beside)) == {"○": 1, "×": -1}[sign], name


def test_a_closed_curve_is_told_with_its_middle_its_size_and_what_is_inside(qtbot: QtBot) -> None:
    desk = at_end(qtbot, CROSS, RBF)
    name = name_of(desk, "boundary f = 0")
    found = re.fullmatch(r"boundary f = 0, 0 mistakes: closed, middle 0, 0, (\S+) wide, (\S+) high, × inside", name)
    assert found is not None, name
    fine = np.linspace(-2, 2, 801)
    places = np.stack(np.meshgrid(fine, fine), axis=-1).reshape(-1, 2)
    inside = places[decision_of(desk).score(places) < 0]
    for size, extent in zip(map(fraction_in, found.groups()), np.ptp(inside, axis=0), strict=True):
        assert size == pytest.approx(extent, abs=2 * desk.canvas.stage.viewport.ux)


def test_with_the_classes_exchanged_the_inside_is_the_other_class(qtbot: QtBot) -> None:
    assert name_of(at_end(qtbot, Dataset(CROSS.X, -CROSS.y), RBF), "boundary f = 0").endswith("○ inside")


def test_two_branches_are_two_curves_each_with_its_side(qtbot: QtBot) -> None:
    desk = at_end(qtbot, XOR, RunSpec("kernel", kernel="poly", degree=2, max_epochs=30))
    name = name_of(desk, "boundary f = 0, 0 mistakes: 2 curves: ")
    first, second = name.split(": ")[-1].split("; ")
    assert re.fullmatch(rf"from {_PLACE} at the left edge through {_PLACE} to .* at the top, ○ below and right", first)
    assert re.fullmatch(
        rf"from {_PLACE} at the bottom through {_PLACE} to .* at the right edge, ○ above and left", second
    )


def test_between_the_levels_of_f_their_curves_lie_in_one_another_and_the_inmost_is_found_there(qtbot: QtBot) -> None:
    desk = at_end(qtbot, CROSS, RunSpec("margin", kernel="rbf", gamma=2.0, bias=0, margin=0.5))
    parts = {part.name.split(",")[0].split(":")[0]: part for part in told(desk)}
    low, middle, high = (parts[name] for name in ("f = −0.5", "boundary f = 0", "f = +0.5"))
    assert high.place.contains(middle.place)
    assert middle.place.contains(low.place)
    assert low.name.endswith("smaller f inside")
    view = desk.canvas.view
    at = view.mapToGlobal(low.place.topLeft())
    found = QAccessible.queryAccessibleInterface(view).childAt(at.x() + 1, at.y() + 1)
    assert found.text(QAccessible.Text.Name) == low.name


@pytest.mark.parametrize("spec", [RunSpec(), RBF, RunSpec("voted"), RunSpec("averaged")], ids=str)
def test_a_boundary_out_of_view_is_told_with_the_side_that_is_seen(qtbot: QtBot, spec: RunSpec) -> None:
    desk = at_end(qtbot, SEPARABLE, spec)
    stage = desk.canvas.stage
    for row in range(SEPARABLE.n):
        at = stage.viewport.pixel(*SEPARABLE.X[row])
        stage.set_viewport(stage.viewport.zoomed(1000.0, at).panned(*(stage.viewport.rect.center() - at).toTuple()))
        side = "○" if decision_of(desk).score(SEPARABLE.X[[row]])[0] > 0 else "×"
        names = [part.name for part in told(desk) if part.name.split(":")[0].split(",")[0] != "before"]
        assert f"not in view, all of the view is on its {side} side" in names[-1]
        desk.canvas.view.fit()


def test_where_w_is_0_there_is_no_boundary(qtbot: QtBot) -> None:
    for spec in (RunSpec(), RBF, RunSpec("voted")):
        desk = CanvasDesk(qtbot, XOR, spec)
        assert [part.name for part in told(desk)] == ["boundary: none, 0 everywhere"]
    desk.player.go_to_update(1)
    assert desk.player.state is not None
    assert not desk.player.state.w.any()
    assert name_of(desk, "boundary:") == "boundary: none, all of the view is on its ○ side"
    assert name_of(desk, "boundary of the vote").endswith("not in view, all of the view is on its ○ side")


def test_of_an_estimate_nothing_is_said_but_that_it_is_one(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (maps, prediction):
        monkeypatch.setattr(module, "AT_ONCE", 1)
    desk = at_end(qtbot, CROSS, RBF)
    early = [part.name for part in desk.canvas.view.voice.parts if part.name.startswith("boundary")]
    assert [name.split(": ")[1] for name in early] == ["an estimate, the exact one is being computed"]
    assert "closed, middle 0, 0" in name_of(desk, "boundary f = 0")


def test_of_many_curves_a_few_are_told_and_how_many_more_there_are(qtbot: QtBot) -> None:
    places = np.stack(np.meshgrid(np.arange(11), np.arange(9)), axis=-1).reshape(-1, 2).astype(np.float64)
    apart = (places % 2 == 1).all(axis=1)
    desk = at_end(qtbot, Dataset(places, np.where(apart, 1, -1)), RunSpec("kernel", kernel="rbf", gamma=10.0, bias=0))
    name = name_of(desk, "boundary f = 0")
    assert ": 20 curves: closed, " in name
    assert name.count("○ inside") == name.count("; ") == MOST_TOLD
    assert name.endswith(f"; and {20 - MOST_TOLD} more")


def test_compared_boundaries_are_told_by_their_names(qtbot: QtBot) -> None:
    desk = at_end(qtbot, CROSS, RBF)
    run = desk.player.run
    assert run is not None
    outline = Outline("A last", "compared_1", run, run.history.examples, run.updates, decision_of(desk))
    desk.canvas.workspace.compared_boundaries.show([outline])
    desk.picture()
    boundary = name_of(desk, "boundary f = 0").split(": ")[1]
    assert name_of(desk, "A last") == f"A last: {boundary}"


@pytest.mark.parametrize("scale", [1e-6, 1e90])
def test_a_line_and_its_side_are_told_at_any_scale(qtbot: QtBot, scale: float) -> None:
    name = name_of(at_end(qtbot, Dataset(SEPARABLE.X * scale, SEPARABLE.y), RunSpec(bias=0)), "boundary")
    assert re.fullmatch(r"boundary: from \S+, \S+ to \S+, \S+, ○ above", name)


def test_what_is_hidden_is_not_told(qtbot: QtBot) -> None:
    desk = at_end(qtbot, CROSS, RBF)
    desk.canvas.set_layer_visible("reading", False)
    assert not told(desk)
    desk.canvas.set_layer_visible("reading", True)
    assert len(told(desk)) == 1


def test_of_one_feature_places_have_one_number(qtbot: QtBot) -> None:
    desk = at_end(qtbot, Dataset([[0.0], [1.0], [2.0]], [1, -1, 1]), RBF)
    name = name_of(desk, "boundary f = 0")
    assert re.search(r"2 curves: from \S+ at the bottom to \S+ at the top, ○ left; from .* ○ right$", name)


@pytest.mark.parametrize("kernel", [None, "rbf", "poly"])
@pytest.mark.parametrize("choice", VIEW_CHOICES.values(), ids=lambda choice: choice.name)
def test_of_more_features_the_boundary_in_the_section_is_told(qtbot: QtBot, choice: type, kernel: str | None) -> None:
    rng = np.random.default_rng(3)
    X = rng.normal(size=(30, 3)).round(1)
    desk = at_end(qtbot, Dataset(X, np.where((X**2).sum(axis=1) > 2, 1, -1)), RunSpec(kernel=kernel, max_epochs=20))
    desk.document.set_view_choice(choice())
    stage, score = desk.canvas.stage, decision_of(desk).score
    (name,) = (part.name for part in told(desk) if part.name.startswith("boundary"))
    step, reach = 3 * stage.viewport.ux, np.array([[1, 0], [-1, 0], [0, 1], [0, -1]])
    ends = re.findall(rf"(?:from|to) {_PLACE}(?= |,|$)", name)
    assert ends or "closed" in name
    for x, y in ends:
        around = np.array([fraction_in(x), fraction_in(y)]) + step * reach
        assert np.ptp(np.sign(score(stage.projection.lift(around)))) > 0, name


def test_a_line_that_glides_is_told_where_it_comes_to_rest(qtbot: QtBot) -> None:
    still, gliding = CanvasDesk(qtbot), CanvasDesk(qtbot)
    gliding.canvas.set_tween(True)
    for desk in (still, gliding):
        desk.player.go_to_update(1)
        desk.player.step_forward()
        told_now(desk)  # asked for on the way
    gliding.canvas.stage.glide.finish()
    assert [part.name for part in told(gliding)] == [part.name for part in told(still)]


def test_a_vote_with_a_tie_is_told_by_its_ends(qtbot: QtBot) -> None:
    desk = at_end(qtbot, XOR, RunSpec("voted", max_epochs=4))
    assert isinstance(decision_of(desk), Vote)
    name = name_of(desk, "boundary of the vote")
    assert "branched, 3 ends: " in name
    assert name.count(" with ○ below") == 2
    assert name.count(" with × above and right") == 1
