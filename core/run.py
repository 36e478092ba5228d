"""One run: its data, its request, everything that happened, and what it means."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.datasets.arithmetic import bias_feature
from core.datasets.dataset import Dataset, FloatArray, IntArray
from core.engine.engine import Batch, Stop, start_of
from core.engine.engines import Engine
from core.errors import Cancelled, InputError, never, raise_if_cancelled
from core.learners import checked, title_of
from core.numbers.formulas import number_text, vector
from core.numbers.numerals import Summary, counted
from core.orders import Order, find_order
from core.predictors import Predictor, PredictorProgress, find_predictor
from core.predictors.predictor import errors_along
from core.predictors.voted import survivors_of
from core.record.history import History, State
from core.rules import Rule
from core.spaces import space_of
from core.spaces.linear import objective_at
from core.spaces.space import Decision, Space
from core.spec import RunSpec, as_plain
from core.theory.bound_gap import BoundGap, BoundGapAlong, Losses, LossesAlong, Part
from core.theory.bounds import SlackBound
from core.theory.diagnosis import Diagnosis, diagnose
from core.theory.margin.linear_margin import margin_of
from core.theory.margin.margin import Margin
from core.theory.quantities import GIVEN
from core.theory.theorem import Inequality, TheoremFacts, TheoremTable, inequalities, lengths_at, theorem_table
from core.ties import Confusion, Tie

_BATCH_UPDATES, _BATCH_SECONDS = 1 << 15, 0.05
_FEW = 1_000
"""The most points for which another line is sought between two frames."""


@dataclass(eq=False)
class KeptNotes:
    """The `notes` that the run's predictor has taken so far."""

    notes: PredictorProgress | None = None


@dataclass(frozen=True, eq=False)
class Run:
    """A run over `dataset` as `spec` asked for; `history` holds every update so far.

    With a learning rate η the run is made with w̃/η, so that it makes the same mistakes as an exact one; names with
    `per_rate`, and the `score` of a decision, are in units of η. `spec` has its learner's defaults filled in. The
    margin is solved for on first use unless it was given.
    """

    dataset: Dataset
    spec: RunSpec
    space: Space
    history: History
    given_margin: Margin | None = field(default=None)
    kept: KeptNotes = field(default_factory=KeptNotes)

    @cached_property
    def margin(self) -> Margin:
        """ŵ*, γ, R, the bound, or the certificate."""
        return self.given_margin or self.space.solve_margin()

    def with_margin(self, margin: Margin) -> Run:
        return replace(self, given_margin=margin)

    def with_own_space(self, notes: PredictorProgress | None = None) -> Run:
        """Return the same run with its own space, because the cache of a space is for one thread."""
        return replace(self, space=space_of(self.dataset, self.spec), kept=KeptNotes(notes))

    def until(self, example: int, margin: Margin) -> Run:
        """Return the run as it stood after example t, with this margin: a view whose history may `reach` further."""
        history = self.history.until(example)
        history.reach(self.history, example)
        kept = KeptNotes() if self.predictor.counts_errors else self.kept
        return replace(self, history=history, given_margin=margin, kept=kept)

    @cached_property
    def rule(self) -> Rule:
        return self.space.rule

    @cached_property
    def tie(self) -> Tie:
        return self.rule.tie

    @cached_property
    def order(self) -> type[Order]:
        return find_order(self.spec.order or "")

    @cached_property
    def predictor(self) -> Predictor:
        return find_predictor(self.spec.predictor or "")

    @property
    def updates(self) -> int:
        """k, the updates recorded so far."""
        return len(self.history)

    @property
    def in_counts(self) -> str:
        """The updates so far, and the epochs that they took: "28 updates in 3 epochs"."""
        epochs = f" in {counted(self.history.epochs, 'epoch')}" if self.order.has_epochs else ""
        return f"{counted(self.updates, 'update')}{epochs}"

    @property
    def skipped(self) -> list[int]:
        """Rows of the spec's list that asked for no update when their turn came, in the order of the list."""
        listed = self.spec.sequence
        updated = self.history.index(0, min(len(listed) + 1, self.updates)).tolist() if listed else []
        return [row for row in self.order.skipped(listed, updated, over=self.converged) if row < self.dataset.n]

    @property
    def held(self) -> int:
        """Memory in bytes: of the record, or what its predictor takes to read it where that is more."""
        return max(self.history.nbytes, self.predictor.reads * self.updates)

    @property
    def stopped(self) -> Stop | None:
        return self.history.stopped

    @property
    def converged(self) -> bool:
        """True if the last epoch had no update."""
        return self.stopped is Stop.CONVERGED

    def decision(self, example: int | None = None) -> Decision:
        """Return the decision of the learner's predictor after example t; None means now."""
        history = self.history if example is None else self.history.until(example)
        return self.predictor.recall(self.space, history, self.notes)

    @property
    def notes(self) -> PredictorProgress | None:
        """What the predictor keeps of the run; up to date where every moment depends on all before it."""
        if self.predictor.counts_errors:
            self.kept.notes = self.predictor.noted(self.space, self.history, self.kept.notes)
        return self.kept.notes

    def append(self, batch: Batch, notes: PredictorProgress | None = None) -> None:
        """Record the next updates, with the predictor's notes on the run up to their end where they are known."""
        self.history.append(batch)
        if notes is not None:
            self.kept.notes = notes
        elif batch.errors is not None and self.predictor.counts_errors:
            self.kept.notes = self.predictor.noted(self.space, self.history, self.kept.notes, batch.errors)

    def read_through(self) -> Run:
        """Return the same run with its predictor's notes where they are soon taken, so that any moment is soon read."""
        if self.predictor.values or self.kept.notes is not None:
            return self
        return replace(self, kept=KeptNotes(self.predictor.noted(self.space, self.history, None)))

    @property
    def weights(self) -> FloatArray | None:
        """The predictor's w (d,); None if it has none."""
        return self.decision().weights

    @property
    def intercept(self) -> float | None:
        """The predictor's b; None if it has none."""
        return self.decision().intercept

    def score(self, Q: ArrayLike) -> FloatArray:
        """Return the learner's decision values for questions Q (m, d); shape (m,). Raises InputError."""
        try:
            questions = np.asarray(Q, np.float64)
        except (TypeError, ValueError) as error:
            raise InputError("the questions are not a table of numbers; enter m rows of d numbers") from error
        if questions.ndim != 2 or questions.shape[1] != self.dataset.d:
            raise InputError(f"the questions have shape {questions.shape}; enter (m, {self.dataset.d})")
        return self.decision().values(questions)

    def predict(self, Q: ArrayLike) -> NDArray[np.int8]:
        """Return the class −1 or +1 of each question (m,); the run's tie names the class for a score of exactly 0."""
        return self.tie.named(self.score(Q))

    @property
    def training_errors(self) -> int:
        """Examples that the predictor gets wrong; of a score of exactly 0 the run's tie says whether it is."""
        return self.confusion().errors

    def confusion(self, dataset: Dataset | None = None, example: int | None = None) -> Confusion:
        """Return how the predictor classifies `dataset`, or the training data: at the end, or just after `example`."""
        asked = self.dataset if dataset is None else dataset
        return self.tie.confusion(self.decision(example).score(asked.X) * asked.y, asked.y)

    @property
    def errors(self) -> IntArray:
        """Mistakes on all of the data that each vector makes, w⁽⁰⁾ included (Pocket 002); shape (k + 1,)."""
        return errors_along(self.space, self.history)

    def objective(self, update: int | None = None) -> float | None:
        """Return the cost ½‖w‖² + C·Σ hinge (Yuille 004 §2.7) after update k or now; None if the rule has none."""
        if self.rule.penalty is None:
            return None
        k = self.updates if update is None else update
        return objective_at(self.space, self.history, self.rule.penalty, k)

    def has_vector(self, state: State) -> bool:
        """Return whether a vector other than 0 existed up to this state; until then every example is a tie."""
        return bool(state.update) or self.margin.start is not None or bool(self.rule.fixed)

    @cached_property
    def gap_along(self) -> BoundGapAlong | None:
        """The parts of the gap under the bound, at any update; None if there is no finite bound."""
        if not self.margin.has_star or self.margin.bound is None or not isfinite(self.margin.bound):
            return None
        return BoundGapAlong(self.dataset, self.margin, self.space.norms_squared, self.space.gram)

    def bound_gap(self, update: int | None = None) -> BoundGap | None:
        """Return the parts of R²/γ² − k, or of k₊ − k, after update k > 0, or now; None if they do not exist."""
        k = self.updates if update is None else update
        return self.gap_along.at(self.history, self.history.seek(k)) if self.gap_along else None

    def deciding(self, quantity: str) -> tuple[int, ...]:
        """Return the examples that decide it: γ ("gamma") is the margin of its support, R ("radius") the farthest's."""
        support, norms_squared = self.margin.support, self.space.norms_squared
        if quantity == "gamma" and support is not None:
            return tuple(support.tolist())
        return (int(norms_squared.argmax()),) if quantity == "radius" and len(norms_squared) else ()

    def contributions(self, state: State, part: Part) -> FloatArray:
        """Return how much each example adds to a part of the gap, up to a common factor (n,); (0,) if it is unknown."""
        if self.gap_along is None or not state.update:
            return np.empty(0)
        return self.gap_along.contributions(self.history, state, part)

    @cached_property
    def losses_along(self) -> LossesAlong | None:
        """What the run has lost, at any update; None if its rule promises nothing about that."""
        return LossesAlong(self.dataset, self.tie) if self.rule.bounds_losses else None

    def inequalities(
        self, state: State, slack: SlackBound | None = None, margin: Margin | None = None
    ) -> tuple[Inequality, ...]:
        """Return the rows at a state; `slack` bounds any data; `margin` may have other units or another separator."""
        return inequalities(state, margin or self.margin, self.losses(state), slack)

    def losses(self, state: State) -> Losses | None:
        """Return the losses of the run up to a state; None if its rule promises nothing about them."""
        return self.losses_along.at(self.history, state.update) if self.losses_along else None

    @cached_property
    def diagnosis(self) -> Diagnosis:
        return diagnose(self.dataset, self.margin)

    @cached_property
    def cured_by_bias(self) -> bool:
        """True if no line through the origin separates the examples, but another line does; of many none is sought."""
        through_origin = not self.spec.kernel and not self.margin.bias.value
        if not through_origin or self.margin.separable is not False or self.dataset.n > _FEW:
            return False
        return margin_of(self.dataset, bias_feature(self.dataset, 1.0)).separable is True

    def facts(
        self,
        state: State,
        margin: Margin | None = None,
        slack: SlackBound | None = None,
        least_cost: Fraction | None = None,
        *,
        with_gap: bool = False,
    ) -> TheoremFacts:
        """Return the numbers of the theorem at a state of this run's record.

        `margin` is the run's own in other units, or with another separator in the place of ŵ*; `slack` is a bound for
        data that nothing separates; no vector costs less than `least_cost`. Only `with_gap` are the parts of the gap
        under the bound there, for they take time over a run just begun.
        """
        held, losses = margin or self.margin, self.losses(state)
        rows = inequalities(state, held, losses, slack)
        floor, along, length, ceiling = lengths_at(rows)
        met_along = held.along_star(self.dataset, slice(state.index, state.index + 1)) if state.moved else None
        return TheoremFacts(
            held,
            state,
            rows,
            learns=bool(self.dataset.n),
            diagnosis=self.diagnosis.text,
            gamma=held.gamma,
            floor=floor,
            along=along,
            length=length,
            ceiling=ceiling,
            bound=held.bound_at_most,
            met_squared=float(self.space.norms_squared[state.index]) if state.moved else None,
            met_along=None if met_along is None else float(met_along[0]),
            losses=losses,
            loss_bound=held.losses if self.rule.bounds_losses and held.gamma else None,
            cost=self.objective(state.update),
            least_cost=least_cost,
            bound_gap=self.gap_along.at(self.history, state) if with_gap and self.gap_along else None,
        )

    def theorem(self) -> TheoremTable:
        return theorem_table(self.history, self.margin)

    def summary(self, path: str | None = None) -> Summary:
        """Return the run in plain JSON values, shown as a table; None if something does not exist."""
        margin, certificate = self.margin, self.margin.certificate
        confusion, decision = self.confusion(), self.decision()
        bound_gap, given = self.bound_gap(), {key: each.value(margin) for key, each in GIVEN.items()}
        values = {
            "dataset": {
                "path": path,
                **{name: getattr(self.dataset, name) for name in ("n", "d", "positives", "negatives")},
                "features": list(self.dataset.features),
                "labels": list(self.dataset.labels),
            },
            **{name: getattr(self.spec, name) for name in ("learner", "order", "seed", "bias")},
            "kernel": self.space.kernel and self.space.kernel.described(),
            "converged": self.converged,
            "stopped": self.stopped,
            "updates": self.updates,
            "epochs": self.history.epochs if self.order.has_epochs else None,
            "examples": self.history.examples,
            "training_errors": confusion.errors,
            "accuracy": confusion.accuracy,
            "confusion": confusion.table,
            "weights": None if (weights := decision.weights) is None else weights.tolist(),
            "intercept": decision.offset,
            "alphas": None if (alphas := decision.alphas(self.dataset.y)) is None else alphas.tolist(),
            "survivors": survivors_of(self.space, self.history) if self.predictor.votes else None,
            "separable": margin.separable,
            "margin": given["gamma"],
            "radius": given["radius"],
            "bound": given["bound"] if isfinite(given["bound"] or 0.0) else None,
            "w_star": None if margin.w_star is None else margin.w_star.tolist(),
            "b_star": margin.b_star,
            "certificate": certificate
            and {"indices": certificate.indices.tolist(), "weights": certificate.weights.tolist()},
            "room": bound_gap and bound_gap.parts,
            **self._conventions(),
            **({"sequence": list(self.spec.sequence), "skipped": self.skipped} if self.order.listed else {}),
        }
        if (cost := self.objective()) is not None:
            values["objective"] = cost if isfinite(cost) else None
        return Summary(values)

    def __repr__(self) -> str:
        """Return three lines: learner and data, progress, and the predictor."""
        how = "so far" if self.stopped is None else str(self.stopped)
        w, b = self.weights, self.intercept
        told = "" if w is None or b is None else f"w = {vector(w.tolist())}, b = {number_text(b)}"
        return (
            f"{title_of(self.spec)}, {self.order.title} order, over {self.dataset.size}\n"
            f"{how}: {self.in_counts}\n{told or self.predictor.meaning}"
        )

    def _conventions(self) -> dict[str, Any]:
        """Return a key more for a convention or a rate that is not the usual one, and for a start w⁽⁰⁾ ≠ 0.

        Beside the start are q = ‖w⁽⁰⁾‖², and with a ŵ* p = w⁽⁰⁾·ŵ*.
        """
        told: dict[str, Any] = {} if self.tie.name == RunSpec.tie else {"tie": self.tie.name}
        if self.spec.rate != 1:
            told["rate"] = as_plain(self.spec.rate)
        if self.margin.start is not None or self.rule.fixed:
            *weights, intercept = start_of(self.spec, self.dataset.d)
            along = None if self.margin.gamma is None else self.margin.along_start
            told["start"] = {"weights": weights, "intercept": intercept, "p": along, "q": self.margin.start_squared}
        return told


def prepare(dataset: Dataset, spec: RunSpec) -> tuple[Run, Engine]:
    """Return a run with nothing recorded yet, and its engine. Raises InputError for what cannot be run."""
    spec = checked(spec)
    order = find_order(spec.order or "")
    space = space_of(dataset, spec)
    space.refuse_lost_lengths()
    recorded, engine = (order.of(dataset.n, spec) for _ in range(2))
    return Run(dataset, spec, space, space.make_history(recorded)), space.make_engine(engine)


def train(dataset: Dataset, spec: RunSpec | None = None, cancelled: Cancelled = never) -> Run:
    """Run to the end. Raises InputError for a spec that names what does not exist, CancelledError once `cancelled`."""
    run, engine = prepare(dataset, spec or RunSpec())
    while run.stopped is None:
        raise_if_cancelled(cancelled)
        run.append(engine.advance(_BATCH_UPDATES, _BATCH_SECONDS))
    return run


class NoteTaker:
    """Takes the notes of a spec's predictor in the engine's thread, from its own record of the latest updates."""

    def __init__(self, dataset: Dataset, spec: RunSpec) -> None:
        self._run, _ = prepare(dataset, spec)
        self._values = self._run.predictor.values * dataset.n

    def most_updates(self, limit: int) -> int:
        """Return the size of the next batch, at most `limit`, so that its notes do not take long."""
        return min(limit, max((1 << 22) // self._values, 1)) if self._values else limit

    @property
    def nbytes(self) -> int:
        return self._run.history.nbytes

    def take(self, batch: Batch) -> PredictorProgress | None:
        """Return the notes up to the end of `batch`, which follows those before; None if the predictor takes none."""
        run, kept = self._run, self._run.kept
        run.history.append(batch)
        kept.notes = run.predictor.noted(run.space, run.history, kept.notes, batch.errors)
        run.history.release(run.updates if kept.notes is None else kept.notes.update)
        return kept.notes
