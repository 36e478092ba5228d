"""The wheel, installed where nothing else is: the same program as from source."""

from __future__ import annotations

import json
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
from shutil import copytree, which

import pytest
from packaging.requirements import Requirement

from core import __version__
from core.built_in import BUILT_IN
from core.lessons.lesson_files import lesson_files
from core.resources import HANDBOOK, project_address
from tests.gui.program.a_program import without_what_qt_lacks
from tests.places import DATASETS, MAIN, ROOT
from tools.documents import with_address
from tools.moved_imports import FOLDERS, PACKAGE, moved

_DATA = DATASETS / "iris_setosa_virginica.csv"
_WHAT_IS_THERE = """
from perceptron_visualiser.core.built_in import BUILT_IN
from perceptron_visualiser.core.compiled import loops
from perceptron_visualiser.core.lessons.lesson_files import lesson_files
from perceptron_visualiser.core.lessons.lesson import read_lesson
from perceptron_visualiser.core.resources import HANDBOOK, project_address
from perceptron_visualiser import core

print(core.__file__)
print(repr(project_address()))
print(loops() is not None)
print(*sorted(str(path.relative_to(HANDBOOK)) for path in HANDBOOK.rglob("*.*")))
for data in BUILT_IN:
    print(data.name, data.dataset().n)
for path in lesson_files():
    print(path.name, len(read_lesson(path).steps))
"""

_EVERY_MODULE = """
from importlib import import_module
from importlib.util import find_spec
from pkgutil import walk_packages
import perceptron_visualiser

for module in walk_packages(perceptron_visualiser.__path__, "perceptron_visualiser."):
    if module.name.rpartition(".")[2] not in {"__main__", "loops"}:  # No module of Python: the library in C.
        print(import_module(module.name).__name__)
for name in ("core", "perceptron_gui"):
    print(name, find_spec(name))
"""
_PICKLED = """
import pickle
from perceptron_visualiser import core

dataset = core.Dataset([[2, 1], [-1, -2]], ["yes", "no"])
there = pickle.loads(pickle.dumps((dataset, core.RunSpec(learner="voted"))))
again = core.train(*there)
print(type(there[0]).__module__, again.updates == core.train(dataset, learner="voted").updates)
"""
_TYPED = """
from perceptron_visualiser import core

run = core.train([[2, 1], [-1, -2]], ["yes", "no"])
reveal_type(run)
run.no_such_name
"""
_TESTS = "datasets", "kernels", "orders", "predictors", "test_python_face.py", "test_reference_traces.py"
"""Of tests/core: what starts no program of its own, and asks for no file of the checkout but resources."""


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


def test_the_wheel_asks_for_ranges_in_which_the_pins_of_the_checkout_lie() -> None:
    asked = [Requirement(line) for line in _metadata()[0].get_all("Requires-Dist", [])]
    pins = dict(re.findall(r"^([\w-]+)==(\S+)$", (ROOT / "requirements" / "pins.txt").read_text("utf-8"), re.MULTILINE))
    pinned = {name.lower(): version for name, version in pins.items()}
    assert {each.name for each in asked} >= {"numpy", "pyqtgraph", "pyside6-essentials"}
    for each in asked:
        assert "==" not in str(each.specifier)
        assert each.specifier.contains(pinned[each.name.lower()])


def test_the_page_of_the_package_leads_to_no_file_that_is_not_there() -> None:
    page = _metadata()[0].get_payload()
    assert isinstance(page, str)
    assert page.lstrip().startswith("# Perceptron\n")
    assert not re.search(r"\]\((?!https?:)", page)


def test_a_project_that_has_an_address_says_it_in_its_package(tmp_path: Path) -> None:
    """A wheel of the same source, with one more line in pyproject.toml and what `make documents` makes of it."""
    (path,) = _built("*.tar.gz")
    with tarfile.open(path) as source:
        source.extractall(tmp_path, filter="data")
    (root,) = tmp_path.iterdir()
    (root / "PKG-INFO").unlink()  # What it says of the source would be believed.
    settings, readme = root / "pyproject.toml", root / "README.md"
    line = '[project.urls]\nSource = "https://example.org/p"\n'
    settings.write_text(settings.read_text("utf-8").replace("[project.urls]\n", line), "utf-8")
    readme.write_text(with_address(readme.read_text("utf-8"), project_address(settings)), "utf-8")
    build = [sys.executable, "-m", "build", "--wheel", "--outdir", str(tmp_path / "made"), str(root)]
    done = subprocess.run(build, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout
    (made,) = (tmp_path / "made").iterdir()
    with zipfile.ZipFile(made) as wheel:
        (metadata,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
        told = wheel.read(metadata).decode()
        (tmp_path / "kept.toml").write_bytes(wheel.read("perceptron_visualiser/core/pyproject.toml"))
    assert "Project-URL: Source, https://example.org/p\n" in told
    assert "Report a fault at <https://example.org/p/issues>." in told
    assert project_address(tmp_path / "kept.toml") == "https://example.org/p"


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
    assert (done.returncode, without_what_qt_lacks(done.stderr)) == (0, "")
    assert done.stdout.startswith("first frame after ")


def test_it_says_its_version(installed: Installed) -> None:
    assert installed.run(installed.program("perceptron"), "--version").stdout == f"Perceptron {__version__}\n"


def test_what_comes_with_the_program_is_there(installed: Installed) -> None:
    done = installed.run(installed.program("python"), "-c", _WHAT_IS_THERE)
    assert done.returncode == 0, done.stderr
    place, address, compiled, handbook, *there = done.stdout.splitlines()
    assert address == repr(project_address())
    assert Path(place).is_relative_to(installed.folder)
    assert compiled == "True"
    assert handbook.split() == sorted(str(path.relative_to(HANDBOOK)) for path in HANDBOOK.rglob("*.*"))
    names = [data.name for data in BUILT_IN] + [path.name for path in lesson_files()]
    assert [line.split()[0] for line in there] == names
    assert all(int(line.split()[1]) > 0 for line in there)


def test_every_module_is_there_and_no_name_of_the_checkout(installed: Installed) -> None:
    done = installed.run(installed.program("python"), "-W", "error", "-c", _EVERY_MODULE)
    assert done.returncode == 0, done.stderr
    *modules, core, gui = done.stdout.splitlines()
    assert (core, gui) == ("core None", "perceptron_gui None")
    of_checkout = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py") if path.name != "__main__.py"]
    assert len(modules) == len(of_checkout)


def test_a_package_core_of_somebody_else_is_left_alone(installed: Installed, tmp_path: Path) -> None:
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "__init__.py").write_text("print('theirs')\n")
    script = "import core; from perceptron_visualiser.core import train; print(train([[1], [-1]], [1, -1]).converged)"
    done = installed.run(installed.program("python"), "-c", script, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "theirs\nTrue\n", "")
    for name, arguments in (("perceptron", ["--exit-after-first-frame"]), ("perceptron-core", [_DATA])):
        done = installed.run(installed.program(name), *arguments, cwd=tmp_path)
        assert (done.returncode, "theirs" in done.stdout) == (0, False), done.stderr


def _of_others(folder: Path, version: str) -> Path:
    """Return the wheel of another distribution that has a package `core`."""
    made = folder / f"others-{version}-py3-none-any.whl"
    about = f"others-{version}.dist-info"
    with zipfile.ZipFile(made, "w") as wheel:
        wheel.writestr("core/__init__.py", "print('theirs')\n")
        wheel.writestr(f"{about}/METADATA", f"Metadata-Version: 2.1\nName: others\nVersion: {version}\n")
        wheel.writestr(
            f"{about}/WHEEL", "Wheel-Version: 1.0\nGenerator: a-test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(f"{about}/RECORD", "".join(f"{name},,\n" for name in [*wheel.namelist(), f"{about}/RECORD"]))
    return made


def test_a_distribution_with_a_package_core_comes_and_goes_beside_ours(installed: Installed, tmp_path: Path) -> None:
    def pip(*command: str | Path) -> None:
        options = "--quiet", "--disable-pip-version-check", "--no-input"
        done = installed.run(installed.program("python"), "-m", "pip", *options, *command)
        assert done.returncode == 0, done.stderr

    both = "import core; from perceptron_visualiser.core import train; print(train([[1], [-1]], [1, -1]).converged)"
    pip("install", "--no-index", _of_others(tmp_path, "1.0"))
    done = installed.run(installed.program("python"), "-c", both)
    assert (done.returncode, done.stdout, done.stderr) == (0, "theirs\nTrue\n", "")
    for name, arguments in (("perceptron", ["--exit-after-first-frame"]), ("perceptron-core", [_DATA])):
        done = installed.run(installed.program(name), *arguments)
        assert (done.returncode, "theirs" in done.stdout) == (0, False), done.stderr
    pip("uninstall", "--yes", "others")
    assert installed.run(installed.program("perceptron-core"), _DATA).returncode == 0
    done = installed.run(installed.program("python"), "-c", both.replace("import core; ", ""))
    assert (done.returncode, done.stdout, done.stderr) == (0, "True\n", "")


def test_a_notebook_keeps_the_numpy_that_it_has(tmp_path: Path) -> None:
    """pip is asked what it would install beside a numpy that is older than the one of the checkout."""
    (wheel,) = _built("*.whl")
    made = Installed(tmp_path)
    venv.create(tmp_path / "venv", with_pip=True)
    pip = made.program("python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"
    done = made.run(*pip, "numpy==2.3.*")
    if done.returncode != 0:
        pytest.skip(f"no index of packages has numpy 2.3: {done.stderr.strip()[-200:]}")
    done = made.run(*pip, "--dry-run", "--report", tmp_path / "report.json", wheel)
    assert done.returncode == 0, done.stderr
    report = json.loads((tmp_path / "report.json").read_text("utf-8"))
    names = {each["metadata"]["name"].lower() for each in report["install"]}
    assert "numpy" not in names
    assert names >= {"perceptron-visualiser", "pyqtgraph", "daqp"}


def test_what_is_pickled_comes_back(installed: Installed) -> None:
    done = installed.run(installed.program("python"), "-c", _PICKLED)
    assert (done.stdout, done.stderr) == ("perceptron_visualiser.core.datasets.dataset True\n", "")


def test_a_checker_of_types_sees_ours(installed: Installed, tmp_path: Path) -> None:
    (tmp_path / "theirs.py").write_text(_TYPED)
    command = (
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--python-executable",
        installed.program("python"),
        "theirs.py",
    )
    told = installed.run(*command, cwd=tmp_path).stdout.splitlines()
    assert [line.partition(": ")[2] for line in told[:2]] == [
        'note: Revealed type is "perceptron_visualiser.core.Run"',
        'error: "Run" has no attribute "no_such_name"  [attr-defined]',
    ]
    assert told[2:] == ["Found 1 error in 1 file (checked 1 source file)"]


def _of_wheel(path: Path) -> bytes:
    """Return the source of a test whose imports, and the names of modules in its texts, are those of the wheel."""
    return moved(path.read_text("utf-8")).replace('"core.', f'"{PACKAGE}.core.').encode()


def test_the_tests_of_core_hold_for_the_wheel(installed: Installed, tmp_path: Path) -> None:
    for path in [*ROOT.glob("tests/*.py"), *(ROOT / "tests" / "core").rglob("*")]:
        if path.is_file() and "__pycache__" not in path.parts:
            copy = tmp_path / path.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(_of_wheel(path) if path.suffix == ".py" else path.read_bytes())
    copytree(ROOT / "resources", tmp_path / "resources")
    asked = "import perceptron_visualiser; print(*perceptron_visualiser.__path__)"
    package = installed.run(installed.program("python"), "-c", asked).stdout.strip()
    options = ["-q", "-p", "no:cacheprovider", "--import-mode=importlib", "-o", "pythonpath=.", "-m", "not slow"]
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            *options,
            f"--basetemp={tmp_path / 'made'}",
            *(f"tests/core/{name}" for name in _TESTS),
        ],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(package).parent)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout


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
