"""`python -m core generate KIND [--n N …] > FILE`: data made to a plan, as CSV on stdout."""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from textwrap import fill

from core.command_line.ending import interruptible, say
from core.command_line.options import Parser
from core.datasets.generators import GENERATORS, SEED, Generator, make_generator
from core.files.formats.delimited import Delimited
from core.spec import Parameter

COMMAND = "generate"
"""The first argument that asks for this."""

_WIDTH = 100
_INDENT = "    "


def generate_command(arguments: Sequence[str]) -> int:
    """Print the data that the arguments after `generate` ask for; returns the exit code. Raises InputError."""
    options = vars(_parser().parse_args(arguments))
    name, seed = options.pop("kind"), options.pop("seed")
    with interruptible():
        dataset = make_generator(name, **options).make(seed)
        say("".join(Delimited().written(dataset)).removesuffix("\n"))
    return 0


def _parser() -> Parser:
    parser = Parser(
        prog=f"python -m core {COMMAND}",
        usage=f"python -m core {COMMAND} KIND [--seed S] [numbers of the kind] > FILE",
        description=f"Make examples and print them as CSV; {COMMAND} KIND --help tells the numbers of a kind.",
        epilog="\n".join(["kinds of data:", *map(_in_words, GENERATORS.values())]),
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    kinds = parser.add_subparsers(dest="kind", metavar="KIND", required=True, help="one of those below")
    for name, kind in GENERATORS.items():
        words = f"{kind.title}. {kind.watch}"
        prog = f"python -m core {COMMAND} {name}"
        _add_numbers(kinds.add_parser(name, prog=prog, description=words, allow_abbrev=False), kind)
    return parser


def _add_numbers(parser: ArgumentParser, kind: type[Generator]) -> None:
    defaults = kind()
    for name, parameter in kind.parameters().items():
        default = getattr(defaults, name)
        if isinstance(parameter, Parameter):
            number = int if parameter.whole else float
            words = f"{parameter.letter}, {parameter.meaning} ({default:g})"
            parser.add_argument(f"--{name}", type=number, default=default, metavar=name.upper(), help=words)
        else:
            words = f"{parameter.letter}, {parameter.meaning} ({default})"
            parser.add_argument(f"--{name}", default=default, metavar=name.upper(), help=words)
    parser.add_argument("--seed", type=int, default=0, metavar="SEED", help=f"{SEED.letter}, {SEED.meaning} (0)")


def _in_words(kind: type[Generator]) -> str:
    """The kind, its numbers and its sentence."""
    options = " ".join(f"--{name}" for name in kind.parameters())
    sentence = fill(kind.watch, _WIDTH, initial_indent=2 * _INDENT, subsequent_indent=2 * _INDENT)
    return f"{_INDENT}{kind.name} {options}\n{sentence}"
