r"""A report as a document of LaTeX: ASCII only, and with nothing that a small installation lacks.

What is asked for stands in \gap{…} and \answer{…}, so that a blank and its solution differ in these alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.explain.report.parts import AnswerGap, CodeListing, Figure, Part, Report, ReportTable, Sentence
from core.explain.report.plane import ExamplesPicture
from core.explain.styles import latex_listing, latex_text

_BEGINNING = r"""\documentclass[PAPERpaper,11pt]{article}
\usepackage[margin=2cm]{geometry}
\usepackage{array}
\usepackage{longtable}
\usepackage{tikz}
\setlength{\parindent}{0pt}
\setlength{\parskip}{6pt}
\setlength{\tabcolsep}{4pt}
\renewcommand{\arraystretch}{1.4}
% An answer, or a rule as wide as the first argument where there is none; and a line that is drawn, or is to be drawn.
\newcommand{\gap}[2]{\ifx\relax#2\relax\underline{\hspace{#1}}\else#2\fi}
\newcommand{\answer}[1]{#1}
\begin{document}"""
_NARROW, _WIDE = "1.6cm", "5cm"


def latex_document(report: Report) -> str:
    """The whole file, but for pictures that only a screen can draw."""
    lines = [_BEGINNING.replace("PAPER", report.paper or "a4"), rf"\section*{{{latex_text(report.title)}}}"]
    if report.paper:
        lines.append(r"Name: \gap{6cm}{} Date: \gap{3cm}{} Points: \gap{2cm}{}")
    for section in report.sections:
        if section.heading:
            lines.append(rf"\subsection*{{{latex_text(section.heading)}}}")
        lines += map(_part, section.parts)
    return "\n\n".join([*lines, "\\end{document}\n"])


def _part(part: Part) -> str:
    match part:
        case ReportTable():
            return _table(part)
        case CodeListing():
            return latex_listing(part.code)
        case Sentence():
            return "".join(map(_piece, part.pieces))
        case ExamplesPicture():
            return f"{part.tikz}\n\n{latex_text(part.caption)}"
        case Figure():
            return ""
        case _:
            return latex_text(part)


def _table(table: ReportTable) -> str:
    """As wide as its longest lines; where a column asks for a line of arithmetic it is broken."""
    first = table.rows[0] if table.rows else ()
    wide = r">{\raggedright\arraybackslash}p{5.3cm}"
    columns = "".join(wide if isinstance(cell, AnswerGap) and cell.wide else "l" for cell in first)
    head = [rf"{_row([latex_text(name) for name in table.head])} \hline \endhead"] if table.head else []
    rows = [_row([_piece(cell if isinstance(cell, AnswerGap) else cell.text) for cell in row]) for row in table.rows]
    return "\n".join([rf"\begin{{longtable}}[l]{{{columns}}}", *head, *rows, r"\end{longtable}"])


def _row(cells: Sequence[str]) -> str:
    return rf"{' & '.join(cells)} \\"


def _piece(piece: str | AnswerGap) -> str:
    if isinstance(piece, str):
        return latex_text(piece)
    text = r"\newline ".join(map(latex_text, piece.text.splitlines()))
    return rf"\gap{{{_WIDE if piece.wide else _NARROW}}}{{{text}}}"
