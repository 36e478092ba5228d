"""Texts in three styles: plain, Markdown and LaTeX; the input has formulas in backticks."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from core.explain.code import CodeLine
from core.resources import resource

_MARK, _LATEX_MARK, _LATEX_TITLE = "▶", r"$\triangleright$ ", r"\noindent\textbf{%s}"
_TABLES: dict[str, dict[str, str]] = tomllib.loads(resource("latex.toml").read_text("utf-8"))
_SYMBOLS, _ACCENTS, _MARKS, _COMMANDS = (_TABLES[name] for name in ("symbols", "accents", "marks", "commands"))
"""The characters of formulas, accents in formulas and in the text, and the special characters of the text."""
_GREEK = re.compile(
    r"GREEK (?:SMALL LETTER (?!OMICRON)(\w+)|CAPITAL LETTER (GAMMA|DELTA|THETA|LAMDA|XI|PI|PHI|PSI|OMEGA))"
)
"""Unicode names of the Greek letters that have a LaTeX command."""
_PLACES = {"<super>": "^", "<sub>": "_"}
"""Unicode's marks of raised and lowered characters → LaTeX's."""
_UNUSUAL = re.compile("(?:ŵ\\*|[A-Za-z][\u0300-\u036f]|[^\\x00-\\x7f])+")
_TWO_PLACES = re.compile(r"\^\{[^{}]*\}(?=\^)|_\{[^{}]*\}(?=_)")
"""Two exponents or two indices in a row, which LaTeX refuses for one letter."""
_NUMBER = r"(\d+(?:\{,\}\d+)*(?:\.\d+)?)"


def plain_text(title: str, lines: Sequence[str], code: Sequence[CodeLine]) -> str:
    """Return title, code and lines as plain text; without code the lines are numbered."""
    if not code:
        return bare(markdown(title, lines, code)).removeprefix("### ")
    return "\n".join([title, "", listing(code), "", *map(bare, lines), ""])


def markdown(title: str, lines: Sequence[str], code: Sequence[CodeLine]) -> str:
    """Return a heading, a block of code and a list, numbered without code, with formulas as code."""
    block = ["```text", listing(code), "```", ""] if code else []
    listed = [f"{'-' if code else f'{place}.'} {line}" for place, line in enumerate(lines, start=1)]
    return "\n".join([f"### {title}", "", *block, *listed, ""])


def latex(title: str, lines: Sequence[str], code: Sequence[CodeLine]) -> str:
    """Return a fragment for the body of a LaTeX document, a list numbered without code; it needs no package."""
    block, kind = ([latex_listing(code)], "itemize") if code else ([], "enumerate")
    items = [rf"\item {latex_text(line)}" for line in lines]
    return "\n".join([_LATEX_TITLE % _prose(title), *block, *_latex_list(kind, items), ""])


def latex_listing(code: Sequence[CodeLine]) -> str:
    """Return pseudo-code for LaTeX, with the current lines marked."""
    steps = [
        rf"\item[{_LATEX_MARK * line.current}{place}] \hspace*{{{line.indent}em}}{latex_text(line.text)}"
        for place, line in enumerate(code, start=1)
    ]
    return "\n".join(_latex_list("enumerate", steps))


def _latex_list(kind: str, items: Sequence[str]) -> list[str]:
    return [rf"\begin{{{kind}}}", *items, rf"\end{{{kind}}}"]


class Style(NamedTuple):
    """A style of text: its title in menus, and the function that writes a title, lines, and code if there is any."""

    title: str
    write: Callable[[str, Sequence[str], Sequence[CodeLine]], str]


STYLES = {"plain": Style("Text", plain_text), "markdown": Style("Markdown", markdown), "latex": Style("LaTeX", latex)}


def listing(code: Sequence[CodeLine]) -> str:
    """Return pseudo-code as plain text."""
    return "\n".join(
        f"{_MARK if line.current else ' '} {place:>2}  {'  ' * line.indent}{bare(line.text)}"
        for place, line in enumerate(code, start=1)
    )


def latex_row(cells: Iterable[str]) -> str:
    """Return a row of a table for LaTeX."""
    return rf"{' & '.join(cells)} \\"


def bare(text: str) -> str:
    """Return the text without the backticks around formulas."""
    return text.replace("`", "")


def latex_text(text: str) -> str:
    """Return the text for LaTeX: every second piece between backticks is a formula."""
    pieces = text.split("`")
    return "".join(f"${_latex_formula(piece)}$" if place % 2 else _prose(piece) for place, piece in enumerate(pieces))


def _prose(text: str) -> str:
    text = "".join(map(_letter, unicodedata.normalize("NFC", text)))
    return _UNUSUAL.sub(lambda found: f"${_latex_formula(found[0])}$", text)


def _letter(character: str) -> str:
    if character in _COMMANDS:
        return _COMMANDS[character]
    apart = unicodedata.normalize("NFD", character)
    if len(apart) == 2 and apart[0].isascii() and apart[1] in _MARKS and character != "ŵ":
        return rf"\{_MARKS[apart[1]]}{{{apart[0]}}}"
    return character


def _latex_formula(formula: str) -> str:
    words = re.compile(r"[a-z]{2,}(?:[ -][a-z]+)*")
    functions = {"cos", "exp", "max", "min"}
    formula = words.sub(lambda word: rf"\{word[0]} " if word[0] in functions else rf"\mbox{{{word[0]}}}", formula)
    formula = formula.replace("%", r"\%").replace("ŵ*", "ŵ^{*}")
    formula = re.sub("√\\(((?:[^()]|\\([^()]*\\))*)\\)", r"\\sqrt{\1}", formula)
    # Without the braces LaTeX leaves a space after the comma, as in a list.
    formula = re.sub(r"(?<=\d),(?=\d{3})", "{,}", formula)
    formula = re.sub(f"{_NUMBER}/{_NUMBER}", r"\\frac{\1}{\2}", formula)
    formula = re.sub(r"\w", lambda found: unicodedata.normalize("NFD", found[0]), formula)
    formula = re.sub(f"(.)([{''.join(_ACCENTS)}])", lambda found: rf"\{_ACCENTS[found[2]]}{{{found[1]}}}", formula)
    groups = groupby(formula, lambda character: unicodedata.decomposition(character).partition(" ")[0])
    text = "".join(_set(place, "".join(characters)) for place, characters in groups)  # <super>, <sub> or neither
    # An empty group between two exponents lets LaTeX accept both.
    return _TWO_PLACES.sub(r"\g<0>{}", text)


def _set(place: str, text: str) -> str:
    if place in _PLACES:
        return f"{_PLACES[place]}{{{_set('', unicodedata.normalize('NFKC', text))}}}"
    return "".join(map(_symbol, text))


def _symbol(character: str) -> str:
    if character in _SYMBOLS or character.isascii():
        return _SYMBOLS.get(character, character)
    letter = _GREEK.fullmatch(unicodedata.name(character, ""))
    if letter is None:
        return rf"\mbox{{U+{ord(character):04X}}}"
    name = (letter[1] or letter[2]).lower().replace("lamda", "lambda")
    return rf"\{name if letter[1] else name.capitalize()} "
