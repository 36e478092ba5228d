"""A sentence somewhere speaks of a tab of the panel, or of a page in one, and leads there."""

from __future__ import annotations

import re
from html import escape

from PySide6.QtCore import QObject, Signal

from core.lessons.vocabulary import PAGES, TABS

_KINDS = dict.fromkeys(TABS, "tab") | {page.capitalize(): "page" for page in PAGES}
_NAMED = re.compile(rf"\b({'|'.join(_KINDS)}) (?:tab|page)\b")


class Pages(QObject):
    """`wanted` carries the title of a tab that is to be turned to, or of a page of the theory."""

    wanted = Signal(str)


def link_to(title: str) -> str:
    """The tab or page called `title` in a sentence of rich text, whose links tell `wanted`."""
    return f'<a href="{title}">{title} {_KINDS[title]}</a>'


def page_in(sentence: str) -> str:
    """The first title that a sentence names, as in “the Data tab”; empty where it names none."""
    found = _NAMED.search(sentence)
    return "" if found is None else found[1]


def with_links(sentence: str) -> str:
    """A sentence as rich text, each title that it names as a link."""
    return _NAMED.sub(lambda found: link_to(found[1]), escape(sentence, quote=False))
