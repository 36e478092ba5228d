"""What pages say that has its home elsewhere: README the address of the project, docs/lessons.md layers and tools.

`python -m tools.documents`; each part goes from its mark to the next title, or to the end of the page.
"""

from __future__ import annotations

from pathlib import Path

from core.lessons.vocabulary import LAYERS, TOOLS
from core.resources import project_address

ROOT = Path(__file__).resolve().parents[1]
README, LESSONS = ROOT / "README.md", ROOT / "docs" / "lessons.md"
_HIDDEN = "<!-- From here to the next title `make documents` writes. -->\n"
_SHOWN = "The names of layers and tools, from `resources/vocabulary.toml`; `make documents` writes this list.\n"


def with_address(readme: str, address: str) -> str:
    """Return README with one sentence on releases and faults, or with none while the project has no address."""
    said = f"\nGet a release at <{address}/releases>. Report a fault at <{address}/issues>.\n" if address else ""
    return _replaced(readme, _HIDDEN, said)


def with_names(lessons: str) -> str:
    """Return docs/lessons.md with the name of each layer and tool that a step can have, and its meaning."""
    kinds = [("layer", LAYERS), ("tool", TOOLS)]
    rows = [f"| {kind} | `{name}` | {row['meaning']} |\n" for kind, words in kinds for name, row in words.items()]
    table = "".join(rows).replace("*", r"\*")
    return _replaced(lessons, _SHOWN, f"\n| | name | meaning |\n| --- | --- | --- |\n{table}")


def _replaced(page: str, mark: str, written: str) -> str:
    before, found, rest = page.partition(mark)
    if not found:
        raise ValueError(f"the page has no line {mark.strip()!r}")
    _, title, after = rest.partition("\n## ")
    return before + mark + written + title + after


def main() -> None:
    """Write both pages."""
    for path, text in (
        (README, with_address(README.read_text("utf-8"), project_address())),
        (LESSONS, with_names(LESSONS.read_text("utf-8"))),
    ):
        path.write_text(text, "utf-8", newline="\n")


if __name__ == "__main__":
    main()
