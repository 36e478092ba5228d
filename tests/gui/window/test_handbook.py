"""The handbook: its pages, pictures and links, and the field that finds words in all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QColor, QImage, QTextDocument
from PySide6.QtTest import QTest

from core.resources import HANDBOOK
from perceptron_gui.look.size import BODY, LARGE, SMALL, TITLE, pixels, set_scale
from perceptron_gui.look.theme import DARK, Appearance
from perceptron_gui.window.dialogs.help import ENTRY, PAGES, Handbook
from perceptron_gui.window.main_window import MainWindow

OWN = ("students", "teachers", "lessons", "files", "command-line")
"""The pages that a person looks for; each has a picture."""
_PICTURE = QTextDocument.ResourceType.ImageResource.value


@pytest.fixture
def book(window: MainWindow) -> Iterator[Handbook]:
    window.actions_["handbook"].trigger()
    found = window.findChild(Handbook)
    assert isinstance(found, Handbook)
    yield found
    found.close()


def titles(book: Handbook) -> list[str]:
    return [book.found.index(row, 0).data() for row in range(book.found.rowCount())]


def row_of(book: Handbook, page: str) -> int:
    return next(row for row in range(book.found.rowCount()) if book.found.index(row, 0).data(ENTRY)[0] == page)


def words_of(page: str) -> str:
    return (HANDBOOK / f"{page}.md").read_text("utf-8")


def test_it_opens_beside_the_window_with_the_field_in_focus(window: MainWindow, book: Handbook) -> None:
    assert book.isVisible()
    assert not book.isModal()
    assert book.focusWidget() is book.field
    assert titles(book)[:2] == ["For students", "For students ▸ The canvas"]
    assert book.page.toPlainText().startswith("For students: how to read the window")
    QTest.keyClick(book.field, Qt.Key.Key_Escape)
    assert not book.isVisible()
    window.actions_["handbook"].trigger()
    assert book.isVisible()
    assert window.findChildren(Handbook) == [book]


def test_every_page_has_its_sections_and_a_picture_that_is_there(book: Handbook) -> None:
    assert set(OWN) <= set(PAGES)
    headings = [re.sub("^#+ ", "", line) for page in PAGES for line in re.findall("^#+ .*", _prose(page), re.MULTILINE)]
    assert [title.partition(" ▸ ")[2] or title for title in titles(book)] == [
        heading.partition(":")[0] if heading.startswith("For ") else heading for heading in headings
    ]
    for page in OWN:
        book.list.setCurrentIndex(book.found.index(row_of(book, page), 0))
        pictures = re.findall(r"!\[.+?\]\((pictures/\w+\.png)\)", words_of(page))
        assert pictures, page
        shown = book.page.document()
        for name in pictures:
            drawn = shown.resource(_PICTURE, QUrl(name))
            assert isinstance(drawn, QImage)
            assert 300 < drawn.deviceIndependentSize().width() <= pixels(640)


def _prose(page: str) -> str:
    return re.sub(r"```.*?```", "", words_of(page), flags=re.DOTALL)


def test_words_are_found_in_all_pages_and_marked(book: Handbook) -> None:
    QTest.keyClicks(book.field, "gaps worksheet")
    assert titles(book)[:2] == ["For teachers ▸ Hand out", "Lessons"]
    assert all(title.startswith("Options ▸ ") for title in titles(book)[2:])
    assert book.page.toPlainText().startswith("For teachers")
    assert book.page.textCursor().selectedText() == "gaps"
    cursor = book.page.cursorRect(book.page.textCursor())
    assert book.page.viewport().rect().contains(cursor)
    QTest.keyClick(book.field, Qt.Key.Key_Down)
    assert book.page.toPlainText().startswith("Lessons")
    QTest.keyClicks(book.field, " nowhere")
    assert titles(book) == []
    assert book.says.text() == "No page has these words"
    book.field.clear()
    assert book.says.isHidden()
    assert not book.page.textCursor().hasSelection()


def test_a_section_that_is_marked_is_at_the_top_of_the_page(book: Handbook) -> None:
    book.list.setCurrentIndex(book.found.index(titles(book).index("The command line ▸ What to print"), 0))
    top = book.page.cursorForPosition(book.page.viewport().rect().topLeft())
    assert abs(book.page.cursorRect(book.page.textCursor()).top()) < 40
    assert "What to print" in book.page.toPlainText()[top.position() :][:200]


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_to_a_page_of_the_handbook(book: Handbook, page: str) -> None:
    for link in re.findall(r"(?<!!)\[[^]]+\]\(([^)]+)\)", _no_pictures(page)):
        book.field.setText("zzz")
        book.page.anchorClicked.emit(QUrl(link))
        assert link == f"{book.entry[0]}.md"
        assert book.page.toPlainText().splitlines()[0] == words_of(book.entry[0]).splitlines()[0][2:]


def _no_pictures(page: str) -> str:
    return re.sub(r"!\[.*?\]\(.*?\)", "", words_of(page))


def test_nothing_is_taken_from_elsewhere(book: Handbook) -> None:
    for page in PAGES:
        assert not re.search(r"\]\((https?:|/|\.\.)", words_of(page)), page
    before = book.page.toPlainText()
    book.page.anchorClicked.emit(QUrl("https://example.org/elsewhere.md"))
    assert book.page.toPlainText() == before


def test_letters_are_on_the_ladder_in_every_theme_and_size(window: MainWindow, book: Handbook) -> None:
    for scale in (1.0, 1.4):
        set_scale(scale)
        for page in PAGES:
            sizes = set(_sizes(book, page))
            assert sizes <= {pixels(rung) for rung in (SMALL, BODY, TITLE, LARGE)}, page
            assert max(sizes) == pixels(LARGE)
    window.theme.choose(Appearance.DARK)
    book.field.setText("the question it answers")
    cursor = book.page.document().find("Theory")
    line = cursor.currentTable().cellAt(cursor).format().toTableCellFormat().bottomBorderBrush().color()
    assert line == QColor(DARK.hairline)


def _sizes(book: Handbook, page: str) -> Iterator[int]:
    book.list.setCurrentIndex(book.found.index(row_of(book, page), 0))
    block = book.page.document().begin()
    while block.isValid():
        part = block.begin()
        while not part.atEnd():
            yield part.fragment().charFormat().font().pixelSize()
            part += 1
        block = block.next()
