"""The learner panel: what only this learner has, in numbers that the run itself gives, at any playhead."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from core.analysis.svm.machine import svm
from core.datasets.dataset import Dataset
from core.numbers.numerals import number
from core.numbers.sums import adding_up
from core.predictors import BestErrors, Vote, errors_along, lives_between
from core.run import Run, train
from core.spec import RunSpec
from perceptron_gui.look.plots.chart import Chart
from perceptron_gui.look.plots.picture import Picture
from perceptron_gui.look.theme import Appearance, ThemeModel
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.pointing.highlight import HoverPlace
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.learner import LearnerPanel
from perceptron_gui.panels.learner.cost import CostView
from perceptron_gui.panels.learner.errors import ErrorsView, PocketView, stairs
from perceptron_gui.panels.learner.ledger import MOST, LedgerView
from perceptron_gui.panels.learner.listing import ListRow, ListTable
from perceptron_gui.panels.learner.path import PathView
from perceptron_gui.panels.learner.support import SupportView
from perceptron_gui.panels.learner.survivors import SurvivorsView
from perceptron_gui.panels.learner.view import LearnerView
from tests.core.tables import DATASET, named, over_pairs
from tests.partly_slow import partly_slow

POINTS = [None, (0.3, 0.2), (-1.0, 0.7)]


def overlapping(n: int = 60) -> Dataset:
    X = np.random.default_rng(5).normal(size=(n, 2)).round(2)
    noise = np.random.default_rng(6).normal(size=n)
    return Dataset(X, np.where(X @ (1.0, 2.0) + 0.8 * noise > 0.3, 1, -1))


@dataclass
class PanelDesk:
    """The panel over one run, at the narrowest width that the window gives it."""

    qtbot: QtBot
    dataset: Dataset
    spec: RunSpec

    def __post_init__(self) -> None:
        self.workspace = Workspace.over(Document(self.dataset, self.spec))
        self.panel = LearnerPanel(self.workspace, ThemeModel(Appearance.LIGHT))
        self.qtbot.addWidget(self.panel, before_close_func=lambda _: self.panel.hide())  # which ends its threads
        self.panel.resize(380, 700)
        self.panel.show()
        self.run = train(self.dataset, self.spec)
        self.workspace.player.set_run(self.run)

    def go(self, update: int, point: tuple[float, float] | None = None) -> None:
        """Be there, and wait for what is worked out beside."""
        if point is None:
            self.workspace.pointed.clear()
        else:
            self.workspace.pointed.show(point)
        self.workspace.player.go_to_update(update)
        self.panel.wait()
        QCoreApplication.processEvents()
        self.panel.wait()

    def view(self, kind: type[LearnerView]) -> LearnerView:
        (found,) = [view for view in self.panel.views if isinstance(view, kind)]
        return found

    def told(self) -> list[object]:
        """All that the panel holds in words and numbers."""
        held: list[object] = []
        for view in self.panel.fitting:
            held.append(view.heading.text())
            held += [texts_of(table) for table in view.findChildren(ListTable)]
            held += [marked_in(table) for table in view.findChildren(ListTable)]
            if isinstance(view, SurvivorsView):
                held += [view.vote.text(), view.words.text()]
            if isinstance(view, LedgerView):
                held.append(view.words.text())
            if isinstance(view, ErrorsView | PathView):
                held.append(view.chart.numbers)
        return held


def texts_of(table: ListTable) -> list[tuple[str, ...]]:
    return [row.texts for row in table.rows.shown]


def lit_in(table: ListTable) -> list[tuple[str, ...]]:
    lines = table.lines(0, table.rows.count)
    return [row.texts for row, line in zip(table.rows.shown, lines, strict=True) if line.behind is not None]


def marked_in(table: ListTable) -> list[int | None]:
    return [row.key for row in table.rows.shown if row.marked]


def click(table: ListTable, row: int) -> None:
    place = table.visualRect(table.model().index(row, 0)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)


def moments(run: Run) -> Iterator[int]:
    yield from sorted({0, 1, 2, run.updates // 2, run.updates})


@over_pairs()
def test_every_run_of_the_tables_tells_the_same_at_a_playhead_forth_and_back(qtbot: QtBot, spec: RunSpec) -> None:
    desk = PanelDesk(qtbot, DATASET, spec)
    places = [(k, point) for k in moments(desk.run) for point in POINTS[:2]]
    forth, back = [], []
    for place in places:
        desk.go(*place)
        forth.append(desk.told())
    for place in reversed(places):
        desk.go(*place)
        back.append(desk.told())
    assert forth == back[::-1]


@pytest.mark.parametrize(
    ("spec", "kinds"),
    [
        (RunSpec(), {LedgerView}),
        (RunSpec("averaged"), {PathView, ErrorsView, SurvivorsView}),
        (RunSpec("averaged", kernel="rbf"), {ErrorsView, LedgerView, SurvivorsView}),
        (RunSpec("voted"), {ErrorsView, SurvivorsView}),
        (RunSpec("voted", kernel="rbf"), {ErrorsView, SurvivorsView}),
        (RunSpec("pocket", max_updates=50), {ErrorsView, PocketView}),
        (RunSpec("kernel"), {LedgerView}),
        (RunSpec("margin"), {SupportView}),
        (RunSpec("margin", kernel="rbf"), {SupportView, LedgerView}),
        (RunSpec("passive-aggressive", max_epochs=9), {SupportView}),
        (RunSpec("online-svm", max_updates=50), {CostView, SupportView}),
    ],
)
def test_each_learner_has_its_own_views_and_no_other(
    qtbot: QtBot, spec: RunSpec, kinds: set[type[LearnerView]]
) -> None:
    desk = PanelDesk(qtbot, DATASET, spec)
    assert {type(view) for view in desk.panel.views if view.isVisibleTo(desk.panel)} == kinds
    assert {type(view) for view in desk.panel.fitting} == kinds


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
    desk.workspace.pointed.show((x + 1e-3, y), 3)
    desk.panel.wait()
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
        desk.workspace.pointed.show((k / 10, 0.5))
    qtbot.waitUntil(lambda: view.vote.text().startswith("At x = (4.9, 0.5)"), timeout=10_000)
    qtbot.waitUntil(lambda: view.table.rows.shown[0].texts[3] in "○×–", timeout=10_000)


@pytest.mark.parametrize("kernel", [None, "rbf"])
def test_the_pocket_is_told_as_the_errors_of_all_vectors_say(qtbot: QtBot, kernel: str | None) -> None:
    desk = PanelDesk(qtbot, overlapping(), RunSpec("pocket", kernel=kernel, max_updates=300))
    view = desk.view(PocketView)
    assert isinstance(view, PocketView)
    errors = errors_along(desk.run.space, desk.run.history, desk.run.dataset).tolist()
    for k in (desk.run.updates, 40, 3, 0):
        desk.go(k)
        drops = [u for u in range(k + 1) if errors[u] < min(errors[:u], default=len(errors) + 100)]
        assert [line.key for line in view.table.rows.shown] == drops[::-1]
        assert [line.texts[1] for line in view.table.rows.shown] == [str(errors[u]) for u in drops[::-1]]
        assert marked_in(view.table) == drops[-1:]
    desk.go(desk.run.updates)
    wanted = view.table.rows.shown[-2].key
    click(view.table, len(texts_of(view.table)) - 2)
    assert desk.workspace.player.position == wanted


def test_the_chart_of_the_pocket_falls_at_its_drops_and_a_click_near_one_goes_there(qtbot: QtBot) -> None:
    desk = PanelDesk(qtbot, overlapping(), RunSpec("pocket", max_updates=300))
    view = desk.view(ErrorsView)
    assert isinstance(view, ErrorsView)
    desk.go(120)
    errors = errors_along(desk.run.space, desk.run.history, desk.run.dataset)
    best = np.minimum.accumulate(errors)
    assert view.chart.picture is not None
    last, pocket = view.chart.picture.sampled
    assert [pocket.on_line(k) for k in range(desk.run.updates + 1)] == best.tolist()
    assert last.values.tolist() == errors[last.x.astype(int)].tolist()
    assert view.chart.numbers == f"w {errors[120]}, pocket {best[120]}"
    assert "all examples" in view.chart.whatsThis()
    drop = int(np.flatnonzero(np.diff(best))[-1]) + 1
    place = QPoint(round(view.chart.x_of(drop)) + 4, view.chart.height() // 2)
    QTest.mouseClick(view.chart, Qt.MouseButton.LeftButton, pos=place)
    assert desk.workspace.player.position == drop


def test_stairs_are_level_between_drops() -> None:
    run = train(overlapping(), RunSpec("pocket", max_updates=200))
    run.decision()
    notes = run.kept.notes
    assert isinstance(notes, BestErrors)
    k, errors = stairs(notes, run.updates)
    assert (np.diff(k) > 0).all()
    assert k[-1] == run.updates
    best = np.minimum.accumulate(errors_along(run.space, run.history, run.dataset))
    assert np.interp(np.arange(run.updates + 1), k, errors).tolist() == best.tolist()


@over_pairs()
def test_the_terms_in_order_of_size_and_their_sum(qtbot: QtBot, spec: RunSpec) -> None:
    desk = PanelDesk(qtbot, DATASET, spec)
    view = desk.view(LedgerView)
    assert isinstance(view, LedgerView)
    if not view.fits(desk.run):
        assert desk.run.predictor.own or desk.run.rule.threshold
        return
    for k in moments(desk.run):
        desk.go(k, POINTS[2])
        question = np.array(POINTS[2])
        decision = desk.run.decision(desk.run.history.example_of(k))
        ledger = view.ledger
        assert ledger is not None
        value = float(decision.score(question[None, :])[0])
        assert ("but for rounding" in view.words.text()) == (value != ledger.total)
        *terms, b, f = texts_of(view.table)
        largest_first = sorted(ledger.terms.tolist(), key=abs, reverse=True)
        summed = adding_up([*largest_first, ledger.offset], ledger.total)
        assert [line[3] for line in [*terms, b]] == list(summed.terms)
        assert (b[0], f[0], f[3]) == ("b", "f", summed.total)


@over_pairs()
def test_in_a_high_window_what_is_left_stays_below_everything(qtbot: QtBot, spec: RunSpec) -> None:
    desk = PanelDesk(qtbot, DATASET, spec)
    desk.panel.resize(430, 1700)
    desk.go(desk.run.updates)
    for table in desk.panel.findChildren(ListTable):
        assert not table.isVisible() or table.height() == table.sizeHint().height()
        assert not table.isVisible() or not table.verticalScrollBar().maximum() or table.taken
    for view in desk.panel.fitting:
        for chart in view.findChildren(Chart):
            assert view.height() <= chart.height() + 8


over_several = partly_slow(
    "spec",
    [RunSpec(max_epochs=9), RunSpec("averaged", max_epochs=9), RunSpec("pocket", max_updates=300)],
    [
        RunSpec("voted", max_epochs=9),
        RunSpec("kernel", kernel="rbf", max_epochs=9),
        RunSpec("margin", max_epochs=9),
        RunSpec("online-svm", max_epochs=9),
    ],
    ids=named,
)


@pytest.mark.parametrize(("width", "told"), [(300, [""] * 4), (60, ["a feature with a long name", "", "", ""])])
def test_only_what_is_cut_is_told_in_a_tip(qtbot: QtBot, width: int, told: list[str]) -> None:
    table = ListTable("terms", ("feature", "w", "x", "w·x"), 5)
    qtbot.addWidget(table)
    table.resize(4 * width, 100)
    table.show()
    table.show_lines([ListRow(("a feature with a long name", "1", "2", "2"))])
    found = []
    for column in range(4):
        place = table.visualRect(table.model().index(0, column)).center()
        tip = QHelpEvent(QEvent.Type.ToolTip, place, table.viewport().mapToGlobal(place))
        QApplication.sendEvent(table.viewport(), tip)
        found.append(QToolTip.text() if QToolTip.isVisible() else "")
        QToolTip.hideText()
        qtbot.waitUntil(lambda: not QToolTip.isVisible())
    assert found == told


take_room = ListTable.take_room


def tables_of(desk: PanelDesk) -> list[ListTable]:
    return [table for table in desk.panel.findChildren(ListTable) if table.isVisible()]


@over_several
def test_in_a_high_window_no_table_scrolls_while_there_is_room_below(qtbot: QtBot, spec: RunSpec) -> None:
    desk = PanelDesk(qtbot, overlapping(), spec)
    desk.panel.resize(430, 1700)
    desk.go(desk.run.updates)
    tables = tables_of(desk)
    below = desk.panel.height() - max(table.mapTo(desk.panel, QPoint(0, table.height())).y() for table in tables)
    line = tables[-1].verticalHeader().defaultSectionSize()
    assert any(table.taken for table in tables) or not any(table.verticalScrollBar().maximum() for table in tables)
    assert below < 3 * line or not any(table.verticalScrollBar().maximum() for table in tables)
    assert not desk.panel.verticalScrollBar().maximum()


@over_several
@pytest.mark.parametrize("size", [(430, 626), (430, 454)])
def test_where_there_is_little_room_a_table_keeps_its_lines(qtbot: QtBot, spec: RunSpec, size: tuple[int, int]) -> None:
    desk = PanelDesk(qtbot, overlapping(), spec)
    desk.panel.resize(*size)
    desk.go(desk.run.updates)
    assert [table.taken for table in tables_of(desk)] == [0] * len(tables_of(desk))


@over_several
@pytest.mark.parametrize("height", [1080, 1600])
def test_a_table_that_takes_room_moves_nothing_but_what_is_below_it(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, spec: RunSpec, height: int
) -> None:
    desk = PanelDesk(qtbot, overlapping(), spec)
    desk.panel.resize(430, height)
    desk.go(desk.run.updates)
    grown = [
        (view.y(), view.height(), sum(t.taken for t in view.findChildren(ListTable))) for view in desk.panel.fitting
    ]
    monkeypatch.setattr(ListTable, "take_room", lambda table, room: take_room(table, 0))
    desk.go(0)
    desk.go(desk.run.updates)
    moved = 0
    for view, (top, tall, taken) in zip(desk.panel.fitting, grown, strict=True):
        assert (top, tall) == (view.y() + moved, view.height() + taken)
        moved += taken


def test_of_many_terms_the_largest_stand_alone_and_a_click_selects_the_example(qtbot: QtBot) -> None:
    desk = PanelDesk(qtbot, overlapping(), RunSpec("kernel", gamma=0.7, max_epochs=8))
    view = desk.view(LedgerView)
    assert isinstance(view, LedgerView)
    desk.go(desk.run.updates, POINTS[1])
    assert view.ledger is not None
    alone = view.table.rows.shown[:MOST]
    largest = np.sort(np.abs(view.ledger.terms))[::-1][:MOST]
    state = desk.run.history.seek(desk.run.updates)
    assert state.alpha is not None
    for line, size in zip(alone, largest.tolist(), strict=True):
        assert line.key is not None
        x = desk.run.dataset.X[line.key]
        term = state.alpha[line.key] * np.exp(-0.7 * ((x - POINTS[1]) ** 2).sum())
        assert term == pytest.approx(size)
    assert texts_of(view.table)[MOST][0] == f"{len(view.ledger.terms) - MOST} more"
    click(view.table, 2)
    assert desk.workspace.selection.indices == (alone[2].key,)


@pytest.mark.parametrize("learner", ["online-svm", "margin"])
def test_the_support_examples_the_deepest_first_with_what_they_lack(qtbot: QtBot, learner: str) -> None:
    desk = PanelDesk(qtbot, overlapping(), RunSpec(learner, max_updates=80, max_epochs=5))
    view = desk.view(SupportView)
    assert isinstance(view, SupportView)
    for k in (desk.run.updates, 10, 1):
        desk.go(k)
        state, y = desk.run.history.seek(k), desk.run.dataset.y
        scores = [float(v) for v in y * (desk.run.dataset.X @ state.w + state.b)]
        inside = sorted((s, row) for row, s in enumerate(scores) if desk.run.rule.admits(s, 1))
        assert [line.key for line in view.table.rows.shown] == [row for _, row in inside]
        assert view.words.text().startswith(f"{len(inside)} of 60 examples")


@pytest.mark.parametrize("penalty", [0.1, 1.0, 7.0])
@pytest.mark.parametrize("bias", [0.0, 1.0])
def test_the_cost_is_told_beside_the_least_that_there_is(qtbot: QtBot, penalty: float, bias: float) -> None:
    desk = PanelDesk(qtbot, overlapping(), RunSpec("online-svm", penalty=penalty, bias=bias, max_epochs=5))
    view = desk.view(CostView)
    assert isinstance(view, CostView)
    least = svm(desk.run.dataset, penalty).objective
    for k in (desk.run.updates, 10, 1):
        desk.go(k)
        state, y, cost = desk.run.history.seek(k), desk.run.dataset.y, desk.run.objective(k)
        assert cost is not None
        hinge = sum(max(0.0, 1 - s) for s in y * (desk.run.dataset.X @ state.w + state.b))
        half = float(state.w @ state.w) / 2
        assert cost == pytest.approx(half + penalty * hinge)
        summed = adding_up([half, cost - half], cost)
        assert view.cost.text() == f"Now: {' + '.join(summed.terms)} {summed.relation} {summed.total}."
        assert f": {number(least)}; this is {number(cost / least, 3)} times as much." in view.least.text()
        assert ("with b free" in view.least.text()) == (bias == 0)
        assert least < cost


def test_of_too_many_examples_no_least_cost_is_worked_out(qtbot: QtBot) -> None:
    desk = PanelDesk(qtbot, overlapping(501), RunSpec("online-svm", max_epochs=1))
    desk.go(3)
    view = desk.view(CostView)
    assert isinstance(view, CostView)
    assert view.least.text() == "The least cost is worked out for at most 500 examples."


def test_where_the_future_is_hidden_no_least_cost_is_told(qtbot: QtBot) -> None:
    desk = PanelDesk(qtbot, overlapping(), RunSpec("online-svm", max_epochs=2))
    desk.go(3)
    view = desk.view(CostView)
    assert isinstance(view, CostView)
    desk.workspace.future.set_hidden(True)
    desk.panel.wait()
    assert not view.least.isVisible()
    desk.workspace.future.reveal("bound")
    desk.panel.wait()
    assert view.least.isVisible()


def test_of_many_support_examples_the_deepest_are_told_and_of_equals_the_first(qtbot: QtBot) -> None:
    X = np.random.default_rng(0).integers(-3, 4, size=(500, 2)).astype(float)
    y = np.where(X[:, 0] + np.random.default_rng(1).normal(size=500) > 0, 1, -1)
    desk = PanelDesk(qtbot, Dataset(X, y), RunSpec("online-svm", max_updates=40, max_epochs=5))
    view = desk.view(SupportView)
    assert isinstance(view, SupportView)
    for k in (1, 20, desk.run.updates):
        desk.go(k)
        state = desk.run.history.seek(k)
        scores = desk.run.dataset.y * desk.run.space.at(desk.run.history, k).score(X)
        inside = [row for row in np.argsort(scores, kind="stable").tolist() if desk.run.rule.admits(scores[row], 1)]
        assert len(inside) > 100
        assert [line.key for line in view.table.rows.shown] == inside[:100]
        assert state.update == k


def test_the_path_of_a_long_run_is_taken_in_over_several_frames(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perceptron_gui.panels.learner.path._AT_ONCE", 20)
    desk = PanelDesk(qtbot, overlapping(), RunSpec("averaged", max_epochs=6))
    view = desk.view(PathView)

    def covered() -> float:
        assert isinstance(view, PathView)
        assert view.chart.picture is not None
        return float(view.chart.picture.own[0].x[-1])

    assert covered() == 20 < desk.run.updates
    qtbot.waitUntil(lambda: covered() == desk.run.updates)


def test_the_path_has_the_angles_of_w_and_of_the_average(qtbot: QtBot) -> None:
    desk = PanelDesk(qtbot, overlapping(), RunSpec("averaged", max_epochs=6))
    view = desk.view(PathView)
    assert isinstance(view, PathView)
    for k in (desk.run.updates, 15, 4):
        desk.go(k)
        state = desk.run.history.seek(k)
        average = desk.run.decision(state.example).weights
        assert average is not None
        assert view.chart.picture is not None
        last, own = view.chart.picture.own
        for curve, w in ((last, state.w), (own, average)):
            angle = np.degrees(np.arctan2(w[1], w[0]))
            assert abs((curve.at(k) - angle + 180) % 360 - 180) < 1e-6
    QTest.mouseClick(view.chart, Qt.MouseButton.LeftButton, pos=QPoint(round(view.chart.x_of(7)), 60))
    assert desk.workspace.player.position == 7


def path_of(qtbot: QtBot, dataset: Dataset) -> Picture:
    view = PanelDesk(qtbot, dataset, RunSpec("averaged", max_epochs=40)).view(PathView)
    assert isinstance(view, PathView)
    assert view.chart.picture is not None
    return view.chart.picture


@pytest.mark.parametrize("turn", [0, 125, 200])
def test_where_the_directions_come_round_the_title_says_what_the_numbers_mean(qtbot: QtBot, turn: float) -> None:
    straight, angle = overlapping(), np.radians(turn)
    turned = straight.X @ [[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]
    picture = path_of(qtbot, Dataset(turned, straight.y))
    drawn = np.concatenate([curve.values for curve in picture.own])
    told = [int(angle.replace("−", "-")) for angle in re.findall(r"(−?\d+)°", picture.title)]
    assert bool(told) == (round(drawn.min()) <= -180 or round(drawn.max()) > 180)
    for beyond, same in zip(told[::2], told[1::2], strict=True):
        assert round(drawn.min()) <= beyond <= round(drawn.max())
        assert beyond not in range(-179, 181)
        assert same in range(-179, 181)
        assert (beyond - same) % 360 == 0


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
    QApplication.sendEvent(view.table, QEvent(QEvent.Type.Leave))
    assert highlight.kind is None
    assert lit_in(view.table) == []


def test_a_vector_that_is_pointed_at_elsewhere_lights_its_row_wherever_it_stands(qtbot: QtBot) -> None:
    desk = PanelDesk(qtbot, overlapping(), RunSpec("voted", max_updates=60))
    view = desk.view(SurvivorsView)
    assert isinstance(view, SurvivorsView)
    desk.workspace.highlight.show_vector(9)
    for k in (60, 20, 12):
        desk.go(k)
        assert [texts[0] for texts in lit_in(view.table)] == ["w⁽⁹⁾"]
    desk.go(5)
    assert lit_in(view.table) == []
    desk.workspace.highlight.show("example", (9,))
    desk.go(60)
    assert lit_in(view.table) == []


def test_nothing_is_worked_out_while_nobody_looks(qtbot: QtBot) -> None:
    desk = PanelDesk(qtbot, overlapping(), RunSpec("voted", max_epochs=5))
    desk.go(6, POINTS[1])
    before = desk.told()
    desk.panel.hide()
    desk.workspace.player.go_to_update(20)
    desk.workspace.pointed.show((1.0, 1.0))
    view = desk.view(SurvivorsView)
    assert isinstance(view, SurvivorsView)
    assert view.box.ballot is None
    assert desk.told() == before
    desk.panel.show()
    desk.panel.wait()
    assert desk.told() != before
    assert view.vote.text().startswith("At x = (1, 1)")


@pytest.mark.parametrize("name", ["averaged", "voted", "pocket", "kernel", "online-svm", "standard"])
def test_nothing_is_clipped_at_the_narrowest_width(qtbot: QtBot, name: str) -> None:
    desk = PanelDesk(qtbot, overlapping(), RunSpec(name, max_updates=200))
    desk.go(desk.run.updates, POINTS[1])
    width = desk.panel.viewport().width()
    for view in desk.panel.fitting:
        assert view.mapTo(desk.panel, QPoint(view.width(), 0)).x() <= width
        for table in view.findChildren(ListTable):
            metrics = table.fontMetrics()
            for column in range(table.model().columnCount()):
                room = table.columnWidth(column)
                texts = [row[column] for row in texts_of(table)]
                title = str(table.model().headerData(column, Qt.Orientation.Horizontal))
                if not table.isColumnHidden(column):
                    assert max(metrics.horizontalAdvance(text) for text in [title, *texts]) + 4 <= room, title


def test_a_place_asks_about_all_features(qtbot: QtBot) -> None:
    dataset = Dataset([[1.0, 2.0, 3.0], [0.0, -1.0, 5.0]], [1, -1])
    point = (0.5, 0.25, 4.0)
    for row, numbers in ((None, [0.5, 0.25, 4.0]), (1, [0.0, -1.0, 5.0]), (9, [0.5, 0.25, 4.0])):
        question = HoverPlace(point, row).question(dataset)
        assert question is not None
        assert question.tolist() == numbers
    assert HoverPlace(point).question(Dataset([[1.0]], [1])) is None
