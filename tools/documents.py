"""What README says from pyproject.toml: where to get a release, and where to report a fault."""

from __future__ import annotations

from pathlib import Path

from core.resources import project_address

README = Path(__file__).resolve().parent.parent / "README.md"
_MARK, _NEXT = "to the next title. -->\n", "\n## "


def with_address(readme: str, address: str) -> str:
    """Return README with one sentence after its mark, or with none while the project has no address."""
    before, mark, rest = readme.partition(_MARK)
    _, title, after = rest.partition(_NEXT)
    if not (mark and title):
        raise ValueError(f"README has no line that ends with {_MARK.strip()!r} before a title")
    said = f"\nGet a release at <{address}/releases>. Report a fault at <{address}/issues>.\n" if address else ""
    return before + mark + said + title + after


if __name__ == "__main__":
    README.write_text(with_address(README.read_text("utf-8"), project_address()), "utf-8", newline="\n")
