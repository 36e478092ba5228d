"""The Gram matrix of the augmented feature space, column by column: made when asked for, kept while there is room."""

from __future__ import annotations

from collections import OrderedDict

import numpy as np

from core.compiled import loops
from core.datasets.arithmetic import BiasFeature
from core.datasets.dataset import Dataset, FloatArray, IntArray, Rows
from core.kernels.kernel import Kernel


def signed_gram(
    dataset: Dataset, kernel: Kernel, bias: BiasFeature, Q: FloatArray, examples: slice | IntArray = slice(None)
) -> FloatArray:
    """Return yⱼ·k̃(xⱼ, q), with k̃ = k + B², for the examples j (p of them) and each row q of Q (m, d); shape (p, m)."""
    gram = kernel.matrix(dataset.X[examples], Q)
    signs = dataset.y[examples].astype(np.float64)
    if (library := loops()) is not None and gram.flags.c_contiguous:
        library.sign_gram(gram, *gram.shape, bias.squared, signs)
        return gram
    gram += bias.squared
    gram *= signs[:, None]
    return gram


class GramColumns:
    """yⱼ·k̃(xⱼ, q) over the rows q of Q (m, d), a column for each example j; the one used longest ago goes first."""

    def __init__(
        self, dataset: Dataset, kernel: Kernel, bias: BiasFeature, Q: FloatArray, values_kept: int = 1 << 24
    ) -> None:
        self.Q = Q
        self._dataset = dataset
        self._kernel = kernel
        self._bias = bias
        self.room = max(values_kept // max(len(Q), 1), 1)
        self._columns: OrderedDict[int, FloatArray] = OrderedDict()
        self.places = np.zeros(dataset.n, np.int64)
        """where in memory the column of each example begins, for C; 0 for those that are not there"""

    def column(self, row: int) -> FloatArray:
        """Return the column of example `row`; shape (m,). Do not write to it."""
        column = self._columns.get(row)
        if column is None:
            column = signed_gram(self._dataset, self._kernel, self._bias, self.Q, slice(row, row + 1))[0]
            if len(self._columns) == self.room:
                self._let_go()
            self._columns[row], self.places[row] = column, column.ctypes.data
        elif self.room < self._dataset.n:
            self._columns.move_to_end(row)
        return column

    def make(self, rows: IntArray) -> None:
        """Make the columns of examples `rows` (p,), at most `room`, together; none of them is there yet."""
        made = signed_gram(self._dataset, self._kernel, self._bias, self.Q, rows)
        self._columns.update(zip(rows.tolist(), made, strict=True))
        self.places[rows] = made.ctypes.data + made.strides[0] * np.arange(len(rows))
        while len(self._columns) > self.room:
            self._let_go()

    def rows(self, index: Rows) -> FloatArray:
        """Return the columns of the examples `index` (p,), one below the other; shape (p, m)."""
        kinds, which = np.unique(index, return_inverse=True)
        columns = np.empty((len(kinds), len(self.Q)))
        for target, row in zip(columns, kinds.tolist(), strict=True):
            target[:] = self.column(row)
        return columns[which]

    def add(self, index: Rows, sizes: FloatArray, values: FloatArray) -> None:
        """Make updates of such `sizes` on the examples `index` (p,), one after another; `values` (m,) are changed."""
        self.vote(index, sizes, np.zeros(len(index)), values, np.zeros(len(values)))

    def vote(self, index: Rows, sizes: FloatArray, lives: FloatArray, values: FloatArray, votes: FloatArray) -> None:
        """Let the vectors after updates on the examples `index` (p,), of such `sizes`, vote, each with its `lives`.

        `values` (m,) are the decision values on Q before them; they and the `votes` (m,) are changed in place.
        """
        library, kept = loops(), self.room >= self._dataset.n
        for start in range(0, len(index), self.room):
            part = slice(start, start + self.room)
            if library is not None:
                rows = index[part]
                for row in np.unique(rows[self.places[rows] == 0] if kept else rows).tolist():
                    self.column(row)
                each = self.places[rows]  # where in memory the columns begin
                library.survive(each, sizes[part], lives[part], len(each), len(values), values, votes)
                continue
            # The blocks stay referenced, so none of them is freed meanwhile.
            columns = {row: self.column(row) for row in index[part].tolist()}
            with np.errstate(over="ignore", invalid="ignore"):  # far from all examples: then it has no sign there
                for row, size, life in zip(index[part].tolist(), sizes[part], lives[part], strict=True):
                    values += size * columns[row]
                    votes += life * np.sign(values)

    def _let_go(self) -> None:
        row, _ = self._columns.popitem(last=False)
        self.places[row] = 0
