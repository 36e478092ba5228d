"""What is exported can be opened whatever the names of the data and of their file are."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from xml.parsers import expat

import pytest

from core.datasets.dataset import Dataset
from core.files.session import SUFFIX, Session, write_session
from core.spec import RunSpec
from perceptron_gui.files.loading import LoadRequest
from perceptron_gui.look.card import Notice
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import POINTS, Desk
from tests.gui.main_program import CommandLine

CONTROLS = "\x1b\x07\x01\u202e\ufffe"

only_linux = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the name of every file can be read")


def latin(folder: Path, stem: str = "caf", suffix: str = ".csv") -> Path:
    """A path whose name is no UTF-8."""
    return Path(os.fsdecode(os.fsencode(folder) + b"/" + stem.encode() + b"\xe9" + suffix.encode()))


def points_in(path: Path) -> Path:
    path.write_text(POINTS)
    return path


def controlled(folder: Path) -> Path:
    """A session whose features and classes have characters in their names that XML forbids."""
    names = [f"{name}{CONTROLS}" for name in "abcd"]
    dataset = Dataset([[1.0, 2.0], [3.0, -1.0], [0.0, 4.0]], [1, -1, -1], names[:2], (names[2], names[3]))
    path = folder / f"controls{SUFFIX}"
    write_session(Session(dataset, RunSpec()), path)
    return path


def test_an_svg_is_xml_whatever_the_classes_are_called(tmp_path: Path, command_line: CommandLine) -> None:
    command_line(controlled(tmp_path), "--export", "picture.svg")
    svg = (tmp_path / "picture.svg").read_text(encoding="utf-8")
    expat.ParserCreate().Parse(svg, True)
    assert "a\ufffd" in svg


@only_linux
@pytest.mark.parametrize(
    ("name", "more"),
    [("r.html", ()), ("p.html", ("--play",)), ("r.html", ("--show", "report", "--play")), ("s.html", ("--solution",)),
     ("s.tex", ()), ("s.pdf", ("--solution",))],
    ids=["report", "player", "both", "sheet", "LaTeX", "PDF"],
)  # fmt: skip
def test_a_file_whose_name_is_no_utf_8_is_told_of(
    tmp_path: Path, command_line: CommandLine, name: str, more: tuple[str, ...]
) -> None:
    command_line(points_in(latin(tmp_path)), "--export", name, *more)
    written = (tmp_path / name).read_bytes()
    assert name.endswith((".pdf", ".tex")) or "caf\ufffd.csv" in written.decode()


@pytest.mark.slow
@only_linux
def test_the_window_writes_all_it_can_about_such_a_file_and_beside_it(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(LoadRequest(points_in(latin(tmp_path))))
    assert window.windowTitle() == "caf\ufffd.csv[*] — Perceptron"
    for action, suffix in (("export_report", ".html"), ("export_player", ".play.html")):
        desk.answers.to_save = latin(tmp_path, action, suffix)
        window.actions_[action].trigger()
        desk.qtbot.waitUntil(lambda: not window.parts.exports.job.running)
        assert notice_of(window) == f"Written to {tmp_path}/{action}\ufffd{suffix}" + (
            f"; the run plays in {action}\ufffd-player.html" if suffix == ".html" else ""
        )
        assert "caf\ufffd.csv" in desk.answers.to_save.read_text(encoding="utf-8")


def notice_of(window: MainWindow) -> str:
    notice: Notice = window.notice
    assert notice.isVisible()
    return notice.text


@only_linux
def test_no_name_of_a_file_breaks_or_turns_what_the_window_says(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(LoadRequest(points_in(tmp_path / "two\nlines\u202e.csv")))
    assert window.windowTitle() == "two\ufffdlines\ufffd.csv[*] — Perceptron"
    desk.answers.to_save = tmp_path / "trace\n\u202e.csv"
    window.actions_["export_trace"].trigger()
    assert notice_of(window).startswith(f"Written to {tmp_path}/trace\ufffd\ufffd.csv")
    [recent, *_] = window.actions_.menu("recent").actions()
    assert recent.text() == "&1  two\ufffdlines\ufffd.csv"
