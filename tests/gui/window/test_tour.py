"""The tour through the proof: a cleared stage, a question that gives nothing away, and a street that can be pulled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRectF, QSizeF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from core.built_in import BUILT_IN
from core.lessons.lesson_files import WHY
from core.plots.proof_pictures import ANGLE, PICTURES, ROOM, SHADOWS, SQUARES, STREET
from core.spec import RunSpec
from core.theory.quantities import CEILING, FLOOR
from perceptron_gui.window.lesson_window import LessonWindow, lead
from perceptron_gui.window.main_window import MainWindow
from perceptron_gui.window.tour import Tour
from tests.gui.conftest import Desk

Go = Callable[[MainWindow], tuple[LessonWindow, Tour]]


@pytest.fixture
def go(desk: Desk) -> Iterator[Go]:
    def opened(home: MainWindow) -> tuple[LessonWindow, Tour]:
        home.player.end()
        lead(home, WHY)
        (leading,) = [w for w in QApplication.topLevelWidgets() if isinstance(w, LessonWindow) and w.isVisible()]
        desk.settled(leading)
        assert leading.tour is not None
        desk.qtbot.waitUntil(lambda: "…" not in leading.guide.said)
        return leading, leading.tour

    yield opened
    for left in QApplication.topLevelWidgets():
        if isinstance(left, LessonWindow) and left.isVisible():
            left.close()


@pytest.fixture
def ten(desk: Desk, window: MainWindow) -> MainWindow:
    window.files.show_built_in(BUILT_IN[0])
    desk.settled(window)
    return window


def come_to(desk: Desk, leading: LessonWindow, picture: str) -> None:
    while leading.guide.step.display.picture != picture:
        if not leading.guide.done:
            leading.guide.answer("It closes in the end")
        leading.guide.go_on()
        desk.settled(leading)


def test_the_stage_is_cleared_and_keeps_the_scale(desk: Desk, ten: MainWindow, go: Go) -> None:
    leading, tour = go(ten)
    scale = leading.canvas.stage.viewport.ux
    assert scale >= ten.canvas.stage.viewport.ux * (1 - 1e-9)
    seen = []
    for picture in PICTURES:
        come_to(desk, leading, picture)
        for part in (leading.top_row, leading.rail, leading.transport, leading.panel, leading.layers.pill):
            assert not part.isVisible()
        assert leading.canvas.isVisible() == (picture != ROOM)
        assert tour.side.isVisible()
        seen.append(leading.canvas.stage.viewport.ux)
    assert seen == pytest.approx([scale] * 6)


def test_the_first_paint_has_the_scale_and_the_words_of_the_picture(desk: Desk, ten: MainWindow, go: Go) -> None:
    ten.player.end()
    lead(ten, WHY)
    (leading,) = [w for w in QApplication.topLevelWidgets() if isinstance(w, LessonWindow) and w.isVisible()]
    assert leading.tour is not None
    assert leading.player.run is None  # Its own run is yet to come.
    scale, said, facts = leading.canvas.stage.viewport.ux, leading.tour.head.say.text(), leading.tour.side.facts
    assert "its nearest points are `γ = 1` away" in said
    assert facts
    desk.settled(leading)
    desk.qtbot.waitUntil(lambda: leading.player.run is not None and leading.player.run.stopped is not None)
    assert leading.canvas.stage.viewport.ux == pytest.approx(scale)
    assert leading.tour.head.say.text() == said
    assert leading.tour.side.facts == facts


@pytest.mark.parametrize("size", [(1280, 800), (1024, 768)])
def test_what_a_picture_names_has_its_name_on_the_canvas(
    desk: Desk, ten: MainWindow, go: Go, size: tuple[int, int]
) -> None:
    leading, tour = go(ten)
    leading.resize(*size)  # A screen without a window manager lets no window begin that large.
    tour.keep_scale(replace(leading.canvas.stage.viewport, ux=1 / 32, uy=1 / 32))
    named = {
        SHADOWS: {"best line", "w before", "w", "+ point 4", "no arrow ends left of this edge"},
        ANGLE: {"R", "113°", "w before", "line before", "point 4, a ○ on the × side"},
        SQUARES: {"w, ‖w‖² = 25", "w before, ‖w‖² = 8", "+ point 4", "turned to 90°: 8 + 29 = 37"},
    }
    for picture, names in named.items():
        come_to(desk, leading, picture)
        placed = leading.canvas.words.arranged(leading.canvas.stage.viewport)
        assert names <= {label.text for label, _ in placed}


def test_in_a_small_window_a_long_sentence_has_all_its_lines(desk: Desk, ten: MainWindow, go: Go) -> None:
    leading, tour = go(ten)
    leading.resize(1024, 768)
    come_to(desk, leading, SHADOWS)
    say = tour.head.say
    desk.qtbot.waitUntil(lambda: say.height() >= say.heightForWidth(say.width()))


def test_the_promises_are_named_at_the_ends_of_their_lines_up_to_the_question(
    desk: Desk, ten: MainWindow, go: Go
) -> None:
    leading, tour = go(ten)
    leading.resize(1280, 800)
    for picture in (SQUARES, ROOM):
        come_to(desk, leading, picture)
        assert tour.side.plot.frame is not None
        captions = {caption.key: caption.box for caption in tour.side.plot.captions}
        for key in (FLOOR, CEILING):
            x, y = tour.side.plot.frame.pixels[key][-1].tolist()
            assert x <= captions[key].left() <= x + 12
            assert captions[key].top() < y < captions[key].bottom()


def answer_the_question(desk: Desk, leading: LessonWindow) -> None:
    """Come to the room between floor and ceiling, and say rightly that it closes."""
    leading.resize(1280, 800)
    come_to(desk, leading, ROOM)
    leading.guide.answer("It closes in the end")
    desk.settled(leading)


def test_the_bound_stands_on_the_axis_and_where_floor_and_ceiling_meet(desk: Desk, ten: MainWindow, go: Go) -> None:
    leading, tour = go(ten)
    answer_the_question(desk, leading)
    plot = tour.side.plot
    desk.qtbot.waitUntil(lambda: plot.frame is not None and plot.frame.meeting is not None)
    assert plot.frame is not None
    assert plot.frame.meeting is not None
    assert plot.frame.bound[:2] == (plot.frame.meeting.x(), "29")
    (box,) = [caption.box for caption in plot.captions if caption.name == "they meet at 29"]
    assert (box.bottomRight() - plot.frame.meeting).manhattanLength() < 24


def test_while_the_question_waits_nothing_gives_the_answer_away(desk: Desk, ten: MainWindow, go: Go) -> None:
    leading, tour = go(ten)
    come_to(desk, leading, ROOM)
    tour.head.title.setText("")  # The title is the question that brought the person here.
    labels = [tour.head.say.text(), *(f"{fact.label} {fact.value} {fact.words}" for fact in tour.side.facts)]
    assert not any("29" in text for text in labels)
    assert tour.side.plot.spec is not None
    assert tour.side.plot.spec.meeting is None
    assert not tour.head.next.isVisible()
    tour.head.answers[0].click()
    assert "Not “It stays open”." in tour.head.told.text()
    assert tour.side.plot.spec.meeting is None
    assert not any(caption.name == "impossible" for caption in tour.side.plot.captions)
    QTest.keyClick(leading.canvas, Qt.Key.Key_2)
    assert tour.side.plot.spec.meeting is not None
    assert tour.head.next.isVisible()
    assert "at most 29" in tour.head.say.text()


def test_beyond_the_meeting_point_the_hatched_part_is_called_impossible(desk: Desk, ten: MainWindow, go: Go) -> None:
    leading, tour = go(ten)
    answer_the_question(desk, leading)
    plot = tour.side.plot
    desk.qtbot.waitUntil(lambda: "impossible" in [caption.name for caption in plot.captions])
    assert plot.frame is not None
    assert plot.frame.meeting is not None
    (label,) = [caption.box for caption in plot.captions if caption.name == "impossible"]
    hatched = plot.frame.beyond(plot.frame.meeting).boundingRect()
    assert label.right() == pytest.approx(hatched.right(), abs=1)
    assert hatched.top() <= label.top() <= hatched.bottom() + label.height()


def pull(leading: LessonWindow, share: float) -> None:
    """Drag the right edge of the street to a share of its distance from the best line."""
    view = leading.canvas.view

    def at(x: float) -> QPoint:
        return view.on_widget(QRectF(leading.canvas.stage.viewport.pixel(x, -2.5), QSizeF(1, 1))).center()

    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at(1.0))
    for x in np.linspace(1.0, share, 5).tolist():
        QTest.mouseMove(view.viewport(), at(x))
        QTest.qWait(40)
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at(share))


def test_an_edge_of_the_street_is_pulled_and_the_nearest_points_follow(desk: Desk, ten: MainWindow, go: Go) -> None:
    leading, tour = go(ten)
    mine = ten.document.dataset
    come_to(desk, leading, STREET)
    pull(leading, 0.5)
    desk.settled(leading)
    assert leading.document.dataset.X[[0, 1, 5], 0].tolist() == [0.5, -0.5, -0.5]
    assert leading.document.undo_stack.undoText() == "pull the street"
    desk.qtbot.waitUntil(lambda: [fact.value for fact in tour.side.facts] == ["0.5", "at most 116"])
    assert tour.head.title.text() == "Why never more than 29?"
    leading.guide.go_back()
    desk.settled(leading)
    assert np.array_equal(leading.document.dataset.X, mine.X)
    assert leading.canvas.stage.preview.ghosts == ()
    leading.guide.answer("It closes in the end")
    leading.guide.go_on()
    tour.side.half.click()
    desk.settled(leading)
    desk.qtbot.waitUntil(lambda: tour.side.facts[1].value == "at most 116")
    names = [caption.name for caption in tour.side.plot.captions]
    assert "they meet at 29 → 116" in names
    assert "29" in names
    assert tour.side.plot.frame is not None
    assert tour.side.plot.frame.ghost_end is not None
    tour.head.next.click()
    assert ten.isVisible()
    assert ten.document.dataset is mine
    assert not ten.document.modified


def test_elsewhere_points_cannot_be_moved_or_placed(desk: Desk, ten: MainWindow, go: Go) -> None:
    leading, _ = go(ten)
    before = leading.document.dataset
    pull(leading, 0.5)
    view = leading.canvas.view
    for held in (Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier):
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, held, view.rect().center())
    assert leading.document.dataset is before


def test_the_tab_key_comes_to_the_buttons(desk: Desk, ten: MainWindow, go: Go) -> None:
    leading, tour = go(ten)
    leading.activateWindow()
    seen = set()
    for _ in range(12):
        leading.focusNextPrevChild(True)
        seen.add(leading.focusWidget())
    assert {tour.head.next, tour.head.leave, tour.head.proof} <= seen


def test_the_written_proof_is_a_click_away_from_each_picture_and_esc_leaves(
    desk: Desk, ten: MainWindow, go: Go
) -> None:
    leading, tour = go(ten)
    for picture in PICTURES:
        come_to(desk, leading, picture)
        tour.head.proof.click()
        assert leading.panel.isVisible()
        assert not tour.side.isVisible()
        tour.head.proof.click()
        assert not leading.panel.isVisible()
    QTest.keyClick(leading, Qt.Key.Key_Escape)
    desk.qtbot.waitUntil(ten.isVisible)


KINDS = {
    "offset": RunSpec(),
    "kernel": RunSpec("kernel", kernel="poly", degree=2),
    "margin": RunSpec("margin", margin=2, bias=0.0),
    "fixed": RunSpec(bias=0.0, start=(0, 0, 1)),
    "votes": RunSpec("voted", bias=0.0),
    "losses": RunSpec("passive-aggressive", max_epochs=5),
}


@pytest.mark.parametrize("spec", KINDS.values(), ids=KINDS)
def test_each_kind_of_run_has_pictures_of_what_holds_for_it(desk: Desk, ten: MainWindow, go: Go, spec: RunSpec) -> None:
    ten.document.set_spec(spec)
    desk.settled(ten)
    ten.player.end()
    assert ten.actions_["why"].isEnabled()
    bound = ten.player.run is not None and ten.player.run.margin.bound is not None
    leading, tour = go(ten)
    for step in leading.guide.lesson.steps:
        come_to(desk, leading, step.display.picture or "")
        leading.grab()
        assert "…" not in tour.head.say.text()
        assert tour.side.facts
    assert len(leading.guide.lesson.steps) == (1 if not bound else 5 if spec.kernel else 6)
