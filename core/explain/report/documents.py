r"""A report as one self-contained page of HTML, and as a LaTeX document.

The page has no script and no link except to the player page beside it. Every text is escaped. The LaTeX is ASCII and
needs only packages of a small installation. Answers are arguments of \gap and \answer, so that a blank sheet and its
solution differ only there.
"""

from __future__ import annotations

import os
import re
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from html import escape
from urllib.parse import quote

from core.explain.report import parts
from core.explain.styles import bare, latex_listing, latex_row, latex_text, listing
from core.names import legible
from core.resources import resource

GAP = "_______"
"""A short gap to fill in, of underscores."""
_LINE = 4 * GAP
"""A gap that is wide enough for a line of text."""

Address = Callable[[parts.Picture], str]
"""A function that returns the address of a picture."""

STYLE = resource("report", "page.css").read_text("utf-8").rstrip()


def page(report: parts.Report, pictures: Mapping[parts.Figure, bytes], player: str = "") -> str:
    """Return the report as HTML, with a PNG of each figure from `pictures` and links to the page `player`, if any."""

    def address(part: parts.Picture) -> str:
        image, kind = (pictures[part], "png") if isinstance(part, parts.Figure) else (part.svg.encode(), "svg+xml")
        return f"data:image/{kind};base64,{b64encode(image).decode()}"

    style = f"{STYLE}\n@page {{ size: {report.paper}; margin: 2cm; }}" if report.paper else STYLE
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\">\n"
        f"<title>{_clean(escape(report.title))}</title>\n<style>\n{style}\n</style>\n</head>\n"
        f"{body(report, address, player)}\n</html>\n"
    )


def body(report: parts.Report, address: Address, player: str = "") -> str:
    """Return the body of that page, with each picture from its `address`."""
    lines = [f"<h1>{escape(report.title)}</h1>"]
    if report.paper:
        lines.append(f'<p class="for">Name: {_LINE} Date: {GAP} Points: {GAP}</p>')
    for section in report.sections:
        lines.append('<div class="whole">' if section.whole else "<div>")
        if section.heading:
            lines.append(f"<h{section.level}>{escape(section.heading)}</h{section.level}>")
        lines += (_part(part, address, player) for part in section.parts)
        lines.append("</div>")
    return _clean("\n".join(["<body>", *lines, "</body>"]))


def _clean(text: str) -> str:
    return legible(text, keep="\t\n")


def _part(part: parts.Part, address: Address, player: str) -> str:
    match part:
        case parts.Figure():
            shown = _picture(part, address, 640 if part.shows == "canvas" else 420)
            moment = "end" if part.update is None else f"k={part.update}"
            link = f"{escape(quote(os.fsencode(player)))}#{moment}"
            return f'{shown}\n<p class="caption"><a href="{link}">Play it from here</a></p>' if player else shown
        case parts.ExamplesPicture():
            return _picture(part, address, parts.SIDE)
        case parts.ReportTable():
            return _table(part)
        case tuple():
            return f"<pre>{escape(listing(part))}</pre>"
        case parts.Sentence():
            return f"<p{_to_write_in(part.pieces)}>{''.join(map(_piece, part.pieces))}</p>"
        case _:
            return f"<p>{_piece(part)}</p>"


def _piece(piece: str | parts.AnswerGap) -> str:
    if isinstance(piece, parts.AnswerGap):
        piece = piece.text or "\n".join([_LINE if piece.wide else GAP] * piece.lines)
    return escape(bare(piece)).replace("\n", "<br>")


def _picture(part: parts.Picture, address: Address, width: int) -> str:
    """Return the HTML of a picture. Its caption is also the text for readers who cannot see it."""
    told = escape(part.caption)
    shown = f'<img src="{address(part)}" width="{width}" alt="{told}">'
    return f'<p>{shown}</p>\n<p class="caption">{told}</p>'


def _table(part: parts.ReportTable) -> str:
    # The most signs from the point on in each column of numbers; None for any other.
    tails = list[int | None]()
    for column in zip(*part.rows, strict=True):
        texts = [cell.text for cell in column if isinstance(cell, parts.Cell)]
        known = [text for text in texts if text not in {"", parts.LEFT_OUT}]
        numbers = len(texts) == len(column) and all(map(_NUMBER.fullmatch, known))
        tails.append(max(map(_tail, known), default=None) if numbers else None)
    tails = tails or [None] * len(part.head)
    names = "".join(f"<th{_side(tail)}>{_piece(name)}</th>" for name, tail in zip(part.head, tails, strict=False))
    head = f"<thead><tr>{names}</tr></thead>\n" if part.head else ""
    rows = "\n".join(f"<tr{_to_write_in(row)}>{''.join(map(_cell, row, tails))}</tr>" for row in part.rows)
    gaps = [cell for row in part.rows[:1] for cell in row if isinstance(cell, parts.AnswerGap)]
    wide = ' width="100%"' if any(gap.lines > 1 for gap in gaps) else ""
    return f"<table{wide}>\n{head}{rows}\n</table>"


def _to_write_in(pieces: Sequence[str | parts.Cell | parts.AnswerGap]) -> str:
    blank = any(isinstance(piece, parts.AnswerGap) and not piece.text for piece in pieces)
    return ' class="blank"' if blank else ""


def _cell(cell: parts.Cell | parts.AnswerGap, longest: int | None) -> str:
    if isinstance(cell, parts.AnswerGap):
        return f'<td class="gap">{_piece(cell)}</td>'
    text = _piece(cell.text)
    missing = 0 if longest is None or cell.text == parts.LEFT_OUT else longest - _tail(cell.text)
    # Spaces as wide as a digit and a point let the points of a column stand below one another.
    space = _DIGIT_SPACE * missing if missing < (longest or 0) else f"{_POINT_SPACE}{_DIGIT_SPACE * (missing - 1)}"
    told = f'<data value="{escape(cell.exact)}">{text}</data>' if cell.exact else text
    return f"<td{_side(longest)}>{told}{space if missing else ''}</td>"


_NUMBER = re.compile(r"[−+]?[0-9][0-9,]*((?:\.[0-9]+)?)(?: of [0-9,]+)?")
_DIGIT_SPACE, _POINT_SPACE = "\u2007", "\u2008"


def _tail(text: str) -> int:
    found = _NUMBER.fullmatch(text)
    return len(found[1]) if found else 0


def _side(longest: int | None) -> str:
    return "" if longest is None else ' align="right"'


_BEGINNING = resource("report", "document.tex").read_text("utf-8").rstrip()
_NARROW, _WIDE = "1.6cm", "5cm"


def latex_document(report: parts.Report) -> str:
    """Return the whole LaTeX file, without the pictures that only a window can draw."""
    lines = [_BEGINNING.replace("PAPER", report.paper or "a4"), rf"\section*{{{latex_text(report.title)}}}"]
    if report.paper:
        lines.append(r"Name: \gap{6cm}{} Date: \gap{3cm}{} Points: \gap{2cm}{}")
    for section in report.sections:
        if section.heading:
            lines.append(rf"\{'sub' * (section.level - 1)}section*{{{latex_text(section.heading)}}}")
        lines += map(_tex_part, section.parts)
    return "\n\n".join([*lines, "\\end{document}\n"])


def _tex_part(part: parts.Part) -> str:
    match part:
        case parts.ReportTable():
            first = part.rows[0] if part.rows else ()
            wide = r">{\raggedright\arraybackslash}p{5.3cm}"
            columns = "".join(wide if isinstance(cell, parts.AnswerGap) and cell.wide else "l" for cell in first)
            head = [rf"{latex_row(map(latex_text, part.head))} \hline \endhead"] if part.head else []
            texts = ([cell if isinstance(cell, parts.AnswerGap) else cell.text for cell in row] for row in part.rows)
            rows = (latex_row(map(_tex_piece, row)) for row in texts)
            return "\n".join([rf"\begin{{longtable}}[l]{{{columns}}}", *head, *rows, r"\end{longtable}"])
        case tuple():
            return latex_listing(part)
        case parts.Sentence():
            return "".join(map(_tex_piece, part.pieces))
        case parts.ExamplesPicture():
            return f"{part.tikz}\n\n{latex_text(part.caption)}"
        case parts.Figure():
            return ""
        case _:
            return latex_text(part)


def _tex_piece(piece: str | parts.AnswerGap) -> str:
    if isinstance(piece, str):
        return latex_text(piece)
    text = r"\newline ".join(map(latex_text, piece.text.splitlines()))
    lines = f"[{piece.lines}]" if piece.lines > 1 else ""
    return rf"\gap{lines}{{{_WIDE if piece.wide else _NARROW}}}{{{text}}}"
