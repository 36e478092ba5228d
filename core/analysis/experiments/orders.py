"""The number of updates of a run over many shuffles of the same data, and over all orders; and their histogram."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from graphlib import TopologicalSorter
from operator import add, itemgetter
from threading import Event
from typing import NamedTuple, TypeVar

import numpy as np

from core.compiled import library
from core.datasets.arithmetic import bias_feature
from core.datasets.dataset import Dataset
from core.engine.engine import starting_weights
from core.engine.vectors import can_scan
from core.errors import Cancelled, InputError, never, raise_if_cancelled
from core.learners import resolved, rule_of
from core.numbers.numerals import round_steps
from core.orders import Listed, Shuffled, bits_of
from core.rules import Rule
from core.run import prepare, train
from core.spec import RANDOM, RunSpec
from core.theory.margin.exact_hull import dot

_LOOKED_AT = 1 << 19
"""Features read in one call, which takes about a millisecond."""


def can_count(dataset: Dataset, spec: RunSpec, rule: Rule) -> bool:
    """Return whether the C loops can count the updates: in the space of the data, from one start for all seeds."""
    return dataset.n > 0 and spec.kernel is None and spec.start != RANDOM and can_scan(rule)


class ShuffledLengths:
    """The data shared by all runs of a resolved spec in shuffled order; requires `can_count`. Threads may share it."""

    def __init__(self, dataset: Dataset, spec: RunSpec, rule: Rule) -> None:
        y = dataset.y.astype(np.float64)
        # One product of these rows with (w, b) gives y·a of every example.
        self._signed = np.ascontiguousarray(np.column_stack([dataset.X * y[:, None], y]))
        self._start = starting_weights(dataset, spec)
        self._numbers = (bias_feature(dataset, spec.bias).squared, *rule.bars, rule.target)
        self._updates, self._epochs = spec.max_updates, spec.max_epochs
        self._at_once = max(_LOOKED_AT // self._signed.size, 1)

    def of(self, seed: int, cancelled: Cancelled) -> tuple[int, bool]:
        """Return k of the run with this seed, and whether it converged. Raise CancelledError once `cancelled`."""
        generator = np.random.Generator(np.random.PCG64(seed))
        bits, weights = bits_of(generator), self._start.copy()
        rows, clean = np.empty(len(self._signed), np.int64), np.zeros(1, np.int64)
        given = (*bits, self._signed, len(self._signed), len(self._start) - 1, rows, weights)
        updates, epochs = 0, 0
        while not clean[0] and updates < self._updates and epochs < self._epochs:
            raise_if_cancelled(cancelled)
            more = min(self._at_once, self._epochs - epochs)
            updates += library().count_shuffled(*given, *self._numbers, more, self._updates - updates, clean)
            epochs += more
        return updates, bool(clean[0])


MOST_EXAMPLES = 20
"""The most examples for which the extremes over all orders are computed."""

_MOST_VECTORS = 100_000

Vector = tuple[int, ...]
Graph = dict[Vector, dict[int, Vector]]


class OrderOutcome(NamedTuple):
    """The result of the run with one seed; `converged` is False if it reached a limit."""

    seed: int
    updates: int
    converged: bool


def shuffled(spec: RunSpec, seed: int) -> RunSpec:
    """Return `spec` in shuffled order with this seed."""
    return replace(spec, order=Shuffled.name, seed=seed)


def with_sequence(spec: RunSpec, rows: tuple[int, ...]) -> RunSpec:
    """Return `spec` with updates on these examples, in this order."""
    return replace(spec, order=Listed.name, sequence=rows)


def over_shuffles(
    dataset: Dataset, spec: RunSpec, count: int, first_seed: int = 0, cancelled: Cancelled = never
) -> Iterator[OrderOutcome]:
    """Yield the results of `spec` in shuffled order with seeds `first_seed` …, each that of `train`, bit for bit."""
    asked, _ = prepare(dataset, shuffled(spec, first_seed))
    lengths = ShuffledLengths(dataset, asked.spec, asked.rule) if can_count(dataset, asked.spec, asked.rule) else None

    def outcome(seed: int, cancelled: Cancelled) -> OrderOutcome:
        if lengths is not None:
            return OrderOutcome(seed, *lengths.of(seed, cancelled))
        run = train(dataset, shuffled(spec, seed), cancelled)
        return OrderOutcome(seed, run.updates, run.converged)

    yield from side_by_side(outcome, range(first_seed, first_seed + count), cancelled)


class Extremes(NamedTuple):
    """The shortest and the longest run over all orders of the mistakes, as rows of the data.

    From the start of the spec, any current mistake may come next. `fewest` and `most` list the examples of the updates,
    for a run in the order `listed`. No run over epochs is shorter or longer.
    """

    fewest: tuple[int, ...]
    most: tuple[int, ...]


def extremes(dataset: Dataset, spec: RunSpec, cancelled: Cancelled = never) -> Extremes:
    """Return the extremes by dynamic programming over the reachable vectors. Raise CancelledError once `cancelled`.

    On separable data no vector returns (Φ falls at each update, Yuille 004 §1.3), so the graph of the vectors has no
    cycle. Raise InputError for a kernel, a rule that does not add up mistakes, more than 20 examples, coordinates that
    are not small whole numbers, data that are not separable, or too many vectors.
    """
    examples, labels, bias_squared, start = _whole(dataset, spec)
    steps = [(*(y * v for v in x), y * bias_squared) for x, y in zip(examples, labels, strict=True)]
    # Every vector (w, b) that mistakes lead to → the vector after each mistake there.
    graph, waiting, admits = Graph(), [start], rule_of(spec).admits
    while waiting:
        if len(graph) % 256 == 0:
            raise_if_cancelled(cancelled)
        vector = waiting.pop()
        if vector in graph:
            continue
        scores = (y * (dot(vector[:-1], x) + vector[-1]) for x, y in zip(examples, labels, strict=True))
        rows = [row for row, (score, y) in enumerate(zip(scores, labels, strict=True)) if admits(score, y)]
        graph[vector] = {row: tuple(map(add, vector, steps[row])) for row in rows}
        waiting += graph[vector].values()
        if len(graph) > _MOST_VECTORS:
            raise InputError(f"the orders lead over more than {_MOST_VECTORS:,} vectors, too many to go through")
    order = list(TopologicalSorter({vector: ways.values() for vector, ways in graph.items()}).static_order())
    return Extremes(_path(graph, order, start, min), _path(graph, order, start, max))


def fewest_and_most(dataset: Dataset, spec: RunSpec) -> tuple[int | None, int | None]:
    """Return the fewest and the most updates over all orders; None for both if `extremes` finds none."""
    try:
        found = extremes(dataset, spec)
    except InputError:
        return None, None
    return len(found.fewest), len(found.most)


def _path(graph: Graph, order: Iterable[Vector], start: Vector, choose: Callable[..., tuple[int, int]]) -> Vector:
    """Return the rows on a path from the start to a vector without a mistake; in `order` what follows comes first."""
    best: dict[Vector, tuple[int, int]] = {}
    for vector in order:
        ways = ((1 + best[after][0], row) for row, after in graph[vector].items())
        best[vector] = choose(ways, key=itemgetter(0), default=(0, -1))
    rows, vector = [], start
    while (row := best[vector][1]) >= 0:
        rows.append(row)
        vector = graph[vector][row]
    return tuple(rows)


def _whole(dataset: Dataset, spec: RunSpec) -> tuple[list[Vector], list[int], int, Vector]:
    """Return the examples as whole numbers, their labels, B², and (w⁽⁰⁾, b⁽⁰⁾) in units of the learning rate."""
    rule = rule_of(spec)
    if resolved(spec).kernel or not rule.whole or rule.threshold:
        raise InputError("all orders can be tried only for a rule that adds up mistakes, without a kernel")
    if dataset.n > MOST_EXAMPLES:
        raise InputError(f"{dataset.n:,} examples have too many orders; use at most {MOST_EXAMPLES}")
    squared = bias_feature(dataset, spec.bias).squared
    start = starting_weights(dataset, resolved(spec))
    table = np.concatenate([dataset.X.ravel(), [squared], start])
    # Sums of products of whole numbers below 2²⁶ are exact in double precision.
    if (table != np.rint(table)).any() or (np.abs(table) > 2**26).any():
        raise InputError("all orders can be tried only for small whole coordinates, B² and start")
    separable = prepare(dataset, spec)[0].margin.separable
    if not separable:
        endless = "not every run need end" if rule.tie.right else "no run ends"
        close = "rounding leaves open whether the data are separable"
        raise InputError(close if separable is None else f"{endless}, because the data are not separable")
    rows = [tuple(row) for row in dataset.X.astype(np.int64).tolist()]
    return rows, dataset.y.tolist(), int(squared), tuple(start.astype(np.int64).tolist())


class Bar(NamedTuple):
    """The runs of `first` to `last` updates, both included: `members` are their places in the list."""

    first: int
    last: int
    members: tuple[int, ...]

    @property
    def width(self) -> int:
        return self.last - self.first + 1


def bars(updates: Sequence[int], most: int = 40) -> tuple[Bar, ...]:
    """Return bars of equal width, a round number of updates, from the fewest updates to the most; at most `most` + 1.

    A bar begins at a multiple of the width; a bar of width 1 holds one number. Bars may be empty. If a few runs are
    much longer than the others, the last bar holds them all, whatever its width.
    """
    if not updates:
        return ()
    in_order = sorted(updates)
    # The two longest in a hundred may share a bar.
    low, high = in_order[0], in_order[round((len(updates) - 1) * 0.98)]
    if in_order[-1] - low <= 2.0 * (high - low):
        high = in_order[-1]
    width = next(round(step) for step in round_steps(1.0) if high // round(step) - low // round(step) < most)
    end = (high // width + 1) * width
    members: dict[int, list[int]] = {place: [] for place in range(low // width, end // width)}
    beyond: list[int] = []
    for index, count in enumerate(updates):
        (members[count // width] if count < end else beyond).append(index)
    made = tuple(Bar(place * width, (place + 1) * width - 1, tuple(held)) for place, held in members.items())
    return (*made, Bar(end, in_order[-1], tuple(beyond))) if beyond else made


Thing = TypeVar("Thing")
Made = TypeVar("Made")


def side_by_side(
    work: Callable[[Thing, Cancelled], Made], things: Iterable[Thing], cancelled: Cancelled
) -> Iterator[Made]:
    """Return `work` of each of `things`, in their order, with one thread per processor, at most four.

    The working threads check `cancelled`. Raise CancelledError once it is true, and any error of `work`. No work goes
    on after the return or an error.
    """
    over = Event()
    # More threads would wait for the interpreter in the part that is not C.
    threads = min(os.cpu_count() or 1, 4)
    begun: deque[Future[Made]] = deque()
    with ThreadPoolExecutor(threads, "side by side") as pool:
        try:
            for thing in things:
                begun.append(pool.submit(work, thing, lambda: over.is_set() or cancelled()))
                if len(begun) == 4 * threads:
                    yield begun.popleft().result()
            yield from (each.result() for each in begun)
        finally:
            over.set()
            pool.shutdown(wait=False, cancel_futures=True)
