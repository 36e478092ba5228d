"""Title, pseudo-code and numbers as plain text, Markdown or LaTeX; formulas come in backticks."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.explain.code import CodeLine
from core.numerals import SUPERSCRIPTS

_MARK, _LATEX_MARK = "▶", r"$\triangleright$ "
_SYMBOLS = {
    "·": r"\cdot ",
    "←": r"\leftarrow ",
    "≤": r"\le ",
    "≥": r"\ge ",
    "≈": r"\approx ",
    "−": "-",
    "…": r"\dots ",
    "∞": r"\infty ",
    "Σ": r"\sum ",
    "α": r"\alpha ",
    "β": r"\beta ",
    "γ": r"\gamma ",
    "‖": r"\|",
    "ⱼ": "_{j}",
    "ᵢ": "_{i}",
}
_RAISED = dict(zip(f"{SUPERSCRIPTS}⁽⁾", "-0123456789()", strict=True))
_LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))


def plain(title: str, code: Sequence[CodeLine], numbers: Sequence[str]) -> str:
    """Text for any screen."""
    return "\n".join([title, "", *_listing(code), "", *map(_bare, numbers), ""])


def markdown(title: str, code: Sequence[CodeLine], numbers: Sequence[str]) -> str:
    """A heading, a block of code and a list, with formulas as code."""
    listed = [f"- {line}" for line in numbers]
    return "\n".join([f"### {title}", "", "```text", *_listing(code), "```", "", *listed, ""])


def latex(title: str, code: Sequence[CodeLine], numbers: Sequence[str]) -> str:
    """A fragment for the body of a document; it needs no package."""
    steps = [
        rf"\item[{_LATEX_MARK * line.current}{place}] \hspace*{{{line.indent}em}}{_formulas(line.text)}"
        for place, line in enumerate(code, start=1)
    ]
    told = [rf"\item {_formulas(line)}" for line in numbers]
    return "\n".join(
        [
            rf"\noindent\textbf{{{title}}}",
            r"\begin{enumerate}",
            *steps,
            r"\end{enumerate}",
            r"\begin{itemize}",
            *told,
            r"\end{itemize}",
            "",
        ]
    )


@dataclass(frozen=True)
class Style:
    """A way to write a step down: what a menu calls it, and how title, code and numbers become text."""

    title: str
    write: Callable[[str, Sequence[CodeLine], Sequence[str]], str]


STYLES: dict[str, Style] = {
    "plain": Style("Text", plain),
    "markdown": Style("Markdown", markdown),
    "latex": Style("LaTeX", latex),
}
"""Name → style."""


def _listing(code: Sequence[CodeLine]) -> list[str]:
    """Numbered lines of code, those just done marked."""
    return [
        f"{_MARK if line.current else ' '} {place:>2}  {'  ' * line.indent}{_bare(line.text)}"
        for place, line in enumerate(code, start=1)
    ]


def _bare(text: str) -> str:
    return text.replace("`", "")


def _formulas(text: str) -> str:
    """Every second piece between backticks is a formula."""
    pieces = text.split("`")
    return "".join(f"${_mathematics(piece)}$" if place % 2 else piece for place, piece in enumerate(pieces))


def _mathematics(formula: str) -> str:
    formula = re.sub(r"(\d+)/(\d+)", r"\\frac{\1}{\2}", formula)
    formula = re.sub(f"[{''.join(_RAISED)}]+", lambda found: _script("^", found[0], _RAISED), formula)
    formula = re.sub(f"[{''.join(_LOWERED)}]+", lambda found: _script("_", found[0], _LOWERED), formula)
    formula = formula.replace("exp(", r"\exp(")
    return "".join(_SYMBOLS.get(character, character) for character in formula)


def _script(place: str, text: str, characters: dict[str, str]) -> str:
    return f"{place}{{{''.join(characters[character] for character in text)}}}"
