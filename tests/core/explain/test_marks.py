"""A row that does not hold has its cross, and no tick, wherever it is written."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.explain import STYLES
from core.explain.report.documents import page
from core.explain.report.facts import report_of
from core.run import Run, train
from core.spec import RunSpec
from core.theory.margin.margin import Margin
from core.theory.proof import proof_of
from tests.core.tables import DATASET

_CROSS = {"plain": "✗", "markdown": "✗", "latex": r"\times"}


def lying(run: Run) -> Margin:
    """A margin that is not there: every row that has γ in it is false."""
    assert run.margin.gamma is not None
    return replace(run.margin, gamma=50 * run.margin.gamma, bound=0.5)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    made = train(DATASET, RunSpec())
    told = made.inequalities(made.history.seek(made.updates), None, lying(made))
    monkeypatch.setattr(Run, "inequalities", lambda *_: told)
    return made


def test_rows_that_do_not_hold_are_crossed_and_others_ticked(run: Run) -> None:
    rows = run.inequalities(run.history.seek(run.updates))
    assert {row.key for row in rows if not row.holds} >= {"progress", "bound"}
    for row in rows:
        assert row.marked == ("✓ holds" if row.holds else "✗ does not hold")


@pytest.mark.parametrize("style", STYLES)
def test_a_page_of_the_proof_has_a_cross_for_each_line_that_does_not_hold(run: Run, style: str) -> None:
    state = run.history.seek(run.updates)
    proof = proof_of(run.facts(state, lying(run)))
    broken = [line for line in proof.lines if not line.holds]
    assert len(broken) >= 2
    for line in proof.lines:
        assert line.numbers.endswith(" ✗") == (not line.holds)
    text = STYLES[style].write(proof.title, proof.paragraphs, ())
    assert text.count(_CROSS[style]) == len(broken)
    assert "✓" not in text


def test_a_report_has_a_cross_for_each_row_that_does_not_hold(run: Run) -> None:
    state = run.history.seek(run.updates)
    broken = sum(not row.holds for row in run.inequalities(state))
    report = report_of(run, "data")
    html = page(report, dict.fromkeys(report.figures(), b""))
    assert html.count("✗ does not hold") == broken
    assert html.count("✓ holds") == len(run.inequalities(state)) - broken
