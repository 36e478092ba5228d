"""Support examples and the cost of the online SVM in the Learner panel."""

from __future__ import annotations

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from core.analysis.svm import least_cost
from core.datasets.dataset import Dataset
from core.numbers.formulas import adding_up
from core.numbers.numerals import at_least, number
from core.spec import RunSpec
from perceptron_gui.panels.learner.views import CostView, SupportView
from tests.gui.panels.learner.learner_desk import PanelDesk, overlapping


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
    known = least_cost(desk.run)
    assert known is not None
    least = float(known)
    for k in (desk.run.updates, 10, 1):
        desk.go(k)
        state, y, cost = desk.run.history.seek(k), desk.run.dataset.y, desk.run.objective(k)
        assert cost is not None
        hinge = sum(max(0.0, 1 - s) for s in y * (desk.run.dataset.X @ state.w + state.b))
        half = float(state.w @ state.w) / 2
        assert cost == pytest.approx(half + penalty * hinge)
        summed = adding_up([half, cost - half], cost)
        assert view.cost.text() == f"Now: {' + '.join(summed.terms)} {summed.relation} {summed.total}."
        assert f": {at_least(known)}; this is {number(cost / least, 3)} times as much." in view.least.text()
        assert ("with b free" in view.least.text()) == (bias == 0)
        assert least < cost


def test_of_too_many_examples_no_least_cost_is_worked_out(qtbot: QtBot) -> None:
    desk = PanelDesk(qtbot, overlapping(501), RunSpec("online-svm", max_epochs=1))
    desk.go(3)
    view = desk.view(CostView)
    assert isinstance(view, CostView)
    assert view.least.text() == "The least cost is computed for at most 500 examples."


def test_where_the_future_is_hidden_no_least_cost_is_told(qtbot: QtBot) -> None:
    desk = PanelDesk(qtbot, overlapping(), RunSpec("online-svm", max_epochs=2))
    desk.go(3)
    view = desk.view(CostView)
    assert isinstance(view, CostView)
    desk.workspace.visible.set_hidden(True)
    desk.panel.ready()
    assert not view.least.isVisible()
    desk.workspace.visible.reveal("bound")
    desk.panel.ready()
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
