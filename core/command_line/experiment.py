"""`python -m core experiment KIND`: one run among all runs, as CSV on stdout."""

from __future__ import annotations

import argparse
import math
from abc import ABC, abstractmethod
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import ClassVar

from core.analysis.experiments.homework import homework
from core.analysis.experiments.orders import extremes, over_shuffles
from core.analysis.experiments.parameters import bias_values, origin_values, over_biases, over_origins
from core.analysis.experiments.what_if import Fresh, WhatIfGrid, what_if
from core.command_line.ending import interruptible, say
from core.command_line.options import (
    DATA_HELP,
    Parser,
    add_data_options,
    add_run_options,
    dataset_from,
    insist_on_examples,
    lesson_from,
    parser_of_kinds,
    spec_from,
)
from core.datasets.dataset import Dataset
from core.errors import InputError
from core.spec import RunSpec

COMMAND = "experiment"
"""The first argument that asks for this."""

_MOST_RUNS, _MOST_EXAMPLES, _MOST_CELLS = 1_000_000, 100_000, 1000

Value = str | int | float | bool | None
Table = Iterable[Sequence[Value]]


class ExperimentCommand(ABC):
    """One experiment: its words, its options beside those of a run, and the table that it prints, header first."""

    name: ClassVar[str]
    words: ClassVar[str]
    columns: ClassVar[str]
    takes_data: ClassVar[bool] = True

    def add_options(self, parser: ArgumentParser) -> None:
        del parser

    @abstractmethod
    def rows(self, options: argparse.Namespace, spec: RunSpec) -> Table:
        """What it finds, a row at a time. Raises InputError."""


class Orders(ExperimentCommand):
    """Runs over shuffles."""

    name = "orders"
    words = "Runs in shuffled order, one for each seed from --seed on."
    columns = "seed,updates,converged"

    def add_options(self, parser: ArgumentParser) -> None:
        _add_runs(parser)

    def rows(self, options: argparse.Namespace, spec: RunSpec) -> Table:
        count = _whole("--runs", options.runs, _MOST_RUNS)
        outcomes = over_shuffles(_data(options), spec, count, spec.seed)
        return ((outcome.seed, outcome.updates, outcome.converged) for outcome in outcomes)


class ExtremesCommand(ExperimentCommand):
    """The exact fewest and most updates."""

    name = "extremes"
    words = (
        "The shortest and the longest run over all orders in which current mistakes may come, for at most 20 examples "
        "with small whole coordinates; --order listed --sequence plays one."
    )
    columns = "run,updates,sequence"

    def rows(self, options: argparse.Namespace, spec: RunSpec) -> Table:
        found = extremes(_data(options), spec)
        if found is not None:
            for name, rows in (("fewest", found.fewest), ("most", found.most)):
                yield name, len(rows), f'"{",".join(map(str, rows))}"'


class HomeworkCommand(ExperimentCommand):
    """Runs on random targets."""

    name = "homework"
    words = (
        "Learning from Data, exercise 1.4: for each seed from --seed on a random line in the square from -1 to 1, "
        "examples drawn evenly, a run, and the share of the square that line and run call differently."
    )
    columns = "seed,target_1,target_2,target_b,updates,converged,disagreement,bound"
    takes_data = False

    def add_options(self, parser: ArgumentParser) -> None:
        parser.add_argument("--n", type=int, default=10, metavar="N", help="how many examples (10)")
        _add_runs(parser)

    def rows(self, options: argparse.Namespace, spec: RunSpec) -> Table:
        n, count = _whole("--n", options.n, _MOST_EXAMPLES), _whole("--runs", options.runs, _MOST_RUNS)
        for work in homework(n, count, spec, spec.seed):
            yield work.seed, *work.target.tolist(), work.updates, work.converged, work.disagreement, work.bound


class WhatIf(ExperimentCommand):
    """Runs as if one example lay elsewhere."""

    name = "what-if"
    words = "Runs as if one example lay at each place of a grid over the first two features: updates, margin and bound."
    columns = "x1,x2,updates,converged,margin,bound"

    def add_options(self, parser: ArgumentParser) -> None:
        parser.add_argument("--example", type=int, default=0, metavar="ROW", help="its row in the data, from 0 (0)")
        parser.add_argument("--cells", type=int, default=32, metavar="C", help="along the longer side of the grid (32)")

    def rows(self, options: argparse.Namespace, spec: RunSpec) -> Table:
        dataset = _data(options)
        grid = WhatIfGrid.around(dataset, _whole("--cells", options.cells, _MOST_CELLS))
        if not 0 <= options.example < dataset.n:
            raise InputError(f"--example {options.example} is no row; a number from 0 to {dataset.n - 1} is expected")
        for cell in what_if(dataset, spec, options.example, grid):
            yield *grid.place(cell.column, cell.row), *_fresh(cell.fresh)


class Parameters(ExperimentCommand):
    """Runs over the bias feature and the place of the origin."""

    name = "parameters"
    words = (
        "Runs with other bias features B, and with the examples measured from other origins along each feature: "
        "updates, margin and bound. The lines that separate do not change with the origin, the mistakes do."
    )
    columns = "parameter,value,updates,converged,margin,bound"

    def rows(self, options: argparse.Namespace, spec: RunSpec) -> Table:
        dataset = _data(options)
        for setting in over_biases(dataset, spec, bias_values(dataset)):
            yield "bias", setting.value, *_fresh(setting.fresh)
        for feature in range(dataset.d):
            for setting in over_origins(dataset, spec, feature, origin_values(dataset, feature)):
                yield f"origin_{feature + 1}", setting.value, *_fresh(setting.fresh)


KINDS: dict[str, ExperimentCommand] = {
    kind.name: kind for kind in (Orders(), ExtremesCommand(), HomeworkCommand(), WhatIf(), Parameters())
}
"""Name → experiment."""


def experiment(arguments: Sequence[str]) -> int:
    """Print what the arguments after `experiment` ask for; returns the exit code. Raises InputError."""
    options = _parser().parse_args(arguments)
    kind = KINDS[options.kind]
    with interruptible():
        lesson = lesson_from(options.data, options) if kind.takes_data else None
        rows = iter(kind.rows(options, spec_from(options, lesson)))
        first = next(rows, None)  # what is wrong is said before anything is printed
        say(kind.columns)
        for row in chain(() if first is None else (first,), rows):
            say(",".join(map(_written, row)))
    return 0


def _parser() -> Parser:
    told = (f"    {kind.name}: {kind.words}" for kind in KINDS.values())
    description = f"See one run among all runs, as CSV; {COMMAND} KIND --help tells the options of a kind."
    parser, add = parser_of_kinds(COMMAND, description, "[DATA] [options]", "kinds of experiment:", told)
    for name, kind in KINDS.items():
        added = add(name, f"{kind.words} Columns: {kind.columns}.")
        if kind.takes_data:
            added.add_argument("data", metavar="DATA", help=DATA_HELP)
            add_data_options(added)
        kind.add_options(added)
        add_run_options(added)
    return parser


def _add_runs(parser: ArgumentParser) -> None:
    parser.add_argument("--runs", type=int, default=1000, metavar="M", help="how many runs (1000)")


def _whole(name: str, value: int, most: int) -> int:
    if not 1 <= value <= most:
        raise InputError(f"{name} {value} is not possible; a whole number from 1 to {most} is expected")
    return value


def _data(options: argparse.Namespace) -> Dataset:
    dataset = dataset_from(options.data, options)
    insist_on_examples(dataset, options.data)
    return dataset


def _fresh(found: Fresh) -> Iterator[Value]:
    yield from (found.updates, found.converged, found.gamma, found.bound)


def _written(value: Value) -> str:
    """As it reads back exactly; empty for what does not exist."""
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return ""
    return str(int(value)) if isinstance(value, bool) else str(value)
