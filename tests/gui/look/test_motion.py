"""Less motion where the desktop asks for it, unless the user chose."""

from __future__ import annotations

from pathlib import Path

import pytest

from perceptron_gui.files.settings import Settings
from perceptron_gui.look.motion import Motion, system_reduces
from tests.gui.conftest import Desk


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the user's settings on a Linux desktop."""
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", "KDE")
    return tmp_path


@pytest.mark.parametrize(("written", "less"), [("0", True), ("0.5", False), ("much", False)])
def test_kde_tells_it_by_the_length_of_animations(config: Path, written: str, less: bool) -> None:
    assert not system_reduces()
    (config / "kdeglobals").write_text(f"[KDE]\nAnimationDurationFactor={written}\n")
    assert system_reduces() == less
    assert Motion.SYSTEM.glides != less
    assert Motion.ON.glides
    assert not Motion.OFF.glides


def test_gnome_tells_it_by_a_program(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", "ubuntu:GNOME")
    monkeypatch.setenv("PATH", str(config), prepend=":")
    teller = config / "gsettings"
    teller.write_text('#!/bin/sh\n[ "$3" = enable-animations ] && echo false\n')
    teller.chmod(0o755)
    assert system_reduces()
    teller.write_text("#!/bin/sh\nexit 1\n")
    assert not system_reduces()


def test_on_an_unknown_system_everything_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "plan9")
    assert not system_reduces()


@pytest.mark.parametrize(("kept", "motion"), [("false", Motion.OFF), ("true", Motion.SYSTEM), ('"on"', Motion.ON)])
def test_what_was_true_or_false_is_still_read(tmp_path: Path, kept: str, motion: Motion) -> None:
    settings = Settings(tmp_path / "settings.ini")
    settings.store.setValue("tween", kept)
    assert settings.motion is motion


def test_a_session_moves_nothing_where_the_system_wants_less(desk: Desk, config: Path) -> None:
    (config / "kdeglobals").write_text("[KDE]\nAnimationDurationFactor=0\n")
    window = desk.open()
    assert not window.canvas.tweened
    window.canvas.set_tween(True)  # as a session does
    assert not window.canvas.tweened
    assert window.settings.motion is Motion.SYSTEM
    window.actions_["motion_on"].trigger()
    assert window.canvas.tweened
