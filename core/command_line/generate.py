"""`python -m core generate KIND [--n N …] > FILE`: data made to a plan, as CSV on stdout."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill

from core.command_line.ending import interruptible, say
from core.command_line.options import Parser, parser_of_kinds
from core.datasets.generators import GENERATORS, SEED, Generator, make_generator
from core.files.formats.delimited import Delimited
from core.spec import Parameter

_INDENT = "    "


def generate_command(arguments: Sequence[str]) -> int:
    """Print the data that the arguments after `generate` ask for; returns the exit code. Raises InputError."""
    options = vars(make_parser().parse_args(arguments))
    name, seed = options.pop("kind"), options.pop("seed")
    with interruptible():
        dataset = make_generator(name, **options).make(seed)
        say("".join(Delimited().written(dataset)).removesuffix("\n"))
    return 0


def make_parser() -> Parser:
    """Return the parser of what comes after `generate`."""
    description = "Make examples and print them as CSV; generate KIND --help tells the numbers of a kind."
    usage, told = "[--seed S] [numbers of the kind]", map(_in_words, GENERATORS.values())
    parser, add = parser_of_kinds("generate", description, usage, "kinds of data:", told)
    for kind_name, kind in GENERATORS.items():
        added = add(kind_name, f"{kind.title}. {kind.watch}").add_argument
        for name, parameter in kind.parameters().items():
            default = getattr(kind(), name)
            number: type[str | float] = str
            shown = default
            if isinstance(parameter, Parameter):
                number, shown = int if parameter.whole else float, f"{default:g}"
            words = f"{parameter.letter}, {parameter.meaning} ({shown})"
            added(f"--{name}", type=number, default=default, metavar=name.upper(), help=words)
        added("--seed", type=int, default=0, metavar="SEED", help=f"{SEED.letter}, {SEED.meaning} (0)")
    return parser


def _in_words(kind: type[Generator]) -> str:
    options = " ".join(f"--{name}" for name in kind.parameters())
    sentence = fill(kind.watch, 100, initial_indent=2 * _INDENT, subsequent_indent=2 * _INDENT)
    return f"{_INDENT}{kind.name} {options}\n{sentence}"
