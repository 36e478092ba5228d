"""The compare panel: several learners on one stream, in a table, in curves and on the canvas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtGui import QResizeEvent

from core.analysis.compared_entries import Entry, entry_of, telling
from core.analysis.comparison import Result, Standing
from core.analysis.comparison_table import ComparisonTable, outcomes
from core.record.history import State
from core.run import Run
from perceptron_gui.look.layouts import in_row
from perceptron_gui.look.plots.chart import visit
from perceptron_gui.look.size import scale_now, sized
from perceptron_gui.look.text.small_widgets import label_of, tool_button
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.saved_setting import read
from perceptron_gui.model.workspace import Outline, Workspace
from perceptron_gui.panels.compare.bench import Bench, ComparisonQuestion, ComparisonSoFar, HoldingBar
from perceptron_gui.panels.compare.chooser import MARKS, Chips, Chooser, KernelField, Marks
from perceptron_gui.panels.compare.results import EnlargingChart, ResultsTable, SavingBar, pictures, png_of
from perceptron_gui.panels.following import FollowingPanel

_LEAST_CHART = 128
"""Pixels. The curves take at least this much height, and a third of the page where that is more."""


class ComparePanel(FollowingPanel):
    """The comparison while it is seen: a table of the ends of the runs; curves and canvas at the playhead's example."""

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__("Compare", workspace)
        self._document = workspace.document
        self._undecided, self._trouble = True, ""
        self._question: ComparisonQuestion | None = None
        self._drawn: ComparisonSoFar | None = None
        self.marks = Marks(self)
        self.bench = Bench(self)
        self.choose = tool_button("Choose…", "Which rules, orders and predictors are compared")
        self.choose.setCheckable(True)
        self.stop = tool_button("Stop")
        self.progress = label_of(wraps=False)
        self.chooser = Chooser(self.marks, theme)
        self.kernel = KernelField()
        self.chips = Chips(self.marks)
        self.holding = HoldingBar(workspace)
        self.workers = [self.holding.reading, self.bench.worker]
        self.table = ResultsTable(theme)
        self._left = 0
        """the place of the playhead before a curve was clicked"""
        self.charts = (EnlargingChart(theme, _LEAST_CHART), EnlargingChart(theme, _LEAST_CHART))
        self.saving = SavingBar(self._shown_now, lambda: png_of(self.table, self.charts, theme))
        self.said = label_of()
        self._lay_out()
        self._connect()

    def saved(self) -> Any:
        """Return the entries and the held-out choice, in plain JSON values; None before they are known."""
        return None if self._undecided else {"entries": self.marks.saved(), "held_out": self.holding.saved()}

    def restore(self, value: Any) -> None:
        kept = read({"entries": Marks.read, "held_out": dict}, value)
        self.holding.restore(kept["held_out"])
        self._undecided = False
        self.marks.put(kept["entries"])
        self.wake_again()

    def _lay_out(self) -> None:
        self.column.addLayout(in_row(self.choose, self.saving, 0, self.progress, self.stop))
        for widget in (self.chips, self.holding, self.kernel, self.chooser, self.table, *self.charts, self.said):
            self.column.addWidget(widget, 1 if isinstance(widget, EnlargingChart) else 0)
        self.column.addStretch()
        sized(self.chooser, Chooser.setFixedHeight, 260)
        self.chooser.hide()
        self.kernel.hide()
        for chart in self.charts:
            chart.set_spec(None)

    def _connect(self) -> None:
        document = self._document
        document.spec_changed.connect(self._on_spec)
        document.opened.connect(self._on_opened)
        self.bench.changed.connect(self._show)
        for choosing in (self.chooser.setVisible, self.kernel.setVisible, self._show):
            self.choose.toggled.connect(choosing)
        self.kernel.chosen.connect(lambda: self._complain(""))
        self.kernel.chosen.connect(self.chooser.boxes.set_kernel)
        for changed in (document.dataset_changed, self.marks.changed, self.holding.changed):
            changed.connect(self.wake_again)
        for troubled in (self.bench.worker.failed, self.kernel.troubled, self.holding.troubled, self.saving.troubled):
            troubled.connect(self._complain)
        self.table.picked.connect(lambda entry: document.choose_spec(entry.spec(document.spec)))
        self.stop.clicked.connect(self.bench.stop)
        self.stop.clicked.connect(self._show)
        for chart in self.charts:
            chart.jumped.connect(self._jump)
            chart.taken_back.connect(lambda: self.player.go_to_example(self._left))
            chart.button.toggled.connect(partial(self._enlarge, chart))

    def wake(self) -> None:
        if self._undecided:
            return
        document, entries = self._document, self.marks.entries
        self._question = ComparisonQuestion(entries, document.spec, document.dataset, self.holding.held_out)
        if entries and document.dataset.n:
            self.bench.compare(self._question)
        self._show()

    def _on_opened(self) -> None:
        self._undecided = True
        self._trouble, self._question = "", None  # Both belong to the data before.
        self.holding.reading.cancel()  # The file was for other data.
        self._show()

    def _on_spec(self) -> None:
        if not self._undecided:
            self.marks.add(self._own)
        self.wake_again()

    def take_run(self, run: Run) -> None:
        """Begin with the entries that tell most about these data, once it is known whether a separator exists."""
        if not self._undecided or run.dataset is not self._document.dataset:
            return
        margin = run.margin if run.space.has_coordinates else None  # The question is about a line.
        if margin is None or not margin.sought:
            self._undecided = False
            entries = telling(self._document.spec, margin.separable if margin else None)
            self.marks.put(dict(zip(MARKS, entries, strict=False)))
            self.wake_again()

    def show_state(self, run: Run, state: State) -> None:
        if not self._undecided:
            self.bench.go(state.example)
            self._show_standings(self._drawn)

    def _show(self) -> None:
        found = None if self._undecided else self.bench.found
        if found is not None and not (self.isVisible() and self._document.dataset.n and self._known(found)):
            found = None
        before = self._drawn
        if found and not (before and before.results is found.results and before.table is found.table):
            self._show_results(found)
        self._drawn = found
        alone = next((chart for chart in self.charts if chart.button.isChecked() and chart.spec is not None), None)
        for chart in self.charts:
            drawn = found is not None and chart.spec is not None and not self.choose.isChecked()
            chart.setVisible(drawn and alone in (None, chart))
        self._share_height()
        self.table.setVisible(found is not None and (alone is None or self.choose.isChecked()))
        self.saving.setEnabled(found is not None)
        self._show_standings(found)
        self._say(found)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_height()

    def _share_height(self) -> None:
        """Let the curves have at least a third of the page."""
        seen = [chart for chart in self.charts if not chart.isHidden()]
        for chart in seen:
            chart.least_height = max(_LEAST_CHART, self.viewport().height() / scale_now() / 3 / len(seen))
            chart.take_room()

    def _show_results(self, found: ComparisonSoFar) -> None:
        marked = {result: self.marks.of(result.entry) for result in self._known(found)}
        _, unseen = found.question.sizes
        rows = {} if found.table is None else {row.entry: row for row in found.table.rows}
        self.table.results.show(marked, self._own, rows, unseen)
        for chart, picture in zip(self.charts, pictures(marked, unseen), strict=True):
            chart.set_spec(picture)

    @property
    def _own(self) -> Entry:
        """The entry of the window's run, if it is among those compared."""
        spec = self._document.spec
        return next((entry for entry in self.marks.entries if entry.is_of(spec)), entry_of(spec))

    def _known(self, found: ComparisonSoFar) -> list[Result]:
        return [result for result in found.results if result.entry in self.marks.entries]

    def _show_standings(self, found: ComparisonSoFar | None) -> None:
        if found is None:
            self.workspace.compared_boundaries.clear()
            return
        standings = [standing for standing in found.standings if standing.entry in self.marks.entries]
        self.workspace.compared_boundaries.show(self._outlines(found, standings), found.question.parts[1])
        self.table.results.standings = {standing.entry: standing for standing in standings}
        if (state := self.player.told) is None:
            return
        letters = [self.marks.of(standing.entry).letter for standing in standings]
        training = [standing.training.errors for standing in standings]
        unseen = [standing.held_out.errors for standing in standings]
        for chart, size, counts in zip(self.charts, found.question.sizes, (training, unseen), strict=True):
            if chart.spec is not None:
                place = chart.spec.axis.place(state)
                each = {letter: f"{count:,}" for letter, count in zip(letters, counts, strict=True)}
                chart.set_playhead(place, tuple(100 * count / size for count in counts), each=each)

    def _outlines(self, found: ComparisonSoFar, standings: Sequence[Standing]) -> Iterator[Outline]:
        """Yield the boundaries. A vote is counted from its record, which may not have reached the playhead yet."""
        runs = {result.entry: result.run for result in found.results}
        for standing in standings:
            mark, run = self.marks.of(standing.entry), runs[standing.entry]
            told = standing.decision.weights is not None or standing.example <= run.history.examples
            if standing.example and told:
                name = f"{mark.letter} {standing.entry.name}"
                yield Outline(name, mark.role, run, standing.example, standing.update, standing.decision, mark.letter)

    def _jump(self, epoch: int) -> None:
        self._left = 0 if self.player.state is None else self.player.state.example
        visit(self.player, self.charts[0], epoch)

    def _say(self, found: ComparisonSoFar | None) -> None:
        sentences = [self._trouble]
        if not self._document.dataset.n:
            sentences.append("No examples yet: there is nothing to compare.")
        elif not self.marks.entries and not self._undecided:
            sentences.append("Nothing is chosen: Choose… lists what can be compared.")
        elif self._question is not None:
            sentences += self._question.sentences()
        if found is not None:
            sentences += found.sentences()
        self.said.setText(" ".join(filter(None, sentences)))
        told = found.progress if found is not None and self.bench.worker.busy else ""
        self.progress.setText(told)
        self.stop.setVisible(bool(told))

    def _enlarge(self, chart: EnlargingChart, on: bool) -> None:
        for other in self.charts:
            if on and other is not chart:
                other.button.setChecked(False)
        self._show()

    def numbers_as_text(self) -> str:
        """Return the visible table, with tabs; empty before there is one."""
        shown = self._shown_now()
        return "" if shown is None else shown.as_csv("\t")

    def _shown_now(self) -> ComparisonTable | None:
        if (found := self._drawn) is None or not found.results:
            return None
        if found.table is None:
            return ComparisonTable.of([outcomes(self._known(found))], found.question.sizes)
        return replace(found.table, rows=tuple(row for row in found.table.rows if row.entry in self.marks.entries))

    def _complain(self, sentence: str) -> None:
        self._trouble = sentence
        self._show()

    def rest(self) -> None:
        self.workspace.compared_boundaries.clear()
