"""The status line: what the present state is, in words, and how the run ended."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from perceptron_gui.look.lettering import readable
from perceptron_gui.look.sentences import outcome_words, state_words
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.player import Player
from perceptron_gui.model.runner import Ended, Reason

_PATIENCE_MS = 250
"""A run shorter than this says nothing while it works: the words would only flicker."""


class StatusLine(QWidget):
    """Left: the state on display. Right: that a run is under way, with a way to cancel it, or how it ended."""

    cancel_requested = Signal()

    def __init__(self, player: Player, theme: ThemeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._player = player
        self._theme = theme
        self._under_way = 0
        self._outcome: tuple[str, ...] = ("",)
        self._role = "secondary"
        self.now = _ElidedLabel(self)
        self.outcome = QLabel(self)
        self.outcome.setFont(readable(self.font()))
        self.cancel = QPushButton("Cancel", self)
        self.cancel.setToolTip("Stop computing; what is recorded stays")
        self.cancel.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.cancel.clicked.connect(self.cancel_requested)
        self.cancel.hide()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 2, 12, 4)
        layout.setSpacing(16)
        layout.addWidget(self.now, 1)
        layout.addWidget(self.outcome)
        layout.addWidget(self.cancel)
        self.setMinimumHeight(self.cancel.sizeHint().height() + 6)
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(_PATIENCE_MS)
        self._patience.timeout.connect(self._show_computing)
        player.shown.connect(self._refresh)
        player.record_grew.connect(self._refresh)
        theme.changed.connect(self._restyle)
        self._restyle()

    @Slot()
    def run_asked(self) -> None:
        """A run was asked for; one `run_ended` follows for each."""
        self._under_way += 1
        if not self.cancel.isVisibleTo(self):
            self._patience.start()

    @Slot(object)
    def run_ended(self, ended: Ended) -> None:
        """A run ended; that of an overtaken run is not shown."""
        self._under_way = max(self._under_way - 1, 0)
        if self._under_way:
            return
        self._patience.stop()
        self.cancel.hide()
        self._outcome = outcome_words(ended, self._player.run)
        self._role = "danger" if ended.reason is Reason.FAILED else "secondary"
        self._restyle()
        self._refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        self._patience.stop()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit_outcome()

    @Slot()
    def _show_computing(self) -> None:
        self._outcome = ("computing …",)
        self.cancel.show()
        self._fit_outcome()

    @Slot()
    def _restyle(self) -> None:
        palette = self.outcome.palette()
        palette.setColor(self.outcome.foregroundRole(), self._theme.current.color(self._role))
        self.outcome.setPalette(palette)
        self.update()

    @Slot()
    def _refresh(self) -> None:
        run, state = self._player.run, self._player.state
        if run is not None and state is not None:
            self.now.set_text(state_words(state, run))
        self._fit_outcome()

    def _fit_outcome(self) -> None:
        """The longest form that leaves the left side whole, else the shortest."""
        advance = self.outcome.fontMetrics().horizontalAdvance
        room = self.width() - self.now.sizeHint().width() - 3 * 16
        fitting = (text for text in self._outcome if advance(text) <= room)
        self.outcome.setText(next(fitting, self._outcome[-1]))
        self.outcome.setToolTip(self._outcome[0])


class _ElidedLabel(QWidget):
    """One line of text that is shortened at its end where there is no room; the tooltip has the whole."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._text = ""
        self.setFont(readable(self.font()))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    @property
    def text(self) -> str:
        """The whole text."""
        return self._text

    def set_text(self, text: str) -> None:
        """Show `text`."""
        if text != self._text:
            self._text = text
            self.setAccessibleName(text)
            self.setToolTip(text)
            self.update()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self._text) + 2, metrics.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        text = self.fontMetrics().elidedText(self._text, Qt.TextElideMode.ElideRight, self.width())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
