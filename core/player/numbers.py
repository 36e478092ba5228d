"""The numbers of a run as a page holds them: bit for bit those of the trace, a column each."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from core.predictors import BestErrors
from core.run import Run
from core.theory.theorem import TheoremTable

_NARROW = ("i1", "i2", "i4", "f4")

_SIGNS = np.frombuffer(
    b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;'=>?@^_`{|}~", np.uint8
)
_POWERS = 85 ** np.arange(4, -1, -1)

Packed = list[str]
"""What kind of number a column has, as numpy names it, and its bytes, the lowest first, as text."""


def packed(values: ArrayLike) -> Packed:
    """A column in the narrowest kind of number that holds it exactly, the sign of a zero and NaN included."""
    exact = np.ascontiguousarray(values, "<f8")
    for kind in _NARROW:
        with np.errstate(invalid="ignore", over="ignore"):
            narrow = exact.astype(f"<{kind}")
        if narrow.astype("<f8").tobytes() == exact.tobytes():
            return [kind, in_base85(narrow.tobytes())]
    return ["f8", in_base85(exact.tobytes())]


def in_base85(data: bytes) -> str:
    """Return bytes as `base64.b85encode` writes them, in a tenth of its time, but ' for the sign that begins elements.

    Five signs stand for four bytes; of the last five as many are left out as bytes are missing.
    """
    missing = -len(data) % 4
    words = np.frombuffer(data + bytes(missing), ">u4").astype(np.int64)
    text = str(_SIGNS[words[:, None] // _POWERS % 85].tobytes(), "ascii")
    return text[: len(text) - missing]


def columns(table: ArrayLike) -> list[Packed]:
    """Those of a table (m, p)."""
    return [packed(column) for column in np.asarray(table).T]


def record_of(run: Run, theorem: TheoremTable) -> dict[str, Any]:
    """The updates of `theorem`, the first ones of the record, by the names of the trace; what does not exist is None.

    `weights` (w, b), or b alone, begin with those of the start. `decides` are the same in units of the learning rate,
    where there is one; in these `sizes` are τ of each update in a feature space, where it is not always 1.
    """
    history, most = run.history, len(theorem.update)
    rows, units = history.rows(0, most), history.weights(0, most)
    along, sized = theorem.w_dot_wstar, run.rule.sized and run.spec.kernel is not None
    notes = run.notes
    return {
        "epoch": packed(rows.epoch) if run.order.has_epochs else None,
        "example": packed(rows.example),
        "index": packed(rows.index),
        "activation": packed(rows.activation),
        "weights": columns(history.rule.shown(units)),
        "w_dot_wstar": None if along is None else packed(np.append(run.margin.along_start, along)),
        "w_norm_sq": packed(np.append(run.margin.start_squared, theorem.w_norm_sq)),
        "decides": None if run.rule.exact_rate == 1 else columns(units),
        "sizes": packed(history.sizes(0, most)) if sized else None,
        "pocket": [k for k in notes.updates if k <= most] if isinstance(notes, BestErrors) else None,
    }
