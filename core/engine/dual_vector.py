"""A learner's vector in a kernel's feature space, known by its decision values at the examples (004 §2.5)."""

from __future__ import annotations

import numpy as np

from core.datasets.arithmetic import BiasFeature
from core.datasets.dataset import Dataset, FloatArray, IntArray, Rows
from core.engine.batch import Batch, Keyframe, Stop
from core.engine.dual_compiled import DualLoop
from core.engine.picks_compiled import CompiledPicks
from core.engine.scan_compiled import can_scan
from core.kernels import Kernel
from core.kernels.gram import GramColumns
from core.rules import Rule


def dual_keyframe_interval(n: int) -> int:
    """How many updates lie between keyframes of n decision values: two bytes an update at most."""
    return max(4096, 4 * n)


class DualVector:
    """`values` f(xᵢ) = Σ τyⱼk̃(xⱼ, xᵢ) (n,), summed over the updates in their order; and the updates not yet handed out.

    A keyframe holds the values after an update. The compiled `loop` is there where it knows the rule.
    """

    def __init__(self, dataset: Dataset, kernel: Kernel, bias: BiasFeature, rule: Rule) -> None:
        self.values: FloatArray = np.zeros(dataset.n)
        self.updates = 0
        self._rule = rule
        self._labels = dataset.y.astype(np.float64)
        self._norms = kernel.diagonal(dataset.X) + bias.squared
        self._columns = GramColumns(dataset, kernel, bias, dataset.X)
        self._interval = dual_keyframe_interval(dataset.n)
        self.loop = DualLoop(dataset, rule, self._columns, self._norms, self.values) if can_scan(rule) else None
        self._forget()

    def scores(self) -> FloatArray:
        """y·f of every example; shape (n,)."""
        return self.values * self._labels

    def learn(self, row: int, example: int) -> None:
        """Update on example `row` of the data, seen as example t."""
        self._index.append(row)
        self._example.append(example)
        self._activation.append(float(self.values[row]))
        self.values += self._change(row)
        self.updates += 1
        if self.updates % self._interval == 0:
            self._keyframes.append(Keyframe(self.updates, self.values.copy()))

    @property
    def last_example(self) -> int:
        """t of the last update not yet handed out."""
        return self._example[-1]

    def scan(self, rows: IntArray, start: int, limit: int, before: int) -> int:
        """At most `limit` updates from place `start` on of an epoch over `rows`, which `before` examples precede.

        Returns the place it has come to. Only with the `loop`.
        """
        if self.loop is None:
            raise RuntimeError("the compiled loops are not there")
        while start < len(rows) and limit:
            scanned = self.loop.scan(rows, start, min(limit, self._to_keyframe()))
            self._take(rows[scanned.places], scanned.places + (before + 1), scanned.activation)
            limit -= len(scanned.places)
            start = scanned.reached
        return start

    def pick(self, picks: CompiledPicks, most: int) -> IntArray:
        """At most `most` updates on what `picks` picks, at least one; the mistakes on all of the data after each."""
        if self.loop is None:
            raise RuntimeError("the compiled loops are not there")
        made = picks.learn(min(most, self._to_keyframe()))
        count = len(made.index)
        self._take(made.index, np.arange(self.updates + 1, self.updates + count + 1), made.activation)
        if picks.awaited is not None:
            self.loop.make_for(picks.awaited)
        return made.errors

    def _to_keyframe(self) -> int:
        return self._interval - self.updates % self._interval

    def _take(self, index: Rows, examples: IntArray, activation: FloatArray) -> None:
        self._index += index.tolist()
        self._example += examples.tolist()
        self._activation += (activation + 0.0).tolist()
        self.updates += len(index)
        if len(index) and self.updates % self._interval == 0:
            self._keyframes.append(Keyframe(self.updates, self.values.copy()))

    def batch(self, examples: int, stopped: Stop | None) -> Batch:
        """The updates since the last call."""
        batch = Batch(
            np.array(self._index, np.int32),
            np.array(self._example, np.int64),
            tuple(self._keyframes),
            examples,
            stopped,
            np.array(self._activation),
        )
        self._forget()
        return batch

    def _change(self, row: int) -> FloatArray:
        """τ·yⱼk̃(xⱼ, ·) for example j = `row`."""
        column = self._columns.column(row)
        if not self._rule.sized:
            return column
        score = float(self.values[row] * self._labels[row])
        change: FloatArray = self._rule.size(score, float(self._norms[row])) * column
        return change

    def _forget(self) -> None:
        self._index: list[int] = []
        self._example: list[int] = []
        self._activation: list[float] = []
        self._keyframes: list[Keyframe] = []
