"""The record of a run as CSV text, in blocks, so that a million updates need not be in memory at once."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from itertools import chain, repeat
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from core.datasets.dataset import FloatArray, IntArray
from core.files.atomic import atomic_file
from core.files.rows.reader import quoted
from core.run import Run
from core.theory.theorem import TheoremTable, quantities_after, theorem_table
from core.theory.vectors import vector_at

_BLOCK, _CELLS = 1 << 13, 1 << 21
"""The most updates of a block, and the most cells: with many weights a block has fewer updates."""
THEOREM = tuple(column.name for column in fields(TheoremTable) if column.name != "update")
"""The columns of the convergence theorem."""


def trace(run: Run) -> Iterator[str]:
    """Yield a header, then one line per update; floats read back exactly, and missing values are empty.

    `update` k, `epoch` and `example` t count from 1; `index` is the row of the data, from 0. `activation` is taken
    before the update. `w_1` … `w_d` and `b` are taken after it; a kernel run has `b` alone. `survival` c⁽ᵏ⁾ counts to
    the end of the run. The quantities of the convergence theorem follow (Block & Novikoff 1962; notes Perceptron 000,
    Huang 001, Pocket 002, Yuille 004 §1.3).
    """
    yield _line(trace_columns(run))
    for rows in trace_rows(run, _blocks(run)):
        yield "".join(map(_line, rows))


def trace_by_steps(run: Run) -> Iterator[str]:
    """Yield a header, then a line for each visited example, as `trace` does; `update` is empty if nothing changed."""
    yield _line(trace_columns(run))
    rows = chain.from_iterable(trace_rows(run, _blocks(run)))
    update, kept = next(rows, None), _beginning(run)
    for example in range(1, run.history.examples + 1):
        if update is not None and update[2] == str(example):
            kept = update[6:]
            yield _line(update)
            update = next(rows, None)
        else:
            state = run.history.at_example(example)
            epoch = str(state.epoch) if run.order.has_epochs else ""
            seen = ("", epoch, str(example), str(state.index), str(state.label), repr(state.activation))
            yield _line((*seen, *kept))


def _blocks(run: Run) -> Iterator[range]:
    step = max(min(_BLOCK, _CELLS // (run.dataset.d + 1)), 1)
    return (range(start, min(start + step, run.updates)) for start in range(0, run.updates, step))


def _beginning(run: Run) -> tuple[str, ...]:
    """Return the cells from the weights on, before the first update."""
    history, start = run.history, run.history.seek(0)
    survival = history.example_of(1) - 1 if run.updates else history.examples
    theorem = _theorem_cells(quantities_after(np.zeros(1, np.int64), vector_at(start, run.margin)), 1)
    told = chain.from_iterable(theorem) if run.margin.theorem else repeat("", len(THEOREM))
    errors = [str(run.errors[0])] if run.predictor.counts_errors else []
    return (*_floats(np.append(start.w, start.b)), str(survival), *told, *errors)


def _theorem_cells(table: TheoremTable, m: int) -> Iterator[Iterable[str]]:
    """Yield the columns of the theorem for m updates; a value that does not exist is empty."""
    columns = (getattr(table, name) for name in THEOREM)
    return (repeat("", m) if column is None else _floats(column) for column in columns)


def trace_columns(run: Run) -> list[str]:
    """Return the names of the columns."""
    weights = [f"w_{j}" for j in range(1, run.history.weights(0, 0).shape[1])]
    errors = ["errors"] * run.predictor.counts_errors
    return ["update", "epoch", "example", "index", "label", "activation", *weights, "b", "survival", *THEOREM, *errors]


def trace_rows(
    run: Run, stretches: Iterable[range], places: Sequence[int] | None = None
) -> Iterator[Iterator[tuple[str, ...]]]:
    """Yield the cells, row by row, of updates a+1 … b for each range(a, b), in all columns or those at `places`."""
    errors = run.errors if run.predictor.counts_errors else None
    for stretch in stretches:
        columns = _columns(run, errors, stretch.start, stretch.stop)
        yield zip(*(columns if places is None else [columns[place] for place in places]), strict=True)


def write_trace(run: Run, path: str | Path) -> None:
    """Write the trace to `path`, whole or not at all. Raise InputError."""
    with atomic_file(path) as stream:
        stream.writelines(block.encode() for block in trace(run))


def predictions(run: Run, questions: FloatArray) -> Iterator[str]:
    """Yield a header, then `row,score,prediction` for each question (m, d): row from 0, and class name."""
    yield _line(["row", "score", "prediction"])
    negative, positive = map(quoted, run.dataset.labels)
    decision = run.decision()
    for start in range(0, len(questions), _BLOCK):
        scores = decision.values(questions[start : start + _BLOCK])
        classes = (positive if called > 0 else negative for called in run.tie.named(scores).tolist())
        rows = map(str, range(start, start + len(scores)))
        yield "".join(map(_line, zip(rows, _floats(scores), classes, strict=True)))


def _columns(run: Run, errors: IntArray | None, start: int, stop: int) -> list[Iterable[str]]:
    history, m = run.history, stop - start
    index, example = history.index(start, stop), history.example(start, stop)
    return [
        map(str, range(start + 1, stop + 1)),
        _whole(history.epochs_of(example)) if run.order.has_epochs else repeat("", m),
        _whole(example),
        _whole(index),
        _whole(run.dataset.y[index]),
        _floats(history.activation(start, stop)),
        *map(_floats, history.weights(start, stop)[1:].T),
        _whole(history.survival(start, stop)),
        *_theorem_cells(theorem_table(run.history, run.margin, start, stop), m),
        *([] if errors is None else [_whole(errors[start + 1 : stop + 1])]),
    ]


def _line(cells: Iterable[str]) -> str:
    return ",".join(cells) + "\n"


def _whole(values: ArrayLike) -> Iterable[str]:
    return map(str, np.asarray(values).tolist())


def _floats(values: FloatArray) -> Iterable[str]:
    return ("" if math.isnan(value) else repr(value) for value in values.tolist())
