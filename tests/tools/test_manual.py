"""The options that people read of, on docs/options.md and in the pages of `man`, are those that the programs have."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from core.__main__ import COMMANDS
from core.spec import OPTIONS
from tools.manual import PAGE, PROGRAMS, man_pages, options_page

_PAGES = man_pages("2026-11-22")


def test_the_page_of_options_is_that_of_the_programs() -> None:
    assert PAGE.read_text("utf-8") == options_page(), "docs/options.md is older than the options: make options"


def test_every_command_is_told() -> None:
    assert {command.name for command in PROGRAMS["perceptron-core"][1:]} == {
        f"perceptron-core {name}" for name in COMMANDS
    }


@pytest.mark.parametrize("program", PROGRAMS)
def test_every_option_of_a_run_is_told_with_its_range_and_default(program: str) -> None:
    page = options_page()
    for name, option in OPTIONS.items():
        typed = f"--{name.replace('_', '-')}"
        assert f"| `{typed} " in page
        assert re.search(rf"^\.B {typed.replace('-', '.-')} ", _PAGES[program], re.MULTILINE), typed
        assert option.help.partition("{")[0].replace("-", "\\-") in _PAGES[program]


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_page_of_man_names_each_command_and_nothing_of_a_checkout(program: str) -> None:
    page = _PAGES[program].replace("\\-", "-")
    assert page.startswith(f".TH {program.upper()} 1 2026-11-22 ")
    assert all(f"\n.B {command.usage}\n" in page for command in PROGRAMS[program])
    assert "python" not in page


@pytest.mark.skipif(shutil.which("groff") is None, reason="there is no groff here to read the page")
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_page_of_man_can_be_shown(program: str, tmp_path: Path) -> None:
    (path := tmp_path / "page.1").write_text(_PAGES[program], "utf-8")
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-Kutf8", "-ww", path], capture_output=True, encoding="utf-8", check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "EXIT STATUS" in re.sub(".\x08", "", done.stdout)  # Letters that are struck twice are bold.
