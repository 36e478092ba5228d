"""The pictures of README and docs: made by one command, from the program as it is, and all of them there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image, ImageColor

from core.learners import LEARNERS
from perceptron_gui.exports.offscreen import SIZE
from perceptron_gui.look.theme import DARK
from perceptron_gui.panels import PANELS
from tests.places import ROOT
from tools import pictures

_LARGEST = 150_000


def test_the_pages_show_every_picture_that_is_made_and_no_other() -> None:
    pages = (path.read_text("utf-8") for path in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")))
    shown = {picture for page in pages for picture in re.findall(r"\((?:docs/)?pictures/(\w+)\.png\)", page)}
    assert shown == {*pictures.WINDOWS, *(view.name for view in pictures.gallery())}
    assert {path.stem for path in pictures.FOLDER.glob("*.png")} == shown


def test_every_picture_in_the_repository_is_small() -> None:
    for path in pictures.FOLDER.glob("*.png"):
        with Image.open(path) as picture:
            assert picture.size == (SIZE * 0.8 if path.stem == "import" else SIZE).toTuple()
        assert path.stat().st_size < _LARGEST


def test_the_moments_shown_are_in_the_middle_of_their_runs() -> None:
    for view in pictures.gallery():
        assert view.panel in PANELS
        run = pictures.run_of(view)
        assert 0 < pictures.moment_of(view, run) < run.updates, view.name


def test_all_are_each_learner_beside_each_panel_light_and_dark() -> None:
    names = [view.name for view in pictures.every_view()]
    assert len(set(names)) == len(names) == 2 * len(LEARNERS) * len(PANELS)


@pytest.mark.slow
def test_the_command_makes_a_picture_that_the_readme_shows(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tools.pictures", "step", "--into", str(tmp_path), "--size", "640x400"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert [path.name for path in tmp_path.iterdir()] == ["step.png"]
    with Image.open(tmp_path / "step.png") as picture:
        assert (picture.size, picture.mode) == ((640, 400), "P")
        colours = {colour for _, colour in picture.convert("RGB").getcolors(256) or []}
    wanted = {ImageColor.getrgb(colour) for colour in (DARK.positive, DARK.negative, DARK.panel, DARK.ink)}
    assert wanted <= colours


def test_a_picture_that_is_not_in_the_gallery_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        pictures.main(["nothing", "--into", str(tmp_path)])
    assert "'nothing'" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
