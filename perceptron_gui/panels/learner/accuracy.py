"""The mistakes of the learner at the playhead: a count, a share, and the classes that are confused."""

from __future__ import annotations

from typing import ClassVar

from core.analysis.held_out_errors import snapshot
from core.datasets.dataset import Dataset
from core.record.history import State
from core.run import Run
from core.ties import Confusion
from perceptron_gui.look.text.sentences import accuracy_words
from perceptron_gui.look.text.small_widgets import label_of
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.pointing.highlight import HoverPlace
from perceptron_gui.model.threads.worker import Worker, once
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.learner.view import LearnerView

_Counts = tuple[Confusion, Confusion | None]


class AccuracyView(LearnerView):
    """Follows the playhead: as soon as it rests, the examples are counted beside the window."""

    title: ClassVar[str] = "Accuracy now"

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__(workspace, theme)
        self.said = label_of("…")
        self.column.addWidget(self.said)
        self._asked: tuple[Run, int, Dataset | None] | None = None
        self._found: _Counts | None = None
        self._counting = Worker(self, fault="the accuracy at the playhead could not be counted")
        self._counting.answered.connect(self._take)
        self.workers = [self._counting]

    @staticmethod
    def fits(run: Run) -> bool:
        """Return whether there are data to classify."""
        return bool(run.dataset.n)

    def take_run(self, run: Run) -> None:
        self._asked, self._found = None, None

    def show_state(self, run: Run, state: State, place: HoverPlace | None) -> None:
        """Show the known counts of this state; unknown ones are counted as soon as the playhead rests."""
        file = self.workspace.held_out_file.file
        held_out = None if file is None else file.dataset
        asked = run, state.example, held_out
        before = self._asked
        if before is None or before[0] is not run or before[1:] != asked[1:]:
            self._counting.cancel()
            self._asked, self._found = asked, None
            self._counting.ask_later(120, lambda: once(lambda _cancelled: _counts(run, state.example, held_out)))
        self.said.setText("…" if self._found is None else "\n".join(accuracy_words(run, *self._found)))

    def _take(self, found: _Counts) -> None:
        self._found = found
        self.changed.emit()


def _counts(run: Run, example: int, held_out: Dataset | None) -> _Counts:
    fixed = snapshot(run)
    return fixed.confusion(None, example), None if held_out is None else fixed.confusion(held_out, example)
