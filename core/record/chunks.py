"""The rows of a record in chunks: the latest as they came, those before them packed without loss.

In a run of passes t grows by little from one update to the next and takes a few bits; if every epoch is alike, the row
of the data follows from t. An order that picks has an update at every t. So most updates take a byte, or a part of one.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.datasets.dataset import FloatArray, IntArray
from core.engine.engine import Scalar
from core.orders import Order, Passes

CHUNK = 1 << 13
"""Rows of a chunk: few enough that one is soon unpacked, and that it leaves no hole in memory that stays empty."""
_LATEST = 8
"""Latest chunks that stay unpacked: a reader that follows a run reads them often, or releases them soon."""
_SHORT = 1 << 10
"""Chunks of a record, 8 million updates, that stay packed but not squeezed: squeezing takes a quarter of a run."""
_UNPACKED = 32
"""Columns that stay unpacked after a request: a reader near one moment asks for the same ones again."""

_ROW: np.dtype[np.void] = np.dtype([("index", np.int32), ("example", np.int64)])
"""12 bytes an update; weights and activations follow from the rows, bit for bit."""

SmallNumbers = NDArray[np.unsignedinteger[Any]]


@dataclass(frozen=True, eq=False, slots=True)
class Squeezed:
    """Numbers as zlib has them (RFC 1950)."""

    kind: np.dtype[np.unsignedinteger[Any]]
    content: bytes

    @classmethod
    def of(cls, numbers: SmallNumbers, *, alike: bool) -> Squeezed:
        """Return the rows as few bytes as they need. `alike`: the same rows follow one another again and again."""
        strategy = zlib.Z_DEFAULT_STRATEGY if alike else zlib.Z_HUFFMAN_ONLY
        press = zlib.compressobj(1, wbits=13, memLevel=6, strategy=strategy)  # Fast, with little memory.
        return cls(numbers.dtype, press.compress(numbers.tobytes()) + press.flush())

    @property
    def nbytes(self) -> int:
        return len(self.content)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        """Return the column as an array, shape (m,)."""
        return np.frombuffer(zlib.decompress(self.content), self.kind).astype(dtype or self.kind)


@dataclass(frozen=True, eq=False, slots=True)
class _PackedRows:
    """m updates: t of the `first`; the `gaps` between it and the others' (m − 1,), or (1,) where all are the same.

    `index` (m,); None if `order` visits the n examples alike in every epoch, so that it follows from t.
    `activation` (m,); None if there is none.
    """

    first: int
    gaps: SmallNumbers | Squeezed
    index: SmallNumbers | Squeezed | None
    activation: FloatArray | None
    order: Order
    n: int
    m: int

    @classmethod
    def of(cls, rows: NDArray[np.void], order: Order, n: int, *, squeezed: bool) -> _PackedRows:
        example = rows["example"]
        gaps = np.diff(example)
        if len(gaps) and (gaps == gaps[0]).all():
            gaps = gaps[:1]
        alike = isinstance(order, Passes) and order.repeats
        packed = partial(Squeezed.of, alike=alike) if squeezed else np.asarray
        index = None if alike else packed(rows["index"].astype(np.min_scalar_type(n - 1)))
        activation = rows["activation"].copy() if "activation" in (rows.dtype.names or ()) else None
        narrow = packed(gaps.astype(np.min_scalar_type(int(gaps.max(initial=0)))))
        return cls(int(example[0]), narrow, index, activation, order, n, len(rows))

    @property
    def nbytes(self) -> int:
        return sum(part.nbytes for part in (self.gaps, self.index, self.activation) if part is not None)

    def column(self, name: str) -> NDArray[Any]:
        if name == "activation" and self.activation is not None:
            return self.activation
        if name == "index" and self.index is not None:
            return np.asarray(self.index, np.int32)
        example = np.empty(self.m, np.int64)
        example[0], example[1:] = self.first, np.asarray(self.gaps)
        np.add.accumulate(example, out=example)
        if name == "index" and isinstance(self.order, Passes):
            return self.order.epoch(1).take((example - 1) % self.n).astype(np.int32)
        return example


_unpacked = lru_cache(_UNPACKED)(_PackedRows.column)


class Chunks:
    """Rows (index, example number t, and maybe the activation) of a run over n examples in `order`, added at the end.

    One thread adds; others may read meanwhile what is there, for what is packed is not changed but replaced.
    """

    def __init__(self, order: Order, n: int, *, with_activation: bool) -> None:
        self._order, self._n, self._size = order, n, CHUNK
        # 20 bytes an update, where the weights do not follow from the examples alone.
        self._type = np.dtype([*_ROW.descr, ("activation", np.float64)]) if with_activation else _ROW
        self._kept: list[NDArray[np.void] | _PackedRows] = []
        self._released = 0
        self._latest: NDArray[np.void] = np.empty(0, self._type)
        self._firsts: list[int] = []  # t of the first row of each chunk
        self.nbytes = 0
        """Memory held for rows, without recently unpacked ones."""

    def free_rows(self, updates: int, first: int) -> NDArray[np.void]:
        """Return free rows after `count` updates, the next of which is on example t = `first`; at least one."""
        place = updates % self._size
        if place == 0:
            self._latest = np.empty(self._size, self._type)
            self._kept.append(self._latest)
            self._firsts.append(first)
            self.nbytes += self._latest.nbytes
            past = len(self._kept) - 1 - _LATEST
            if past >= self._released and isinstance(rows := self._kept[past], np.ndarray):
                self._replace(past, _PackedRows.of(rows, self._order, self._n, squeezed=past >= _SHORT))
        return self._latest[place:]

    def column(self, kind: type[Scalar], name: str, start: int, stop: int) -> NDArray[Scalar]:
        """Return `index`, `example` or `activation` of updates start+1 … stop; shape (stop − start,)."""
        column = np.empty(max(stop - start, 0), kind)
        done = start
        while done < stop:
            chunk, place = divmod(done, self._size)
            taken = min(stop - done, self._size - place)
            column[done - start : done - start + taken] = self._column(chunk, name)[place : place + taken]
            done += taken
        return column

    def updates_before(self, examples: IntArray, updates: int) -> IntArray:
        """Return how many of the first `updates` were made up to and including each example t (m,); shape (m,)."""
        total = np.zeros(len(examples), np.int64)
        chunks = np.searchsorted(self._firsts, examples, side="right") - 1
        for chunk in sorted(set(chunks[chunks >= 0].tolist())):
            there, start = chunks == chunk, chunk * self._size
            filled = self._column(chunk, "example")[: max(updates - start, 0)]
            total[there] = min(start, updates) + np.searchsorted(filled, examples[there], side="right")
        return total

    def release(self, updates: int) -> None:
        """Release the first updates, as far as they fill chunks."""
        past = updates // self._size
        for chunk in range(self._released, past):
            self._replace(chunk, np.empty(0, self._type))
        self._released = max(self._released, past)

    def packed_nbytes(self, updates: int) -> float:
        """Return the bytes of a packed update, estimated from the latest ones."""
        if not updates:
            return 0.0
        chunk, place = divmod(updates - 1, self._size)
        rows = self._kept[chunk]
        if isinstance(rows, np.ndarray):
            rows = _PackedRows.of(rows[: place + 1], self._order, self._n, squeezed=chunk >= _SHORT)
        return rows.nbytes / rows.m

    def _column(self, chunk: int, name: str) -> NDArray[Any]:
        rows = self._kept[chunk]
        return rows[name] if isinstance(rows, np.ndarray) else _unpacked(rows, name)

    def _replace(self, chunk: int, rows: NDArray[np.void] | _PackedRows) -> None:
        self.nbytes += rows.nbytes - self._kept[chunk].nbytes
        self._kept[chunk] = rows
