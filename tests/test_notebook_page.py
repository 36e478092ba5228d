"""The cells of docs/notebook.md run one after another, and each shows what the page says."""

from __future__ import annotations

import ast
import re
import sys
from types import ModuleType
from typing import Any

import matplotlib as mpl
import pytest
from matplotlib import pyplot

import core
from tests.places import ROOT

PAGE = (ROOT / "docs" / "notebook.md").read_text("utf-8")


def shown_by(cell: str, names: dict[str, Any]) -> str:
    """Run a cell, and return what a prompt shows of its last line; empty if that is no expression."""
    *before, last = ast.parse(cell).body
    if not isinstance(last, ast.Expr):
        before, value = [*before, last], None
    exec(compile(ast.Module(before, []), PAGE[:20], "exec"), names)
    if isinstance(last, ast.Expr):
        value = eval(compile(ast.Expression(last.value), PAGE[:20], "eval"), names)
    return "" if value is None else repr(value)


def test_every_cell_shows_what_the_page_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setitem(sys.modules, "perceptron_visualiser", installed := ModuleType("perceptron_visualiser"))
    vars(installed)["core"] = core
    mpl.use("agg")
    names: dict[str, Any] = {}
    blocks = re.findall(r"```(python|text)\n(.*?)\n```", PAGE, re.DOTALL)
    assert len(blocks) > 10
    shown = ""
    for kind, block in blocks:
        if kind == "python":
            shown = shown_by(block, names)
        else:
            assert shown == block
    pyplot.close("all")
