"""The options of both programs, from their parsers: docs/options.md, which this module writes, and the pages of `man`.

`python -m tools.manual`; so an option that is added to a parser, or to `core.spec`, is told by `--help` and here.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from core import __main__ as headless
from core import __version__
from core.command_line import compare, experiment, generate, lesson
from core.command_line.options import WINDOW_PROGRAM
from core.resources import PROGRAM
from perceptron_gui.program import command_line as window

PAGE = Path(__file__).resolve().parents[1] / "docs" / "options.md"
_NAMES = {PROGRAM: "perceptron-core", WINDOW_PROGRAM: "perceptron"}
"""What one types in a checkout → what one types where it is installed."""
_INTRODUCTION = """\
# Options

All options of `perceptron`, the program with the window, and of `perceptron-core`, which needs no Qt.
`--help` prints the same. [The command line](command-line.md) has examples, and says what comes out.
`make options` writes this page from the program."""
_HELP = "-h, --help"
_UNNAMED = "options", "positional arguments"
"""The titles that argparse gives to groups."""


@dataclass
class _Group:
    """Options under one title, with the words above them."""

    title: str = ""
    words: list[str] = field(default_factory=list)
    actions: list[argparse.Action] = field(default_factory=list)

    def without(self, told: Iterable[str]) -> _Group:
        return _Group(self.title, self.words, [action for action in self.actions if _typed(action) not in told])


class _Reader(argparse.HelpFormatter):
    """Keeps what a parser has its formatter lay out, because it tells its groups to nobody else."""

    def __init__(self, groups: list[_Group]) -> None:
        super().__init__(prog="")
        self._groups = groups

    def add_usage(self, *_: object, **__: object) -> None:
        """Leave out the usage, which `_Command.usage` is."""

    def start_section(self, heading: str | None) -> None:
        self._groups.append(_Group(heading or ""))

    def end_section(self) -> None:
        self._groups.append(_Group())

    def add_text(self, text: str | None) -> None:
        self._groups[-1].words += [text] if text else []

    def add_arguments(self, actions: Iterable[argparse.Action]) -> None:
        self._groups[-1].actions += actions


class _Command:
    """A program, one of its commands, or a kind of one, as it is told where the program is installed."""

    def __init__(self, parser: argparse.ArgumentParser) -> None:
        self._parser = parser
        self.name = _installed(parser.prog)
        self.description = parser.description or ""
        groups = [_Group()]
        before, parser.formatter_class = parser.formatter_class, lambda prog: _Reader(groups)
        parser.format_help()
        parser.formatter_class = before
        unnamed = [action for group in groups if group.title in _UNNAMED for action in group.actions]
        named = [group for group in groups if group.actions and group.title not in _UNNAMED]
        self.groups = [_Group(actions=unnamed), *named]
        self.actions = [action for group in self.groups for action in group.actions]
        choices = [action.choices for action in self.actions if isinstance(action.choices, dict)]
        self.kinds = {name: _Command(kind) for chosen in choices for name, kind in chosen.items()}

    def own(self) -> list[_Group]:
        """Return its groups without what is told elsewhere; those of a program that has commands tell its help."""
        told = {_typed(action) for group in SHARED for action in group.actions}
        if self.name not in PROGRAMS:
            told |= {_HELP, "DATA", *("KIND" for _ in self.kinds)}
        return [group for group in (each.without(told) for each in self.groups) if group.actions]

    @property
    def also(self) -> str:
        """A sentence if the options of both programs go with it."""
        titles = {group.title for each in (self, *self.kinds.values()) for group in each.groups}
        return (
            "The options that both programs take go with it, too." if {each.title for each in SHARED} <= titles else ""
        )

    @property
    def usage(self) -> str:
        arguments = [_typed(action) for action in self.actions if not action.option_strings]
        return _installed(self._parser.usage or " ".join([self.name, "[options]", *arguments]))

    @property
    def words(self) -> str:
        """The words below the options, which say of a program what `COMMANDS` are, and of a command what kinds are."""
        is_program = self.name in PROGRAMS
        return "" if is_program or self.kinds else _installed(self._parser.epilog or "")


def _installed(text: str) -> str:
    for typed, name in _NAMES.items():
        text = text.replace(typed, name)
    return text


def _typed(action: argparse.Action) -> str:
    """Return what one types: `--seed N`, or `DATA`."""
    chosen = "" if action.choices is None else ",".join(map(str, action.choices))
    value = str(action.metavar or (f"{{{chosen}}}" if chosen else action.dest.upper()))
    if action.nargs == 0:
        value = ""
    elif action.nargs == "*":
        value = f"[{value} …]"
    return f"{', '.join(action.option_strings)} {value}".strip()


_WRITERS = dict.fromkeys((*lesson.HTML, ".pdf"), lesson.HTML[".html"])
PROGRAMS = {
    "perceptron": [_Command(window.make_parser()), _Command(lesson.make_parser(WINDOW_PROGRAM, _WRITERS))],
    "perceptron-core": [
        _Command(headless.make_parser()),
        *(_Command(command.make_parser()) for command in (generate, experiment, compare)),
        _Command(lesson.make_parser(PROGRAM, lesson.HTML)),
    ],
}
"""Name → the program without a command, and with each."""
SHARED = [
    group
    for group in PROGRAMS["perceptron-core"][0].groups
    if group.title and group.title in {other.title for other in PROGRAMS["perceptron"][0].groups}
]
"""What both programs take."""


def options_page() -> str:
    """Return docs/options.md: what both programs take, and what else each of them, and each of its commands, takes."""
    parts = [_INTRODUCTION, "## Both programs", *_told(SHARED)]
    for command in (command for commands in PROGRAMS.values() for command in commands):
        parts += [f"## {command.name}", f"    {command.usage}"]
        parts += [_marked(f"{command.description} {command.also}".strip()), *_told(command.own())]
        if command.kinds:
            parts.append(_table(_rows_of_kinds(command), "kind"))
        if command.words:
            parts.append("\n".join(f"    {line}" for line in command.words.splitlines()))
    return "\n\n".join(parts) + "\n"


def _told(groups: Iterable[_Group]) -> Iterator[str]:
    for group in groups:
        if group.title:
            yield f"### {group.title[0].upper()}{group.title[1:]}"
            yield from map(_marked, group.words)
        yield _table(_row(action) for action in group.actions)


def _rows_of_kinds(command: _Command) -> Iterator[tuple[str, str]]:
    """Yield a row for what every kind takes, and a row for each kind with what it takes besides."""
    lists = [[_row(action) for group in kind.own() for action in group.actions] for kind in command.kinds.values()]
    common = set.intersection(*map(set, lists))
    yield from sorted(common)
    for (name, kind), rows in zip(command.kinds.items(), lists, strict=True):
        numbers = "; ".join(f"{typed}: {words}" for typed, words in rows if (typed, words) not in common)
        yield name, f"{kind.description} {numbers}".strip()


def _row(action: argparse.Action) -> tuple[str, str]:
    return _typed(action), action.help or ""


def _table(rows: Iterable[tuple[str, str]], heading: str = "option") -> str:
    # An upright line would end the cell, and in code not every reader of Markdown takes its escape away.
    cells = ((typed.replace("|", " or "), _marked(words)) for typed, words in rows)
    lines = (f"| `{typed}` | {words} |" for typed, words in cells)
    return "\n".join([f"| {heading} | |", "| --- | --- |", *lines])


def _marked(text: str) -> str:
    """Return a text as Markdown that shows it."""
    return "".join(f"\\{letter}" if letter in "\\*_|<`" else letter for letter in _installed(text))


def man_pages(date: str) -> dict[str, str]:
    """Return the name of each program → its page for `man`, made on that `date`."""
    return {name: "\n".join(_man_page(name, commands, date)) + "\n" for name, commands in PROGRAMS.items()}


def _man_page(name: str, commands: list[_Command], date: str) -> Iterator[str]:
    program, *others = commands
    yield f'.TH {_roff(name.upper())} 1 {date} "Perceptron {__version__}" "User Commands"'
    yield from (".SH NAME", _roff(f"{name} - {program.description.rstrip('.')}"), ".SH SYNOPSIS")
    for command in commands:
        yield from (f".B {_roff(command.usage)}", ".br")
    yield from (".SH DESCRIPTION", _roff(program.description), ".SH OPTIONS", *_in_roff([*program.own(), *SHARED]))
    for command in others:
        yield from (f".SH {_roff(command.name.upper())}", _roff(f"{command.description} {command.also}".strip()))
        yield from _in_roff(command.own())
        for kind_name, kind in command.kinds.items():
            yield from (f".SS {_roff(kind_name)}", _roff(kind.description), *_in_roff(kind.own()))
        if command.words:
            yield from (".PP", ".nf", _roff(command.words), ".fi")
    yield from (".SH EXIT STATUS", "0, 2 after an error, which is one line on standard error, or 130 after Ctrl-C.")
    other = next(other for other in PROGRAMS if other != name)
    yield from (".SH SEE ALSO", f".BR {_roff(other)} (1)")


def _in_roff(groups: Iterable[_Group]) -> Iterator[str]:
    for group in groups:
        if group.title:
            yield from (f".SS {_roff(group.title)}", *map(_roff, group.words))
        for action in group.actions:
            yield from (".TP", f".B {_roff(_typed(action))}", _roff(action.help or ""))


def _roff(text: str) -> str:
    """Return a text as the lines that show it: no character of it is a command."""
    plain = _installed(text).replace("\\", "\\e").replace("-", "\\-")
    return "\n".join(f"\\&{line}" if line[:1] in {".", "'"} else line for line in plain.splitlines())


if __name__ == "__main__":
    PAGE.write_text(options_page(), "utf-8")
