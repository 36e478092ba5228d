"""The data that come with the program as pictures to choose from, each with what to watch in it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QIcon, QPainter, QPixmap, QShowEvent
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QListView,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from core.built_in import BUILT_IN, BuiltIn
from core.datasets.dataset import Dataset
from core.errors import InputError
from core.learners import title_of
from core.numbers.numerals import counted
from core.spec import RunSpec
from perceptron_gui.look.fields.question_dialog import QuestionDialog, resize_within_screen
from perceptron_gui.look.layouts import in_column, in_row
from perceptron_gui.look.plain import plain_label
from perceptron_gui.look.size import pixels, scale_now
from perceptron_gui.look.text.lettering import readable
from perceptron_gui.look.text.run_text import NO_KERNEL, numbers_text
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.window.dialogs.preview import Preview, draw_scatter

_PICTURE = QSize(156, 117)


class GalleryDialog(QuestionDialog[BuiltIn]):
    """Asks for a set: arrow keys and the mouse choose one, Enter and a double click open it."""

    def __init__(self, theme: ThemeModel, parent: QWidget | None = None) -> None:
        super().__init__("Gallery", parent, QDialogButtonBox.StandardButton.Open)
        self._theme = theme
        self._examples: list[Dataset | InputError] = []
        """those of each set, or why its file cannot be read"""
        for data in BUILT_IN:
            try:
                self._examples.append(data.dataset())
            except InputError as error:
                self._examples.append(error)
        self.view = _cards()
        self.preview = Preview(theme)
        self.title, self.watch, self.facts, self.origin = (plain_label() for _ in range(4))
        self._lay_out()
        self._draw()
        self.resize(1080, 680)
        theme.changed.connect(self._draw)
        self.view.doubleClicked.connect(self.accept)
        self.view.currentRowChanged.connect(self._show_current)

    @property
    def chosen(self) -> BuiltIn:
        """The set that is chosen; the first until the dialog was shown."""
        return BUILT_IN[max(self.view.currentRow(), 0)]

    def showEvent(self, event: QShowEvent) -> None:
        if not event.spontaneous():
            resize_within_screen(self, self.size())
        if self.view.currentRow() < 0:
            self.view.setCurrentRow(0)
        self.view.setFocus()
        super().showEvent(event)

    @Slot()
    def _draw(self) -> None:
        """Draw the pictures of all sets: a few milliseconds."""
        area, ratio = QRectF(QPointF(), _PICTURE), self.devicePixelRatioF()
        for row, examples in enumerate(self._examples):
            picture = QPixmap(_PICTURE * scale_now() * ratio)
            picture.setDevicePixelRatio(ratio)
            shown = examples if isinstance(examples, Dataset) else Dataset.empty()
            with QPainter(picture) as painter:
                painter.scale(scale_now(), scale_now())
                draw_scatter(painter, area, shown, self._theme.current, scale=0.5)
            icon = QIcon(picture)
            icon.addPixmap(picture, QIcon.Mode.Selected)  # the same where it is selected: its colours have a meaning
            self.view.item(row).setIcon(icon)

    @Slot()
    def _show_current(self) -> None:
        data, examples = self.chosen, self._examples[self.view.currentRow()]
        self.title.setText(data.title)
        self.watch.setText(data.watch)
        self.origin.setText(data.origin)
        if isinstance(examples, InputError):
            self.preview.show_dataset(None)
            self.facts.setText(str(examples))
        else:
            self.preview.show_dataset(examples)
            (negative, positive), features = examples.labels, examples.features
            classes = f"{examples.positives:,} ○ {positive}, {examples.negatives:,} × {negative}"
            counts = f"{counted(examples.n, 'example')}: {classes}\n→ {features[0]}, ↑ {features[1]}"
            self.facts.setText(f"{counts}\nOpens with: {_run_words(data.spec)}")

    def _lay_out(self) -> None:
        self.title.setFont(readable(self.font(), 1.2, bold=True))
        self.watch.setFont(readable(self.font()))
        side = QWidget()
        side.setFixedWidth(pixels(330))
        self.preview.setMaximumHeight(pixels(290))
        self.preview.setMinimumHeight(pixels(290) // 3)
        # what room is left goes to the preview before all else
        parts = (self.preview, 100), self.title, self.watch, self.facts, self.origin, 0
        side.setLayout(in_column(*parts, margins=(0, 0, 0, 0)))
        self.setLayout(in_column((in_row((self.view, 1), side), 1), self.buttons))


def _cards() -> QListWidget:
    view = QListWidget()
    view.setViewMode(QListView.ViewMode.IconMode)
    view.setMovement(QListView.Movement.Static)
    view.setResizeMode(QListView.ResizeMode.Adjust)
    view.setMinimumWidth(pixels(173 + 30))  # a card and the scroll bar
    view.setGridSize(QSize(pixels(173), pixels(168)))
    view.setIconSize(QSize(pixels(_PICTURE.width()), pixels(_PICTURE.height())))
    view.setWordWrap(True)
    view.setTextElideMode(Qt.TextElideMode.ElideNone)
    view.setAccessibleName("Gallery")
    view.setAccessibleDescription("The data that come with the program; Enter opens the chosen set")
    for data in BUILT_IN:
        card = QListWidgetItem(data.title, view)
        card.setToolTip(data.watch)
        card.setData(Qt.ItemDataRole.AccessibleTextRole, data.title)
        card.setData(Qt.ItemDataRole.AccessibleDescriptionRole, data.watch)
    return view


def _run_words(spec: RunSpec) -> str:
    """Return the learner, and those of its options that are not usual."""
    title, usual = title_of(spec), RunSpec(spec.learner)
    parts = [title]
    if (words := numbers_text(spec, whole=True)) != NO_KERNEL:
        parts.append(words)
    if spec.bias != usual.bias:
        parts.append(f"bias {spec.bias if isinstance(spec.bias, str) else f'{spec.bias:g}'}")
    return ", ".join(parts)
