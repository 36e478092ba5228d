"""The program in the menu of a desktop of Linux."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from core.files.session import SUFFIX
from core.resources import resource
from perceptron_gui.program import desktop
from tests.gui.main_program import program
from tests.places import MAIN

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the menu is for the desktops of Linux")

_SHARED = "{http://www.freedesktop.org/standards/shared-mime-info}"


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*perceptron*") if path.is_file())


@pytest.mark.slow
def test_it_comes_into_the_menu_and_goes_without_a_trace(tmp_path: Path) -> None:
    homes = {"XDG_DATA_HOME": str(tmp_path / "data"), "PATH": str(tmp_path)}
    done = program("--install-desktop", cwd=tmp_path, **homes)
    assert (done.returncode, done.stderr) == (0, "")
    icon, kind = "icons/hicolor/scalable/apps/perceptron.svg", "mime/packages/perceptron.xml"
    assert files(tmp_path / "data") == ["applications/perceptron.desktop", icon, kind]
    entry = (tmp_path / "data" / "applications" / "perceptron.desktop").read_text("utf-8")
    assert f'Exec="{sys.executable}" "{MAIN}" %F\n' in entry

    done = program("--remove-desktop", cwd=tmp_path, **homes)
    assert (done.returncode, done.stderr) == (0, "")
    assert files(tmp_path / "data") == []


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("update-mime-database") is None, reason="the desktop's tools are not here")
def test_the_desktop_then_knows_the_kind_of_a_session(tmp_path: Path) -> None:
    program("--install-desktop", cwd=tmp_path, XDG_DATA_HOME=str(tmp_path), PATH="/usr/bin")
    assert f"application/x-perceptron-session:*{SUFFIX}" in (tmp_path / "mime" / "globs").read_text("utf-8")
    program("--remove-desktop", cwd=tmp_path, XDG_DATA_HOME=str(tmp_path), PATH="/usr/bin")
    assert files(tmp_path) == []


@pytest.mark.skipif(shutil.which("desktop-file-validate") is None, reason="the desktop's tools are not here")
def test_the_entry_is_as_the_standard_wants_it() -> None:
    subprocess.run(["desktop-file-validate", resource("desktop", "perceptron.desktop")], check=True)


def test_entry_and_kind_name_the_same_kind_of_file() -> None:
    kind = ElementTree.parse(resource("desktop", "perceptron.xml")).getroot().find(f"{_SHARED}mime-type")
    assert kind is not None
    entry = resource("desktop", "perceptron.desktop").read_text("utf-8")
    assert f"MimeType={kind.get('type')};" in entry
    assert [glob.get("pattern") for glob in kind.findall(f"{_SHARED}glob")] == [f"*{SUFFIX}"]


def test_a_folder_with_a_strange_name_is_quoted_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once as the standard wants a command, once as it wants a value: `$` becomes two backslashes and itself."""
    started = tmp_path / 'at 100% "$"'
    started.touch(mode=0o755)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(sys, "argv", [str(started)])
    desktop.install()
    entry = (tmp_path / "data" / "applications" / "perceptron.desktop").read_text("utf-8")
    assert f'Exec="{tmp_path}/at 100%% \\\\"\\\\$\\\\"" %F\n' in entry
