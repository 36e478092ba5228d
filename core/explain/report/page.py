"""A report as one page of HTML that holds everything.

It has no script, no address but that of the page beside it that plays the run, and every text is escaped.
"""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Mapping
from html import escape
from urllib.parse import quote

from core.explain.report.parts import (
    AnswerGap,
    Cell,
    CodeListing,
    Figure,
    Part,
    Report,
    ReportTable,
    Sentence,
    Shows,
)
from core.explain.report.plane import ExamplesPicture
from core.explain.styles import bare, listing
from core.names import legible

GAP = "_______"
"""Where something is to be filled in."""
_LINE = 4 * GAP
"""The same, with room for a line."""

STYLE = """\
body { font-family: "DejaVu Sans", Verdana, sans-serif; color: #1b1f24; background: #ffffff; max-width: 60em;
  margin: 2em auto; }
h1 { font-size: 160%; } h2 { font-size: 125%; margin-top: 1.5em; }
table { border-collapse: collapse; margin: 0.5em 0; font-size: 85%; }
td, th { padding: 2px 10px 2px 0; text-align: left; }
td, th { border-bottom: 1px solid #e3e6ea; vertical-align: top; }
pre { font-family: "DejaVu Sans Mono", monospace; font-size: 85%; white-space: pre-wrap; } img { max-width: 100%; }
td.gap { padding-top: 10px; }
p.caption { color: #5f6773; font-size: 85%; }
thead { display: table-header-group; } tr, img, .whole { break-inside: avoid; } h2 { break-after: avoid; }
p.for { margin: 1em 0; }"""


def page(report: Report, pictures: Mapping[Figure, bytes], player: str = "") -> str:
    """The report as HTML; `pictures` has a PNG for each of its figures. A number's `value` reads back exactly.

    Where a file called `player` beside it plays the run, the pictures of its moments lead there.
    """
    title = escape(report.title)
    lines: list[str] = []
    for section in report.sections:
        has_table = any(isinstance(part, ReportTable) for part in section.parts)
        lines.append("<div>" if has_table else '<div class="whole">')
        if section.heading:
            lines.append(f"<h2>{escape(section.heading)}</h2>")
        lines += (_part(part, pictures, player) for part in section.parts)
        lines.append("</div>")
    parts = "\n".join(lines)
    style = f"{STYLE}\n@page {{ size: {report.paper}; margin: 2cm; }}" if report.paper else STYLE
    filled_in = f'<p class="for">Name: {_LINE} Date: {GAP} Points: {GAP}</p>\n' if report.paper else ""
    whole = (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\">\n"
        f"<title>{title}</title>\n<style>\n{style}\n</style>\n</head>\n"
        f"<body>\n<h1>{title}</h1>\n{filled_in}{parts}\n</body>\n</html>\n"
    )
    return legible(whole, keep="\t\n")


def _part(part: Part, pictures: Mapping[Figure, bytes], player: str) -> str:
    match part:
        case Figure():
            shown = _picture(part.caption, "png", pictures[part], {Shows.CANVAS: 640, Shows.PANEL: 420}[part.shows])
            moment = "end" if part.update is None else f"k={part.update}"
            link = f"{escape(quote(os.fsencode(player)))}#{moment}"
            return f'{shown}\n<p class="caption"><a href="{link}">Play it from here</a></p>' if player else shown
        case ExamplesPicture():
            return _picture(part.caption, "svg+xml", part.svg.encode())
        case ReportTable():
            return _table(part)
        case CodeListing():
            return f"<pre>{escape(listing(part.code))}</pre>"
        case Sentence():
            return f"<p>{''.join(map(_piece, part.pieces))}</p>"
        case _:
            return f"<p>{_piece(part)}</p>"


def _piece(piece: str | AnswerGap) -> str:
    """Text; where a gap has none, a rule."""
    if isinstance(piece, AnswerGap):
        piece = piece.text or "\n".join([_LINE if piece.wide else GAP] * piece.lines)
    return escape(bare(piece)).replace("\n", "<br>")


def _picture(caption: str, kind: str, image: bytes, width: int | None = None) -> str:
    """Its caption stands in for it where it cannot be seen."""
    told, data = escape(caption), b64encode(image).decode()
    wide = f' width="{width}"' if width else ""
    shown = f'<img src="data:image/{kind};base64,{data}"{wide} alt="{told}">'
    return f'<p>{shown}</p>\n<p class="caption">{told}</p>'


def _table(part: ReportTable) -> str:
    names = "".join(f"<th>{_piece(name)}</th>" for name in part.head)
    head = f"<thead><tr>{names}</tr></thead>\n" if part.head else ""
    rows = "\n".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in part.rows)
    return f"<table>\n{head}{rows}\n</table>"


def _cell(cell: Cell | AnswerGap) -> str:
    if isinstance(cell, AnswerGap):
        return f'<td class="gap">{_piece(cell)}</td>'
    text = _piece(cell.text)
    return f'<td><data value="{escape(cell.exact)}">{text}</data></td>' if cell.exact else f"<td>{text}</td>"
