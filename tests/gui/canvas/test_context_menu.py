"""What a right click offers, and that each offer does what it says."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from perceptron_gui.canvas.tools.select import offers_at
from perceptron_gui.look.card import Offer
from tests.gui.canvas.desk import CanvasDesk

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def desk(qtbot: QtBot) -> CanvasDesk:
    return CanvasDesk(qtbot)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[tuple[QMenu, QPoint]]:
    """The menus that were opened, and where; none is shown, for there is no desktop to show it on."""
    menus: list[tuple[QMenu, QPoint]] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, place: menus.append((menu, place)))
    return menus


def offered(desk: CanvasDesk, x: float, y: float) -> dict[str, Offer]:
    stage = desk.canvas.stage
    groups = offers_at(stage, stage.viewport.pixel(x, y), desk.canvas.view.fit, desk.canvas)
    return {offer.text.replace("&", ""): offer for group in groups for offer in group}


def right_click(
    desk: CanvasDesk, place: QPoint, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    viewport = desk.canvas.view.viewport()
    reason = QContextMenuEvent.Reason.Mouse
    QApplication.sendEvent(viewport, QContextMenuEvent(reason, place, viewport.mapToGlobal(place), modifiers))


def test_on_empty_canvas_one_can_place_either_class(desk: CanvasDesk) -> None:
    offered(desk, 0.5, 1.5)["Place × Here"].accept()
    offered(desk, -0.5, 1.5)["Place ○ Here"].accept()
    assert desk.X[-2:] == [pytest.approx([0.5, 1.5], abs=0.01), pytest.approx([-0.5, 1.5], abs=0.01)]
    assert desk.labels[-2:] == [-1, 1]


def test_a_right_click_on_an_example_selects_it_and_offers_what_is_done_to_it(desk: CanvasDesk) -> None:
    offers = offered(desk, 3.0, 0.0)
    assert desk.selection.indices == (2,)
    offers["Flip Label"].accept()
    assert desk.labels == [1, 1, 1, -1]
    offered(desk, 3.0, 0.0)["Delete Example"].accept()
    assert [3.0, 0.0] not in desk.X


def test_a_right_click_on_the_selection_keeps_it(desk: CanvasDesk) -> None:
    desk.selection.set([0, 1])
    offers = offered(desk, 2.0, 1.0)
    assert desk.selection.indices == (0, 1)
    offers["Delete 2 Examples"].accept()
    assert len(desk.X) == 2


def test_an_update_on_the_example_can_be_gone_to(desk: CanvasDesk) -> None:
    run = desk.player.run
    assert run is not None
    row = int(run.history.index()[1])
    (text,) = [name for name in offered(desk, *desk.X[row]) if name.startswith("Go to Its Next Update")]
    offered(desk, *desk.X[row])[text].accept()
    state = desk.player.state
    assert state is not None
    assert (state.index, state.moved) == (row, True)
    assert text.endswith(f" {state.update}")


def test_an_example_without_an_update_offers_none(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, Dataset([[1.0, 0.0], [2.0, 0.0], [-1.0, 0.0]], [1, 1, -1]))
    run = desk.player.run
    assert run is not None
    (never,) = set(range(3)) - set(run.history.index().tolist()) - {2}
    assert not any(name.startswith("Go to") for name in offered(desk, *desk.X[never]))


def test_with_nothing_there_the_menu_offers_only_to_place(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, Dataset.empty())
    assert list(offered(desk, 0, 0)) == ["Place ○ Here", "Place × Here"]


def test_a_right_click_opens_the_menu_at_the_mouse(desk: CanvasDesk, opened: list[tuple[QMenu, QPoint]]) -> None:
    place = desk.at(0.5, 1.5)
    right_click(desk, place)
    ((menu, where),) = opened
    assert where == desk.canvas.view.viewport().mapToGlobal(place)
    assert [action.text() for action in menu.actions()][:2] == ["Place ○ Here", "Place × Here"]
    menu.actions()[0].trigger()
    assert desk.labels[-1] == 1
    assert desk.X[-1] == pytest.approx([0.5, 1.5], abs=0.02)


@pytest.mark.parametrize("modifier", [CTRL, Qt.KeyboardModifier.AltModifier])
def test_a_right_click_that_places_opens_no_menu(
    desk: CanvasDesk, opened: list[tuple[QMenu, QPoint]], modifier: Qt.KeyboardModifier
) -> None:
    right_click(desk, desk.at(0.5, 1.5), modifier)
    assert not opened


def test_from_the_keyboard_the_menu_is_about_the_selection(
    desk: CanvasDesk, opened: list[tuple[QMenu, QPoint]]
) -> None:
    desk.selection.set([1])
    viewport = desk.canvas.view.viewport()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), viewport.mapToGlobal(QPoint()))
    QApplication.sendEvent(viewport, event)
    ((menu, _),) = opened
    assert "Example 2" in menu.actions()[0].text()
