"""What canvas and panels are made from: points, playhead, and what is selected, laid over, tried or put aside."""

from __future__ import annotations

from PySide6.QtCore import QObject

from core.files.session import HeldOutFile, fits_in_session
from core.theory.margin.margin import Margin
from perceptron_gui.model.document.document import Document, Selection
from perceptron_gui.model.player import Granularity, Player
from perceptron_gui.model.pointing.by_hand import ByHand
from perceptron_gui.model.pointing.drawn_line import PredictionQuiz, TriedSeparator
from perceptron_gui.model.pointing.highlight import ComparedBoundaries, Highlight, HoverPoint, Pictured
from perceptron_gui.model.saved_setting import Kept, SavedSetting
from perceptron_gui.model.theorem_view import Pages, TheoremView
from perceptron_gui.model.visible_run import VisibleRun


class HeldOutSlot:
    """The file of examples held out, or none. It goes with the document, and when features or classes are others."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self.file: HeldOutFile | None = None
        document.opened.connect(lambda: self.put(None))
        document.dataset_changed.connect(self._fit)

    @property
    def kept(self) -> HeldOutFile | None:
        """The same where a session has room for it, else None."""
        file = self.file
        return file if file is not None and fits_in_session(self._document.dataset, file.dataset) else None

    def put(self, file: HeldOutFile | None) -> None:
        """Hold out this file in place of the one before; None for none. A file that does not fit counts as none."""
        here = self._document.dataset
        names = here.features, here.labels
        self.file = file if file is not None and (file.dataset.features, file.dataset.labels) == names else None

    def _fit(self) -> None:
        if self.file is not None:
            self.put(self.file)


class Workspace:
    """The shared models of a window. Views listen to them and tools change them; they do not know each other."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        """Begin over `document` with no selection, nothing tried out, and no run yet."""
        self.document = document
        self.visible = VisibleRun(parent)
        self.player = Player(parent, self.visible)
        self.quiz = PredictionQuiz(self.player, parent)
        document.opened.connect(self.quiz.forget)
        self.theorem_view = TheoremView(parent)
        self.selection = Selection(parent)
        self.selection.follow(document.dataset)
        document.dataset_changed.connect(self.selection.follow)
        document.opened.connect(self.selection.clear)
        self.highlight = Highlight(parent)
        self.pointed = HoverPoint(parent)
        self.pictured = Pictured(parent)
        self.compared_boundaries = ComparedBoundaries(parent)
        self.own_separator = TriedSeparator(document, parent)
        self.by_hand = ByHand(document, self.player, parent)
        self.held_out_file = HeldOutSlot(document)
        self.pages = Pages(parent)

    def margin(self) -> Margin | None:
        """Return the margin of the run as far as it is visible; None without a run."""
        return None if self.player.visible.run is None else self.player.visible.run.margin


def chosen_in(workspace: Workspace) -> dict[str, SavedSetting]:
    """Name → what was chosen, whatever it is looked at in."""
    player, selection = workspace.player, workspace.selection

    def select(rows: list[int]) -> None:
        if rows and not 0 <= min(rows) <= max(rows) < workspace.document.dataset.n:
            raise ValueError
        selection.set(rows)

    return {
        "manner": workspace.theorem_view,
        "step": Kept(Granularity, lambda: player.granularity, player.set_granularity),
        "selected": Kept([int], lambda: list(selection.indices), select),
        "trial": workspace.own_separator,
    }
