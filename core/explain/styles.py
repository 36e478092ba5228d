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
    "±": r"\pm ",
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
_MARKS = {
    "\u0300": "`",
    "\u0301": "'",
    "\u0302": "^",
    "\u0303": "~",
    "\u0308": '"',
    "\u030a": "r",
    "\u030c": "v",
    "\u0327": "c",
}
"""The same in words, where there are more of them."""
_COMMANDS = {
    **{character: f"\\{character}" for character in "%&#_{}$"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "ß": r"\ss{}",
}
"""What LaTeX would take for a command, and a letter that it has a command for."""
_PLACES = {"<super>": "^", "<sub>": "_"}
"""What Unicode says of a raised or a lowered character, as LaTeX says it."""
_UNUSUAL = re.compile("(?:ŵ\\*|[A-Za-z][\u0300-\u036f]|[^\\x00-\\x7f])+")
_TWO_PLACES = re.compile(r"\^\{[^{}]*\}(?=\^)|_\{[^{}]*\}(?=_)")
"""What LaTeX takes for two exponents, or two indices, of one letter."""
_NUMBER = r"(\d+(?:\{,\}\d+)*(?:\.\d+)?)"


def plain(title: str, code: Sequence[CodeLine], numbers: Sequence[str]) -> str:
    """Text for any screen."""
    return "\n".join([title, "", *_lines(code), "", *map(bare, numbers), ""])


def markdown(title: str, code: Sequence[CodeLine], numbers: Sequence[str]) -> str:
    """A heading, a block of code and a list, with formulas as code."""
    listed = [f"- {line}" for line in numbers]
    return "\n".join([f"### {title}", "", "```text", *_lines(code), "```", "", *listed, ""])


def latex(title: str, code: Sequence[CodeLine], numbers: Sequence[str]) -> str:
    """A fragment for the body of a document; it needs no package."""
    told = [rf"\item {latex_text(line)}" for line in numbers]
    return "\n".join([_latex_title(title), latex_listing(code), *_latex_list("itemize", told), ""])


def latex_listing(code: Sequence[CodeLine]) -> str:
    """Pseudo-code, those lines marked that were just done."""
    steps = [
        rf"\item[{_LATEX_MARK * line.current}{place}] \hspace*{{{line.indent}em}}{latex_text(line.text)}"
        for place, line in enumerate(code, start=1)
    ]
    return "\n".join(_latex_list("enumerate", steps))


def plain_page(title: str, paragraphs: Sequence[str]) -> str:
    """Paragraphs for any screen, numbered."""
    return "\n".join([title, "", *(f"{place}. {bare(text)}" for place, text in enumerate(paragraphs, start=1)), ""])


def markdown_page(title: str, paragraphs: Sequence[str]) -> str:
    """A heading and a numbered list, with formulas as code."""
    return "\n".join([f"### {title}", "", *(f"{place}. {text}" for place, text in enumerate(paragraphs, start=1)), ""])


def latex_page(title: str, paragraphs: Sequence[str]) -> str:
    """A fragment for the body of a document; it needs no package."""
    items = [rf"\item {latex_text(text)}" for text in paragraphs]
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


def _lines(code: Sequence[CodeLine]) -> list[str]:
    return [
        f"{_MARK if line.current else ' '} {place:>2}  {'  ' * line.indent}{bare(line.text)}"
        for place, line in enumerate(code, start=1)
    ]


def listing(code: Sequence[CodeLine]) -> str:
    """Pseudo-code as plain text."""
    return "\n".join(_lines(code))


def bare(text: str) -> str:
    """Text without the backticks about its formulas."""
    return text.replace("`", "")


def latex_text(text: str) -> str:
    """Text for LaTeX: every second piece between backticks is a formula."""
    pieces = text.split("`")
    return "".join(f"${_mathematics(piece)}$" if place % 2 else _prose(piece) for place, piece in enumerate(pieces))


def _prose(text: str) -> str:
    """Words, in which what is no word is set as a formula, and what LaTeX would read as a command is none."""
    text = "".join(map(_letter, unicodedata.normalize("NFC", text)))
    return _UNUSUAL.sub(lambda found: f"${_mathematics(found[0])}$", text)


def _letter(character: str) -> str:
    """A character of a word as LaTeX writes it; what is no letter of a word stays for a formula."""
    if character in _COMMANDS:
        return _COMMANDS[character]
    apart = unicodedata.normalize("NFD", character)
    if len(apart) == 2 and apart[0].isascii() and apart[1] in _MARKS and character != "ŵ":
        return rf"\{_MARKS[apart[1]]}{{{apart[0]}}}"
    return character


def _mathematics(formula: str) -> str:
    words = re.compile(r"[a-z]{2,}(?:[ -][a-z]+)*")
    functions = {"cos", "exp", "max", "min"}
    formula = words.sub(lambda word: rf"\{word[0]} " if word[0] in functions else rf"\mbox{{{word[0]}}}", formula)
    formula = formula.replace("%", r"\%").replace("ŵ*", "ŵ^{*}")
    formula = re.sub("√\\(((?:[^()]|\\([^()]*\\))*)\\)", r"\\sqrt{\1}", formula)
    formula = re.sub(r"(?<=\d),(?=\d{3})", "{,}", formula)  # or LaTeX leaves room as after a comma in a list
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
