"""HTML as PDF on paper, with page breaks only where a reader expects them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QTextBlock,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextTable,
)

TITLE = "Perceptron"
"""The title in the properties of every exported document."""
_PAPER_DPI = 300


def bytes_of(write: Callable[[QIODevice], object]) -> bytes:
    """Return the bytes that `write` writes into a device."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    write(buffer)
    buffer.close()
    return bytes(data.data())


def paged(html: str, paper: str = "a4") -> bytes:
    """Return HTML as a PDF on A4 or letter. No page breaks a row, or a section without a table."""

    def write(device: QIODevice) -> None:
        writer = QPdfWriter(device)
        writer.setTitle(TITLE)
        writer.setResolution(_PAPER_DPI)
        writer.setPageSize(QPageSize({"a4": QPageSize.PageSizeId.A4, "letter": QPageSize.PageSizeId.Letter}[paper]))
        writer.setPageMargins(QMarginsF(20, 20, 20, 20), QPageLayout.Unit.Millimeter)
        document = QTextDocument()
        document.documentLayout().setPaintDevice(writer)
        document.setPageSize(QSizeF(writer.width(), writer.height()))
        document.setDocumentMargin(0)
        # QTextDocument ignores font sizes in per cent, so they are given in points.
        document.setDefaultStyleSheet("body { font-size: 9pt; } pre, td, th { font-size: 8pt; }")
        document.setHtml(html)
        keep_whole(document)
        painter = QPainter(writer)
        size = document.pageSize()
        for page in range(document.pageCount()):
            if page:
                writer.newPage()
            painter.resetTransform()
            below = QRectF(0, size.height(), size.width(), size.height() / 20)
            painter.drawText(below, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, f"{page + 1}")
            painter.translate(0, -page * size.height())
            document.drawContents(painter, QRectF(QPointF(0, page * size.height()), size))
        painter.end()

    return bytes_of(write)


def keep_whole(document: QTextDocument) -> None:
    """Move page breaks out of rows, away from headings, and out of sections without a table."""
    sections: list[list[QTextBlock | QTextTable]] = []
    for item in _items(document):
        if not sections or (isinstance(item, QTextBlock) and item.blockFormat().headingLevel()):
            sections.append([])
        sections[-1].append(item)
    for section in sections:
        first, last = section[0], section[-1]
        table = next((item for item in section if isinstance(item, QTextTable)), None)
        if isinstance(first, QTextBlock):
            top, bottom = _reach(document, first)[0], _reach(document, last)[1]
            if table is not None:
                bottom = _reach(document, table, min(table.format().headerRowCount(), table.rows() - 1))[1]
            if _is_cut(document, top, bottom) and bottom - top < document.pageSize().height():
                form = first.blockFormat()
                form.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
                QTextCursor(first).setBlockFormat(form)
                # Without this Qt leaves some paragraphs without lines after the new page break.
                document.markContentsDirty(0, document.characterCount())
        for item in section:
            if isinstance(item, QTextTable):
                _keep_rows(document, item)


def _items(document: QTextDocument) -> Iterator[QTextBlock | QTextTable]:
    place = document.rootFrame().begin()
    while not place.atEnd():
        frame = place.currentFrame()
        yield frame if isinstance(frame, QTextTable) else place.currentBlock()
        place += 1


def _reach(document: QTextDocument, item: QTextBlock | QTextTable, row: int = 0) -> tuple[float, float]:
    """Return top and bottom of a paragraph or of a row of a table, in the units of the document."""
    layout = document.documentLayout()
    if isinstance(item, QTextBlock):
        rect = layout.blockBoundingRect(item)
        return rect.top(), rect.bottom()
    cells = [item.cellAt(row, column) for column in range(item.columns())]
    tops = [layout.blockBoundingRect(cell.firstCursorPosition().block()).top() for cell in cells]
    bottoms = [layout.blockBoundingRect(cell.lastCursorPosition().block()).bottom() for cell in cells]
    return min(tops), max(bottoms)


def _is_cut(document: QTextDocument, top: float, bottom: float) -> bool:
    height = document.pageSize().height()
    return int(top / height) != int((bottom - 1) / height)


def _keep_rows(document: QTextDocument, table: QTextTable) -> None:
    """Split a table before the first row that a page break would cut, and then the rest in the same way.

    A table whose head or first row would be cut begins on the next page.
    """
    first = table.format().headerRowCount()
    if _is_cut(document, _reach(document, table)[0], _reach(document, table, min(first, table.rows() - 1))[1]):
        form = table.format()
        form.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
        table.setFormat(form)
        document.markContentsDirty(0, document.characterCount())
    for row in range(first + 1, table.rows()):
        if _is_cut(document, *_reach(document, table, row)):
            _keep_rows(document, _split(document, table, row))
            return


def _split(document: QTextDocument, table: QTextTable, row: int) -> QTextTable:
    """Take the rows from `row` on out of a table, and return a table of them on a new page, with the same head."""
    form, heads = table.format(), table.format().headerRowCount()
    form.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
    edit = cursor = QTextCursor(document)
    edit.beginEditBlock()  # Else the document is laid out after each cell.
    cursor.setPosition(table.lastPosition() + 1)
    rest = cursor.insertTable(heads + table.rows() - row, table.columns(), form)
    for place, source in enumerate([*range(heads), *range(row, table.rows())]):
        for column in range(table.columns()):
            before, after = table.cellAt(source, column), rest.cellAt(place, column)
            after.setFormat(before.format())
            cursor = before.firstCursorPosition()
            cursor.setPosition(before.lastPosition(), QTextCursor.MoveMode.KeepAnchor)
            after.firstCursorPosition().insertFragment(cursor.selection())
    table.removeRows(row, table.rows() - row)
    edit.endEditBlock()
    document.markContentsDirty(0, document.characterCount())
    return rest
