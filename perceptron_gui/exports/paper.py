"""Pictures to draw, and reports and sheets on pages, none of which ends within a step, a row, a picture or a result.

Qt lays the document out in one piece; the pages are cut from it here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, pairwise, zip_longest
from typing import NamedTuple

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QPointF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QImage,
    QPagedPaintDevice,
    QPageLayout,
    QPageSize,
    QPaintDevice,
    QPainter,
    QPdfWriter,
    QPicture,
    QPyTextObject,
    QTextBlock,
    QTextDocument,
    QTextFormat,
    QTextTable,
)
from PySide6.QtSvg import QSvgRenderer

from core.explain.report.documents import body
from core.explain.report.parts import ExamplesPicture, Figure, Report
from core.resources import resource
from perceptron_gui.guarded import Guarded

DPI = 96
"""Pixels per inch of a document whose size is given in pixels."""
TITLE = "Perceptron"
"""The title in the properties of every exported document."""
_HINTS = QPainter.RenderHint.Antialiasing | QPainter.RenderHint.LosslessImageRendering
DOTS = 300
"""Dots per inch that pages are laid out for."""
MARGINS = QMarginsF(20, 20, 20, 20)
"""Millimetres about what stands on a page."""
_PAPERS = {"a4": QPageSize.PageSizeId.A4, "letter": QPageSize.PageSizeId.Letter}
_STYLE = resource("report", "paper.css").read_text("utf-8")
_MOST_OF_PAGE, _MOST_UPRIGHT = 0.25, 0.34
"""The share of a page's height that a picture takes at most, and one that is higher than wide."""
_LETTERS = 9
"""Points of the letters; those of headings are larger by Qt's own steps."""
_WHOLE = 1
"""The state that the style gives to the heading of a section that stays on one page."""
Item = QTextBlock | QTextTable
Pages = Callable[[QPagedPaintDevice], None]
"""A function that draws pages, as large as the paper that it is given."""


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
            painter.setRenderHints(_HINTS)
            painter.scale(self.scale, self.scale)
            self.paint(painter)

    def image(self) -> QImage:
        image = QImage(self.pixels, QImage.Format.Format_RGB32)
        self.on(image)
        return image

    def kept(self) -> Drawing:
        """Return the same picture as it is now, which needs nothing else to be drawn."""
        picture = QPicture()
        Drawing(self.size, self.paint).on(picture)

        def paint(painter: QPainter) -> None:
            # A device with more dots per inch is filled by as many dots more, which the page has counted already.
            painter.save()
            device = painter.device()
            painter.scale(DPI / device.logicalDpiX(), DPI / device.logicalDpiY())
            picture.play(painter)
            painter.restore()

        return Drawing(self.size, paint, self.scale)


def bytes_of(write: Callable[[QIODevice], object]) -> bytes:
    """Return the bytes that `write` writes into a device."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    write(buffer)
    return bytes(buffer.data().data())


class Stretch(NamedTuple):
    """A part of a document from `top` to `bottom`; a page that begins with it repeats the `head` of its table above."""

    top: float
    bottom: float
    head: tuple[float, float] | None = None

    @property
    def beside(self) -> float:
        """The height of the head."""
        return 0.0 if self.head is None else self.head[1] - self.head[0]


class _Pictures(Guarded, QPyTextObject):
    """Draws the pictures of a document by their names, as vectors, on a `page` with so many dots in a pixel."""

    def __init__(self, document: QTextDocument, drawings: Mapping[str, Drawing], page: QSizeF, dots: float) -> None:
        super().__init__(document)
        self._drawings, self._page, self._dots = drawings, page, dots
        document.documentLayout().registerHandler(QTextFormat.ObjectTypes.ImageObject.value, self)

    def intrinsicSize(self, _document: QTextDocument, _place: int, form: QTextFormat) -> QSizeF:
        """Return the size of a picture in dots: as large as it is, or less where it takes too much of the page."""
        size, page = QSizeF(self._drawings[form.toImageFormat().name()].size), self._page
        room = QSizeF(page.width(), page.height() * (_MOST_OF_PAGE if size.height() < size.width() else _MOST_UPRIGHT))
        scaled = size * self._dots
        return scaled if room.expandedTo(scaled) == room else scaled.scaled(room, Qt.AspectRatioMode.KeepAspectRatio)

    def drawObject(
        self, painter: QPainter, rect: QRectF | QRect, _document: QTextDocument, _place: int, form: QTextFormat
    ) -> None:
        drawing = self._drawings[form.toImageFormat().name()]
        painter.save()
        painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
        painter.translate(rect.topLeft())
        painter.scale(rect.width() / drawing.size.width(), rect.height() / drawing.size.height())
        drawing.paint(painter)
        painter.restore()


def paged(report: Report, figures: Mapping[Figure, Drawing]) -> bytes:
    """Return a report or a sheet as a PDF on A4 or letter."""

    def write(device: QIODevice) -> None:
        writer = QPdfWriter(device)
        writer.setTitle(TITLE)
        writer.setResolution(DOTS)
        writer.setPageSize(QPageSize(_PAPERS[report.paper or "a4"]))
        writer.setPageMargins(MARGINS, QPageLayout.Unit.Millimeter)
        put_on(writer, report, figures)

    return bytes_of(write)


def put_on(paper: QPagedPaintDevice, report: Report, figures: Mapping[Figure, Drawing]) -> None:
    """Draw a report or a sheet on pages of paper, as large as this is."""
    names = {part: f"picture {place}" for place, part in enumerate(report.pictures())}
    drawings = {
        name: _drawing_of(part) if isinstance(part, ExamplesPicture) else figures[part] for part, name in names.items()
    }
    page = QSizeF(paper.width(), paper.height())
    document = QTextDocument(documentMargin=0, textWidth=page.width(), defaultStyleSheet=_STYLE)
    document.documentLayout().setPaintDevice(paper)
    font = document.defaultFont()
    font.setPointSizeF(_LETTERS)
    document.setDefaultFont(font)
    pictures = _Pictures(document, drawings, page, paper.logicalDpiX() / DPI)
    document.setHtml(body(report, names.__getitem__))
    _print(document, paper, page)
    pictures.deleteLater()


def put_picture_on(paper: QPagedPaintDevice, drawing: Drawing) -> None:
    """Draw a picture on one page, as large as there is room for."""
    scale = min(paper.width() / drawing.size.width(), paper.height() / drawing.size.height())
    replace(drawing, scale=scale).on(paper)


def _drawing_of(picture: ExamplesPicture) -> Drawing:
    renderer = QSvgRenderer(picture.svg.encode())
    size = renderer.defaultSize()
    return Drawing(size, lambda painter: renderer.render(painter, QRectF(QPointF(), QSizeF(size))))


def _print(document: QTextDocument, paper: QPagedPaintDevice, size: QSizeF) -> None:
    """Draw each page that is wanted, with its number below."""
    below = QRectF(0, size.height(), size.width(), size.height() / 20)
    with QPainter(paper) as painter:
        painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
        painter.setFont(document.defaultFont())
        numbered, wanted = enumerate(pages(document, size.height()), 1), paper.pageRanges()
        some = [(place, page) for place, page in numbered if wanted.isEmpty() or wanted.contains(place)]
        for place, page in some:
            if place > some[0][0]:
                paper.newPage()
            painter.drawText(below, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, f"{place}")
            if page.head is not None:
                _draw(document, painter, *page.head, at=0.0)
            _draw(document, painter, page.top, page.bottom, at=page.beside)


def _draw(document: QTextDocument, painter: QPainter, top: float, bottom: float, *, at: float) -> None:
    painter.save()
    painter.translate(0, at - top)
    document.drawContents(painter, QRectF(0, top, document.textWidth(), bottom - top))
    painter.restore()


def pages(document: QTextDocument, height: float) -> list[Stretch]:
    """Return what stands on each page: as much as fits of what belongs together."""
    found: list[Stretch] = []
    for part in stretches(document, height):
        if found and part.bottom - found[-1].top + found[-1].beside <= height:
            found[-1] = found[-1]._replace(bottom=part.bottom)
        else:
            found.append(part)
    return found


def stretches(document: QTextDocument, height: float) -> Iterator[Stretch]:
    """Yield what no page of this height divides: steps, results, rows, headings and pictures with their words."""
    for section in _sections(document):
        first, last = section[0], section[-1]
        top, bottom = _reach(document, first)[0], _reach(document, last)[1]
        asks = isinstance(first, QTextBlock) and first.userState() == _WHOLE
        if bottom - top <= height and (asks or not any(isinstance(item, QTextTable) for item in section)):
            yield Stretch(top, bottom)
            continue
        part = list[Item]()
        for item, after in zip_longest(section, section[1:]):
            part.append(item)
            if after is None or not _belong_together(item, after):
                yield from _divided(document, part, height)
                part = []


def _divided(document: QTextDocument, part: list[Item], height: float) -> Iterator[Stretch]:
    """Yield paragraphs together, with the first row of a table after them; if they are too long, line by line."""
    rows = [_rows(document, item) for item in part]
    whole = Stretch(rows[0][0].top, rows[-1][0].bottom)
    if whole.bottom - whole.top <= height:
        yield whole
        yield from rows[-1][1:]
    else:
        yield from chain.from_iterable(rows)


def _sections(document: QTextDocument) -> list[list[Item]]:
    """Return paragraphs and tables in sections, each of which but the first begins with a heading.

    The empty paragraph that Qt leaves after each table is none of them.
    """
    sections: list[list[Item]] = []
    place = document.rootFrame().begin()
    while not place.atEnd():
        frame = place.currentFrame()
        item = frame if isinstance(frame, QTextTable) else place.currentBlock()
        if not sections or _is_heading(item):
            sections.append([])
        if isinstance(item, QTextTable) or item.text():
            sections[-1].append(item)
        place += 1
    return sections


def _belong_together(item: Item, after: Item) -> bool:
    """Return whether what comes after belongs to an item: a caption to its picture, a picture or table to its words."""
    if isinstance(item, QTextTable) or _is_picture(item.previous()):
        return False
    return _is_heading(item) or _is_picture(item) or _is_picture(after) or isinstance(after, QTextTable)


def _is_heading(item: Item) -> bool:
    return isinstance(item, QTextBlock) and item.blockFormat().headingLevel() > 0


def _is_picture(item: Item) -> bool:
    # Qt crashes when it is asked for the letters of an empty paragraph.
    return isinstance(item, QTextBlock) and bool(item.text()) and item.begin().fragment().charFormat().isImageFormat()


def _reach(document: QTextDocument, item: Item) -> tuple[float, float]:
    """Return top and bottom of a paragraph or a table."""
    if isinstance(item, QTextBlock):
        rect = document.documentLayout().blockBoundingRect(item)
        return rect.top(), rect.bottom()
    return _row(document, item, 0)[0], _row(document, item, item.rows() - 1)[1]


def _row(document: QTextDocument, table: QTextTable, row: int) -> tuple[float, float]:
    """Return top and bottom of a row, with the space within its cells. Qt's own rectangle of a table is too high."""
    layout, cells = document.documentLayout(), [table.cellAt(row, column) for column in range(table.columns())]
    form = cells[0].format().toTableCellFormat()
    tops = [layout.blockBoundingRect(cell.firstCursorPosition().block()).top() for cell in cells]
    bottoms = [layout.blockBoundingRect(cell.lastCursorPosition().block()).bottom() for cell in cells]
    dots = layout.paintDevice().logicalDpiX() / DPI if layout.paintDevice() else 1.0
    return min(tops) - form.topPadding() * dots, max(bottoms) + (form.bottomPadding() + 1) * dots


def _rows(document: QTextDocument, item: Item) -> list[Stretch]:
    """Return the rows of a table, the first with the head; or the lines of a paragraph."""
    top, bottom = _reach(document, item)
    if isinstance(item, QTextBlock):
        lines = [item.layout().lineAt(place) for place in range(item.layout().lineCount())]
        return [Stretch(*ends) for ends in pairwise([top, *(top + line.y() for line in lines[1:]), bottom])]
    heads = min(item.format().headerRowCount(), item.rows() - 1)
    starts = [_row(document, item, row)[0] for row in range(item.rows())]
    head = (top, starts[heads]) if heads else None
    return [Stretch(*ends, head) for ends in pairwise([top, *starts[heads + 1 :], bottom])]
