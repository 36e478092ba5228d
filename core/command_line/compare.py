"""`python -m core compare DATA`: several learners on the same examples, as a table."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from core.analysis.compared_entries import OWN_KERNEL, Entry, entry_from
from core.analysis.comparison import Comparison, limit_sentences
from core.analysis.comparison_table import ComparisonTable, over_splits
from core.command_line.comparisons import HoldoutOption, add_held_out_options, held_out_from
from core.command_line.ending import interruptible, say
from core.command_line.options import DATA_HELP, Task, add_run_options, limited, parser_of, task_from
from core.engine.engine import Stop
from core.errors import InputError
from core.files.atomic import refuse_same_file, write_atomically
from core.kernels import KERNELS
from core.learners import LEARNERS
from core.orders import ORDERS
from core.predictors import PREDICTORS
from core.rules import RULES

_FORMATS = {".csv": ComparisonTable.as_csv, ".tex": ComparisonTable.as_latex}
"""Suffix of a file → format of the table in it."""
_MOST_SEEDS = 10_000
_WORDS = f"""\
an entry is a learner by its name:
    {", ".join(LEARNERS)}
or RULE/ORDER/PREDICTOR, or RULE/KERNEL/ORDER/PREDICTOR, e.g. perceptron/cyclic/averaged,
perceptron/rbf:g=4/cyclic/last:
    RULE       {", ".join(RULES)}
    KERNEL     {", ".join(KERNELS)}, with their numbers, e.g. poly:p=2:r=1; or {OWN_KERNEL}: that of the run options
    ORDER      {", ".join(ORDERS)}
    PREDICTOR  {", ".join(PREDICTORS)}
columns: entry, name, order, splits (how many runs), converged (how many stopped by themselves),
    training_examples, held_out_examples, updates, epochs, training_errors, held_out_errors, margin, share_of_bound,
    training_accuracy, held_out_accuracy (the shares classified correctly);
    those of examples held out with --holdout; with --seeds means, and after each its standard deviation, _sd"""


def compare_command(arguments: Sequence[str]) -> int:
    """Print or write the table that the arguments after `compare` ask for. Raises InputError."""
    options = make_parser().parse_args(arguments)
    limited("--seeds", options.seeds, _MOST_SEEDS)
    suffix = ".csv" if options.out is None else Path(options.out).suffix.lower()
    if suffix not in _FORMATS:
        raise InputError(f"{suffix or 'no suffix'} is not possible; enter {' or '.join(_FORMATS)}", path=options.out)
    refuse_same_file((options.data, options.holdout), (options.out,))
    with interruptible():
        task = task_from(options.data, options)
        entries = tuple(dict.fromkeys(entry_from(text, task.spec) for text in options.entries.split(",")))
        _, held_out = held_out_from(options, task.loaded.dataset, task.spec.seed)
        table = ComparisonTable((), (0, 0))
        for found in over_splits(_by_seed(options, task, entries, held_out)):
            table = found or table
        if options.out is None:
            say(table.as_csv().removesuffix("\n"))
        else:
            write_atomically(options.out, _FORMATS[suffix](table), pipes=True)
        on_file = () if held_out is None else held_out.remarks
        broken_off = [row.entry for row in table.rows if Stop.MAX_UPDATES in row.stops]
        for remark in (*task.loaded.notes, *on_file, *limit_sentences(task.spec, table.sizes[0], broken_off)):
            say(remark, aside=True)
    return 0


def _by_seed(
    options: Namespace, task: Task, entries: Sequence[Entry], held: HoldoutOption | None
) -> Iterator[Comparison]:
    for seed in range(task.spec.seed, task.spec.seed + options.seeds):
        training = task.loaded.dataset
        if held is not None and held.rows is not None:  # A share is drawn anew; a file stays as it was read.
            training, held = held_out_from(options, training, seed)
        examples = None if held is None else held.dataset
        made = Comparison(entries, replace(task.spec, seed=seed), training, examples)
        if made.refused:
            raise InputError(made.refused[0].removesuffix("."))
        yield made


def make_parser() -> ArgumentParser:
    """Return the parser of what comes after `compare`."""
    parser = parser_of("compare", "Compare learners on the same examples, as a table.", _WORDS)
    add = parser.add_argument
    add("data", metavar="DATA", help=DATA_HELP)
    add("--entries", metavar="A,B,…", required=True, help="what to compare: see below")
    add("--seeds", type=int, default=1, metavar="S", help="mean and spread over this many seeds, from --seed (1)")
    add("--out", metavar="FILE", help=f"where to, {' or '.join(_FORMATS)}; CSV on stdout unless given")
    add_run_options(parser)
    add_held_out_options(parser, errors=False)
    return parser
