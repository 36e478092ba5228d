"""The triangles of one update on the page, and the corridor while a point is dragged."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from core.built_in import BUILT_IN
from core.plots.spec import Sampled
from core.plots.triangles import ADDED, AFTER, ALL, ANGLE, ARC, BEFORE, REACHED, SHADOW
from core.spec import RunSpec
from core.theory.quantities import FLOOR
from perceptron_gui.panels.theory import TheoryPanel
from perceptron_gui.panels.theory.page import TheoremPage
from perceptron_gui.panels.theory.pictures import TrianglePlot
from perceptron_gui.window.main_window import MainWindow
from tests.gui.canvas.desk import labels_of
from tests.gui.conftest import Desk
from tests.gui.places_on_screen import pixel_of


@pytest.fixture
def ten(desk: Desk) -> MainWindow:
    window = desk.open()
    window.resize(1280, 800)
    window.files.show_built_in(BUILT_IN[0])
    desk.settled(window)
    window.panel.turn_to("Picture")
    return window


def page_of(window: MainWindow) -> TheoremPage:
    panel = window.panel.panel
    assert isinstance(panel, TheoryPanel)
    return panel.picture


def pointed(plot: TrianglePlot) -> Iterator[tuple[str, str]]:
    """What is read at the middle of each stroke, and on the two arcs."""
    for placed in plot.placed:
        for stroke in placed.triangle.strokes:
            if stroke.key:
                at = placed.line(stroke).pointAt(0.45)
                yield stroke.key, plot.point_at(at)


def test_every_length_can_be_pointed_at_and_reached_with_keys(ten: MainWindow) -> None:
    ten.player.go_to_update(7)
    plot = page_of(ten).triangles
    assert plot.isVisible()
    assert plot.picture.title == "Update 7, on example 6 (×)"
    read = dict(pointed(plot))
    assert read[BEFORE] == "w before the update is 9.22 long."
    assert read[AFTER].endswith("Its square is 85 + 26 − 2 = 109.")
    assert read[ALL] == read[ADDED] == "The update adds −x, which is 5.099 long."
    assert {*read, ARC, ANGLE} == {BEFORE, ADDED, AFTER, ALL, REACHED, SHADOW, ARC, ANGLE}
    assert set(plot.in_order()) == {*read, ARC, ANGLE}
    told: list[str] = []
    plot.read.connect(told.append)
    for _ in plot.in_order():
        QTest.keyClick(plot, Qt.Key.Key_Up)
    assert all(told)
    assert len(set(told)) >= 7, "what is added has one meaning in both triangles"


def test_both_triangles_have_one_scale_and_lie_inside(ten: MainWindow) -> None:
    page = page_of(ten)
    for k in range(1, 9):
        ten.player.go_to_update(k)
        placed = page.triangles.placed
        assert len({each.scale for each in placed}) == 1
        for each in placed:
            for stroke in each.triangle.strokes:
                line = each.line(stroke)
                assert each.area.contains(line.p1()), (k, stroke)
                assert each.area.contains(line.p2()), (k, stroke)


def test_a_step_by_example_keeps_the_last_update_and_the_hidden_star_its_triangle(ten: MainWindow, desk: Desk) -> None:
    page = page_of(ten)
    ten.player.go_to_update(0)
    assert page.triangles.picture.remark.startswith("No update yet.")
    ten.player.end()
    assert page.triangles.picture.title == "Update 8, on example 1 (○)"
    ten.actions_["hide_future"].trigger()
    assert not ten.player.visible.shows("star")
    titles = ["122 ≤ 109 + 17, inside the arc"]
    desk.qtbot.waitUntil(lambda: [part.title for part in page.triangles.picture.triangles] == titles)
    assert page.table.cells == []
    for secret, told in (("ceiling", ["‖w‖²"]), ("bound", ["‖w‖²", "k"])):
        ten.player.visible.reveal(secret)
        assert [cells[0] for cells in page.table.cells] == told


def test_card_canvas_sentence_and_track_speak_of_one_example(ten: MainWindow, desk: Desk) -> None:
    plot, player, stage = page_of(ten).triangles, ten.player, ten.canvas.stage
    for visit in range(1, 11):
        player.go_to_example(visit)
        name, state = f"xample {visit}", player.state
        assert state is not None
        assert (plot.now or plot.picture.title).split(" (")[0].endswith(name)
        assert bool(plot.now) == (not state.moved)
        assert ten.status.now.text.startswith(f"E{name} (")
        track, told = ten.transport.timeline, f"visit {visit}: e{name}, "
        desk.qtbot.waitUntil(partial(_tells, track, told))
        assert stage.state is state
        ten.canvas.words.redraw()
        assert str(visit) in [label.text for label in labels_of(ten.canvas.layers["points"])]


def _tells(widget: QWidget, text: str) -> bool:
    return text in widget.accessibleDescription()


def test_a_drag_keeps_the_axes_and_the_floor_before_and_names_both_bounds(ten: MainWindow, desk: Desk) -> None:
    page, pad = page_of(ten), ten.canvas.view.viewport()
    ten.player.go_to_update(3)
    desk.settled(ten)
    QTest.qWait(30)
    before = page.plot.spec
    assert before is not None
    here, there = (pixel_of(ten.canvas.view, x, 0.0) for x in (3.0, 0.6))
    QTest.mousePress(pad, Qt.MouseButton.LeftButton, pos=here)
    _drag(pad, here, there)
    desk.settled(ten)
    QTest.qWait(60)
    during = page.plot.spec
    assert during is not None
    assert during.meeting is not None
    assert during.meeting.name.startswith("R²/γ² = 29 → ")
    assert isinstance(during.ghost, Sampled)
    floor = before.curve(FLOOR)
    assert floor is not None
    assert during.ghost.values[-1] == pytest.approx(floor.at(float(during.ghost.x[-1])))
    assert during.x.high >= before.x.high
    assert during.y.high >= before.y.high
    QTest.mouseRelease(pad, Qt.MouseButton.LeftButton, pos=there)
    desk.settled(ten)
    ten.player.step_forward()
    assert page.plot.spec is not None
    assert page.plot.spec.x.high == during.x.high, "the axes stay until the next edit"
    ten.actions_["undo"].trigger()
    # Until the run before is back, the plot may be drawn anew without the drag.
    desk.qtbot.waitUntil(lambda: page.plot.spec is not None and page.plot.spec.x.high == before.x.high)
    assert page.plot.spec.ghost is None


def _drag(pad: QWidget, here: QPoint, there: QPoint) -> None:
    for share in (0.3, 0.6, 1.0):
        QTest.mouseMove(pad, (QPointF(here) + (QPointF(there) - QPointF(here)) * share).toPoint())


@pytest.mark.parametrize(
    "spec", [RunSpec(), RunSpec("margin", margin=60), RunSpec(rate=Fraction(1, 3))], ids=lambda spec: spec.learner
)
def test_no_word_beside_the_triangles_is_cut(desk: Desk, monkeypatch: pytest.MonkeyPatch, spec: RunSpec) -> None:
    window = desk.open()
    window.resize(1280, 800)
    window.document.set_spec(spec)
    desk.settled(window)
    window.panel.turn_to("Picture")
    written: list[tuple[str, float, float]] = []
    draw: Any = QPainter.drawText

    def record(painter: QPainter, *given: Any) -> Any:
        (box, *flags, text) = given
        needed = painter.fontMetrics().boundingRect(
            box.toRect(), int(getattr(flags[0], "value", flags[0])) if flags else 0, text
        )
        written.extend([(text, needed.width() - box.width(), needed.height() - box.height())] if text else [])
        return draw(painter, *given)

    for update in range(7):
        window.player.go_to_update(update)
        with monkeypatch.context() as patch:
            patch.setattr(QPainter, "drawText", record)
            page_of(window).triangles.grab()
    assert len(written) > 20
    assert not [each for each in written if max(each[1:]) > 3]


def test_the_degrees_stand_off_their_arc(ten: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    plot, written = page_of(ten).triangles, list[QRectF]()
    draw: Any = QPainter.drawText

    def record(painter: QPainter, *given: Any) -> Any:
        if given[-1].endswith("°"):
            written.append(QRectF(given[0]))
        return draw(painter, *given)

    for k in range(2, 9):
        ten.player.go_to_update(k)
        written.clear()
        with monkeypatch.context() as patch:
            patch.setattr(QPainter, "drawText", record)
            plot.grab()
        (box,) = written
        (arc,) = (placed.arcs()[ANGLE] for placed in plot.placed if placed.triangle.degrees)
        assert not any(box.contains(point) for point in arc.toList()), k


def test_a_corridor_in_a_window_of_1280_by_800_has_numbers_at_least_at_four_heights(ten: MainWindow) -> None:
    frame = page_of(ten).plot.frame
    assert frame is not None
    assert [*frame.rows] == [0, 10, 20, 30]


def test_without_an_example_the_page_is_one_card_with_a_sentence(ten: MainWindow, desk: Desk) -> None:
    page = page_of(ten)
    high = page.height()
    ten.files.discard()
    desk.settled(ten)
    desk.qtbot.waitUntil(page.plot.isHidden)
    assert not page.table.isVisible()
    assert page.words.isVisible()
    desk.qtbot.waitUntil(lambda: page.height() < high / 3)
    ten.files.show_built_in(BUILT_IN[0])
    desk.settled(ten)
    desk.qtbot.waitUntil(lambda: page.plot.isVisible() and page.height() > high / 2)
