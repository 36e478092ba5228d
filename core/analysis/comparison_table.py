"""The table of a comparison: a row for each entry, over one split of the data or the mean of several."""

from __future__ import annotations

import csv
import io
import math
import statistics
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from core.analysis.compared_entries import Entry
from core.analysis.comparison import Comparison, Result
from core.engine.engine import Stop
from core.errors import Cancelled, never
from core.explain.styles import latex_row, latex_text
from core.numbers.numerals import number, percent_text

NONE = "–"
_DIGITS = 3
_WRONG = "How many of the examples {} it gets wrong in the end · the share of them that it gets right"


class ResultColumn(NamedTuple):
    """One number of a result: title, meaning, name in a file, and functions to read and write it; None if missing."""

    title: str
    meaning: str
    name: str
    read: Callable[[Result], float | None]
    percent: bool = False

    def written(self, value: float) -> str:
        """Return the number to a few digits; counts with all digits."""
        return f"{number(100 * value, 2)} %" if self.percent else number(value, _DIGITS)


COLUMNS = (
    ResultColumn("updates", "How often the vector was moved, k", "updates", lambda one: one.run.updates),
    ResultColumn("epochs", "Passes over the data; – for an order without epochs", "epochs", lambda one: one.epochs),
    ResultColumn("training", _WRONG.format("learned from"), "training_errors", lambda one: one.training_errors),
    ResultColumn("held out", _WRONG.format("held out"), "held_out_errors", lambda one: one.held_out_errors),
    ResultColumn(
        "margin",
        "How near an example learned from comes to the boundary, min y·a/‖w̃‖, at most γ; – for a vote, which has no w",
        "margin",
        lambda one: one.margin,
    ),
    ResultColumn(
        "of bound",
        "The updates as a share of the most that is promised, R²/γ² for a perceptron; – where nothing is",
        "share_of_bound",
        lambda one: one.share,
        percent=True,
    ),
)
HELD_OUT = 3
"""A column that is shown only if examples are held out."""


class Outcome(NamedTuple):
    """The numbers of one result, one per column, and why its run stopped."""

    entry: Entry
    numbers: tuple[float | None, ...]
    stopped: Stop | None


class MeanSpread(NamedTuple):
    """The `mean` of some numbers and their standard `deviation`, which is None for a single number."""

    mean: float
    deviation: float | None = None

    @classmethod
    def of(cls, numbers: Sequence[float | None]) -> MeanSpread | None:
        """Return the mean and deviation of numbers; None if one of them is missing."""
        known = [float(value) for value in numbers if value is not None and math.isfinite(value)]
        if not known or len(known) < len(numbers):
            return None
        return cls(statistics.fmean(known), statistics.stdev(known) if len(known) > 1 else None)


class ComparedRow(NamedTuple):
    """One entry: why its run over each split stopped, and a spread for each column."""

    entry: Entry
    stops: tuple[Stop | None, ...]
    spreads: tuple[MeanSpread | None, ...]

    @property
    def splits(self) -> int:
        return len(self.stops)

    @property
    def converged(self) -> int:
        """The number of splits whose run converged."""
        return self.stops.count(Stop.CONVERGED)


@dataclass(frozen=True)
class ComparisonTable:
    """Rows, and the `sizes` of the training and the held-out data. Over several splits, numbers have a deviation."""

    rows: tuple[ComparedRow, ...]
    sizes: tuple[int, int]

    @classmethod
    def of(cls, splits: Sequence[Sequence[Outcome]], sizes: tuple[int, int]) -> ComparisonTable:
        """Return the table of the outcomes. If some splits refused an entry, its row covers the others."""
        found: dict[Entry, list[Outcome]] = {}
        for outcome in chain.from_iterable(splits):
            found.setdefault(outcome.entry, []).append(outcome)
        rows = []
        for entry, each in found.items():
            spreads = tuple(map(MeanSpread.of, zip(*(outcome.numbers for outcome in each), strict=True)))
            rows.append(ComparedRow(entry, tuple(outcome.stopped for outcome in each), spreads))
        return cls(tuple(rows), sizes)

    @property
    def columns(self) -> tuple[tuple[int, ResultColumn], ...]:
        """The columns shown, with their places."""
        return tuple((p, column) for p, column in enumerate(COLUMNS) if p != HELD_OUT or self.sizes[1])

    def cells(self) -> Iterator[list[str]]:
        """Return head and rows with all digits; a missing number is an empty cell."""
        kinds = ["", "_sd"] if any(row.splits > 1 for row in self.rows) else [""]
        sizes = {name: size for name, size in zip(("training", "held_out"), self.sizes, strict=True) if size}
        told = {f"{name}_examples": f"{size}" for name, size in sizes.items()}
        names = [*(column.name for _, column in self.columns), *(f"{name}_accuracy" for name in sizes)]
        numbers = [name + kind for name in names for kind in kinds]
        yield ["entry", "name", "order", "splits", "converged", *told, *numbers]
        for row in self.rows:
            words = [row.entry.written, row.entry.name, row.entry.path.order_title, f"{row.splits}", f"{row.converged}"]
            spreads = [row.spreads[place] for place, _ in self.columns]
            spreads += [each for each, size in zip(accuracies(row, self.sizes), self.sizes, strict=True) if size]
            pairs = ((None, None) if spread is None else (spread.mean, spread.deviation) for spread in spreads)
            values = chain.from_iterable(pair[: len(kinds)] for pair in pairs)
            digits = ("" if value is None else repr(value).removesuffix(".0") for value in values)
            yield [*words, *told.values(), *digits]

    def as_csv(self, delimiter: str = ",") -> str:
        """Return the table as a file; with tabs it can be pasted into a spreadsheet."""
        out = io.StringIO()
        csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows(self.cells())
        return out.getvalue()

    def as_latex(self) -> str:
        r"""Return a LaTeX tabular for `\\input`; it needs no package."""
        of = {column.name: f" of {size:,}" for column, size in zip(COLUMNS[HELD_OUT - 1 :], self.sizes, strict=False)}
        titles = ["learner", "order", *(f"{c.title}{of.get(c.name, '')}" for _, c in self.columns)]
        lines = [rf"\begin{{tabular}}{{ll{'r' * len(self.columns)}}}", latex_row(map(latex_text, titles)), r"\hline"]
        for row in self.rows:
            told = (" ".join(filter(None, lines_of(row, place, column))) for place, column in self.columns)
            lines.append(latex_row(map(latex_text, (row.entry.name, row.entry.path.order_title, *told))))
        return "\n".join([*lines, r"\end{tabular}", ""])


def outcomes(results: Iterable[Result]) -> tuple[Outcome, ...]:
    """Return the numbers of the results, without their runs."""
    numbers = ((each, tuple(column.read(each) for column in COLUMNS)) for each in results)
    return tuple(Outcome(each.entry, read, each.run.stopped) for each, read in numbers)


def over_splits(comparisons: Iterable[Comparison], cancelled: Cancelled = never) -> Iterator[ComparisonTable | None]:
    """Yield the table of all comparisons so far after each comparison, and None now and then."""
    known: tuple[tuple[Outcome, ...], ...] = ()
    for comparison in comparisons:
        last: tuple[Result, ...] = ()
        for results in comparison.results(cancelled):
            last = results or last
            yield None
        if cancelled():
            return
        known = (*known, outcomes(last))
        yield ComparisonTable.of(known, (comparison.training.n, comparison.held_out.n))


def lines_of(row: ComparedRow, place: int, column: ResultColumn) -> tuple[str, str]:
    """Return one number of a row and its deviation to a few digits, e.g. "12.3" and "± 1.2"; empty if missing."""
    spread = row.spreads[place]
    if spread is None:
        return NONE, ""
    if spread.deviation is None:
        return column.written(spread.mean), ""
    scale, unit = (100, " %") if column.percent else (1, "")
    return f"{number(scale * spread.mean, _DIGITS)}{unit}", f"± {number(scale * spread.deviation, 2)}{unit}"


def accuracies(row: ComparedRow, sizes: tuple[int, int]) -> list[MeanSpread | None]:
    """Return the shares classified correctly in training and on held-out data; None if there are none."""
    found: list[MeanSpread | None] = [None, None]
    for place, (errors, size) in enumerate(zip(row.spreads[HELD_OUT - 1 : HELD_OUT + 1], sizes, strict=True)):
        if errors is not None and size:
            found[place] = MeanSpread(1 - errors.mean / size, errors.deviation and errors.deviation / size)
    return found


def cell_lines(row: ComparedRow, place: int, sizes: tuple[int, int]) -> tuple[str, str]:
    """Return `lines_of` a column; beside errors the accuracy, e.g. "3 · 97 %": only if all are right it is 100 %."""
    text, deviation = lines_of(row, place, COLUMNS[place])
    if place in (HELD_OUT - 1, HELD_OUT):
        accuracy = accuracies(row, sizes)[place - HELD_OUT + 1]
        text = f"{text} · {NONE if accuracy is None else percent_text(accuracy.mean)}"
    return text, deviation
