"""What is said to somebody who sees neither window nor terminal: by the first program that can."""

from __future__ import annotations

from pathlib import Path

import pytest

from perceptron_gui.program.desktop import tell_beside

SENTENCE = "no window can be opened (it's gone)"


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of programs that stands for a machine; the executable has put its libraries before the system's."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("LD_LIBRARY_PATH", "/of/the/executable")
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/of/the/system")
    return tmp_path


def has(machine: Path, name: str, *, then: str = "") -> None:
    program = machine / name
    said = f'{{ echo "$LD_LIBRARY_PATH"; for word; do echo "$word"; done; }} > {machine}/{name}.said'
    program.write_text(f"#!/bin/sh\n{said}\n{then}\n", encoding="utf-8")
    program.chmod(0o755)


def said(machine: Path, name: str) -> list[str]:
    return (machine / f"{name}.said").read_text(encoding="utf-8").splitlines()


def test_where_nothing_can_say_it_nothing_is_said(machine: Path) -> None:
    assert not tell_beside(SENTENCE)


def test_a_notification_comes_first(machine: Path) -> None:
    for name in ("notify-send", "zenity"):
        has(machine, name)
    assert tell_beside(SENTENCE)
    assert said(machine, "notify-send")[-1] == SENTENCE
    assert said(machine, "notify-send")[0] == "/of/the/system"
    assert not (machine / "zenity.said").exists()


def test_without_a_bus_there_is_a_dialog(machine: Path) -> None:
    for name in ("notify-send", "gdbus", "zenity"):
        has(machine, name, then="exit 1")
    has(machine, "xmessage")
    assert tell_beside(SENTENCE)
    assert said(machine, "gdbus")[-4] == "'no window can be opened (it\\'s gone)'"
    assert said(machine, "xmessage")[-1] == SENTENCE


def test_a_name_in_the_sentence_is_never_html(machine: Path) -> None:
    for name in ("notify-send", "gdbus"):
        has(machine, name, then="exit 1")
    has(machine, "kdialog")
    assert tell_beside("a<img src=x>.csv: there is no such file")
    assert said(machine, "notify-send")[-1] == "a&lt;img src=x&gt;.csv: there is no such file"
    assert said(machine, "kdialog")[-1] == "<qt>a&lt;img src=x&gt;.csv: there is no such file</qt>"
