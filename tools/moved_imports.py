"""Write the modules as they are installed: `moved_imports.py FOLDER`.

The folders `core` and `perceptron_gui` become `perceptron_visualiser/core` and `perceptron_visualiser/gui`, because a
package `core` of somebody else would overwrite ours, or ours theirs. Only imports change, each within its
line, so that a traceback names the lines of the checkout.
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "perceptron_visualiser"
FOLDERS = {"core": "core", "perceptron_gui": "gui"}
"""Folder of the checkout → folder of the package."""

_INIT = '"""The perceptron and its theory (`core`), and the program with the window (`gui`)."""\n'


def write_modules(into: Path) -> None:
    """Write all modules, and the mark that they have types for a checker."""
    (into / "__init__.py").write_text(_INIT, "utf-8")
    (into / "py.typed").touch()
    for folder, place in FOLDERS.items():
        for module in (ROOT / folder).rglob("*.py"):
            made = into / place / module.relative_to(ROOT / folder)
            made.parent.mkdir(parents=True, exist_ok=True)
            made.write_text(moved(module.read_text("utf-8")), "utf-8")


def moved(source: str) -> str:
    """Return the source of a module or a test, with its imports from the package. Raises ValueError if it cannot be."""
    lines = source.split("\n")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = [node.module or ""]
        else:
            continue
        if any(name.partition(".")[0] in FOLDERS for name in names):
            lines[node.lineno - 1] = _moved_line(lines[node.lineno - 1])
    return re.sub(r"^>>> import core$", f">>> from {PACKAGE} import core", "\n".join(lines), flags=re.MULTILINE)


def _moved_line(line: str) -> str:
    changed = re.sub(r"^(\s*)import core$", rf"\1from {PACKAGE} import core", line)
    for folder, place in FOLDERS.items():
        changed = re.sub(rf"^(\s*from ){folder}(?=[. ])", rf"\1{PACKAGE}.{place}", changed)
    if changed == line:
        raise ValueError(f"only `import core` and `from … import …` can be moved, not: {line.strip()}")
    return changed


if __name__ == "__main__":
    write_modules(Path(sys.argv[1]))
