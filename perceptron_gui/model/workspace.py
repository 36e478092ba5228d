"""What canvas and panels are made from: points, playhead, pages, and what is pointed at, selected or put aside."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from html import escape
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

import numpy as np
from PySide6.QtCore import QObject, Signal

from core.datasets.dataset import Dataset, FloatArray
from core.files.session import HeldOutFile, fits_in_session
from core.lessons.vocabulary import PAGES, TABS
from core.plots.proof_pictures import ProofInPictures, ProofPicture
from core.run import Run
from core.spaces.space import Decision
from core.theory.margin.margin import Margin
from core.theory.margin.units import NORMALISED, RAW
from perceptron_gui.model.by_hand import ByHand, PredictionQuiz, TriedSeparator
from perceptron_gui.model.document.document import Document, Selection
from perceptron_gui.model.player import Granularity, Player
from perceptron_gui.model.saved_setting import Kept, SavedSetting, read
from perceptron_gui.model.visible_run import VisibleRun

Kind = Literal["gamma", "radius", "star", "part", "example", "vector"]
"""γ, R, ŵ*; one part of the gap under the bound; an example; or one of the run's vectors."""


class Highlight(QObject):
    """The one thing pointed at: its kind, and its rows, the most important first; for a vector its update."""

    changed = Signal()
    kind: Kind | None = None
    rows: tuple[int, ...] = ()
    update: int | None = None
    """the update that made the vector which is pointed at; None if none is"""
    labels: Mapping[int, str] = MappingProxyType({})
    """Row → the label that a lesson writes beside this example, whatever is pointed at."""
    asks = False
    """True while a lesson waits for an answer: the canvas must not give it away"""

    def show(self, kind: Kind | None, rows: Iterable[int] = (), update: int | None = None) -> None:
        shown = kind, tuple(map(int, rows)), update
        if shown != (self.kind, self.rows, self.update):
            self.kind, self.rows, self.update = shown
            self.changed.emit()

    def show_example(self, row: int | None) -> None:
        """Light one example; None lights nothing."""
        self.show(None if row is None else "example", () if row is None else (row,))

    def show_quantity(self, kind: Kind | None, run: Run | None) -> None:
        """Light γ, R or ŵ* of a run, with the examples that decide it; None lights nothing, and so does what is not."""
        if kind is None or run is None or (kind != "radius" and run.margin.gamma is None):
            self.clear()
        else:
            self.show(kind, run.deciding(kind))

    def clear(self) -> None:
        self.show(None)

    def write(self, labels: Mapping[int, str]) -> None:
        if labels != self.labels:
            self.labels = dict(labels)
            self.changed.emit()

    def ask(self, asks: bool) -> None:
        if asks != self.asks:
            self.asks = asks
            self.changed.emit()


class Pictured(QObject):
    """The picture of the proof that a tour draws, or None, and the `street` whose edges can be pulled, as it began."""

    changed = Signal()
    picture: ProofPicture | None = None
    street: ProofInPictures | None = None

    def show(self, picture: ProofPicture | None, street: ProofInPictures | None = None) -> None:
        self.picture, self.street = picture, street
        self.changed.emit()


class HoverPlace(NamedTuple):
    """All d numbers of the point under the mouse, and the example whose marker is there, if any."""

    x: tuple[float, ...]
    row: int | None = None

    def question(self, dataset: Dataset) -> FloatArray | None:
        """Return the numbers (d,) of the example there, else of the point; None if the dataset has other features."""
        if self.row is not None and self.row < dataset.n:
            return np.array(dataset.X[self.row])
        return np.array(self.x) if len(self.x) == dataset.d else None


class HoverPoint(QObject):
    """The place under the mouse; `place` is None while there is none."""

    changed = Signal()
    place: HoverPlace | None = None

    def show(self, place: HoverPlace | None) -> None:
        if place != self.place:
            self.place = place
            self.changed.emit()


@dataclass(frozen=True, eq=False)
class Outline:
    """The boundary of `decision`, which the run's predictor makes of it after `example` examples and `update` updates.

    `role` is its colour; `short` is what it is called where there is little room. The run may be read by other threads,
    its space may not.
    """

    name: str
    role: str
    run: Run
    example: int
    update: int
    decision: Decision
    short: str = ""


@dataclass(frozen=True, eq=False)
class HeldOutExamples:
    """Examples that the runs of the outlines did not learn from: `rows` of the document, or those of another file."""

    examples: Dataset
    rows: bool


class ComparedBoundaries(QObject):
    """The boundaries that a panel asks for; none while no panel asks. The canvas listens to `changed`."""

    changed = Signal()
    outlines: tuple[Outline, ...] = ()
    held_out: HeldOutExamples | None = None

    def show(self, outlines: Iterable[Outline], held_out: HeldOutExamples | None = None) -> None:
        self.outlines, self.held_out = tuple(outlines), held_out
        self.changed.emit()

    def clear(self) -> None:
        if self.outlines or self.held_out is not None:
            self.show(())


_KINDS = dict.fromkeys(TABS, "tab") | {page.capitalize(): "page" for page in PAGES}
_NAMED = re.compile(rf"\b({'|'.join(_KINDS)}) (?:tab|page)\b")


class Pages(QObject):
    """Requests to the window: `wanted` carries the title of a tab or page, `everything` ends the first steps.

    `first_steps` shows them again, `why` asks for the pictures that show why the run had to stop, and `first_lesson`
    for the first lesson.
    """

    wanted = Signal(str)
    everything = Signal()
    first_steps = Signal()
    why = Signal()
    first_lesson = Signal()


def link_to(title: str) -> str:
    """Return the tab or page called `title` as a link in rich text, which `wanted` announces."""
    return f'<a href="{title}">{title} {_KINDS[title]}</a>'


def page_in(sentence: str) -> str:
    """Return the first title that a sentence names, as in “the Data tab”; empty if there is none."""
    found = _NAMED.search(sentence)
    return "" if found is None else found[1]


def with_links(sentence: str) -> str:
    """Return a sentence as rich text with each title that it names as a link."""
    return _NAMED.sub(lambda found: link_to(found[1]), escape(sentence, quote=False))


class TheoryPage(StrEnum):
    """What the theory panel shows: its page, the same with more numbers below, or the proof."""

    PICTURE = "picture"
    NUMBERS = "numbers"
    PROOF = "proof"

    @property
    def meaning(self) -> str:
        return _MEANINGS[self]


_MEANINGS = {
    TheoryPage.PICTURE: "The theorem on one page: floor, ceiling, the run between them, and its inequalities",
    TheoryPage.NUMBERS: "The same page, with all other numbers and plots of the theorem below it",
    TheoryPage.PROOF: "The theorem's proof, with the numbers of this run in it",
}


class TheoremView(QObject):
    """A page and a switch; `changed` comes when the page is turned, or the switch."""

    changed = Signal()
    page = TheoryPage.PICTURE
    units = RAW

    @property
    def normalised(self) -> bool:
        """True if lengths are measured in R."""
        return self.units is NORMALISED

    def turn_to(self, page: TheoryPage) -> None:
        if page is not self.page:
            self.page = page
            self.changed.emit()

    def set_normalised(self, on: bool) -> None:
        if on != self.normalised:
            self.units = NORMALISED if on else RAW
            self.changed.emit()

    def saved(self) -> dict[str, Any]:
        """Return both as plain JSON values; `proof` is for versions that know only two pages."""
        return {"page": str(self.page), "proof": self.page is TheoryPage.PROOF, "normalised": self.normalised}

    def restore(self, value: Any) -> None:
        """Set the values of `saved`. Raise TypeError, LookupError or ValueError for anything else, and change nothing.

        Sessions from the time of two pages hold only whether the page was the proof.
        """
        normalised = read({"normalised": bool}, value)["normalised"]
        if "page" in value:
            page = TheoryPage(value["page"])
        else:
            page = TheoryPage.PROOF if read(bool, value["proof"]) else TheoryPage.NUMBERS
        self.turn_to(page)
        self.set_normalised(normalised)


class HeldOutSlot:
    """The file of examples held out, or none. It goes with the document, and when features or classes are others."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self.file: HeldOutFile | None = None
        document.opened.connect(lambda: self.put(None))
        document.dataset_changed.connect(lambda _dataset: self.put(self.file))

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
