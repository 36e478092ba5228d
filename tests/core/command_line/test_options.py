"""What a run is asked for with, written as one would type it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from core.command_line.options import Parser, add_run_options, arguments_from, spec_from
from core.spec import OPTIONS, RunSpec, options_of
from tests.core.conftest import Headless
from tests.core.tables import every_pair, named
from tests.partly_slow import partly_slow
from tests.places import DATASETS, ROOT


@pytest.mark.parametrize("spec", [*every_pair(), RunSpec(), RunSpec(bias="radius", gamma=1e-7)], ids=named)
def test_the_options_of_a_run_ask_for_just_this_run(spec: RunSpec) -> None:
    parser = Parser(allow_abbrev=False)
    add_run_options(parser)
    assert spec_from(parser.parse_args(arguments_from(options_of(spec)))) == spec


def test_every_field_of_a_run_is_an_option_with_a_line_of_help() -> None:
    parser = Parser(allow_abbrev=False)
    add_run_options(parser)
    told = parser.format_help()
    assert list(OPTIONS) == list(RunSpec.__dataclass_fields__)
    for name, option in OPTIONS.items():
        assert option.title
        assert re.search(rf"--{name.replace('_', '-')} \S.*\s[^-]", told)


def _piped(text: bytes, *arguments: object, folder: Path) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "TMPDIR": str(folder), "TEMP": str(folder)}
    command = [sys.executable, "-m", "core", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, env=environment, input=text, capture_output=True, check=False)


_OTHER = str(DATASETS / "ring.csv")
"""Has the features and the classes of the text that is piped."""


@partly_slow(
    "command",
    [("-",), ("OTHER", "--max-epochs", "9", "--holdout", "-")],
    [
        ("experiment", "orders", "-"),
        ("compare", "-", "--entries", "voted"),
        ("compare", "OTHER", "--entries", "voted", "--max-epochs", "9", "--holdout", "-", "--seeds", "2"),
        ("OTHER", "--max-epochs", "9", "--predict", "-", "--predictions", "/dev/stdout"),
    ],
    ids=" ".join,
)
def test_a_dash_reads_csv_from_a_pipe_and_leaves_nothing_behind(tmp_path: Path, command: tuple[str, ...]) -> None:
    file = tmp_path / "points.csv"
    file.write_bytes(text := b"x1,x2,label\n2,1,1\n-1,-2,-1\n0,3,1\n-1,0,-1\n")
    (folder := tmp_path / "temporary").mkdir()
    words = [_OTHER if word == "OTHER" else word for word in command]
    piped = _piped(text, *words, folder=folder)
    named = _piped(b"", *(file if word == "-" else word for word in words), folder=folder)
    assert (piped.returncode, piped.stderr) == (named.returncode, named.stderr) == (0, b"")
    assert piped.stdout == named.stdout.replace(str(file).encode(), b"-")
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    "command",
    [
        ("-", "--holdout", "-"),
        ("compare", "-", "--entries", "voted", "--holdout", "-"),
        ("OTHER", "--holdout", "-", "--predict", "-", "--predictions", "p.csv"),
    ],
    ids=" ".join,
)
def test_two_files_cannot_come_from_one_pipe(command: tuple[str, ...], refused: Headless) -> None:
    assert refused(*command) == "error: a pipe (-) can be read only once. Name a file for the other"


@pytest.mark.slow
def test_an_error_in_piped_data_says_where(tmp_path: Path) -> None:
    for command in (["-"], [_OTHER, "--holdout", "-"], [_OTHER, "--predict", "-", "--predictions", "p.csv"]):
        done = _piped(b"x1,x2,label\n1,2,1\n1,oh,-1\n", *command, folder=tmp_path)
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.startswith(b"error: -: line 3, column 2: ")
    assert list(tmp_path.iterdir()) == []
