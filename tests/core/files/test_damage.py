"""Thousands of damaged files in every format: each is refused in a sentence, or read, and soon."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from operator import itemgetter
from pathlib import Path

import numpy as np
import pytest

from core import files
from core.datasets.dataset import Dataset
from core.errors import InputError
from core.files.formats import FORMATS
from core.files.session import SUFFIX, HeldOutFile, Session, is_session, read_session, write_session
from core.spec import RunSpec
from tests.core.files.damage import damaged
from tests.partly_slow import partly_slow

LONGEST = 410
"""A sentence of 400 characters, and the mark of what was left out in its middle."""
MOST_TIMES, TRIES = 400, 3
"""The most that a damaged file may take, in times of writing all the sound ones: a line of 20,000 cells takes 280."""
MOST_BYTES = 300e6
WIDE = 500, 8_000
MOST_GROWTH = 28
"""Of the time of reading, where a table is 16 times as wide: to look up each column among all would take 40."""
FEW, MANY = 40, 400
DATASETS = (
    Dataset([[1.5, -2.0], [0.25, 1e-3], [3.0, 4.0], [-1.0, 0.0]], [1, -1, 1, -1], ("width", "height"), ("no", "yes")),
    Dataset([[1.0]], [1]),
    Dataset([[1e100, 5e-324, 0.1]] * 12, [1, -1] * 6, ("a, b", 'c"d', "e;f"), ("0", "1")),
    Dataset(np.random.default_rng(0).normal(size=(60, 4)), [1, -1, 1] * 20),
)
SPECS = (
    RunSpec(),
    RunSpec("voted", "shuffled", 7, bias="radius", start=(1.0, 2.0, 3.0)),
    RunSpec("kernel", kernel="rbf"),
)


def sound(folder: Path, suffix: str) -> list[bytes]:
    """Files as the program writes them."""
    paths = [folder / f"sound{number}{suffix}" for number in range(len(DATASETS) * len(SPECS))]
    for path, (dataset, spec) in zip(paths, product(DATASETS, SPECS), strict=True):
        if suffix == SUFFIX:
            write_session(lesson(dataset, spec), path)
        else:
            files.write(dataset, path)
    return [path.read_bytes() for path in paths]


def lesson(dataset: Dataset, spec: RunSpec) -> Session:
    """A session with something in every part."""
    start = None if spec.start is None else tuple(range(dataset.d + 1))
    view = {"panel": "Theory", "pan": [0.5, [1, 2]], "layers": {"fan": True}}
    held_out = HeldOutFile("others.csv", dataset)
    return Session(dataset, replace(spec, start=start), 3, "Why", "It ends.", view, ("scaled",), held_out)


Reader = Callable[[Path], Dataset | None]
READERS: dict[str, Reader] = {
    "load": lambda path: files.load_with_remarks(path).dataset,
    "one class": lambda path: files.load(path, positive="yes", columns=[1]),
    "held out": lambda path: files.load_held_out(path, DATASETS[0]),
    "questions": lambda path: Dataset(X := files.load_questions(path, DATASETS[0].features).X, np.ones(len(X), int)),
    "survey": lambda path: None if is_session(path) else (files.survey(files.read_table(path), path=path), None)[1],
    "session": lambda path: read_session(path).dataset if is_session(path) else None,
}
"""Every way in which a file is read."""


def is_read(read: Reader, path: Path) -> bool:
    """Whether it is; after looking at what is said where it is not."""
    dataset, said = None, ""
    try:
        dataset = read(path)
    except InputError as error:
        said = sentence(error, path)
    assert dataset is None or np.isfinite(dataset.X).all()
    return not said


def sentence(error: InputError, path: Path) -> str:
    """What it says of the file, which has to be plain, and foreseen."""
    assert error.path == path
    assert "cannot be read" not in error.sentence, error.sentence
    assert 0 < len(error.sentence) <= LONGEST
    assert str(error).isprintable(), str(error)
    return error.sentence


@pytest.mark.parametrize("suffix", [*FORMATS, SUFFIX, ".dat", ""])
@partly_slow("many", [FEW], [MANY])
def test_a_damaged_file_is_refused_in_a_sentence_or_read(tmp_path: Path, suffix: str, many: int) -> None:
    chance, read = random.Random(f"{suffix} {many}"), 0
    path, before = tmp_path / f"damaged{suffix}", peak_bytes()
    readers, whole = list(READERS.values()), sound(tmp_path, suffix)
    longest = (0.0, readers[0], b"")
    for number in range(many):
        content, read_by = damaged(chance.choice(whole), chance), readers[number % len(readers)]
        path.write_bytes(content)
        began = time.thread_time()
        read += is_read(read_by, path)
        longest = max(longest, (time.thread_time() - began, read_by, content), key=itemgetter(0))
    assert many / 20 < read < many
    assert peak_bytes() - before < MOST_BYTES
    _, read_by, content = longest
    path.write_bytes(content)
    assert least_s(lambda: is_read(read_by, path)) < MOST_TIMES * least_s(lambda: sound(tmp_path, suffix))


@pytest.mark.slow
@pytest.mark.parametrize("reader", READERS)
def test_the_time_of_reading_grows_as_the_table_is_wide(tmp_path: Path, reader: str) -> None:
    path, spent = tmp_path / "wide.csv", []
    for width in WIDE:
        path.write_text(f"{','.join(f'x{j}' for j in range(width))},label\n{'1.5,' * width}yes\n{'-2,' * width}no\n")
        spent.append(least_s(lambda: is_read(READERS[reader], path)))
    assert spent[1] < MOST_GROWTH * spent[0]


def least_s(work: Callable[[], object]) -> float:
    """Of some tries: the collector of what is forgotten, and other programs, take their time out of the others."""
    spent = []
    for _ in range(TRIES):
        began = time.thread_time()
        work()
        spent.append(time.thread_time() - began)
    return min(spent)


def peak_bytes() -> float:
    """The most memory that this process has had; 0 where the system does not say."""
    if sys.platform == "win32":
        return 0
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
