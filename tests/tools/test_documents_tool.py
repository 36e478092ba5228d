"""What pages say from another home: the address of the project from pyproject.toml, the names of layers and tools."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.lessons.vocabulary import LAYERS, TOOLS
from core.resources import project_address
from tests.places import ROOT
from tools.documents import LESSONS, README, with_address, with_names

_ADDRESS = "https://example.org/owner/name"


@pytest.mark.parametrize(("line", "address"), [(f'Source = "{_ADDRESS}"', _ADDRESS), ("", "")])
def test_the_address_is_one_line_of_the_settings_and_may_be_missing(line: str, address: str, tmp_path: Path) -> None:
    settings = (ROOT / "pyproject.toml").read_text("utf-8")
    assert settings.count("[project.urls]\n") == 1
    changed = tmp_path / "pyproject.toml"
    changed.write_text(settings.replace("[project.urls]\n", f"[project.urls]\n{line}\n"), "utf-8")
    assert project_address(changed) == address


def test_the_readme_says_what_the_settings_say() -> None:
    readme = README.read_text("utf-8")
    assert readme == with_address(readme, project_address()), "run `make documents`"


def test_the_readme_follows_the_address_and_is_silent_without_one() -> None:
    silent = with_address(README.read_text("utf-8"), "")
    said = with_address(silent, _ADDRESS)
    assert f"Get a release at <{_ADDRESS}/releases>. Report a fault at <{_ADDRESS}/issues>." in said
    assert with_address(with_address(said, "https://example.org/moved"), "") == silent
    assert "fault" not in silent
    with pytest.raises(ValueError, match="the page has no line"):
        with_address("# Perceptron\n", _ADDRESS)


def test_the_page_on_lessons_has_every_layer_and_tool_with_its_meaning() -> None:
    page = LESSONS.read_text("utf-8")
    assert page == with_names(page), "run `make documents`"
    for kind, names in (("layer", LAYERS), ("tool", TOOLS)):
        assert re.findall(rf"^\| {kind} \| `(\w+)` \| \S", page, re.MULTILINE) == list(names)
