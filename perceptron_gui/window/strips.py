"""Strips above the canvas, for notes and for the files of a playlist, and cards over it, such as the first lesson's."""

from __future__ import annotations

from html import escape
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QSizePolicy, QTabBar, QWidget

from core.lessons.lesson_files import count_steps, lesson_files, lesson_key, lesson_title
from perceptron_gui.canvas import Canvas
from perceptron_gui.files.playlist import Playlist
from perceptron_gui.files.settings import Settings
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.layouts import in_column, in_row
from perceptron_gui.look.notice_bar import Card
from perceptron_gui.look.plain import plain_label
from perceptron_gui.look.size import BODY, dress, pixels
from perceptron_gui.look.text.small_widgets import LINKS, label_of, push_button
from perceptron_gui.look.theme import Theme, ThemeModel
from perceptron_gui.model.document.commands import SessionNotes
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.theorem_view import page_in, with_links


class EdgedStrip(Guarded, QFrame):
    """A strip as high as its content. The `role` of its edge is a colour of the theme."""

    def __init__(self, title: str, role: str, theme: ThemeModel) -> None:
        super().__init__()
        self.setObjectName(role)
        self.setAccessibleName(title)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        theme.changed.connect(self._restyle)
        self._restyle(theme.current)

    def _restyle(self, theme: Theme) -> None:
        name = self.objectName()
        self.setStyleSheet(
            f"#{name} {{ background: {theme.panel}; border: none; border-left: 4px solid {getattr(theme, name)};"
            f" border-bottom: 1px solid {theme.hairline}; }}"
            f" #{name} QScrollArea, #{name} QScrollArea > QWidget > QLabel {{ background: transparent; }}"
        )


class NotesStrip(EdgedStrip):
    """Title and text of the document's notes, until it is closed; nothing if it has none.

    `page_wanted` carries the title of a tab or page that they speak of, once it is clicked.
    """

    page_wanted = Signal(str)

    def __init__(self, document: Document, theme: ThemeModel) -> None:
        super().__init__("Notes", "secondary", theme)
        self._document = document
        self._title, self._text = plain_label(), plain_label()
        self._title.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._shown = ""
        dress(self._text)
        self._text.linkActivated.connect(self.page_wanted)
        dress(self._title, bold=True)
        self._scroll = QScrollArea(widgetResizable=True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidget(self._text)
        close = QPushButton("Close")
        close.setToolTip("Hide the notes (File ▸ Notes… shows them again)")
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

    def refresh(self) -> None:
        """Show the words of the document, even if they were hidden."""
        notes = self._document.notes
        self._title.setText(notes.title)
        self._shown, leads = notes.text, bool(page_in(notes.text))
        selectable = Qt.TextInteractionFlag.TextSelectableByMouse
        self._text.setTextInteractionFlags(selectable | LINKS if leads else selectable)
        self._text.setTextFormat(Qt.TextFormat.RichText if leads else Qt.TextFormat.PlainText)
        self._text.setText(with_links(notes.text).replace("\n", "<br/>") if leads else notes.text)
        self._title.setVisible(bool(notes.title))
        self._scroll.setVisible(bool(notes.text))
        self.setVisible(bool(notes.title or notes.text))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Adjust the height: in narrow lines the words take more of them."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        if not self._text.text():
            return
        most = 5 * self._text.fontMetrics().lineSpacing()
        needed = self._text.heightForWidth(max(self._scroll.width(), 1))
        self._scroll.setFixedHeight(min(needed, most))


class LessonOffer(Card):
    """The offer of the first lesson, hidden until it is made, and for good once it is declined or the lesson done.

    `accepted` carries its file.
    """

    accepted = Signal(object)

    def __init__(self, settings: Settings) -> None:
        super().__init__("First lesson")
        self._settings = settings
        self._path = next(iter(lesson_files()), None)
        title = "" if self._path is None else lesson_title(self._path)
        self._says = label_of(
            f"New here? <b>{escape(title)}</b> – a first lesson of three minutes.", rung=BODY, rich=True
        )
        self.start = push_button(
            "Start Lesso&n", "Your points wait here unchanged; Help ▸ Lessons lists all lessons", rung=BODY
        )
        self.decline = push_button("No, Thanks", "Do not offer it again (Help ▸ Lessons has it)", rung=BODY)
        self.setLayout(in_row((self._says, 1), self.start, self.decline, margins=(16, 10, 12, 10), spacing=8))
        self.start.clicked.connect(self._accept)
        self.decline.clicked.connect(self._decline)
        self.hide()

    def make(self) -> None:
        """Show the offer to a person who may need it."""
        self.setVisible(self._settings.offers_lesson and not self._is_done())

    def showEvent(self, event: QShowEvent) -> None:
        """Look whether the lesson was done meanwhile in the place of this window."""
        if self._is_done():
            self.hide()

    def _accept(self) -> None:
        self.hide()
        self.accepted.emit(self._path)

    def _decline(self) -> None:
        with self._settings.shared():
            self._settings.offers_lesson = False
        self.hide()

    def _is_done(self) -> bool:
        """Return whether the lesson was done, or there is none."""
        return self._path is None or is_lesson_done(self._settings, self._path)


def is_lesson_done(settings: Settings, path: Path) -> bool:
    """Return whether the person went through all steps of the lesson in a file, which is read only if it was begun."""
    place = settings.lesson_steps.get(lesson_key(path.name), 0)
    return place > 0 and place >= count_steps(path)


_WIDEST, _MARGIN = 556, 16


class Cards(Guarded, QWidget):
    """Cards, one above the other, over the lower corner of the `canvas` with the fewest points. They never move it."""

    def __init__(self, canvas: Canvas, window: QWidget, *cards: Card) -> None:
        super().__init__(window)
        self._canvas, self._cards = canvas, cards
        self._at_right = True
        self.setLayout(in_column(*cards, margins=(0, 0, 0, 0), spacing=8))
        for watched in (canvas, *cards):
            watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Choose the corner when a first card comes, and follow cards and canvas."""
        kinds = QEvent.Type
        if watched is not self._canvas and event.type() == kinds.ShowToParent:
            if sum(not card.isHidden() for card in self._cards) == 1:
                self._at_right = self._is_emptier_at_right()
            self._place()
        elif event.type() in (kinds.Resize, kinds.Move, kinds.HideToParent, kinds.LayoutRequest):
            self._place()
        return False

    def _is_emptier_at_right(self) -> bool:
        stage = self._canvas.stage
        below = stage.pixels[stage.pixels[:, 1] > stage.viewport.height / 2, 0]
        at_right = int((below > stage.viewport.width / 2).sum())
        return 2 * at_right <= len(below)

    def _place(self) -> None:
        canvas, margin, layout = self._canvas, pixels(_MARGIN), self.layout()
        if layout is None:
            return
        layout.invalidate()
        width = min(pixels(_WIDEST), canvas.width() - 2 * margin)
        height = max(layout.heightForWidth(width), 0) if layout.hasHeightForWidth() else layout.sizeHint().height()
        corner = canvas.mapTo(self.window(), QPoint(margin, canvas.height() - margin - height))
        beside = canvas.width() - 2 * margin - width if self._at_right else 0
        self.setGeometry(corner.x() + beside, corner.y(), width, height)


class PlaylistStrip(QTabBar):
    """A tab for each file of a playlist, shown while there are several; a click or an arrow opens another."""

    def __init__(self, playlist: Playlist) -> None:
        super().__init__(expanding=False, documentMode=True, drawBase=False)
        self._playlist = playlist
        self.setAccessibleName("Playlist")
        self.setElideMode(Qt.TextElideMode.ElideMiddle)
        self.setUsesScrollButtons(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        dress(self)
        playlist.changed.connect(self._show)
        self.currentChanged.connect(playlist.go)
        self._show()

    def _show(self) -> None:
        paths, place = self._playlist.paths, self._playlist.place
        with QSignalBlocker(self):
            while self.count() > len(paths):
                self.removeTab(self.count() - 1)
            while self.count() < len(paths):
                self.addTab("")
            for number, path in enumerate(paths):
                self.setTabText(number, f"{number + 1}  {path.stem.replace('&', '&&')}")
                self.setTabToolTip(number, str(path))
            self.setCurrentIndex(place)
        self.setVisible(len(paths) > 1)
