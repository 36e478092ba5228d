"""The strip above the canvas that shows the notes of a session."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QScrollArea

from perceptron_gui.look.layouts import in_column, in_row
from perceptron_gui.look.plain import plain_label
from perceptron_gui.look.text.lettering import readable
from perceptron_gui.look.text.small_widgets import LINKS
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.document.commands import SessionNotes
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.pages import page_in, with_links
from perceptron_gui.window.edged_strip import EdgedStrip

_SELECTABLE = Qt.TextInteractionFlag.TextSelectableByMouse


class NotesStrip(EdgedStrip):
    """Title and text of the document's notes, until it is closed; nothing where it has none.

    `page_wanted` carries the title of a tab or page that they speak of, once it is clicked.
    """

    page_wanted = Signal(str)

    def __init__(self, document: Document, theme: ThemeModel) -> None:
        super().__init__("Notes", "secondary", theme)
        self._document = document
        self._title, self._text = _label(), _label()
        self._shown = ""
        font = readable(self.font())
        self._text.setFont(font)
        self._text.linkActivated.connect(self.page_wanted)
        font.setBold(True)
        self._title.setFont(font)
        self._scroll = QScrollArea(widgetResizable=True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidget(self._text)
        close = QPushButton("Close")
        close.setToolTip("Put the notes away (File ▸ Notes… brings them back)")
        close.clicked.connect(self.hide)
        row = in_row((in_column(self._title, self._scroll, spacing=2), 1), close, margins=(12, 6, 8, 6))
        row.setAlignment(close, Qt.AlignmentFlag.AlignTop)
        self.setLayout(row)
        document.notes_changed.connect(self.refresh)
        document.opened.connect(self.refresh)
        self.refresh()

    @property
    def words(self) -> SessionNotes:
        return SessionNotes(self._title.text(), self._shown)

    @Slot()
    def refresh(self) -> None:
        """Show the words of the document, also where they were put away."""
        notes = self._document.notes
        self._title.setText(notes.title)
        self._shown, leads = notes.text, bool(page_in(notes.text))
        self._text.setTextInteractionFlags(_SELECTABLE | LINKS if leads else _SELECTABLE)
        self._text.setTextFormat(Qt.TextFormat.RichText if leads else Qt.TextFormat.PlainText)
        self._text.setText(with_links(notes.text).replace("\n", "<br/>") if leads else notes.text)
        self._title.setVisible(bool(notes.title))
        self._scroll.setVisible(bool(notes.text))
        self.setVisible(bool(notes.title or notes.text))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Narrow lines are more lines."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        if not self._text.text():
            return
        most = 5 * self._text.fontMetrics().lineSpacing()
        needed = self._text.heightForWidth(max(self._scroll.width(), 1))
        self._scroll.setFixedHeight(min(needed, most))


def _label() -> QLabel:
    made = plain_label()
    made.setTextInteractionFlags(_SELECTABLE)
    return made
