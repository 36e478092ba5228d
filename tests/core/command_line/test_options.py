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
from tests.core.tables import every_pair, named
from tests.places import ROOT


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


@pytest.mark.parametrize("command", [("-",), ("experiment", "orders", "-"), ("compare", "-", "--entries", "voted")])
def test_a_dash_reads_csv_from_a_pipe_and_leaves_nothing_behind(tmp_path: Path, command: tuple[str, ...]) -> None:
    file = tmp_path / "points.csv"
    file.write_bytes(text := b"x,y,label\n2,1,yes\n-1,-2,no\n0,3,yes\n")
    (folder := tmp_path / "temporary").mkdir()
    piped = _piped(text, *command, folder=folder)
    named = _piped(b"", *(str(file) if word == "-" else word for word in command), folder=folder)
    assert (piped.returncode, piped.stderr) == (named.returncode, named.stderr) == (0, b"")
    assert piped.stdout == named.stdout.replace(str(file).encode() + b":", b"-:")
    assert list(folder.iterdir()) == []


def test_an_error_in_piped_data_says_where(tmp_path: Path) -> None:
    done = _piped(b"x,y,label\n1,2,a\n1,oh,b\n", "-", folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"error: -: line 3, column 2: ")
    assert list(tmp_path.iterdir()) == []
