"""Several learners on the same data and options; they differ in rule, space, order or predictor."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

import numpy as np

from core.analysis.compared_entries import Entry, Path
from core.analysis.held_out_errors import HeldOutQuestions, errors_at
from core.datasets.arithmetic import BiasFeature, bias_feature
from core.datasets.dataset import Dataset, IntArray
from core.errors import Cancelled, InputError, never
from core.learners import resolved
from core.numbers.numerals import counted
from core.orders import find_order
from core.predictors import PredictorProgress, find_predictor
from core.run import KeptNotes, Run, prepare
from core.spaces.kernel import Expansion
from core.spaces.linear import Plane
from core.spaces.space import Decision
from core.spec import RunSpec
from core.theory.margin.margin import Margin
from core.ties import Confusion

WORK = 40_000_000
"""The most updates times examples of a comparison: errors and votes look at every example after every update."""

_FEWEST = 1_000
_MOST_SOLVED = 1_000
"""The most examples for which ŵ* is computed in a kernel's space; with more it takes longer than all the rest."""
_VALUES = 1 << 20
"""Decision values computed in one step for the predictors."""


def most_updates(n: int) -> int:
    """Return the most updates that a comparison follows over n examples."""
    return max(WORK // max(n, 1), _FEWEST)


def capped(spec: RunSpec, n: int) -> RunSpec:
    """Return `spec` with no more updates than are followed; without epochs, as many examples as other orders meet."""
    most = min(spec.max_updates, most_updates(n))
    if not find_order(resolved(spec).order or "").has_epochs:
        most = min(most, spec.max_epochs * max(n, 1))
    return replace(spec, max_updates=most)


def limit_sentences(base: RunSpec, n: int, entries: Iterable[Entry]) -> Iterator[str]:
    """Yield a sentence for each limit below that of `base` at which a run of these `entries` stopped."""
    limits = {entry.path.order: capped(entry.spec(base), n).max_updates for entry in entries}
    for most in sorted({most for most in limits.values() if most < base.max_updates}):
        orders = ", ".join(find_order(name).title for name in limits if limits[name] == most)
        which = f"Runs in an order without epochs ({orders})"
        why = f"as many examples as the other orders meet in {counted(base.max_epochs, 'epoch')}."
        if most == most_updates(n):
            which, why = f"Runs over {counted(n, 'example')}", "after each the errors on all examples are counted."
        yield f"{which} are followed for {most:,} updates at most: {why}"


@dataclass(frozen=True, eq=False)
class Curve:
    """Error counts after each of the increasing `examples` t, shape (m,), in training and on held-out data."""

    examples: IntArray
    training: IntArray
    held_out: IntArray


@dataclass(frozen=True, eq=False)
class Result:
    """The present result of one entry: its run, and the errors along it.

    `margin` is `margin_reached`, or None. `share` is k divided by its bound; None if there is no bound or ŵ* is not
    computed (in a kernel's space with many examples). While `settled` is False the run may not have ended; while
    `bounded` is False ŵ* may still be found.
    """

    entry: Entry
    run: Run
    curve: Curve
    margin: float | None
    share: float | None
    settled: bool
    bounded: bool

    @property
    def training_errors(self) -> int:
        return int(self.curve.training[-1])

    @property
    def held_out_errors(self) -> int:
        return int(self.curve.held_out[-1])

    @property
    def epochs(self) -> int | None:
        """The number of epochs begun; None if the order has none."""
        return self.run.history.epochs if self.run.order.has_epochs else None


@dataclass(frozen=True, eq=False)
class Standing:
    """One entry after `example` examples of its run, of which `update` were updates, and what it confuses there."""

    entry: Entry
    example: int
    update: int
    training: Confusion
    held_out: Confusion
    decision: Decision


def margin_reached(decision: Decision, dataset: Dataset, bias: BiasFeature) -> float | None:
    """Return min y·a/‖w̃‖ over the dataset, at most γ; None for a vote, which has no w̃, for w̃ = 0, and without data."""
    if isinstance(decision, Plane):
        *w, b = decision.per_rate.tolist()
        length = math.hypot(*w, b / bias.value if bias.value else 0.0)
    elif isinstance(decision, Expansion):
        own = decision.score(decision.support) - decision.offset_per_rate
        last = decision.offset_per_rate / bias.value if bias.value else 0.0
        length = math.sqrt(max(float(decision.per_rate @ own), 0.0) + last * last)
    else:
        return None
    if not (dataset.n and 0 < length < math.inf):
        return None
    return float((dataset.y * decision.score(dataset.X)).min()) / length


class Comparison:
    """Runs of `entries` over `training`, one per path, for one thread; `refused` says why an entry has no run."""

    def __init__(
        self, entries: Sequence[Entry], base: RunSpec, training: Dataset, held_out: Dataset | None = None
    ) -> None:
        self.training = training
        self.held_out = training.removed(np.arange(training.n)) if held_out is None else held_out
        self.refused: list[str] = []
        self._margins: dict[Path, Margin] = {}
        self._entries: list[Entry] = []
        self._tracks: dict[Path, _Track] = {}
        for entry in entries:
            spec = capped(entry.spec(base), training.n)
            try:
                track = self._tracks.get(entry.path) or _Track(spec, training, self.held_out)
            except InputError as error:
                self.refused.append(f"{entry.title}: {error}.")
                continue
            track.specs[entry] = resolved(spec)
            self._tracks[entry.path] = track
            self._entries.append(entry)

    def results(self, cancelled: Cancelled = never) -> Iterator[tuple[Result, ...] | None]:
        """Yield rough results soon, then as the runs take turns to their ends; and None now and then, between them."""
        for track in self._tracks.values():
            # With so few examples ŵ* in the space of the data takes at most a frame or two.
            if track.run.space.has_coordinates and self.training.n <= 2000:
                track.margin = self._margin_of(track, cancelled)
            track.begin()
            if cancelled():
                return
        yield self._results()
        if self.training.n <= _MOST_SOLVED:
            yield from self._solved(cancelled)
        going = {track: track.finish(cancelled) for track in self._tracks.values()}
        while going and not cancelled():
            for track in tuple(going):
                next(going[track], None)
                yield None
                if track.settled:
                    del going[track]
                    yield self._results()
        yield from self._solved(cancelled)

    def standings(self, example: int, cancelled: Cancelled = never) -> tuple[Standing, ...]:
        """Return every entry after the first `example` examples of its run, or at its end. Empty once `cancelled`."""
        going = takewhile(lambda entry: not cancelled(), self._entries)
        found = (self._tracks[entry.path].standing(entry, example, cancelled) for entry in going)
        known = tuple(standing for standing in found if standing is not None)
        return known if len(known) == len(self._entries) else ()

    @property
    def done(self) -> int:
        """The number of runs that have ended and whose bound is known."""
        return sum(track.settled and (track.margin is not None or not track.solved) for track in self._tracks.values())

    @property
    def runs(self) -> int:
        return len(self._tracks)

    def _solved(self, cancelled: Cancelled) -> Iterator[tuple[Result, ...]]:
        for track in self._tracks.values():
            if track.margin is None and track.solved and not cancelled():
                track.margin = self._margin_of(track, cancelled)
                yield self._results()

    def _results(self) -> tuple[Result, ...]:
        return tuple(self._tracks[entry.path].result(entry) for entry in self._entries)

    def _margin_of(self, track: _Track, cancelled: Cancelled) -> Margin:
        """Return ŵ* and the bound. They depend on rule and space, and are shared by all orders."""
        key = replace(next(iter(track.specs)).path, order="")
        if key not in self._margins:
            self._margins[key] = track.run.space.solve_margin(cancelled)
        return self._margins[key]


class _Track:
    """One run and its predictors in the comparison."""

    def __init__(self, spec: RunSpec, training: Dataset, held_out: Dataset) -> None:
        self.run, self._engine = prepare(training, spec)
        self._held_out = held_out
        self._asked = HeldOutQuestions(training), HeldOutQuestions(held_out)
        self.specs: dict[Entry, RunSpec] = {}
        self.margin: Margin | None = None
        self.settled = False
        self._notes: dict[str, PredictorProgress | None] = {}
        self._curves: dict[str, Curve] = {}
        self._margins: dict[tuple[str, int], float | None] = {}

    @property
    def solved(self) -> bool:
        """True if ŵ* is computed at all."""
        return self.run.space.has_coordinates or self.run.dataset.n <= _MOST_SOLVED

    def begin(self) -> None:
        if n := self.run.dataset.n:
            self.run.append(self._engine.advance(max(500_000 // n, 1), 0.01))
        for _ in self._count(_moments(self.run, 12), never):
            pass

    def finish(self, cancelled: Cancelled) -> Iterator[None]:
        while self.run.dataset.n and self.run.stopped is None and not cancelled():
            self.run.append(self._engine.advance(1 << 13, 0.004))
            yield
        # The predictors take their notes along the run, a part at a time.
        history, step = self.run.history, max(_VALUES // max(self.run.dataset.n, 1), 1)
        for name in self._predictors:
            for update in (*range(step, len(history), step), len(history)):
                example = history.examples if update == len(history) else history.example_of(update)
                noted = find_predictor(name).noted
                self._notes[name] = noted(self.run.space, history.until(example), self._notes.get(name))
                yield
        yield from self._count(_moments(self.run, 120), cancelled)
        self.settled = not cancelled()

    def result(self, entry: Entry) -> Result:
        margin = self.margin
        # The copy has the record as it is now, even if the run grows later.
        record = self.run.history if self.settled else self.run.history.until(self.run.history.examples)
        kept = KeptNotes(self._notes.get(entry.predictor))
        run = Run(self.run.dataset, self.specs[entry], self.run.space, record, margin, kept)
        bound = margin.bound if margin is not None and margin.theorem else None
        share = run.updates / bound if bound and math.isfinite(bound) else None
        curve, bounded = self._curves[entry.predictor], margin is not None or not self.solved
        return Result(entry, run, curve, self._reached(entry), share, self.settled, bounded)

    def standing(self, entry: Entry, example: int, cancelled: Cancelled) -> Standing | None:
        """Return the standing after this many examples, or at the end; None once `cancelled`."""
        example = min(example, self.run.history.examples)
        decision = self._decision(entry, example)
        training, held_out = (asked.confusion(decision, self.run, cancelled) for asked in self._asked)
        if training is None or held_out is None:
            return None
        return Standing(entry, example, self.run.history.updates_before(example), training, held_out, decision)

    @property
    def _predictors(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(entry.predictor for entry in self.specs))

    def _reached(self, entry: Entry) -> float | None:
        """Return the margin of the present vector. It takes a look at every example, so it is computed once."""
        key = entry.predictor, self.run.history.examples
        if key not in self._margins:
            dataset, bias = self.run.dataset, bias_feature(self.run.dataset, self.run.spec.bias)
            self._margins[key] = margin_reached(self._decision(entry, key[1]), dataset, bias)
        return self._margins[key]

    def _decision(self, entry: Entry, example: int) -> Decision:
        record, notes = self.run.history.until(example), self._notes.get(entry.predictor)
        return find_predictor(entry.predictor).recall(self.run.space, record, notes)

    def _count(self, moments: IntArray, cancelled: Cancelled) -> Iterator[None]:
        told = []
        for errors in errors_at(self.run, self._held_out, moments, self._predictors):
            if cancelled():
                return
            told.append(errors)
            yield
        for name in self._predictors:
            counts = np.array([(errors.training[name], errors.held_out[name]) for errors in told], np.int64)
            self._curves[name] = Curve(moments, *counts.reshape(-1, 2).T)


def _moments(run: Run, most: int) -> IntArray:
    """Return about `most` moments t evenly and `most` by ratios, with ends of epochs and the end of pass 1."""
    last, n = run.history.examples, max(run.dataset.n, 1)
    even, ratios = np.linspace(0, last, min(most, last) + 1), np.geomspace(1, max(last, 1), most)
    chosen = np.concatenate([even, ratios, [n]]).round()
    epochs = last // n
    if run.order.has_epochs and epochs <= most:
        chosen = np.append(chosen, np.arange(1, epochs + 1) * n)
    elif run.order.has_epochs:
        chosen = np.concatenate([chosen[chosen < n], (chosen / n).round() * n, [last]])
    return np.unique(chosen[chosen <= last].astype(np.int64))
