"""The Learner panel: which views each learner has, that they tell the same forth and back, and that nothing is cut."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.spec import RunSpec
from perceptron_gui.model.workspace import HoverPlace
from perceptron_gui.panels.learner.view import LearnerView, ListTable
from perceptron_gui.panels.learner.views import (
    AccuracyView,
    CostView,
    ErrorsView,
    LedgerView,
    PathView,
    PocketView,
    SupportView,
    SurvivorsView,
)
from tests.core.tables import DATASET, over_pairs
from tests.gui.panels.learner.learner_desk import POINTS, PanelDesk, moments, overlapping, texts_of


@over_pairs()
def test_every_run_of_the_tables_tells_the_same_at_a_playhead_forth_and_back(qtbot: QtBot, spec: RunSpec) -> None:
    desk = PanelDesk(qtbot, DATASET, spec)
    places = [(k, point) for k in moments(desk.run) for point in POINTS[:2]]
    forth, back = [], []
    for place in places:
        desk.go(*place)
        forth.append(desk.describe())
    for place in reversed(places):
        desk.go(*place)
        back.append(desk.describe())
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
    assert {type(view) for view in desk.panel.views if view.isVisibleTo(desk.panel)} == kinds | {AccuracyView}
    assert {type(view) for view in desk.panel.fitting} == kinds | {AccuracyView}


def test_nothing_is_worked_out_while_nobody_looks(qtbot: QtBot) -> None:
    desk = PanelDesk(qtbot, overlapping(), RunSpec("voted", max_epochs=5))
    desk.go(6, POINTS[1])
    before = desk.describe()
    view = desk.view(SurvivorsView)
    assert isinstance(view, SurvivorsView)
    counted = view.found
    desk.panel.hide()
    desk.workspace.player.go_to_update(20)
    desk.workspace.pointed.show(HoverPlace((1.0, 1.0)))
    assert view.found is counted
    assert desk.describe() == before
    desk.panel.show()
    desk.panel.ready()
    assert desk.describe() != before
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
