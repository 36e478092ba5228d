"""`python -m core generate KIND`: data on stdout that read back as they were made."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import core
from core.datasets.generators import GENERATORS, generate
from tests.core.conftest import Headless
from tests.places import ROOT


@pytest.mark.parametrize("name", GENERATORS)
@pytest.mark.parametrize("seed", [0, 7])
def test_what_is_printed_reads_back_as_what_was_made(name: str, seed: int, headless: Headless, tmp_path: Path) -> None:
    path = tmp_path / "made.csv"
    path.write_text(headless("generate", name, "--seed", seed), encoding="utf-8")
    assert core.load(path).same_as(generate(name, seed))


@pytest.mark.parametrize("name", GENERATORS)
def test_every_number_of_a_kind_is_an_option(name: str, headless: Headless) -> None:
    kind = GENERATORS[name]()
    options = [part for number in kind.parameters() for part in (f"--{number}", str(getattr(kind, number)))]
    assert headless("generate", name, *options) == headless("generate", name)


def test_an_option_is_taken(headless: Headless, tmp_path: Path) -> None:
    path = tmp_path / "made.csv"
    arguments = ("--n", "12", "--formula", "-x1 + x2", "--noise", "0.25", "--seed", "3")
    path.write_text(headless("generate", "formula", *arguments), encoding="utf-8")
    dataset = core.load(path)
    assert dataset.same_as(generate("formula", 3, n=12, formula="-x1 + x2", noise=0.25))
    assert np.count_nonzero(dataset.y != np.sign(dataset.X[:, 1] - dataset.X[:, 0])) == 3


def test_help_tells_every_kind_with_its_sentence(headless: Headless, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        headless("generate", "--help")
    assert caught.value.code == 0
    text = " ".join(capsys.readouterr().out.split())
    for name, kind in GENERATORS.items():
        assert f"{name} --" in text
        assert kind.watch in text


@pytest.mark.parametrize("name", GENERATORS)
def test_help_tells_the_numbers_of_a_kind(name: str, headless: Headless, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        headless("generate", name, "--help")
    text = " ".join(capsys.readouterr().out.split())
    for number, parameter in GENERATORS[name].parameters().items():
        assert f"--{number}" in text
        assert parameter.meaning in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "KIND"),
        (("circles",), "invalid choice: 'circles'"),
        (("xor", "--n", "-3"), "n -3 is not possible; enter a whole number from 0 to 100000"),
        (("exam", "--updates", "20", "--n", "40", "--seed", "4"), "no exam with 20 updates was found"),
        (("xor", "--n", "few"), "--n"),
        (("xor", "--margin", "1"), "--margin"),
        (("xor", "--seed", "-1"), "seed -1 is not possible"),
        (("separable", "--margin", "nan"), "margin nan is not possible"),
        (("formula", "--formula", "x1 + y"), "character 6 of the formula: “y” is not known"),
    ],
)
def test_what_cannot_be_made_is_one_line(arguments: tuple[str, ...], words: str, refused: Headless) -> None:
    line = refused("generate", *arguments)
    assert line.startswith("error: ")
    assert words in line


@pytest.mark.slow
def test_a_pipe_carries_the_data_to_a_run(tmp_path: Path) -> None:
    made = subprocess.run(
        [sys.executable, "-m", "core", "generate", "slow"], cwd=ROOT, capture_output=True, check=True, text=True
    )
    path = tmp_path / "slow.csv"
    path.write_text(made.stdout, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "core", path, "--bias", "0"], cwd=ROOT, capture_output=True, check=True, text=True
    )
    assert "converged after 51 updates" in run.stdout


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_is_one_line() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "core", "generate", "rings"],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            text=True,
            env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        )
    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1)
