"""The headless face: `python -m core DATA [options]` runs a learner without a window."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, BinaryIO

from core.command_line.options import (
    Parser,
    add_data_options,
    add_run_options,
    columns_from,
    fail,
    loaded_from,
    spec_from,
)
from core.command_line.report import in_words, say
from core.command_line.trace import predictions, trace
from core.dataset import Dataset, FloatArray
from core.errors import InputError
from core.files import FORMATS, read_questions
from core.files.atomic import atomic_file
from core.files.paths import refusals
from core.run import train


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks for; returns the exit code. Exits with 2 and one line on stderr where it cannot."""
    options = _parser().parse_args(arguments)
    try:
        summary = _work(options)
        say(json.dumps(summary, allow_nan=False) if options.json else in_words(summary))
    except InputError as error:
        fail(str(error))
    except BrokenPipeError:
        # Nobody reads any more; without this the interpreter would try again, and complain, at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        return 130
    return 0


def _parser() -> Parser:
    parser = Parser(prog="python -m core", description="Run a perceptron on a file of examples.", allow_abbrev=False)
    parser.add_argument("data", metavar="DATA", help=f"examples and labels: {', '.join(FORMATS)}")
    add_data_options(parser)
    add_run_options(parser)
    group = parser.add_argument_group("output")
    group.add_argument("--trace", metavar="FILE", help="write one CSV row per update")
    group.add_argument("--predict", metavar="FILE", help="classify the examples of this file")
    group.add_argument("--predictions", metavar="FILE", help="where to: CSV row,score,prediction")
    group.add_argument("--json", action="store_true", help="print the summary as one JSON object")
    return parser


def _work(options: argparse.Namespace) -> dict[str, Any]:
    """Read everything, run, write everything; returns the summary. No output takes its place before all are whole."""
    _check_outputs(options)
    spec = spec_from(options)
    loaded = loaded_from(options.data, options)
    dataset = loaded.dataset
    if not dataset.n:
        raise InputError("there are no examples; at least one is expected", path=options.data)
    questions = _questions(options, dataset)
    with ExitStack() as outputs:
        trace_file = _opened(outputs, options.trace)
        predictions_file = _opened(outputs, options.predictions)
        run = train(dataset, spec)
        if trace_file:
            _write(options.trace, trace_file, trace(run))
        if predictions_file and questions is not None:
            _write(options.predictions, predictions_file, predictions(run, questions))
        remarks = {"remarks": list(loaded.remarks)} if loaded.remarks else {}
        return run.summary(options.data) | remarks


def _check_outputs(options: argparse.Namespace) -> None:
    if (options.predict is None) != (options.predictions is None):
        raise InputError("--predict and --predictions go together; both or neither are expected")
    taken = {Path(name).resolve() for name in (options.data, options.predict) if name is not None}
    for name in (options.trace, options.predictions):
        if name is None:
            continue
        path = Path(name).resolve()
        if path in taken and (path.is_file() or not path.exists()):
            raise InputError("the file is named twice; another one is expected for this output", path=name)
        taken.add(path)


def _questions(options: argparse.Namespace, dataset: Dataset) -> FloatArray | None:
    if options.predict is None:
        return None
    return read_questions(options.predict, dataset.features, columns_from(options.columns))


def _opened(outputs: ExitStack, path: str | None) -> BinaryIO | None:
    return None if path is None else outputs.enter_context(atomic_file(path))


def _write(path: str, stream: BinaryIO, blocks: Iterable[str]) -> None:
    with refusals(Path(path)):
        stream.writelines(block.encode() for block in blocks)


if __name__ == "__main__":
    sys.exit(main())
