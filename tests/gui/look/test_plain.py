"""Words that look like HTML are shown letter by letter where Qt guesses what they are."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QApplication

from perceptron_gui.look.plain import plain


@pytest.mark.parametrize("text", ["a<b>c", "  x<br>y\tz\n\n  <img src=x> & more", "&lt;b>", "1 < 2 <p>"])
def test_every_letter_of_a_name_is_shown(qapp: QApplication, text: str) -> None:
    document = QTextDocument()
    document.setHtml(plain(text)) if plain(text) != text else document.setPlainText(text)
    assert document.toPlainText() == text


def test_words_that_nobody_takes_for_html_stay_as_they_are(qapp: QApplication) -> None:
    assert plain("y·a < 0, and b > 1\n<i>") == "y·a < 0, and b > 1\n<i>"
