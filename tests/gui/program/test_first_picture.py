"""The start imports no more than it did."""

from __future__ import annotations

import pytest

from tests.gui.program.a_program import said_by

MOST_MODULES = 750
"""Modules that are imported up to the first picture, and a few more."""
TABLES = (
    *("core.orders.", "core.rules.", "core.kernels.", "core.predictors.", "core.files.formats."),
    *("perceptron_gui.canvas.layers.", "perceptron_gui.canvas.tools."),
)
"""Packages of which the first picture takes every module: one more may be one more module."""
LATER = ("numpy.ma", "numpy.random", "difflib", "PIL", "configparser")
"""Modules that take long to import, and are not in the picture."""

_COUNT = """
import json, sys
sys.argv = ["perceptron", "--exit-after-first-frame"]
from perceptron_gui.__main__ import main
assert main() == 0
print(json.dumps(sorted(sys.modules)))
"""


@pytest.fixture(scope="module")
def first_picture(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The modules that are imported by then."""
    modules: list[str] = said_by(_COUNT, tmp_path_factory.mktemp("home"))
    return modules


def test_the_first_picture_takes_no_more_modules(first_picture: list[str]) -> None:
    more = "import where it is first used what is not in the first picture (docs/frames.md)"
    assert len([name for name in first_picture if not name.startswith(TABLES)]) <= MOST_MODULES, more


@pytest.mark.parametrize("module", LATER)
def test_what_takes_long_to_import_waits_until_it_is_asked_for(module: str, first_picture: list[str]) -> None:
    assert module not in first_picture, f"`python -X importtime main.py` says which module imports {module}"
