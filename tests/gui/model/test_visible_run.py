"""What may be shown of a run: a number of the theorem that is hidden is None, until what it tells is revealed."""

from __future__ import annotations

from dataclasses import fields

import pytest

from core.datasets.dataset import Dataset
from core.lessons.vocabulary import SECRETS
from core.run import train
from core.spec import RunSpec
from core.theory.theorem import TheoremFacts
from perceptron_gui.model.visible_run import VisibleRun
from tests.core.tables import TWELVE

XOR = Dataset([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1])
LEARNERS = RunSpec(), RunSpec("passive-aggressive", max_updates=20), RunSpec("online-svm", max_updates=20)


def known(facts: TheoremFacts) -> set[str]:
    return {field.name for field in fields(facts) if getattr(facts, field.name) is not None}


@pytest.mark.parametrize("spec", LEARNERS, ids=lambda spec: spec.learner)
@pytest.mark.parametrize("data", [TWELVE, XOR], ids=["separable", "not"])
def test_each_number_is_hidden_by_one_secret_at_most_and_told_as_it_is(data: Dataset, spec: RunSpec) -> None:
    run, visible = train(data, spec), VisibleRun()
    facts = run.facts(run.history.seek(4), with_gap=True)
    assert visible.describe(facts) is facts
    visible.set_hidden(True)
    hidden = known(facts) - known(visible.describe(facts))
    assert "diagnosis" in hidden
    assert not {"margin", "state", "rows", "length", "losses", "cost"} & hidden
    for secret in SECRETS:
        visible.show(hidden=True, revealed=[secret])
        told = visible.describe(facts)
        revealed = hidden - (known(facts) - known(told))
        assert all(getattr(told, name) is getattr(facts, name) for name in revealed)
        hidden -= revealed
    assert not hidden
