"""The handbook: pages that come with the program, in a window beside the work, found by their words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import (
    QFont,
    QImage,
    QStandardItem,
    QStandardItemModel,
    QTextBlock,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextTable,
    QTextTableCell,
)
from PySide6.QtWidgets import QTextBrowser, QTextEdit, QWidget

from core.resources import HANDBOOK
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.fields.question_dialog import resize_within_screen
from perceptron_gui.look.layouts import in_column, in_row
from perceptron_gui.look.size import BODY, LARGE, SMALL, TITLE, follow_scale, letters, pixels, sized
from perceptron_gui.look.text.small_widgets import LINE_HEIGHT
from perceptron_gui.look.theme import Theme, ThemeModel
from perceptron_gui.window.dialogs.finder import ENTRY, WORDS, Finder

PAGES = "students", "teachers", "lessons", "files", "command-line", "session-format"
"""Names of the files, in the order in which they are listed."""
_DIALECT = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML
_RUNGS = {1: LARGE, 2: TITLE}
"""Level of a heading → the size of its letters; that of the others is BODY."""
_CODE = QTextFormat.Property.BlockCodeLanguage
_PICTURE = 640
"""Pixels. The width of a picture at the usual size, where the screen has room for it."""
_SIDE, _BESIDE = 300, 400
"""Pixels. The width of the list, and of all that is not text, in the same way."""


class Section(NamedTuple):
    """A heading and the text below it: the name of its page, and the position where it begins there."""

    page: str
    title: str
    start: int
    text: str


class _Page(Guarded, QTextBrowser):
    """Shows a page. It reads pictures of the handbook, and nothing else."""

    def __init__(self) -> None:
        super().__init__(openLinks=False)
        self.setAccessibleName("Page")

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Return a picture in its width here: a painter that shrinks it later would drop every other line."""
        path = HANDBOOK / "pictures" / QUrl(name).fileName()
        if kind != QTextDocument.ResourceType.ImageResource.value or not path.is_file():
            return QImage()
        ratio, smooth = self.devicePixelRatio(), Qt.TransformationMode.SmoothTransformation
        width = min(pixels(_PICTURE), self.screen().availableSize().width() - pixels(_BESIDE))
        picture = QImage(str(path)).scaledToWidth(round(width * ratio), smooth)
        picture.setDevicePixelRatio(ratio)
        return picture


class Handbook(Finder):
    """The sections of all pages, or those with the typed words, and the page of the marked one."""

    def __init__(self, theme: ThemeModel, parent: QWidget) -> None:
        super().__init__("Handbook", "Words to find in all pages", "Sections", parent)
        self._theme = theme
        self.page = _Page()
        self.page.anchorClicked.connect(self._follow)
        self._documents = {name: QTextDocument(self.page, undoRedoEnabled=False) for name in PAGES}
        self._sections = QStandardItemModel(self)
        self.found.setSourceModel(self._sections)
        side = QWidget()
        side.setLayout(in_column(self.field, (self.list, 1), self.says, margins=(0, 0, 0, 0)))
        sized(side, QWidget.setFixedWidth, _SIDE)
        self.setLayout(in_row(side, (self.page, 1), margins=(16, 16, 16, 16)))
        resize_within_screen(self, QSize(1080, 720))
        self._read()
        self.begin()
        theme.changed.connect(self._read)
        follow_scale(self, self._read)

    def _read(self) -> None:
        """Read all pages, in the colours and letters of now."""
        row = self.list.currentIndex().row()
        self._sections.clear()
        for name, document in self._documents.items():
            _write(document, name, self._theme.current)
            for section in _sections(name, document):
                item = QStandardItem(section.title)
                item.setData(section, ENTRY)
                item.setData(" ".join(section.text.split()), WORDS)
                self._sections.appendRow(item)
        self.list.setCurrentIndex(self.found.index(max(row, 0), 0))

    def tell(self) -> None:
        """Show the marked section, with the typed words marked on its page, from the first of them in it on."""
        section: Section | None = self.entry
        self.says.setText("" if section else "No page has these words")
        self.says.setVisible(section is None)
        if section is None:
            return
        if self.page.document() is not self._documents[section.page]:
            self.page.setDocument(self._documents[section.page])
        marks = list(self._marks())
        self.page.setExtraSelections(marks)
        end = section.start + len(section.text)
        within = (place for mark in marks if section.start <= (place := mark.cursor.position()) <= end)
        self._go(section.start, top=True)
        self._go(min(within, default=section.start))

    def _marks(self) -> Iterator[QTextEdit.ExtraSelection]:
        document = self.page.document()
        for word in self.found.typed:
            for found in re.finditer(re.escape(word), document.toPlainText(), re.IGNORECASE):
                mark = QTextEdit.ExtraSelection()
                mark.cursor = QTextCursor(document)
                mark.cursor.setPosition(found.start())
                mark.cursor.setPosition(found.end(), QTextCursor.MoveMode.KeepAnchor)
                mark.format.setBackground(self._theme.current.color("hairline"))
                yield mark

    def _go(self, place: int, *, top: bool = False) -> None:
        """Scroll to a place of the page, so far that it is at the `top`."""
        cursor, bar = QTextCursor(self.page.document()), self.page.verticalScrollBar()
        cursor.setPosition(place)
        self.page.setTextCursor(cursor)
        if top:
            bar.setValue(bar.value() + self.page.cursorRect().top() - pixels(8))

    def _follow(self, link: QUrl) -> None:
        """Go to the page that a link leads to."""
        self.field.clear()
        for row in range(self.found.rowCount()):
            index = self.found.index(row, 0)
            if index.data(ENTRY).page == link.fileName().removesuffix(".md"):
                self.list.setCurrentIndex(index)
                return


def _write(document: QTextDocument, name: str, theme: Theme) -> None:
    """Write a page into a document; Qt reads no picture before it is laid out."""
    document.setDefaultFont(letters())
    document.setDocumentMargin(pixels(16))
    document.setBaseUrl(QUrl.fromLocalFile(f"{HANDBOOK}/"))
    document.setMarkdown((HANDBOOK / f"{name}.md").read_text("utf-8"), _DIALECT)
    block = document.begin()
    while block.isValid():
        _dress(block, theme)
        block = block.next()


def _dress(block: QTextBlock, theme: Theme) -> None:
    """Give a block, its words and the table around it the program's letters, distances and lines."""
    cursor, shape = QTextCursor(block), QTextBlockFormat()
    code, level = block.blockFormat().hasProperty(_CODE), block.blockFormat().headingLevel()
    rung = SMALL if code else _RUNGS.get(level, BODY)
    shape.setLineHeight(LINE_HEIGHT * pixels(rung), QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
    shape.setNonBreakableLines(False)
    table = cursor.currentTable()
    if table is not None:
        _rule(table, table.cellAt(cursor), theme)
    gap = 0 if code or table else pixels(8)
    shape.setBottomMargin(gap)
    shape.setTopMargin(pixels(16) if level else gap)
    cursor.mergeBlockFormat(shape)
    part = block.begin()
    while not part.atEnd():
        words = part.fragment()
        look = words.charFormat()
        look.clearProperty(QTextFormat.Property.FontSizeAdjustment)  # It goes before any size in pixels.
        look.setProperty(QTextFormat.Property.FontPixelSize, pixels(rung))
        look.setFontWeight(min(look.fontWeight(), QFont.Weight.DemiBold))
        cursor.setPosition(words.position())
        cursor.setPosition(words.position() + words.length(), QTextCursor.MoveMode.KeepAnchor)
        cursor.setCharFormat(look)
        part += 1


def _rule(table: QTextTable, cell: QTextTableCell, theme: Theme) -> None:
    """Draw a line below a cell, and no other."""
    whole, lines = table.format(), cell.format().toTableCellFormat()
    whole.setBorder(0)
    whole.setBorderCollapse(False)
    whole.setTopMargin(pixels(4))
    table.setFormat(whole)
    lines.setBottomBorder(1)
    lines.setBottomBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    lines.setBottomBorderBrush(theme.color("hairline"))
    lines.setPadding(pixels(4))
    cell.setFormat(lines)


def _sections(name: str, document: QTextDocument) -> Iterator[Section]:
    """Yield the sections of a page; the first has the title of the page, the others that and their own."""
    starts, text = [], document.toPlainText()
    block = document.begin()
    while block.isValid():
        if block.blockFormat().headingLevel():
            starts.append((block.position(), block.text()))
        block = block.next()
    ends = [start for start, _ in starts[1:]] + [len(text)]
    page = starts[0][1].partition(":")[0]
    for (start, title), end in zip(starts, ends, strict=True):
        yield Section(name, f"{page} ▸ {title}" if start else page, start, text[start:end])
