"""The numbers of a comparison, to be taken away: copied, or saved as a table or as a picture for a slide."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QPoint, QSize, Signal, Slot
from PySide6.QtGui import QGuiApplication, QImage, QImageWriter, QPainter, QPicture, QRegion
from PySide6.QtWidgets import QWidget

from core.analysis.comparison_table import ComparisonTable
from core.errors import InputError
from core.files.disk.atomic import write_atomically
from core.plots.spec import PlotSpec
from perceptron_gui.look.fields.question_dialog import SaveDialog
from perceptron_gui.look.layouts import in_column, in_row
from perceptron_gui.look.plots.chart import Chart
from perceptron_gui.look.size import at_usual_size
from perceptron_gui.look.text.small_widgets import tool_button
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.panels.compare.table import ResultsTable


class SavingBar(QWidget):
    """Saves the table that is `shown`, or a `picture` of it.

    `troubled` carries what is wrong with where it was to be saved; empty where nothing is.
    """

    troubled = Signal(str)

    def __init__(self, shown: Callable[[], ComparisonTable | None], picture: Callable[[], bytes]) -> None:
        super().__init__()
        self._shown, self._picture = shown, picture
        self.ask_path: Callable[[], Path | None] = self._ask_path
        self.copy = tool_button("Copy", "Copy the table as text, for a spreadsheet")
        self.save = tool_button("Save…", "Save the table as CSV or LaTeX, or table and curves as a picture for a slide")
        self.copy.clicked.connect(self._copy)
        self.save.clicked.connect(self._save)
        self.setLayout(in_row(self.copy, self.save, margins=(0, 0, 0, 0), spacing=4))

    def write(self, path: Path) -> None:
        """Save what is shown, by the suffix of the file. Raises InputError."""
        shown, suffix = self._shown(), path.suffix.lower()
        if shown is None:
            raise InputError("there is nothing to save yet; results are expected", path=path)
        writers: dict[str, Callable[[], bytes | str]] = {
            ".csv": shown.as_csv,
            ".tex": shown.as_latex,
            ".png": self._picture,
        }
        if suffix not in writers:
            raise InputError(f"{suffix or 'no suffix'} is not possible; {', '.join(writers)} is expected", path=path)
        write_atomically(path, writers[suffix]())

    @Slot()
    def _copy(self) -> None:
        if (shown := self._shown()) is not None:
            QGuiApplication.clipboard().setText(shown.as_text())

    @Slot()
    def _save(self) -> None:
        path = self.ask_path()
        if path is None:
            return
        try:
            self.write(path)
        except InputError as error:
            self.troubled.emit(f"{error}.")
        else:
            self.troubled.emit("")

    def _ask_path(self) -> Path | None:
        kinds = "CSV table (*.csv);;LaTeX table (*.tex);;PNG picture (*.png)"
        return SaveDialog(Path("comparison.csv"), kinds, self.window(), "Save the Comparison").ask()


WIDTH = 1200
"""Pixels, as most slides are wide."""
_SCALE = 1.5
"""Pixels of the picture for each of the panel's: what is read at a desk is read from the back row."""
_MARGIN = 8


def png_of(table: ResultsTable, pictures: Sequence[PlotSpec], theme: ThemeModel) -> bytes:
    """The table and the curves as the bytes of a PNG, `WIDTH` pixels wide, in the colours of the theme."""
    drawn = QPicture()  # as lines, which stay sharp at any scale
    with at_usual_size():
        slide = _laid_out(table, pictures, theme)
        with QPainter(drawn) as painter:
            slide.render(painter, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
    image = QImage(QSize(WIDTH, round(slide.height() * _SCALE)), QImage.Format.Format_RGB32)
    image.fill(theme.current.color("page"))
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(_SCALE, _SCALE)
        painter.drawPicture(0, 0, drawn)
    slide.deleteLater()
    buffer = QBuffer()
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(buffer.data().data())


def _laid_out(table: ResultsTable, pictures: Sequence[PlotSpec], theme: ThemeModel) -> QWidget:
    """The same once more, wide and without the playhead's numbers."""
    slide = QWidget()
    again = table.again(theme)
    charts = [Chart(theme, 210) for _ in pictures]
    margins = (_MARGIN, _MARGIN, _MARGIN, _MARGIN)
    column = in_column(again, in_row(*charts, margins=(0, 0, 0, 0)), margins=margins, spacing=_MARGIN)
    slide.setLayout(column)
    slide.resize(round(WIDTH / _SCALE), 10)
    again.setFixedHeight(again.wanted_height)
    high = round(WIDTH / _SCALE * 9 / 16)  # what a slide has room for: of many entries the curves are lower
    room = max(high - again.wanted_height - 3 * _MARGIN, 110)
    for chart, picture in zip(charts, pictures, strict=True):
        chart.set_spec(picture)
        chart.set_playhead(picture.x.high, (), "")
        chart.setFixedHeight(min(chart.minimumHeight(), room))
    slide.resize(slide.width(), column.sizeHint().height())
    return slide
