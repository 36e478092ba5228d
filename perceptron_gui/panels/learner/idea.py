"""What the learner does and why one wants it, in words, and its formulas; what is its own in them is lit."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QWidget

from core.explain.ideas import Formula, formula_text, formulas_of, ideas_of, start_remark
from core.learners import find_learner
from core.spec import RunSpec
from perceptron_gui.look.layouts import in_column
from perceptron_gui.look.text.small_widgets import SMALL, label_of
from perceptron_gui.look.theme import Theme, ThemeModel
from perceptron_gui.model.document.document import Document

_NO_BREAK = "\u00a0"
_LIT = 0.25


class IdeaBox(QWidget):
    """Follows the options of the document."""

    def __init__(self, document: Document, theme: ThemeModel) -> None:
        super().__init__()
        self._document, self._theme = document, theme
        self.heading = label_of(scale=1.0, bold=True)
        self.words, self.formulas, self.mind = (label_of(scale=scale, copied=True) for scale in (SMALL, 1.0, SMALL))
        for label in (self.words, self.formulas, self.mind):
            label.setTextFormat(Qt.TextFormat.RichText)
        parts = self.heading, self.words, self.formulas, self.mind
        self.setLayout(in_column(*parts, margins=(0, 0, 0, 0), spacing=6))
        document.spec_changed.connect(self._show)
        theme.changed.connect(self._show)
        self._show()

    @Slot()
    def _show(self) -> None:
        spec, theme = self._document.spec, self._theme.current
        ideas, formulas = ideas_of(spec), formulas_of(spec)
        self.heading.setText(find_learner(spec.learner).title)
        told = (f"{escape(idea.does)} {_grey(idea.why, theme)}" for idea in ideas)
        self.words.setText(
            "".join(f'<p style="margin: {4 * bool(place)}px 0 0 0">{p}</p>' for place, p in enumerate(told))
        )
        self.formulas.setText("<br>".join(_drawn(formula, theme) for formula in formulas))
        self.formulas.setAccessibleName("\n".join(map(formula_text, formulas)))
        remarks = " ".join(filter(None, (*(idea.mind for idea in ideas), start_remark(spec))))
        self.mind.setText(_grey(remarks, theme))
        self.mind.setVisible(bool(remarks))
        self.setAccessibleName(_told(spec, remarks))


def _told(spec: RunSpec, remarks: str) -> str:
    sentences = [sentence for idea in ideas_of(spec) for sentence in (idea.does, idea.why)]
    return " ".join([f"{find_learner(spec.learner).title}:", *sentences, remarks]).strip()


def _grey(words: str, theme: Theme) -> str:
    return f'<span style="color: {theme.secondary}">{escape(words)}</span>'


def _drawn(formula: Formula, theme: Theme) -> str:
    """Broken into lines only where two spaces are; bold on a ground of its own where it is lit."""
    lit = theme.mixed("now", "panel", _LIT).name()
    pieces = []
    for piece in formula:
        first, *others = (escape(part).replace(" ", _NO_BREAK) for part in piece.text.split("  "))
        text = f"{_NO_BREAK} ".join([first, *others])
        style = f"color: {theme.ink}; background-color: {lit}; font-weight: bold" if piece.lit else ""
        pieces.append(f'<span style="{style or f"color: {theme.secondary}"}">{text}</span>')
    return "".join(pieces)
