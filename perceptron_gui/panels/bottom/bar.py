"""The bar at the bottom: buttons, the track over the sentence of the step, and how the run goes on or ended."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QFontMetricsF, QIcon, QPainter, QPaintEvent, QPolygon, QResizeEvent
from PySide6.QtWidgets import QFrame, QToolButton, QWidget

from core.analysis.cycles import Pause
from core.explain.wording import NEW, QUIET, WRONG, Phrase, ending, in_numbers, in_plain_words, next_step, text_of
from core.numbers.numerals import counted, number
from core.pace import FASTEST, SLOWEST, USUAL_SPEED
from core.record.history import History
from core.resources import resource
from core.run import Run
from core.theory.quantities import explained
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.fields.number_field import StepsSlider, equal_ratios
from perceptron_gui.look.layouts import in_column, in_row
from perceptron_gui.look.size import BODY, LARGE, at_every_scale, dress, dye, follow_scale, letters, pixels, sized
from perceptron_gui.look.text.sentences import pause_words, progress_words, run_on_words
from perceptron_gui.look.text.small_widgets import ActionButton, TextLine, choice_of, push_button, tool_button
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.by_hand import PredictionQuiz
from perceptron_gui.model.player import Granularity, Player
from perceptron_gui.model.threads.runner import Ended, Reason
from perceptron_gui.model.threads.worker import single_shot
from perceptron_gui.panels.bottom.track import TrackSlider

_COLOURS = {"": "ink", WRONG: "now_text", NEW: "ink", QUIET: "secondary"}
"""Role of a phrase → role of its colour."""
_HEIGHT, _SHARE = 140, 0.22
"""The height in pixels, and its greatest share of the window's."""
_NONE = (0, 0, 0, 0)
_SPEEDS = {"Slow": 1.0, f"{number(USUAL_SPEED)} / s": USUAL_SPEED, "Fast": 20.0}
"""A newcomer's choices, in steps a second."""


class SentenceLine(TextLine):
    """A line of phrases: a wrong one is gold and semi-bold, a new one semi-bold."""

    def __init__(self, theme: ThemeModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.phrases: tuple[Phrase, ...] = ()

    @property
    def needed(self) -> int:
        return round(sum(map(_width, self.phrases))) + 2

    def paintEvent(self, event: QPaintEvent) -> None:
        left, room = 0.0, float(self.width())
        if self.needed > room:
            room -= _width(Phrase("…"))
        with QPainter(self) as painter:
            for phrase in self.phrases:
                painter.setFont(letters(BODY, bold=phrase.role in (WRONG, NEW)))
                painter.setPen(self._theme.current.color(_COLOURS[phrase.role]))
                cut = left + _width(phrase) > room
                mode, most = Qt.TextElideMode.ElideRight, round(self.width() - left)
                text = painter.fontMetrics().elidedText(f"{phrase.text} …", mode, most) if cut else phrase.text
                painter.drawText(QRectF(left, 0, self.width() - left, self.height()), self._aligned, text)
                left += _width(phrase)
                if cut:
                    break


def _width(phrase: Phrase) -> float:
    return QFontMetricsF(letters(BODY, bold=phrase.role in (WRONG, NEW))).horizontalAdvance(phrase.text)


class StepLine(Guarded, QWidget):
    """Left: the step. Right: the progress of the run, or its end once the playhead is there, and Cancel or Run On."""

    def __init__(self, player: Player, theme: ThemeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._player = player
        self._under_way = 0
        self._begun = self._computing = False
        self._record: History | None = None
        self._told: Ended | Pause | None = None
        self._coming: Pause | None = None
        self._meant = explained("y", "a", "w", "x", "b", "mistake", "tie")
        self.now = SentenceLine(theme, self)
        self.outcome = TextLine(self, Qt.AlignmentFlag.AlignRight)
        self.cancel = push_button("Cancel", "Stop computing; the record stays (Ctrl+.)", rung=BODY)
        self.run_on = push_button("Run On", "Compute on, up to the limits (Ctrl+Return)", rung=BODY)
        parts = (self.now, 1), self.outcome, self.cancel, self.run_on
        self.setLayout(in_row(*parts, margins=(9, 0, 9, 0), spacing=16))
        at_every_scale(self, lambda: self.setMinimumHeight(self.cancel.sizeHint().height()))
        # A run shorter than 250 ms says nothing while it works: the words would only flicker.
        self._pause_rule = single_shot(self, 250, self._show_computing)
        player.run_changed.connect(self._on_begun)
        player.glide.settled.connect(self._refresh)
        player.record_grew.connect(self._refresh)
        self._refresh()

    def run_asked(self) -> None:
        """Expect a run; one `run_ended` follows for each. The words before stay until it comes."""
        self._under_way += 1
        self._begun = False
        if not self._computing:
            self._pause_rule.start()

    def run_comes(self, _run: Run, pause: Pause | None) -> None:
        """Note the pause, if any, of the next run, which arrives with all its updates at once."""
        self._coming = pause

    def run_paused(self, pause: Pause) -> None:
        if (run := self._player.visible.recorded) is not None:
            self.run_on.setToolTip(run_on_words(run))
        self._settle(pause)

    def run_resumed(self) -> None:
        self._told = None
        self._pause_rule.start()
        self._refresh()

    def run_ended(self, ended: Ended) -> None:
        """Show how a run ended, unless another one has overtaken it."""
        self._under_way = max(self._under_way - 1, 0)
        if not self._under_way:
            self._settle(ended)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._share_width()

    def _settle(self, told: Ended | Pause) -> None:
        self._pause_rule.stop()
        self._computing, self._told = False, told
        self._refresh()

    def _on_begun(self) -> None:
        """Keep the words on a run when its ŵ* joins it; show at once how a run ended that arrives whole."""
        if (run := self._player.visible.recorded) is not None and run.history is not self._record:
            self._begun, self._record = True, run.history
            self._told = self._coming if run.stopped is None else Ended(Reason(run.stopped))
            self._coming = None

    def _show_computing(self) -> None:
        self._computing = True
        self._refresh()

    def _refresh(self) -> None:
        visible, at_end = self._player.visible, self._player.told_end
        run, state, plain = visible.run, self._player.told, visible.view.newcomer
        if run is not None and state is not None:
            self.now.phrases = in_plain_words(run, state, at_end=at_end) if plain else in_numbers(run, state)
            self.now.set_text(text_of(self.now.phrases))
            self.now.setToolTip(self.now.text if plain else f"{self.now.text}\n\n{self._meant}")
        # The length of the run is visible once the playhead is at its end, whatever is hidden.
        seen = visible.shows("totals") or at_end
        self.cancel.setVisible(self._computing and seen)
        self.run_on.setVisible(isinstance(self._told, Pause) and not self._computing and seen and not plain)
        roles = {Reason.FAILED: "danger", Reason.CONVERGED: "promise_text"}
        dye(self.outcome, roles.get(self._told.reason, "secondary") if isinstance(self._told, Ended) else "secondary")
        told = self._outcome_of(visible.run_for("totals"), seen=seen)
        self.outcome.set_text(told)
        self.outcome.setToolTip(told)
        self.outcome.setVisible(bool(told))
        self._share_width()

    def _share_width(self) -> None:
        self.outcome.setFixedWidth(min(self.outcome.needed, self.width() // 2))

    def _outcome_of(self, run: Run | None, *, seen: bool) -> str:
        told = self._told
        reason = told.reason if isinstance(told, Ended) else None
        if isinstance(told, Ended) and reason is Reason.FAILED:
            return f"failed: {told.message}"
        if not seen or (self._player.visible.view.newcomer and not self._computing):
            return ""  # A newcomer reads how it ended in the sentence on the left, and in a card why it never does.
        if self._computing:
            return progress_words(run if self._begun else None)
        if isinstance(told, Pause) and run is not None:
            return pause_words(told, run, self._player.told_end)
        if reason is Reason.CANCELLED:
            return f"cancelled after {counted(run.updates, 'update')}" if run is not None else "cancelled"
        words = ""
        if reason and run is not None and run.dataset.n and self._player.told_end:
            words = f"{'✓ ' if run.converged else ''}{ending(run)}"
        return words


class PlayButton(ActionButton):
    """Round, and filled while it is the thing to press: not at the end, where it only begins again."""

    def __init__(self, action: QAction, player: Player, theme: ThemeModel, parent: QWidget) -> None:
        super().__init__(action, parent)
        self._player, self._theme = player, theme
        for changed in (player.shown, player.playing_changed):
            changed.connect(self.update)

    @property
    def filled(self) -> bool:
        return self.isEnabled() and (self._player.playing or not self._player.at_end)

    def sizeHint(self) -> QSize:
        return QSize(pixels(60), pixels(60))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, side, filled = self._theme.current, min(self.width(), self.height()), self.filled
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(QRectF(self.rect()).center())
            painter.setPen(theme.pen("ink" if filled or self.hasFocus() else "hairline", 2))
            painter.setBrush(theme.color("ink" if filled else "page"))
            painter.drawEllipse(QPointF(), side / 2 - 2, side / 2 - 2)
            if self.hasFocus() and filled:
                painter.setPen(theme.pen("page", 2))
                painter.drawEllipse(QPointF(), side / 2 - 5, side / 2 - 5)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("page" if filled else "secondary"))
            painter.scale(side / 60, side / 60)
            if self._player.playing:
                painter.drawRects([QRect(-8, -9, 6, 18), QRect(2, -9, 6, 18)])
            else:
                painter.drawPolygon(QPolygon([QPoint(-6, -10), QPoint(-6, 10), QPoint(11, 0)]))


class SpeedControl(QWidget):
    """The speed in words, with a slider behind them; for a newcomer three choices."""

    def __init__(self, player: Player, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._player = player
        tip = f"Speed of playing (+ and −); double click brings back {number(USUAL_SPEED)} a second"
        self.label = tool_button(f"{number(USUAL_SPEED)} per second", tip)
        self.label.clicked.connect(self._open)
        self.label.setIcon(QIcon(str(resource("icons", "style", "down.svg"))))
        self.label.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.label.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # The sign stands behind the words.
        self.label.setProperty("quiet", True)
        sized(self.label, QWidget.setMinimumWidth, 110)  # Nothing beside the words moves.
        self._behind = QFrame(self, Qt.WindowType.Popup)
        self._behind.setProperty("card", True)
        self.slider = StepsSlider("Speed", equal_ratios(SLOWEST, FASTEST, 100), USUAL_SPEED, tip)
        self.slider.picked.connect(player.set_speed)
        self._behind.setLayout(in_row(self.slider, margins=(12, 12, 12, 12)))
        self.choices = dict[float, QToolButton]()
        for name, speed in _SPEEDS.items():
            self.choices[speed] = tool_button(name, f"{number(speed)} steps a second")
            self.choices[speed].setCheckable(True)
            self.choices[speed].clicked.connect(partial(self._choose, speed))
        self._few = QFrame()
        self._few.setProperty("segments", True)
        self._few.setLayout(in_row(*self.choices.values(), margins=(4, 4, 4, 4), spacing=0))
        self.setLayout(in_row(0, self.label, self._few, margins=_NONE, spacing=0))
        pace = player.playing_changed, player.glide.settled  # During play each state may have another.
        for changed in (player.speed_changed, player.granularity_changed, player.visible.changed, *pace):
            changed.connect(self._refresh)
        self._refresh()

    def _choose(self, speed: float) -> None:
        self._player.set_speed(speed)
        self._refresh()  # A click on the present choice would take it back.

    def _open(self) -> None:
        self._behind.adjustSize()
        place = QPoint(self.label.width() - self._behind.width(), -self._behind.height() - 4)
        self._behind.move(self.label.mapToGlobal(place))
        self._behind.show()
        self.slider.setFocus()

    def _refresh(self) -> None:
        player, few = self._player, self._player.visible.view.newcomer
        self.label.setText("slow start" if player.pace < player.speed else f"{number(player.speed, 2)} per second")
        self.label.setAccessibleName(f"Speed: {self.label.text()}")
        self.slider.show_number(player.speed)
        for speed, choice in self.choices.items():
            choice.setChecked(speed == player.speed)
        self._few.setVisible(few)
        self.label.setVisible(not few)


class BottomBar(Guarded, QFrame):
    """The buttons of `actions`, the track over the sentence of the step, the place, the speed and the choice of a step.

    The step button says what it will do, unless a `quiz` asks for that.
    """

    def __init__(self, player: Player, actions: Mapping[str, QAction], theme: ThemeModel, quiz: PredictionQuiz) -> None:
        super().__init__()
        self._player, self._quiz = player, quiz
        self._step_forward = actions["step_forward"]
        self.setProperty("bottom", True)
        back, self.step = ActionButton(actions["step_back"], self), ActionButton(self._step_forward, self)
        for button in (back, self.step):
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        self.play = PlayButton(actions["play"], player, theme, self)
        self.buttons = {"step_back": back, "play": self.play, "step_forward": self.step}
        self.timeline = TrackSlider(player, theme, quiz, self)
        self.line = StepLine(player, theme, self)
        self.why = ActionButton(actions["why"], self)
        self.why.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.why.setProperty("primary", True)
        dress(self.why, BODY, bold=True)
        self.why.hide()
        self.position = TextLine(self, Qt.AlignmentFlag.AlignRight)
        dress(self.position, LARGE, bold=True)
        self.speed = SpeedControl(player, self)
        tip = "By update: only examples that move w. By example: the others too."
        self.granularity = choice_of("What one step is", tip, {each: f"by {each}" for each in Granularity})
        self.granularity.setProperty("quiet", True)
        self.granularity.activated.connect(lambda: player.set_granularity(Granularity(self.granularity.currentData())))
        pressed = in_row(*self.buttons.values(), margins=_NONE, spacing=12)
        middle = in_column(0, self.timeline, self.line, 0, margins=_NONE, spacing=2)
        told = in_column(0, self.position, self.speed, self.granularity, 0, margins=_NONE, spacing=0)
        told.setAlignment(self.granularity, Qt.AlignmentFlag.AlignRight)
        self.setLayout(in_row(pressed, 12, (middle, 1), 12, told, margins=(20, 0, 20, 0), spacing=0))
        self.fit(0)
        follow_scale(self, self._grow)
        more = player.run_changed, player.record_grew, player.granularity_changed
        for changed in (*more, player.glide.settled, player.playing_changed, player.speed_changed, quiz.changed):
            changed.connect(self._refresh)
        player.visible.changed.connect(self._show_few)
        for name in ("play", "step_back", "step_forward"):
            actions[name].changed.connect(self._name_buttons)
        self._show_few()
        self._name_buttons()
        self._refresh()

    def fit(self, window: int) -> None:
        """Take the usual height, but no more than its share of a window of that height; the sentence goes first."""
        height = min(pixels(_HEIGHT), round(window * _SHARE)) if window else pixels(_HEIGHT)
        self.line.setVisible(height >= pixels(120))
        self.setFixedHeight(height)

    def _grow(self) -> None:
        self.fit(self.window().height())
        self._refresh()

    def _show_few(self) -> None:
        """Show a newcomer no number and no choice that the panel does not speak of, and nothing while presenting."""
        few = self._player.visible.view.newcomer
        self.setHidden(self._player.visible.view.presents or self._player.visible.view.tour)
        self.position.setVisible(not few)
        self.granularity.setVisible(not few)

    def _name_buttons(self) -> None:
        for button in self.buttons.values():
            button.setAccessibleName(button.defaultAction().text().replace("&", ""))
        words = self._step_forward.iconText()
        self.step.setAccessibleName(f"Step Forward: {words}")
        self.step.setToolTip(f"{words} – {self._step_forward.toolTip()}")

    def _refresh(self) -> None:
        """Show the place, in the space of its longest form so that nothing beside it moves, and what a step will do."""
        player, run, ahead = self._player, self._player.visible.recorded, not self._player.at_end
        more = "…" if run is not None and run.stopped is None else ""  # The record has not ended.
        end = f"{player.extent:,}"
        whole = f" / {end}{more}" if player.visible.shows("totals") else ""
        self.position.set_text(f"{player.told_position:,}{whole}")
        longest = f"{end} / {end}…" if whole else end
        self.position.setMinimumWidth(self.position.fontMetrics().horizontalAdvance(longest) + 4)
        self.granularity.setCurrentIndex(self.granularity.findData(player.granularity))
        hidden = ahead and not player.visible.shows("next")
        if ahead and self._quiz.on:
            step = "Show"
        elif hidden or (player.playing and player.speed > 6.0):  # Nobody could read the words at such a speed.
            step = "Step"
        else:
            step = next_step(run, player.upcoming(), by_update=player.granularity is Granularity.UPDATE)
        self._step_forward.setIconText(step)
