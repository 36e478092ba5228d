"""The classic homework: its numbers, and each bar an exercise that opens."""

from __future__ import annotations

import numpy as np
import pytest

from core.analysis.experiments.homework import homework
from core.datasets.dataset import Dataset
from core.spec import RunSpec
from tests.gui.panels.runs.bench import FEW, WHOLE, Bench


def test_a_bar_of_the_homework_opens_its_run_and_undo_brings_the_examples_back(bench: Bench) -> None:
    bench.see("Homework")
    works = list(homework(10, FEW, RunSpec()))
    view = bench.homework
    work = works[next(bar.members[0] for bar in view.bars if bar.members)]
    bench.click_bar(view, 0)
    assert bench.document.dataset.same_as(work.dataset)
    assert bench.run.updates == work.updates
    assert view.marked is not None
    assert view.marked[0] == work.updates
    assert bench.panel.finished
    assert bench.document.undo_stack.undoText() == f"generate homework with seed {work.seed}"
    bench.document.undo_stack.undo()
    assert bench.document.dataset.same_as(WHOLE)
    assert bench.document.spec == RunSpec()
    assert not bench.document.undo_stack.canUndo()
    assert view.marked is None


def test_the_homework_tells_means_and_shares_of_its_runs(bench: Bench) -> None:
    bench.see("Homework")
    works = list(homework(10, FEW, RunSpec()))
    text = bench.homework.result.text()
    assert f"{np.mean([work.updates for work in works]):.1f} on average" in text
    assert f"disagree on {100 * np.mean([work.disagreement for work in works]):.3g} %" in text
    assert f"{FEW} of {FEW} stay within it" in text


def test_homework_beside_a_start_of_another_size_begins_at_0_and_says_so(bench: Bench) -> None:
    bench.document.edit(Dataset([[1, 2, 3], [-1, 0, 2], [2, -2, 1]], [1, -1, 1]), "other data")
    bench.document.set_spec(RunSpec(start=(1.0, 0.0, 0.0, 2.0)))
    bench.see("Homework")
    works = list(homework(10, FEW, RunSpec()))
    view = bench.homework
    assert sum(len(bar.members) for bar in view.bars) == FEW
    assert "Each begins at w\u00a0=\u00a00" in bench.homework.about.text()
    bench.click_bar(view, 0)
    assert bench.document.dataset.same_as(works[next(bar.members[0] for bar in view.bars if bar.members)].dataset)
    assert bench.panel.finished
    assert not view.histogram.old


def test_homework_begins_at_a_start_that_fits(bench: Bench) -> None:
    start = (1.0, -1.0, 0.5)
    bench.document.set_spec(RunSpec(start=start))
    bench.see("Homework")
    works = list(homework(10, FEW, RunSpec(start=start)))
    assert f"{np.mean([work.updates for work in works]):.1f} on average" in bench.homework.result.text()
    assert "begins at" not in bench.homework.about.text()


@pytest.mark.slow
def test_another_number_of_examples_is_other_homework(bench: Bench) -> None:
    bench.see("Homework")
    bench.homework.examples.setText("25")
    bench.homework.examples.editingFinished.emit()
    bench.settle()
    assert bench.homework.bars[-1].last >= max(work.updates for work in homework(25, FEW, RunSpec()))
    bench.homework.examples.setText("none")
    bench.homework.examples.editingFinished.emit()
    assert "“none” is not a whole number" in bench.homework.about.text()


def test_while_no_number_of_examples_is_typed_the_choices_are_kept_all_the_same(bench: Bench) -> None:
    bench.see("Homework")
    before = bench.panel.saved()
    bench.homework.examples.setText("0,5")
    bench.homework.examples.editingFinished.emit()
    assert "enter a whole number from 1 to 1000" in bench.homework.about.text()
    assert bench.panel.saved() == before
    assert bench.homework.choices.saved() == before["chosen"]["Homework"]
