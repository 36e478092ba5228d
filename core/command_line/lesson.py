"""`python -m core lesson FILE`: check a lesson, and put it on paper."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from core.command_line.ending import interruptible, say
from core.command_line.options import LESSON, WINDOW_PROGRAM, add_paper_options, parser_of
from core.errors import InputError
from core.explain.report.documents import page
from core.explain.report.parts import Report
from core.files.atomic import atomic_file, refuse_same_file
from core.files.disk import naming
from core.lessons.lesson import check_lesson, read_lesson
from core.lessons.worksheet import answers_beside, worksheet
from core.numbers.numerals import counted
from core.resources import PROGRAM

PaperWriter = Callable[[Sequence[Report]], Iterable[bytes]]
"""Makes the bytes of files from sheets."""
HTML: Mapping[str, PaperWriter] = {".html": lambda sheets: (page(sheet, {}).encode() for sheet in sheets)}
"""Suffix of a worksheet → what writes it without Qt."""


def lesson_command(arguments: Sequence[str], writers: Mapping[str, PaperWriter] = HTML, program: str = PROGRAM) -> int:
    """Check the lesson, and write its sheets with the `writers` of the `program` that is run. Raises InputError."""
    options = make_parser(program, writers).parse_args(arguments)
    given, path = Path(options.file), Path(options.worksheet or "")
    write = None if options.worksheet is None else _writer(path, writers)
    if options.seed < 0:
        raise InputError(f"seed {options.seed} is not possible; enter a whole number from 0")
    with interruptible():
        lesson = read_lesson(given)
        with naming(given):
            check_lesson(lesson, on_paper=write is not None)
        if write is not None:
            beside = answers_beside(path)
            refuse_same_file((options.file,), (str(path), str(beside)))
            sheets = worksheet(lesson, options.seed, options.paper, options.title)
            with atomic_file(path, pipes=True) as blank, atomic_file(beside, pipes=True) as answers:
                for stream, content in zip((blank, answers), write(sheets), strict=True):
                    stream.write(content)
        say(f"{lesson.title}: {counted(len(lesson.steps), 'step')}, nothing wrong.")
    return 0


def _writer(path: Path, writers: Mapping[str, PaperWriter]) -> PaperWriter:
    suffix = path.suffix.lower()
    if suffix in writers:
        return writers[suffix]
    expected = f"enter {' or '.join(writers)}"
    if suffix == ".pdf":
        expected += f", or `{WINDOW_PROGRAM} {LESSON} FILE --worksheet OUT.pdf`, which can write one"
    raise InputError(f"{suffix or 'no suffix'} is not a kind of worksheet here; {expected}", path=path)


def make_parser(program: str, writers: Mapping[str, PaperWriter]) -> ArgumentParser:
    """Return the parser of what comes after `lesson` in the `program`."""
    description = "Check a lesson: its words, its data, and that the run answers each of its questions."
    parser = parser_of(LESSON, description, "", program=program)
    add = parser.add_argument
    add("file", metavar="FILE", help="a lesson in TOML; docs/lessons.md describes it")
    sheet = f"write a sheet with gaps, as {' or '.join(writers)}, and beside it OUT-answers.html with the answers"
    add("--worksheet", metavar="OUT.html", help=sheet)
    order = "the order of the examples on the sheet; 0: as in the file (0)"
    add("--seed", type=int, default=0, metavar="S", help=order)
    add_paper_options(add)
    return parser
