"""Names with characters that steer a terminal, break a page or cannot be written, and names without an end."""

from __future__ import annotations

import csv
import os
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.datasets.dataset import Dataset
from core.explain.report.documents import latex_document, page
from core.explain.report.facts import Preface, report_of
from core.explain.report.parts import Cell, Report, ReportTable
from core.explain.report.solution import solution_of
from core.names import brief, legible
from core.player import player_page
from core.run import train
from core.spec import RunSpec
from tests.core.conftest import Headless

STEERING = "\x1b[31m\x07\x85\u202e\u2066\u200f"
"""Escape, bell, next line, and marks that turn the direction of writing."""
HALF = "caf\udce9.csv"
"""What Python makes of a file name in Latin-1."""
ENDLESS = 100_000


def steered(text: str, keep: str = "\n") -> list[str]:
    """The characters of a text that no terminal should meet."""
    turning = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    return [
        letter
        for letter in text
        if letter not in keep
        and (unicodedata.category(letter) in {"Cc", "Cs", "Zl"} or unicodedata.bidirectional(letter) in turning)
    ]


def test_what_can_be_read_stays_and_what_steers_is_replaced() -> None:
    for name in ("Größe (cm)", "数量", "قيمة", "a\u200db", "x\u00a0y", "w₁ − 🙂"):
        assert legible(name) == name
    for letter in [*STEERING[:1], *STEERING[5:], "\n", "\r", "\t", "\0", "\x7f", "\u2028", "\ud800", "\ufffe"]:
        assert legible(f"a{letter}b") == "a\ufffdb"


def test_a_long_name_is_cut_and_a_short_one_is_not() -> None:
    assert brief("sepal length") == "sepal length"
    assert len(brief("x" * ENDLESS)) < 100
    assert brief("x" * ENDLESS).endswith("…")


def test_a_terminal_obeys_nothing_that_is_said_of_a_file(
    headless: Headless, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "two\nlines\x1b.csv"
    path.write_text(f"x{STEERING},y,label\n1,2,a{STEERING}\n3,-1,b{STEERING}\n", encoding="utf-8")
    held_out = tmp_path / "held\x07out.csv"
    held_out.write_bytes(path.read_bytes())
    for more in ((), ("--trace", "-"), ("--holdout", held_out)):
        out, err = said(capsys, path, *more)
        assert steered(out) == steered(err) == []
        summary = err if more[:1] == ("--trace",) else out
        assert summary.splitlines()[0].startswith(f"{tmp_path}/two\ufffdlines\ufffd.csv: 2 examples")


def said(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[str, str]:
    from core.__main__ import main

    assert main([str(argument) for argument in arguments]) == 0
    out, err = capsys.readouterr()
    return out, err


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the name of every file can be read")
def test_a_file_name_that_is_no_utf_8_is_read_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.csv"))
    path.write_text("x,y,label\n1,2,1\n3,-1,-1\n")
    out, _ = said(capsys, path)
    assert "caf\ufffd.csv: 2 examples" in out


@pytest.mark.parametrize("name", [HALF, f"two\nlines{STEERING}.csv"], ids=["half a letter", "steering"])
def test_every_page_on_a_run_can_be_written_whatever_its_names_are(name: str) -> None:
    dataset = Dataset([[1.0, 2.0], [3.0, -1.0]], [1, -1], (f"a{name}", f"b{name}"), (f"c{name}", f"d{name}"))
    run, preface = train(dataset), Preface(f"T{name}", f"On {name}", command=f"run {name}")
    report, sheet = report_of(run, name, preface), solution_of(run, name)
    telling = [page(report, dict.fromkeys(report.figures(), b""), f"{HALF}.html"), player_page(run, name)]
    for html in (*telling, page(sheet, {})):
        html.encode()
        assert steered(html, keep="\n\t") == []
        assert name not in html
    assert all(legible(name) in html for html in telling)
    latex_document(sheet).encode("ascii")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the name of every file can be read")
def test_a_report_leads_to_the_page_beside_it_whatever_its_name_is() -> None:
    report = report_of(train(Dataset([[1.0, 2.0], [3.0, -1.0]], [1, -1])), "points")
    html = page(report, dict.fromkeys(report.figures(), b""), "caf\udce9-player.html")
    assert 'href="caf%E9-player.html#end"' in html


@pytest.mark.parametrize(
    "name", ['=HYPERLINK("http://x.org","a")', f"two\nlines{STEERING}"], ids=["formula", "steering"]
)
def test_predictions_name_a_class_exactly_as_it_is_called(headless: Headless, tmp_path: Path, name: str) -> None:
    data, classes = tmp_path / "data.csv", tmp_path / "classes.csv"
    with data.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([("x", "y", "kind"), (1, 2, name), (3, -1, "other")])
    headless(data, "--predict", data, "--predictions", classes)
    with classes.open(encoding="utf-8", newline="") as stream:
        assert [row["prediction"] for row in csv.DictReader(stream)] == [name, "other"]


def test_a_report_cuts_names_that_have_no_end() -> None:
    long = [letter * ENDLESS for letter in "fghpqn"]
    dataset = Dataset([[1.0, 2.0], [3.0, -1.0]], [1, -1], long[:2], (long[3], long[4]))
    run = train(dataset, RunSpec(start=(1.0, 2.0, 3.0)))
    for report in (report_of(run, long[5]), solution_of(run, long[5])):
        assert max(map(len, texts(report))) < 300


def texts(report: Report) -> Iterator[str]:
    """All that is written in a report."""
    yield report.title
    for section in report.sections:
        for part in section.parts:
            if isinstance(part, str):
                yield part
            if isinstance(part, ReportTable):
                yield from part.head
                yield from (cell.text for row in part.rows for cell in row if isinstance(cell, Cell))
