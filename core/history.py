"""Every update of a run: append-only columns, keyframes of weights, and the way back to any moment."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from operator import attrgetter
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from core.arithmetic import BiasFeature, accumulate_updates, activations
from core.dataset import Dataset, FloatArray, IntArray
from core.engine.batch import Batch, IndexArray, Keyframe, Stop
from core.orders import Order

Scalar = TypeVar("Scalar", bound=np.generic)

_CHUNK = 1 << 15

_ROW = np.dtype([("index", np.int32), ("example", np.int64)])
"""12 bytes an update; weights and activations follow from the rows, bit for bit."""


@dataclass(frozen=True)
class State:
    """The learner at one moment: just after example t was seen.

    At the start (`example` 0) there is no example: `index` is −1 and w is 0. `w_before` (d,) and `b_before` are the
    weights that met the example, `w`, `b` those after it; they differ only where `mistake` is true.
    """

    update: int
    """k, updates made so far, the one on this example included"""
    example: int
    """t, examples seen so far, 1-based"""
    epoch: int
    index: int
    label: int
    activation: float
    """a = w_before·x + b_before"""
    mistake: bool
    w_before: FloatArray
    b_before: float
    w: FloatArray
    b: float


class History:
    """The record of one run over `dataset`: 12 bytes an update, and the engine's weights now and then.

    Weights at any k are a keyframe plus an in-order cumulative sum of the updates since, so they are, bit for bit,
    what the engine had; so are the activations that follow from them.
    """

    def __init__(self, dataset: Dataset, bias: BiasFeature, order: Order) -> None:
        self._dataset = dataset
        self._order = order
        self._bias = bias
        self._chunks: list[NDArray[np.void]] = []
        self._first_examples: list[int] = []
        self._keyframes = [Keyframe(0, np.zeros(dataset.d + 1))]
        self._updates = 0
        self._examples = 0
        self._stopped: Stop | None = None

    def __len__(self) -> int:
        return self._updates

    @property
    def examples(self) -> int:
        """T, examples seen so far."""
        return self._examples

    @property
    def epochs(self) -> int:
        """Passes over the data begun so far."""
        n = self._dataset.n
        return -(-self._examples // n) if n else 0

    @property
    def stopped(self) -> Stop | None:
        """Why the run ended, or None while it goes on."""
        return self._stopped

    @property
    def nbytes(self) -> int:
        """Memory held for the record, the data not counted."""
        rows = sum(chunk.nbytes for chunk in self._chunks)
        return rows + sum(frame.weights.nbytes for frame in self._keyframes)

    def append(self, batch: Batch) -> None:
        """Take over the updates of `batch`, which follow those already here."""
        start, rows = 0, len(batch.index)
        while start < rows:
            place = self._updates % _CHUNK
            if place == 0:
                self._chunks.append(np.empty(_CHUNK, _ROW))
                self._first_examples.append(int(batch.example[start]))
            stop = min(rows, start + _CHUNK - place)
            part = self._chunks[-1][place : place + stop - start]
            part["index"] = batch.index[start:stop]
            part["example"] = batch.example[start:stop]
            self._updates += stop - start
            start = stop
        self._keyframes.extend(batch.keyframes)
        self._examples, self._stopped = batch.examples, batch.stopped

    def index(self, start: int = 0, stop: int | None = None) -> IndexArray:
        """Rows of the data that updates start+1 … stop were made on."""
        return self._column(np.int32, "index", start, stop)

    def example(self, start: int = 0, stop: int | None = None) -> IntArray:
        """t of updates start+1 … stop."""
        return self._column(np.int64, "example", start, stop)

    def activation(self, start: int = 0, stop: int | None = None) -> FloatArray:
        """Activations before updates start+1 … stop."""
        return self._walk(start, self._updates if stop is None else stop)[1]

    def weights(self, start: int = 0, stop: int | None = None) -> FloatArray:
        """(w, b) after updates start … stop: shape (stop − start + 1, d + 1), row 0 before update start+1."""
        return self._walk(start, self._updates if stop is None else stop)[0]

    def survival(self, start: int = 0, stop: int | None = None) -> IntArray:
        """c⁽ᵏ⁾ of the vectors made by updates start+1 … stop, counted to the present end of the record."""
        stop = self._updates if stop is None else stop
        following = self.example(start, min(stop + 1, self._updates))
        if stop == self._updates:
            following = np.append(following, self._examples + 1)
        return np.diff(following)

    def epoch_of(self, example: int) -> int:
        """The epoch (1-based) in which example t was seen; 0 before the first."""
        return -(-example // self._dataset.n) if example else 0

    def updates_before(self, example: int) -> int:
        """How many updates were made up to and including example t."""
        chunk = bisect_right(self._first_examples, example) - 1
        if chunk < 0:
            return 0
        start = chunk * _CHUNK
        filled = self._chunks[chunk][: self._updates - start]["example"]
        return start + int(np.searchsorted(filled, example, side="right"))

    def updates_before_each(self, examples: IntArray) -> IntArray:
        """The same for each of many t (m,); shape (m,)."""
        total = np.zeros(len(examples), np.int64)
        for number, chunk in enumerate(self._chunks):
            filled = chunk[: self._updates - number * _CHUNK]["example"]
            total += np.searchsorted(filled, examples, side="right")
        return total

    def seek(self, update: int) -> State:
        """The state just after update k (0 ≤ k ≤ len)."""
        return self.at_example(self.example_of(update))

    def example_of(self, update: int) -> int:
        """t of update k; 0 for k = 0."""
        return int(self._row(update)["example"]) if update else 0

    def at_example(self, example: int) -> State:
        """The state just after example t (0 ≤ t ≤ T), mistake or not."""
        if not 0 <= example <= self._examples:
            raise IndexError(f"example {example} of {self._examples}")
        update = self.updates_before(example)
        walk = self.weights(max(update - 1, 0), update)
        before, after = walk[0], walk[-1]
        if not example:
            return _state(0, 0, 0, -1, 0, 0.0, False, after, after)
        epoch = self.epoch_of(example)
        mistake = self.example_of(update) == example
        if mistake:
            index = int(self._row(update)["index"])
        else:
            index, before = int(self._order.epoch(epoch)[(example - 1) % self._dataset.n]), after
        activation = float(activations(self._dataset.X[index : index + 1], before[:-1], before[-1])[0])
        label = int(self._dataset.y[index])
        return _state(update, example, epoch, index, label, activation, mistake, before, after)

    def _row(self, update: int) -> np.void:
        if not 1 <= update <= self._updates:
            raise IndexError(f"update {update} of {self._updates}")
        chunk, place = divmod(update - 1, _CHUNK)
        row: np.void = self._chunks[chunk][place]
        return row

    def _column(self, kind: type[Scalar], name: str, start: int, stop: int | None) -> NDArray[Scalar]:
        stop = self._updates if stop is None else stop
        column = np.empty(max(stop - start, 0), kind)
        done = start
        while done < stop:
            chunk, place = divmod(done, _CHUNK)
            taken = min(stop - done, _CHUNK - place)
            column[done - start : done - start + taken] = self._chunks[chunk][place : place + taken][name]
            done += taken
        return column

    def _walk(self, start: int, stop: int) -> tuple[FloatArray, FloatArray]:
        """Weights after updates start … stop and activations before start+1 … stop, from the keyframe before them."""
        frame = self._keyframes[bisect_right(self._keyframes, start, key=attrgetter("update")) - 1]
        index = self.index(frame.update, stop)
        weights, activation = accumulate_updates(self._dataset, self._bias, index, frame.weights)
        return weights[start - frame.update :], activation[start - frame.update :]


def _state(
    update: int,
    example: int,
    epoch: int,
    index: int,
    label: int,
    activation: float,
    mistake: bool,
    before: FloatArray,
    after: FloatArray,
) -> State:
    return State(
        update,
        example,
        epoch,
        index,
        label,
        activation,
        mistake,
        before[:-1].copy(),
        float(before[-1]),
        after[:-1].copy(),
        float(after[-1]),
    )
