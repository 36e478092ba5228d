"""Thousands of damaged files: each is refused in one clean sentence, or read as a plain reader reads it."""

from __future__ import annotations

import csv
import io
import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from core import files
from core.errors import InputError
from core.files import disk

NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
SCRAPS = [*"0123456789.,;:-+eE{}%#?@'\t \n\r\0\"", "\r\n", "NA", "−", "é", "\u2028", "nan", "1e999", "0" * 30, "1 1:1"]

Truth = list[tuple[list[float], str]]
"""Of every row the features, and the text of the label."""


def number(cell: str) -> float:
    text = cell.strip().replace("−", "-")
    if not NUMBER.fullmatch(text) or abs(float(text)) > 1e100:
        raise ValueError(cell)
    return float(text)


def lines_of(text: str) -> list[str]:
    return re.split(r"\r\n|\r|\n", text)


def plain_csv(delimiter: str, *, comma: bool) -> Callable[[str], Truth | None]:
    def read(text: str) -> Truth | None:
        if re.search(r' "|" |(?:^|[\r\n]) *#|[0-9]\.[0-9]{3},', text):
            return None  # the csv module knows nothing of spaces around quotes, of comments and of grouped thousands
        rows = [
            row for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) if "".join(row).strip(" ")
        ]
        cells = [[cell.strip(" ") for cell in row] for row in rows[1:]]
        if any(len(row) != len(rows[0]) for row in cells):
            raise ValueError("ragged")
        return [([number(cell.replace(",", ".") if comma else cell) for cell in row[:-1]], row[-1]) for row in cells]

    return read


def plain_svmlight(text: str) -> Truth:
    joined = (re.sub(r":[ \t]+(?=[^ \t:]+(?:[ \t]|$))", ":", line.split("#")[0]) for line in lines_of(text))
    contents = [re.findall(r"[^ \t]+", line) for line in joined]
    rows = [(words[0], dict(word.split(":", 1) for word in words[1:])) for words in contents if words]
    pairs = [({int(j): number(v) for j, v in found.items() if j != "qid"}, label) for label, found in rows]
    highest = max(j for found, _ in pairs for j in found)
    lowest = min(1, *(j for found, _ in pairs for j in found))
    return [([found.get(j, 0.0) for j in range(lowest, highest + 1)], label) for found, label in pairs]


def plain_arff(text: str) -> Truth | None:
    _, data = re.split(r"(?im)^\s*@data\b[^\r\n]*", text, maxsplit=1)
    if '"' in data or re.search(r"'[^\r\n]*%|\{|\s'", data):
        return None  # the csv module knows nothing of these
    lines = [line.split("%")[0].strip() for line in lines_of(data)]
    rows = csv.reader([line for line in lines if line], quotechar="'", skipinitialspace=True)
    return [([number(cell) for cell in row[:-1]], row[-1].strip()) for row in rows]


@dataclass(frozen=True)
class Kind:
    """A sort of file: how a sound one is made, and how a plain reader reads it."""

    suffix: str
    make: Callable[[random.Random], str]
    plain: Callable[[str], Truth | None]
    """None where it cannot tell."""


def rows(chance: random.Random, write: Callable[[float], str] = repr) -> list[list[str]]:
    labels = chance.choice([["a", "b"], ["-1", "+1"], ["0", "1"], ["setosa", "versicolor and more"]])
    return [
        [*(write(round(chance.gauss(0, 10), chance.randint(0, 17))) for _ in range(2)), chance.choice(labels)]
        for _ in range(chance.randint(1, 12))
    ]


def made_csv(chance: random.Random) -> str:
    return "".join(f"{','.join(row)}\n" for row in [["x", "y", "label"], *rows(chance)])


def made_quoted(chance: random.Random) -> str:
    cells = [["x", "y", "label"], *rows(chance)]
    return "".join(",".join(f'"{cell}"' for cell in row) + "\r\n" for row in cells)


def made_german(chance: random.Random) -> str:
    cells = rows(chance, lambda value: repr(value).replace(".", ","))
    return "".join(f"{';'.join(row)}\r\n" for row in [["x", "y", "label"], *cells])


def made_svmlight(chance: random.Random) -> str:
    return "".join(f"{label.split()[0]} 1:{x} 3:{y}\n" for x, y, label in rows(chance))


def made_arff(chance: random.Random) -> str:
    head = "@relation r\n@attribute x real\n@attribute y real\n@attribute class string\n@data\n"
    return head + "".join(f"{x},{y},'{label}'\n" for x, y, label in rows(chance))


KINDS = {
    "csv": Kind(".csv", made_csv, plain_csv(",", comma=False)),
    "quoted": Kind(".csv", made_quoted, plain_csv(",", comma=False)),
    "german": Kind(".csv", made_german, plain_csv(";", comma=True)),
    "svmlight": Kind(".svm", made_svmlight, plain_svmlight),
    "arff": Kind(".arff", made_arff, plain_arff),
}


FILES = 150
each_kind = pytest.mark.parametrize(
    ("name", "made"),
    [
        pytest.param(name, made, id=f"{name}-{made}", marks=[pytest.mark.slow] if made > FILES else [])
        for name in KINDS
        for made in (FILES, 1_000)
    ],
)
"""Files of each kind: few by which most of what breaks is found, and many."""


def damaged(text: str, chance: random.Random, after: int) -> str:
    for _ in range(chance.randint(0, 3)):
        start = chance.randint(after, len(text))
        end = min(start + chance.choice([0, 0, 1, 1, 2, 10]), len(text))
        text = text[:start] + chance.choice(["", chance.choice(SCRAPS), text[start:end] * 2]) + text[end:]
    return text


def outcome(path: Path) -> tuple[list[list[float]], list[int]] | str:
    try:
        loaded = files.load_with_remarks(path)
    except InputError as error:
        message = str(error)
        assert message.startswith(str(path))
        assert message.isprintable()
        assert len(message) < len(str(path)) + 250
        return message
    if any("left out" in note for note in loaded.notes):
        return f"{path}: {loaded.notes[0]}"  # a whole column was damaged, and that is said
    return loaded.dataset.X.tolist(), loaded.dataset.y.tolist()


@pytest.mark.usefixtures("either_way")
@each_kind
def test_a_damaged_file_is_refused_or_read_right(name: str, made: int, tmp_path: Path) -> None:
    kind, chance, read = KINDS[name], random.Random(name), 0
    path = tmp_path / f"data{kind.suffix}"
    for _ in range(made):
        text = kind.make(chance)
        first = (
            0 if kind.suffix == ".svm" else text.index("@data") + 6 if kind.suffix == ".arff" else text.index("\n") + 1
        )
        text = damaged(text, chance, first)
        path.write_bytes(text.encode())
        found = outcome(path)
        if isinstance(found, str):
            continue
        read += 1
        truth = kind.plain(text)
        if truth is None:
            continue
        assert found[0] == [features for features, _ in truth], text
        signs = dict(zip((label for _, label in truth), found[1], strict=True))
        assert [signs[label] for _, label in truth] == found[1], text
    assert made / 4 < read < made * 0.95


@pytest.mark.usefixtures("either_way")
@each_kind
def test_a_damaged_file_means_the_same_however_it_is_cut_into_blocks(
    name: str, made: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind, chance = KINDS[name], random.Random(name)
    path = tmp_path / f"data{kind.suffix}"
    for _ in range(made // 4):
        path.write_bytes(damaged(kind.make(chance), chance, 0).encode())
        outcomes = []
        for size in (1 << 18, 40):
            monkeypatch.setattr(disk, "BLOCK_BYTES", size)
            outcomes.append(outcome(path))
        whole, cut = (found.split(": ")[:2] if isinstance(found, str) else found for found in outcomes)
        assert whole == cut, path.read_bytes()


def test_bytes_at_random_are_refused_in_a_sentence(tmp_path: Path) -> None:
    chance = random.Random(1)
    for suffix in (".csv", ".tsv", ".txt", ".svm", ".arff", ".dat"):
        path = tmp_path / f"data{suffix}"
        for _ in range(FILES // 6):
            path.write_bytes(chance.randbytes(chance.randint(0, 200)))
            outcome(path)


@each_kind
def test_a_survey_of_a_damaged_file_is_refused_or_shows_what_would_be_read(
    name: str, made: int, tmp_path: Path
) -> None:
    kind, chance, read = KINDS[name], random.Random(name), 0
    path = tmp_path / f"data{kind.suffix}"
    for _ in range(made // 4):
        path.write_bytes(damaged(kind.make(chance), chance, 0).encode())
        found = outcome(path)
        try:
            survey = files.survey(files.read_table(path))
        except InputError:
            assert isinstance(found, str), path.read_bytes()
            continue
        if isinstance(found, str):
            continue
        read += 1
        columns = [survey.sample.values[feature].tolist() for feature in survey.features]
        assert [list(row) for row in zip(*columns, strict=True)] == found[0], path.read_bytes()
        assert [1 if kind == survey.positive else -1 for kind in survey.sample.kinds] == found[1], path.read_bytes()
        assert (survey.n, survey.faults) == (len(found[1]), {})
    assert read > made // 40
