"""The options of a run on a command line; one place for `python -m core` and the window's `main.py`."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

from core.command_line.ending import fail, say
from core.datasets.dataset import Dataset
from core.errors import InputError
from core.files import Loaded, load_with_remarks
from core.files.formats import FORMATS
from core.files.rows.records import split_row
from core.files.session import SUFFIX, Session, is_session, read_session, refuse_choices
from core.kernels import KERNELS, parameter_meaning
from core.learners import LEARNERS
from core.orders import ORDERS
from core.predictors import PREDICTORS
from core.rules import RULES
from core.run import checked
from core.spec import PARAMETERS, RunSpec, bias_from
from core.ties import TIES

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

Numbers = tuple[float, ...]

DATA_HELP = f"examples and labels: {', '.join(FORMATS)}; or a session: {SUFFIX}"

_NUMBERS = re.compile(r"-[.\d][^,]*,")
_BARE_OPTION = re.compile(r"--[^=]+")


class Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line on stderr and ends with 2."""

    def error(self, message: str) -> NoReturn:
        fail(message)

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """As argparse does, but where stdout cannot be written that is said."""
        if file is None:
            say(self.format_help().rstrip("\n"))
        else:
            super().print_help(file)


def arguments_from(given: Sequence[str] | None) -> list[str]:
    """The arguments, those of the process where none are given.

    A list of numbers that begins with a minus is made the value of the option before it, for argparse takes `-1,2` for
    an option.
    """
    arguments: list[str] = []
    for argument in sys.argv[1:] if given is None else given:
        if _NUMBERS.match(argument) and arguments and _BARE_OPTION.fullmatch(arguments[-1]):
            arguments[-1] += f"={argument}"
        else:
            arguments.append(argument)
    return arguments


def parser_of_kinds(
    command: str, description: str, usage: str, heading: str, words: Iterable[str]
) -> tuple[Parser, Callable[..., Parser]]:
    """The parser of a command that begins with a kind, each told in `words`; and what adds one, by its name."""
    prog = f"python -m core {command}"
    parser = Parser(
        prog=prog,
        usage=f"{prog} KIND {usage} > FILE",
        description=description,
        epilog="\n".join([heading, *words]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    kinds = parser.add_subparsers(dest="kind", metavar="KIND", required=True, help="one of those below")
    return parser, lambda name, words: kinds.add_parser(
        name, prog=f"{prog} {name}", description=words, allow_abbrev=False
    )


def add_data_options(parser: argparse.ArgumentParser) -> None:
    """Which class is +1, and which features to use."""
    group = parser.add_argument_group("data")
    group.add_argument("--positive", metavar="LABEL", help="which class is +1 (one against the rest)")
    group.add_argument("--columns", metavar="A,B", help="which features to use, by name or by number from 1")


def add_run_options(parser: argparse.ArgumentParser) -> None:
    """Learner, order, seed, bias, kernel and limits; None where the command line does not say."""
    group = parser.add_argument_group("run", "What is not given here is as a session says, else as in brackets.")
    group.add_argument("--learner", help=f"{', '.join(LEARNERS)} (standard)")
    group.add_argument("--order", help=f"{', '.join(ORDERS)}; the learner's own unless given")
    group.add_argument("--sequence", metavar="I,J,…", help="rows of the data from 0, the list of the order listed")
    group.add_argument("--seed", type=int, metavar="N", help="the seed of what is drawn at random (0)")
    group.add_argument("--bias", metavar="B", help="1, 0, radius, or a number (1)")
    group.add_argument("--kernel", metavar="NAME", help=f"learn in the feature space of {', '.join(KERNELS)}")
    group.add_argument("--start", metavar="W1,…,B", help="starting weights, w and then b (all 0)")
    group.add_argument("--rule", metavar="NAME", help=f"{', '.join(RULES)}; the learner's own unless given")
    group.add_argument("--predictor", metavar="NAME", help=f"{', '.join(PREDICTORS)}; the learner's own unless given")
    defaults = RunSpec()
    for name, parameter in PARAMETERS.items():
        kind = int if parameter.whole else str if parameter.exact else float
        letter = parameter.letter if parameter.exact else parameter.letter.upper()
        help_text = f"{parameter.letter}, {parameter_meaning(name)} ({float(getattr(defaults, name)):g})"
        group.add_argument(f"--{name}", type=kind, metavar=letter, help=help_text)
    group.add_argument(
        "--tie", metavar="NAME", help=f"what y·a = 0 is: {', '.join(TIES)}, of which the second calls 0 +1 (mistake)"
    )
    group.add_argument("--max-epochs", type=int, metavar="E", help="give up after so many passes (1000)")
    group.add_argument("--max-updates", type=int, metavar="U", help="or so many updates (1000000)")


def given_from(options: argparse.Namespace) -> dict[str, Any]:
    """What the command line says of the run, by field of a RunSpec. Raises InputError."""
    said = {name: getattr(options, name, None) for name in RunSpec.__dataclass_fields__}
    given = {name: value for name, value in said.items() if value is not None}
    return given | {name: read(given[name]) for name, read in _TYPED.items() if name in given}


def spec_from(options: argparse.Namespace, lesson: Session | None = None) -> RunSpec:
    """The run that is asked for: by the command line, else by the lesson.

    Raises InputError for a value or a name that does not exist.
    """
    spec = replace(lesson.spec if lesson else RunSpec(), **given_from(options))
    checked(spec)
    return spec


@dataclass(frozen=True, eq=False)
class Task:
    """What is to be run: the data, one example at least; the run; and the session that both came from, if any."""

    loaded: Loaded
    spec: RunSpec
    lesson: Session | None = None


def task_from(path: str, options: argparse.Namespace) -> Task:
    """The data that were named, or the session, with what the command line says of the run. Raises InputError."""
    spec = spec_from(options)  # what is wrong with the options is said before a file is read
    lesson = lesson_from(path, options)
    loaded = loaded_from(path, options) if lesson is None else Loaded(lesson.dataset)
    insist_on_examples(loaded.dataset, path)
    return Task(loaded, spec_from(options, lesson) if lesson else spec, lesson)


def insist_on_examples(dataset: Dataset, path: str) -> None:
    """Raises InputError where there are none."""
    if not dataset.n:
        raise InputError("there are no examples; at least one is expected", path=path)


def lesson_from(path: str, options: argparse.Namespace) -> Session | None:
    """The session that was named; None for a file of another kind. Raises InputError."""
    if not is_session(path):
        return None
    refuse_choices(path, options.positive, columns_from(options.columns))
    return read_session(path)


def dataset_from(path: str, options: argparse.Namespace) -> Dataset:
    """The data that were named, with the class and the features that were chosen. Raises InputError."""
    return loaded_from(path, options).dataset


def loaded_from(path: str, options: argparse.Namespace) -> Loaded:
    """The same, with what was ambiguous in the file. Raises InputError."""
    return load_with_remarks(path, positive=options.positive, columns=columns_from(options.columns))


def columns_from(text: str | None) -> tuple[str, ...] | None:
    """The features of `--columns A,B`; a name that holds a comma is in quotes, as in a file. Raises InputError."""
    return None if text is None else tuple(split_row(text))


def numbers_from(option: str, text: str, expected: str = "numbers with commas between them are expected") -> Numbers:
    """The list of numbers that was typed after `option`. Raises InputError."""
    try:
        return tuple(float(cell) for cell in text.split(","))
    except ValueError as error:
        raise InputError(f"{option} {text!r} is no list of numbers; {expected}") from error


def sequence_from(text: str | None) -> tuple[int, ...]:
    """The rows of `--sequence I,J,…`, none where it is not given. Raises InputError for what is no row."""
    try:
        return tuple(int(part) for part in text.split(",")) if text else ()
    except ValueError as error:
        raise InputError(
            f"the list of rows {text!r} is not possible; whole numbers with commas are expected"
        ) from error


_TYPED: dict[str, Callable[[str], Any]] = {
    "bias": bias_from,
    "start": partial(numbers_from, "--start"),
    "sequence": sequence_from,
}
"""Fields of a RunSpec that are typed as text."""
