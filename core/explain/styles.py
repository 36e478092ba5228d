"""A step, or a page of paragraphs, as plain text, Markdown or LaTeX; formulas come in backticks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from core.explain.code import CodeLine

_MARK, _LATEX_MARK = "▶", r"$\triangleright$ "
_SYMBOLS = {
    "·": r"\cdot ",
    "←": r"\leftarrow ",
    "→": r"\to ",
    "≤": r"\le ",
    "≥": r"\ge ",
    "≠": r"\ne ",
    "≈": r"\approx ",
    "×": r"\times ",
    "○": r"\circ ",
    "−": "-",
    "–": r"\mbox{--}",
    "…": r"\dots ",
    "∞": r"\infty ",
    "φ": r"\varphi ",
    "Σ": r"\sum ",
    "‖": r"\|",
    "⟨": r"\langle ",
    "⟩": r"\rangle ",
    "∠": r"\angle ",
    "√": r"\surd ",
    "½": r"\frac{1}{2}",
    "⊥": r"_{\perp}",
    "°": r"^{\circ}",
    "✓": r"\surd ",
    "✗": r"\times ",
    "’": r"\mbox{'}",
    "“": r"\mbox{``}",
    "”": r"\mbox{''}",
}
_GREEK = re.compile(
    r"GREEK (?:SMALL LETTER (?!OMICRON)(\w+)|CAPITAL LETTER (GAMMA|DELTA|THETA|LAMDA|XI|PI|PHI|PSI|OMEGA))"
)
"""The names of those letters that are commands of LaTeX, as Unicode spells them."""
_ACCENTS = {"\u0300": "grave", "\u0301": "acute", "\u0302": "hat", "\u0303": "tilde", "\u0304": "bar", "\u0308": "ddot"}
_PLACES = {"<super>": "^", "<sub>": "_"}
"""What Unicode says of a raised or a lowered character, as LaTeX says it."""
_FUNCTIONS = {"cos", "exp", "max", "min"}
_UNUSUAL = re.compile("(?:ŵ\\*|[A-Za-z][\u0300-\u036f]|[^\\x00-\\x7f])+")
_TWO_PLACES = re.compile(r"\^\{[^{}]*\}(?=\^)|_\{[^{}]*\}(?=_)")
"""What LaTeX takes for two exponents, or two indices, of one letter."""
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3})")
_NUMBER = r"(\d+(?:\{,\}\d+)*(?:\.\d+)?)"


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
    return "\n".join([_latex_title(title), *_latex_list("enumerate", steps), *_latex_list("itemize", told), ""])


def plain_page(title: str, paragraphs: Sequence[str]) -> str:
    """Paragraphs for any screen, numbered."""
    return "\n".join([title, "", *(f"{place}. {_bare(text)}" for place, text in enumerate(paragraphs, start=1)), ""])


def markdown_page(title: str, paragraphs: Sequence[str]) -> str:
    """A heading and a numbered list, with formulas as code."""
    return "\n".join([f"### {title}", "", *(f"{place}. {text}" for place, text in enumerate(paragraphs, start=1)), ""])


def latex_page(title: str, paragraphs: Sequence[str]) -> str:
    """A fragment for the body of a document; it needs no package."""
    items = [rf"\item {_formulas(text)}" for text in paragraphs]
    return "\n".join([_latex_title(title), *_latex_list("enumerate", items), ""])


def _latex_title(title: str) -> str:
    return rf"\noindent\textbf{{{_prose(title)}}}"


def _latex_list(kind: str, items: Sequence[str]) -> list[str]:
    return [rf"\begin{{{kind}}}", *items, rf"\end{{{kind}}}"]


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


def _listing(code: Sequence[CodeLine]) -> list[str]:
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
    words = re.compile(r"[a-z]{2,}(?:[ -][a-z]+)*")
    formula = words.sub(lambda word: rf"\{word[0]} " if word[0] in _FUNCTIONS else rf"\mbox{{{word[0]}}}", formula)
    formula = formula.replace("%", r"\%").replace("ŵ*", "ŵ^{*}")
    formula = re.sub("√\\(((?:[^()]|\\([^()]*\\))*)\\)", r"\\sqrt{\1}", formula)
    formula = _THOUSANDS.sub("{,}", formula)  # or LaTeX leaves room as after a comma in a list
    formula = re.sub(f"{_NUMBER}/{_NUMBER}", r"\\frac{\1}{\2}", formula)
    formula = re.sub(r"\w", lambda found: unicodedata.normalize("NFD", found[0]), formula)
    formula = re.sub(f"(.)([{''.join(_ACCENTS)}])", lambda found: rf"\{_ACCENTS[found[2]]}{{{found[1]}}}", formula)
    places = groupby(formula, lambda character: unicodedata.decomposition(character).partition(" ")[0])
    text = "".join(_set(place, "".join(run)) for place, run in places)
    return _TWO_PLACES.sub(r"\g<0>{}", text)


def _set(place: str, text: str) -> str:
    """Characters that stand in the same place."""
    if place in _PLACES:
        return f"{_PLACES[place]}{{{_set('', unicodedata.normalize('NFKC', text))}}}"
    return "".join(map(_symbol, text))


def _symbol(character: str) -> str:
    """As LaTeX writes it without a package; of one that it cannot write the number is told."""
    if character in _SYMBOLS or character.isascii():
        return _SYMBOLS.get(character, character)
    letter = _GREEK.fullmatch(unicodedata.name(character, ""))
    if letter is None:
        return rf"\mbox{{U+{ord(character):04X}}}"
    name = (letter[1] or letter[2]).lower().replace("lamda", "lambda")
    return rf"\{name if letter[1] else name.capitalize()} "
