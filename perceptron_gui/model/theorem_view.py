"""The page and the units of the theorem, and sentences with links to a tab or page."""

from __future__ import annotations

import re
from enum import StrEnum
from html import escape
from typing import Any

from PySide6.QtCore import QObject, Signal

from core.lessons.vocabulary import PAGES, TABS
from core.theory.margin.units import NORMALISED, RAW
from perceptron_gui.model.saved_setting import read

_KINDS = dict.fromkeys(TABS, "tab") | {page.capitalize(): "page" for page in PAGES}
_NAMED = re.compile(rf"\b({'|'.join(_KINDS)}) (?:tab|page)\b")


class Pages(QObject):
    """Requests to the window: `wanted` carries the title of a tab or page, `everything` ends the first steps.

    `first_steps` shows them again, `why` asks for the pictures that show why the run had to stop, and `first_lesson`
    for the first lesson.
    """

    wanted = Signal(str)
    everything = Signal()
    first_steps = Signal()
    why = Signal()
    first_lesson = Signal()


def link_to(title: str) -> str:
    """Return the tab or page called `title` as a link in rich text, which `wanted` announces."""
    return f'<a href="{title}">{title} {_KINDS[title]}</a>'


def page_in(sentence: str) -> str:
    """Return the first title that a sentence names, as in “the Data tab”; empty if there is none."""
    found = _NAMED.search(sentence)
    return "" if found is None else found[1]


def with_links(sentence: str) -> str:
    """Return a sentence as rich text with each title that it names as a link."""
    return _NAMED.sub(lambda found: link_to(found[1]), escape(sentence, quote=False))


class TheoryPage(StrEnum):
    """What the theory panel shows: its page, the same with more numbers below, or the proof."""

    PICTURE = "picture"
    NUMBERS = "numbers"
    PROOF = "proof"

    @property
    def meaning(self) -> str:
        return _MEANINGS[self]


_MEANINGS = {
    TheoryPage.PICTURE: "The theorem on one page: floor, ceiling, the run between them, and its inequalities",
    TheoryPage.NUMBERS: "The same page, with all other numbers and plots of the theorem below it",
    TheoryPage.PROOF: "The theorem's proof, with the numbers of this run in it",
}


class TheoremView(QObject):
    """A page and a switch; `changed` comes when the page is turned, or the switch."""

    changed = Signal()
    page = TheoryPage.PICTURE
    units = RAW

    @property
    def normalised(self) -> bool:
        """True if lengths are measured in R."""
        return self.units is NORMALISED

    def turn_to(self, page: TheoryPage) -> None:
        if page is not self.page:
            self.page = page
            self.changed.emit()

    def set_normalised(self, on: bool) -> None:
        if on != self.normalised:
            self.units = NORMALISED if on else RAW
            self.changed.emit()

    def saved(self) -> dict[str, Any]:
        """Return both as plain JSON values; `proof` is for versions that know only two pages."""
        return {"page": str(self.page), "proof": self.page is TheoryPage.PROOF, "normalised": self.normalised}

    def restore(self, value: Any) -> None:
        """Set the values of `saved`. Raise TypeError, LookupError or ValueError for anything else, and change nothing.

        Sessions from the time of two pages hold only whether the page was the proof.
        """
        normalised = read({"normalised": bool}, value)["normalised"]
        if "page" in value:
            page = TheoryPage(value["page"])
        else:
            page = TheoryPage.PROOF if read(bool, value["proof"]) else TheoryPage.NUMBERS
        self.turn_to(page)
        self.set_normalised(normalised)
