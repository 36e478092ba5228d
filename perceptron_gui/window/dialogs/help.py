"""The dialogs of the menu Help: the handbook, the commands to be searched, keys and mouse, what the program is."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

import numpy as np
import pyqtgraph
import PySide6
from PySide6.QtCore import QSize, QSortFilterProxyModel, Qt, QUrl
from PySide6.QtGui import (
    QAction,
    QFont,
    QIcon,
    QImage,
    QKeyEvent,
    QKeySequence,
    QPalette,
    QPixmap,
    QStandardItem,
    QStandardItemModel,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QMessageBox,
    QTextBrowser,
    QTreeView,
    QWidget,
)

from core import __version__
from core.compiled import loops_in_words
from core.resources import HANDBOOK, project_address
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.fields.question_dialog import resize_within_screen
from perceptron_gui.look.layouts import in_column, in_row, scrolled
from perceptron_gui.look.plain import plain_label
from perceptron_gui.look.size import BODY, FAMILY, LARGE, TITLE, enlarged, follow_scale, letters, pixels, sized
from perceptron_gui.look.text.small_widgets import key_text
from perceptron_gui.look.theme import Theme, ThemeModel, style_sheet

ENTRY, WORDS, _RANK = (Qt.ItemDataRole.UserRole + place for place in range(3))
"""What an item stands for; the words by which it is found, its name among them; and how well they fit (`_rank`)."""
_MOUSE = (
    ("Click", "with ○ or ×: place a point; with Select: select it"),
    ("Double click", "with Select: type the coordinates of a point"),
    ("Drag", "move the selected points; from empty canvas, select what the rectangle holds"),
    ("Shift or Ctrl + click", "add to the selection, or take from it"),
    ("Ctrl + click, Ctrl + right click", "on empty canvas: place ○, place ×, with any tool (Alt does the same)"),
    ("Right click", "a menu for the example, the selection or the empty canvas"),
    ("Wheel, middle drag", "zoom about the pointer, move the view"),
    ("Arrows, with the canvas in focus", "nudge the selected points (not with the Line tool); with Shift, finely"),
    ("Alt + arrows, with the canvas in focus", "choose the next example in that direction"),
    ("Esc", "close a message, cancel a drag or a what-if, clear the selection"),
    ("Enter", "press the button in focus"),
    ("Click a plot", "go to that update"),
)
PAGES = "students", "teachers", "lessons", "files", "command-line", "options", "notebook", "session-format"
"""Names of the files of the handbook, in the order in which they are listed."""
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


class Finder(Guarded, QDialog):
    """A dialog with a `field` and a `list` of `entries`. A subclass lays it out and answers what is `told` of one."""

    def __init__(self, title: str, asks: str, names: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.field = QLineEdit(placeholderText=asks, clearButtonEnabled=True)
        self.field.setAccessibleName(asks)
        self.entries, self.found = QStandardItemModel(self), QSortFilterProxyModel(self, dynamicSortFilter=False)
        self.found.setSortRole(_RANK)
        self.found.setFilterRole(_RANK)
        self.found.setFilterRegularExpression("[012]")
        self.found.setSourceModel(self.entries)
        self.found.sort(0)
        self.list = QTreeView(rootIsDecorated=False, uniformRowHeights=True, headerHidden=True)
        self.list.setModel(self.found)
        self.list.setAccessibleName(names)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setEditTriggers(QTreeView.EditTrigger.NoEditTriggers)
        self.says = plain_label()
        self.field.textChanged.connect(self.find_words)
        self.list.selectionModel().currentChanged.connect(self.tell)
        self.field.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let the keys that a field has no use for move in the list."""
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            self.list.keyPressEvent(event)
        else:
            super().keyPressEvent(event)

    @property
    def entry(self) -> Any:
        """The marked entry; None if no entry has the words."""
        return self.list.currentIndex().siblingAtColumn(0).data(ENTRY)

    def find_words(self, text: str) -> None:
        """Show the entries that have the words of `text`, those with whole words first, and mark the first."""
        words = text.casefold().split()
        for row in range(self.entries.rowCount()):
            item = self.entries.item(row)
            item.setData(_rank(item, words), _RANK)
        self.found.invalidate()
        self.list.setCurrentIndex(self.found.index(0, 0))
        self.tell()

    def tell(self) -> None:
        """Say what the marked entry is."""


def _rank(item: QStandardItem, words: Sequence[str]) -> int:
    """Return 0 if the name has all words as whole words, 1 or 2 if the item has them whole or in parts, else 3."""
    text = item.data(WORDS).casefold()
    if not all(word in text for word in words):
        return 3
    named, held = (set(re.findall(r"[\w-]+", part)) for part in (item.text().casefold(), text))
    return (not named.issuperset(words)) + (not held.issuperset(words))


def show_about(parent: QWidget) -> None:
    """Show what this program is."""
    box = QMessageBox(parent, textFormat=Qt.TextFormat.RichText, standardButtons=QMessageBox.StandardButton.Close)
    box.setWindowTitle("About Perceptron")
    box.setText(about_text(project_address()))
    box.exec()


def about_text(address: str) -> str:
    """Return what About says, as HTML; of a project that has an `address` also where its releases and faults are."""
    links = f'<p><a href="{address}/releases">Releases</a><br><a href="{address}/issues">Report a fault</a></p>'
    return (
        f"<h2>Perceptron {__version__}</h2><p>Watch the perceptron learn, and see why it must stop.</p>"
        f"<p>{'<br>'.join(made_of())}</p><p>{loops_in_words()}</p>{links if address else ''}"
        "<p>Free software under the MIT licence.<br>Qt and PySide are used under the LGPL 3.</p>"
    )


def made_of() -> list[str]:
    """Return the parts of the program and their versions."""
    from importlib import metadata  # It reads mail and archives, too much for each start.

    parts = [f"Python {platform.python_version()}", f"Qt and PySide {PySide6.__version__}"]
    parts += [f"pyqtgraph {pyqtgraph.__version__}", f"numpy {np.__version__}"]
    for package in ("daqp", "Pillow"):
        with suppress(metadata.PackageNotFoundError):  # The executable carries no package data.
            parts.append(f"{package} {metadata.version(package)}")
    return parts


def show_shortcuts(actions: Mapping[str, Sequence[QAction]], parent: QWidget) -> None:
    """Show a table of keys and mouse buttons, the keys by title of the menu or place where they work."""
    dialog = QDialog(parent)
    dialog.setWindowTitle("Keyboard and mouse")
    resize_within_screen(dialog, QSize(620, 560))
    scroll = scrolled(QLabel(shortcuts_as_html(actions), wordWrap=True))
    scroll.setAccessibleName("Keyboard and mouse")
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.rejected.connect(dialog.reject)
    dialog.setLayout(in_column(scroll, buttons, margins=(16, 16, 16, 16)))
    dialog.exec()


def shortcuts_as_html(actions: Mapping[str, Sequence[QAction]]) -> str:
    """Return two columns, key and what it does: of the mouse, and under their titles of the `actions` that have one."""
    native = QKeySequence.SequenceFormat.NativeText
    sections = {"Mouse and canvas": list(_MOUSE)}
    for title, some in actions.items():
        with_key = [(action.shortcuts(), action.whatsThis()) for action in some if action.shortcuts()]
        sections[title] = [(", ".join(key.toString(native) for key in keys), what) for keys, what in with_key]
    rows = []
    for title, told in sections.items():
        if told:
            rows.append(f"<tr><td colspan='2'><h3>{title}</h3></td></tr>")
            rows += [f"<tr><td width='32%'><b>{key}</b></td><td>{what}</td></tr>" for key, what in told]
    return f"<table cellpadding='3' width='100%'>{''.join(rows)}</table>"


class CommandPalette(Finder):
    """A field, below it the entries of the menus with its words, below them what the marked one does or why it is off.

    `actions`: title of a menu → its actions; the data of each are words by which it is found besides its name. Those
    with the names in `recent` come first; one that is off is grey. `chosen` is the action that was asked for when the
    dialog is accepted.
    """

    def __init__(self, actions: Mapping[str, Sequence[QAction]], parent: QWidget, recent: Sequence[str] = ()) -> None:
        super().__init__("Find a Command", "Part of a name", "Commands", parent)
        self.chosen: QAction | None = None
        every = [(title, action) for title, some in actions.items() for action in some]
        every.sort(key=lambda each: [*recent, each[1].objectName()].index(each[1].objectName()))
        for title, action in every:
            self.entries.appendRow(_row_of(title, action, recent=action.objectName() in recent))
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.setLayout(in_column(self.field, self.list, self.says, margins=(16, 16, 16, 16)))
        resize_within_screen(self, QSize(660, 420))
        self.field.returnPressed.connect(self._take)
        self.list.activated.connect(self._take)
        self.find_words("")

    def tell(self) -> None:
        """Say what the marked command does."""
        self.says.setText("No command matches" if self.entry is None else self.entry.statusTip())

    def _take(self) -> None:
        if (action := self.entry) is not None and action.isEnabled():
            self.chosen = action
            self.accept()


def _row_of(title: str, action: QAction, *, recent: bool) -> list[QStandardItem]:
    menus = (menu.title() for menu in action.associatedObjects() if isinstance(menu, QMenu))
    path = dict.fromkeys(part.replace("&", "") for part in (title, *menus, action.text()))
    symbol = action.icon()
    if symbol.isNull():  # An empty one of its size lets all names begin at one place.
        nothing = QPixmap(16, 16)
        nothing.fill(Qt.GlobalColor.transparent)
        symbol = QIcon(nothing)
    name = QStandardItem(symbol, " ▸ ".join(path))
    name.setData(action, ENTRY)
    name.setData(f"{name.text()} {action.data() or ''}", WORDS)
    keys = QStandardItem(key_text(action))
    row = [name, QStandardItem("recent" if recent else ""), keys]
    palette, roles = QApplication.palette(), QPalette.ColorRole
    for cell in row:
        cell.setToolTip(action.toolTip())
        if not action.isEnabled():
            cell.setForeground(palette.brush(QPalette.ColorGroup.Disabled, roles.Text))
        elif cell is not name:
            cell.setForeground(palette.brush(roles.PlaceholderText))
    return row


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
