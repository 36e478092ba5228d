"""The step panel: pseudo-code, numbers, the table of all steps, and what can be looked for."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.explain import STYLES, explain, tell
from core.explain.trace import trace
from core.run import Run, prepare, train
from core.spec import RunSpec
from perceptron_gui.look.text.sentences import state_words
from perceptron_gui.look.theme import DARK, Appearance, ThemeModel
from perceptron_gui.model.player import Granularity, Player
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.step import StepPanel, lines
from perceptron_gui.panels.step.sheet import SetEntry, TypesetEntry, entries_of_numbers
from tests.core.tables import DATASET, over_pairs
from tests.gui.conftest import Desk
from tests.gui.workspaces import workspace_of

Held = tuple[object, ...]


@pytest.fixture
def workspace(player: Player) -> Workspace:
    return workspace_of(player)


@pytest.fixture
def panel(qtbot: QtBot, workspace: Workspace, theme: ThemeModel) -> Iterator[StepPanel]:
    made = StepPanel(workspace, theme)
    qtbot.addWidget(made)
    made.resize(430, 700)
    made.show()
    yield made
    made.hide()


def load(player: Player, spec: RunSpec | None = None, dataset: Dataset = DATASET) -> Run:
    run = train(dataset, spec or RunSpec(max_updates=12))
    player.set_run(run)
    return run


def noisy(n: int, updates: int, learner: str = "standard") -> Run:
    rng = np.random.default_rng(3)
    dataset = Dataset(rng.normal(size=(n, 2)).round(2), rng.choice(np.array([-1, 1], np.int8), n))
    return train(dataset, RunSpec(learner, max_updates=updates, max_epochs=10**6))


def told(panel: StepPanel) -> Held:
    return (panel.title.text(), panel.code.entries, panel.numbers.entries, marked(panel))


def marked(panel: StepPanel) -> int | None:
    """The row that is marked as the playhead's."""
    rows = panel.table.selectionModel().selectedRows()
    return rows[0].row() if rows else None


def cells(panel: StepPanel) -> list[tuple[str, ...]]:
    steps = panel.table.steps
    return [steps.row(place).texts for place in range(steps.rowCount())]


def place_of(panel: StepPanel, title: str) -> int:
    return [column.title for column in panel.table.steps.columns].index(title)


def column(panel: StepPanel, title: str) -> list[str]:
    place = place_of(panel, title)
    return [texts[place] for texts in cells(panel)]


def click_title(panel: StepPanel, title: str) -> None:
    titles = panel.table.horizontalHeader()
    x = titles.sectionViewportPosition(place_of(panel, title)) + titles.sectionSize(place_of(panel, title)) // 2
    QTest.mouseClick(titles.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(x, titles.height() // 2))


def click_row(panel: StepPanel, row: int) -> None:
    place = panel.table.visualRect(panel.table.steps.index(row, 0)).center()
    QTest.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=place)


@pytest.mark.parametrize("width", range(200, 420, 20))
def test_no_line_of_pseudo_code_breaks_within_a_short_formula_that_words_lead_to(qtbot: QtBot, width: int) -> None:
    text = "pick one of the examples with `y·(w·x + b) ≤ 0`, drawn at random; if there is none, stop"
    layout = SetEntry.of(TypesetEntry(text, "3"), width, QGuiApplication.font(), DARK).layout
    lines = [layout.lineAt(place) for place in range(layout.lineCount())]
    told = [layout.text()[line.textStart() : line.textStart() + line.textLength()] for line in lines]
    assert any("y·(w·x + b) ≤ 0" in line.replace("\u00a0", " ") for line in told)


def test_a_short_formula_beside_another_is_not_broken(qtbot: QtBot) -> None:
    """The b beside a long w, and the fraction beside a long average: else "b" and "= 0.12" stand on two lines."""
    font = QGuiApplication.font()
    w = "`w = (0.1652448327, 0.5289309152, −0.8722838649, −0.385474046)`, `b = 0.1213516475`"
    average = "average so far: `w − u/c ≈ (1.083659264, 1.54693404)`, `b − β/c ≈ −0.6065628107`"
    for entry, together in zip(entries_of_numbers([w, average]), ("b = 0.12135", "b − β/c ≈ −0.6"), strict=True):
        for width in range(150, 420, 10):
            layout = SetEntry.of(entry, width, font, DARK).layout
            text = layout.text()
            lines = [text[(a := layout.lineAt(i)).textStart() :][: a.textLength()] for i in range(layout.lineCount())]
            shown = [line.replace("\u00a0", " ").replace("\u2060", "") for line in lines]
            assert any(together in line for line in shown)


def test_where_the_playhead_has_no_row_that_of_its_vector_is_in_view(panel: StepPanel, player: Player) -> None:
    """Also of a run with more rows than the one before."""
    load(player)
    panel.hide()
    run = noisy(40, 300)
    player.set_run(run)
    player.go_to_example(run.history.examples)
    while player.state is not None and player.state.moved:
        player.go_to_example(player.state.example - 1)
    panel.show()
    state, table = player.state, panel.table
    assert state is not None
    assert marked(panel) is None
    assert table.visualRect(table.steps.index(state.update - 1, 0)).intersects(table.viewport().rect())


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
        verdict, status = run.rule.verdict(state.score, state.label, state.added), state_words(state, run)
        assert panel.title.text().endswith(f"example\u00a0{state.index + 1}")
        assert f"example {state.index + 1} " in status
        (test,) = [entry.text for entry in panel.numbers.entries if entry.before == "y·a"]
        assert f"{verdict.relation}`" in test
        assert verdict.name in test
        assert verdict.name in status
        assert panel.title.text().startswith("Update") == state.added
        assert (" ← " in status) == state.added


def test_a_letter_on_the_table_reads_no_row(panel: StepPanel, player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    load(player)
    panel.table.setCurrentIndex(panel.table.steps.index(0, 0))
    read: list[int] = []
    monkeypatch.setattr(type(panel.table.steps), "data", lambda self, index, role=0: read.append(index.row()))
    for widget in (panel.table, panel.table.horizontalHeader()):
        QTest.keyClick(widget, Qt.Key.Key_Q)
    assert read == []


@over_pairs()
def test_the_table_of_updates_is_the_trace(panel: StepPanel, player: Player, spec: RunSpec) -> None:
    run = load(player, spec)
    lines = [line.split(",") for text in trace(run) for line in text.splitlines()]
    names, rows = lines[0], lines[1:]

    def numbers(name: str) -> list[float]:
        return [float(row[names.index(name)]) for row in rows]

    assert column(panel, "k") == [f"{k:.0f}" for k in numbers("update")]
    assert column(panel, "t") == [f"{t:.0f}" for t in numbers("example")]
    if run.order.has_epochs:
        assert column(panel, "epoch") == [f"{e:.0f}" for e in numbers("epoch")]
    marks = {1: "○", -1: "×"}
    examples = zip(numbers("label"), numbers("index"), strict=True)
    assert column(panel, "x") == [f"{marks[int(y)]} {i + 1:.0f}" for y, i in examples]
    assert column(panel, "c") == [f"{c:.0f}" for c in numbers("survival")]
    scores = [y * a for y, a in zip(numbers("label"), numbers("activation"), strict=True)]
    for title, values in (("y·a", scores), ("‖w‖²", numbers("w_norm_sq"))):
        shown = [float(text.replace("−", "-").replace("·10", "e").translate(_RAISED)) for text in column(panel, title)]
        assert shown == pytest.approx(values, rel=1e-3)


_RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


@over_pairs()
def test_by_example_every_example_has_a_row(panel: StepPanel, player: Player, spec: RunSpec) -> None:
    run = load(player, spec)
    by_update = dict(zip(column(panel, "t"), cells(panel), strict=True))
    player.set_granularity(Granularity.EXAMPLE)
    assert len(cells(panel)) == run.history.examples
    for t, texts in enumerate(cells(panel), 1):
        state = run.history.at_example(t)
        if state.moved:
            assert texts == by_update[str(t)]
        else:
            assert texts[place_of(panel, "k")] == ""
            assert texts[place_of(panel, "x")].endswith(f" {state.index + 1}")
    player.set_granularity(Granularity.UPDATE)
    assert len(cells(panel)) == run.updates


def test_a_click_on_a_row_goes_there_and_the_row_is_followed(panel: StepPanel, player: Player) -> None:
    player.set_run(noisy(40, 500))
    player.go_to(250)
    assert marked(panel) == 249
    visible = panel.table.rowAt(0)
    click_row(panel, visible + 1)
    assert player.position == visible + 2
    assert marked(panel) == visible + 1
    QTest.keyClick(panel.table, Qt.Key.Key_Down)
    assert player.position == visible + 3
    player.go_to(490)
    assert panel.table.visualRect(panel.table.steps.index(489, 0)).top() >= 0
    assert panel.table.visualRect(panel.table.steps.index(489, 0)).bottom() <= panel.table.viewport().height()


def test_between_two_updates_no_row_is_marked(panel: StepPanel, player: Player) -> None:
    run = load(player)
    examples = run.history.example().tolist()
    between = next(t for t in range(1, run.history.examples) if t not in examples)
    player.go_to_example(between)
    assert marked(panel) is None
    player.go_to_example(examples[0])
    assert marked(panel) == 0
    player.home()
    assert marked(panel) is None


def test_a_title_sorts_turns_round_and_k_brings_the_order_back(panel: StepPanel, player: Player) -> None:
    player.set_run(noisy(40, 500))
    player.go_to(100)
    as_made = cells(panel)
    scores = [float(text.replace("−", "-")) for text in column(panel, "y·a")]
    click_title(panel, "y·a")
    assert panel.said.text() == "500 updates, deepest first."
    assert [float(text.replace("−", "-")) for text in column(panel, "y·a")] == sorted(scores)
    assert column(panel, "k")[marked(panel) or 0] == "100"
    deepest_first = cells(panel)
    click_title(panel, "y·a")
    assert cells(panel) == deepest_first[::-1]
    click_title(panel, "c")
    lives = [int(text) for text in column(panel, "c")]
    assert lives == sorted(lives, reverse=True)
    click_row(panel, panel.table.rowAt(0))
    assert column(panel, "k")[marked(panel) or 0] == str(player.position)
    click_title(panel, "k")
    assert cells(panel) == as_made
    click_title(panel, "k")
    assert cells(panel) == as_made[::-1]
    click_title(panel, "epoch")
    assert cells(panel) == as_made[::-1]


def test_many_updates_are_sorted_beside(panel: StepPanel, player: Player, qtbot: QtBot) -> None:
    run = noisy(40, 20_000)
    player.set_run(run)
    click_title(panel, "c")
    assert panel.said.text() == "Sorting 20,000 updates, longest survivor first …"
    qtbot.waitUntil(lambda: panel.said.text() == "20,000 updates, longest survivor first.")
    survival = run.history.survival()
    order = np.argsort(-survival, kind="stable") + 1
    steps = panel.table.steps
    for row in (0, 1, 2, 777, 19_999):
        assert steps.row(row).line.update == order[row]
    player.go_to(12_345)
    assert steps.row(marked(panel) or 0).line.update == 12_345


def test_while_the_record_grows_a_long_sort_stays_as_of_when_it_was_asked(
    panel: StepPanel, player: Player, qtbot: QtBot
) -> None:
    whole = noisy(40, 20_000)
    run, engine = prepare(whole.dataset, whole.spec)
    while run.updates < 10_000:
        run.append(engine.advance(2_000, 10.0))
    player.set_run(run)
    known = run.updates
    click_title(panel, "y·a")
    qtbot.waitUntil(lambda: panel.said.text() == f"{known:,} updates, deepest first.")
    while run.stopped is None:
        run.append(engine.advance(20_000, 10.0))
    player.grow()
    qtbot.waitUntil(lambda: "as of update" in panel.said.text())
    assert panel.said.text() == f"{known:,} updates, deepest first. That is as of update {known:,} of 20,000."
    assert panel.table.steps.rowCount() == known
    player.rest()
    qtbot.waitUntil(lambda: panel.said.text() == "20,000 updates, deepest first.")


def test_the_table_grows_with_the_record(panel: StepPanel, player: Player, qtbot: QtBot) -> None:
    run, engine = prepare(DATASET, RunSpec(max_updates=12))
    run.append(engine.advance(3, 10.0))
    player.set_run(run)
    player.go_to(1)
    assert panel.said.text().endswith("updates so far.")
    before = len(cells(panel))
    while run.stopped is None:
        run.append(engine.advance(100, 10.0))
    player.grow()
    qtbot.waitUntil(lambda: panel.said.text() == "12 updates.")
    grown = cells(panel)
    assert before < len(grown) == 12
    fresh = train(DATASET, RunSpec(max_updates=12))
    player.set_run(fresh)
    assert cells(panel) == grown


def _held(panel: StepPanel) -> int:
    """How many rows the table holds."""
    return 16 * panel.table.steps.blocks.cache_info().currsize


def test_nothing_is_read_for_rows_that_nobody_sees(panel: StepPanel, player: Player, qtbot: QtBot) -> None:
    player.set_run(noisy(40, 50_000))
    panel.grab()
    assert panel.table.steps.rowCount() == 50_000
    assert 0 < _held(panel) < 200
    for value in range(0, 50_000, 500):
        panel.table.verticalScrollBar().setValue(value)
        panel.table.grab()
    assert _held(panel) <= 512


@pytest.mark.parametrize("learner", ["standard", "averaged"])
def test_a_shorter_run_takes_the_place_of_one_whose_end_is_in_view(
    panel: StepPanel, player: Player, qtbot: QtBot, learner: str
) -> None:
    player.set_run(noisy(50, 5_000))
    player.end()
    qtbot.waitUntil(lambda: panel.table.rowAt(0) > 4_000)
    run = noisy(20, 7, learner)
    player.set_run(run)
    qtbot.waitUntil(lambda: panel.table.rowAt(0) == 0)
    assert column(panel, "t") == [str(t) for t in run.history.rows().example]


def test_of_too_many_steps_those_about_the_playhead_are_listed(
    panel: StepPanel, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("lines", "order"):
        monkeypatch.setattr(f"perceptron_gui.panels.step.{module}.MOST", 100)
    run = noisy(40, 250)
    player.set_run(run)
    assert lines.MOST == 100
    assert panel.said.text() == "1 to 100 of 250 updates: those about the playhead."
    player.go_to(230)
    assert panel.said.text() == "201 to 250 of 250 updates: those about the playhead."
    assert column(panel, "k")[marked(panel) or 0] == "230"
    for granularity, what in ((Granularity.UPDATE, "updates"), (Granularity.EXAMPLE, "examples")):
        player.set_granularity(granularity)
        total = {"updates": run.updates, "examples": run.history.examples}[what]
        for step, stretch in ((1, "1 to 100"), (100, "1 to 100"), (101, "101 to 200"), (200, "101 to 200")):
            player.go_to(step)
            assert panel.said.text() == f"{stretch} of {total} {what}: those about the playhead."
            assert marked(panel) == (step - 1) % 100
    player.set_granularity(Granularity.UPDATE)
    click_title(panel, "y·a")
    assert panel.said.text() == "The first 100 of 250 updates, deepest first."
    assert panel.table.steps.rowCount() == 100


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
    assert panel.numbers.entries[-1].text == "Working out the fractions; these are decimals."
    exact = tell(run, run.history.seek(2_000), fractions=True).numbers
    qtbot.waitUntil(lambda: panel.numbers.entries[-1].text == exact[-1])
    said = [f"`{e.before} {e.text[1:]}" if e.before else e.text for e in panel.numbers.entries]
    assert said == list(exact)


def test_finding_goes_there_and_says_so(panel: StepPanel, player: Player, workspace: Workspace) -> None:
    run = noisy(40, 500)
    player.set_run(run)
    player.go_to(10)
    index = run.history.index().tolist()
    here = index[9]
    following = index.index(here, 10) + 1
    panel.finds["example"].trigger()
    assert player.position == following
    assert panel.said.text() == f"Update {following} is the next on example {here + 1}."
    workspace.selection.set([index[300]])
    player.go_to(250)
    assert panel.said.text() == "500 updates."
    panel.finds["example"].trigger()
    assert player.position == index.index(index[300], 250) + 1
    player.go_to(250)
    panel.finds["survivor"].trigger()
    assert player.position == 251 + int(run.history.survival(250).argmax())
    longest = run.history.survival(250).max()
    assert panel.said.text() == (
        f"Of the vectors after update 250, that of update {player.position} survives longest: {longest} examples."
    )
    player.home()
    panel.finds["epoch"].trigger()
    assert player.position == 1
    player.end()
    at_end = player.position
    panel.finds["survivor"].trigger()
    assert panel.said.text() == "No update follows, so no vector is still to come."
    assert player.position == at_end


def test_an_order_without_epochs_offers_none_and_says_why(panel: StepPanel, player: Player) -> None:
    action = panel.finds["epoch"]
    player.set_run(train(DATASET, RunSpec(order="random", max_updates=9)))
    assert not action.isEnabled()
    assert action.toolTip() == action.statusTip() == "This order has no epochs."
    assert panel.finds["survivor"].isEnabled()
    player.set_run(train(DATASET, RunSpec(max_updates=9)))
    assert action.isEnabled()
    assert action.toolTip() == "The first step of the next epoch (Ctrl+Shift+F)"


def test_a_panel_that_is_opened_later_knows_what_its_run_has(player: Player, theme: ThemeModel, qtbot: QtBot) -> None:
    player.set_run(train(DATASET, RunSpec(order="random", max_updates=9)))
    panel = StepPanel(workspace_of(player), theme)
    qtbot.addWidget(panel)
    assert not panel.finds["epoch"].isEnabled()


def test_a_row_offers_the_next_update_on_its_example(panel: StepPanel, player: Player) -> None:
    run = noisy(40, 500)
    player.set_run(run)
    index = run.history.index().tolist()
    menu = panel.menu_at(20)
    menu.actions()[0].trigger()
    assert player.position == index.index(index[20]) + 1
    assert len(panel.menu_at(-1).actions()) == len(panel.finds)


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
            assert sheet.widest <= sheet.viewport().width()
            reached = sheet.verticalScrollBar().maximum() + sheet.viewport().height()
            assert reached >= sheet.content_height
    metrics, titles = panel.table.fontMetrics(), panel.table.horizontalHeader()
    for texts in cells(panel)[: panel.table.rowAt(panel.table.viewport().height() - 1)]:
        for place, text in enumerate(texts):
            assert metrics.horizontalAdvance(text) <= titles.sectionSize(place)


def test_numbers_that_need_room_stand_closer_before_the_table_scrolls_sideways(
    panel: StepPanel, player: Player
) -> None:
    load(player)
    panel.resize(400, 420)
    table = panel.table
    wide = table.pad
    mixed = Dataset(np.arange(300.0).reshape(100, 3), np.where(np.arange(100) % 3, 1, -1))
    player.set_run(train(mixed, RunSpec("passive-aggressive", max_epochs=1200)))
    player.end()
    assert table.pad < wide
    assert table.horizontalScrollBar().maximum() == 0
    titles = table.horizontalHeader()
    for place, text in enumerate(table.steps.row(table.currentIndex().row()).texts):
        assert table.fontMetrics().horizontalAdvance(text) <= titles.sectionSize(place)


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


def test_the_lit_line_is_in_view(panel: StepPanel, player: Player) -> None:
    load(player, RunSpec("averaged", max_updates=12))
    panel.resize(380, 360)
    for k in (3, 0, 5):
        player.go_to(k)
        lit = next(place for place, entry in enumerate(panel.code.entries) if entry.lit)
        top, bottom = panel.code.extent_of(lit)
        assert 0 <= top < bottom <= panel.code.viewport().height()


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
