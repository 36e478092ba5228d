"""The proof page in the theory panel: its numbers follow the playhead, can be dragged and copied; units; symbols."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.datasets.dataset import FloatArray
from core.explain import STYLES
from core.plots.theorem import PICTURES
from core.spec import RunSpec
from core.theory.proof import GAMMA, UPDATE
from perceptron_gui.files.settings import Settings
from perceptron_gui.look.theme import Appearance, ThemeModel
from perceptron_gui.model.player import Player
from perceptron_gui.model.workspace import TheoryPage, Workspace
from perceptron_gui.panels.theory import TheoryPanel
from tests.core.tables import every_pair, named
from tests.gui.conftest import Desk
from tests.gui.rich_reading import blocks_of, is_whole, lines_of, number_that, symbols_on, words_of
from tests.gui.workspaces import SEPARABLE, XOR, load, workspace_of


@pytest.fixture
def workspace(player: Player) -> Workspace:
    made = workspace_of(player)
    made.theorem_view.turn_to(TheoryPage.PROOF)
    return made


@pytest.fixture
def panel(qtbot: QtBot, workspace: Workspace) -> TheoryPanel:
    made = TheoryPanel(workspace, ThemeModel(Appearance.LIGHT))
    qtbot.addWidget(made)
    made.resize(420, 700)
    made.show()
    return made


def drag(panel: TheoryPanel, moves: str, *pixels: int) -> None:
    """Seize the first number that changes this, and let it go at the last place."""
    start = number_that(panel.page, moves).toPoint()
    panel.ensureVisible(start.x(), start.y())
    page = panel.page.viewport()
    QTest.mousePress(page, Qt.MouseButton.LeftButton, pos=start)
    for away in pixels:
        QTest.mouseMove(page, start + QPoint(away, 0))
    QTest.mouseRelease(page, Qt.MouseButton.LeftButton, pos=start + QPoint(pixels[-1], 0))


def test_more_numbers_fold_out_and_the_proof_has_a_way_back(
    panel: TheoryPanel, workspace: Workspace, player: Player, qtbot: QtBot
) -> None:
    load(player)
    assert panel.page.isVisible()
    assert not panel.picture.isVisible()
    panel.head.back.click()
    assert workspace.theorem_view.saved()["page"] == "picture"
    assert panel.picture.isVisible()
    assert not panel.page.isVisible()
    assert not panel.head.back.isVisible()
    for wanted in (TheoryPage.NUMBERS, TheoryPage.PICTURE):
        panel.picture.more.click()
        assert workspace.theorem_view.saved()["page"] == wanted
        assert panel.numbers.isVisible() == panel.picture.words.isVisible() == (wanted is TheoryPage.NUMBERS)
    panel.picture.more.click()
    qtbot.waitUntil(lambda: panel.verticalScrollBar().value() > 0)
    panel.picture.proof.click()
    assert workspace.theorem_view.saved()["page"] == "proof"


def test_the_page_holds_the_numbers_of_the_rows_forward_and_back(panel: TheoryPanel, player: Player) -> None:
    run = load(player)
    seen: dict[int, str] = {}
    for k in [*range(run.updates + 1), *reversed(range(run.updates + 1))]:
        player.go_to(k)
        assert player.state is not None
        text = words_of(panel.page)
        for row in run.inequalities(player.state):
            assert all(number in text for number in row.written if number != "–")
        assert seen.setdefault(k, text) == text
    assert len(set(seen.values())) == len(seen)


def test_k_is_dragged_and_the_playhead_follows(panel: TheoryPanel, player: Player) -> None:
    run = load(player)
    player.go_to(1)
    drag(panel, UPDATE, 6, 12)
    assert player.position == 3
    drag(panel, UPDATE, -40)
    assert player.position == 0
    player.go_to(1)
    drag(panel, UPDATE, 4_000)
    assert player.position == run.updates


def test_gamma_is_dragged_and_a_separator_of_ones_own_follows(
    panel: TheoryPanel, workspace: Workspace, player: Player
) -> None:
    run = load(player)
    player.go_to(run.updates)
    gamma = run.margin.gamma
    assert gamma is not None
    drag(panel, GAMMA, -60, -150)
    own = workspace.own_separator.judged(run)
    assert own is not None
    assert own.gamma == pytest.approx(gamma / 2)
    values = {name: value.number for line in panel.page.proof.lines for name, value in line.values.items()}
    assert values["gamma"] == own.gamma
    assert values["bound"] == own.bound
    assert "Your unit vector u" in words_of(panel.page)
    drag(panel, GAMMA, 4_000)
    own = workspace.own_separator.judged(run)
    assert own is not None
    assert own.gamma == pytest.approx(gamma)


def test_the_rows_of_ones_own_separator_stand_beside_those_of_the_best(
    panel: TheoryPanel, workspace: Workspace, player: Player
) -> None:
    run = load(player)
    workspace.theorem_view.turn_to(TheoryPage.NUMBERS)
    assert not panel.own.isVisible()
    assert not (panel.numbers.own_table.isVisible())
    assert not (panel.numbers.own_name.isVisible())
    workspace.own_separator.put([1.2, -2.0, -0.9])
    player.go_to(3)
    own = workspace.own_separator.judged(run)
    assert own is not None
    assert own.bound is not None
    assert [cells[-1] for cells in panel.numbers.own_table.cells] == ["✓"] * 5
    assert panel.numbers.own_table.cells[0][0] == "w·u"
    assert panel.numbers.own_name.isVisible()
    assert panel.numbers.own_name.text() == "The same with your line u:"
    assert panel.numbers.own_table.cells[2][3] == "140.3"
    assert panel.numbers.table.cells[2][3] == "33"
    told = panel.own.told.text().replace("\u00a0", " ")
    assert "γ = 0.28, k ≤ 140; ŵ*: γ = 0.5774, k ≤ 33; 18.8° between them." in told
    panel.own.snap.click()
    snapped = workspace.own_separator.judged(run)
    assert snapped is not None
    assert snapped.gamma == pytest.approx(run.margin.gamma)
    panel.own.remove.click()
    assert workspace.own_separator.weights is None
    assert not panel.own.isVisible()
    assert not (panel.numbers.own_table.isVisible())
    assert not (panel.numbers.own_name.isVisible())


def test_a_line_that_separates_nothing_has_a_reason_and_no_rows(
    panel: TheoryPanel, workspace: Workspace, player: Player
) -> None:
    load(player)
    workspace.own_separator.put([0.0, 1.0, 0.0])
    assert "on the wrong side" in panel.own.told.text()
    assert "ŵ*" in words_of(panel.page)
    workspace.theorem_view.turn_to(TheoryPage.NUMBERS)
    assert not (panel.numbers.own_table.isVisible())
    assert not (panel.numbers.own_name.isVisible())


@pytest.mark.parametrize("spec", every_pair(predictors=False)[::4], ids=named)
def test_in_normalised_units_every_picture_row_and_fact_follows(
    panel: TheoryPanel, workspace: Workspace, player: Player, spec: RunSpec
) -> None:
    run = load(player, SEPARABLE, spec)
    workspace.theorem_view.turn_to(TheoryPage.NUMBERS)
    player.go_to(min(2, run.updates))
    raw = _shown(panel)
    panel.head.units.trigger()
    scaled = _shown(panel)
    radius = run.margin.radius
    for row, (before, after) in enumerate(zip(raw.rows, scaled.rows, strict=True)):
        assert after[-1] == before[-1] == "✓"
        if row == 2 or "loss" in before[0] or "mistakes" in before[0]:
            assert after[1] == before[1]
    if run.margin.theorem:
        for name, power in (("progress", 1), ("length", 2)):
            if name in raw.curves:
                assert scaled.curves[name] == pytest.approx(raw.curves[name] / radius**power, abs=1e-9)
        assert raw.bound == scaled.bound
    if run.margin.gamma is not None:
        assert "γ/R = " in panel.numbers.facts.plain
    panel.head.units.trigger()
    assert _shown(panel).rows == raw.rows


@dataclass(frozen=True)
class Shown:
    rows: list[tuple[str, ...]]
    curves: dict[str, FloatArray]
    bound: str


def _shown(panel: TheoryPanel) -> Shown:
    pictures = {name: panel.numbers.charts[name].spec for name in PICTURES}
    curves = {name: picture.sampled[0].values for name, picture in pictures.items() if picture and picture.sampled}
    return Shown([*panel.picture.table.cells, *panel.numbers.table.cells], curves, panel.head.headline.text)


def test_the_page_is_copied_as_text_markdown_and_latex(panel: TheoryPanel, player: Player) -> None:
    load(player)
    player.go_to(2)
    for name, action in zip(STYLES, panel.head.copies, strict=True):
        action.trigger()
        copied = QGuiApplication.clipboard().text()
        assert copied == panel.copied(name)
        assert "(k = 2)" in copied
        assert len(re.findall(r"^(?:\d+\. |\\item )", copied, re.MULTILINE)) == len(panel.page.proof.lines)


def test_every_symbol_of_the_page_explains_itself(panel: TheoryPanel, player: Player) -> None:
    load(player)
    player.go_to(2)
    symbols = {symbol.written: middle for symbol, middle in symbols_on(panel.page)}
    assert {"γ", "R", "ŵ*", "w", "k", "y", "a", "Φ"} <= symbols.keys()
    for written, middle in symbols.items():
        assert panel.page.tip_at(middle).startswith(f"{written}: ")
        assert f"{written}: " in panel.page.whatsThis()
    assert panel.page.tip_at(symbols["γ"]).endswith("Here it is 0.5774.")
    assert "the playhead moves" in panel.page.tip_at(number_that(panel.page, UPDATE))


def test_symbols_of_rows_and_of_plots_explain_themselves(
    panel: TheoryPanel, workspace: Workspace, player: Player
) -> None:
    load(player)
    workspace.theorem_view.turn_to(TheoryPage.NUMBERS)
    player.go_to(2)
    panel.picture.table.grab()
    panel.numbers.charts["length"].grab()
    told = {panel.picture.table.tip_at(QPointF(x, 14)).partition(":")[0] for x in range(panel.picture.table.width())}
    assert {"w", "ŵ*", "k", "γ"} <= told
    told = {panel.numbers.charts["length"].tip_at(QPointF(x, 14)).partition(":")[0] for x in range(200)}
    assert {"‖", "w", "R"} <= told
    assert "Φ: " in panel.numbers.table.whatsThis()
    assert "γ: " in panel.numbers.charts["progress"].whatsThis()


def test_pointing_at_a_letter_of_the_page_lights_it(panel: TheoryPanel, workspace: Workspace, player: Player) -> None:
    load(player)
    middle = next(middle for symbol, middle in symbols_on(panel.page) if symbol.written == "R")
    QTest.mouseMove(panel.page.viewport(), middle.toPoint())
    assert workspace.highlight.kind == "radius"
    QTest.mouseMove(panel.page.viewport(), QPoint(1, 1))
    assert workspace.highlight.kind is None


@pytest.mark.parametrize("appearance", [Appearance.LIGHT, Appearance.DARK])
@pytest.mark.parametrize("spec", every_pair(predictors=False)[::6], ids=named)
def test_nothing_of_the_page_is_clipped_at_380_pixels(qtbot: QtBot, spec: RunSpec, appearance: Appearance) -> None:
    player = Player()
    workspace = workspace_of(player)
    workspace.theorem_view.turn_to(TheoryPage.PROOF)
    panel = TheoryPanel(workspace, ThemeModel(appearance))
    qtbot.addWidget(panel)
    panel.resize(380, 700)
    panel.show()
    for dataset in (SEPARABLE, XOR):
        run = load(player, dataset, spec)
        player.go_to(run.updates)
        for units in (False, True):
            workspace.theorem_view.set_normalised(units)
            for _ in range(3):  # the page asks for its height, and the panel gives it
                QCoreApplication.sendPostedEvents()
                QCoreApplication.processEvents()
            assert is_whole(panel.page)
    assert _colours(panel.page.grab().toImage()) > 2


@pytest.mark.parametrize("width", range(380, 521, 20))
def test_no_line_is_broken_within_a_formula_of_a_sentence(panel: TheoryPanel, player: Player, width: int) -> None:
    load(player)
    panel.resize(width, 700)
    lines = [line for block in blocks_of(panel.page) for line in lines_of(block)]
    for formula in ("y·(ŵ*·x) ≥ γ > 0", "w ← w + y·x", "y·a ≤ 0", "w·ŵ* ≤ ‖w‖", "k ≤ R²/γ²"):
        assert any(formula in line for line in lines)


def _colours(image: QImage) -> int:
    return len(np.unique(np.array([image.pixel(x, 30) for x in range(0, image.width(), 2)])))


def test_page_and_normalised_units_are_remembered_and_follow_the_menu(desk: Desk, tmp_path: Path) -> None:
    window = desk.open()
    window.actions_["normalised"].trigger()
    theorem_view = window.workspace.theorem_view
    assert window.actions_["theory_picture"].isChecked()
    window.actions_["theory_proof"].trigger()
    assert theorem_view.normalised
    assert theorem_view.page is TheoryPage.PROOF
    kept = theorem_view.saved()
    theorem_view.turn_to(TheoryPage.NUMBERS)
    assert window.actions_["theory_numbers"].isChecked()
    theorem_view.restore(kept)
    assert window.actions_["theory_proof"].isChecked()
    window.close()
    settings = Settings(desk.settings_file)
    assert settings.normalised
    assert settings.theory_page is TheoryPage.PROOF
    again = desk.open().workspace.theorem_view
    assert again.normalised
    assert again.page is TheoryPage.PROOF


def test_a_manner_that_is_none_changes_nothing(workspace: Workspace) -> None:
    before = workspace.theorem_view.saved()
    wrong = ({"proof": 1, "normalised": True}, [True], {"proof": False}, {"page": "cellar", "normalised": True})
    for value in wrong:
        with pytest.raises((TypeError, LookupError, ValueError)):
            workspace.theorem_view.restore(value)
    assert workspace.theorem_view.saved() == before


@pytest.mark.parametrize("page", TheoryPage)
def test_every_page_comes_back_from_what_a_session_keeps(workspace: Workspace, page: TheoryPage) -> None:
    workspace.theorem_view.turn_to(page)
    kept = workspace.theorem_view.saved()
    workspace.theorem_view.turn_to(next(other for other in TheoryPage if other is not page))
    workspace.theorem_view.restore(kept)
    assert workspace.theorem_view.page is page


@pytest.mark.parametrize(("proof", "page"), [(True, TheoryPage.PROOF), (False, TheoryPage.NUMBERS)])
def test_a_session_from_when_there_were_two_pages_opens_as_it_was_saved(
    workspace: Workspace, proof: bool, page: TheoryPage
) -> None:
    workspace.theorem_view.restore({"proof": proof, "normalised": False})
    assert workspace.theorem_view.page is page
