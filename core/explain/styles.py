"""A step, or a page of paragraphs, as plain text, Markdown or LaTeX; formulas come in backticks."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.explain.code import CodeLine
from core.numbers.numerals import SUPERSCRIPTS

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
    "∠": r"\angle ",
    "Φ": r"\Phi ",
    "φ": r"\varphi ",
    "τ": r"\tau ",
    "√": r"\surd ",
    "½": r"\frac{1}{2}",
    "⊥": r"_{\perp}",
    "°": r"^{\circ}",
    "₊": "_{+}",
    "₋": "_{-}",
    "ⱼ": "_{j}",
    "ᵢ": "_{i}",
}
_RAISED = dict(zip(f"{SUPERSCRIPTS}⁽⁾", "-0123456789()", strict=True))
_FUNCTIONS = {"cos", "exp", "max", "min"}
_UNUSUAL = re.compile("(?:ŵ\\*|x\u0303|[^\\x00-\\x7f])+")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3})")
_NUMBER = r"(\d+(?:\{,\}\d+)*(?:\.\d+)?)"
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


def plain_page(title: str, paragraphs: Sequence[str]) -> str:
    """Paragraphs for any screen, numbered."""
    return "\n".join([title, "", *(f"{place}. {_bare(text)}" for place, text in enumerate(paragraphs, start=1)), ""])


def markdown_page(title: str, paragraphs: Sequence[str]) -> str:
    """A heading and a numbered list, with formulas as code."""
    return "\n".join([f"### {title}", "", *(f"{place}. {text}" for place, text in enumerate(paragraphs, start=1)), ""])


def latex_page(title: str, paragraphs: Sequence[str]) -> str:
    """A fragment for the body of a document; it needs no package."""
    items = [rf"\item {_formulas(text)}" for text in paragraphs]
    return "\n".join([rf"\noindent\textbf{{{_prose(title)}}}", r"\begin{enumerate}", *items, r"\end{enumerate}", ""])


@dataclass(frozen=True)
class Style:
    """A way to write things down: what a menu calls it; how the title, code and numbers of a step become text, and how
    the title and paragraphs of a page do.
    """

    title: str
    write: Callable[[str, Sequence[CodeLine], Sequence[str]], str]
    page: Callable[[str, Sequence[str]], str]


STYLES: dict[str, Style] = {
    "plain": Style("Text", plain, plain_page),
    "markdown": Style("Markdown", markdown, markdown_page),
    "latex": Style("LaTeX", latex, latex_page),
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
    return "".join(f"${_mathematics(piece)}$" if place % 2 else _prose(piece) for place, piece in enumerate(pieces))


def _prose(text: str) -> str:
    """Words, in which what is no word is set as a formula, and what LaTeX would read as a command is none."""
    text = re.sub(r"[%&#_]", lambda found: f"\\{found[0]}", text)
    return _UNUSUAL.sub(lambda found: f"${_mathematics(found[0])}$", text)


def _mathematics(formula: str) -> str:
    formula = re.sub(r"[a-z]{2,}(?:[ -][a-z]+)*", lambda found: _named(found[0]), formula)
    formula = formula.replace("%", r"\%").replace("ŵ*", r"\hat{w}^{*}").replace("x\u0303", r"\tilde{x}")
    formula = re.sub("√\\(((?:[^()]|\\([^()]*\\))*)\\)", r"\\sqrt{\1}", formula)
    formula = _THOUSANDS.sub("{,}", formula)  # or LaTeX leaves room as after a comma in a list
    formula = re.sub(f"{_NUMBER}/{_NUMBER}", r"\\frac{\1}{\2}", formula)
    formula = re.sub(f"[{''.join(_RAISED)}]+", lambda found: _script("^", found[0], _RAISED), formula)
    formula = re.sub(f"[{''.join(_LOWERED)}]+", lambda found: _script("_", found[0], _LOWERED), formula)
    return "".join(_SYMBOLS.get(character, character) for character in formula)


def _named(word: str) -> str:
    """A word in a formula: that of a function, or one of the language."""
    return f"\\{word} " if word in _FUNCTIONS else rf"\mbox{{{word}}}"


def _script(place: str, text: str, characters: dict[str, str]) -> str:
    return f"{place}{{{''.join(characters[character] for character in text)}}}"
