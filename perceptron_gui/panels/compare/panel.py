"""The compare panel: what several learners make of one stream, in a table, in curves and on the canvas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QHideEvent, QShowEvent

from core.analysis.compared_entries import entry_of, telling
from core.analysis.comparison import Result, Standing
from core.record.history import State
from perceptron_gui.look.layouts import ScrollPanel, in_row
from perceptron_gui.look.plots.chart import Chart
from perceptron_gui.look.text.small_widgets import label_of, tool_button
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.pointing.compared_boundaries import Outline
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.compare.bench import Bench, ComparisonQuestion, ComparisonSoFar
from perceptron_gui.panels.compare.chooser import Chooser
from perceptron_gui.panels.compare.curves import pictures
from perceptron_gui.panels.compare.holding import HoldingBar
from perceptron_gui.panels.compare.marks import Chips, Marks
from perceptron_gui.panels.compare.table import ResultsTable

_CHOOSER_HEIGHT, _CHART_HEIGHT = 260, 128


class ComparePanel(ScrollPanel):
    """Compares while it is seen, and lays the boundaries over the canvas; nothing is worked out while it is not.

    The table tells of the ends of the runs, curves and canvas of the playhead, after as many examples of each run.
    """

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__("Compare", 6)
        self._document = workspace.document
        self._player = workspace.player
        self._compared_boundaries = workspace.compared_boundaries
        self._undecided = True
        self._trouble = ""
        self._question: ComparisonQuestion | None = None
        self._drawn: ComparisonSoFar | None = None
        self.marks = Marks()
        self.bench = Bench(self, lambda: workspace.player.playing)
        self.choose = tool_button("Choose…", "Which rules, orders and predictors are compared")
        self.choose.setCheckable(True)
        self.stop = tool_button("Stop")
        self.progress = label_of(wraps=False)
        self.chooser = Chooser(self.marks, theme)
        self.chips = Chips(self.marks, theme)
        self.holding = HoldingBar(workspace)
        self.table = ResultsTable(theme)
        self.charts = (Chart(theme, _CHART_HEIGHT), Chart(theme, _CHART_HEIGHT))
        self.said = label_of()
        self._lay_out()
        self._connect()

    def saved(self) -> Any:
        """What is compared and held out, in plain JSON values; None before that is known."""
        return None if self._undecided else {"entries": self.marks.saved(), "held_out": self.holding.saved()}

    def restore(self, value: Any) -> None:
        taken = Marks.read(value["entries"])
        self.holding.restore(value["held_out"])
        self.marks.taken = taken
        self._undecided = False
        self._ask()

    def wait(self) -> None:
        self.bench.settle()

    def _lay_out(self) -> None:
        self.column.addLayout(in_row(self.choose, 0, self.progress, self.stop))
        for widget in (self.chips, self.holding, self.chooser, self.table, *self.charts, self.said):
            self.column.addWidget(widget, 1 if isinstance(widget, Chart) else 0)
        self.column.addStretch()
        self.chooser.setFixedHeight(_CHOOSER_HEIGHT)
        self.chooser.hide()
        self.said.setTextFormat(Qt.TextFormat.PlainText)  # it tells the name of a file
        for chart in self.charts:
            chart.set_picture(None)

    def _connect(self) -> None:
        document, player = self._document, self._player
        document.dataset_changed.connect(self._ask)
        document.spec_changed.connect(self._on_spec)
        document.opened.connect(self._on_opened)
        player.run_changed.connect(self._on_run)
        player.shown.connect(self._on_shown)
        self.bench.changed.connect(self._show)
        self.bench.failed.connect(self._complain)
        self.choose.toggled.connect(self._set_choosing)
        self.chooser.chosen.connect(self._ask)
        self.chips.chosen.connect(self._ask)
        self.holding.changed.connect(self._ask)
        self.holding.troubled.connect(self._complain)
        self.table.picked.connect(lambda entry: document.choose_spec(entry.spec(document.spec)))
        self.stop.clicked.connect(self._stop)
        for chart in self.charts:
            chart.jumped.connect(self._jump)

    @Slot()
    def _ask(self) -> None:
        """Compare, if anyone is looking."""
        self.chooser.boxes.refresh()
        self.chips.refresh()
        if not self.isVisible() or self._undecided:
            return
        document, entries = self._document, self.marks.entries
        self._question = ComparisonQuestion(entries, document.spec, document.dataset, self.holding.held_out)
        if entries and document.dataset.n:
            self.bench.compare(self._question)
        self._show()

    @Slot()
    def _on_opened(self) -> None:
        self._undecided = True
        self.holding.reading.cancel()  # the file was for other data

    @Slot()
    def _on_spec(self) -> None:
        if not self._undecided:
            self.marks.add(entry_of(self._document.spec))
        self._ask()

    @Slot(object)
    def _on_run(self, _run: object) -> None:
        if self.isVisible() and self._undecided:
            self._decide()
            self._ask()

    def _decide(self) -> None:
        """Begin with what is telling for these data, once it is known whether a separator exists."""
        run = self._player.run
        if run is None or run.dataset is not self._document.dataset:
            return
        margin = run.margin if run.spec.kernel is None else None  # a line is what is asked about
        if margin is None or not margin.evidence.sought:
            self._undecided = False
            self.marks.begin_with(telling(self._document.spec, margin.separable if margin else None))

    @Slot(object)
    def _on_shown(self, state: State) -> None:
        if self.isVisible() and not self._undecided:
            self.bench.go(state.example)
            self._show_standings(self._drawn)

    @Slot()
    def _show(self) -> None:
        found = self.bench.found
        if found is not None and not (self.isVisible() and self._document.dataset.n and self._known(found)):
            found = None
        if found is not None and found is not self._drawn:
            self._show_results(found)
        self._drawn = found
        for chart in self.charts:
            chart.setVisible(found is not None and chart.picture is not None and not self.choose.isChecked())
        self.table.setVisible(found is not None)
        self._show_standings(found)
        self._say(found)

    def _show_results(self, found: ComparisonSoFar) -> None:
        known = self._known(found)
        marks = [self.marks.of(result.entry) for result in known]
        _, unseen = found.question.sizes
        self.table.show_results(known, marks, entry_of(self._document.spec), held_out=bool(unseen))
        self.table.setFixedHeight(self.table.wanted_height)
        for chart, picture in zip(self.charts, pictures(known, marks, unseen), strict=True):
            chart.set_picture(picture)

    def _known(self, found: ComparisonSoFar) -> list[Result]:
        return [result for result in found.results if result.entry in self.marks.entries]

    def _show_standings(self, found: ComparisonSoFar | None) -> None:
        """What is known of the playhead: errors in the curves, and boundaries on the canvas."""
        standings = [] if found is None else self._standings(found)
        if found is None:
            self._compared_boundaries.clear()
        else:
            self._compared_boundaries.show(self._outlines(found, standings), found.question.overlaid)
        state = self._player.state
        if found is None or state is None:
            return
        letters = [self.marks.of(standing.entry).letter for standing in standings]
        training = [standing.training_errors for standing in standings]
        unseen = [standing.held_out_errors for standing in standings]
        for chart, size, counts in zip(self.charts, found.question.sizes, (training, unseen), strict=True):
            if chart.picture is not None:
                place = chart.picture.axis.place(state)
                each = {letter: f"{count:,}" for letter, count in zip(letters, counts, strict=True)}
                told = ", ".join(f"{letter} {count}" for letter, count in each.items())
                chart.set_playhead(place, tuple(100 * count / size for count in counts), told, each=each)

    def _standings(self, found: ComparisonSoFar) -> list[Standing]:
        """Those at the playhead, or where it was a moment ago."""
        stood = self.bench.stood
        if stood is None or stood.question != found.question:
            return []
        return [standing for standing in stood.standings if standing.entry in self.marks.entries]

    def _outlines(self, found: ComparisonSoFar, standings: Sequence[Standing]) -> Iterator[Outline]:
        runs = {result.entry: result.run for result in found.results}
        for standing in standings:
            if standing.example:
                mark = self.marks.of(standing.entry)
                name, run = f"{mark.letter} {standing.entry.name}", runs[standing.entry]
                yield Outline(name, mark.role, run, standing.example, standing.update, standing.decision, mark.letter)

    @Slot(int)
    def _jump(self, epoch: int) -> None:
        picture = self.charts[0].picture
        if picture is not None:
            picture.axis.go(self._player, epoch)

    def _say(self, found: ComparisonSoFar | None) -> None:
        sentences = [self._trouble]
        if not self._document.dataset.n:
            sentences.append("No examples yet: there is nothing to compare.")
        elif not self.marks.entries and not self._undecided:
            sentences.append("Nothing is chosen: Choose… lists what can be compared.")
        elif self._question is not None:
            sentences += self._question.sentences()
        if found is not None:
            sentences += [*found.question.caps(found.results), *found.refused]
        self.said.setText(" ".join(filter(None, sentences)))
        going = found is not None and not found.complete and self.bench.busy
        self.progress.setText(f"{found.done} of {found.runs} runs over …" if going and found is not None else "")
        self.stop.setVisible(going)

    @Slot(bool)
    def _set_choosing(self, on: bool) -> None:
        """The list takes the place of the curves."""
        self.chooser.setVisible(on)
        self._show()

    @Slot()
    def _stop(self) -> None:
        self.bench.stop()
        self._show()

    @Slot(str)
    def _complain(self, sentence: str) -> None:
        self._trouble = sentence
        self._show()

    def hideEvent(self, event: QHideEvent) -> None:
        self.bench.shut_down()
        self.holding.reading.shut_down()
        self._compared_boundaries.clear()

    def showEvent(self, event: QShowEvent) -> None:
        if self._undecided:
            self._decide()
        if self._player.state is not None:
            self.bench.go(self._player.state.example)
        self._ask()
