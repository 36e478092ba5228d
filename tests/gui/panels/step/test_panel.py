"""The Step panel: one step in pseudo-code and numbers, the same as everywhere else, and whole at every width."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.explain import STYLES, explain, tell
from core.explain.wording import in_numbers, text_of
from core.spec import RunSpec
from perceptron_gui.look.theme import DARK, Appearance, ThemeModel
from perceptron_gui.model.player import Granularity, Player
from perceptron_gui.panels.step import StepPanel
from perceptron_gui.panels.step.panel import TypesetEntry, TypesetSheet, entries_of_numbers
from tests.core.tables import over_pairs
from tests.gui.conftest import Desk
from tests.gui.panels.step.panel_reading import cells, load, marked, noisy
from tests.gui.rich_reading import blocks_of, lines_of

Held = tuple[object, ...]


def told(panel: StepPanel) -> Held:
    return (panel.title.text(), panel.code.entries, panel.numbers.entries, marked(panel))


def lines_at(width: int, entry: TypesetEntry) -> list[str]:
    """The lines of an entry whose text has this width."""
    sheet = TypesetSheet(ThemeModel(Appearance.DARK), "", lambda: None, marked=False)
    sheet.resize(width, 400)
    sheet.show()
    sheet.set_entries((entry,))
    return [line for block in blocks_of(sheet) for line in lines_of(block)]


@pytest.mark.parametrize("width", range(240, 460, 20))
def test_no_line_of_pseudo_code_breaks_within_a_short_formula_that_words_lead_to(qtbot: QtBot, width: int) -> None:
    text = "pick one of the examples with `y·(w·x + b) ≤ 0`, drawn at random; if there is none, stop"
    assert any("y·(w·x + b) ≤ 0" in line for line in lines_at(width, TypesetEntry(text, "3")))


def test_a_short_formula_beside_another_is_not_broken(qtbot: QtBot) -> None:
    """The b beside a long w, and the fraction beside a long average: else "b" and "= 0.12" stand on two lines."""
    w = "`w = (0.1652448327, 0.5289309152, −0.8722838649, −0.385474046)`, `b = 0.1213516475`"
    average = "average so far: `w − u/c ≈ (1.083659264, 1.54693404)`, `b − β/c ≈ −0.6065628107`"
    for entry, together in zip(entries_of_numbers([w, average]), ("b = 0.12135", "b − β/c ≈ −0.6"), strict=True):
        for width in range(190, 460, 10):
            assert any(together in line for line in lines_at(width, entry))


@over_pairs()
def test_what_it_holds_is_what_is_told_forward_and_back(panel: StepPanel, player: Player, spec: RunSpec) -> None:
    run = load(player, spec)
    player.set_granularity(Granularity.EXAMPLE)
    forward = []
    for t in range(run.history.examples + 1):
        player.go_to(t)
        telling = tell(run, run.history.at_example(t))
        assert panel.title.text().replace("\u00a0", " ").lower() == telling.moment
        assert [entry.text for entry in panel.code.entries] == [line.text for line in telling.code]
        assert [entry.lit for entry in panel.code.entries] == [line.current for line in telling.code]
        said = [f"`{e.before} {e.text[1:]}" if e.before else e.text for e in panel.numbers.entries]
        assert said == list(telling.numbers)
        assert marked(panel) == (t - 1 if t else None)
        forward.append(told(panel))
    back = []
    for _ in range(run.history.examples):
        player.step_back()
        back.append(told(panel))
    assert back[::-1] == forward[:-1]


@over_pairs()
def test_the_panel_and_the_status_line_say_the_same(panel: StepPanel, player: Player, spec: RunSpec) -> None:
    run = load(player, spec)
    for t in range(1, run.history.examples + 1):
        player.go_to_example(t)
        state = run.history.at_example(t)
        verdict, status = run.rule.verdict(state.score, state.label, state.added), text_of(in_numbers(run, state))
        assert panel.title.text().endswith(f"example\u00a0{state.index + 1}")
        assert f"Example {state.index + 1} " in status
        (test,) = [entry.text for entry in panel.numbers.entries if entry.before == "y·a"]
        assert f"{verdict.relation}`" in test
        assert verdict.name in test
        assert verdict.name in status
        assert panel.title.text().startswith("Update") == state.added
        assert (" ← " in status) == state.added


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("fractions", [False, True])
def test_copy_is_what_core_explains(panel: StepPanel, player: Player, style: str, fractions: bool) -> None:
    run = load(player, RunSpec("averaged", max_updates=12))
    panel.fractions.setChecked(fractions)
    player.go_to(7)
    menu = panel.copy.menu()
    assert menu is not None
    action = next(a for a in menu.actions() if a.text() == f"Copy as {STYLES[style].title}")
    action.trigger()
    assert QGuiApplication.clipboard().text() == explain(run, run.history.seek(7), style, fractions)


def test_fractions_are_shown_on_request(panel: StepPanel, player: Player) -> None:
    run = load(player)
    player.go_to(5)
    decimals = panel.numbers.entries
    panel.fractions.click()
    said = [f"`{e.before} {e.text[1:]}" if e.before else e.text for e in panel.numbers.entries]
    assert said == list(tell(run, run.history.seek(5), fractions=True).numbers)
    panel.fractions.click()
    assert panel.numbers.entries == decimals


def test_fractions_of_many_examples_are_worked_out_beside(panel: StepPanel, player: Player, qtbot: QtBot) -> None:
    run = noisy(1_500, 3_000)
    player.set_run(run)
    panel.fractions.click()
    player.go_to(2_000)
    assert panel.numbers.entries[-1].text == "Computing the fractions; these are decimals."
    exact = tell(run, run.history.seek(2_000), fractions=True).numbers
    qtbot.waitUntil(lambda: panel.numbers.entries[-1].text == exact[-1])
    said = [f"`{e.before} {e.text[1:]}" if e.before else e.text for e in panel.numbers.entries]
    assert said == list(exact)


def test_without_a_run_and_without_examples_there_is_nothing_to_go_wrong(panel: StepPanel, player: Player) -> None:
    panel.finds["survivor"].trigger()
    assert panel.copied("plain") == ""
    load(player, dataset=Dataset.empty())
    for action in panel.finds.values():
        action.trigger()
        assert panel.said.text()
    assert cells(panel) == []
    panel.grab()


def test_hidden_it_does_nothing_and_shown_again_it_is_up_to_date(panel: StepPanel, player: Player) -> None:
    load(player)
    player.go_to(2)
    before = told(panel)
    panel.hide()
    player.set_run(noisy(40, 500))
    player.go_to(300)
    assert told(panel) == before
    panel.show()
    assert panel.title.text().startswith("Update\u00a0300,")
    assert marked(panel) == 299


@over_pairs()
def test_nothing_is_cut_at_the_least_width(panel: StepPanel, player: Player, spec: RunSpec) -> None:
    run = load(player, spec)
    panel.resize(380, 420)
    assert panel.width() == 380
    for t in range(run.history.examples + 1):
        player.go_to_example(t)
        for sheet in (panel.code, panel.numbers):
            assert sheet.document().idealWidth() <= sheet.viewport().width()
            reached = sheet.verticalScrollBar().maximum() + sheet.viewport().height()
            assert reached >= sheet.document().size().height()
    metrics, titles = panel.table.fontMetrics(), panel.table.horizontalHeader()
    for texts in cells(panel)[: panel.table.rowAt(panel.table.viewport().height() - 1)]:
        for place, text in enumerate(texts):
            assert titles.isSectionHidden(place) or metrics.horizontalAdvance(text) <= titles.sectionSize(place)


@pytest.mark.parametrize(("width", "height"), [(434, 450), (434, 650)])
def test_the_numbers_of_a_step_need_no_scrolling_in_a_small_window(
    panel: StepPanel, player: Player, width: int, height: int
) -> None:
    load(player)
    panel.resize(width, height)
    for k in (1, 2, 3, 2, 1):
        player.go_to(k)
        assert panel.numbers.verticalScrollBar().maximum() == 0
        assert panel.table.rowAt(panel.table.viewport().height() - 1) != 0


def test_the_numbers_keep_their_room_from_step_to_step(panel: StepPanel, player: Player) -> None:
    load(player, RunSpec("voted", max_updates=30))
    panel.resize(434, 650)
    player.set_granularity(Granularity.EXAMPLE)
    heights = []
    for t in (2, 3, 4, 5, 3, 2):
        player.go_to_example(t)
        heights.append(panel.numbers.height())
    assert heights == sorted(heights)


def test_the_numbers_have_the_same_room_however_often_they_are_shown(panel: StepPanel, player: Player) -> None:
    load(player, RunSpec("kernel"))
    panel.resize(372, 407)
    rooms = set()
    for k in (3, 0, 3, 0, 3):
        player.go_to(k)
        QApplication.processEvents()
        if k:
            rooms.add(panel.numbers.minimumHeight())
    assert len(rooms) == 1
    assert panel.numbers.whole_height > panel.numbers.minimumHeight()


def test_the_lit_line_is_in_view(panel: StepPanel, player: Player) -> None:
    load(player, RunSpec("averaged", max_updates=12))
    panel.resize(380, 360)
    for k in (3, 0, 5):
        player.go_to(k)
        lit = next(block for block in blocks_of(panel.code) if block.text().startswith("▶"))
        box = panel.code.box_of(lit)
        assert 0 <= box.top() - 2 < box.bottom() + 2 <= panel.code.viewport().height()


def test_it_takes_the_colours_of_the_theme(panel: StepPanel, player: Player, theme: ThemeModel) -> None:
    load(player)
    player.go_to(3)
    light = panel.code.grab().toImage()
    theme.choose(Appearance.DARK)
    assert theme.current == DARK
    assert panel.code.grab().toImage() != light


def test_its_keys_work_while_it_is_seen_and_only_then(desk: Desk, qtbot: QtBot) -> None:
    window = desk.open()
    window.player.home()
    assert {action.text() for action in window.panel.panel_actions} == {"This Example", "Epoch", "Survivor"}
    QTest.keyClick(window.canvas, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    assert window.player.position == 0
    window.panel.turn_to("Step")
    QTest.keyClick(window.canvas, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    run = window.player.run
    assert run is not None
    assert window.player.position == 1 + int(run.history.survival().argmax())
