"""`python -m core experiment KIND`: one run among all runs, as CSV on stdout."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from statistics import mean, median, pstdev

from core.analysis.experiments import homework, orders, what_if
from core.command_line.ending import interruptible, say
from core.command_line.options import DATA_HELP, Task, add_run_options, limited, parser_of_kinds, spec_from, task_from
from core.datasets.dataset import Dataset
from core.errors import InputError
from core.files import Loaded
from core.numbers.numerals import number
from core.spec import RunSpec

_MOST_RUNS, _MOST_EXAMPLES, _MOST_CELLS = 1_000_000, 100_000, 1000

Value = str | int | float | bool | None
Table = Iterable[Sequence[Value]]
Number = tuple[str, str, int, str]
"""A whole number as an option: its name, its letter, its default and its meaning."""

_RUNS: Number = ("--runs", "M", 1000, "how many runs")


@dataclass(frozen=True)
class ExperimentCommand:
    """One experiment: its words, the columns of its table, its rows, found one at a time, and its own options."""

    words: str
    columns: str
    rows: Callable[[argparse.Namespace, RunSpec, Dataset], Table]
    options: tuple[Number, ...] = ()
    takes_data: bool = True


def _orders(options: argparse.Namespace, spec: RunSpec, dataset: Dataset) -> Table:
    outcomes = orders.over_shuffles(dataset, spec, limited("--runs", options.runs, _MOST_RUNS), spec.seed)
    return ((outcome.seed, outcome.updates, outcome.converged) for outcome in outcomes)


def _extremes(options: argparse.Namespace, spec: RunSpec, dataset: Dataset) -> Table:
    found = orders.extremes(dataset, spec)
    for name, rows in (("fewest", found.fewest), ("most", found.most)):
        yield name, len(rows), f'"{",".join(map(str, rows))}"'


def _homework(options: argparse.Namespace, spec: RunSpec, dataset: Dataset) -> Table:
    n, count = limited("--n", options.n, _MOST_EXAMPLES), limited("--runs", options.runs, _MOST_RUNS)
    made: dict[str, list[float]] = {"updates": [], "disagreement": []}
    for work in homework.homework(n, count, spec, spec.seed):
        made["updates"].append(work.updates)
        made["disagreement"] += [work.disagreement] * math.isfinite(work.disagreement)
        yield work.seed, *work.target.tolist(), work.updates, work.converged, work.disagreement, work.bound
    for name, values in made.items():
        if values:
            middle = f"mean {number(mean(values))}, median {number(median(values))}"
            say(f"{name}: {middle}, standard deviation {number(pstdev(values))}", aside=True)


def _what_if(options: argparse.Namespace, spec: RunSpec, dataset: Dataset) -> Table:
    grid = what_if.WhatIfGrid.around(dataset, limited("--cells", options.cells, _MOST_CELLS))
    if not 0 <= options.example < dataset.n:
        raise InputError(f"--example {options.example} is no row; enter a number from 0 to {dataset.n - 1}")
    for cell in what_if.what_if(dataset, spec, options.example, grid):
        yield *grid.place(cell.column, cell.row), *cell.fresh[:4]


def _parameters(options: argparse.Namespace, spec: RunSpec, dataset: Dataset) -> Table:
    for setting in what_if.over_biases(dataset, spec, what_if.bias_values(dataset)):
        yield "bias", setting.value, *setting.fresh[:4]
    for feature in range(dataset.d):
        for setting in what_if.over_origins(dataset, spec, feature, what_if.origin_values(dataset, feature)):
            yield f"origin_{feature + 1}", setting.value, *setting.fresh[:4]


KINDS: dict[str, ExperimentCommand] = {
    "orders": ExperimentCommand(
        "Runs in shuffled order, one for each seed from --seed on.", "seed,updates,converged", _orders, (_RUNS,)
    ),
    "extremes": ExperimentCommand(
        "The shortest and the longest run over all orders in which current mistakes may come, for at most 20 examples "
        "with small whole coordinates; --order listed --sequence plays one.",
        "run,updates,sequence",
        _extremes,
    ),
    "homework": ExperimentCommand(
        "Learning from Data, exercise 1.4: for each seed from --seed on a random line in [-1, 1]², "
        "examples drawn evenly, a run, and the share of the square that line and run call differently.",
        "seed,target_1,target_2,target_b,updates,converged,disagreement,bound",
        _homework,
        (("--n", "N", 10, "how many examples"), _RUNS),
        takes_data=False,
    ),
    "what-if": ExperimentCommand(
        "Runs as if one example lay at each place of a grid over the first two features: updates, margin and bound.",
        "x1,x2,updates,converged,margin,bound",
        _what_if,
        (
            ("--example", "ROW", 0, "its row in the data, from 0"),
            ("--cells", "C", 32, "along the longer side of the grid"),
        ),
    ),
    "parameters": ExperimentCommand(
        "Runs with other bias features B, and with the examples measured from other origins along each feature: "
        "updates, margin and bound. With B > 0 and no kernel the lines that separate do not change with the origin; "
        "R, the margin, the bound and the mistakes do.",
        "parameter,value,updates,converged,margin,bound",
        _parameters,
    ),
}


def experiment(arguments: Sequence[str]) -> int:
    """Print what the arguments after `experiment` ask for; returns the exit code. Raises InputError."""
    options = make_parser().parse_args(arguments)
    kind = KINDS[options.kind]
    with interruptible():
        task = Task(Loaded(Dataset.empty()), spec_from(options))
        if kind.takes_data:
            task = task_from(options.data, options)
        rows = iter(kind.rows(options, task.spec, task.loaded.dataset))
        first = next(rows, None)  # an error is reported before anything is printed
        say(kind.columns)
        for row in chain(() if first is None else (first,), rows):
            say(",".join(map(_written, row)))
    return 0


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of what comes after `experiment`."""
    told = (f"    {name}: {kind.words}" for name, kind in KINDS.items())
    description = "See one run among all runs, as CSV; experiment KIND --help tells the options of a kind."
    parser, add = parser_of_kinds("experiment", description, "[DATA] [options]", "kinds of experiment:", told)
    for name, kind in KINDS.items():
        added = add(name, f"{kind.words} Columns: {kind.columns}.")
        if kind.takes_data:
            added.add_argument("data", metavar="DATA", help=DATA_HELP)
        for option, letter, default, meaning in kind.options:
            added.add_argument(option, type=int, default=default, metavar=letter, help=f"{meaning} ({default})")
        add_run_options(added, data=kind.takes_data)
    return parser


def _written(value: Value) -> str:
    """Return the number so that it reads back exactly; empty if missing."""
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return ""
    return str(int(value)) if isinstance(value, bool) else str(value)
