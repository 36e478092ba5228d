"""The packaged program, started with nothing to lean on: no Python, no settings, no screen, not one variable."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from tests.places import ROOT

_PROGRAM = ROOT / "dist" / "perceptron" / ("perceptron.exe" if sys.platform == "win32" else "perceptron")

_EXAMPLES = """x1,x2,label
1,2,+1
2,1,+1
-1,-2,-1
-2,-1,-1
"""


@pytest.fixture
def program() -> Path:
    """The executable that `make package` has built."""
    if not _PROGRAM.exists():
        pytest.skip("there is no executable yet: make package")
    return _PROGRAM


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Four examples that a line through the origin separates."""
    path = tmp_path / "four.csv"
    path.write_text(_EXAMPLES, encoding="utf-8")
    return path


def _start(program: Path, folder: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [program, *arguments], cwd=folder, env={}, capture_output=True, encoding="utf-8", timeout=60, check=False
    )


def _colours(image: QImage) -> set[int]:
    return {image.pixel(x, y) for x in range(0, image.width(), 2) for y in range(0, image.height(), 2)}


def test_the_executable_draws_a_picture_of_a_file(program: Path, data: Path, tmp_path: Path) -> None:
    target = tmp_path / "picture.png"

    done = _start(program, tmp_path, data, "--export", target)

    assert done.returncode == 0, done.stderr
    image = QImage(str(target))
    assert (image.width(), image.height()) == (1280, 800)
    assert len(_colours(image)) > 20


def test_the_executable_makes_a_film_with_what_it_holds_of_pillow(program: Path, data: Path, tmp_path: Path) -> None:
    done = _start(program, tmp_path, data, "--export", tmp_path / "film.gif")

    assert done.returncode == 0, done.stderr
    assert (tmp_path / "film.gif").read_bytes().startswith(b"GIF89a")
    assert not list(program.parent.rglob("libavif*"))


def test_the_executable_has_the_compiled_loops(program: Path) -> None:
    assert list(program.parent.rglob("core/compiled/loops.*"))


def test_the_executable_names_a_file_that_is_not_there(program: Path, tmp_path: Path) -> None:
    done = _start(program, tmp_path, "nowhere.csv", "--export", "picture.png")

    assert done.returncode == 2
    assert done.stderr.startswith("error: nowhere.csv: ")
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "picture.png").exists()


def test_the_executable_carries_the_licences_of_what_it_contains(program: Path) -> None:
    inside = program.parent / "_internal"
    licences = {path.name for path in (ROOT / "licenses").iterdir()}
    assert {path.name for path in (inside / "licenses").iterdir()} == licences
    assert (inside / "THIRD_PARTY.md").read_bytes() == (ROOT / "THIRD_PARTY.md").read_bytes()
    assert (inside / "LICENSE").exists()
