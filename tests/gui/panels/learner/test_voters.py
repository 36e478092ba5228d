"""The voters in the Learner panel, and their vote at a place."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.numbers.numerals import number
from core.predictors import Vote, lives_between
from core.spec import RunSpec
from perceptron_gui.look.theme import LIGHT
from perceptron_gui.model.workspace import HoverPlace
from perceptron_gui.panels.learner.view import ListTable
from perceptron_gui.panels.learner.views import PocketView, SurvivorsView
from tests.gui.panels.learner.learner_desk import POINTS, PanelDesk, click, overlapping, texts_of


def lit_in(table: ListTable) -> list[tuple[str, ...]]:
    lines = table.lines(0, table.rows.count)
    return [row.texts for row, line in zip(table.rows.shown, lines, strict=True) if line.behind is not None]


@pytest.mark.parametrize("spec", [RunSpec("voted", max_epochs=25), RunSpec("averaged", max_epochs=5)])
def test_the_table_is_of_the_longest_lived_and_a_click_goes_there(qtbot: QtBot, spec: RunSpec) -> None:
    desk = PanelDesk(qtbot, overlapping(), spec)
    view = desk.view(SurvivorsView)
    assert isinstance(view, SurvivorsView)
    for k in (desk.run.updates, 20, 3):
        desk.go(k)
        t = desk.run.history.example_of(k)
        _, lives = lives_between(desk.run.history, 0, t)
        ranked = sorted(((c, u) for u, c in enumerate(lives.tolist()) if c), reverse=True)[:200]
        shown = [(int(line.texts[1].replace(",", "")), line.key) for line in view.table.rows.shown]
        assert shown == ranked
        shares = [f"{number(100 * c / t, 3)} %" for c, _ in ranked]
        assert [line.texts[2] for line in view.table.rows.shown] == shares
        assert [line.key for line in view.table.rows.shown if line.marked] == [k for _, u in ranked if u == k]
    desk.go(desk.run.updates)
    wanted = view.table.rows.shown[1].key
    click(view.table, 1)
    assert desk.workspace.player.position == wanted


@pytest.mark.parametrize("kernel", [None, "rbf", "poly"])
def test_the_votes_at_the_pointer_are_counted_and_each_voter_says_what_it_says(
    qtbot: QtBot, kernel: str | None
) -> None:
    desk = PanelDesk(qtbot, overlapping(), RunSpec("voted", kernel=kernel, degree=2, max_epochs=6))
    view = desk.view(SurvivorsView)
    assert isinstance(view, SurvivorsView)
    for k, point in ((30, POINTS[1]), (desk.run.updates, POINTS[2]), (5, POINTS[1]), (12, None)):
        desk.go(k, point)
        state = desk.run.history.seek(k)
        question = desk.run.dataset.X[state.index] if point is None else np.array(point)
        decision = desk.run.decision(state.example)
        assert isinstance(decision, Vote)
        circles, crosses = decision.at(question)
        assert f": {circles:,} for ○, {crosses:,} for ×" in view.vote.text()
        where = "At example" if point is None else f"At x = ({number(point[0])}, {number(point[1])}): "
        assert view.vote.text().startswith(where)
        for line in view.table.rows.shown:
            assert line.key is not None
            value = float(desk.run.space.at(desk.run.history, line.key).score(question[None, :])[0])
            assert line.texts[3] == ("○" if value > 0 else "×" if value < 0 else "–")


def test_the_vote_of_an_example_that_is_pointed_at_names_it(qtbot: QtBot) -> None:
    desk = PanelDesk(qtbot, overlapping(), RunSpec("voted", max_epochs=5))
    desk.workspace.player.go_to_update(8)
    x, y = desk.run.dataset.X[3].tolist()
    desk.workspace.pointed.show(HoverPlace((x + 1e-3, y), 3))
    desk.panel.ready()
    view = desk.view(SurvivorsView)
    assert isinstance(view, SurvivorsView)
    decision = desk.run.decision(desk.run.history.example_of(8))
    assert isinstance(decision, Vote)
    circles, crosses = decision.at(desk.run.dataset.X[3])
    assert view.vote.text().startswith(f"At example 4 ({'○' if desk.run.dataset.y[3] > 0 else '×'}): {circles} for ○")
    assert f"{crosses} for ×" in view.vote.text()


def test_an_answer_comes_by_itself_in_the_thread_beside(qtbot: QtBot) -> None:
    desk = PanelDesk(qtbot, overlapping(), RunSpec("voted", max_epochs=25))
    view = desk.view(SurvivorsView)
    assert isinstance(view, SurvivorsView)
    for k in range(40, 50):
        desk.workspace.player.go_to_update(k)
        desk.workspace.pointed.show(HoverPlace((k / 10, 0.5)))
    qtbot.waitUntil(lambda: view.vote.text().startswith("At x = (4.9, 0.5)"), timeout=10_000)
    qtbot.waitUntil(lambda: view.table.rows.shown[0].texts[3] in "○×–", timeout=10_000)


@pytest.mark.parametrize(
    ("spec", "kind"),
    [(RunSpec("voted"), SurvivorsView), (RunSpec("averaged"), SurvivorsView), (RunSpec("pocket"), PocketView)],
)
def test_a_row_that_is_pointed_at_lights_its_vector_until_the_mouse_leaves(
    qtbot: QtBot, spec: RunSpec, kind: type[SurvivorsView | PocketView]
) -> None:
    desk = PanelDesk(qtbot, overlapping(), replace(spec, max_updates=60))
    desk.go(40)
    view, highlight = desk.view(kind), desk.workspace.highlight
    assert isinstance(view, SurvivorsView | PocketView)
    desk.panel.ensureWidgetVisible(view.table)
    QCoreApplication.processEvents()
    key = view.table.rows.shown[1].key
    place = view.table.visualRect(view.table.model().index(1, 0)).center()
    QTest.mouseMove(view.table.viewport(), place)
    assert (highlight.kind, highlight.update) == ("vector", key)
    assert lit_in(view.table) == [texts_of(view.table)[1]]
    aside = view.table.viewportEntered.emit  # Qt says so where the mouse comes to a place without a row.
    for leave in (aside, partial(QApplication.sendEvent, view.table, QEvent(QEvent.Type.Leave))):
        view.table.entered.emit(view.table.model().index(1, 0))
        assert highlight.update == key
        leave()
        assert highlight.update is None
    assert lit_in(view.table) == []


def test_a_vector_that_is_pointed_at_elsewhere_lights_its_row_wherever_it_stands(qtbot: QtBot) -> None:
    desk = PanelDesk(qtbot, overlapping(), RunSpec("voted", max_updates=60))
    view = desk.view(SurvivorsView)
    assert isinstance(view, SurvivorsView)
    desk.workspace.highlight.show("vector", update=9)
    for k in (60, 20, 12):
        desk.go(k)
        assert [texts[0] for texts in lit_in(view.table)] == ["w⁽⁹⁾"]
    desk.go(5)
    assert lit_in(view.table) == []
    desk.workspace.highlight.show("example", (9,))
    desk.go(60)
    assert lit_in(view.table) == []


def test_the_bar_of_votes_has_circles_from_the_left_and_crosses_from_the_right_in_their_shares(qtbot: QtBot) -> None:
    desk = PanelDesk(qtbot, overlapping(), RunSpec("voted", start=(0.0, 0.0, 0.0), tie="positive", max_epochs=5))
    view = desk.view(SurvivorsView)
    assert isinstance(view, SurvivorsView)
    for point in ((0.3, 0.2), (-1.0, 0.7), (2.0, -3.0)):
        desk.go(8, point)
        assert view.found is not None
        circles, silent, crosses = view.found.circles, view.found.silent, view.found.crosses
        image, votes = view.bar.grab().toImage(), circles + silent + crosses
        assert circles != crosses
        colors = [image.pixelColor(x, image.height() // 2) for x in range(image.width())]
        for role, count in (("positive", circles), ("hairline", silent), ("negative", crosses)):
            places = [x for x, color in enumerate(colors) if color == LIGHT.color(role)]
            assert len(places) == pytest.approx(len(colors) * count / votes, abs=5)
            if role != "hairline" and count:
                assert (places[0] < 3) if role == "positive" else (places[-1] > len(colors) - 4)


@pytest.mark.parametrize(("learner", "hidden"), [("voted", []), ("averaged", ["says"])])
def test_only_voters_say_something(qtbot: QtBot, learner: str, hidden: list[str]) -> None:
    desk = PanelDesk(qtbot, overlapping(), RunSpec(learner, max_epochs=5))
    view = desk.view(SurvivorsView)
    assert isinstance(view, SurvivorsView)
    titles = view.table.rows.titles
    assert [title for column, title in enumerate(titles) if view.table.isColumnHidden(column)] == hidden
