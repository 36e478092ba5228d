"""Sheets of paper: no page ends within a row, after a heading, or within a question, and pictures are vectors."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from PySide6.QtGui import QTextBlock, QTextDocument, QTextTable
from pytestqt.qtbot import QtBot

from core.explain.report.parts import Report
from perceptron_gui.exports.paper import paged, pages

HEIGHT = 700.0
ROW = "<tr><td>{0}</td><td>one<br>two<br>three {0}</td></tr>"
TABLE = f"<table><thead><tr><th>n</th><th>what</th></tr></thead>{''.join(map(ROW.format, range(90)))}</table>"
QUESTION = "<h2>Question {0}</h2><p>words</p><p>Answer {0}</p>"


def laid_out(html: str) -> QTextDocument:
    document = QTextDocument()
    document.setTextWidth(500)
    document.setHtml(html)
    return document


def place_of(document: QTextDocument, block: QTextBlock) -> tuple[int, int]:
    """The pages on which a paragraph begins and ends."""
    rect = document.documentLayout().blockBoundingRect(block)
    found = pages(document, HEIGHT)
    first = [page for page, part in enumerate(found) if part.top <= rect.top() < part.bottom]
    last = [page for page, part in enumerate(found) if part.top < rect.bottom() <= part.bottom]
    (one,), (other,) = first, last
    return one, other


@pytest.mark.parametrize("above", range(0, 60, 7))
def test_no_row_is_split_and_each_page_repeats_the_head(above: int, qtbot: QtBot) -> None:
    document = laid_out("<h2>Rows</h2>" + "<p>line</p>" * above + TABLE)
    (table,) = (frame for frame in document.rootFrame().childFrames() if isinstance(frame, QTextTable))
    found, heading = pages(document, HEIGHT), place_of(document, document.begin())
    assert all(part.bottom - part.top + part.beside <= HEIGHT for part in found)
    where = []
    for row in range(table.rows()):
        cells = [place_of(document, table.cellAt(row, column).firstCursorPosition().block()) for column in (0, 1)]
        (page,) = {page for cell in cells for page in cell}
        where.append(page)
    assert where == sorted(where)
    assert where[0] == where[1], "the head is not alone"
    assert len(set(where)) >= 6
    assert heading == (0, 0)
    head = found[where[-1]].head
    assert head is not None
    top = document.documentLayout().blockBoundingRect(table.cellAt(0, 0).firstCursorPosition().block()).top()
    assert head[0] <= top < head[1]


def test_no_question_is_split_and_no_paragraph_is_lost(qtbot: QtBot) -> None:
    document = laid_out("".join(map(QUESTION.format, range(60))))
    found, block, where = pages(document, HEIGHT), document.begin(), list[tuple[int, int]]()
    while block.isValid():
        where.append(place_of(document, block))
        block = block.next()
    assert len(where) == 180
    assert len(found) > 3
    for place in range(0, 180, 3):
        assert len({page for each in where[place : place + 3] for page in each}) == 1


def test_a_paragraph_longer_than_a_page_is_divided_between_lines(qtbot: QtBot) -> None:
    document = laid_out(f"<h2>Long</h2><p>{'word ' * 4000}</p><table><tr><td>end</td></tr></table>")
    found = pages(document, HEIGHT)
    assert len(found) > 2
    assert all(part.bottom - part.top <= HEIGHT for part in found)
    assert all(one.bottom == pytest.approx(other.top, abs=30) for one, other in pairwise(found))


@pytest.mark.parametrize(("paper", "size"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_a_page_has_the_size_of_the_paper(paper: str, size: tuple[int, int], qtbot: QtBot) -> None:
    found = re.search(rb"/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]", paged(Report("Sheet", (), paper), {}))
    assert found is not None
    assert tuple(round(float(number)) for number in found.groups()) == size
