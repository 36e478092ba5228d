"""The first start of a newcomer: one thing at a time, until the person has seen why the run had to stop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt, QVariantAnimation
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox, QToolButton

from core.built_in import BUILT_IN
from core.lessons.lesson import read_lesson
from core.lessons.lesson_files import WHY, lesson_files
from core.plots.proof_pictures import PICTURES
from core.run import train
from core.spec import RunSpec
from perceptron_gui.canvas.layers.drawn_lines import ArrowLayer
from perceptron_gui.files.loading import LoadRequest
from perceptron_gui.files.settings import Settings
from perceptron_gui.look.labels import Taken, box_of
from perceptron_gui.look.motion import Motion
from perceptron_gui.look.theme import Appearance, ThemeModel
from perceptron_gui.model.document import editing
from perceptron_gui.panels import PANELS
from perceptron_gui.panels.theory.panel import TheoryPanel
from perceptron_gui.program.application import lead_in_place_of
from perceptron_gui.window.lesson_window import LessonWindow
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk

LAYERS = {"region", "certificate", "points", "boundary", "arrow", "current", "update"}
SYMBOLS = "γŵ‖²√·≤≥←"


def first_start(desk: Desk, request: LoadRequest | None = None, **options: object) -> MainWindow:
    """The window of a start by a newcomer."""
    theme = ThemeModel(Appearance.LIGHT)
    window = MainWindow(Settings(desk.settings_file), theme, desk.unsaved_folder, dialogs=desk.answers)
    theme.setParent(window)
    window.files.lesson_asked.connect(partial(lead_in_place_of, window))
    desk.windows.append(window)
    window.begin(request, options, first_steps=True)
    window.show()
    desk.settled(window)
    return window


@pytest.fixture
def newcomer(desk: Desk) -> MainWindow:
    return first_start(desk)


def drawn(window: MainWindow) -> set[str]:
    return {name for name, layer in window.canvas.layers.items() if layer.visible}


def theory(window: MainWindow) -> TheoryPanel:
    panel = window.panel.panel
    assert isinstance(panel, TheoryPanel)
    return panel


def told(window: MainWindow) -> list[str]:
    """What the cards say: what happened, how many mistakes there were, and the sum."""
    page = theory(window).plain
    return [page.title.text(), f"{page.count.text()} {page.most.text()}", page.total.text()]


def seen_words(window: MainWindow) -> list[str]:
    """Every word that canvas, Theory tab and status line show."""
    labels = [label.text() for label in theory(window).findChildren(QLabel) if label.isVisible()]
    window.canvas.grab()
    canvas = [each.label.text for each in window.canvas.words.arranged(window.canvas.stage.viewport)]
    return [*labels, *canvas, window.status.now.text, window.status.outcome.text]


def leading_windows() -> list[LessonWindow]:
    return [w for w in QApplication.topLevelWidgets() if isinstance(w, LessonWindow) and w.isVisible()]


def test_a_first_start_shows_one_thing_at_a_time(newcomer: MainWindow) -> None:
    assert newcomer.workspace.visible.view.newcomer
    assert newcomer.files.title == BUILT_IN[0].title
    assert drawn(newcomer) == LAYERS
    assert told(newcomer) == [
        "10 points, two classes",
        "0 mistakes so far, at most 29 in any order",
        "w = nothing yet, so there is no line",
    ]
    assert not theory(newcomer).head.isVisible()
    assert not newcomer.panel.tabBar().isVisible()
    assert not newcomer.panel.more.isVisible()
    assert not newcomer.offer.isVisible()
    assert not newcomer.options.isVisible()
    assert newcomer.status.now.text == "The learner has not looked at any point yet."


def test_a_newcomer_has_four_tools_and_a_way_to_everything(newcomer: MainWindow) -> None:
    words = [button.text() for button in newcomer.top_row.tools.findChildren(QToolButton)]
    assert words == ["Move", "Add ○", "Add ×", "Erase"]
    assert newcomer.top_row.name.text() == newcomer.files.title
    assert not newcomer.rail.isVisible()
    assert not newcomer.options.isVisible()
    newcomer.top_row.show_all.click()
    assert newcomer.panel.tabBar().isVisible()
    assert newcomer.rail.isVisible()
    assert newcomer.options.isVisible()
    assert not newcomer.top_row.tools.isVisible()


def test_the_cards_say_what_happened_and_what_w_is_the_sum_of(newcomer: MainWindow) -> None:
    run, page = train(BUILT_IN[0].dataset(), BUILT_IN[0].spec), theory(newcomer).plain
    rows = run.history.index(0, run.updates).tolist()
    for update, row in enumerate(rows, 1):
        newcomer.player.go_to_update(update)
        x, y = run.history.weights(update, update)[0, :2].tolist()
        assert told(newcomer) == [
            f"Mistake {update}: point {row + 1}",
            f"{update} {'mistake' if update == 1 else 'mistakes'} so far, at most 29 in any order",
            f"= ({x:.0f}, {y:.0f})".replace("-", "−"),
        ]
        signs = [f"{'plus ○' if run.dataset.y[each] > 0 else 'minus ×'} {each + 1}" for each in rows[:update]]
        assert page.chips.accessibleName() == f"w = {', '.join(signs)}"
        terms = [labels[1].text() for labels in page.terms]
        assert terms[2] == told(newcomer)[2].removeprefix("= ")
    newcomer.player.go_to_update(3)
    assert page.words.text().endswith("Now 1 and 7 are on the wrong side.")
    newcomer.player.end()
    assert told(newcomer)[0] == "Done after 8 mistakes"
    assert page.why.text() == "Why never more than 29?"
    assert page.why.isVisible()


def test_a_newcomer_whose_points_no_line_separates_is_told_why(desk: Desk, newcomer: MainWindow) -> None:
    _drag_point_2(newcomer, 3.8, 0.2)
    page = theory(newcomer).plain
    desk.qtbot.waitUntil(lambda: page.title.text() == "No line through the origin separates them")
    assert "at most" not in page.most.text()
    assert page.words.text().startswith("The origin lies inside the triangle of points 2, 7 and 8 (×). ")


def test_a_newcomer_puts_the_point_back(desk: Desk, newcomer: MainWindow) -> None:
    before, page = newcomer.document.dataset, theory(newcomer).plain
    _drag_point_2(newcomer, 3.8, 0.2)
    desk.qtbot.waitUntil(lambda: page.back.isVisible() and page.back.text() == "Put point 2 back")
    assert page.leave.isHidden()  # With B = 1 no line separates them, either.
    page.back.click()
    desk.qtbot.waitUntil(lambda: page.title.text() == "10 points, two classes")
    assert newcomer.document.dataset.same_as(before)
    assert page.back.isHidden()


def test_after_a_drag_a_newcomer_reads_what_it_made_of_the_bound(desk: Desk, newcomer: MainWindow) -> None:
    page = theory(newcomer).plain
    assert page.changed.isHidden()
    editing.put(newcomer.document, 0, (0.65, -4.0))
    told = "The best line has less room to its nearest points now: γ 1 → 0.805, so at most 44 mistakes instead of 29."
    desk.qtbot.waitUntil(lambda: page.changed.text() == told)
    assert "at most 44 in any order" in page.most.text()
    newcomer.player.step_forward()
    assert page.changed.text() == told
    newcomer.actions_["undo"].trigger()
    desk.qtbot.waitUntil(lambda: page.changed.isHidden() and "at most 29" in page.most.text())


def test_a_newcomer_lets_the_line_leave_the_origin_where_that_helps(desk: Desk, newcomer: MainWindow) -> None:
    page = theory(newcomer).plain
    editing.place(newcomer.document, (-0.5, -0.5), 1)
    desk.qtbot.waitUntil(page.leave.isVisible)
    assert page.back.isHidden()
    page.leave.click()
    assert newcomer.document.spec.bias == 1
    desk.qtbot.waitUntil(page.leave.isHidden)
    assert newcomer.workspace.visible.view.newcomer


def test_a_run_without_an_end_pauses_after_ten_epochs_and_goes_on_if_asked(desk: Desk, newcomer: MainWindow) -> None:
    player = newcomer.player
    _drag_point_2(newcomer, 3.8, 0.2)
    desk.qtbot.waitUntil(theory(newcomer).plain.back.isVisible)
    desk.settled(newcomer)
    player.go_to(1)
    player.play()
    player.advance(1_000.0)
    assert player.state is not None
    assert (player.playing, player.state.example) == (False, 100)
    player.play()
    player.advance(5.0)
    assert player.state.example > 100


def test_a_newcomer_is_told_when_w_comes_back_and_sees_one_round(desk: Desk, newcomer: MainWindow) -> None:
    page, player = theory(newcomer).plain, newcomer.player
    _drag_point_2(newcomer, 2.0, -1.0)
    desk.qtbot.waitUntil(page.back.isVisible)
    desk.settled(newcomer)
    player.go_to(4)
    assert page.cycle_card.isHidden()
    player.end()
    told = "After epoch 6 it is (6, −3) again, as after epoch 1. So the same mistakes return: 10 in every 5 epochs, "
    desk.qtbot.waitUntil(lambda: page.returns.text() == f"{told}forever.")
    assert page.sum_card.isHidden()
    page.round.click()
    assert player.state is not None
    assert (player.playing, player.state.example) == (True, 10)
    player.advance(1_000.0)
    assert (player.playing, player.state.example) == (False, 60)


def _drag_point_2(window: MainWindow, x: float, y: float) -> None:
    moved = window.document.dataset.moved([1], np.array([x, y]))
    window.document.edit(moved, "move example", rows=slice(1, 2))


def test_no_word_of_the_first_run_has_a_symbol(newcomer: MainWindow) -> None:
    for update in range(9):
        newcomer.player.go_to_update(update)
        newcomer.canvas.words.redraw()
        assert not [word for word in seen_words(newcomer) if set(word) & set(SYMBOLS)]
    newcomer.player.end()
    assert newcomer.status.now.text == "All 10 points were right, one after another."


def test_the_button_comes_with_the_end_and_has_the_focus(newcomer: MainWindow) -> None:
    why = theory(newcomer).plain.why
    newcomer.player.go_to_update(8)
    assert not why.isVisible()
    newcomer.player.end()
    assert why.isVisible()
    assert newcomer.focusWidget() is why
    newcomer.player.home()
    assert not why.isVisible()


def stay(newcomer: MainWindow) -> dict[str, Callable[[], object]]:
    document, actions = newcomer.document, newcomer.actions_
    return {
        "step": newcomer.player.step_forward,
        "seek": partial(newcomer.player.go_to_update, 5),
        "add": partial(editing.place, document, (6.0, 2.0), 1),
        "undo": actions["undo"].trigger,
        "zoom": newcomer.canvas.view.zoom_in if hasattr(newcomer.canvas.view, "zoom_in") else newcomer.canvas.view.fit,
        "theme": partial(newcomer.theme.choose, Appearance.DARK),
        "resize": partial(newcomer.resize, 1024, 700),
        "line may move": lambda: document.choose_spec(replace(document.spec, bias=1.0)),
    }


def test_the_view_stays_through_what_it_shows(desk: Desk, newcomer: MainWindow) -> None:
    for name, act in stay(newcomer).items():
        act()
        desk.settled(newcomer)
        assert newcomer.workspace.visible.view.newcomer, name
        assert drawn(newcomer) == LAYERS, name


ENDS: dict[str, Callable[[MainWindow], object]] = {
    "new": lambda w: w.files.new(),
    "gallery": lambda w: w.files.open_built_in(BUILT_IN[1]),
    "learner": lambda w: w.document.choose_spec(replace(w.document.spec, learner="voted")),
    "order": lambda w: w.document.choose_spec(replace(w.document.spec, order="shuffled")),
    "bias": lambda w: w.document.choose_spec(replace(w.document.spec, bias=2.0)),
    "tab": lambda w: w.panel.turn_to("Step"),
    "layer": lambda w: w.canvas.set_layer_visible("band", True),
    "line": lambda w: w.canvas.view.set_tool("line"),
    "predict": lambda w: w.workspace.quiz.set_on(True),
    "learner by hand": lambda w: w.workspace.by_hand.set_on(True),
    "future": lambda w: w.actions_["hide_future"].trigger(),
}


@pytest.mark.parametrize("act", ENDS.values(), ids=ENDS)
def test_the_view_ends_for_this_window_without_a_question(
    desk: Desk, newcomer: MainWindow, act: Callable[[MainWindow], object]
) -> None:
    act(newcomer)
    desk.settled(newcomer)
    assert not newcomer.workspace.visible.view.newcomer
    assert not newcomer.workspace.visible.view.hidden
    assert {"band", "optimum"} <= drawn(newcomer)
    desk.qtbot.waitUntil(newcomer.options.isVisible)
    newcomer.actions_["undo"].trigger()
    assert not newcomer.workspace.visible.view.newcomer
    assert not newcomer.settings.asked_why


def tour(desk: Desk, newcomer: MainWindow) -> LessonWindow:
    """The tour through the proof, opened by the button at the end of the run."""
    newcomer.player.end()
    QTest.keyClick(theory(newcomer).plain.why, Qt.Key.Key_Return)
    desk.qtbot.waitUntil(lambda: len(leading_windows()) == 1)
    (leading,) = leading_windows()
    desk.settled(leading)
    desk.qtbot.waitUntil(lambda: "…" not in leading.guide.said)
    return leading


def go_through(leading: LessonWindow) -> list[str]:
    """Go through all pictures by their buttons, and return what they said."""
    assert leading.tour is not None
    head, said = leading.tour.head, []
    for _ in range(6):
        said.append(head.say.text())
        if not head.next.isVisible():
            head.answers[1].click()
            said.append(head.say.text())
        head.next.click()
    return said


def test_why_goes_through_six_pictures_over_the_run_of_the_window(desk: Desk, newcomer: MainWindow) -> None:
    leading = tour(desk, newcomer)
    assert leading.document.dataset is newcomer.document.dataset
    assert leading.document.spec == newcomer.document.spec
    said = go_through(leading)
    assert "nearest points are `γ = 1` away, and no other line through the origin keeps as far" in said[0]
    assert "`at least γ` to the `shadow` of w" in said[1]
    assert "`90° or more` from w" in said[2]
    assert "8 + 29 = 37. Turned further away, only 25." in said[3]
    assert said[4] == "Floor and ceiling both rise. Does the room between them stay open?"
    assert "a 30th mistake would need a shadow of at least 30 from an arrow of at most 29.5" in said[5]
    assert "So: `at most 29`, in any order." in said[5]
    assert "`four times as late`" in said[6]


def test_after_the_tour_the_same_window_has_the_corridor_and_offers_proof_and_lesson(
    desk: Desk, newcomer: MainWindow
) -> None:
    go_through(tour(desk, newcomer))
    page = theory(newcomer).plain
    desk.qtbot.waitUntil(newcomer.isVisible)
    assert newcomer.workspace.visible.view.newcomer
    assert newcomer.settings.asked_why
    assert drawn(newcomer) == LAYERS | {"band", "optimum", "measures"}
    assert page.proven.isVisible()
    assert page.promises.text().startswith("γ = 1, from the best line")
    assert "R = 5.385" in page.promises.text()
    assert not newcomer.offer.isVisible()
    newcomer.player.go_to_update(3)
    assert not page.plot.hasFocus()
    assert not page.proof.isVisible()
    editing.put(newcomer.document, 0, (0.65, -4.0))
    desk.qtbot.waitUntil(lambda: page.plot.spec is not None and page.plot.spec.ghost is not None)
    dragged = page.plot.spec
    assert dragged is not None
    assert dragged.meeting is not None
    assert 29 < dragged.meeting.place < dragged.x.high
    newcomer.actions_["undo"].trigger()
    desk.qtbot.waitUntil(lambda: page.plot.spec is not None and page.plot.spec.ghost is None)
    newcomer.player.end()
    page.proof.click()
    assert theory(newcomer).page.isVisible()
    assert not page.isVisible()
    theory(newcomer).head.back.click()
    assert page.isVisible()
    page.lesson.click()
    desk.qtbot.waitUntil(lambda: len(leading_windows()) == 1)
    (leading,) = leading_windows()
    assert leading.guide.lesson.title == read_lesson(lesson_files()[0]).title
    leading.close()


def test_before_the_tour_nothing_of_the_proof_is_there(newcomer: MainWindow) -> None:
    newcomer.player.end()
    page = theory(newcomer).plain
    newcomer.workspace.pages.wanted.emit("Proof")
    assert page.isVisible()
    assert not page.proven.isVisible()
    assert not page.proof.isVisible()
    assert not theory(newcomer).page.isVisible()


def test_show_everything_ends_the_view_for_good(desk: Desk, newcomer: MainWindow) -> None:
    newcomer.top_row.show_all.click()
    assert newcomer.settings.asked_why
    assert not newcomer.workspace.visible.view.newcomer
    assert theory(newcomer).head.isVisible()
    assert not first_start(desk).workspace.visible.view.newcomer


def test_after_show_everything_no_text_lies_over_the_corridor(desk: Desk, newcomer: MainWindow) -> None:
    newcomer.resize(1280, 800)
    _drag_point_2(newcomer, 3.8, 0.2)
    desk.settled(newcomer)
    newcomer.player.end()
    newcomer.top_row.show_all.click()
    page = theory(newcomer).picture
    assert page.words.isVisible()
    assert page.plot.geometry().bottom() < page.words.geometry().top()
    assert page.words.height() >= page.words.sizeHint().height()
    assert page.words.height() < 8 * page.words.fontMetrics().height()  # The triangles come soon below.


def test_show_everything_says_the_step_in_numbers_at_once(newcomer: MainWindow) -> None:
    newcomer.actions_["step_forward"].trigger()
    newcomer.workspace.pages.everything.emit()
    assert newcomer.transport.line.now.text.startswith("Example 1 (○, y = +1): y·a = 0")
    assert newcomer.transport.position.text == "1 / 8"


def test_first_steps_again_brings_the_first_screen_back(desk: Desk, newcomer: MainWindow) -> None:
    first = newcomer.document.dataset
    newcomer.top_row.show_all.click()
    newcomer.panel.turn_to("Proof")
    newcomer.files.open_built_in(BUILT_IN[2])
    desk.settled(newcomer)
    newcomer.player.end()
    newcomer.actions_["first_steps"].trigger()
    desk.settled(newcomer)
    assert newcomer.workspace.visible.view.newcomer
    assert not newcomer.settings.asked_why
    assert drawn(newcomer) == LAYERS
    assert np.array_equal(newcomer.document.dataset.X, first.X)
    assert told(newcomer)[0] == "10 points, two classes"


def test_first_steps_again_leaves_a_lesson(desk: Desk, newcomer: MainWindow) -> None:
    leading = tour(desk, newcomer)
    leading.actions_["first_steps"].trigger()
    desk.settled(newcomer)
    assert newcomer.isVisible()
    assert newcomer.workspace.visible.view.newcomer
    assert told(newcomer)[0] == "10 points, two classes"


def test_first_steps_again_asks_before_points_are_lost(desk: Desk, newcomer: MainWindow) -> None:
    editing.place(newcomer.document, (6.0, 2.0), 1)
    desk.answers.about_unsaved = QMessageBox.StandardButton.Cancel
    newcomer.actions_["first_steps"].trigger()
    assert desk.answers.asked == ["unsaved"]
    assert newcomer.document.dataset.n == 11


@pytest.mark.slow
def test_other_starts_are_as_before(desk: Desk, points: Path) -> None:
    assert not desk.open().workspace.visible.view.newcomer
    assert not first_start(desk, LoadRequest(points)).workspace.visible.view.newcomer
    assert not first_start(desk, learner="voted").workspace.visible.view.newcomer


def test_settings_of_an_earlier_version_belong_to_nobody_new(desk: Desk) -> None:
    desk.settings_file.write_text("[General]\nspeed=4.0\n")
    assert not first_start(desk).workspace.visible.view.newcomer


def test_a_session_never_stores_the_view(desk: Desk, newcomer: MainWindow) -> None:
    view = newcomer.sessions.present().view
    assert view["future"] == {"hidden": False, "revealed": []}
    assert view["layers"]["band"]
    newcomer.first_steps.end()
    assert newcomer.sessions.present().view["layers"] == view["layers"]


def test_why_says_when_there_is_nothing_to_show(desk: Desk, window: MainWindow) -> None:
    assert not window.actions_["why"].isEnabled()
    window.player.end()
    assert window.actions_["why"].isEnabled()
    untrue = [RunSpec(rate=Fraction(1, 2)), RunSpec(bias=0, start=(1, 0, 0))]
    for spec in [RunSpec(max_epochs=1), *untrue]:
        window.document.set_spec(spec)
        desk.settled(window)
        window.player.end()
        assert not window.actions_["why"].isEnabled()


def test_the_lesson_of_the_window_is_no_entry_of_the_menu() -> None:
    assert WHY not in lesson_files()
    assert [step.display.picture for step in read_lesson(WHY).steps] == list(PICTURES)


def test_the_other_panels_are_under_more_and_the_chosen_one_is_the_fourth_tab(window: MainWindow) -> None:
    panel = window.panel

    def shown() -> list[str]:
        return [panel.tabText(place) for place in range(panel.count()) if panel.isTabVisible(place)]

    assert shown() == ["Theory", "Step", "Data", "Compare"]
    menu = panel.more.menu()
    assert menu is not None
    others = [title for title in PANELS if title not in ("Theory", "Step", "Data")]
    assert [action.text() for action in menu.actions()] == [f"&{title}" for title in others]
    for action, title in zip(menu.actions(), others, strict=True):
        action.trigger()
        assert (panel.title, shown()) == (title, ["Theory", "Step", "Data", title])
    panel.turn_to("Theory")
    assert shown() == ["Theory", "Step", "Data", "Runs"]


@pytest.mark.parametrize(("width", "panel"), [(1280, 427), (1920, 640), (1024, 384)])
def test_the_panel_takes_a_third_of_a_wide_window_until_it_is_dragged(
    desk: Desk, window: MainWindow, width: int, panel: int
) -> None:
    window.resize(width, 900)
    desk.qtbot.waitUntil(lambda: abs(window.panel.width() - panel) <= 2)
    window.splitter.setSizes([width - 500, 500])
    window.splitter.splitterMoved.emit(0, 1)
    window.resize(width + 60, 900)
    assert abs(window.panel.width() - 500) <= 2


def test_the_cards_of_a_newcomer_are_in_their_places_as_soon_as_their_words_are_others(newcomer: MainWindow) -> None:
    page = theory(newcomer).plain
    newcomer.player.go_to_update(3)
    QApplication.processEvents()
    lines = page.words.height()
    newcomer.player.step_forward()
    places = [each.mapTo(page, each.rect().topLeft()) for each in (page.words, page.count, page.total)]
    assert page.words.height() == page.words.heightForWidth(page.words.width()) > lines
    for _ in range(5):
        QApplication.processEvents()
    assert [each.mapTo(page, each.rect().topLeft()) for each in (page.words, page.count, page.total)] == places


def test_on_its_way_a_step_keeps_its_label_on_one_side_and_none_lies_on_a_line_that_stands(
    newcomer: MainWindow,
) -> None:
    newcomer.resize(1280, 800)
    QApplication.processEvents()
    newcomer.parts.set_motion(Motion.ON)
    player, stage, labels = newcomer.player, newcomer.canvas.stage, newcomer.canvas.words
    arrow = newcomer.canvas.layers["arrow"]
    assert isinstance(arrow, ArrowLayer)
    player.set_speed(1)
    for update in (2, 3):
        player.go_to_update(update)
        player.step_forward()
        (clock,) = player.glide.findChildren(QVariantAnimation)
        clock.pause()
        places = set[tuple[int, int]]()
        for tenth in range(10):
            clock.setCurrentTime(round(tenth / 10 * clock.duration()))
            line = stage.viewport.segment(stage.line(player.glide.w, player.glide.b))
            assert line is not None
            still = Taken(lines=[np.array([line.toTuple()])] if not player.glide.turned else [])
            for label, rect in labels.arranged(stage.viewport):
                assert label.stays or still.first_free([box_of(rect)]) == 0, label.text
                if label.key == "step" and (w := arrow.drawn) is not None:
                    places.add(rect.topLeft().toPoint().toTuple())
                    assert Taken(lines=[np.array([w.toTuple()])]).first_free([box_of(rect)]) == 0
        assert len(places) == 1
    newcomer.parts.set_motion(Motion.OFF)
