"""The step panel: the present step as pseudo-code and in numbers on two sheets, and the table of all steps."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from math import ceil, inf
from typing import Any, ClassVar, NamedTuple

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QFontMetricsF, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QSplitter, QWidget

from core.analysis.held_out_errors import snapshot
from core.analysis.updates import FINDS, Asked
from core.explain import Telling, explain, tell
from core.record.history import State
from core.run import Run
from core.theory.margin.margin import Margin
from perceptron_gui.look.layouts import in_column, in_row, keep_bar
from perceptron_gui.look.size import BODY, CARD_EDGE, SMALL, dress, follow_scale, pixels, sized
from perceptron_gui.look.text.rich_text import JOINED, NO_BREAK, Paragraph, RichText, Words, tied
from perceptron_gui.look.text.small_widgets import (
    ActionButton,
    WrappedLabel,
    allow,
    copy_menu,
    name_for,
    offer_menu,
    push_button,
    tool_button,
)
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.player import Granularity
from perceptron_gui.model.saved_setting import a_count, read
from perceptron_gui.model.threads.worker import Worker, once
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.following import FollowingPanel
from perceptron_gui.panels.step.table import AS_MADE, RANKED_BY, ListingOrder, StepsTable

_RELATION = re.compile(r" ([=≈←≤<>≥]) ")
_OPERATOR = re.compile(r" ([=≈←≤<>≥+−]) ")
_LEFT_SIDE = re.compile(r"`([^`=≈←≤<>≥]{1,8}) ([=≈←≤<>≥] .*)", re.DOTALL)
_SHORT = 30
"""Letters. A shorter formula beside another one is not broken."""
_GAP, _MARGIN, _ABOVE, _INDENT, _HANG = 8.0, 2.0, 4.0, 14.0, 18.0
"""The distances in pixels."""
_MARK = "▶"
"""The mark before a line that is lit."""
_MOST_VALUES, _MOST_UPDATES = 2_000, 100_000
"""The most numbers, and the most updates, whose fractions take no longer than a frame."""
_KEYS = {"example": "Ctrl+F", "epoch": "Ctrl+Shift+G", "survivor": "Ctrl+J"}


class TypesetEntry(NamedTuple):
    """A line: `text` with its formulas in backticks, and the words `before` it; None if it has the whole width.

    `indent` is counted in steps; `lit` marks what was just done.
    """

    text: str
    before: str | None = None
    indent: int = 0
    lit: bool = False


def entries_of_numbers(numbers: Iterable[str]) -> tuple[TypesetEntry, ...]:
    """Return equations with their left sides in a separate column, and sentences."""
    found = ((line, _LEFT_SIDE.fullmatch(line)) for line in numbers)
    return tuple(TypesetEntry(line) if side is None else TypesetEntry(f"`{side[2]}", side[1]) for line, side in found)


class TypesetSheet(RichText):
    """The sheet of entries. If they are `marked`, at least one can be lit, and the first of these stays in view."""

    def __init__(self, theme: ThemeModel, name: str, margin: Callable[[], Margin | None], *, marked: bool) -> None:
        super().__init__(theme, name, margin)
        self._marked = marked
        self.entries: tuple[TypesetEntry, ...] = ()
        self.setProperty("card", True)
        self.document().setDocumentMargin(_ABOVE)
        # The sheet is scrolled on a plain ground, which Qt can then move instead of painting again.
        self.viewport().setAutoFillBackground(True)
        keep_bar(self)  # Another width would break the lines elsewhere.
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        follow_scale(self, self._arrange)

    @property
    def whole_height(self) -> int:
        """The height of the whole text at the present width and of the edges of the card, in pixels."""
        return ceil(self.document().size().height()) + pixels(2 * CARD_EDGE)

    def set_entries(self, entries: tuple[TypesetEntry, ...]) -> None:
        if entries != self.entries:
            self.entries = entries
            self._arrange()

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 3 * self.fontMetrics().height())

    def fit(self) -> None:
        """Keep the lit entries in view."""
        bar, lit = self.verticalScrollBar(), [place for place, paragraph in enumerate(self._shown) if paragraph.now]
        if lit:
            first, last = (self.box_of(self.document().findBlockByNumber(place)) for place in (lit[0], lit[-1]))
            top, below = bar.value() + first.top() - _ABOVE / 2, last.bottom() + 1.5 * _ABOVE
            bar.setValue(round(min(bar.value() + max(below - self.viewport().height(), 0.0), top)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        metrics = QFontMetricsF(self.font())
        before = max((metrics.horizontalAdvance(entry.before or "") for entry in self.entries), default=0.0)
        before += metrics.horizontalAdvance(f"{_MARK} ") if self._marked else 0.0
        self.write([line for entry in self.entries for line in self._paragraphs(entry, before, metrics)])

    def _paragraphs(self, entry: TypesetEntry, before: float, metrics: QFontMetricsF) -> Iterator[Paragraph]:
        """Yield the lines of an entry, with each relation on its own line if they do not fit on one."""
        left = 0.0 if entry.before is None else before + _GAP + entry.indent * _INDENT
        free = self.viewport().width() - left - 2 * (_ABOVE + _MARGIN)
        apart = entry.before is not None and metrics.horizontalAdvance(entry.text.replace("`", "")) > free
        for place, words in enumerate(_lines_of(entry.text, apart=apart)):
            headed = not place and entry.before is not None
            if headed:
                mark = Words(_MARK if entry.lit else "", "now_text")
                words[:0] = mark, Words(f"\t{entry.before}\t", "secondary" if self._marked else "ink")
            yield Paragraph(
                tuple(words),
                above=0.0 if place else _ABOVE,
                left=_MARGIN + left + _HANG,
                right=_MARGIN,
                first=-_HANG - (left if headed else 0.0),
                tabs=(before, left) if headed else None,
                ruled=not (self._marked or place) and entry is not self.entries[0],
                now=entry.lit,
            )


def _lines_of(text: str, *, apart: bool) -> list[list[Words]]:
    """Return `text` without backticks, on several lines if relations stand `apart`; words are paler than formulas."""
    lines: list[list[Words]] = [[]]
    for place, piece in enumerate(text.split("`")):
        first = place == 1 and text.startswith("`")
        set_piece = _set_formula(piece, first=first, apart=apart) if place % 2 else piece
        for line, part in enumerate(set_piece.split("\n")):
            if line:
                lines.append([])
            if part:
                lines[-1].append(Words(part, "ink" if place % 2 else "secondary"))
    return lines


def _set_formula(formula: str, *, first: bool, apart: bool) -> str:
    """Return a formula that breaks only before its operators; relations `apart` begin lines."""
    if not first and len(formula) <= _SHORT:
        return tied(formula)
    formula = formula.replace("/", f"/{JOINED}")
    if first and apart:
        formula = _RELATION.sub(lambda found: f"\n{found[1]}{NO_BREAK}", formula)
    formula = _OPERATOR.sub(lambda found: f" {found[1]}{NO_BREAK}", formula)
    return f"{formula[0]}{NO_BREAK}{formula[2:]}" if _OPERATOR.match(f" {formula[:2]}") else formula


def _heights(value: Any) -> list[int] | None:
    """Return the heights of the three panes; None if they are shared out."""
    if value is None:
        return None
    code, numbers, table = (a_count(height, 0, 100_000) for height in read(list, value))
    return [code, numbers, table]


class StepPanel(FollowingPanel):
    """The step and its table; the keys work wherever the focus is, while the panel is visible."""

    secret = "rows"
    keeps: ClassVar[dict[str, Any]] = {"fractions": bool, "ranking": str, "descending": bool, "panes": _heights}

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__("Step", workspace, 4)
        self._found = ""
        self._state: State | None = None
        self._telling: Telling | None = None
        """the words of the step, in decimals until its fractions are computed"""
        self._worker = Worker(self)
        self._worker.answered.connect(self._tell_again)
        self._order = ListingOrder(self.player, self)
        self.workers = [self._worker, self._order.worker]
        self.title = WrappedLabel(2, rung=BODY, bold=True)
        tip = "The numbers of this step as exact fractions of the decimals of the data"
        self.fractions = tool_button("Fractions", tip, toggles=True)
        self.copy = push_button("Copy", "Copy this step")
        self.copy.setMenu(copy_menu(self.copy, self.copied))
        self.code = TypesetSheet(theme, "Pseudo-code", workspace.margin, marked=True)
        self.numbers = TypesetSheet(theme, "The step in numbers", workspace.margin, marked=False)
        self.finds = {name: self._find_action(name) for name in FINDS}
        self.said = WrappedLabel(2)
        self.table = StepsTable(theme)
        self.panes = QSplitter(Qt.Orientation.Vertical)
        self._shared = 0, 0, 0
        self._panes: list[int] | None = None
        self._lay_out()
        self._connect()

    def copied(self, style: str) -> str:
        """Return the present step in one of the styles of core/explain; empty if there is none."""
        run, state = self.player.visible.run, self.player.told
        return "" if run is None or state is None else explain(run, state, style, self.fractions.isChecked())

    def saved(self) -> dict[str, Any]:
        order = self._order
        kept = self.fractions.isChecked(), order.ranking or AS_MADE, order.descending, self._panes
        return dict(zip(self.keeps, kept, strict=True))

    def restore(self, value: Any) -> None:
        kept = read(self.keeps, {"panes": None, **value})
        self._order.put(kept["ranking"], descending=kept["descending"])
        self.fractions.setChecked(kept["fractions"])
        self._panes, self._shared = kept["panes"], (0, 0, 0)
        if (run := self.run) is not None:
            self._order.refresh(run)
            self._share_room()

    def _lay_out(self) -> None:
        lower, buttons = QWidget(), [ActionButton(action) for action in self.finds.values()]
        for button in buttons:
            dress(button, SMALL)
        row = in_row(name_for("Find next", buttons[0]), *buttons, 0, margins=(0, 2, 0, 0))
        lower.setLayout(in_column(row, self.said, (self.table, 1), margins=(0, 0, 0, 0), spacing=2))
        sized(self.table, QWidget.setMinimumHeight, 76)  # Four rows.
        for pane in (self.code, self.numbers, lower):
            self.panes.addWidget(pane)
        self.panes.setChildrenCollapsible(False)
        self.panes.setProperty("apart", True)
        self.column.addLayout(in_row((self.title, 1), self.fractions, self.copy))
        self.column.addWidget(self.panes, 1)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Its sheets and its table take the focus.

    def _find_action(self, name: str) -> QAction:
        found = FINDS[name]
        action = QAction(found.title, self, shortcut=QKeySequence(_KEYS[name]))
        allow(action, found.meaning)
        action.triggered.connect(partial(self.look_for, name))
        self.addAction(action)  # The key is dead while the panel is hidden.
        return action

    def _connect(self) -> None:
        player = self.player
        player.rested.connect(self._on_rested)
        player.granularity_changed.connect(self._list_others)
        self.panes.splitterMoved.connect(lambda: setattr(self, "_panes", self.panes.sizes()))
        self._order.changed.connect(self._relist)
        self.fractions.toggled.connect(lambda _on: self._tell_again(None))
        self.table.chosen.connect(lambda row: player.go_to_example(self.table.steps.rows(row, row)[0].example))
        self.table.horizontalHeader().sectionClicked.connect(self._sort)
        for sheet in (self.code, self.numbers):
            offer_menu(sheet, lambda _at: copy_menu(self, self.copied))
        offer_menu(self.table, lambda at: self.menu_at(self.table.rowAt(at.y())))

    def take_run(self, run: Run) -> None:
        self._found = ""
        for name, action in self.finds.items():
            allow(action, FINDS[name].meaning, FINDS[name].idle(run))
        self._order.refresh(run)

    def show_state(self, run: Run, state: State) -> None:
        self._found = ""
        self._show_step(run, state)
        self.grow(run)
        self._mark(run)

    def _show_step(self, run: Run, state: State) -> None:
        if state is not self._state or self._telling is None:
            self._worker.cancel()
            long = run.dataset.X.size > _MOST_VALUES or state.update > _MOST_UPDATES
            later = self.fractions.isChecked() and long and state.example > 0
            self._state, self._telling = state, tell(run, state, self.fractions.isChecked() and not later)
            if later:
                numbers = *self._telling.numbers, "Computing the fractions; these are decimals."
                known, self._telling = snapshot(run), replace(self._telling, numbers=numbers)
                self._worker.ask(once(lambda _overtaken: tell(known, state, fractions=True)))
        moment = re.sub("(?<!,) ", NO_BREAK, self._telling.moment)  # The line is broken only after a comma.
        self.title.setText(f"{moment[0].upper()}{moment[1:]}")
        code = enumerate(self._telling.code, 1)
        self.code.set_entries(tuple(TypesetEntry(line.text, str(n), line.indent, line.current) for n, line in code))
        self.numbers.set_entries(entries_of_numbers(self._telling.numbers))
        self._share_room()

    def _tell_again(self, telling: Telling | None) -> None:
        """Show the same step in these words; None: in those that are asked for now."""
        self._telling = telling
        if (run := self.run) is not None and self._state is not None:
            self._show_step(run, self._state)

    def _relist(self) -> None:
        if (run := self.run) is None:
            return
        self.table.show_listing(run, self._order.listing(run))
        rankings, titles = [RANKED_BY.get(title) for title in self.table.steps.titles], self.table.horizontalHeader()
        is_sorted = self._order.ranking in rankings
        titles.setSortIndicatorShown(is_sorted)
        if is_sorted:
            way = Qt.SortOrder.DescendingOrder if self._order.descending else Qt.SortOrder.AscendingOrder
            titles.setSortIndicator(rankings.index(self._order.ranking), way)
        self._mark(run)
        self._say(run)

    def _list_others(self) -> None:
        self._found = ""
        self._relist()

    def _mark(self, run: Run) -> None:
        state, listing = self.player.told, self.table.steps.listing
        if state is not None:
            row = listing.row_of(state.update, state.example, moved=state.moved)
            made = run.history.example_of(state.update)
            self.table.mark(row, listing.row_of(state.update, made, moved=True) if made else 0)

    def _say(self, run: Run) -> None:
        self.said.setText(self._found or self._order.words(run))

    def grow(self, run: Run) -> None:
        self._order.follow(run)
        if self._order.listing(run) != self.table.steps.listing:
            self._relist()
        self._say(run)

    def _on_rested(self) -> None:
        if (run := self.run) is not None:
            self._order.follow(run, inf)
            self.grow_soon()

    def _sort(self, column: int) -> None:
        ranking, run = RANKED_BY.get(self.table.steps.titles[column]), self.run
        if ranking is not None and run is not None:
            self._found = ""
            self._order.sort(run, ranking)

    def look_for(self, name: str, row: int | None = None) -> None:
        """Go to the next match, forward from the playhead, and name it, or say that there is none.

        `row` of the data is the example that is asked about; None: the one selected, else the one at the playhead.
        """
        run, state = self.player.visible.run_for("rows"), self.player.state
        if run is None or state is None:
            return
        if row is None:
            selected = self.workspace.selection.indices
            row = selected[0] if len(selected) == 1 else state.index if state.example else None
        found = FINDS[name].look(Asked(run, state, row, self.player.granularity is Granularity.EXAMPLE))
        if found.example is not None:
            self.player.go_to_example(found.example)
        self._found = found.sentence
        self._say(run)

    def menu_at(self, place: int) -> QMenu:
        """Return the searches that start at a row of the table; −1: beside the rows."""
        menu = QMenu(self.table)
        if place >= 0:
            row = self.table.steps.rows(place, place)[0].index
            action = menu.addAction(f"Next Update on Example {row + 1:,}")
            action.triggered.connect(lambda _checked: self.look_for("example", row))
            menu.addSeparator()
        menu.addActions(list(self.finds.values()))
        return menu

    def _share_room(self) -> None:
        """Give the code at most what it needs, the numbers that up to half the height, and the table the rest.

        The numbers keep the space that they needed before, so that nothing jumps from step to step; a size that a
        person dragged stays. The height is that in view: the panes themselves grow with what the numbers are given.
        """
        in_view = self.viewport().height() - self.column.contentsMargins().bottom()
        whole, before = in_view - self.panes.y(), self._shared
        code = max(self.code.whole_height, self.code.minimumSizeHint().height())
        numbers = max(min(self.numbers.whole_height, whole // 2), before[1] if before[::2] == (code, whole) else 0)
        if (code, numbers, whole) != before:
            self._shared = code, numbers, whole
            self.code.setMaximumHeight(code)
            self.numbers.setMinimumHeight(numbers)
            table = max(whole - 2 * self.panes.handleWidth() - code - numbers, 0)
            self.panes.setSizes(self._panes or [code, numbers, table])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_room()

    def rest(self) -> None:
        if self._worker.busy:
            self._telling = None  # The fractions are computed when the panel is shown again.
