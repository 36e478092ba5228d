"""Starting weights in the window: asked for, seen at k = 0, true in the panel, left out where they do not fit."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtWidgets import QDialogButtonBox, QPushButton
from pytestqt.qtbot import QtBot

from core.analysis.held_out_errors import RunSamples
from core.datasets.dataset import Dataset
from core.plots.spec import KnownCurve, PlotSpec
from core.plots.theorem import (
    ALONG,
    LENGTH,
    RunSnapshot,
    in_updates,
    length,
    losses,
    progress,
    squeeze,
)
from core.run import Run, train
from core.spec import RunSpec
from core.theory.bound_gap import SURPLUS
from core.theory.theorem import Curves
from perceptron_gui.look.text.sentences import numbers_as_text
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.workspace import TheoryPage
from perceptron_gui.panels.theory import TheoryPanel
from perceptron_gui.window.dialogs.forms import StartDialog
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk

DATA = Dataset([[1.0, 1.0], [3.0, 1.0], [0.0, 2.0], [-1.0, 0.5], [2.0, -1.0]], [-1, 1, -1, -1, 1])
AWAY, AGAINST, SEPARATING = (2.0, 3.0, -1.0), (-6.0, -6.0, 8.0), (4.0, -4.0, -3.0)
START = (-6.0, 3.0, 2.0)


def seen(spec: RunSpec) -> RunSnapshot:
    run = train(DATA, spec)
    curves = Curves(run.margin)
    curves.extend(run.history)
    return RunSnapshot(run, curves, RunSamples())


def dialog_for(spec: RunSpec, qtbot: QtBot) -> StartDialog:
    dialog = StartDialog(DATA, spec)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_the_dialog_asks_for_a_weight_of_each_feature_and_for_b(qtbot: QtBot) -> None:
    dialog = dialog_for(RunSpec(), qtbot)
    assert [field.accessibleName() for field in dialog.fields] == ["w for x1", "w for x2", "b"]
    for field, text in zip(dialog.fields, ("0,5", "−2", "1e-3"), strict=True):
        field.setText(text)
    assert dialog.chosen == RunSpec(start=(0.5, -2.0, 0.001))


def test_the_dialog_keeps_what_it_was_given_and_zero_takes_it_away(qtbot: QtBot) -> None:
    spec = RunSpec(start=(0.1, -1e-300, 3.0))
    dialog = dialog_for(spec, qtbot)
    assert dialog.chosen == spec
    zero = next(button for button in dialog.findChildren(QPushButton) if button.text() == "&Zero")
    zero.click()
    assert dialog.chosen == RunSpec()


def test_a_fraction_is_the_float_nearest_to_it(qtbot: QtBot) -> None:
    dialog = dialog_for(RunSpec(), qtbot)
    for field, text in zip(dialog.fields, ("1/3", "−2 / 7", "0,5"), strict=True):
        field.setText(text)
    assert dialog.chosen.start == (1 / 3, -2 / 7, 0.5)
    for text in ("1/0", "1/", "1/2/3", "1.5/2"):
        dialog.fields[0].setText(text)
        assert "is not a number" in dialog.fields[0].trouble


def test_with_b_zero_the_dialog_asks_for_a_fixed_threshold_unless_the_rule_has_none(qtbot: QtBot) -> None:
    dialog = dialog_for(RunSpec(bias=0.0, start=(1.0, 2.0, 3.0)), qtbot)
    assert [field.isVisible() for field in dialog.fields] == [True, True, True]
    assert "fixed threshold" in dialog.fields[-1].toolTip()
    assert dialog.chosen.start == (1.0, 2.0, 3.0)
    other = dialog_for(RunSpec("online-svm", bias=0.0, start=(1.0, 2.0, 0.0)), qtbot)
    assert [field.isVisible() for field in other.fields] == [True, True, False]
    assert other.chosen.start == (1.0, 2.0, 0.0)


def test_what_is_no_number_keeps_the_dialog_open(qtbot: QtBot) -> None:
    dialog = dialog_for(RunSpec(), qtbot)
    dialog.fields[0].setText("two")
    box = dialog.findChild(QDialogButtonBox)
    assert isinstance(box, QDialogButtonBox)
    assert not box.button(QDialogButtonBox.StandardButton.Ok).isEnabled()


def test_the_start_is_seen_before_the_first_example(desk: Desk, window: MainWindow) -> None:
    window.document.set_spec(RunSpec("averaged", start=START))
    desk.settled(window)
    window.player.home()
    state, run = window.player.state, window.player.run
    assert state is not None
    assert run is not None
    assert (state.update, state.w.tolist(), state.b) == (0, [-6.0, 3.0], 2.0)
    assert window.status.now.text == "Start: w = (−6, 3), b = 2"
    stage = window.canvas.stage
    assert stage.glide.w.tolist() == [-6.0, 3.0]
    assert stage.classifier.plane is not None
    assert stage.classifier.plane.w.tolist() == [-6.0, 3.0]  # so far the average is the start


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        (RunSpec("kernel", start=START), "with a kernel a run begins with every α = 0"),
        (RunSpec("online-svm", bias=0.0, start=START), "with B = 0 this rule has no b to learn"),
        (RunSpec(start=(1.0, 2.0)), "the start has 2 numbers; enter 3"),
    ],
)
def test_a_start_that_does_not_fit_is_left_out_with_a_sentence(
    desk: Desk, window: MainWindow, spec: RunSpec, why: str
) -> None:
    window.document.set_spec(RunSpec(start=START))
    desk.settled(window)
    window.document.set_spec(spec)
    desk.settled(window)
    assert window.document.spec.start is None
    assert window.notice.text.startswith(f"The starting weights were left out: {why}")
    assert window.player.run is not None
    assert window.player.run.margin.start is None
    assert window.actions_["start"].isEnabled() == (spec.learner != "kernel")


def test_data_with_another_number_of_features_leave_the_start_out(qtbot: QtBot) -> None:
    document = Document(DATA, RunSpec(start=START))
    said: list[str] = []
    document.start_lost.connect(said.append)
    document.edit(DATA.flipped([0]), "flip")
    document.undo_stack.undo()
    assert document.spec.start == START
    document.open(Dataset([[1.0, 2.0, 3.0]], [1]), None)
    assert document.spec.start is None
    (sentence,) = said
    assert sentence.endswith("the start has 3 numbers; enter 4: w for each of the 3 features, then b.")


def test_all_points_may_go_and_the_start_stays(desk: Desk, window: MainWindow) -> None:
    window.document.set_spec(RunSpec(start=START, bias="radius"))
    window.document.edit(Dataset.empty(), "delete")
    desk.settled(window)
    assert window.document.spec.start == START
    window.document.undo_stack.undo()
    desk.settled(window)
    assert window.player.run is not None
    assert window.player.run.margin.start is not None


def values_of(picture: PlotSpec, name: str, k: np.ndarray[tuple[int], np.dtype[np.float64]]) -> list[float]:
    curve = next(curve for curve in picture.curves if curve.name == name)
    return [curve.at(place) for place in k.tolist()]


@pytest.mark.parametrize("start", [AWAY, AGAINST, SEPARATING])
@pytest.mark.parametrize("learner", ["standard", "margin"])
def test_the_pictures_promise_what_holds_from_the_start(learner: str, start: tuple[float, ...]) -> None:
    what = seen(RunSpec(learner, start=start))
    margin, k = what.run.margin, what.curves.k
    p, q = margin.along_start, margin.start_squared
    grown, held, squeezed = progress(what), length(what), squeeze(what)
    assert grown is not None
    assert held is not None
    assert squeezed is not None
    assert margin.gamma is not None
    assert values_of(grown, "p + kγ", k) == pytest.approx((p + k * margin.gamma).tolist())
    growth = f"({margin.notation.growth})" if "+" in margin.notation.growth else margin.notation.growth
    assert values_of(held, f"q + k{growth}", k) == pytest.approx((q + k * margin.growth).tolist())
    assert (grown.y.low < 0) == (p < 0)
    assert (grown.sampled[0].at(0), held.sampled[0].at(0)) == pytest.approx((p, q))
    for picture in (grown, held, squeezed):
        for place in [place for curve in picture.sampled[:1] for place in curve.x.tolist()]:
            values = [curve.at(place) for curve in picture.curves]
            assert values == pytest.approx(sorted(values))
    assert all(isinstance(curve, KnownCurve) or curve.name.endswith("in updates") for curve in squeezed.curves)


def test_a_promise_below_zero_is_not_squared(qtbot: QtBot) -> None:
    what = seen(RunSpec(start=AGAINST))
    squeezed, margin = squeeze(what), what.run.margin
    assert squeezed is not None
    assert margin.gamma is not None
    assert margin.along_start + margin.gamma < 0
    assert 0 < len(squeezed.sampled[0].x) < what.run.updates
    assert squeezed.sampled[0].x.tolist() == [
        k for k in what.curves.k if k and margin.along_start + k * margin.gamma >= 0
    ]
    rows = {row.key: row.left for row in what.run.inequalities(what.run.history.seek(1))}
    assert np.isnan(list(in_updates(rows, 1, margin).values())).all()


def test_where_no_promise_is_squared_or_no_update_made_the_squeeze_still_says_so(qtbot: QtBot) -> None:
    waiting, ended = (squeeze(seen(RunSpec(start=start))) for start in ((-20.0, 25.0, 4.0), (400.0, -400.0, -300.0)))
    assert waiting is not None
    assert ended is not None
    assert (waiting.sampled, waiting.remark) == ((), "p + kγ < 0 so far: its square promises nothing")
    assert (ended.sampled, ended.wall is None) == ((), False)


def test_the_dots_of_the_squeeze_lie_on_its_curves(qtbot: QtBot) -> None:
    what = seen(RunSpec(start=AWAY))
    squeezed = squeeze(what)
    assert squeezed is not None
    for k in squeezed.sampled[0].x.tolist():
        rows = {row.key: row.left for row in what.run.inequalities(what.run.history.seek(int(k)))}
        dots = in_updates(rows, int(k), what.run.margin)
        assert [dots[ALONG], dots[LENGTH]] == pytest.approx([curve.at(k) for curve in squeezed.sampled])


def test_losses_are_held_against_how_far_the_start_is_away(qtbot: QtBot) -> None:
    picture = losses(seen(RunSpec("passive-aggressive", start=AWAY)))
    assert picture is not None
    assert picture.title == "Σ loss² cannot pass R²·‖w⁽⁰⁾ − ŵ*/γ‖²"


def test_the_panel_says_what_holds_from_the_start(desk: Desk, window: MainWindow) -> None:
    window.document.open(DATA, None)
    window.document.set_spec(RunSpec(start=AGAINST))
    desk.settled(window)
    window.workspace.theorem_view.turn_to(TheoryPage.NUMBERS)
    panel = shown_panel(window)
    window.player.go_to_update(1)
    formulas = [
        " ".join((cells[0], cells[2], cells[4])) for cells in (*panel.picture.table.cells, *panel.numbers.table.cells)
    ]
    assert formulas == [
        "w·ŵ* ≥ p + kγ",
        "‖w‖² ≤ q + kR²",
        "k ≤ k₊",
        "cos∠(w, ŵ*) ≥ −1",
        "Φ(k) ≤ Φ(0) − kR²",
    ]
    assert all(cells[5] == "✓" for cells in (*panel.picture.table.cells, *panel.numbers.table.cells))
    assert "k₊ is the larger root of (p + kγ)² = q + kR²" in panel.numbers.facts.plain
    assert "p = w⁽⁰⁾·ŵ* = " in panel.numbers.facts.plain
    assert panel.numbers.bound_gap.bound_gap is None
    assert panel.numbers.bound_gap.accessibleName() == "Gap under the bound: hidden while p + kγ < 0"
    panel.grab()
    window.player.end()
    panel.grab()
    assert panel.numbers.bound_gap.bound_gap is not None
    assert "(k − k₋)γ²" in panel.numbers.bound_gap.tip(SURPLUS)


def shown_panel(window: MainWindow) -> TheoryPanel:
    panel = window.panel.panel
    assert isinstance(panel, TheoryPanel)
    return panel


def test_the_copied_numbers_name_the_start(qtbot: QtBot) -> None:
    run: Run = train(DATA, RunSpec(start=AWAY))
    text = numbers_as_text(run, run.history.seek(run.updates))
    assert f"p = w⁽⁰⁾·ŵ*\t{run.margin.along_start!r}" in text
    assert f"k₊, the larger root of (p + kγ)² = q + kR²\t{run.margin.bound!r}" in text


def test_of_very_many_weights_the_dialog_asks_for_the_first_and_the_others_stay_until_all_are_0(qtbot: QtBot) -> None:
    start = (*map(float, range(1, 101)), 7.0)
    dialog = StartDialog(Dataset(np.eye(2, 100), [1, -1]), RunSpec(start=start))
    qtbot.addWidget(dialog)
    assert len(dialog.fields) == 61
    assert dialog.remark.text() == "The 40 other weights stay as they are."
    assert dialog.chosen.start == start
    dialog.fields[0].setText("5")
    assert dialog.chosen.start == (5.0, *start[1:])
    zero = next(button for button in dialog.findChildren(QPushButton) if button.text() == "&Zero")
    zero.click()
    assert dialog.chosen == RunSpec()
