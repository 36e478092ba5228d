"""The wheel, installed where nothing else is: the same program as from source."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from shutil import which

import pytest

from core import __version__
from core.built_in import BUILT_IN
from core.lessons.lesson_files import lesson_files
from core.resources import HANDBOOK
from tests.gui.program.a_program import NO_WINDOW_MANAGER
from tests.places import DATASETS, MAIN, ROOT

_DATA = DATASETS / "iris_setosa_virginica.csv"
_WHAT_IS_THERE = """
from core.built_in import BUILT_IN
from core.compiled import loops
from core.lessons.lesson_files import lesson_files
from core.lessons.lesson import read_lesson
from core.resources import HANDBOOK
import core

print(core.__file__)
print(loops() is not None)
print(*sorted(str(path.relative_to(HANDBOOK)) for path in HANDBOOK.rglob("*.*")))
for data in BUILT_IN:
    print(data.name, data.dataset().n)
for path in lesson_files():
    print(path.name, len(read_lesson(path).steps))
"""


@dataclass(frozen=True)
class Installed:
    """An environment with the wheel in it, and a person with no files."""

    folder: Path

    def program(self, name: str) -> Path:
        return self.folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / name

    def run(self, *command: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        """Run something, in the person's folder unless told otherwise, where no source is near."""
        home = self.folder / "home"
        home.mkdir(exist_ok=True)
        environment = {**os.environ, "HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
        environment.pop("PYTHONPATH", None)
        return subprocess.run(
            command, cwd=cwd or home, env=environment, capture_output=True, encoding="utf-8", check=False
        )


def _built(pattern: str) -> list[Path]:
    """Return what `make wheel` has put into its folder, or skip the test where there is nothing."""
    found = list((ROOT / "dist" / "wheel").glob(pattern))
    return found or pytest.skip("nothing is built yet: make wheel")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """What `make wheel` has built, and all it needs, put where nothing else is."""
    wheels = _built("*.whl")
    made = Installed(tmp_path_factory.mktemp("installed"))
    venv.create(made.folder / "venv", with_pip=True)
    quiet = ["--quiet", "--disable-pip-version-check", "--no-input"]
    done = made.run(made.program("python"), "-m", "pip", "install", *quiet, *wheels)
    assert done.returncode == 0, done.stderr
    return made


def _metadata() -> tuple[Message, list[str]]:
    """Return what the wheel says of itself, and the names of its files."""
    (path,) = _built("*.whl")
    with zipfile.ZipFile(path) as wheel:
        (metadata,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
        return message_from_bytes(wheel.read(metadata)), wheel.namelist()


def test_the_wheel_declares_the_licences_of_fonts_and_data() -> None:
    metadata, names = _metadata()
    assert set(metadata["License-Expression"].split(" AND ")) >= {"MIT", "OFL-1.1", "Bitstream-Vera", "CC-BY-4.0"}
    fonts = (f"resources/fonts/LICENSE-{name}.txt" for name in ("Inter", "DejaVu"))
    for file in ("LICENSE", *fonts, "resources/datasets/README.md"):
        assert any(name.endswith(f"licenses/{file}") for name in names)


def test_the_wheel_names_its_authors_as_the_licence_does_and_the_pythons_it_is_for() -> None:
    metadata, names = _metadata()
    assert f"Copyright (c) {metadata['Author']}\n" in (ROOT / "LICENSE").read_text("utf-8")
    assert "@" not in metadata["Author"]
    pythons = {f"Programming Language :: Python :: 3.{minor}" for minor in (11, 12, 13, 14)}
    assert {*metadata.get_all("Classifier", [])} >= pythons | {"Typing :: Typed"}
    assert "perceptron" in metadata["Keywords"].split(",")
    assert any(name.endswith("/py.typed") for name in names)


def test_the_page_of_the_package_leads_to_no_file_that_is_not_there() -> None:
    page = _metadata()[0].get_payload()
    assert isinstance(page, str)
    assert page.lstrip().startswith("# Perceptron\n")
    assert not re.search(r"\]\((?!https?:)", page)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems have other tags")
def test_the_wheel_says_the_oldest_c_library_that_it_works_with() -> None:
    (path,) = _built("*.whl")
    assert "-linux_" not in path.name


def test_the_source_distribution_has_no_leftovers() -> None:
    (path,) = _built("*.tar.gz")
    if not (ROOT / ".git").exists() or which("git") is None:
        pytest.skip("git knows which files are the project's")
    kept = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    with tarfile.open(path) as source:
        names = {entry.name.partition("/")[2] for entry in source if not entry.isdir()}
    assert names - {"PKG-INFO"} <= {*kept.stdout.splitlines()}


def test_the_source_distribution_holds_what_the_program_is_made_of() -> None:
    (path,) = _built("*.tar.gz")
    with tarfile.open(path) as source:
        names = {name.partition("/")[2] for name in source.getnames()}
    there = {"main.py", "Makefile", "tools/wheel.py", "tools/build_loops.py", "requirements/pins.txt", "LICENSE"}
    assert names >= there
    assert {name for name in names if name.startswith("core/compiled/loops.")} == {"core/compiled/loops.c"}


def test_the_window_opens(installed: Installed) -> None:
    done = installed.run(installed.program("perceptron"), "--exit-after-first-frame")
    assert (done.returncode, done.stderr.replace(NO_WINDOW_MANAGER, "")) == (0, "")
    assert done.stdout.startswith("first frame after ")


def test_it_says_its_version(installed: Installed) -> None:
    assert installed.run(installed.program("perceptron"), "--version").stdout == f"Perceptron {__version__}\n"


def test_what_comes_with_the_program_is_there(installed: Installed) -> None:
    done = installed.run(installed.program("python"), "-c", _WHAT_IS_THERE)
    assert done.returncode == 0, done.stderr
    place, compiled, handbook, *there = done.stdout.splitlines()
    assert Path(place).is_relative_to(installed.folder)
    assert compiled == "True"
    assert handbook.split() == sorted(str(path.relative_to(HANDBOOK)) for path in HANDBOOK.rglob("*.*"))
    names = [data.name for data in BUILT_IN] + [path.name for path in lesson_files()]
    assert [line.split()[0] for line in there] == names
    assert all(int(line.split()[1]) > 0 for line in there)


def test_a_run_without_a_window_is_that_of_the_source(installed: Installed) -> None:
    arguments = (_DATA, "--max-epochs", "5", "--trace", "-")
    ours = installed.run(installed.program("perceptron-core"), *arguments)
    theirs = installed.run(sys.executable, "-m", "core", *arguments, cwd=ROOT)
    assert (ours.returncode, theirs.returncode) == (0, 0), ours.stderr + theirs.stderr
    assert (ours.stdout, ours.stderr) == (theirs.stdout, theirs.stderr)
    assert ours.stdout.count("\n") > 10


def test_a_picture_is_that_of_the_source(installed: Installed, tmp_path: Path) -> None:
    pictures: list[Path] = []
    for program in ([installed.program("perceptron")], [sys.executable, MAIN]):
        pictures.append(tmp_path / f"{len(pictures)}.png")
        done = installed.run(*program, _DATA, "--export", pictures[-1])
        assert (done.returncode, done.stderr) == (0, "")
    assert pictures[0].read_bytes() == pictures[1].read_bytes()


def test_its_help_names_it_as_it_is_typed(installed: Installed) -> None:
    told = installed.run(installed.program("perceptron-core"), "--help").stdout
    assert told.startswith("usage: perceptron-core ")
    assert "python -m core" not in told
