"""The cards of a window: first in the panel what waits for the person, over the canvas what informs; and its sheets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from itertools import count
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QPoint, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QAction, QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QApplication, QCheckBox, QFrame, QGridLayout, QScrollArea, QTabBar, QToolButton, QWidget

from core.lessons.lesson_files import count_steps, lesson_files, lesson_key, lesson_title
from perceptron_gui.canvas import LAYERS, Canvas
from perceptron_gui.files.loading import Playlist
from perceptron_gui.files.settings import Settings
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.card import Card
from perceptron_gui.look.layouts import in_column, in_row, scrolled
from perceptron_gui.look.motion import CARD_MS, Approach
from perceptron_gui.look.size import BODY, SMALL, dress, follow_scale, pixels
from perceptron_gui.look.text.small_widgets import LINKS, label_of, pill_button, push_button
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.visible_run import VisibleRun
from perceptron_gui.model.workspace import page_in, with_links

_WIDEST, _MARGIN = 556, 16
_BEGINNINGS = ("tool_positive", "Place Points"), ("open", "Open a File…"), ("gallery", "Gallery…")
"""Name of an action → the words of its button."""
_AROUND = 12, 12, 14, 4
"""Pixels about the cards of the panel: left, above, right, below."""
_GAP = 8
_EDGES = 4
"""Pixels that the frame and its margin take in each direction."""
_CORNER = 12
"""Pixels between the pill and the edges of the canvas."""
GROUPS = ("Points", "Boundary"), ("Theory", "Learner")
"""Headings of the sheet of layers, one column beside the other."""


class Side(QScrollArea):
    """The place beside the canvas, for cards and below them the panels, which scroll by themselves.

    It is shown while one of them is; on a slide, cards come with the panels only. Cards that do not fit are scrolled,
    and the first one stays in view. A card that comes slides down into its place, and nothing below it moves.
    """

    def __init__(self, panels: QWidget, visible: VisibleRun, *cards: Card) -> None:
        super().__init__(widgetResizable=True)
        self.cards, self._panels, self._visible = list[QWidget](cards), panels, visible
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._stack = in_column(*cards, margins=_AROUND, spacing=8)
        self._way, self._shown = Approach(self, CARD_MS, self._pose), list[QWidget]()
        self._holder, content = QWidget(), QWidget()
        self._holder.setLayout(self._stack)
        self.told = label_of(rung=SMALL, rich=True)
        """The sentences on the canvas."""
        told = in_column(self.told, margins=(12, 0, 12, 0))
        self._column = in_column(self._holder, (panels, 1), told, margins=(0, 0, 0, 0), spacing=0)
        self._column.addStretch()
        content.setLayout(self._column)
        self.setWidget(content)
        self._follower = Follower(self, self._look, panels, *cards)
        visible.changed.connect(self._look)

    def put_first(self, card: QWidget, share: int = 0) -> None:
        """Put another card above all others, with a share of the height that is free."""
        self.cards.insert(0, card)
        self._stack.insertWidget(0, card, share)
        if share:
            self._column.setStretchFactor(self._holder, share)
        card.installEventFilter(self._follower)
        self._look()

    def tell(self, notes: Sequence[str]) -> None:
        """Show these sentences on the canvas below the panel, with a link where they name a tab."""
        self.told.setText("<br>".join(map(with_links, notes)))
        self._look()

    def _look(self) -> None:
        view, panels = self._visible.view, not self._panels.isHidden()
        slide = view.presents and not view.lesson and not panels
        before, self._shown = self._shown, [card for card in self.cards if not (card.isHidden() or slide)]
        self._holder.setVisible(bool(self._shown))
        self.told.setVisible(panels and bool(self.told.text()))
        self.setVisible(bool(self._shown) or panels)
        if not set(self._shown) <= set(before):
            self.slide_in()

    def slide_in(self) -> None:
        """Let the cards come down from the upper edge."""
        self._way.go(0.0, start=12.0)
        self._pose()

    def _pose(self) -> None:
        left, top, right, bottom = map(pixels, _AROUND)
        above = pixels(self._way.number)
        self._stack.setContentsMargins(left, top - above, right, bottom + above)


class NotesCard(Guarded, Card):
    """Title and text of the document's notes, until it is closed; nothing if it has none."""

    def __init__(self, document: Document, theme: ThemeModel) -> None:
        self.text = label_of(rung=BODY)
        self._scroll = scroll = scrolled(self.text)
        super().__init__("Notes", theme, scroll, closing="Hide the notes (File ▸ Notes… shows them again)")
        self._document, self._shown = document, ""
        self.sentence.hide()
        self.title.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.cross.clicked.connect(self.hide)
        follow_scale(self, self._fit)
        document.notes_changed.connect(self.refresh)
        document.opened.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the words of the document, even if they were hidden."""
        notes = self._document.notes
        self.title.setText(notes.title)
        self.title.setVisible(bool(notes.title))
        self._shown, leads = notes.text, bool(page_in(notes.text))
        selectable = Qt.TextInteractionFlag.TextSelectableByMouse
        self.text.setTextInteractionFlags(selectable | LINKS if leads else selectable)
        self.text.setTextFormat(Qt.TextFormat.RichText if leads else Qt.TextFormat.PlainText)
        self.text.setText(with_links(notes.text).replace("\n", "<br/>") if leads else notes.text)
        self._scroll.setVisible(bool(notes.text))
        self.setVisible(bool(notes.title or notes.text))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Adjust the height: in narrow lines the words take more of them."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Show up to eight lines; longer notes scroll."""
        if self._shown:
            most = 8 * self.text.fontMetrics().lineSpacing()
            self._scroll.setFixedHeight(min(self.text.heightForWidth(max(self._scroll.width(), 1)), most))


class LessonOffer(Guarded, Card):
    """The offer of the first lesson, hidden until it is made, and for good once it is declined or the lesson done."""

    def __init__(self, settings: Settings, theme: ThemeModel) -> None:
        start = "Start Lesso&n", "Your points wait here unchanged; Help ▸ Lessons lists all lessons"
        decline = "No, Thanks", "Do not offer it again (Help ▸ Lessons has it)"
        super().__init__("First lesson", theme, go=start, quiet=decline)
        self._settings = settings
        self._path = lesson_files()[0]
        self.title.setText(lesson_title(self._path))
        self.sentence.setText("New here? A first lesson of three minutes.")
        self.start, self.decline = self.go, self.quiet
        self.start.setProperty("primary", False)  # Play is the filled button.
        self.start.clicked.connect(self.hide)
        self.decline.clicked.connect(self._decline)
        self.hide()

    def make(self) -> None:
        self.setVisible(self._settings.offers_lesson and not is_lesson_done(self._settings, self._path))

    def showEvent(self, event: QShowEvent) -> None:
        """Look whether the lesson was done meanwhile in the place of this window."""
        if is_lesson_done(self._settings, self._path):
            self.hide()

    def _decline(self) -> None:
        with self._settings.shared():
            self._settings.offers_lesson = False
        self.hide()


def is_lesson_done(settings: Settings, path: Path) -> bool:
    """Return whether the person went through all steps of the lesson in a file, which is read only if it was begun."""
    place = settings.lesson_steps.get(lesson_key(path.name), 0)
    return place > 0 and place >= count_steps(path)


class PlaylistCard(Card):
    """A card with a tab for each file of a playlist, while there are several and nothing is presented."""

    def __init__(self, playlist: Playlist, visible: VisibleRun, theme: ThemeModel) -> None:
        self.tabs = QTabBar(expanding=False, documentMode=True, drawBase=False, usesScrollButtons=True)
        super().__init__("Playlist", theme, self.tabs)
        self._playlist, self._visible = playlist, visible
        self.sentence.hide()
        self.tabs.setAccessibleName("Playlist")
        self.tabs.setElideMode(Qt.TextElideMode.ElideMiddle)
        dress(self.tabs)
        playlist.changed.connect(self._show_files)
        self.tabs.currentChanged.connect(playlist.go)
        visible.changed.connect(self._look)
        self._look()

    def _show_files(self) -> None:
        tabs, paths = self.tabs, self._playlist.paths
        with QSignalBlocker(tabs):
            while tabs.count():
                tabs.removeTab(0)
            for number, path in enumerate(paths):
                tabs.addTab(f"{number + 1}  {path.stem.replace('&', '&&')}")
                tabs.setTabToolTip(number, str(path))
            tabs.setCurrentIndex(self._playlist.place)
        self._look()

    def _look(self) -> None:
        self.setVisible(self.tabs.count() > 1 and not self._visible.view.presents)


class Follower(Guarded, QObject):
    """Calls `place` now, and when one of the `watched` widgets comes, goes or gets another place, size or content."""

    def __init__(self, parent: QObject, place: Callable[[], object], *watched: QWidget) -> None:
        super().__init__(parent)
        self._place = place
        for widget in watched:
            widget.installEventFilter(self)
        place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kinds = QEvent.Type
        if event.type() in (kinds.Resize, kinds.Move, kinds.LayoutRequest, kinds.ShowToParent, kinds.HideToParent):
            self._place()
        return False


class Corner(QWidget):
    """A card over the lower corner of the `canvas` that has fewer points. It never moves the canvas."""

    def __init__(self, canvas: Canvas, card: Card, window: QWidget) -> None:
        super().__init__(window)
        self._canvas, self._card = canvas, card
        self._at_right: bool | None = None
        """True if the card is in the right corner; None while it is hidden."""
        self._rise = Approach(self, CARD_MS, self._place)
        self.setLayout(in_column(card, margins=(0, 0, 0, 0)))
        canvas.workspace.visible.changed.connect(self._place)
        Follower(self, self._place, canvas, card)

    def _place(self) -> None:
        canvas, margin, layout = self._canvas, pixels(_MARGIN), self.layout()
        if layout is None or self._card.isHidden() or canvas.workspace.visible.view.presents:
            self._at_right = None
            self.hide()  # Else clicks on the canvas would end here.
            return
        if self._at_right is None:
            stage = canvas.stage
            below = stage.pixels[stage.pixels[:, 1] > stage.viewport.height / 2, 0]
            self._at_right = 2 * int((below > stage.viewport.width / 2).sum()) <= len(below)
            self._rise.go(0.0, start=pixels(_MARGIN))
        layout.invalidate()
        width = min(pixels(_WIDEST), canvas.width() - 2 * margin)
        height = max(layout.heightForWidth(width), 0) if layout.hasHeightForWidth() else layout.sizeHint().height()
        corner = canvas.mapTo(self.window(), QPoint(margin, canvas.height() - margin - height))
        beside = canvas.width() - 2 * margin - width if self._at_right else 0
        self.setGeometry(corner.x() + beside, corner.y() + round(self._rise.number), width, height)
        self.show()


class EmptyCanvas(QWidget):
    """Buttons below the hint in the middle of a canvas without points: to place some, open a file, or choose a set."""

    def __init__(self, canvas: Canvas, actions: Mapping[str, QAction]) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self.buttons = {name: push_button(words, actions[name].toolTip(), rung=BODY) for name, words in _BEGINNINGS}
        for name, button in self.buttons.items():
            button.clicked.connect(actions[name].trigger)
        self.setLayout(in_row(*self.buttons.values(), spacing=12))
        Follower(self, self._place, canvas)
        canvas.workspace.document.dataset_changed.connect(self._place)
        canvas.workspace.visible.changed.connect(self._place)

    def _place(self) -> None:
        canvas, view = self._canvas, self._canvas.workspace.visible.view
        self.adjustSize()
        self.move((canvas.width() - self.width()) // 2, canvas.height() // 2 + pixels(40))
        self.setHidden(canvas.workspace.document.dataset.n > 0 or view.lesson or view.presents)


class Sheet(Guarded, QFrame):
    """A card over the `window` until its `button` or Esc closes it; it scrolls, and lies left of what it `spares`."""

    def __init__(self, title: str, button: QToolButton, make: Callable[[], QWidget], window: QWidget) -> None:
        super().__init__(window)
        self.setProperty("card", "sheet")
        self.setAccessibleName(title)
        self._button, self._make, self._window = button, make, window
        self.spares: QWidget | None = None
        self._scroll = scroll = scrolled(QWidget())
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setLayout(in_column(scroll, margins=(1, 1, 1, 1)))
        self.hide()
        button.toggled.connect(self._open)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self._close)
        escape.activatedAmbiguously.connect(self._close)  # A message has this key, too.

    @cached_property
    def content(self) -> QWidget:
        content = self._make()
        self._scroll.setWidget(content)
        content.installEventFilter(self)
        return content

    def _open(self, on: bool) -> None:
        for watched in (self._window, self._button):
            (watched.installEventFilter if on else watched.removeEventFilter)(self)
        if on:
            self._place()
            self.raise_()
        self.setVisible(on)

    def _place(self) -> None:
        """Lie below the button, inside the window, as high as the content if there is room."""
        window, button = self._window, self._button
        corner = button.mapTo(window, QPoint(button.width(), button.height() + _GAP // 2))
        width = self.content.sizeHint().width()
        high = max(self.content.heightForWidth(width), self.content.sizeHint().height())
        room = QSize(window.width() - 2 * _GAP, window.height() - corner.y() - _GAP)
        size = QSize(width + _EDGES, high + _EDGES).boundedTo(room)
        left = min(max(corner.x() - size.width(), _GAP), window.width() - size.width() - _GAP)
        if (spared := self.spares) is not None and spared.isVisible():
            left = max(min(left, spared.mapTo(window, QPoint(0, 0)).x() - size.width() - _GAP), _GAP)
        self.setGeometry(left, corner.y(), size.width(), size.height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the size of window and content; a button that is put away closes the sheet."""
        if event.type() == QEvent.Type.Hide and watched is self._button:
            self._button.setChecked(False)
        elif event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest) and self.isVisible():
            self._place()
        return False

    def _close(self) -> None:
        if self.isAncestorOf(QApplication.focusWidget() or self._window):
            self._button.setFocus()
        self._button.setChecked(False)


class LayerBoxes(QWidget):
    """A check box for each layer of the canvas, in groups, with its key, as the entries of the menu View."""

    def __init__(self, actions: Mapping[str, QAction]) -> None:
        super().__init__()
        self.boxes: dict[str, QCheckBox] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(16, 12, 16, 16)
        grid.setHorizontalSpacing(24)
        for column, groups in enumerate(GROUPS):
            row = count()
            for group in groups:
                grid.addWidget(label_of(group, role="secondary", wraps=False), next(row), 2 * column)
                for name in (name for name, kind in LAYERS.items() if kind.group == group):
                    place, action = next(row), actions[f"layer_{name}"]
                    box = self.boxes[name] = QCheckBox()
                    box.setToolTip(action.toolTip())
                    _follow(box, action)
                    action.changed.connect(partial(_follow, box, action))
                    box.toggled.connect(action.setChecked)
                    grid.addWidget(box, place, 2 * column)
                    if key := LAYERS[name].key:
                        grid.addWidget(label_of(key, rung=BODY, role="secondary", wraps=False), place, 2 * column + 1)


def _follow(box: QCheckBox, action: QAction) -> None:
    box.setText(action.text())
    box.setEnabled(action.isEnabled())
    box.setChecked(action.isChecked())


class LayersButton(QObject):
    """The pill over the top right corner of the canvas that opens the sheet of layers."""

    def __init__(self, canvas: Canvas, actions: Mapping[str, QAction], window: QWidget) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self.pill = pill_button("Layers", "What the canvas draws (View ▸ Layers)")
        self.pill.setCheckable(True)
        self.pill.setParent(canvas)
        canvas.words.widgets.append(self.pill)
        self.sheet = Sheet("Layers", self.pill, partial(LayerBoxes, actions), window)
        Follower(self, self._place, canvas)

    def _place(self) -> None:
        self.pill.adjustSize()
        self.pill.move(self._canvas.width() - self.pill.width() - pixels(_CORNER), pixels(_CORNER))
        self.pill.raise_()
