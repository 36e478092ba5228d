"""The headless face, `python -m core` or `perceptron-core`: run a learner on DATA, or one of the commands below."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial

from core import __version__
from core.command_line import comparisons
from core.command_line.compare import compare_command
from core.command_line.ending import ended, interruptible, say
from core.command_line.experiment import experiment
from core.command_line.generate import generate_command
from core.command_line.lesson import lesson_command
from core.command_line.options import (
    DATA_HELP,
    LESSON,
    PIPE,
    Parser,
    add_run_options,
    arguments_from,
    choices_from,
    piped,
    task_from,
)
from core.compiled import loops_in_words
from core.errors import InputError
from core.explain.summary_text import in_words
from core.explain.trace import predictions, trace, trace_by_steps
from core.files import Questions, load_questions
from core.files.atomic import atomic_file, refuse_same_file, write_blocks
from core.numbers.numerals import counted, plural
from core.resources import PROGRAM
from core.run import Run, train

COMMANDS: dict[str, Callable[[Sequence[str]], int]] = {
    "generate": generate_command,
    "experiment": experiment,
    "compare": compare_command,
    LESSON: lesson_command,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks for; returns the exit code. Exits with 2 and one line on stderr where it cannot."""
    given = arguments_from(arguments)
    command = COMMANDS.get(given[0]) if given else None
    return ended(partial(_work, given) if command is None else partial(command, given[1:]))


def make_parser() -> Parser:
    """Return the parser of a run; each of `COMMANDS` has its own."""
    parser = Parser(
        prog=PROGRAM,
        description="Run a perceptron on a file of examples.",
        epilog=f"Examples to run it on: {PROGRAM} generate --help. "
        f"One run among all runs: {PROGRAM} experiment --help. "
        f"Learners in a table: {PROGRAM} compare --help. "
        f"A lesson, checked and put on paper: {PROGRAM} {LESSON} --help",
        allow_abbrev=False,
    )
    parser.add_argument("data", metavar="DATA", help=DATA_HELP)
    add_run_options(parser)
    comparisons.add_comparison_options(parser)
    comparisons.add_held_out_options(parser)
    group = parser.add_argument_group("output")
    told = f"write one CSV row per update; {PIPE}: to stdout, and the summary to stderr"
    group.add_argument("--trace", metavar="FILE", help=told)
    group.add_argument("--steps", action="store_true", help="one CSV row per visited example in the trace")
    group.add_argument("--predict", metavar="FILE", help=f"classify this file, or session, or {PIPE}: CSV from a pipe")
    group.add_argument("--predictions", metavar="FILE", help="where to: CSV row,score,prediction")
    group.add_argument("--json", action="store_true", help="print the summary as one JSON object")
    group.add_argument(
        "--version",
        action="version",
        version=f"Perceptron {__version__}. {loops_in_words()}",
        help="print the version, and whether the loops in C are used",
    )
    return parser


def _work(arguments: Sequence[str]) -> int:
    """Read everything, run, write and say everything. No output takes its place before all are whole."""
    options = make_parser().parse_args(arguments)
    with interruptible(), ExitStack() as outputs:
        _check_files(options)
        task = task_from(options.data, options)
        spec, given = task.spec, task.loaded.dataset
        dataset, held_out = comparisons.held_out_from(options, given, spec.seed)
        compared = comparisons.comparisons_from(options, dataset, spec)
        with piped(options.predict or "") as place:
            questions = load_questions(place, given.features, choices_from(options)) if place else None
        tables = list(_tables(options, questions, held_out))
        streams = [outputs.enter_context(atomic_file(path, pipes=True)) for path, _ in tables]
        run = train(dataset, spec)
        if options.strict and run.skipped:
            told = f"example {run.skipped[0] + 1:,} of the list was no mistake at its turn"
            raise InputError(f"{told}. Take it from the list, or leave out --strict")
        for (path, table), stream in zip(tables, streams, strict=True):
            write_blocks(path, stream, table(run))
        summary = {**run.summary(options.data), **compared(run)}
        notes = [*task.loaded.notes, *_of_list(run)]
        if held_out is not None:
            summary["held_out"] = held_out.in_json(run)
            notes += held_out.remarks
        if questions is not None:
            notes += (f"{options.predict}: {remark}" for remark in questions.remarks)
        summary["notes"] = notes
        told = json.dumps(summary, allow_nan=False) if options.json else in_words(summary, run)
        traced = options.trace == PIPE
        for block in (trace_by_steps if options.steps else trace)(run) if traced else ():
            say(block.removesuffix("\n"))
        say(told, aside=traced)
        say(*(f"note: {note}" for note in summary["notes"]), aside=True)
    return 0


def _check_files(options: argparse.Namespace) -> None:
    if (options.predict is None) != (options.predictions is None):
        raise InputError("--predict and --predictions go together. Give both or neither")
    if options.trace == PIPE and options.json:
        raise InputError("--trace - and --json would both be written to stdout. Choose one of them")
    if options.steps and options.trace is None:
        raise InputError("--steps says what the trace holds. Give --trace FILE with it")
    if options.errors is not None and options.holdout is None:
        raise InputError("--errors needs examples that are held out; add --holdout")
    read = options.data, options.predict, options.holdout
    refuse_same_file(read, (_trace_file(options), options.predictions, options.errors))


def _trace_file(options: argparse.Namespace) -> str | None:
    return None if options.trace == PIPE else options.trace


def _of_list(run: Run) -> Iterator[str]:
    """Yield what became of the examples in the list that the run did not update on, each counted from 1."""
    if missing := run.order.passed_over(run.spec.sequence, run.dataset.n):
        yield f"{counted(missing, 'example')} of the list, which the data do not have, passed over"
    if rows := run.skipped:
        named = ", ".join(f"{row + 1:,}" for row in rows)
        yield f"skipped in the list, for they asked for no update at their turn: {plural('example', len(rows))} {named}"


def _tables(
    options: argparse.Namespace, questions: Questions | None, held_out: comparisons.HoldoutOption | None
) -> Iterator[tuple[str, Callable[[Run], Iterable[str]]]]:
    """Yield what to write: the path, and the CSV text of a run, in blocks."""
    if (path := _trace_file(options)) is not None:
        yield path, trace_by_steps if options.steps else trace
    if options.predictions is not None and questions is not None:
        yield options.predictions, partial(predictions, questions=questions.X)
    if options.errors is not None and held_out is not None:
        yield options.errors, partial(comparisons.error_table, held_out=held_out.dataset)


if __name__ == "__main__":
    sys.exit(main())
