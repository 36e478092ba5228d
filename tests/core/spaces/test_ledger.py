"""A ledger's terms, added in its order, are the decision value: bit for bit."""

from __future__ import annotations

import numpy as np
import pytest

from core.run import train
from core.spaces.kernel import Expansion
from core.spaces.linear import Plane
from core.spec import RunSpec
from tests.core.tables import DATASET, every_pair, in_a_feature_space, named

QUESTIONS = np.array([[0.1, 0.2], [-1.3, 0.7], [1e6, -3.0], [0.0, 0.0]])


@pytest.mark.parametrize("spec", every_pair(), ids=named)
def test_the_terms_add_up_to_the_decision_value(spec: RunSpec) -> None:
    run = train(DATASET, spec)
    for t in range(run.history.examples + 1):
        decision = run.decision(t)
        for question in QUESTIONS:
            ledger = decision.ledger(question)
            assert (ledger is None) == run.predictor.votes
            if ledger is None:
                continue
            value = float(decision.score(question[None, :])[0])
            if isinstance(decision, Plane | Expansion) and decision.settled:  # where rounding decides, exact
                assert ledger.total == pytest.approx(value, rel=1e-9, abs=1e-9 * max(1.0, *np.abs(ledger.terms)))
            else:
                assert ledger.total == value
            assert (ledger.terms == ledger.factors * ledger.values).all()


@pytest.mark.parametrize("spec", every_pair(in_a_feature_space, predictors=False), ids=named)
def test_in_a_feature_space_there_is_a_term_for_each_example_with_a_coefficient(spec: RunSpec) -> None:
    run = train(DATASET, spec)
    for k in range(run.updates + 1):
        state = run.history.seek(k)
        ledger = run.space.at(run.history, k).ledger(QUESTIONS[0])
        assert ledger is not None
        assert state.alpha is not None
        assert ledger.rows.tolist() == np.flatnonzero(state.alpha).tolist()
        assert ledger.factors.tolist() == (state.alpha * DATASET.y)[ledger.rows].tolist()
        assert ledger.offset == state.b
        assert not ledger.of_features
