"""The updates so far and their bound, in large digits; γ, R and ŵ* in a line, each of which can be pointed at."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from core.numbers.numerals import at_most, column, counted, number, plural
from core.record.history import State
from core.run import Run
from core.theory.bounds import SlackBound
from core.theory.margin.margin import Margin
from core.theory.symbols import explained_prose
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.size import NUMBER, SMALL, TITLE, dress, letters
from perceptron_gui.look.text.sentences import unbroken
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.look.voice import Role, Voice
from perceptron_gui.model.pointing.highlight import KINDS, Highlight, Kind
from perceptron_gui.panels.theory.lettered import point_at


class Headline(Guarded, QWidget):
    """The headline, always one line. Large: k; smaller: the updates of the run; at the right: the bound."""

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__()
        self._theme = theme
        self.letter()
        self.text = self._updates = self._bound = ""
        self._forms: tuple[str, ...] = ("",)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.voice = Voice(self, Role.StaticText)
        theme.changed.connect(self.update)

    def letter(self) -> None:
        self._big, self._small, self._bold = letters(NUMBER, bold=True), letters(TITLE), letters(TITLE, bold=True)
        self.updateGeometry()

    def show_state(self, state: State, totals: Run | None, bound: float | None) -> None:
        """Show k, the updates of the run whose length is visible (None: hidden), and the `bound` if there is one.

        An example is "967", "of 1,562 updates", "at most 22,133"; the second has the longest form that fits.
        """
        if totals is None:
            self._forms = plural("update", state.update), ""
        else:
            self._forms = f"of {counted(totals.updates, 'update')}", f"of {totals.updates:,}"
        self._updates, self._bound = f"{state.update:,}", "" if bound is None else f"at most {at_most(bound)}"
        self.text = " ".join((self._updates, self._forms[0], self._bound)).strip()
        self.setAccessibleName(self.text)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(340, round(QFontMetricsF(self._big).height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme.current
        with QPainter(self) as painter:
            big, small, bold = map(QFontMetricsF, (self._big, self._small, self._bold))
            painter.setFont(self._big)
            painter.setPen(theme.color("ink"))
            painter.drawText(QRectF(0, 0, self.width(), big.height()), Qt.AlignmentFlag.AlignLeft, self._updates)
            after = big.horizontalAdvance(self._updates) + small.horizontalAdvance(" ")
            line = QRectF(after, big.ascent() - small.ascent(), self.width() - after, small.height())
            room = line.width() - bold.horizontalAdvance(f"  {self._bound}")
            fitting = (form for form in self._forms if small.horizontalAdvance(form) <= room)
            painter.setFont(self._small)
            painter.setPen(theme.color("secondary"))
            painter.drawText(line, Qt.AlignmentFlag.AlignLeft, next(fitting, ""))
            painter.setFont(self._bold)
            painter.setPen(theme.color("ink"))
            painter.drawText(line, Qt.AlignmentFlag.AlignRight, self._bound)


_COMPONENTS = 4
_SHOWN = 4
"""Digits in the line; its tooltip has more."""


class Facts(QLabel):
    """The facts of the theorem on the data, as links that highlight what they name, and a sentence on w."""

    def __init__(self, theme: ThemeModel, highlight: Highlight) -> None:
        super().__init__()
        self._theme = theme
        self._highlight = highlight
        self._run: Run | None = None
        self._margin: Margin | None = None
        self._slack: SlackBound | None = None
        self._epoch = 0
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.RichText)
        dress(self, SMALL)
        flags = Qt.TextInteractionFlag
        self.setTextInteractionFlags(flags.TextSelectableByMouse | flags.LinksAccessibleByMouse)
        self.linkHovered.connect(self._point)
        highlight.changed.connect(self._write)
        theme.changed.connect(self._write)

    @property
    def plain(self) -> str:
        """The text without its marks."""
        return ", ".join(text for _, text in self._told(_SHOWN)) + self._meaning()

    def show_run(self, run: Run, margin: Margin, slack: SlackBound | None = None) -> None:
        """Show a run's margin in some units; `slack` is the bound for data that are not separable, if it was found."""
        self._run, self._margin, self._slack = run, margin, slack
        self._write()

    def show_epoch(self, epoch: int) -> None:
        """Explain D only if the row of that epoch contains D."""
        before = self._promises
        self._epoch = epoch
        if self._promises != before:
            self._write()

    @property
    def _promises(self) -> bool:
        """True if the bound for any data says something at the epoch that is shown."""
        return self._slack is not None and not self._slack.over(max(self._epoch, 1)).silent

    def _write(self) -> None:
        theme, lit = self._theme.current, self._highlight.kind
        marked = []
        for kind, text in self._told(_SHOWN):
            is_lit = kind is not None and kind == lit
            ink, ground = (theme.page, theme.promise_text) if is_lit else (theme.secondary, "transparent")
            style = f"text-decoration:none; background-color:{ground}; color:{ink}"
            link = f'<a href="{kind}" style="{style}">' if kind else ""
            marked.append(f"{link}{escape(text, quote=False)}{'</a>' if kind else ''}")
        told = unbroken(f"{', '.join(marked)}{escape(self._meaning())}")
        self.setText(f'<span style="color:{theme.secondary}">{told}</span>')
        digits = ", ".join(text for _, text in self._told(10))
        meant = explained_prose(*(text for _, text in self._told(_SHOWN)), self._meaning())
        self.setToolTip("\n".join(filter(None, [meant, digits])))
        self.setAccessibleName("Margin, radius and best separator")
        self.setAccessibleDescription(self.plain)

    def _point(self, link: str) -> None:
        point_at(self._highlight, next((kind for kind in KINDS if kind == link), None), self._run)

    def _told(self, digits: int) -> list[tuple[Kind | None, str]]:
        margin = self._margin
        if margin is None:
            return []
        told = told_of(margin, digits)
        if self._slack is not None and self._promises:
            u = _vector(self._slack.u.tolist(), digits - 1)
            gamma = f"{margin.notation.units.gamma} = {number(self._slack.gamma / margin.notation.unit, digits)}"
            told.append((None, f"D is for u = {u} and {gamma}"))
        return told

    def _meaning(self) -> str:
        """Return the meaning of w and x if it differs from that in the picture; the w of a cost never does."""
        run = self._run
        if run is None or not run.dataset.n or not run.margin.bias.value:
            return ""
        b = number(run.margin.bias.value)
        return f". Lengths count the bias input B = {b} as one more coordinate."


def told_of(margin: Margin, digits: int) -> list[tuple[Kind | None, str]]:
    """Return the words on γ, R and ŵ*, as far as they are known; the components of ŵ* have a digit less."""
    units, radius = margin.notation.units, number(margin.radius * margin.notation.unit, digits)
    told: list[tuple[Kind | None, str]] = [("radius", f"R = {radius}{', here 1' if units.by_radius else ''}")]
    if margin.gamma is not None:
        told.insert(0, ("gamma", f"{units.gamma} {margin.gamma_written(digits)}"))
    if margin.w_star is not None and margin.b_star is not None:
        star = margin.w_star.tolist()
        scaled = [margin.b_star / margin.bias.value] if margin.bias.value else []
        told_apart = margin.bias.value != 1 or bool(margin.rule.cost)
        name = "ŵ* = (w*, b*/B)" if scaled and told_apart else "ŵ*"
        told.append(("star", f"{name} = {_vector(star, digits - 1, scaled)}"))
    if margin.start:
        if margin.gamma is not None:
            told.append((None, f"{units.of_start[0]} = {number(margin.along_start, digits)}"))
        told.append((None, f"{units.of_start[1]} = {number(margin.start_squared, digits)}"))
        if margin.bound is not None:
            told.append((None, f"{margin.notation.bound} is {margin.notation.bound_meaning}"))
    return told


def _vector(components: Sequence[float], digits: int, last: Sequence[float] = ()) -> str:
    """Return the first few components, and always the `last`."""
    shown = column([*components[:_COMPONENTS], *last], digits)
    if len(components) > _COMPONENTS:
        shown.insert(_COMPONENTS, "…")
    return f"({', '.join(shown)})"
