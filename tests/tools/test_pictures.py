"""The pictures of README and docs: made by one command, from the program as it is, and all of them there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from shutil import copy

import pytest
from PIL import Image, ImageColor, ImageFilter

from core.learners import LEARNERS
from perceptron_gui.exports.offscreen import SIZE
from perceptron_gui.look.theme import LIGHT
from perceptron_gui.panels import PANELS
from tests.places import ROOT
from tools import pictures
from tools.likeness import unlike

_LARGEST = {".png": 250_000, ".gif": 1_000_000}
"""Bytes: each new drawing of a picture stays in the history of the repository."""
_WINDOW = pictures.FOLDER / "window.png"


def test_the_pages_show_every_picture_that_is_made_and_no_other() -> None:
    pages = (path.read_text("utf-8") for path in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")))
    shown = {picture for page in pages for picture in re.findall(r"\((?:docs/)?pictures/([\w.]+)\)", page)}
    assert shown == {*pictures.OTHERS, *(f"{name}.png" for name in pictures.gallery())}
    assert {path.name for path in pictures.FOLDER.iterdir()} == shown | {"index.toml"}


def test_every_picture_in_the_repository_has_one_size_and_is_small() -> None:
    for path in pictures.FOLDER.glob("*.[pg][ni][gf]"):
        with Image.open(path) as picture:
            sharpness = {".png": pictures.SHARPNESS, ".gif": 1}[path.suffix]
            assert (picture.mode, picture.size) == ("P", (SIZE * sharpness).toTuple())
        assert path.stat().st_size < _LARGEST[path.suffix]


def test_the_readme_begins_with_the_whole_first_run() -> None:
    title, film, *_ = (ROOT / "README.md").read_text("utf-8").split("\n\n")
    assert (title, film.partition("](")[2]) == ("# Perceptron", "docs/pictures/first_run.gif)")
    with Image.open(pictures.FOLDER / "first_run.gif") as moving:
        assert moving.info["loop"] == 0
        assert getattr(moving, "n_frames", 1) == len({"the start", "the end"}) + 8


def test_the_moments_shown_are_in_the_middle_of_their_runs() -> None:
    for name, view in pictures.gallery().items():
        assert view.panel in PANELS
        run = view.run
        assert 0 < view.moment(run) < run.updates, name


def test_captions_count_the_updates_that_are_shown() -> None:
    words, told = {"three": 3, "eight": 8}, 0
    pages = (path.read_text("utf-8") for path in (ROOT / "docs").glob("*.md"))
    for caption, name in re.findall(r"!\[([^]]+)\]\(pictures/(\w+)\.png\)", "\n".join(pages)):
        view = pictures.gallery().get(name)
        counted = re.search(r"after (\w+)(?: of (\w+))? updates", caption)
        if view is None or counted is None:
            continue
        shown = [words.get(number) or int(number) for number in counted.groups() if number is not None]
        run = view.run
        assert shown == [view.moment(run), run.updates][: len(shown)], caption
        told += 1
    assert told > 4


def test_all_are_each_learner_beside_each_panel_light_and_dark() -> None:
    names = [name for name, _ in pictures.every_view()]
    assert len(set(names)) == len(names) == 2 * len(LEARNERS) * len(PANELS)


def _top_right() -> Image.Image:
    """A part of a picture of the window: the button Options, tabs, letters and thin lines."""
    with Image.open(_WINDOW) as picture:
        return picture.convert("RGB").crop((1960, 0, 2560, 400))


def _unlike(folder: Path, other: Image.Image) -> str:
    _top_right().save(folder / "kept.png")
    other.save(folder / "changed.png")
    return unlike(folder / "changed.png", folder / "kept.png")


def test_other_edges_of_letters_make_no_other_picture(tmp_path: Path) -> None:
    kept = _top_right()
    size = width, height = kept.size
    half_a_pixel_on = kept.transform(size, Image.Transform.AFFINE, (1, 0, 0.5, 0, 1, 0.3), Image.Resampling.BICUBIC)
    half_a_pixel_on.paste(kept.crop((width - 2, 0, *size)), (width - 2, 0))
    half_a_pixel_on.paste(kept.crop((0, height - 2, *size)), (0, height - 2))
    for other in (kept, kept.filter(ImageFilter.GaussianBlur(0.5)), half_a_pixel_on):
        assert _unlike(tmp_path, other) == ""


def test_a_moved_button_another_letter_and_another_size_are_another_picture(tmp_path: Path) -> None:
    kept, moved, shorter = _top_right(), _top_right(), _top_right()
    moved.paste(kept.crop((370, 20, 580, 80)), (366, 20))
    shorter.paste(kept.crop((380, 36, 396, 60)), (468, 36))  # Nothing instead of the last letter.
    for other in (moved, shorter):
        assert re.fullmatch(
            r"picture 1 differs between \([34]\d+, \d+\) and \([345]\d+, \d+\)", _unlike(tmp_path, other)
        )
    assert "now there are 300 × 200" in _unlike(tmp_path, kept.resize((300, 200)))
    assert unlike(_WINDOW, tmp_path / "nothing.png") == "it is missing"


def _command(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tools.pictures", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=120, check=False)


@pytest.mark.slow
def test_the_command_makes_a_picture_that_the_pages_show_and_finds_one_that_is_old(tmp_path: Path) -> None:
    done = _command("lesson.png", "--into", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["lesson.png"]
    with Image.open(tmp_path / "lesson.png") as picture:
        colours = {colour for _, colour in picture.convert("RGB").getcolors(256) or []}
    assert {ImageColor.getrgb(colour) for colour in (LIGHT.positive, LIGHT.negative, LIGHT.panel, LIGHT.ink)} <= colours
    assert _command("lesson.png", "--into", str(tmp_path), "--check").returncode == 0
    copy(_WINDOW, tmp_path / "lesson.png")
    done = _command("lesson.png", "--into", str(tmp_path), "--check")
    assert done.returncode == 1
    assert "lesson.png does not show the program as it is: picture 1 differs between" in done.stderr


def test_a_picture_that_is_not_in_the_gallery_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        pictures.main(["nothing", "--into", str(tmp_path)])
    assert "'nothing'" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
