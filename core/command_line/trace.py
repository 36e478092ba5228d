"""The record of a run as CSV text, a block at a time, so that a million updates need not stand in memory at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import repeat
from math import isnan
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from core.dataset import FloatArray, IntArray
from core.files.atomic import atomic_file
from core.files.records import quoted
from core.run import Run
from core.theory.theorem import theorem_table

_BLOCK = 1 << 13
_THEOREM = ("w_dot_wstar", "w_norm_sq", "lower", "upper", "cosine", "potential")


def trace(run: Run) -> Iterator[str]:
    """A header, then one line per update; floats read back exactly, and what does not exist is empty.

    `update` k, `epoch`, `example` t (all from 1), `index` (row of the data, from 0), `label`, `activation` before the
    update, `w_1` … `w_d` and `b` after it, or `b` alone in a kernel's feature space, `survival` c⁽ᵏ⁾ up to the end of
    the run, and the quantities of the convergence theorem (Block & Novikoff 1962; notes 000, 001, 002, 004 §1.3)
    after it.
    """
    weights = [f"w_{j}" for j in range(1, run.history.weights(0, 0).shape[1])]
    errors = run.errors if run.predictor.counts_errors else None
    names = [] if errors is None else ["errors"]
    yield _line(
        ["update", "epoch", "example", "index", "label", "activation", *weights, "b", "survival", *_THEOREM, *names]
    )
    for start in range(0, run.updates, _BLOCK):
        yield "".join(map(_line, zip(*_columns(run, errors, start, min(start + _BLOCK, run.updates)), strict=True)))


def write_trace(run: Run, path: str | Path) -> None:
    """Put the trace in the place of `path`, whole or not at all. Raises InputError."""
    with atomic_file(path) as stream:
        stream.writelines(block.encode() for block in trace(run))


def predictions(run: Run, questions: FloatArray) -> Iterator[str]:
    """A header, then `row,score,prediction` for each question (m, d): its row from 0, and its class by name."""
    yield _line(["row", "score", "prediction"])
    names = {-1: quoted(run.dataset.labels[0]), 1: quoted(run.dataset.labels[1])}
    for start in range(0, len(questions), _BLOCK):
        block = questions[start : start + _BLOCK]
        rows = range(start, start + len(block))
        classes = (names[sign] for sign in run.predict(block).tolist())
        yield "".join(map(_line, zip(map(str, rows), _floats(run.score(block)), classes, strict=True)))


def _columns(run: Run, errors: IntArray | None, start: int, stop: int) -> list[Iterable[str]]:
    """The cells of updates start+1 … stop, column by column."""
    rows, m = run.history.rows(start, stop), stop - start
    theorem = theorem_table(run.history, run.margin, start, stop)
    return [
        _whole(rows.update),
        _whole(rows.epoch) if run.order.has_epochs else repeat("", m),
        _whole(rows.example),
        _whole(rows.index),
        _whole(rows.label),
        _floats(rows.activation),
        *map(_floats, rows.weights.T),
        _whole(rows.survival),
        *(_or_empty(getattr(theorem, name), m) for name in _THEOREM),
        *([] if errors is None else [_whole(errors[start + 1 : stop + 1])]),
    ]


def _line(cells: Iterable[str]) -> str:
    return ",".join(cells) + "\n"


def _whole(values: ArrayLike) -> Iterable[str]:
    return map(str, np.asarray(values).tolist())


def _floats(values: FloatArray) -> Iterable[str]:
    return ("" if isnan(value) else repr(value) for value in values.tolist())


def _or_empty(values: FloatArray | None, m: int) -> Iterable[str]:
    return repeat("", m) if values is None else _floats(values)
