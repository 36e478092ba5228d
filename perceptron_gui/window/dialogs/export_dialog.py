"""Dialogs that ask for the content and the size of a picture, a film or a worksheet."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QCheckBox, QSpinBox, QWidget

from core.errors import InputError
from core.numbers.numerals import counted, number
from core.run import Run
from perceptron_gui.exports.offscreen import Subject, WindowPicture
from perceptron_gui.exports.tasks import FEWEST, MOST, PictureChoices, Stretch
from perceptron_gui.look.fields.number_field import WholeNumberField
from perceptron_gui.look.fields.question_dialog import FormDialog
from perceptron_gui.look.latest_moves import WheelInFocus
from perceptron_gui.look.plain import plain_label
from perceptron_gui.look.size import pixels
from perceptron_gui.look.text.small_widgets import ChoiceBox


class WorksheetDialog(FormDialog[int]):
    """Asks for a number from 0 up, the seed of the order of the examples."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Export Worksheet", parent)
        self.seed = WholeNumberField("Sheet", 0, 0, 10**9, "The order of the examples on the sheet")
        self.form.addRow("&Sheet", self.seed)
        told = "0: the examples as they are. Another number usually gives another order."
        self.form.addRow(plain_label(told, wraps=False))
        self.end(self.seed)
        self.seed.selectAll()

    @property
    def chosen(self) -> int:
        return self.seed.value()


class PictureDialog(FormDialog[PictureChoices]):
    """Asks for a picture: canvas, panel or both, as on the screen or at a size in pixels."""

    title, usual = "Export Picture", Subject.BOTH

    def __init__(self, scene: WindowPicture, panel: str, parent: QWidget | None = None) -> None:
        super().__init__(self.title, parent)
        self._scene = scene
        self.subject = ChoiceBox({Subject.BOTH: f"Canvas and {panel}", Subject.CANVAS: "Canvas", Subject.PANEL: panel})
        self.subject.setCurrentIndex(self.subject.findData(self.usual))
        self.as_seen = QCheckBox("As on the &screen")
        self.as_seen.setChecked(True)
        self.across, self.down = (_box(120, 8192, " pixels") for _ in range(2))
        self.lettering = _box(50, 800, " %")
        self.lettering.setValue(100)
        self.lettering.setToolTip("How large letters, lines and points are")
        sizes = {"&Width": self.across, "&Height": self.down, "&Lettering": self.lettering}
        for row in {"Sh&ow": self.subject, "": self.as_seen, **sizes}.items():
            self.form.addRow(*row)
        self.as_seen.toggled.connect(self._enable)
        self.subject.currentIndexChanged.connect(self._enable)
        self._enable()

    @property
    def chosen(self) -> PictureChoices:
        subject = Subject(self.subject.currentData())
        if self.as_seen.isChecked():
            return PictureChoices(subject)
        return PictureChoices.lettered(subject, QSize(self.across.value(), self.down.value()), self.lettering.value())

    def exec(self) -> int:
        """Show the dialog, with the buttons below all rows and after them for the Tab key."""
        self.end()
        return super().exec()

    def _enable(self) -> None:
        seen = self.as_seen.isChecked()
        for field in (self.across, self.down, self.lettering):
            field.setEnabled(not seen)
        if seen:
            size = self._scene.size_of(Subject(self.subject.currentData()))
            self.across.setValue(size.width())
            self.down.setValue(size.height())
            self.lettering.setValue(100)


class FilmDialog(PictureDialog):
    """The dialog for a film: also from which update to which, how fast, and in how many pictures at most."""

    title, usual = "Export Film", Subject.CANVAS

    def __init__(self, scene: WindowPicture, panel: str, run: Run, speed: float, parent: QWidget | None = None) -> None:
        super().__init__(scene, panel, parent)
        self._run = run
        self.first, self.last = _box(0, run.updates), _box(0, run.updates)
        self.last.setValue(run.updates)
        speeds = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 250.0, 1000.0, 4000.0)
        self.speed = ChoiceBox({choice: f"{number(choice)} updates a second" for choice in speeds})
        self.speed.setCurrentIndex(min(range(len(speeds)), key=lambda place: abs(speeds[place] - speed)))
        self.most = _box(FEWEST, 2000, " pictures")
        self.most.setValue(MOST)
        self.told = plain_label(wraps=False)
        asked = {"&From update": self.first, "&To update": self.last, "S&peed": self.speed, "At &most": self.most}
        for row in {**asked, "": self.told}.items():
            self.form.addRow(*row)
        for box in (self.first, self.last, self.most):
            box.valueChanged.connect(self._tell)
        self.speed.currentIndexChanged.connect(self._tell)
        self._tell()

    @property
    def stretch(self) -> Stretch:
        """The updates that were chosen. Raises InputError if that is no film."""
        first, last = self.first.value(), self.last.value()
        return Stretch.of(self._run, first, last, self.speed.currentData(), self.most.value())

    def _tell(self) -> None:
        try:
            stretch = self.stretch
        except InputError as error:
            self.told.setText(str(error))
        else:
            seconds = number(sum(stretch.hundredths) / 100, 2)
            self.told.setText(f"{counted(len(stretch.moments), 'picture')}, {seconds} seconds")


def _box(least: int, most: int, unit: str = "") -> QSpinBox:
    box = QSpinBox(suffix=unit, minimum=least, maximum=most)
    box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    box.setGroupSeparatorShown(True)
    box.lineEdit().setTextMargins(pixels(4), 0, 0, 0)
    WheelInFocus(box)
    return box
