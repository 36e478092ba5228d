"""The page with the public names of `core`, as `make api` writes it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import core
from tests.places import ROOT


@pytest.mark.slow
def test_the_page_has_every_public_name_and_no_module_below(tmp_path: Path) -> None:
    (command,) = re.findall(r"\$\(python\) -m pdoc --output-directory build/api (.*)", (ROOT / "Makefile").read_text())
    names = [name.strip("'") for name in command.split()]
    made = subprocess.run([sys.executable, "-m", "pdoc", "-o", tmp_path, *names], cwd=ROOT, check=False)
    assert made.returncode == 0
    text = (tmp_path / "core.html").read_text("utf-8")
    assert [name for name in core.__all__ if f'id="{name}"' not in text] == []
    assert sorted(path.name for path in tmp_path.glob("**/*.html")) == ["core.html", "index.html"]
