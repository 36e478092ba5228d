"""Sheets of paper: no page ends within a row, after a heading, or within a question."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QSizeF
from PySide6.QtGui import QTextBlock, QTextDocument, QTextTable
from pytestqt.qtbot import QtBot

from perceptron_gui.exports.formats import _is_cut, _items, _reach, keep_whole, paged

ROW = "<tr><td>{0}</td><td>one<br>two<br>three {0}</td></tr>"
TABLE = f"<table><thead><tr><th>n</th><th>what</th></tr></thead>{''.join(map(ROW.format, range(90)))}</table>"
QUESTION = "<h2>Question {0}</h2><p>words</p><p>Answer {0}</p>"


def laid_out(html: str) -> QTextDocument:
    document = QTextDocument()
    document.setPageSize(QSizeF(500, 700))
    document.setHtml(html)
    keep_whole(document)
    return document


@pytest.mark.parametrize("above", range(0, 60, 7))
def test_no_row_is_split_and_each_page_repeats_the_head(above: int, qtbot: QtBot) -> None:
    document = laid_out("<h2>Rows</h2>" + "<p>line</p>" * above + TABLE)
    tables = [item for item in _items(document) if isinstance(item, QTextTable)]
    texts = []
    for table in tables:
        assert table.cellAt(0, 1).firstCursorPosition().block().text() == "what"
        for row in range(table.rows()):
            assert not _is_cut(document, *_reach(document, table, row))
            texts.append(table.cellAt(row, 1).lastCursorPosition().block().text())
    assert document.pageCount() >= 6
    assert [text.split()[-1] for text in texts if text != "what"] == [str(row) for row in range(90)]


def test_no_question_is_split_and_no_paragraph_is_lost(qtbot: QtBot) -> None:
    document = laid_out("".join(map(QUESTION.format, range(60))))
    blocks = [item for item in _items(document) if isinstance(item, QTextBlock)]
    assert document.pageCount() > 3
    for first, last in zip(blocks[::3], blocks[2::3], strict=True):
        assert not _is_cut(document, _reach(document, first)[0], _reach(document, last)[1])
    assert all(bottom > top for top, bottom in (_reach(document, block) for block in blocks))


@pytest.mark.parametrize(("paper", "size"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_a_page_has_the_size_of_the_paper(paper: str, size: tuple[int, int], qtbot: QtBot) -> None:
    found = re.search(rb"/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]", paged(TABLE, paper))
    assert found is not None
    assert tuple(round(float(number)) for number in found.groups()) == size
