"""Cards: what waits in the panel, the diagnosis of the data, and what is said over a corner of the canvas."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from operator import attrgetter

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QLabel, QToolButton, QWidget

from core.names import legible
from core.run import Run
from core.theory.diagnosis import diagnose
from core.theory.quantities import explained_prose
from perceptron_gui.look.layouts import Part, in_column, in_row, keep_apart
from perceptron_gui.look.plain import plain_label
from perceptron_gui.look.size import BODY, SMALL, TITLE, at_every_scale, dress, dye, pixels, polish, sized
from perceptron_gui.look.text.sentences import unbroken
from perceptron_gui.look.text.small_widgets import label_of, push_button
from perceptron_gui.look.theme import Theme, ThemeModel, icon
from perceptron_gui.model.threads.worker import single_shot


class Card(QFrame):
    """A title with a remark beside it, a sentence, what the task `needed` for it, and buttons.

    `go` is filled and `quiet` looks like words: each with its text and tooltip. The buttons `beside` stand between
    them. `closing` is the tooltip of the ✕; without one there is none. A card that lies `over` the canvas has its
    buttons at the right of the sentence.
    """

    def __init__(
        self,
        title: str,
        theme: ThemeModel,
        *needed: Part,
        go: tuple[str, str] = ("", ""),
        quiet: tuple[str, str] = ("", ""),
        beside: Sequence[QWidget] = (),
        closing: str = "",
        over: bool = False,
    ) -> None:
        super().__init__()
        self.setProperty("card", "over" if over else "panel")
        self.setAccessibleName(title)
        self.title, self.sentence = label_of(title, rung=TITLE, bold=True), label_of(rung=BODY)
        self.remark = label_of(role="secondary", wraps=False)
        self.go = push_button(*go, rung=BODY, look="primary")
        self.quiet = push_button(*quiet, rung=BODY, look="quiet")
        self.cross = QToolButton()
        self.cross.setAccessibleName("Close")
        self.cross.setToolTip(closing)
        for button, meant in ((self.go, go[0]), (self.quiet, quiet[0]), (self.cross, closing)):
            if not meant:
                button.hide()
        sized(self.cross, lambda each, side: each.setFixedSize(side, side), 28)
        theme.changed.connect(self._draw_cross)
        self._draw_cross(theme.current)
        margins = (16, 12, 12, 12)
        if over:
            words = in_column(self.title, self.sentence, spacing=4)
            self.setLayout(in_row((words, 1), self.quiet, self.go, self.cross, margins=margins, spacing=12))
        else:
            head = in_row((self.title, 1), self.remark, self.cross, spacing=8)
            self.buttons = in_row(self.go, *beside, 0, self.quiet, spacing=8)
            self.setLayout(in_column(head, self.sentence, *needed, self.buttons, margins=margins, spacing=8))

    def become_part(self) -> None:
        """Be a part of another card, without its own frame, head and way out."""
        self.setProperty("card", "part")
        for part in (self.title, self.remark, self.cross, self.quiet):
            part.hide()
        if (layout := self.layout()) is not None:
            keep_apart(layout, (0, 0, 0, 0), None)

    def _draw_cross(self, theme: Theme) -> None:
        self.cross.setIcon(icon("close", theme))


class Severity(StrEnum):
    """The severity; the value is the word that a screen reader says first."""

    NOTE = "note"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True)
class Offer:
    """An action that is offered to the user: the words of a button, and its effect."""

    text: str
    accept: Callable[[], object]


@dataclass(frozen=True, eq=False)
class _Message:
    severity: Severity
    sentence: str
    offer: Offer | None

    @property
    def rank(self) -> int:
        """The place among others: errors come first, then questions, then what only informs."""
        return 0 if self.severity is Severity.ERROR else 1 if self.offer is not None else 2

    @property
    def passes(self) -> bool:
        return self.rank == 2 and bool(self.sentence)


_NOTHING = _Message(Severity.NOTE, "", None)


class Notice(Card):
    """The card over the canvas that says one sentence. Esc or its ✕ closes it; then the next one that waits is shown.

    A sentence that only informs goes by itself after a while, and when there is a later one. With the next edit
    everything goes but errors.
    """

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__("Notice", theme, closing="Close this message (Esc)", over=True)
        dress(self.title, BODY, bold=True)
        self.go.setProperty("primary", False)  # Play is the filled button.
        self.sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._messages: list[_Message] = []
        """Those that are shown or wait, the one on display first."""
        self._new: list[_Message] = []
        """Those of the edit that is not over yet, which they may be about."""
        self.go.clicked.connect(self.accept)
        self.cross.clicked.connect(self.close_notice)
        self._escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self.close_notice)
        self._leaving = single_shot(self, 8000, self.close_notice)
        self._edited = single_shot(self, 0, self._new.clear)
        self._escape.setEnabled(False)
        self.hide()

    @property
    def _first(self) -> _Message:
        return self._messages[0] if self._messages else _NOTHING

    @property
    def text(self) -> str:
        return self._first.sentence

    @property
    def severity(self) -> Severity:
        return self._first.severity

    @property
    def informs(self) -> bool:
        """True while the sentence on display only informs, and so goes by itself."""
        return self._first.passes

    def show_notice(
        self, severity: Severity, sentence: str, offer: Offer | None = None, *, instead_of: str = ""
    ) -> None:
        """Show one sentence, in place of another that is no longer true; no name breaks its line or turns its way."""
        message = _Message(severity, legible(sentence), offer)
        replaced = message.sentence, legible(instead_of)
        stays = [each for each in self._messages if each in self._new or not (each.passes and message.passes)]
        kept = [each for each in stays if each.sentence not in replaced]
        self._new.append(message)
        self._edited.start()
        self._keep(sorted([message, *kept], key=attrgetter("rank")))

    def add(self, sentence: str) -> None:
        first, self._messages = self._first, self._messages[1:]
        before = f"{first.sentence.removesuffix('.')}. " if first.sentence else ""
        self.show_notice(first.severity, f"{before}{sentence}", first.offer)

    def close_notice(self) -> None:
        """Take the sentence away, and show the next one."""
        self._keep(self._messages[1:])

    def clear(self) -> None:
        """Take away all that was said, because it was about something else."""
        self._keep([])

    def pass_edit(self) -> None:
        """Take away what was said before an edit; an error stays until it is closed."""
        if self._messages:
            self._keep([each for each in self._messages if each.rank == 0 or each in self._new])

    def retract(self, sentence: str) -> None:
        """Take away `sentence`, because it is no longer true."""
        if self._messages:
            self._keep([each for each in self._messages if each.sentence != legible(sentence)])

    def accept(self) -> None:
        offer = self._first.offer
        self.close_notice()
        if offer is not None:
            offer.accept()

    def _keep(self, messages: list[_Message]) -> None:
        """Show the first of these, or nothing. Esc belongs to the card while it is there, else to the canvas."""
        before, self._messages = self._first, messages
        if (first := self._first) is before:
            return
        self._escape.setEnabled(bool(messages))
        self._leaving.stop()
        self.setVisible(bool(messages))
        if not messages:
            return
        self.title.setText(first.severity.capitalize())
        self.title.setVisible(first.severity is not Severity.NOTE)
        dye(self.title, "danger" if first.severity is Severity.ERROR else "")
        self.sentence.setText(first.sentence)
        self.go.setText(first.offer.text if first.offer else "")
        self.go.setVisible(first.offer is not None)
        self.setAccessibleName(f"{first.severity}: {first.sentence}")
        if first.passes:
            self._leaving.start()
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))


class DiagnosisNote(QFrame):
    """Shows a diagnosis: a `special` one in a card with its reason, any other as its headline alone."""

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__()
        self._theme = theme
        self.special = False
        """True if the diagnosis is in a card."""
        self._icon = QLabel(self)
        self.headline, self.detail = plain_label(), plain_label()
        for label in (self.headline, self.detail):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._layout = in_row(self._icon, (in_column(self.headline, self.detail, spacing=2), 1))
        self._layout.setAlignment(self._icon, Qt.AlignmentFlag.AlignTop)
        self.setLayout(self._layout)
        dress(self.detail)
        theme.changed.connect(self._restyle)
        at_every_scale(self, self._restyle)

    def show_run(self, run: Run, aside: str = "", *, whole: bool = False) -> None:
        """Show the diagnosis of the data of a run, with an `aside`; `whole` shows the reason in any case."""
        diagnosis = diagnose(run.dataset, run.margin)
        proven = run.margin.theorem and run.margin.gamma is not None
        special = not proven or run.dataset.positives in {0, run.dataset.n}
        if aside:
            diagnosis = replace(diagnosis, detail=f"{diagnosis.detail} {aside}".strip())
        self.setAccessibleName(diagnosis.text)
        if whole and not special:
            diagnosis = replace(diagnosis, headline=f"{diagnosis.headline} {diagnosis.detail}")
        if special != self.special:
            self.special = special
            self._restyle()
        self.headline.setText(unbroken(diagnosis.headline))
        self.detail.setText(unbroken(diagnosis.detail))
        self.detail.setVisible(special and bool(diagnosis.detail))
        symbols = explained_prose(diagnosis.headline, diagnosis.detail, margin=run.margin)
        self.setToolTip("\n".join(filter(None, [symbols, "" if special else diagnosis.detail])))

    def _restyle(self) -> None:
        special, side = self.special, pixels(22)
        self._icon.setVisible(special)
        self._icon.setPixmap(icon("info", self._theme.current).pixmap(side, side))
        dress(self.headline, BODY if special else SMALL, bold=special)
        for label in (self.headline, self.detail):
            dye(label, "ink" if special else "secondary")
        self._layout.setContentsMargins(*((12, 8, 12, 8) if special else (0, 0, 0, 0)))
        self.setProperty("card", special)
        polish(self)
