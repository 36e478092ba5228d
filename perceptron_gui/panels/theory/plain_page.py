"""The theorem in three numbers, each named in plain words, for a newcomer."""

from __future__ import annotations

from math import floor

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from core.numbers.numerals import number
from core.theory.theorem import TheoremFacts
from perceptron_gui.look.layouts import in_column, in_row
from perceptron_gui.look.size import BODY, LARGE
from perceptron_gui.look.text.small_widgets import label_of, push_button
from perceptron_gui.model.theorem_view import Pages


class PlainPage(QWidget):
    """Updates, reach and length at the playhead, and a button that shows everything else."""

    def __init__(self, pages: Pages) -> None:
        super().__init__()
        self.rows = [label_of(rung=LARGE) for _ in range(3)]
        for row in self.rows:
            row.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        note = label_of("The learner does not know the best direction.", rung=BODY)
        self.everything = push_button("&Show Everything", "All tools, layers and numbers, from now on", rung=BODY)
        self.everything.clicked.connect(pages.everything)
        self.setLayout(in_column(*self.rows, note, in_row(self.everything, 0), 0, margins=(8, 12, 8, 8), spacing=14))

    def show_facts(self, facts: TheoremFacts) -> None:
        """Show the numbers of one moment, and "…" for one that is still being computed."""
        sought, squared = facts.margin.evidence.sought, facts.row("length")
        bound = "…" if sought else "" if facts.bound is None else f"{floor(facts.bound):,}"
        reach = "…" if sought else "" if facts.along is None else number(facts.along)
        words = (
            f"Updates: {facts.state.update:,}{f', at most {bound}' if bound else ''}",
            f"Reach of w in the best direction: {reach}" if reach else "",
            f"Length of w, squared: {number(squared.left)}" if squared is not None else "",
        )
        for row, text in zip(self.rows, words, strict=True):
            row.setText(text)
            row.setVisible(bool(text))
