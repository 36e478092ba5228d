"""Dialogs that bring other data: the gallery of built-in sets as pictures, and generators."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFormLayout, QLineEdit, QListWidget, QListWidgetItem, QPushButton, QRadioButton, QWidget

from core.built_in import BUILT_IN, BuiltIn
from core.datasets.dataset import Dataset, FloatArray
from core.datasets.expressions import LONGEST, parse
from core.datasets.generators import GENERATORS, SEED, Text, make_generator
from core.errors import Cancelled, InputError
from core.learners import title_of
from core.numbers.numerals import counted
from core.plane.projections import PLANE, Spread, usual_view_choice
from core.run import train
from core.spec import Parameter, RunSpec
from perceptron_gui.canvas.classifier.maps import contour_of
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.fields.number_field import Field, WholeNumberField, parameter_field
from perceptron_gui.look.fields.question_dialog import QuestionDialog, resize_within_screen
from perceptron_gui.look.layouts import in_column, in_row
from perceptron_gui.look.plain import plain_label
from perceptron_gui.look.size import TITLE, dress, emboldened, pixels, scale_now
from perceptron_gui.look.text.sentences import NO_KERNEL, numbers_text
from perceptron_gui.look.text.small_widgets import ChoiceBox
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.look.viewport import Viewport
from perceptron_gui.model.threads.worker import Worker
from perceptron_gui.window.dialogs.preview import Preview, draw_scatter

_PICTURE = QSize(156, 117)
_CARD = QSize(173, 168)
_HEAD = 32
"""Pixels. The height of the heading of a group."""
_FIELD = 640.0
"""Pixels of the view over which a boundary is sought, `_AROUND` times as large as the data, for all shapes of cards."""
_AROUND = 1.6


def _ends(cancelled: Cancelled) -> Iterator[tuple[int, FloatArray]]:
    """Yield the place of each set, and the boundary that its run ends at, in segments (m, 2, 2)."""
    for place, data in enumerate(BUILT_IN):
        run = train(data.dataset(), data.spec, cancelled)
        view = Viewport(width=_FIELD, height=_FIELD).fitted(run.dataset.X, equal=True)
        view = view.zoomed(1 / _AROUND, view.rect.center())
        projection = usual_view_choice(PLANE).projection(Spread(run.dataset), None, 0.0)
        yield place, contour_of(run.decision(), projection, view)


class GalleryDialog(QuestionDialog[BuiltIn]):
    """Asks for a set. Each has the boundary that its learner ends at, as soon as a thread has found it."""

    def __init__(self, theme: ThemeModel, parent: QWidget | None = None) -> None:
        super().__init__("Open a Set from the Gallery", parent)
        self._theme = theme
        self._examples = [data.dataset() for data in BUILT_IN]
        self.boundaries: dict[int, FloatArray] = {}
        """Place of a set → the boundary that its run ends at, as far as they are known."""
        self.finding = Worker(self)
        self.view = CardsView()
        self.cards = self.view.cards
        self.preview = Preview(theme)
        self.title, self.watch, self.facts, self.origin = (plain_label() for _ in range(4))
        self._lay_out()
        self._draw()
        self.resize(1080, 680)
        theme.changed.connect(self._draw)
        self.view.doubleClicked.connect(self.accept)
        self.view.currentRowChanged.connect(self._show_current)
        self.finding.answered.connect(self._take_boundary)
        self.view.setCurrentItem(self.cards[0])

    @property
    def chosen(self) -> BuiltIn:
        return BUILT_IN[self._place]

    @property
    def _place(self) -> int:
        return self.cards.index(self.view.currentItem())

    def showEvent(self, event: QShowEvent) -> None:
        if not event.spontaneous():
            resize_within_screen(self, self.size())  # The window may have come to another screen.
        self.view.setFocus()
        if len(self.boundaries) < len(BUILT_IN):
            self.finding.ask(_ends)
        super().showEvent(event)

    def done(self, result: int) -> None:
        self.finding.shut_down()
        super().done(result)

    def _take_boundary(self, found: tuple[int, FloatArray]) -> None:
        place, self.boundaries[place] = found
        self._draw_card(place)
        self._show_current()

    def _draw(self) -> None:
        for place in range(len(BUILT_IN)):
            self._draw_card(place)

    def _draw_card(self, place: int) -> None:
        area, ratio, theme = QRectF(QPointF(), _PICTURE), self.devicePixelRatioF(), self._theme.current
        picture = QPixmap(_PICTURE * scale_now() * ratio)
        picture.setDevicePixelRatio(ratio)
        with QPainter(picture) as painter:
            painter.scale(scale_now(), scale_now())
            draw_scatter(painter, area, self._examples[place], theme, self.boundaries.get(place), scale=0.5)
        icon = QIcon(picture)
        # The colours stay in a selected card, because they have a meaning.
        icon.addPixmap(picture, QIcon.Mode.Selected)
        self.cards[place].setIcon(icon)

    def _show_current(self) -> None:
        data, examples = self.chosen, self._examples[self._place]
        self.title.setText(data.title)
        self.watch.setText(data.watch)
        self.origin.setText(data.origin)
        self.preview.show_dataset(examples, self.boundaries.get(self._place))
        (negative, positive), features = examples.labels, examples.features
        classes = f"{examples.positives:,} ○ {positive}, {examples.negatives:,} × {negative}"
        counts = f"{counted(examples.n, 'example')}: {classes}\n→ {features[0]}, ↑ {features[1]}"
        words, bias = numbers_text(data.spec, whole=True), data.spec.bias
        told = "" if bias == RunSpec.bias else f"bias {bias if isinstance(bias, str) else f'{bias:g}'}"
        learner = ", ".join(filter(None, (title_of(data.spec), "" if words == NO_KERNEL else words, told)))
        self.facts.setText(f"{counts}\nOpens with: {learner}")

    def _lay_out(self) -> None:
        dress(self.title, TITLE, bold=True)
        dress(self.watch)
        side = QWidget()
        side.setFixedWidth(pixels(330))
        self.preview.setMaximumHeight(pixels(290))
        self.preview.setMinimumHeight(pixels(290) // 3)
        # The preview gets the remaining space first.
        parts = (self.preview, 100), self.title, self.watch, self.facts, self.origin, 0
        side.setLayout(in_column(*parts, margins=(0, 0, 0, 0)))
        self.setLayout(in_column((in_row((self.view, 1), side), 1), self.buttons))


class CardsView(Guarded, QListWidget):
    """The built-in sets as `cards` in rows, below the heading of their group, which is a row, too."""

    def __init__(self) -> None:
        super().__init__()
        self.setViewMode(QListWidget.ViewMode.IconMode)
        self.setMovement(QListWidget.Movement.Static)
        self.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.setMinimumWidth(pixels(_CARD.width() + 30))  # A card and the scroll bar.
        self.setIconSize(QSize(pixels(_PICTURE.width()), pixels(_PICTURE.height())))
        self.setWordWrap(True)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Gallery")
        self.setAccessibleDescription("The data that come with the program; Enter opens the chosen set")
        self.setProperty("cards", True)
        self.heads: list[QListWidgetItem] = []
        self.cards: list[QListWidgetItem] = []
        for group, sets in groupby(BUILT_IN, key=lambda data: data.group):
            self.heads.append(self._head(group))
            self.cards += map(self._card, sets)

    def _head(self, group: str) -> QListWidgetItem:
        head = QListWidgetItem(group, self)
        head.setFlags(Qt.ItemFlag.NoItemFlags)
        head.setFont(emboldened(self.font()))
        head.setForeground(self.palette().text())
        head.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        return head

    def _card(self, data: BuiltIn) -> QListWidgetItem:
        card = QListWidgetItem(data.title, self)
        card.setSizeHint(QSize(pixels(_CARD.width()), pixels(_CARD.height())))
        card.setToolTip(data.watch)
        card.setData(Qt.ItemDataRole.AccessibleTextRole, data.title)
        card.setData(Qt.ItemDataRole.AccessibleDescriptionRole, data.watch)
        return card

    def resizeEvent(self, event: QResizeEvent) -> None:
        for head in self.heads:
            head.setSizeHint(QSize(self.viewport().width() - 1, pixels(_HEAD)))
        super().resizeEvent(event)


class FormulaLine(QLineEdit):
    """A line for a formula, with an error message."""

    def __init__(self, name: str, formula: str, tooltip: str) -> None:
        super().__init__(formula, maxLength=LONGEST)
        self.setAccessibleName(name)
        self.setToolTip(tooltip)

    def value(self) -> str:
        """Return the text. Raises InputError if it is no formula."""
        parse(self.text())
        return self.text()


Line = Field[float] | Field[int] | FormulaLine


class GenerateDialog(QuestionDialog[Dataset | None]):
    """A dialog for a generator; the preview follows each change. Its button is on if the data can be made."""

    def __init__(self, theme: ThemeModel, parent: QWidget | None = None) -> None:
        super().__init__("Generate Points", parent)
        self.kinds = ChoiceBox({name: kind.title for name, kind in GENERATORS.items()})
        self.lines: dict[str, dict[str, Line]] = {
            name: {key: _line(key, parameter, getattr(kind(), key)) for key, parameter in kind.parameters().items()}
            for name, kind in GENERATORS.items()
        }
        self.seed = WholeNumberField("Seed", 0, int(SEED.least), int(SEED.most), SEED.meaning.capitalize())
        self.another = QPushButton("Another &Seed")  # A click gives it the focus: Enter then makes one more.
        self.another.setToolTip("The next seed: other examples of the same kind")
        self.replace_all, self.add_to_all = QRadioButton("&Replace the points"), QRadioButton("&Add to the points")
        self.preview = Preview(theme)
        self.counts, self.watch = plain_label(wraps=False), plain_label()
        self._form = QFormLayout(labelAlignment=Qt.AlignmentFlag.AlignRight)
        self._lay_out()
        for line in (self.seed, *(line for lines in self.lines.values() for line in lines.values())):
            line.textChanged.connect(self.refresh)
        self.kinds.currentIndexChanged.connect(self._on_kind)
        self.another.clicked.connect(self._on_another)
        self._on_kind()

    @property
    def kind(self) -> str:
        return str(self.kinds.currentData())

    def offer_adding(self, possible: bool) -> None:
        """Let the examples be added, or only replace points of other features."""
        self.add_to_all.setEnabled(possible)
        if not possible:
            self.replace_all.setChecked(True)

    @property
    def chosen(self) -> Dataset | None:
        return self.preview.dataset

    def accept(self) -> None:
        if self.chosen is not None:
            super().accept()

    def refresh(self) -> None:
        """Show the data of the present entries, or what is wrong with them."""
        made, trouble, counts = None, "", ""
        try:
            made = self._make()
            counts = f"{counted(made.n, 'example')}: {made.positives:,} ○, {made.negatives:,} ×"
        except InputError as error:
            trouble = str(error)
        self.judge(trouble)
        self.preview.show_dataset(made)
        self.counts.setText(counts)

    def _make(self) -> Dataset:
        numbers = {name: line.value() for name, line in self.lines[self.kind].items()}
        made = make_generator(self.kind, **numbers).make(self.seed.value())
        if made.d != PLANE:
            raise InputError(f"the number of features is {made.d}; enter 2, because two are drawn")
        return made

    def _on_kind(self) -> None:
        for name, lines in self.lines.items():
            for line in lines.values():
                self._form.setRowVisible(line, name == self.kind)
        self.watch.setText(GENERATORS[self.kind].watch)
        self.refresh()

    def _on_another(self) -> None:
        """Take the next seed, or 0 after an invalid one."""
        self.seed.set_value(0 if self.seed.trouble else (self.seed.value() + 1) % (int(SEED.most) + 1))

    def _lay_out(self) -> None:
        self._form.addRow("&Kind", self.kinds)
        for name, lines in self.lines.items():
            for parameter, line in zip(GENERATORS[name].parameters().values(), lines.values(), strict=True):
                self._form.addRow(f"{line.accessibleName()} {parameter.letter}", line)
        self._form.addRow("Seed", in_row((self.seed, 1), self.another))
        self.replace_all.setChecked(True)
        dress(self.watch)
        side = QWidget()
        side.setFixedWidth(pixels(330))
        side.setLayout(in_column(self._form, self.replace_all, self.add_to_all, self.verdict, 0))
        right = in_column((self.preview, 1), self.counts, self.watch)
        self.setLayout(in_column((in_row(side, (right, 1)), 1), self.buttons))


def _line(name: str, parameter: Parameter | Text, default: float | str) -> Line:
    word = ("examples" if name == "n" else name).capitalize()
    tooltip = f"{parameter.meaning[:1].upper()}{parameter.meaning[1:]}"
    if isinstance(parameter, Text):
        return FormulaLine(word, str(default), tooltip)
    return parameter_field(word, parameter, float(default), tooltip)
