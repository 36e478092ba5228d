"""The pocket's chart in the Learner panel."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.plots.theorem import stairs
from core.predictors import BestErrors
from core.predictors.predictor import errors_along
from core.run import train
from core.spec import RunSpec
from perceptron_gui.panels.learner.views import ErrorsView, PocketView
from tests.gui.panels.learner.learner_desk import PanelDesk, click, marked_in, overlapping, texts_of


@pytest.mark.parametrize("kernel", [None, "rbf"])
def test_the_pocket_is_told_as_the_errors_of_all_vectors_say(qtbot: QtBot, kernel: str | None) -> None:
    desk = PanelDesk(qtbot, overlapping(), RunSpec("pocket", kernel=kernel, max_updates=300))
    view = desk.view(PocketView)
    assert isinstance(view, PocketView)
    errors = errors_along(desk.run.space, desk.run.history).tolist()
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
    errors = errors_along(desk.run.space, desk.run.history)
    best = np.minimum.accumulate(errors)
    assert view.chart.spec is not None
    last, pocket = view.chart.spec.sampled
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
    best = np.minimum.accumulate(errors_along(run.space, run.history))
    assert np.interp(np.arange(run.updates + 1), k, errors).tolist() == best.tolist()
