"""Every symbol that a panel shows, in whatever it is written, answers the pointer with its meaning first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QTextDocumentFragment
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QTableView, QToolTip, QWidget

from core.learners import LEARNERS
from core.spec import RunSpec
from core.theory.quantities import SYMBOLS, Symbol, symbols_in, symbols_in_prose, words_in
from perceptron_gui.look.plots.chart import PlotSheet
from perceptron_gui.look.text.rich_text import RichText, shown_in
from perceptron_gui.look.text.small_widgets import TextLine
from perceptron_gui.model.workspace import TheoryPage
from perceptron_gui.panels import PANELS
from perceptron_gui.panels.runs import RunsPanel
from perceptron_gui.panels.step.panel import TypesetSheet
from perceptron_gui.panels.theory.pictures import CorridorPlot, TrianglePlot
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk
from tests.gui.rich_reading import blocks_of

_STEP = 6
"""Pixels between two places that are pointed at in a label."""


class Pointer:
    """Rests on what is seen, and reads what it is told there; knows what was painted as text."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.told: list[str] = []
        self.painted: list[tuple[str, str, QPointF]] = []
        """the text, a symbol in it, and where that is"""
        monkeypatch.setattr(QToolTip, "showText", lambda at, text, *_: self.told.append(text))
        draw: Any = QPainter.drawText

        def record(painter: QPainter, *given: Any) -> Any:
            if isinstance(given[0], QRectF):
                metrics, (box, *_, text) = painter.fontMetrics(), given
                flags = given[1] if len(given) > 2 else Qt.AlignmentFlag.AlignLeft
                left = metrics.boundingRect(box.toRect(), _number(flags), text)
                named = [found for found in symbols_in(text) if found.symbol in words_in(text)]
                for found in [*symbols_in_prose(text), *named]:
                    before, after = (metrics.horizontalAdvance(text[:end]) for end in (found.start, found.stop))
                    middle = QPointF(left.x() + (before + after) / 2, left.center().y())
                    self.painted.append((text, found.symbol.written, painter.transform().map(middle)))
            return draw(painter, *given)

        monkeypatch.setattr(QPainter, "drawText", record)

    def at(self, widget: QWidget, place: QPointF | QPoint) -> str:
        self.told.clear()
        point = place.toPoint() if isinstance(place, QPointF) else place
        QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, point, widget.mapToGlobal(point)))
        return "\n".join(self.told)

    def told_of(self, label: QWidget) -> str:
        """Its own tip, or that of what it stands in, else what is told at one place or another of it."""
        owner: QWidget | None = label
        while owner is not None and not owner.toolTip():
            owner = owner.parentWidget()
        if owner is not None:
            return owner.toolTip()
        beside = self.at(label, label.rect().bottomRight())  # on no word: all of them are told
        return beside if "\n" in beside else self.all_over(label)

    def painted_in(self, sheet: PlotSheet[Any]) -> list[tuple[str, str, QPointF]]:
        """The symbols that a plot writes, anew."""
        sheet.restyle()
        self.painted.clear()
        sheet.grab()
        return list(self.painted)

    def all_over(self, widget: QWidget) -> str:
        """What is told at one place or another of it."""
        places = (QPoint(x, y) for y in range(2, widget.height(), _STEP) for x in range(2, widget.width(), _STEP))
        return "\n".join(dict.fromkeys(self.at(widget, place) for place in places))


@pytest.fixture
def pointer(monkeypatch: pytest.MonkeyPatch) -> Pointer:
    return Pointer(monkeypatch)


def silent(shown: str, told: str) -> list[str]:
    """The symbols of what is shown of which nothing is told."""
    return [found.symbol.written for found in symbols_in_prose(shown) if not _is_told(found.symbol, told)]


def _is_told(symbol: Symbol, told: str) -> bool:
    return f"{symbol.written}: " in told


def unexplained(window: MainWindow, pointer: Pointer) -> Iterator[str]:
    """What stands in the panel that is seen, and does not say what its symbols are."""
    panel = window.panel.panel
    for widget in panel.findChildren(QWidget):
        if not widget.isVisible():
            continue
        if isinstance(widget, QLabel | TextLine):
            yield from _of_label(widget, pointer)
        elif isinstance(widget, QAbstractButton | QComboBox):
            shown = widget.text() if isinstance(widget, QAbstractButton) else widget.currentText()
            if any(symbols_in_prose(shown)) and not widget.toolTip():
                yield f"button {shown}"
        elif isinstance(widget, QTableView):
            yield from _of_titles(widget)
        elif isinstance(widget, PlotSheet):
            yield from _of_plot(widget, pointer)
        elif isinstance(widget, RichText):
            yield from _of_text(widget, pointer)


def _of_label(label: QLabel | TextLine, pointer: Pointer) -> Iterator[str]:
    text = label.text if isinstance(label, TextLine) else label.text()
    shown = QTextDocumentFragment.fromHtml(text).toPlainText() if "</" in text else text
    if any(symbols_in_prose(shown)):
        told = pointer.told_of(label)
        if missing := silent(shown, told) if not _names_itself(label) else []:
            yield f"label {shown}: {missing}"


def _names_itself(label: QWidget) -> bool:
    """The letter of a number beside its slider: its tip begins with it and says what the number is."""
    return isinstance(label, QLabel) and label.toolTip().startswith(f"{label.text()}, ")


def _of_titles(table: QTableView) -> Iterator[str]:
    model = table.model()
    for column in range(model.columnCount()):
        title = str(model.headerData(column, Qt.Orientation.Horizontal))
        tip = model.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
        if any(symbols_in_prose(title)) and not tip:
            yield f"column {title}"


def _of_plot(plot: PlotSheet[Any], pointer: Pointer) -> Iterator[str]:
    """A symbol that is written in a plot is told in a tip, or, in the picture of the theorem, read where it stands."""
    for text, symbol, middle in pointer.painted_in(plot):
        thing = plot.thing_at(middle) if isinstance(plot, CorridorPlot | TrianglePlot) else None
        if not pointer.at(plot, middle) and (thing is None or not plot.describe(thing)):
            yield f"{type(plot).__name__} {text}: {symbol}"


def _number(flags: Any) -> int:
    return int(getattr(flags, "value", flags))


def _of_text(text: RichText, pointer: Pointer) -> Iterator[str]:
    for block in blocks_of(text):
        box, shown = text.box_of(block), shown_in(block)
        if any(symbols_in_prose(shown)) and box.bottom() <= text.viewport().height():
            far = QPointF(text.viewport().width() - 2, box.center().y())  # beside the words: all of them are told
            if missing := silent(shown, pointer.at(text.viewport(), far)):
                yield f"line {shown}: {missing}"


def _looked_at(desk: Desk, pointer: Pointer, learner: str, tabs: Iterable[str]) -> Iterator[str]:
    window = desk.open()
    window.resize(1280, 900)
    window.document.set_spec(RunSpec(learner, max_epochs=3))
    window.selection.set([3])
    desk.settled(window)
    window.player.go_to_update(3)
    for tab in tabs:
        window.panel.turn_to(tab)
        for view in _views(window):
            QTest.qWait(60)
            for what in unexplained(window, pointer):
                yield f"{tab} {view}: {what}"


@pytest.mark.parametrize("tab", ["Step", "Weights"])
def test_every_symbol_answers_the_pointer(desk: Desk, pointer: Pointer, tab: str) -> None:
    found = list(_looked_at(desk, pointer, "standard", [tab]))
    assert not found, "\n".join(found)


@pytest.mark.slow
@pytest.mark.parametrize("learner", LEARNERS)
def test_every_symbol_in_every_panel_answers_the_pointer_whatever_learns(
    desk: Desk, pointer: Pointer, learner: str
) -> None:
    found = list(_looked_at(desk, pointer, learner, PANELS))
    assert not found, "\n".join(found)


def _views(window: MainWindow) -> Iterator[str]:
    """Whatever a tab can be turned to."""
    panel = window.panel.panel
    if isinstance(panel, RunsPanel):
        for title in panel.experiments:
            panel.turn_to(title)
            panel.ready()  # the first of its answers are enough
            yield title
    elif window.panel.title == "Theory":
        for page in TheoryPage:
            window.workspace.theorem_view.turn_to(page)
            yield page
    else:
        yield ""


def test_the_meaning_comes_first_and_its_digits_after(desk: Desk, pointer: Pointer) -> None:
    window = desk.open()
    desk.settled(window)
    window.panel.turn_to("Data")
    QTest.qWait(50)
    label = next(label for label in window.panel.panel.findChildren(QLabel) if "γ" in label.text())
    told = pointer.told_of(label)
    assert SYMBOLS["γ"].describe() in told
    assert f"{SYMBOLS['γ'].describe()} Here it is 0.8427." in told
    assert f"{SYMBOLS['R'].describe()} Here it is 5.745." in told


def test_one_symbol_alone_is_told_where_the_pointer_is_on_it(desk: Desk, pointer: Pointer) -> None:
    window = desk.open()
    desk.settled(window)
    window.panel.turn_to("Step")
    window.player.go_to_update(2)
    QTest.qWait(50)
    (code, _) = window.panel.panel.findChildren(TypesetSheet)
    told = pointer.all_over(code.viewport()).splitlines()
    assert SYMBOLS["w"].describe() in told
