"""The theory panel: why the run must stop, on one page, and the proof."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QGuiApplication, QHideEvent, QShowEvent
from PySide6.QtWidgets import QToolButton, QWidget

from core.analysis.cycles import CycleDetector, can_cycle
from core.datasets.dataset import FloatArray
from core.explain import STYLES
from core.plots.theorem import RunSnapshot
from core.record.history import History, State
from core.run import Run
from core.theory.bounds import tilted
from core.theory.margin.margin import in_units
from core.theory.margin.units import NORMALISED
from core.theory.proof import UPDATE, proof_of
from core.theory.theorem import Curves
from perceptron_gui.look.layouts import ScrollPanel, in_row
from perceptron_gui.look.menus import copy_menu
from perceptron_gui.look.size import TITLE
from perceptron_gui.look.text.small_widgets import LINKS, label_of, quiet_button, tool_button
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.player import Player
from perceptron_gui.model.pointing.drawn_line import TriedSeparator
from perceptron_gui.model.theorem_view import TheoremView, TheoryPage, link_to
from perceptron_gui.model.threads.sampler import Sampler
from perceptron_gui.model.threads.single_shot import single_shot
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.theory.facts import Headline
from perceptron_gui.panels.theory.lettered import point_at
from perceptron_gui.panels.theory.own_separator import OwnSeparatorBar
from perceptron_gui.panels.theory.page import TheoremPage
from perceptron_gui.panels.theory.proof import ProofPage

if TYPE_CHECKING:
    from perceptron_gui.model.pointing.highlight import Kind
    from perceptron_gui.panels.theory.more_numbers import MoreNumbers
    from perceptron_gui.panels.theory.plain_page import PlainPage

_WHOLE = 300.0
"""Pixels for a drag through a long run, or from γ = 0 to that of ŵ*."""


class Scrub:
    """The effect of dragging a number of the proof: k moves the playhead, γ tilts a separator of one's own.

    There is one drag at a time, from the value at its beginning.
    """

    def __init__(self, player: Player, own_separator: TriedSeparator) -> None:
        self._player = player
        self._own_separator = own_separator
        self._moves = ""
        self._update = 0
        self._gamma = 0.0
        self._away: FloatArray | None = None

    def seize(self, moves: str) -> None:
        """Begin a drag of the number that `moves` this."""
        run, state = self._player.visible.run, self._player.state
        if run is None or state is None:
            return
        self._moves, self._update = moves, state.update
        judged = self._own_separator.judged(run)
        self._away = self._own_separator.weights_in(run)
        self._gamma = judged.gamma if judged is not None and judged.separates else run.margin.gamma or 0.0
        self._player.pause()

    def drag(self, pixels: float) -> None:
        """Follow the mouse, which is this many pixels to the right of the beginning of the drag."""
        run = self._player.visible.run
        if run is None:
            return
        if self._moves == UPDATE:
            step = max(run.updates / _WHOLE, 1 / 6)
            self._player.visit_update(max(self._update + round(pixels * step), 0))
        elif best := run.margin.gamma:
            # A margin below a thousandth of that of ŵ* looks like 0 on the way.
            wanted = min(max(self._gamma + best * pixels / _WHOLE, 1e-3 * best), best)
            made = tilted(run.dataset, run.margin, self._away, wanted)
            if made is not None:
                self._own_separator.put([*made[0].tolist(), made[1]])


class Head(QWidget):
    """The headline, or on the proof the way back, and a menu; `copy_asked` carries the name of a style of `STYLES`."""

    copy_asked = Signal(str)

    def __init__(self, theorem_view: TheoremView, theme: ThemeModel) -> None:
        super().__init__()
        self._theorem_view = theorem_view
        self.headline = Headline(theme)
        place = self.headline.sizePolicy()
        place.setRetainSizeWhenHidden(True)
        self.headline.setSizePolicy(place)
        self.back = quiet_button("Back", "Back to floor and ceiling")
        self.options = tool_button("…", "Units, and copies of the proof", rung=TITLE)
        self.options.setProperty("quiet", True)
        self.options.setAccessibleName("Options of the theory")
        self.options.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = copy_menu(self, self.copy_asked.emit)
        self.copies = menu.actions()
        self.units = QAction("Normalised Units (w/R)", menu, checkable=True)
        self.units.setToolTip(NORMALISED.meaning)
        menu.insertAction(self.copies[0], self.units)
        self.options.setMenu(menu)
        self.setLayout(in_row(self.back, (self.headline, 1), self.options, margins=(0, 0, 0, 0), spacing=8))
        self.back.clicked.connect(lambda: theorem_view.turn_to(TheoryPage.PICTURE))
        self.units.toggled.connect(theorem_view.set_normalised)
        theorem_view.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        alone, proof = self._theorem_view.alone, self._theorem_view.page is TheoryPage.PROOF
        self.units.setChecked(self._theorem_view.normalised)
        self.headline.setHidden(proof)
        self.back.setVisible(proof and not alone)
        self.options.setVisible(proof or not alone)
        self.units.setVisible(not alone)


class TheoryPanel(ScrollPanel):
    """A panel that follows the player while it is visible; `highlight` gets the thing that is pointed at."""

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__("Theory", 2, 4)
        self._player = player = workspace.player
        self._theme = theme
        self._highlight, self._visible = workspace.highlight, workspace.visible
        self._theorem_view, self._own_separator = workspace.theorem_view, workspace.own_separator
        self._curves: Curves | None = None
        self._cycles: CycleDetector | None = None
        self._sampler = Sampler(self)
        self._scrub = Scrub(player, self._own_separator)
        self._in_a_row = self._drawn = 0
        self._record: History | None = None
        self._calming = single_shot(self, 150, self._settle)
        self._unfolding = single_shot(self, 0, self._scroll_to_fold)
        self._growing = single_shot(self, 40, self._redraw)
        self._reading = single_shot(self, 10, self._read_on)
        self._searching = single_shot(self, 10, self._look_for_cycle)
        self.head = Head(self._theorem_view, theme)
        self.own = OwnSeparatorBar(player, self._own_separator, self._theorem_view, theme)
        self.picture = TheoremPage(player, self._highlight, self._visible, theme, self.head.headline)
        self.page = ProofPage(theme, self._highlight)
        self._numbers: MoreNumbers | None = None
        self._plain: PlainPage | None = None
        self._pages = workspace.pages
        self.veil = label_of(rich=True)
        why = "Numbers and proof are hidden while Hide the Future is on"
        self.veil.setText(f"{why}; the {link_to('Picture')} shows what is revealed.")
        self.veil.setTextInteractionFlags(LINKS)
        self.veil.linkActivated.connect(workspace.pages.wanted)
        for widget in (self.head, self.own, self.page):
            self.column.addWidget(widget)
        self.column.addWidget(self.picture, 1)
        self.column.addWidget(self.veil)
        self.column.addStretch()
        self._turn()
        self._connect()
        if player.visible.run is not None:
            self._take_run()

    @property
    def numbers(self) -> MoreNumbers:
        """The numbers below the page, made when they are first shown."""
        if self._numbers is None:
            from perceptron_gui.panels.theory.more_numbers import MoreNumbers

            self._numbers = page = MoreNumbers(self._player, self._highlight, self._theme)
            page.hide()
            for table in (page.table, page.own_table):
                table.pointed.connect(self._point_at)
            if (run := self._run) is not None:
                page.note.show_run(run)
            self.column.insertWidget(self.column.indexOf(self.veil), page)
        return self._numbers

    @property
    def plain(self) -> PlainPage:
        """The page for a newcomer, made when it is first shown."""
        if self._plain is None:
            from perceptron_gui.panels.theory.plain_page import PlainPage

            self._plain = PlainPage(self._pages, self._theme)
            self.column.insertWidget(0, self._plain)
        return self._plain

    def copied(self, style: str) -> str:
        """Return the proof at the playhead in one of the styles of core/explain; empty if the proof is hidden."""
        seen, state = self._seen(), self._player.state
        if seen is None or state is None or self._veiled:
            return ""
        proof = proof_of(seen.facts(state, self.own.margin(seen.run), with_gap=True))
        return STYLES[style].page(f"{proof.title} (k = {state.update:,})", proof.paragraphs)

    def ready(self) -> bool:
        """Wait for the background work, which the event loop then shows; return True."""
        self._settle()
        if (seen := self._seen()) is not None:
            seen.known.extend(seen.run.history)
        self._sampler.finish()
        self._redraw()
        return True

    def _connect(self) -> None:
        self.picture.more.clicked.connect(self._fold)
        self.picture.proof.clicked.connect(lambda: self._theorem_view.turn_to(TheoryPage.PROOF))
        self.picture.table.pointed.connect(self._point_at)
        for page in (self.page, self.picture.words):
            page.pointed.connect(self._point_at)
            page.seized.connect(self._scrub.seize)
            page.dragged.connect(self._scrub.drag)
        self.head.copy_asked.connect(lambda style: QGuiApplication.clipboard().setText(self.copied(style)))
        self._theorem_view.changed.connect(self._retell)
        self._own_separator.changed.connect(self._show_own)
        self._visible.changed.connect(self._retell)
        self._sampler.changed.connect(self._redraw)
        self._player.run_changed.connect(self._take_run)
        self._player.record_grew.connect(self._growing.soon)
        self._player.shown.connect(self._show_state)

    def _point_at(self, kind: Kind | None) -> None:
        point_at(self._highlight, kind, self._run)

    def _fold(self) -> None:
        """Fold the other numbers out or away."""
        unfolded = self._theorem_view.page is TheoryPage.NUMBERS
        self._theorem_view.turn_to(TheoryPage.PICTURE if unfolded else TheoryPage.NUMBERS)
        self._unfolding.start()

    def _scroll_to_fold(self) -> None:
        """Bring what was folded out into view, once it has its place."""
        if self._unfolded:
            self.verticalScrollBar().setValue(self.picture.y() + self.picture.more.y())

    def _turn(self) -> None:
        shown, newcomer = self._theorem_view.page, self._visible.newcomer
        veiled = self._veiled and not newcomer
        unfolded = shown is TheoryPage.NUMBERS and not newcomer
        if newcomer or self._plain is not None:
            self.plain.setVisible(newcomer)
        self.head.setHidden(newcomer)
        self.picture.setHidden(newcomer or shown is TheoryPage.PROOF)
        self.picture.unfold(unfolded, alone=self._theorem_view.alone)
        self.page.setVisible(shown is TheoryPage.PROOF and not veiled and not newcomer)
        if self._numbers is not None or (unfolded and not veiled):
            self.numbers.setVisible(unfolded and not veiled)
        self.veil.setVisible(veiled)
        for copy in self.head.copies:
            copy.setEnabled(not veiled)

    @property
    def _veiled(self) -> bool:
        """True if what is chosen is hidden. The page itself is not: it hides single numbers."""
        secrets = "star", "floor", "ceiling", "bound", "separable"
        return self._theorem_view.page is not TheoryPage.PICTURE and not all(map(self._visible.shows, secrets))

    @property
    def _unfolded(self) -> bool:
        return self._theorem_view.page is TheoryPage.NUMBERS and not self._veiled

    @property
    def _run(self) -> Run | None:
        return self._visible.run_for("curves")

    def _begin_curves(self) -> None:
        margin = self._visible.margin
        self._curves = None if margin is None else Curves(in_units(margin, self._theorem_view.units))

    def _retell(self) -> None:
        self.picture.rest()
        self._turn()
        self._begin_curves()
        self._redraw()

    def _show_own(self) -> None:
        if self.isVisible():
            self.own.refresh()
            if self._player.state is not None:
                self._show_state(self._player.state)

    def _take_run(self) -> None:
        run = self._run
        if run is None:
            return
        if run.history is not self._record:  # Otherwise more is known of the same run.
            self._in_a_row = self._in_a_row + 1 if self._calming.isActive() else 0
            self._record = run.history
        self._calming.start()
        if self._in_a_row:
            self.picture.begin()
        self._begin_curves()
        self._cycles = CycleDetector(run.dataset.n) if can_cycle(run) else None
        if self._hurried:
            self._sampler.follow(None)
        else:
            self._take_up(run)

    def _take_up(self, run: Run) -> None:
        if self._numbers is not None:
            self._numbers.note.show_run(run)
        if self.isVisible():
            self._sample(run)
        self._redraw()

    def _sample(self, run: Run) -> None:
        """Sample the run if there is a plot of mistakes, losses or cost."""
        margin = self._visible.margin
        needed = run.dataset.n and margin is not None and not (margin.theorem and margin.separable)
        self._sampler.follow(run if needed else None)

    @property
    def _hurried(self) -> bool:
        """True if one run follows another, as while a point is dragged: a frame has time for one part of the panel."""
        return self._in_a_row >= 2

    def _settle(self) -> None:
        """Show all of the displayed run, because no other follows."""
        hurried, self._in_a_row = self._hurried, 0
        if hurried and (run := self._run) is not None:
            self._take_up(run)

    def _seen(self) -> RunSnapshot | None:
        run, curves = self._run, self._curves
        return None if run is None or curves is None else RunSnapshot(run, curves, self._sampler.samples)

    def _redraw(self) -> None:
        seen = self._seen()
        if seen is None or self._hurried or not self.isVisible():
            return
        self._sampler.grow()
        self._look_for_cycle()
        self.own.refresh()
        if self._visible.newcomer:
            pass  # Its numbers are those of the state, which come below.
        elif self._theorem_view.page is not TheoryPage.PROOF:
            self.picture.draw(seen, self.own.margin(seen.run))
            if self._unfolded:
                self.numbers.draw(seen)
        if self._player.state is not None:
            self._show_state(self._player.state)
        self._drawn = seen.known.covered
        if 0 < self._drawn < seen.run.updates:
            self._reading.start()

    def _read_on(self) -> None:
        """Read another part of a long record, and draw it if that makes a difference."""
        seen = self._seen()
        if seen is None or not self.isVisible():
            return
        if seen.curves.covered >= min(1.25 * self._drawn, seen.run.updates):
            self._redraw()
        else:
            self._reading.start()

    def _look_for_cycle(self) -> None:
        """Search a part of the record for a cycle, for the page of numbers; nothing else is drawn again."""
        run, cycles, page = self._run, self._cycles, self._numbers
        if run is None or cycles is None or page is None or not self.isVisible():
            return
        if (found := cycles.extend(run.history, 1)) is not None:  # One block takes a millisecond.
            page.note.show_run(run, found.sentence)
            self._cycles = None
        elif cycles.is_behind(run.history):
            self._searching.start()

    def _show_state(self, state: State) -> None:
        seen = self._seen()
        if seen is None or not self.isVisible():
            return
        if self._visible.newcomer:
            facts = self._visible.describe(seen.facts(state))
            self.plain.show_moment(seen.run, facts, at_end=self._player.at_end)
            return
        own = self.own.margin(seen.run)
        if self._theorem_view.page is TheoryPage.PROOF:
            self.page.show_proof(proof_of(seen.facts(state, own, with_gap=True)), own or seen.run.margin)
            return
        for page in (self.picture, self.numbers) if self._unfolded else (self.picture,):
            show = page.show_part if self._hurried else page.show_state
            show(seen, state, own)

    def hideEvent(self, event: QHideEvent) -> None:
        for waiting in (self._growing, self._reading, self._searching):
            waiting.stop()
        self._sampler.shut_down()

    def showEvent(self, event: QShowEvent) -> None:
        if (run := self._run) is not None:
            self._sample(run)
        self._redraw()
