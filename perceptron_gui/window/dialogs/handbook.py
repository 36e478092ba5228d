"""The handbook: pages that come with the program, in a window beside the work, found by their words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QFont, QImage, QStandardItem, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QTextBrowser, QWidget

from core.resources import HANDBOOK
from perceptron_gui.look.fields.question_dialog import resize_within_screen
from perceptron_gui.look.layouts import in_column, in_row
from perceptron_gui.look.size import BODY, FAMILY, LARGE, TITLE, enlarged, follow_scale, letters, pixels, sized
from perceptron_gui.look.theme import Theme, ThemeModel, style_sheet
from perceptron_gui.window.dialogs.finder import ENTRY, WORDS, Finder

PAGES = "students", "teachers", "lessons", "files", "command-line", "options", "notebook", "session-format"
"""Names of the files, in the order in which they are listed."""
_PICTURE, _SIDE, _BESIDE = 640, 300, 400
"""Pixels. The widths of a picture where the screen has room for it, of the list, and of all beside the text."""
_RUNGS = {1: LARGE, 2: TITLE}
"""Level of a title → the size of its letters."""
_STYLE = {
    r'(?<!<td>\n)<p style=" margin-top:0px;': '<p class="code" style="',  # So Qt writes indented code.
    "<pre": '<p class="code"',
    "<br /></pre>": "&nbsp;</p>",
    "</pre>": "</p>",
    r'(<(?!span)[^>]*) style="[^"]*"': r"\1",
    "font-size:[^;]*;| color:[^;]*;": "",
    "weight:700": "weight:600",
    'border="1"': 'border="0" cellspacing="0"',
}
"""Pattern in the HTML that Qt makes of a page → what leaves the look to resources/handbook.css."""


class Handbook(Finder):
    """The sections of all pages, or those with the typed words, and the page of the marked one."""

    def __init__(self, theme: ThemeModel, parent: QWidget) -> None:
        super().__init__("Handbook", "Words to find in all pages", "Sections", parent)
        self._theme = theme
        self.page = QTextBrowser(openLinks=False)
        self.page.setAccessibleName("Page")
        self.page.anchorClicked.connect(self._follow)
        self._documents = {name: QTextDocument(self.page, undoRedoEnabled=False) for name in PAGES}
        self._first: dict[str, int] = {}
        """Name of a page → the row of its first section."""
        side = QWidget()
        side.setLayout(in_column(self.field, (self.list, 1), self.says, margins=(0, 0, 0, 0)))
        sized(side, QWidget.setFixedWidth, _SIDE)
        self.setLayout(in_row(side, (self.page, 1), margins=(16, 16, 16, 16)))
        resize_within_screen(self, QSize(1080, 720))
        self._read()
        theme.changed.connect(self._read)
        follow_scale(self, self._read)

    def _read(self) -> None:
        """Read all pages, in the colours and letters of now."""
        row = self.list.currentIndex().row()
        self.entries.clear()
        width = min(pixels(_PICTURE), self.screen().availableSize().width() - pixels(_BESIDE))
        for name, document in self._documents.items():
            self._first[name] = self.entries.rowCount()
            _write(document, name, self._theme.current, width, self.devicePixelRatio())
            for start, title, text in _sections(document):
                item = QStandardItem(title)
                item.setData((name, start), ENTRY)
                item.setData(text, WORDS)
                self.entries.appendRow(item)
        self.find_words(self.field.text())
        self.list.setCurrentIndex(self.found.index(max(row, 0), 0))

    def tell(self) -> None:
        """Show the marked section from its title on, or from the first of the typed words in it."""
        self.says.setText("" if self.entry else "No page has these words")
        self.says.setVisible(self.entry is None)
        if self.entry is None:
            return
        name, start = self.entry
        # Laid out at no width first, long lines would leave a scroll bar that nothing needs.
        self._documents[name].setTextWidth(self.page.viewport().width())
        self.page.setDocument(self._documents[name])
        cursor, bar = QTextCursor(self._documents[name]), self.page.verticalScrollBar()
        cursor.setPosition(start)
        self.page.setTextCursor(cursor)
        bar.setValue(bar.value() + self.page.cursorRect().top() - pixels(8))
        for word in self.field.text().split()[:1]:
            self.page.find(word)

    def _follow(self, link: QUrl) -> None:
        """Go to the page that a link leads to."""
        if (row := self._first.get(link.fileName().removesuffix(".md"))) is not None:
            self.field.clear()
            self.list.setCurrentIndex(self.found.index(row, 0))


def _write(document: QTextDocument, name: str, theme: Theme, width: int, ratio: float) -> None:
    """Write a page, with pictures of this width, into a document, in the program's style and not in Qt's."""
    # Qt sets paragraphs apart by the points of the letters, which ours, in pixels, do not have.
    page, dialects = QTextDocument(defaultFont=QFont(FAMILY, BODY)), QTextDocument.MarkdownFeature
    page.setMarkdown(
        (HANDBOOK / f"{name}.md").read_text("utf-8"), dialects.MarkdownDialectGitHub | dialects.MarkdownNoHTML
    )
    html = page.toHtml()
    for given, wanted in _STYLE.items():
        html = re.sub(given, wanted, html)
    for picture in re.findall(r'<img src="([^"]*)"', html):
        # A painter that shrinks a picture drops every other line of it.
        smooth = QImage(HANDBOOK / picture).scaledToWidth(
            round(width * ratio), Qt.TransformationMode.SmoothTransformation
        )
        smooth.setDevicePixelRatio(ratio)
        document.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(picture), smooth)
    document.setDefaultFont(letters())
    document.setDocumentMargin(pixels(16))
    document.setDefaultStyleSheet(enlarged(style_sheet(theme, "handbook.css")))
    document.setHtml(html)


def _sections(document: QTextDocument) -> Iterator[tuple[int, str, str]]:
    """Give titles their letters; yield where each section begins, its title after that of the page, and its words."""
    text, starts, block = document.toPlainText(), list[int](), document.begin()
    while block.isValid():
        if level := block.blockFormat().headingLevel():
            starts.append(block.position())
            cursor, look = QTextCursor(block), QTextCharFormat()
            cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
            look.setFont(letters(_RUNGS.get(level, BODY), bold=True))  # A sheet gives a title no size in pixels.
            cursor.setCharFormat(look)
        block = block.next()
    page = text.partition("\n")[0].partition(":")[0]
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        title, _, _ = text[start:end].partition("\n")
        yield start, f"{page} ▸ {title}" if start else page, text[start:end]
