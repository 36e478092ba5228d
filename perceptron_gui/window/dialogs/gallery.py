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
_CARD = QSize(173, 168)
_PREVIEW_HEIGHT = 290
_ROLES = Qt.ItemDataRole


class GalleryDialog(QuestionDialog[BuiltIn]):
    """Arrow keys and the mouse choose a set, Enter and a double click open it."""

    def __init__(self, theme: ThemeModel, parent: QWidget | None = None) -> None:
        super().__init__("Gallery", parent, QDialogButtonBox.StandardButton.Open)
        self._theme = theme
        self._examples = [_examples(data) for data in BUILT_IN]
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
        """The pictures of all sets: a few milliseconds."""
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
            self.facts.setText(f"{_counts(examples)}\nOpens with: {_run_words(data.spec)}")

    def _lay_out(self) -> None:
        self.title.setFont(readable(self.font(), 1.2, bold=True))
        self.watch.setFont(readable(self.font()))
        side = QWidget()
        side.setFixedWidth(pixels(330))
        self.preview.setMaximumHeight(pixels(_PREVIEW_HEIGHT))
        self.preview.setMinimumHeight(pixels(_PREVIEW_HEIGHT) // 3)
        # what room is left goes to the preview before all else
        parts = (self.preview, 100), self.title, self.watch, self.facts, self.origin, 0
        side.setLayout(in_column(*parts, margins=(0, 0, 0, 0)))
        self.setLayout(in_column((in_row((self.view, 1), side), 1), self.buttons))


def _cards() -> QListWidget:
    view = QListWidget()
    view.setViewMode(QListView.ViewMode.IconMode)
    view.setMovement(QListView.Movement.Static)
    view.setResizeMode(QListView.ResizeMode.Adjust)
    view.setMinimumWidth(pixels(_CARD.width() + 30))  # and its scroll bar
    view.setGridSize(QSize(pixels(_CARD.width()), pixels(_CARD.height())))
    view.setIconSize(QSize(pixels(_PICTURE.width()), pixels(_PICTURE.height())))
    view.setWordWrap(True)
    view.setTextElideMode(Qt.TextElideMode.ElideNone)
    view.setAccessibleName("Gallery")
    view.setAccessibleDescription("The data that come with the program; Enter opens the chosen set")
    for data in BUILT_IN:
        card = QListWidgetItem(data.title, view)
        card.setToolTip(data.watch)
        card.setData(_ROLES.AccessibleTextRole, data.title)
        card.setData(_ROLES.AccessibleDescriptionRole, data.watch)
    return view


def _examples(data: BuiltIn) -> Dataset | InputError:
    """Those of a set, or why its file cannot be read."""
    try:
        return data.dataset()
    except InputError as error:
        return error


def _counts(dataset: Dataset) -> str:
    negative, positive = dataset.labels
    classes = f"{dataset.positives:,} ○ {positive}, {dataset.negatives:,} × {negative}"
    return f"{counted(dataset.n, 'example')}: {classes}\n→ {dataset.features[0]}, ↑ {dataset.features[1]}"


def _run_words(spec: RunSpec) -> str:
    """The learner, and what of its options is not usual."""
    title, usual = title_of(spec), RunSpec(spec.learner)
    parts = [title]
    if (words := numbers_text(spec, whole=True)) != NO_KERNEL:
        parts.append(words)
    if spec.bias != usual.bias:
        parts.append(f"bias {spec.bias if isinstance(spec.bias, str) else f'{spec.bias:g}'}")
    return ", ".join(parts)
