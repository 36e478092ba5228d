"""The start imports no more than it did: nothing reads a source twice, nothing is made that nobody uses."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.gui.program.quick_imports.a_program import said_by

MOST_MODULES, MOST_SOURCES = 668, 5
"""What the first picture takes by now, and little more; of sources the few that Qt itself looks into."""
TABLES = (
    *("core.orders.", "core.rules.", "core.kernels.", "core.predictors.", "core.files.formats."),
    *("perceptron_gui.canvas.layers.", "perceptron_gui.canvas.tools."),
)
"""Rooms of which a first picture takes every entry: one more may be one more module."""
LATER = (
    *("numpy.ma", "numpy.random", "pyqtgraph.imageview", "pyqtgraph.parametertree", "difflib", "PIL"),
    "configparser",
)
"""What takes long to import, and is not in the picture."""

_COUNT = """
import json, sys
sources = []
def opened(event, given):
    if event == "open" and str(given[0]).endswith(".py"):
        sources.append(given[0])
sys.addaudithook(opened)
sys.argv = ["perceptron", "--exit-after-first-frame"]
from perceptron_gui.__main__ import main
assert main() == 0
print(json.dumps([sorted(sys.modules), sources]))
"""


@pytest.fixture(scope="module")
def first_picture(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], list[str]]:
    """The modules that are there, and the sources that were opened."""
    home: Path = tmp_path_factory.mktemp("home")
    said_by(_COUNT, home)  # writes the bytecode
    modules, sources = said_by(_COUNT, home)
    return modules, sources


def test_the_first_picture_takes_no_more_modules(first_picture: tuple[list[str], list[str]]) -> None:
    more = "import where it is first used what is not in the first picture (docs/frames.md)"
    assert len([name for name in first_picture[0] if not name.startswith(TABLES)]) <= MOST_MODULES, more


def test_the_first_picture_reads_no_source_that_is_compiled_already(
    first_picture: tuple[list[str], list[str]],
) -> None:
    assert len(first_picture[1]) <= MOST_SOURCES, first_picture[1]


@pytest.mark.parametrize("module", LATER)
def test_what_takes_long_to_import_waits_until_it_is_asked_for(
    module: str, first_picture: tuple[list[str], list[str]]
) -> None:
    assert module not in first_picture[0], f"`python -X importtime main.py` says which module imports {module}"
