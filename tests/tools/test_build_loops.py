"""Building the compiled loops: done where there is a compiler, done without where there is none or it fails."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.places import ROOT

_SOURCES = [path.name for path in (ROOT / "core" / "compiled").glob("*.[ch]")]
_COMPILER = shutil.which(os.environ.get("CC", "cc"))


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A checkout with nothing but the tool and the C files."""
    for name in ("tools/build_loops.py", *(f"core/compiled/{name}" for name in _SOURCES)):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def build(tree: Path, compiler: str, *options: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "CC": compiler}
    command = [sys.executable, str(tree / "tools" / "build_loops.py"), *options]
    return subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", timeout=60, check=False)


def made(tree: Path) -> list[str]:
    return [path.name for path in (tree / "core" / "compiled").iterdir() if path.name not in _SOURCES]


@pytest.mark.skipif(_COMPILER is None, reason="there is no C compiler")
def test_the_loops_are_built_once(tree: Path) -> None:
    first = build(tree, str(_COMPILER))
    assert (first.returncode, first.stdout) == (0, "")
    (library,) = made(tree)
    (tree / "core" / "compiled" / library).write_bytes(b"left alone")
    assert build(tree, "no-such-compiler").stdout == ""
    assert (tree / "core" / "compiled" / library).read_bytes() == b"left alone"


@pytest.mark.parametrize(("compiler", "why"), [("no-such-compiler", "there is no C compiler"), ("false", "exit 1")])
def test_without_a_compiler_that_works_one_line_says_so(tree: Path, compiler: str, why: str) -> None:
    done = build(tree, compiler)
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 1
    assert why in done.stdout
    assert made(tree) == []
