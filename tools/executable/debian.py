"""What a package of Debian has beside the program: changelog, notice, pages for `man`, words for shops, overrides."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path
from textwrap import fill

from core import __version__
from tools.manual import man_pages

NAME = "perceptron-visualiser"
MAINTAINER = f"the perceptron visualiser authors <{NAME}@{NAME}.invalid>"
"""Debian asks for an address. There is none, and there never is one that ends with .invalid (RFC 2606)."""
APPSTREAM = "perceptron.visualiser.perceptron"
"""What shops call the program. It names no domain, because the project has none."""
_ROOT = Path(__file__).resolve().parents[2]
_BUNDLED = f"usr/lib/{NAME}/_internal"
_OVERRIDES = {
    "The package is for every Debian and Ubuntu from one version on, so it brings the libraries and fonts that it was\n"
    "tested with: numbers and pictures are then the same everywhere. Each library has its notice in licenses/.": (
        f"embedded-library *{_BUNDLED}/*",
        f"duplicate-font-file *{_BUNDLED}/resources/fonts/*",
    ),
    "Built by their projects, numpy and OpenBLAS: they no longer load once `strip` has been over them.": (
        f"unstripped-binary-or-object *{_BUNDLED}/numpy*",
    ),
    "Modules of Python that take all functions from the interpreter, and data alone: they need no library of C.": (
        f"library-not-linked-against-libc *{_BUNDLED}/python3.*/lib-dynload/*",
        f"shared-library-lacks-prerequisites *{_BUNDLED}/*",
    ),
    "The start of the program is PyInstaller's, as its project builds it.": (f"hardening-no-pie *usr/lib/{NAME}/*",),
}
"""Reason → the hints of lintian that it answers, about what others have built."""


@dataclass(frozen=True)
class _Release:
    version: str
    day: datetime
    words: str
    """The section of CHANGELOG.md, in Markdown."""


def write(root: Path) -> None:
    """Write the files below `root`, the folder that becomes the package."""
    releases = list(_releases((_ROOT / "CHANGELOG.md").read_text("utf-8")))
    if not releases or releases[0].version != __version__:
        raise ValueError(f"CHANGELOG.md has no heading “## [{__version__}] – YEAR-MONTH-DAY”")
    date = f"{releases[0].day:%Y-%m-%d}"
    made = {
        f"doc/{NAME}/copyright": copyright_notice(releases[0].day.year),
        f"doc/{NAME}/changelog.gz": changelog(releases),
        f"lintian/overrides/{NAME}": overrides(),
        f"metainfo/{APPSTREAM}.metainfo.xml": metainfo(__version__, date),
        **{f"man/man1/{program}.1.gz": page for program, page in man_pages(date).items()},
    }
    for name, text in made.items():
        path = root / "usr" / "share" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(gzip.compress(text.encode(), mtime=0) if path.suffix == ".gz" else text.encode())


def _releases(words: str) -> Iterator[_Release]:
    """Yield the releases that CHANGELOG.md has a dated heading for, the last one first."""
    parts = re.split(r"^## \[([\d.]+)\] – (\d{4}-\d\d-\d\d)$", words, flags=re.MULTILINE)
    for version, day, section in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        yield _Release(version, datetime.fromisoformat(day).replace(tzinfo=UTC), section)


def changelog(releases: list[_Release]) -> str:
    """Return the changelog in the form of Debian (policy, 4.4)."""
    parts = []
    for release in releases:
        parts += [f"{NAME} ({release.version}) unstable; urgency=medium\n", *_entries(release.words)]
        parts.append(f"\n -- {MAINTAINER}  {format_datetime(release.day)}\n")
    return "\n".join(parts)


def _entries(words: str) -> Iterator[str]:
    """Yield the paragraphs and items of a section as entries, and its headings as Debian writes those of a part."""
    for block in re.split(r"\n\n+|\n(?=- )", words.strip()):
        heading = re.fullmatch(r"### (.*)", block)
        text = re.sub(r"\s+", " ", re.sub(r"[*`\\]", "", block.removeprefix("- ")))
        if heading:
            yield f"\n  [ {heading[1]} ]"
        else:
            yield fill(text, 78, initial_indent="  * ", subsequent_indent="    ", break_on_hyphens=False)


def copyright_notice(year: int) -> str:
    """Return the notice of the program, and of what it brings."""
    ours, others = ((_ROOT / name).read_text("utf-8") for name in ("LICENSE", "THIRD_PARTY.md"))
    return (
        f"Copyright: {year} the perceptron visualiser authors\n\n{ours}\n{others}\n"
        f"The licences are in /{_BUNDLED}/licenses. On Debian systems LGPL-2.1, LGPL-3, GPL-2, GPL-3 and Apache-2.0\n"
        "are also in /usr/share/common-licenses.\n"
    )


def overrides() -> str:
    """Return what lintian is not to say, with the reasons."""
    parts = []
    for reason, hints in _OVERRIDES.items():
        parts += [f"# {line}" for line in reason.splitlines()]
        parts += [f"{NAME}: {hint}" for hint in hints]
    return "\n".join(parts) + "\n"


def metainfo(version: str, date: str) -> str:
    """Return the words for shops of programs, which AppStream describes."""
    words = Path(__file__).with_name("perceptron.metainfo.xml").read_text("utf-8")
    return words.replace("VERSION", version).replace("DATE", date).replace("ID", APPSTREAM)
