"""The theory panel: why the run must stop, on one page, and the proof."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QSize, QTimer
from PySide6.QtGui import QAction, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from core.explain import STYLES
from core.numbers.numerals import at_most, counted, plural
from core.plots.theorem import RunSnapshot
from core.record.history import History, State
from core.run import Run
from core.theory.bounds import own_words, theorem_of_own
from core.theory.margin.margin import Margin, in_units
from core.theory.margin.units import NORMALISED
from core.theory.proof import proof_of
from core.theory.quantities import explained
from core.theory.theorem import Curves, TheoremFacts
from perceptron_gui.look.layouts import in_row
from perceptron_gui.look.motion import fade_in
from perceptron_gui.look.plots.axes import write_line
from perceptron_gui.look.size import NUMBER, TITLE, letters
from perceptron_gui.look.text.sentences import unbroken
from perceptron_gui.look.text.small_widgets import LINKS, TextLine, copy_menu, label_of, quiet_button, tool_button
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.threads.runner import Sampler
from perceptron_gui.model.workspace import TheoremView, TheoryPage, Workspace, link_to
from perceptron_gui.panels.following import FollowingPanel
from perceptron_gui.panels.theory.page import PlainPage, TheoremPage
from perceptron_gui.panels.theory.proof import ProofPage

if TYPE_CHECKING:
    from perceptron_gui.panels.theory.more_numbers import MoreNumbers


class TheoryPanel(FollowingPanel):
    """The page, the numbers below it or the proof: only what is in view is computed."""

    secret = "curves"
    growth_ms = 40  # While runs follow one another, this is also the time from a drawing to the next.

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__("Theory", workspace, 2, 4)
        self._theme, self._visible, self._theorem_view = theme, workspace.visible, workspace.theorem_view
        self._seen: RunSnapshot | None = None
        self._record: History | None = None
        self._drawn = 0
        self._overtaken = False
        """True while another run waits for its turn to be drawn"""
        self._veiled = self._unfolded = self._plain = False
        """True if what is chosen is hidden (the page itself only hides single numbers), if the numbers show, and if
        the page of a newcomer does, who may turn to the proof after its pictures"""
        self._sampler = Sampler(self)
        self.workers = [self._sampler]
        self._reading = self.later(10, self._read_on)
        self.head = Head(self._theorem_view, theme, self.copied)
        self.own = OwnSeparatorBar(workspace, theme)
        self.picture = TheoremPage(workspace, theme)
        self.page = ProofPage(workspace, theme)
        self._numbers: MoreNumbers | None = None
        why = "Numbers and proof are hidden while Hide the Future is on"
        self.veil = label_of(f"{why}; the {link_to('Picture')} shows what is revealed.", rich=True)
        self.veil.setTextInteractionFlags(LINKS)
        self.plain = PlainPage(workspace, theme)
        for widget in (self.plain, self.head, self.own, self.page):
            self.column.addWidget(widget)
        self.column.addWidget(self.picture, 1)
        self.column.addWidget(self.veil)
        self.column.addStretch()
        self._turn()
        self._connect()

    @property
    def numbers(self) -> MoreNumbers:
        """The numbers below the page, made when they are first shown."""
        if self._numbers is None:
            # Most windows never show them, and the start need not wait for them.
            from perceptron_gui.panels.theory.more_numbers import MoreNumbers

            self._numbers = MoreNumbers(self.workspace, self._theme)
            self._numbers.hide()
            self.column.insertWidget(self.column.indexOf(self.veil), self._numbers)
        return self._numbers

    def copied(self, style: str) -> str:
        """Return the proof at the playhead in one of the styles of core/explain; empty if the proof is hidden."""
        seen, state = self._seen, self.player.told
        if seen is None or state is None or self._veiled:
            return ""
        proof = proof_of(seen.facts(state, self.own.margin, with_gap=True))
        return STYLES[style].write(f"{proof.title} (k = {state.update:,})", proof.paragraphs, ())

    def ready(self) -> bool:
        if self._overtaken and (run := self.run) is not None:
            self._begin(run)
        if self._seen is not None:
            self._seen.curves.extend(self._seen.run.history)
        super().ready()
        self._renew()
        return True

    def _connect(self) -> None:
        self.picture.more.clicked.connect(self._fold)
        self.picture.proof.clicked.connect(lambda: self._theorem_view.turn_to(TheoryPage.PROOF))
        self.veil.linkActivated.connect(self.workspace.pages.wanted)
        self._theorem_view.changed.connect(self._retell)
        self._visible.changed.connect(self._retell)
        self.workspace.own_separator.changed.connect(self._renew)
        self._sampler.changed.connect(self._renew)
        self.player.glide.changed.connect(self._show_glide)

    def _fold(self) -> None:
        """Fold the other numbers out and scroll to them once they have their place, or fold them away."""
        unfolds = self._theorem_view.page is not TheoryPage.NUMBERS
        self._theorem_view.turn_to(TheoryPage.NUMBERS if unfolds else TheoryPage.PICTURE)
        if self._unfolded:
            bar, page = self.verticalScrollBar(), self.picture
            QTimer.singleShot(0, self, lambda: bar.setValue(page.y() + page.more.y()))

    def _turn(self) -> None:
        page, view = self._theorem_view.page, self._visible.view
        proof, unfolds = page is TheoryPage.PROOF, page is TheoryPage.NUMBERS and not view.newcomer
        secrets = "star", "floor", "ceiling", "bound", "separable"
        self._veiled = page is not TheoryPage.PICTURE and not all(map(self._visible.shows, secrets))
        self._plain = plain = view.newcomer and (not proof or self._veiled)
        self._unfolded, veiled = unfolds and not self._veiled, self._veiled and not plain
        before = self.page.isHidden()
        self.plain.setVisible(plain)
        self.head.show_view(alone=view.one_page)
        self.head.setHidden(plain)
        self.picture.setHidden(plain or proof)
        self.picture.unfold(unfolds, alone=view.one_page)
        self.page.setVisible(proof and not self._veiled)
        if self._numbers is not None or self._unfolded:
            self.numbers.setVisible(self._unfolded)
        self.veil.setVisible(veiled)
        if self.page.isHidden() is not before:
            fade_in(self.viewport())
        for copy in self.head.copies:
            copy.setEnabled(not veiled)

    def _retell(self) -> None:
        self._turn()
        if (run := self.run) is not None:
            self._begin(run)
            self.refresh()

    def take_run(self, run: Run) -> None:
        """Take up another run, or the same with more numbers known; of many in a row one is drawn now and then."""
        record = None if self._visible.recorded is None else self._visible.recorded.history
        another, self._record = record is not self._record, record
        self._overtaken = self.growing.isActive() and (another or self._overtaken)
        if not self._overtaken:
            self._begin(run)
        self.grow_soon()

    def grow(self, run: Run) -> None:
        if self._overtaken:
            self._begin(run)
            self.grow_soon()
            self.refresh()
        else:
            self._renew()

    def _begin(self, run: Run) -> None:
        """Draw the run from scratch, in the present units; sample it if there is a plot of mistakes, losses or cost."""
        margin = self._visible.margin
        if margin is not None:
            self._overtaken = False
            told_without = not run.dataset.n or (margin.theorem and margin.separable)
            self._sampler.follow(None if told_without else run, bound_only=margin.theorem and not self._unfolded)
            self._draw(run, Curves(in_units(margin, self._theorem_view.units)))

    def _draw(self, run: Run, curves: Curves) -> None:
        self._sampler.grow()
        self._seen = RunSnapshot(run, curves, self._sampler.samples)
        self._seen.read_on()
        self._drawn = curves.covered
        self.own.refresh()
        self._reading.soon()

    def _renew(self) -> None:
        if (run := self.run) is not None and self._seen is not None and not self._overtaken:
            self._draw(run, self._seen.curves)
            self.refresh()

    def _read_on(self) -> None:
        if (seen := self._seen) is None:
            return
        seen.read_on()
        known, updates = seen.curves.covered, seen.run.updates
        more = self._unfolded and self.numbers.look_for_cycle(seen.run)
        if self._drawn < known and known >= min(1.25 * self._drawn, updates):
            self._renew()
        elif more or known < updates:
            self._reading.start()

    def _show_glide(self) -> None:
        """Show the lengths of the vector as it is drawn now, on its way; no digit is another."""
        glide = self.player.glide
        if not glide.moving or not self.isVisible() or self._overtaken:
            return
        if self._plain:
            self.plain.plot.show_glide(glide)
        elif self._theorem_view.page is not TheoryPage.PROOF:
            self.picture.show_glide(glide)

    def show_state(self, run: Run, state: State) -> None:
        if (seen := self._seen) is None or self._overtaken:
            return
        own = self.own.margin
        if self._plain:
            facts = self._visible.describe(seen.facts(state))
            self.plain.show_moment(seen, facts, at_end=self.player.told_end)
        elif self._theorem_view.page is TheoryPage.PROOF:
            self.page.show_proof(proof_of(seen.facts(state, own, with_gap=True)), own or seen.run.margin)
        else:
            facts = self.picture.show_moment(seen, state, own)
            if seen.run.stopped is not None or not self.growing.isActive():  # A drag shows no half run.
                self.head.headline.show_facts(facts, self._visible.totals)
            if self._unfolded:
                self.numbers.show_moment(seen, state, own)
        if self._plain or not self.picture.words.isHidden():
            for _ in range(3):  # The cards are in their places at once; else words are cut for some frames.
                QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)


class Head(QWidget):
    """The headline, or on the proof the way back, and a menu; `copied` returns the proof in a style of `STYLES`."""

    def __init__(self, theorem_view: TheoremView, theme: ThemeModel, copied: Callable[[str], str]) -> None:
        super().__init__()
        self._theorem_view = theorem_view
        self.headline = Headline(theme)
        self.back = quiet_button("Back", "Back to floor and ceiling")
        self.options = tool_button("…", "Units, and copies of the proof", rung=TITLE)
        self.options.setProperty("quiet", True)
        self.options.setAccessibleName("Options of the theory")
        self.options.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = copy_menu(self, copied)
        self.copies = menu.actions()
        self.units = QAction("Normalised Units (w/R)", menu, checkable=True, toolTip=NORMALISED.meaning)
        menu.insertAction(self.copies[0], self.units)
        self.options.setMenu(menu)
        self.setLayout(in_row(self.back, (self.headline, 1), self.options, margins=(0, 0, 0, 0), spacing=8))
        self.back.clicked.connect(lambda: theorem_view.turn_to(TheoryPage.PICTURE))
        self.units.toggled.connect(theorem_view.set_normalised)

    def show_view(self, *, alone: bool) -> None:
        proof = self._theorem_view.page is TheoryPage.PROOF
        self.units.setChecked(self._theorem_view.normalised)
        self.headline.setHidden(proof)
        self.back.setVisible(proof and not alone)
        self.options.setVisible(proof or not alone)
        self.units.setVisible(not alone)


class Headline(TextLine):
    """The headline, always one line. Large: k; smaller: the updates of the run; at the right: the bound."""

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__()
        self._theme = theme
        self._updates = self._of = self._bound = ""
        place = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        place.setRetainSizeWhenHidden(True)
        self.setSizePolicy(place)

    def show_facts(self, facts: TheoremFacts, totals: Run | None) -> None:
        """Show k, the updates of the run whose length is visible (None: hidden), and the bound if there is one."""
        update, margin = facts.state.update, facts.margin
        self._of = plural("update", update) if totals is None else f"of {counted(totals.updates, 'update')}"
        self._updates, self._bound = f"{update:,}", "" if facts.bound is None else f"at most {at_most(facts.bound)}"
        self.set_text(f"{self._updates} {self._of} {self._bound}".strip())
        root = f", {margin.notation.bound_meaning}" if margin.start else ""
        told = f"k ≤ {margin.notation.bound} {margin.bound_written}{root}, and k is a whole number"
        self.setToolTip("" if facts.bound is None else told)

    def sizeHint(self) -> QSize:
        return QSize(340, round(QFontMetricsF(letters(NUMBER, bold=True)).height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme.current
        with QPainter(self) as painter:
            fonts = letters(NUMBER, bold=True), letters(TITLE), letters(TITLE, bold=True)
            big, small, bold = map(QFontMetricsF, fonts)
            top, right = big.ascent() - small.ascent(), self.width() - bold.horizontalAdvance(self._bound)
            painter.setPen(theme.color("ink"))
            painter.setFont(fonts[0])
            write_line(painter, self._updates, 0.0, 0.0)
            painter.setFont(fonts[2])
            write_line(painter, self._bound, right, top)
            painter.setPen(theme.color("secondary"))
            painter.setFont(fonts[1])
            write_line(painter, self._of, big.horizontalAdvance(f"{self._updates} "), top, right - 8)


class OwnSeparatorBar(QWidget):
    """The theorem for the separator of one's own; the bar is hidden if there is none."""

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__()
        self._workspace, self._theme = workspace, theme
        self._theorem = lru_cache(1)(theorem_of_own)
        self.margin: Margin | None = None
        """the theorem for it over the run, raw; None if there is no line, or it does not separate"""
        self.told = label_of(rich=True)
        self.snap = tool_button("Snap to ŵ*", f"Put your line on the best line\n{explained('ŵ*')}")
        self.remove = tool_button("Remove", "Stop trying (Esc)")
        self.snap.clicked.connect(self._snap)
        self.remove.clicked.connect(workspace.own_separator.clear)
        self.setLayout(in_row((self.told, 1), self.snap, self.remove, margins=(0, 0, 0, 0), spacing=4))
        theme.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        run, self.margin = self._workspace.visible.run, None
        judged = self._workspace.own_separator.judged(run)
        self.setVisible(judged is not None)
        if run is None or judged is None:
            return
        self.margin = self._theorem(judged, run.margin)
        self.snap.setEnabled(run.margin.w_star is not None)
        units, bound = self._workspace.theorem_view.units, self._workspace.visible.shows("bound")
        words = unbroken(escape(own_words(judged, self.margin, run.margin, units, with_bound=bound)))
        self.told.setText(f'<b style="color:{self._theme.current.own}">Your line u:</b> {words}')

    def _snap(self) -> None:
        if (run := self._workspace.visible.run) is not None and run.margin.star is not None:
            self._workspace.own_separator.put(run.margin.star)
