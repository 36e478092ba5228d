"""The command lines that documents tell, and files on which they can be run."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from shutil import copy

from core.lessons.lesson_files import lesson_files
from tests.places import DATASETS

_WORDS = {"W1,W2,B": "1,4,-9.5", "pear,plum": "setosa,virginica"}
"""What stands for a person's own data → what it is in the files of `make_files`."""


@dataclass(frozen=True)
class Told:
    """A command line of a document, as one types it for the files of `make_files`."""

    program: str
    arguments: list[str]
    into: str | None = None
    """The file into which its output goes."""


def told_by(*pages: Path) -> Iterator[Told]:
    """Yield the command lines of the pages."""
    for line in (line for page in pages for line in page.read_text("utf-8").splitlines()):
        if found := re.match(r"    (perceptron(?:-core)?) (.+)", line):
            words = shlex.split(found[2].split("  #")[0])
            chosen = {"--classes": "classes.csv", ">=7": "ratings.csv"}
            own = {"DATA": next((file for word, file in chosen.items() if word in words), "data.csv"), **_WORDS}
            typed = [own.get(word, word) for word in words]
            end = typed.index(">") if ">" in typed else len(typed)
            yield Told(found[1], typed[:end], next(iter(typed[end + 1 :]), None))


def make_files(folder: Path) -> None:
    """Put the files that the command lines name into `folder`."""
    copy(DATASETS / "iris_setosa_virginica.csv", folder / "data.csv")
    copy(DATASETS / "iris_setosa_virginica.csv", folder / "other.csv")
    copy(DATASETS / "iris.csv", folder / "classes.csv")
    copy(lesson_files()[0], folder / "lesson.toml")
    (folder / "ratings.csv").write_text("a,b,rating\n1,2,5\n2,1,6\n4,4,7\n5,3,8\n")
