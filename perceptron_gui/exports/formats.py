"""The file formats for pictures, films, reports, sheets and player pages, with a writer for each kind of export."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QImage,
    QImageWriter,
    QPageLayout,
    QPageSize,
    QPaintDevice,
    QPainter,
    QPdfWriter,
    QTextBlock,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextTable,
)
from PySide6.QtSvg import QSvgGenerator

from core.errors import InputError
from core.explain.report.documents import latex_document, page
from core.explain.report.parts import Report
from core.names import legible

_DPI = 96
"""Pixels per inch of a document whose size is given in pixels."""
TITLE = "Perceptron"
"""The title in the properties of every exported document."""


class ExportKind(StrEnum):
    """A picture of one moment, a film of several; a report on the run, a sheet of its steps, a page that plays it."""

    PICTURE = "picture"
    FILM = "film"
    REPORT = "report"
    SHEET = "solution"
    PLAYER = "player"


@dataclass(frozen=True)
class Drawing:
    """A picture to draw: `paint` fills an area of `size` units, each `scale` pixels wide."""

    size: QSize
    paint: Callable[[QPainter], None]
    scale: float = 1.0

    @property
    def pixels(self) -> QSize:
        return self.size * self.scale

    def on(self, device: QPaintDevice) -> None:
        with QPainter(device) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.scale(self.scale, self.scale)
            self.paint(painter)

    def image(self) -> QImage:
        image = QImage(self.pixels, QImage.Format.Format_RGB32)
        self.on(image)
        return image


@dataclass(frozen=True)
class Frames:
    """The pictures of a film: `draw(i)` returns picture i, which is shown for `hundredths[i]` of a second."""

    hundredths: Sequence[int]
    draw: Callable[[int], QImage]


PictureWriter = Callable[[Drawing], bytes]
FilmWriter = Callable[[Frames, BinaryIO], Iterator[float]]
"""A function that writes a film in slices and yields the share that is done after each."""
PageWriter = Callable[[str], bytes]
"""A function that turns a page of HTML into the bytes of a file."""
SheetWriter = Callable[[Report], bytes]
"""A function that turns a sheet without pictures into the bytes of a file."""


def no_writer(*_written: object) -> Any:
    """Raise TypeError: the writer for kinds that a format cannot hold. `format_for` never returns such a format."""
    raise TypeError("this format cannot write such an export")


@dataclass(frozen=True)
class ExportFormat:
    """A format: its title, a writer for each kind of export, and `sharpness`, its pixels for each of the screen's."""

    title: str
    picture: PictureWriter = no_writer
    film: FilmWriter = no_writer
    report: PageWriter = no_writer
    sheet: SheetWriter = no_writer
    player: PageWriter = no_writer
    sharpness: int = 1

    @property
    def kinds(self) -> frozenset[ExportKind]:
        return frozenset(kind for kind in ExportKind if getattr(self, kind.name.lower()) is not no_writer)


def bytes_of(write: Callable[[QIODevice], object]) -> bytes:
    """Return the bytes that `write` writes into a device."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    write(buffer)
    return bytes(buffer.data().data())


def png(image: QImage) -> bytes:
    """Return an image as the bytes of a PNG."""
    return bytes_of(lambda device: QImageWriter(device, QByteArray(b"png")).write(image))


def _svg_picture(drawing: Drawing) -> bytes:
    def write(device: QIODevice) -> None:
        generator = QSvgGenerator()
        generator.setOutputDevice(device)
        generator.setSize(drawing.pixels)
        generator.setViewBox(QRectF(QPointF(), QSizeF(drawing.pixels)))
        generator.setResolution(_DPI)
        generator.setTitle(TITLE)
        drawing.on(generator)

    # Qt writes control characters from texts into the file, and XML forbids them.
    return legible(bytes_of(write).decode(), keep="\t\n\r").encode()


def _pdf_picture(drawing: Drawing) -> bytes:
    def write(device: QIODevice) -> None:
        writer = QPdfWriter(device)  # Its destructor writes the end of the file.
        writer.setTitle(TITLE)
        points = QSizeF(drawing.pixels) * 72 / _DPI
        writer.setPageSize(QPageSize(points, QPageSize.Unit.Point, "picture", QPageSize.SizeMatchPolicy.ExactMatch))
        writer.setPageMargins(QMarginsF())
        writer.setResolution(_DPI)
        drawing.on(writer)

    return bytes_of(write)


def _gif_film(frames: Frames, stream: BinaryIO) -> Iterator[float]:
    """Write the film with one palette, chosen from twelve of its pictures."""
    from perceptron_gui.exports import gif_blocks as gif  # Imported here because only films need Pillow.

    samples = sorted({round(place) for place in np.linspace(0, len(frames.hundredths) - 1, 12)})
    steps = len(samples) + len(frames.hundredths)
    counted = []
    for done, place in enumerate(samples, start=1):
        counted.append(gif.colour_counts(frames.draw(place)))
        yield done / steps
    palette = gif.Palette(counted)
    before: gif.Pixels | None = None
    for place, hundredths in enumerate(frames.hundredths):
        picture = palette.pixels(frames.draw(place))
        if before is None:
            stream.write(gif.header(picture, palette))
        stream.write(gif.frame(picture, before, hundredths))
        before = picture
        yield (len(samples) + place + 1) / steps
    stream.write(b";")  # Every GIF ends with a semicolon.


def paged(html: str, paper: str = "a4") -> bytes:
    """Return HTML as a PDF on A4 or letter. No page breaks a row, or a section without a table."""

    def write(device: QIODevice) -> None:
        writer = QPdfWriter(device)
        writer.setTitle(TITLE)
        writer.setResolution(300)
        writer.setPageSize(QPageSize({"a4": QPageSize.PageSizeId.A4, "letter": QPageSize.PageSizeId.Letter}[paper]))
        writer.setPageMargins(QMarginsF(20, 20, 20, 20), QPageLayout.Unit.Millimeter)
        size = QSizeF(writer.width(), writer.height())
        # QTextDocument ignores font sizes in per cent, so they are given in points.
        style = "body { font-size: 9pt; } pre, td, th { font-size: 8pt; }"
        document = QTextDocument(pageSize=size, documentMargin=0, defaultStyleSheet=style)
        document.documentLayout().setPaintDevice(writer)
        document.setHtml(html)
        keep_whole(document)
        below = QRectF(0, size.height(), size.width(), size.height() / 20)
        with QPainter(writer) as painter:
            for place in range(document.pageCount()):
                if place:
                    writer.newPage()
                painter.resetTransform()
                painter.drawText(below, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, f"{place + 1}")
                painter.translate(0, -place * size.height())
                document.drawContents(painter, QRectF(QPointF(0, place * size.height()), size))

    return bytes_of(write)


def keep_whole(document: QTextDocument) -> None:
    """Move page breaks out of rows, away from headings, and out of sections without a table."""
    sections: list[list[QTextBlock | QTextTable]] = []
    for item in _items(document):
        if not sections or (isinstance(item, QTextBlock) and item.blockFormat().headingLevel()):
            sections.append([])
        sections[-1].append(item)
    for section in sections:
        first, tables = section[0], [item for item in section if isinstance(item, QTextTable)]
        if isinstance(first, QTextBlock):
            top, bottom = _reach(document, first)[0], _reach(document, section[-1])[1]
            for table in tables[:1]:
                bottom = _reach(document, table, min(table.format().headerRowCount(), table.rows() - 1))[1]
            if _is_cut(document, top, bottom) and bottom - top < document.pageSize().height():
                form = first.blockFormat()
                form.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
                QTextCursor(first).setBlockFormat(form)
                # Without this Qt leaves some paragraphs without lines after the new page break.
                document.markContentsDirty(0, document.characterCount())
        for table in tables:
            _keep_rows(document, table)


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
    """Split a table before each row that a page break would cut; a head or first row that is cut begins a page."""
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
    edit = QTextCursor(document)
    edit.beginEditBlock()  # Else the document is laid out after each cell.
    edit.setPosition(table.lastPosition() + 1)
    rest = edit.insertTable(heads + table.rows() - row, table.columns(), form)
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


FORMATS: dict[str, ExportFormat] = {
    ".png": ExportFormat("PNG picture", picture=lambda drawing: png(drawing.image()), sharpness=2),
    ".svg": ExportFormat("SVG picture", picture=_svg_picture),
    ".pdf": ExportFormat(
        "PDF", picture=_pdf_picture, report=paged, sheet=lambda sheet: paged(page(sheet, {}), sheet.paper)
    ),
    ".gif": ExportFormat("GIF film", film=_gif_film),
    ".html": ExportFormat("web page", report=str.encode, sheet=lambda told: page(told, {}).encode(), player=str.encode),
    ".tex": ExportFormat("LaTeX", sheet=lambda sheet: latex_document(sheet).encode("ascii")),
}
"""Suffix → format."""


def format_for(path: Path, kind: ExportKind | None = None) -> ExportFormat:
    """Return the format of the suffix of `path`. Raise InputError if the format cannot hold an export of `kind`."""
    known = {suffix: entry for suffix, entry in FORMATS.items() if kind is None or kind in entry.kinds}
    if (suffix := path.suffix.lower()) not in known:
        wanted, suffixes = kind or ExportKind.PICTURE, ", ".join(known)
        raise InputError(f"{path.suffix or 'no suffix'} is not a kind of {wanted}; choose {suffixes}", path=path)
    return known[suffix]


def kinds_of_files(kind: ExportKind) -> str:
    """Return the formats that can hold a kind of export, as a filter for Qt's file dialog."""
    return ";;".join(f"{entry.title} (*{suffix})" for suffix, entry in FORMATS.items() if kind in entry.kinds)
