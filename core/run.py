"""One run: its data, its request, everything that happened, and what it means."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.arithmetic import activations, bias_feature
from core.dataset import Dataset, FloatArray
from core.engine.batch import Engine, Stop
from core.errors import InputError
from core.history import History
from core.learners import find_learner, order_of
from core.margin import Margin, margin_of
from core.orders import make_order
from core.spec import RunSpec
from core.theorem import TheoremTable, theorem_table

_BATCH_UPDATES, _BATCH_SECONDS = 1 << 15, 0.5


@dataclass(frozen=True, eq=False)
class Run:
    """A run over `dataset` as `spec` asked for; `history` holds every update so far.

    `spec` has its order filled in. The margin is solved for on first use unless it was given.
    """

    dataset: Dataset
    spec: RunSpec
    history: History
    given_margin: Margin | None = field(default=None)

    @cached_property
    def margin(self) -> Margin:
        """ŵ*, γ, R, the bound, or the certificate."""
        return self.given_margin or margin_of(self.dataset, bias_feature(self.dataset, self.spec.bias))

    @property
    def updates(self) -> int:
        """k, the updates recorded so far."""
        return len(self.history)

    @property
    def stopped(self) -> Stop | None:
        """Why the run ended; None while it goes on."""
        return self.history.stopped

    @property
    def converged(self) -> bool:
        """Whether the last epoch had no mistake."""
        return self.stopped is Stop.CONVERGED

    @property
    def weights(self) -> FloatArray:
        """The predictor's w (d,)."""
        return self.history.seek(self.updates).w

    @property
    def intercept(self) -> float:
        """The predictor's b."""
        return self.history.seek(self.updates).b

    def score(self, Q: ArrayLike) -> FloatArray:
        """The learner's decision values for questions Q (m, d); shape (m,). Raises InputError for another shape."""
        try:
            questions = np.asarray(Q, np.float64)
        except (TypeError, ValueError) as error:
            raise InputError("the questions are not a table of numbers; m rows of d numbers are expected") from error
        if questions.ndim != 2 or questions.shape[1] != self.dataset.d:
            raise InputError(f"the questions have shape {questions.shape}; (m, {self.dataset.d}) is expected")
        return activations(questions, self.weights, self.intercept)

    def predict(self, Q: ArrayLike) -> NDArray[np.int8]:
        """The class −1 or +1 of each question; a score of exactly 0 is named +1. Shape (m,)."""
        return np.where(self.score(Q) >= 0, 1, -1).astype(np.int8)

    @property
    def training_errors(self) -> int:
        """Examples that the predictor gets wrong; a score of exactly 0 is wrong."""
        return int(np.count_nonzero(self.score(self.dataset.X) * self.dataset.y <= 0))

    def theorem(self) -> TheoremTable:
        """The quantities of the convergence theorem after each update 1 … k."""
        return theorem_table(self.history, self.margin)

    def summary(self, path: str | None = None) -> dict[str, Any]:
        """The run in plain JSON values; None where something does not exist."""
        margin, certificate = self.margin, self.margin.certificate
        return {
            "dataset": {
                "path": path,
                "n": self.dataset.n,
                "d": self.dataset.d,
                "positives": self.dataset.positives,
                "negatives": self.dataset.negatives,
                "features": list(self.dataset.features),
                "labels": list(self.dataset.labels),
            },
            "learner": self.spec.learner,
            "order": order_of(self.spec),
            "seed": self.spec.seed,
            "bias": self.spec.bias,
            "kernel": None,
            "converged": self.converged,
            "stopped": self.stopped,
            "updates": self.updates,
            "epochs": self.history.epochs,
            "examples": self.history.examples,
            "training_errors": self.training_errors,
            "weights": self.weights.tolist(),
            "intercept": self.intercept,
            "separable": margin.separable,
            "margin": margin.gamma,
            "radius": margin.radius,
            "bound": margin.bound if margin.bound is None or isfinite(margin.bound) else None,
            "w_star": None if margin.w_star is None else margin.w_star.tolist(),
            "b_star": margin.b_star,
            "certificate": certificate
            and {"indices": certificate.indices.tolist(), "weights": certificate.weights.tolist()},
        }


def prepare(dataset: Dataset, spec: RunSpec, margin: Margin | None = None) -> tuple[Run, Engine]:
    """A run with nothing recorded yet, and the engine that will fill it; raises InputError for names not known."""
    spec = replace(spec, order=order_of(spec))
    learner = find_learner(spec.learner)
    orders = [make_order(order_of(spec), dataset.n, spec.seed) for _ in ("history", "engine")]
    history = History(dataset, bias_feature(dataset, spec.bias), orders[0])
    return Run(dataset, spec, history, margin), learner.engine(dataset, spec, orders[1])


def train(dataset: Dataset, spec: RunSpec | None = None) -> Run:
    """Run to the end. Raises InputError for a spec that names what does not exist."""
    run, engine = prepare(dataset, spec or RunSpec())
    while run.stopped is None:
        run.history.append(engine.advance(_BATCH_UPDATES, _BATCH_SECONDS))
    return run
