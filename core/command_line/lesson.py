"""`python -m core lesson FILE`: check a lesson, and put it on paper."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from core.command_line.ending import interruptible, say
from core.command_line.options import PROGRAM, Parser
from core.errors import InputError
from core.files.disk.atomic import atomic_file, refuse_same_file
from core.files.disk.refusals import naming
from core.lessons.checking import check_lesson
from core.lessons.reading import read_lesson
from core.lessons.worksheet import answers_beside, worksheet
from core.numbers.numerals import counted

COMMAND = "lesson"


def lesson_command(arguments: Sequence[str]) -> int:
    """Check the lesson, and write its sheets where they are asked for. Raises InputError for one that is wrong."""
    options = _parser().parse_args(arguments)
    given = Path(options.file)
    if options.seed < 0:
        raise InputError(f"seed {options.seed} is not possible; a whole number from 0 up is expected")
    with interruptible():
        lesson = read_lesson(given)
        with naming(given):
            check_lesson(lesson)
        if options.worksheet is not None:
            path = Path(options.worksheet)
            refuse_same_file((options.file,), (str(path), str(answers_beside(path))))
            blank, answers = worksheet(lesson, options.seed)
            with atomic_file(path) as first, atomic_file(answers_beside(path)) as second:
                first.write(blank.encode())
                second.write(answers.encode())
        say(f"{lesson.title}: {counted(len(lesson.steps), 'step')}, nothing wrong.")
    return 0


def _parser() -> ArgumentParser:
    parser = Parser(
        prog=f"{PROGRAM} {COMMAND}",
        description="Check a lesson: its words, its data, and that the run answers each of its questions.",
        allow_abbrev=False,
    )
    parser.add_argument("file", metavar="FILE", help="a lesson in TOML; docs/lessons.md describes it")
    parser.add_argument(
        "--worksheet",
        metavar="OUT.html",
        help="write a sheet with gaps, and beside it OUT-answers.html with the answers",
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="S", help="the order of the examples on the sheet; 0: as in the file (0)"
    )
    return parser
