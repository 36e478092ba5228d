"""The packaged program, started with nothing to lean on: no Python, no settings, not one variable that need not be."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from core import __version__
from core.datasets.generators import GENERATORS, make_generator
from core.files.formats.delimited import Delimited
from core.lessons.lesson_files import lesson_files
from core.resources import HANDBOOK, project_address
from perceptron_gui.window.dialogs.help import PAGES
from tests.end_to_end.desktop import Desktop, eventually, home
from tests.places import MAIN, ROOT
from tests.told_commands import Told, make_files, told_by
from tools.executable.archive import deb

_PROGRAM = ROOT / "dist" / "perceptron" / ("perceptron.exe" if sys.platform == "win32" else "perceptron")

_NEEDED = {name: value for name, value in os.environ.items() if name == "SYSTEMROOT"}
"""What no program of Windows starts without."""

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


@pytest.fixture
def core_program(program: Path) -> Path:
    """The program without a window, which is beside it."""
    return program.with_stem("perceptron-core")


def _start(program: Path, folder: Path, *arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [program, *arguments],
        cwd=folder,
        env=_NEEDED | environment,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


_linux = pytest.mark.skipif(sys.platform != "linux", reason="as it is on Linux")
_MOST_BYTES = 148_000_000


def _files(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()}


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


def test_the_executable_makes_a_page_that_plays(program: Path, data: Path, tmp_path: Path) -> None:
    done = _start(program, tmp_path, data, "--export", tmp_path / "run.html", "--play")

    assert done.returncode == 0, done.stderr
    assert "window.player" in (tmp_path / "run.html").read_text(encoding="utf-8")


def test_both_programs_have_the_compiled_loops(program: Path, core_program: Path, tmp_path: Path) -> None:
    assert list(program.parent.rglob("core/compiled/loops.*"))
    assert _start(program, tmp_path, "--version").stdout == f"Perceptron {__version__}\n"
    told = _start(core_program, tmp_path, "--version").stdout
    assert told == f"Perceptron {__version__}. The loops in C are used.\n"


_TOLD = list(told_by(HANDBOOK / "command-line.md"))


@pytest.fixture(scope="module")
def files_to_run_on(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("typed")
    make_files(folder)
    return folder


@pytest.mark.parametrize("told", _TOLD, ids=lambda told: " ".join([told.program, *told.arguments]))
def test_every_line_of_the_page_can_be_typed(told: Told, program: Path, files_to_run_on: Path) -> None:
    done = _start(program.with_stem(told.program), files_to_run_on, *told.arguments)
    assert done.returncode == 0, done.stderr
    for option in ("--export", "--trace", "--predictions", "--errors", "--out", "--worksheet"):
        if option in told.arguments:
            made = files_to_run_on / told.arguments[told.arguments.index(option) + 1]
            assert made.stat().st_size > 0
            made.unlink()
    if told.into is not None:
        assert done.stdout.count("\n") > 1


def test_data_go_from_one_program_to_the_other_by_a_pipe(program: Path, core_program: Path, tmp_path: Path) -> None:
    made = _start(core_program, tmp_path, "generate", "rings").stdout
    commands: list[list[str | Path]] = [[core_program, "-", "--json"], [program, "-", "--export", "rings.png"]]
    for command in commands:
        environment = _NEEDED | {"LANG": "C.UTF-8"}
        done = subprocess.run(
            command, cwd=tmp_path, env=environment, input=made, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "rings.png").stat().st_size > 0


@pytest.mark.parametrize("name", [*GENERATORS])
def test_every_generator_is_there_with_what_it_draws(name: str, core_program: Path, tmp_path: Path) -> None:
    done = _start(core_program, tmp_path, "generate", name, "--seed", "3")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "".join(Delimited().written(make_generator(name).make(3)))


@pytest.mark.parametrize("name", ["perceptron", "perceptron-core"])
def test_messages_name_the_program_as_it_is_typed(name: str, program: Path, tmp_path: Path) -> None:
    commands = [[], ["lesson"], *([["generate"], ["experiment"], ["compare"]] if name == "perceptron-core" else [])]
    for command in commands:
        told = _start(program.with_stem(name), tmp_path, *command, "--help").stdout
        assert told.startswith(f"usage: {' '.join([name, *command])} ")
        assert "python" not in told
    (tmp_path / "lesson.toml").write_bytes(lesson_files()[0].read_bytes())
    if name == "perceptron-core":
        told = _start(program.with_stem(name), tmp_path, "lesson", "lesson.toml", "--worksheet", "o.pdf").stderr
        assert "`perceptron lesson FILE --worksheet OUT.pdf`" in told


def test_the_executable_carries_the_handbook_with_its_pictures(program: Path) -> None:
    inside = program.parent / "_internal" / "docs"
    texts = {page: (HANDBOOK / f"{page}.md").read_text("utf-8") for page in PAGES}
    shown = {name for text in texts.values() for name in re.findall(r"\((pictures/[^)]+)\)", text)}
    assert len(shown) > 4
    assert all((inside / name).read_bytes() == (HANDBOOK / name).read_bytes() for name in shown)
    assert {page: (inside / f"{page}.md").read_text("utf-8") for page in PAGES} == texts


def test_the_executable_knows_where_the_project_is(program: Path) -> None:
    assert project_address(program.parent / "_internal" / "pyproject.toml") == project_address()


def test_the_executable_names_a_file_that_is_not_there(program: Path, tmp_path: Path) -> None:
    done = _start(program, tmp_path, "nowhere.csv", "--export", "picture.png")

    assert done.returncode == 2
    assert done.stderr.startswith("error: nowhere.csv: ")
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "picture.png").exists()


@_linux
def test_the_executable_prints_with_the_libraries_of_the_system(program: Path) -> None:
    inside = {path.name for path in _files(program.parent)}
    assert "libcupsprintersupport.so" in inside
    assert not {name for name in inside if re.match("lib(cups|gnutls|avahi|krb5)[^/]*[.]so[.]", name)}


@_linux
def test_the_executable_is_no_larger_than_it_need_be(program: Path) -> None:
    assert sum(path.stat().st_size for path in _files(program.parent)) <= _MOST_BYTES


def test_it_runs_no_hook_of_pyinstaller_but_that_of_qt(program: Path) -> None:
    assert re.findall(rb"pyi_rth_(?!pyside6|utils)\w+", program.read_bytes()) == []


def test_without_a_window_it_runs_no_hook_and_loads_nothing_of_qt(core_program: Path) -> None:
    content = core_program.read_bytes()
    assert re.findall(rb"pyi_rth_(?!utils)\w+|PySide6|pyqtgraph", content) == []


def test_its_picture_is_that_of_the_source(program: Path, data: Path, tmp_path: Path) -> None:
    _start(program, tmp_path, data, "--export", "ours.png", LANG="C.UTF-8")
    done = subprocess.run(
        [sys.executable, MAIN, data, "--export", "theirs.png"], cwd=tmp_path, env={"LANG": "C.UTF-8"}, check=False
    )
    assert done.returncode == 0
    assert (tmp_path / "ours.png").read_bytes() == (tmp_path / "theirs.png").read_bytes()


@_linux
def test_a_window_opens_on_x(program: Path, tmp_path: Path) -> None:
    desktop = Desktop.start(tmp_path)
    try:
        variables = {name: value for name, value in desktop.environment.items() if name != "QT_QPA_PLATFORM"}
        done = _start(program, tmp_path, "--exit-after-first-frame", **variables)
    finally:
        desktop.stop()
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("first frame after ")


@pytest.fixture
def wayland(tmp_path: Path) -> Iterator[dict[str, str]]:
    """A compositor of Wayland that shows its screen to nobody, and no X."""
    variables = home(tmp_path)
    socket = Path(variables["XDG_RUNTIME_DIR"], "wayland-test")
    options = ["--backend=headless-backend.so", "--shell=kiosk-shell.so", "--use-pixman", "--idle-time=0"]
    compositor = subprocess.Popen(
        ["weston", *options, f"--socket={socket.name}"], env=variables, stderr=subprocess.DEVNULL
    )
    try:
        eventually(socket.exists, "a screen of Wayland")
        yield {**variables, "WAYLAND_DISPLAY": socket.name}
    finally:
        compositor.kill()
        compositor.wait()


@_linux
def test_a_window_opens_on_wayland_without_x(program: Path, wayland: dict[str, str], tmp_path: Path) -> None:
    done = _start(program, tmp_path, "--exit-after-first-frame", **wayland)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("first frame after ")


@_linux
def test_where_no_window_can_open_a_notification_says_so_and_no_file_is_written(program: Path, tmp_path: Path) -> None:
    """As a double click finds it: no terminal. What says it is the system's, and wants the system's libraries."""
    told = tmp_path / "told"
    teller = tmp_path / "notify-send"
    teller.write_text(f'#!/bin/sh\necho "$LD_LIBRARY_PATH$3" > "{told}"\n', encoding="utf-8")
    teller.chmod(0o755)
    before = _files(program.parent)

    done = _start(program, tmp_path, PATH=str(tmp_path))

    assert done.returncode == 2
    assert done.stderr.startswith("error: no window can be opened (")
    assert told.read_text("utf-8").startswith("no window can be opened (")
    assert _files(program.parent) == before
    assert {path.name for path in tmp_path.iterdir()} == {"told", "notify-send"}


_ORDERS = """
import functools, json
from PySide6.QtCore import QCollator, QDate, QLocale

words = "z å ä ö a B b A ñ n o ø æ ch cz d ll lz 10 9 ı i I İ é e ß ss Ω ω 北京 上海 あ ア 한 가".split()
told = {}
for name in "C en_US de_DE sv_SE da_DK es_ES tr_TR cs_CZ hu_HU ja_JP zh_CN ko_KR ar_EG".split():
    locale = QLocale(name)
    order = sorted(words, key=functools.cmp_to_key(QCollator(locale).compare))
    date = locale.toString(QDate(2026, 3, 5), QLocale.FormatType.LongFormat)
    told[name] = [order, date, locale.toString(1234.5), locale.toUpper("iıß"), locale.toLower("Iİ")]
print(json.dumps(told))
"""


@_linux
def test_what_is_left_of_icu_sorts_and_writes_as_all_of_it_does(program: Path) -> None:
    (slim,) = (path for path in _files(program.parent) if path.name.startswith("libicudata.so"))
    assert slim.stat().st_size < 6_000_000
    told = [
        json.loads(
            subprocess.run([sys.executable, "-c", _ORDERS], env=variables, capture_output=True, check=True).stdout
        )
        for variables in ({"LANG": "C.UTF-8"}, {"LANG": "C.UTF-8", "LD_PRELOAD": str(slim)})
    ]
    assert told[0] == told[1]
    assert told[0]["sv_SE"][0] != told[0]["de_DE"][0]


@_linux
def test_input_methods_and_dead_keys_are_there(program: Path) -> None:
    inputs = {path.name for path in program.parent.rglob("platforminputcontexts/*")}
    assert {"libcomposeplatforminputcontextplugin.so", "libibusplatforminputcontextplugin.so"} <= inputs


_NOTICES = {
    r"PySide6/.*|shiboken6/.*": ("LGPL-3.0", "GPL-3.0", "Qt-contained"),
    r"numpy/.*|numpy\.libs/.*": ("numpy",),
    r"PIL/.*|pillow\.libs/.*": ("Pillow",),
    r"daqp\..*": ("daqp",),
    r"python3\.\d+/.*|libpython3.*": ("Python",),
    r"core/compiled/.*": (),
}
"""What is bundled, by where it is → its notices; ours is LICENSE."""


@_linux
def test_each_library_in_it_has_its_notice_in_it(program: Path) -> None:
    inside = program.parent / "_internal"
    libraries = {str(path.relative_to(inside)) for path in _files(inside) if re.search(r"\.so(\.|$)", path.name)}
    system = inside / "licenses" / "system"
    packages = dict(line.split() for line in (system / "libraries.txt").read_text("utf-8").splitlines())
    for library in libraries:
        ours = [notices for pattern, notices in _NOTICES.items() if re.fullmatch(pattern, library)]
        texts = (
            [inside / "licenses" / f"{name}.txt" for name in ours[0]] if ours else [system / f"{packages[library]}.txt"]
        )
        assert all(text.stat().st_size > 400 for text in texts), library
    assert set(packages) <= libraries


def test_the_executable_carries_the_licences_of_what_it_contains(program: Path) -> None:
    inside = program.parent / "_internal"
    licences = {path.name for path in (ROOT / "licenses").iterdir()}
    assert {path.name for path in (inside / "licenses").iterdir()} - {"system"} == licences
    assert (inside / "THIRD_PARTY.md").read_bytes() == (ROOT / "THIRD_PARTY.md").read_bytes()
    assert (inside / "LICENSE").exists()


def _needs(name: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(name) is None, reason=f"there is no {name} here, which Debian has")


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package of Debian; what is in it lies beside it, in `usr`."""
    if not _PROGRAM.exists():
        pytest.skip("there is no executable yet: make package")
    made = deb(_PROGRAM.parent, tmp_path_factory.mktemp("debian"), compression=("-Zgzip", "-z1"))
    subprocess.run(["dpkg-deb", "--extract", made, made.parent], check=True)
    return made


@_needs("dpkg-deb")
def test_the_package_of_debian_puts_everything_in_its_place(package: Path, tmp_path: Path) -> None:
    usr = package.parent / "usr"
    assert _start(usr / "bin" / "perceptron", tmp_path, "--version").stdout == f"Perceptron {__version__}\n"
    told = _start(usr / "bin" / "perceptron-core", tmp_path, "--version").stdout
    assert told.startswith(f"Perceptron {__version__}. ")
    for name in ("applications/perceptron.desktop", "mime/packages/perceptron.xml"):
        assert (usr / "share" / name).read_bytes() == (ROOT / "resources" / "desktop" / Path(name).name).read_bytes()


@_needs("dpkg-deb")
def test_the_package_is_named_as_debian_names_its_files(package: Path) -> None:
    named = "--showformat=${Package}_${Version}_${Architecture}.deb"
    done = subprocess.run(["dpkg-deb", "--show", named, package], capture_output=True, text=True, check=True)
    assert done.stdout == package.name


@_needs("dpkg-deb")
def test_every_command_of_the_package_has_its_page_for_man(package: Path) -> None:
    usr = package.parent / "usr"
    pages = {path.name.removesuffix(".1.gz"): gzip.decompress(path.read_bytes()) for path in usr.rglob("man1/*")}
    assert {path.name for path in (usr / "bin").iterdir()} == set(pages) == {"perceptron", "perceptron-core"}
    assert all(b"--seed" in page.replace(rb"\-", b"-") for page in pages.values())


@_needs("dpkg-deb")
def test_the_changelog_of_the_package_has_the_releases_in_debians_form(package: Path, tmp_path: Path) -> None:
    (path,) = package.parent.rglob("changelog.gz")
    words = gzip.decompress(path.read_bytes()).decode()
    assert all(len(line) <= 80 for line in words.splitlines() if not line.startswith(" -- "))
    told = re.findall(r"^perceptron-visualiser \((\S+)\) unstable; urgency=medium$", words, re.MULTILINE)
    assert told == re.findall(r"^## \[([\d.]+)\]", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert told[0] == __version__
    (tmp_path / "changelog").write_text(words, "utf-8")
    if shutil.which("dpkg-parsechangelog") is not None:
        command = ["dpkg-parsechangelog", "--all", "--file", "changelog", "--show-field", "Version"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
        assert (done.stdout.split()[0], done.stderr) == (__version__, "")


@_needs("dpkg-deb")
@_needs("lintian")
def test_lintian_finds_no_error_in_the_package(package: Path) -> None:
    options = ["--allow-root", "--no-tag-display-limit", "--fail-on", "error"]
    done = subprocess.run(["lintian", *options, package], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@_needs("dpkg-deb")
@_needs("appstreamcli")
def test_shops_can_read_what_the_package_says_of_the_program(package: Path) -> None:
    (path,) = package.parent.rglob("*.metainfo.xml")
    done = subprocess.run(["appstreamcli", "validate", "--no-net", path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert f'<release version="{__version__}"' in path.read_text("utf-8")


@_needs("desktop-file-validate")
def test_the_menu_entry_is_valid_and_in_one_menu() -> None:
    entry = ROOT / "resources" / "desktop" / "perceptron.desktop"
    done = subprocess.run(["desktop-file-validate", entry], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


@_linux
def test_the_menu_entry_starts_the_executable(program: Path, tmp_path: Path) -> None:
    done = _start(program, tmp_path, "--install-desktop", XDG_DATA_HOME=str(tmp_path), PATH=os.defpath)
    assert (done.returncode, done.stderr) == (0, "")
    assert f'Exec="{program}" %F\n' in (tmp_path / "applications" / "perceptron.desktop").read_text("utf-8")
    if shutil.which("update-mime-database") is not None:
        assert "*.perceptron" in (tmp_path / "mime" / "globs").read_text("utf-8")
