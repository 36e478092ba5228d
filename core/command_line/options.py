"""The options of a run on a command line; one place for the headless face and the window's."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import Any, NoReturn

from core.command_line.ending import fail, interruptible, say
from core.errors import InputError, listed_names
from core.files import Choices, GapError, Loaded, load_with_remarks
from core.files.disk import refusals
from core.files.formats import FORMATS, SPREADSHEETS
from core.files.rows.reader import split_row
from core.files.session import SUFFIX, Session, is_session, read_session, refuse_choices
from core.files.table.numbers import THOUSANDS, UndecidedError
from core.kernels import parameter_meaning
from core.learners import checked, resolved
from core.numbers.numerals import fraction_in
from core.orders import Visited, find_order
from core.resources import PROGRAM
from core.spec import AXES, OPTIONS, PARAMETERS, RANDOM, RunSpec, bias_from, rows_from
from core.ties import TIES

WINDOW_PROGRAM = "perceptron" if PROGRAM == "perceptron-core" else "python main.py"
"""What one types for the program with the window, which has Qt."""

LESSON = "lesson"
"""The command that checks a lesson and puts it on paper, in both programs."""

PIPE = "-"
"""In the place of a file: CSV from standard input, or the trace to standard output."""

DATA_HELP = (
    f"examples and labels: {', '.join([*FORMATS, *SPREADSHEETS])}; a session: {SUFFIX}; or {PIPE}: CSV from a pipe"
)


class Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line on stderr and ends with 2."""

    def error(self, message: str) -> NoReturn:
        fail(message)

    def print_help(self, file: object = None) -> None:
        """Print the help, and report a stdout that cannot be written; argparse names no `file`."""
        say(self.format_help().rstrip("\n"))


def arguments_from(given: Sequence[str] | None) -> list[str]:
    """Return the arguments, those of the process unless given; `-1,2` is joined to its option, as argparse needs it."""
    arguments: list[str] = []
    for argument in sys.argv[1:] if given is None else given:
        if re.match(r"-[.\d][^,]*,", argument) and arguments and re.fullmatch(r"--[^=]+", arguments[-1]):
            arguments[-1] += f"={argument}"
        else:
            arguments.append(argument)
    return arguments


def parser_of(command: str, description: str, words: str, usage: str | None = None, program: str = PROGRAM) -> Parser:
    """Return the parser of a command, with `words` below its options as they are laid out."""
    return Parser(
        prog=f"{program} {command}",
        usage=usage,
        description=description,
        epilog=words,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


def parser_of_kinds(
    command: str, description: str, usage: str, heading: str, words: Iterable[str]
) -> tuple[Parser, Callable[..., Parser]]:
    """Return the parser of a command that begins with a kind, with `words` for each, and a function that adds one."""
    prog = f"{PROGRAM} {command}"
    parser = parser_of(command, description, "\n".join([heading, *words]), f"{prog} KIND {usage} > FILE")
    kinds = parser.add_subparsers(dest="kind", metavar="KIND", required=True, help="a kind of the list below")
    add = partial(kinds.add_parser, allow_abbrev=False)
    return parser, lambda name, words: add(name, prog=f"{prog} {name}", description=words)


def _add_data_options(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument_group("data").add_argument
    add("--positive", metavar="LABEL", help="which class is +1, or which several: 7,8 or '>=7' (all others are −1)")
    add("--classes", metavar="A,B", help="two of several classes, the first is +1; leave out the others")
    add("--label", metavar="NAME", help="which column holds the labels, by name or by number from 1")
    add("--columns", metavar="A,B", help="which features to use, by name or by number from 1")
    add("--encode", action="store_true", help="make columns of 0 and 1 of features in words")
    add("--skip-incomplete", action="store_true", help="leave out rows in which a number or the label is missing")
    add("--decimal", choices=(".", ","), metavar="SIGN", help="the decimal mark of the numbers in the file: . or ,")
    add("--thousands", choices=THOUSANDS, metavar="SIGN", help="the sign that groups thousands there: . , ' or a blank")
    add("--sheet", metavar="NAME", help="which sheet of a spreadsheet, by name or by number from 1 (1)")


_FIRST = "learner", "order", "sequence", "seed", "bias", "kernel", "start", "start_scale", "rule", "predictor"
"""The options of a run that come first; then come the numbers, the tie, and all others."""


def add_run_options(parser: argparse.ArgumentParser, *, data: bool = True) -> None:
    """Add the options of a run, and of its `data`; None if the command line does not say."""
    if data:
        _add_data_options(parser)
    left_out = "Options left out come from the session, else from the brackets."
    add = parser.add_argument_group("run", left_out).add_argument
    visits = "go round in this order, mistake or not: examples, counted from 1; the others follow (the order visit)"
    for name in dict.fromkeys((*_FIRST, *PARAMETERS, "tie", *OPTIONS)):
        add(f"--{name.replace('_', '-')}", **_argument_of(name))
        if name == "sequence":
            add("--visit", metavar="I,J,…", help=visits)
        if name == "start_scale":
            add("--strict", action="store_true", help="refuse a row of the list listed that is no mistake")


def _argument_of(name: str) -> dict[str, Any]:
    option = OPTIONS[name]
    ties = [f"{entry} ({tie.title})" for entry, tie in TIES.items()]
    entries = ties if name == "tie" else AXES.get(name, ())
    number, metavar, help_text = option.number, option.metavar, option.help.format(", ".join(entries))
    kind = str if number is None or number.exact else int if number.whole else float
    if name in PARAMETERS:
        letter = PARAMETERS[name].letter
        metavar = letter if kind is str else letter.upper()
        help_text = f"{letter}, {parameter_meaning(name)} ({float(getattr(RunSpec, name)):g})"
    return {"type": kind, "metavar": metavar, "help": help_text}


def add_paper_options(add_argument: Callable[..., object]) -> None:
    """Add the size of the paper and the title of a sheet to a parser or a group, by its `add_argument`."""
    add_argument("--paper", choices=("a4", "letter"), default="a4", help="the size of a sheet of paper (a4)")
    add_argument("--title", default="", metavar="TEXT", help="the title of a sheet")


def given_from(options: argparse.Namespace) -> dict[str, Any]:
    """Return the options of the run, by field of a RunSpec. Raise InputError."""
    fields = RunSpec.__dataclass_fields__
    given = {name: value for name, value in vars(options).items() if name in fields and value is not None}
    given |= {name: read(given[name]) for name, read in _TYPED.items() if name in given}
    if options.visit is not None:
        if options.sequence is not None or options.order not in (None, Visited.name):
            raise InputError(f"--visit goes with no other list, and with no order but {Visited.name}; use it alone")
        given |= {"order": Visited.name, "sequence": rows_from(options.visit, first=1)}
    return given


def spec_from(options: argparse.Namespace, lesson: Session | None = None) -> RunSpec:
    """Return the run that is asked for: by the command line, else by the lesson. Raises InputError."""
    spec = replace(lesson.spec if lesson else RunSpec(), **given_from(options))
    checked(spec)
    return spec


@dataclass(frozen=True, eq=False)
class Task:
    """The task: the data with at least one example, the run, and the session that both came from, if any."""

    loaded: Loaded
    spec: RunSpec
    lesson: Session | None = None


@contextmanager
def piped(path: str) -> Iterator[str]:
    """Yield `path`, or for `-` a temporary file with all of standard input, because files are read more than once."""
    if path != PIPE:
        yield path
        return
    with ExitStack() as kept:
        with interruptible(), refusals(Path(path)):
            place = Path(kept.enter_context(TemporaryDirectory(prefix="perceptron-")), "standard-input.csv")
            if sys.stdin is None:
                raise InputError("there is no standard input; name a file", path=path)
            with place.open("wb") as stream:
                copyfileobj(sys.stdin.buffer, stream)
        try:
            yield str(place)
        except InputError as error:
            error.path = path if str(error.path) == str(place) else error.path
            raise


def task_from(path: str, options: argparse.Namespace) -> Task:
    """Return the named data or session, with the options of the run from the command line. Raises InputError."""
    spec_from(options)  # An error in the options is reported before a file is read.
    with piped(path) as place:
        loaded, lesson = _read(place, options)
    if not loaded.dataset.n:
        raise InputError("there are no examples; enter at least one", path=path)
    spec = spec_from(options, lesson)
    if options.sequence is not None or options.visit is not None:
        order, first = find_order(resolved(spec).order or ""), 0 if options.visit is None else 1
        if trouble := order.trouble(spec.sequence, loaded.dataset.n, first):
            raise InputError(trouble)
    return Task(loaded, spec, lesson)


def _read(path: str, options: argparse.Namespace) -> tuple[Loaded, Session | None]:
    if is_session(path):
        refuse_choices(path, choices_from(options))
        lesson = read_session(path)
        return Loaded(lesson.dataset), lesson
    return loaded_from(path, options), None


def loaded_from(path: str, options: argparse.Namespace, features: Sequence[str] | None = None) -> Loaded:
    """Return the data as they were chosen; words become the `features` of other data, if given. Raises InputError."""
    choices = choices_from(options)
    if choices.encode and features is not None:
        choices = replace(choices, columns=features)
    try:
        return load_with_remarks(path, choices)
    except GapError as error:
        # Only the command line has these options, so the reader of files does not name them.
        error.sentence += "; --skip-incomplete leaves such rows out"
        raise
    except UndecidedError as error:
        error.sentence += ", or --decimal or --thousands, which say what the sign means"
        raise


def limited(option: str, value: int, most: int) -> int:
    """Return a whole number that was typed after `option`. Raise InputError unless it is from 1 to `most`."""
    if not 1 <= value <= most:
        raise InputError(f"{option} {value} is not possible; enter a whole number from 1 to {most}")
    return value


def choices_from(options: argparse.Namespace) -> Choices:
    """Return the choices about the data. Raise InputError."""
    if None not in (options.classes, options.positive):
        raise InputError("--positive and --classes both say which class is +1; use one of them")
    if options.decimal is not None and options.decimal == options.thousands:
        raise InputError("--decimal and --thousands are the same sign; enter two different signs")
    positive, negative = options.positive, None
    if options.classes is not None:
        names = split_row(options.classes)
        if len(names) != 2:
            there = f"{len(names)} are named: {listed_names(names)}" if names else "none is named"
            raise InputError(f"choose two classes, the first is +1; {there}")
        positive, negative = names
    columns = None if options.columns is None else tuple(split_row(options.columns))
    others = ("label", "skip_incomplete", "encode", "decimal", "thousands", "sheet")
    return Choices(positive, negative, columns, **{name: getattr(options, name) for name in others})


def numbers_from(option: str, text: str, expected: str = "enter numbers with commas between them") -> tuple[float, ...]:
    """Return the list of numbers that was typed after `option`. Raises InputError."""
    try:
        return tuple(fraction_in(cell) for cell in text.split(","))
    except ValueError as error:
        raise InputError(f"{option} {text!r} is no list of numbers; {expected}") from error


_TYPED: dict[str, Callable[[str], Any]] = {
    "bias": bias_from,
    "start": lambda text: RANDOM if text == RANDOM else numbers_from("--start", text),
    "sequence": partial(rows_from, first=0),
}
"""Fields of a RunSpec that are typed as text."""
