"""Every update of a run: append-only columns, and the way back to any moment."""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Self

import numpy as np

from core.datasets.dataset import Dataset, FloatArray, IntArray, Rows, read_only
from core.engine.engine import Batch, IndexArray, Keyframe, Stop
from core.orders import Order, Passes
from core.record.chunks import Chunks
from core.rules import Rule


@dataclass(frozen=True)
class State:
    """The learner just after example t was seen. At the start (`example` 0) `index` is −1, `label` 0.

    `w_before` (d,) and `b_before` are the weights that met the example, `w`, `b` those after it; they differ only
    where it `moved`, and are w⁽⁰⁾ at the start. `added` says that the rule added the example, `size` times: one that
    shrinks w moves it at every example, whether or not it adds. In a kernel's feature space there is no w to write
    down: both are empty, `alpha` (n,) sums the sizes of the updates on each example, and `norm_squared` is ‖w̃‖².
    `weights_per_rate` (d + 1,) are (w, b)/η, as the run has them: what a decision ≤ 0 depends on.
    """

    update: int
    """k, updates made so far, the one on this example included"""
    example: int
    """t, examples seen so far, 1-based"""
    epoch: int
    index: int
    label: int
    moved: bool
    """True if the vector changed: the example is an update"""
    activation: float
    """a = w_before·x + b_before"""
    w_before: FloatArray
    b_before: float
    w: FloatArray
    b: float
    weights_per_rate: FloatArray = field(default_factory=lambda: np.zeros(1))
    added: bool = False
    size: float = 0.0
    alpha: IntArray | FloatArray | None = None
    norm_squared: float | None = None

    @property
    def score(self) -> float:
        """y·a; 0 at the start."""
        return self.label * self.activation


class History(ABC):
    """The record of one run over `dataset`, in a byte or two per update once it is packed.

    With a learning rate η the run is computed and kept with w̃/η, on which decisions depend: names with `per_rate`
    refer to it, all others to w̃. A rule that sizes its updates has η = 1.

    A subclass for each feature space knows how to find the learner's vector at any update again. `examples` is T, those
    seen so far; `stopped` says why the run ended, None while it goes on.
    """

    def __init__(self, dataset: Dataset, order: Order, rule: Rule, begun: FloatArray, *, with_activation: bool) -> None:
        self._dataset, self._order, self.rule = dataset, order, rule
        # Numbers side by side: a long run has a hundred thousand keyframes.
        self._framed, self._frames, self._frame = array("q", [0]), array("d", begun.tobytes()), len(begun)
        self._frame_nbytes = self._framed.itemsize + self._frame * self._frames.itemsize
        self._chunks = Chunks(order, dataset.n, with_activation=with_activation)
        self._updates = self.examples = 0
        self.stopped: Stop | None = None

    def __len__(self) -> int:
        return self._updates

    @property
    def epochs(self) -> int:
        """Passes over the data begun so far; 0 if the order knows no epochs."""
        return self.epoch_of(self.examples)

    @property
    def nbytes(self) -> int:
        """Memory held for the record, the data not counted."""
        return self._chunks.nbytes + len(self._framed) * self._frame_nbytes

    def expected_nbytes(self, updates: int) -> float:
        """Return roughly the bytes of a record with this many updates, estimated from the present ones."""
        keyframes = self._keyframes_before(self._updates) / max(self._updates, 1)
        return updates * (self._chunks.packed_nbytes(self._updates) + keyframes * self._frame_nbytes)

    def append(self, batch: Batch) -> None:
        """Take over the updates of `batch`, which follow those already here."""
        start, rows = 0, len(batch.index)
        while start < rows:
            part = self._chunks.free_rows(self._updates, int(batch.example[start]))[: rows - start]
            stop = start + len(part)
            part["index"] = batch.index[start:stop]
            part["example"] = batch.example[start:stop]
            if batch.activation is not None and "activation" in (part.dtype.names or ()):
                part["activation"] = batch.activation[start:stop]
            self._updates += len(part)
            start = stop
        for keyframe in batch.keyframes:
            self._frames.frombytes(keyframe.weights.tobytes())
            self._framed.append(keyframe.update)
        self.examples, self.stopped = batch.examples, batch.stopped

    def index(self, start: int = 0, stop: int | None = None) -> IndexArray:
        """Return rows of the data that updates start+1 … stop were made on."""
        return self._chunks.column(np.int32, "index", start, self._updates if stop is None else stop)

    def example(self, start: int = 0, stop: int | None = None) -> IntArray:
        """Return t of updates start+1 … stop."""
        return self._chunks.column(np.int64, "example", start, self._updates if stop is None else stop)

    def survival(self, start: int = 0, stop: int | None = None) -> IntArray:
        """Return c⁽ᵏ⁾ of the vectors made by updates start+1 … stop, counted to the present end of the record."""
        stop = self._updates if stop is None else stop
        following = self.example(start, min(stop + 1, self._updates))
        if stop == self._updates:
            following = np.append(following, self.examples + 1)
        return np.diff(following)

    def counts(self, start: int = 0, stop: int | None = None) -> IntArray:
        """Return how many of updates start+1 … stop were made on each example; shape (n,)."""
        counts = np.zeros(self._dataset.n, np.int64)
        for first, last in self._blocks(start, stop):
            counts += np.bincount(self.index(first, last), minlength=len(counts))
        return counts

    def next_update_on(self, row: int, update: int) -> int | None:
        """Return the first update after update k that was made on row `row` of the data; None if there is none."""
        for first, last in self._blocks(update):
            places = np.flatnonzero(self.index(first, last) == row)
            if len(places):
                return first + int(places[0]) + 1
        return None

    def longest_lived(self, update: int) -> tuple[int, int]:
        """Return the first of the longest-lived vectors after update k, which is not the last, and its c⁽ᵏ⁾ so far."""
        best = 0, 0
        for first, last in self._blocks(update):
            survival = self.survival(first, last)
            place = int(survival.argmax())
            best = max(best, (first + place + 1, int(survival[place])), key=itemgetter(1))
        return best

    def epoch_of(self, example: int) -> int:
        """Return the epoch (1-based) in which example t was seen; 0 before the first, and where there are no epochs."""
        return -(-example // self._dataset.n) if example and self._order.has_epochs else 0

    def epochs_of(self, examples: IntArray) -> IntArray:
        """Return `epoch_of` for each of many t > 0 (m,); shape (m,)."""
        return -(-examples // self._dataset.n) if self._order.has_epochs else np.zeros_like(examples)

    def release(self, update: int) -> None:
        """Release everything that nothing after update k needs, for a reader that only follows a run."""
        self._chunks.release(self.keyframe(update).update - 1)
        past = self._keyframes_before(update)
        del self._framed[:past], self._frames[: past * self._frame]

    def keyframe(self, update: int) -> Keyframe:
        """Return the last keyframe at or before update k."""
        place = self._keyframes_before(update)
        weights = self._frames[place * self._frame : (place + 1) * self._frame]
        return Keyframe(self._framed[place], read_only(np.array(weights)))

    def _keyframes_before(self, update: int) -> int:
        """Return how many keyframes come before the last one at or before update k."""
        return bisect_right(self._framed, update) - 1

    def visited(self, stop: int) -> IntArray:
        """Return the rows of the data that examples 1 … stop were, update or not; shape (stop,)."""
        if not isinstance(self._order, Passes) or not stop:
            return self.index(0, stop).astype(np.int64)
        return self._order.epochs(1, -(-stop // self._dataset.n))[:stop]

    def updates_before(self, example: int) -> int:
        """Return how many updates were made up to and including example t."""
        return int(self._chunks.updates_before(np.array([example]), self._updates)[0])

    def updates_before_each(self, examples: IntArray) -> IntArray:
        """Return `updates_before` for each of many t (m,); shape (m,)."""
        return self._chunks.updates_before(examples, self._updates)

    def until(self, example: int) -> Self:
        """Return the record as it stood after example t: a view that shares the rows, for reading only."""
        view = copy(self)
        view._updates, view.examples, view.stopped = self.updates_before(example), example, None
        return view

    def shares_rows(self, other: History) -> bool:
        """Return whether both are views of one record, so that they agree on every update."""
        return self._chunks is other._chunks

    def reach(self, whole: History, example: int) -> None:
        """Let this view of `whole` go on to just after example t, the end of the run included where that is there."""
        self._updates, self.examples = whole.updates_before(example), example
        self.stopped = whole.stopped if example == whole.examples else None

    def seek(self, update: int) -> State:
        """Return the state just after update k (0 ≤ k ≤ len)."""
        return self.at_example(self.example_of(update))

    def example_of(self, update: int) -> int:
        """Return t of update k; 0 for k = 0."""
        if not 0 <= update <= self._updates:
            raise IndexError(f"update {update} of {self._updates}")
        return int(self.example(update - 1, update)[0]) if update else 0

    def at_example(self, example: int) -> State:
        """Return the state just after example t (0 ≤ t ≤ T), whether or not it was an update."""
        if not 0 <= example <= self.examples:
            raise IndexError(f"example {example} of {self.examples}")
        update = self.updates_before(example)
        if not example:
            return self._state(0, 0, -1, moved=False)
        moved = self.example_of(update) == example
        if not moved and isinstance(self._order, Passes):
            index = int(self._order.epoch(self.epoch_of(example))[(example - 1) % self._dataset.n])
        else:
            index = int(self.index(update - 1, update)[0])
        return self._state(update, example, index, moved=moved)

    def activation_per_rate(self, start: int = 0, stop: int | None = None) -> FloatArray:
        """Return the activations before updates start+1 … stop, divided by η, as recorded; shape (stop − start,)."""
        return self._chunks.column(np.float64, "activation", start, self._updates if stop is None else stop)

    @abstractmethod
    def weights_per_rate(self, start: int = 0, stop: int | None = None) -> FloatArray:
        """Return (w, b)/η after updates start … stop, row 0 before update start+1: shape (stop − start + 1, d + 1), or
        (stop − start + 1, 1) with b alone, where w cannot be written down.
        """

    def weights_per_rate_at(self, updates: IntArray) -> FloatArray:
        """Return the same after each of `updates` (p,), which do not decrease: shape (p, d + 1), or (p, 1)."""
        first = int(updates[0])
        return self.weights_per_rate(first, int(updates[-1]))[updates - first]

    def activation(self, start: int = 0, stop: int | None = None) -> FloatArray:
        """Return the activations before updates start+1 … stop; shape (stop − start,)."""
        return self.rule.times_rate(self.activation_per_rate(start, stop))

    def weights(self, start: int = 0, stop: int | None = None) -> FloatArray:
        """Return (w, b) after updates start … stop, as `weights_per_rate` does."""
        return self.rule.times_rate(self.weights_per_rate(start, stop))

    def weights_at(self, updates: IntArray) -> FloatArray:
        """Return (w, b) after each of `updates` (p,), which do not decrease."""
        return self.rule.times_rate(self.weights_per_rate_at(updates))

    def norm_squared(self, start: int = 0, stop: int | None = None) -> FloatArray | None:
        """Return ‖w̃‖² after updates start … stop, (stop − start + 1,); None where it follows from the weights."""
        return None

    def along(self, products: FloatArray | None, start: int, stop: int) -> FloatArray | None:
        """Return w̃·ŵ* after updates start+1 …, from y⟨ŵ*, φ̃(x)⟩ (n,); None without, and if it follows from w."""
        return None

    def sizes(self, start: int, stop: int) -> FloatArray:
        """Return τ of updates start+1 … stop; shape (stop − start,)."""
        if not self.rule.sized:
            return np.full(stop - start, self.rule.size(0.0, 1.0))
        index = self.index(start, stop)
        scores = self._dataset.y.take(index) * self.activation_per_rate(start, stop)
        return self.rule.sizes(scores, self._norms(index))

    def _blocks(self, start: int, stop: int | None = None) -> Iterator[tuple[int, int]]:
        """Yield the ends of stretches of updates start+1 … stop, so short that a long run is not unpacked at once."""
        most, stop = 1 << 16, self._updates if stop is None else stop
        return ((first, min(first + most, stop)) for first in range(start, stop, most))

    @abstractmethod
    def _norms(self, rows: Rows | slice) -> FloatArray:
        """Return ‖x̃‖² of the examples at `rows`."""

    @abstractmethod
    def _activation_at(self, update: int, index: int, before: FloatArray, *, moved: bool) -> float:
        """Return the activation of row `index`, of the weights `before` it; as update k if it `moved`, else after k."""

    def _state(self, update: int, example: int, index: int, *, moved: bool) -> State:
        walk = self.weights_per_rate(max(update - 1, 0), update)
        before, after = walk[0 if moved else -1], walk[-1]
        label = int(self._dataset.y[index]) if example else 0
        activation = self._activation_at(update, index, before, moved=moved) if example else 0.0
        rate, score = self.rule.times_rate, label * activation
        added = bool(example) and self.rule.admits(score, label)
        row = slice(index, index + 1)
        return State(
            update,
            example,
            self.epoch_of(example),
            index,
            label,
            moved,
            activation=rate(activation),
            w_before=rate(before[:-1].copy()),
            b_before=rate(float(before[-1])),
            w=rate(after[:-1].copy()),
            b=rate(float(after[-1])),
            weights_per_rate=after.copy(),
            added=added,
            size=rate(self.rule.size(score, float(self._norms(row)[0]))) if added else 0.0,
        )
