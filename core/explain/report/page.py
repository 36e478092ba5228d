"""A report of sentences, tables, listings and pictures, as one page of HTML that holds everything.

It has no script and no address, and every text is escaped.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from html import escape

from core.numbers.numerals import number

DIGITS = 6
"""To which a number is written."""

_STYLE = """\
body { font-family: "DejaVu Sans", Verdana, sans-serif; color: #1b1f24; background: #ffffff; max-width: 60em;
  margin: 2em auto; }
h1 { font-size: 160%; } h2 { font-size: 125%; margin-top: 1.5em; }
table { border-collapse: collapse; margin: 0.5em 0; font-size: 85%; }
td, th { padding: 2px 10px 2px 0; text-align: left; }
td, th { border-bottom: 1px solid #e3e6ea; vertical-align: top; }
pre { font-family: "DejaVu Sans Mono", monospace; font-size: 85%; white-space: pre-wrap; } img { max-width: 100%; }
p.caption { color: #5f6773; font-size: 85%; }"""
_NOTHING_ELSE = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
"""What a browser may load: only what the page holds."""


@dataclass(frozen=True)
class Cell:
    """What is written, and what it stands for: the number as the trace and the summary have it; empty for a word."""

    text: str
    exact: str = ""


@dataclass(frozen=True)
class ReportTable:
    """Rows below one another; `head` may be empty."""

    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class Verbatim:
    """Lines whose spaces matter."""

    text: str


class Shows(StrEnum):
    """What a picture shows."""

    CANVAS = "canvas"
    PANEL = "panel"


@dataclass(frozen=True)
class Figure:
    """A picture of the run after an update (None: at its end), which whoever can draw puts in."""

    shows: Shows
    update: int | None
    caption: str


@dataclass(frozen=True)
class SvgPicture:
    """A picture in SVG, which needs nobody to draw it."""

    svg: str
    caption: str


Part = str | ReportTable | Verbatim | Figure | SvgPicture
"""A string is a sentence or more."""


@dataclass(frozen=True)
class Section:
    """A heading, and what is below it."""

    heading: str
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Report:
    """All that is told of a run."""

    title: str
    sections: tuple[Section, ...]

    def figures(self) -> Iterator[Figure]:
        return (part for section in self.sections for part in section.parts if isinstance(part, Figure))


def figure(value: float) -> Cell:
    """A number to six digits, and exactly."""
    return Cell(number(value, DIGITS), repr(value))


def cell(exact: str) -> Cell:
    """A cell of the trace: a number to six digits, and as it stands there; what does not exist is empty."""
    return Cell(number(float(exact), DIGITS), exact) if exact else Cell("")


_WIDTHS = {Shows.CANVAS: 640, Shows.PANEL: 420}
"""Of a picture on the page, in pixels."""


def page(report: Report, pictures: Mapping[Figure, bytes]) -> str:
    """The report as HTML; `pictures` has a PNG for each of its figures. A number's `value` reads back exactly."""
    title = escape(report.title)
    parts = "\n".join(line for section in report.sections for line in _section(section, pictures))
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_NOTHING_ELSE}">\n'
        f"<title>{title}</title>\n<style>\n{_STYLE}\n</style>\n</head>\n"
        f"<body>\n<h1>{title}</h1>\n{parts}\n</body>\n</html>\n"
    )


def _section(section: Section, pictures: Mapping[Figure, bytes]) -> Iterator[str]:
    yield f"<h2>{escape(section.heading)}</h2>"
    for part in section.parts:
        if isinstance(part, Figure):
            yield _picture(part.caption, "png", pictures[part], _WIDTHS[part.shows])
        elif isinstance(part, SvgPicture):
            yield _picture(part.caption, "svg+xml", part.svg.encode())
        elif isinstance(part, ReportTable):
            yield _table(part)
        elif isinstance(part, Verbatim):
            yield f"<pre>{escape(part.text.rstrip())}</pre>"
        else:
            yield f"<p>{escape(part)}</p>"


def _picture(caption: str, kind: str, image: bytes, width: int | None = None) -> str:
    """Its caption stands in for it where it cannot be seen."""
    told, data = escape(caption), b64encode(image).decode()
    wide = f' width="{width}"' if width else ""
    shown = f'<img src="data:image/{kind};base64,{data}"{wide} alt="{told}">'
    return f'<p>{shown}</p>\n<p class="caption">{told}</p>'


def _table(part: ReportTable) -> str:
    head = f"<tr>{''.join(f'<th>{escape(name)}</th>' for name in part.head)}</tr>\n" if part.head else ""
    rows = "\n".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in part.rows)
    return f"<table>\n{head}{rows}\n</table>"


def _cell(cell: Cell) -> str:
    text = escape(cell.text)
    return f'<td><data value="{escape(cell.exact)}">{text}</data></td>' if cell.exact else f"<td>{text}</td>"
