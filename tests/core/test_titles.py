"""How a learner is called: a run has the name of what was run, wherever it is named."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.explain import tell
from core.explain.report.facts import report_of
from core.explain.report.solution import solution_of
from core.learners import LEARNERS, title_of
from core.player import player_page
from core.run import train
from core.spec import RunSpec
from tests.core.tables import DATASET, every_combination, named, over_pairs


@pytest.mark.parametrize(
    ("spec", "title"),
    [
        (RunSpec(), "Standard perceptron"),
        (RunSpec(kernel="rbf"), "Kernel perceptron"),
        (RunSpec("averaged", kernel="poly"), "Kernel perceptron, average"),
        (RunSpec("voted", kernel="rbf"), "Kernel perceptron, vote"),
        (RunSpec("kernel", predictor="voted"), "Kernel perceptron, vote"),
        (RunSpec(predictor="pocket"), "Pocket perceptron"),
        (RunSpec(rule="margin"), "Margin perceptron"),
        (RunSpec("margin", kernel="rbf"), "Margin perceptron, with a kernel, last vector"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_learner_is_called_by_its_parts(spec: RunSpec, title: str) -> None:
    assert title_of(spec) == title


def test_each_named_learner_has_its_own_title() -> None:
    assert [title_of(RunSpec(name)) for name in LEARNERS] == [learner.title for learner in LEARNERS.values()]


@over_pairs()
def test_a_run_is_called_the_same_in_every_text(spec: RunSpec) -> None:
    run = train(DATASET, replace(spec, max_updates=4))
    title = title_of(spec)
    assert f"<title>{title} on six</title>" in player_page(run, "six")
    assert report_of(run, "six").title == solution_of(run, "six").title == f"{title} on six"
    assert repr(run).startswith(f"{title}, ")
    assert tell(run, run.history.at_example(1)).learner == title


def test_no_title_hides_a_kernel() -> None:
    for spec in every_combination():
        assert ("ernel" in title_of(spec)) == (spec.kernel is not None), named(spec)
