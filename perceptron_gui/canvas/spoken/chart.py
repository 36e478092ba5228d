"""The picture in words: some examples about the present one, the lines, a summary, and each step of a person."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from PySide6.QtCore import QObject, QRect, QRectF, Qt
from PySide6.QtGui import QAccessible, QGuiApplication

from core.datasets.dataset import IntArray
from core.explain import tell
from core.explain.wording import ending, in_numbers, in_plain_words, place_in_run, text_of, why
from core.learners import title_of
from core.numbers.numerals import counted, number
from core.pace import SLOWEST
from core.record.history import State
from core.run import Run
from perceptron_gui.canvas.layers.frame import WordsLayer
from perceptron_gui.canvas.layers.layer import Layer
from perceptron_gui.canvas.spoken.outlines import OutlineWords
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.look.text.sentences import class_name
from perceptron_gui.look.voice import Role, SpokenPart, SpokenSteps, Voice
from perceptron_gui.model.threads.worker import single_shot

WINDOW = 50
"""The most examples that are described one by one: a hundred thousand would keep a screen reader busy for minutes."""
_ROOM = 8
"""The least number of examples before and after the current one."""


class ChartWords(QObject):
    """The picture for a screen reader, in words on request: examples, the one met last first, then lines and curves."""

    def __init__(self, written: WordsLayer, layers: Sequence[Layer], on_view: Callable[[QRectF], QRect]) -> None:
        super().__init__(written.stage)
        self._stage, self._workspace, self._written = written.stage, written.workspace, written
        self._layers, self._on_view = layers, on_view
        self._first = 0
        self._chosen_at: State | None = None
        """the state on display when the selection changed last"""
        self._workspace.selection.changed.connect(self._on_selected)

    def parts(self) -> list[SpokenPart]:
        """Return the examples, then the lines and curves of the visible layers, each of which has its own slot."""
        rows, size, parts = self._rows(), self._stage.marker_size, []
        for row, name in zip(rows.tolist(), self._names(rows), strict=True):
            x, y = self._stage.pixels[row].tolist()
            place = self._on_view(QRectF(x - size / 2, y - size / 2, size, size))
            parts.append(SpokenPart(name, place, row % WINDOW, selected=row == self._chosen))
        words, layers = OutlineWords(self._stage), len(self._layers)
        for first, layer in enumerate(self._layers, WINDOW):
            for nth, (name, covered) in enumerate(words.describe(layer)):
                parts.append(SpokenPart(name, self._on_view(covered), first + nth * layers, Role.Graphic))
        return parts

    def summary(self) -> str:
        """Return which things are shown and how many, and how the run goes, as far as that may be shown."""
        dataset = self._stage.dataset
        if not dataset.n:
            return "No examples yet"
        negative, positive = map(class_name, dataset.labels)
        counts = f"{dataset.positives:,} ○ {positive}, {dataset.negatives:,} × {negative}"
        lows, highs = self._stage.points.min(axis=0).tolist(), self._stage.points.max(axis=0).tolist()
        axes = zip(self._stage.projection.titles, lows, highs, strict=True)
        spans = [f"{title} from {number(low)} to {number(high)}" for title, low, high in axes if title]
        told = [f"{counted(dataset.n, 'example')}: {counts}", *spans, *self._of_run()]
        return ". ".join([*told, *(note.rstrip(".") for note in self._written.all_notes())])

    def chosen(self) -> str:
        """Return the example that is selected, or how many are."""
        rows = self._workspace.selection.rows
        if len(rows) == 1 and rows[0] < self._stage.dataset.n:
            return self._names(rows)[0]
        selected = f", {len(rows):,} selected" if len(rows) else ""
        return f"{counted(self._stage.dataset.n, 'example')}{selected}"

    def _of_run(self) -> Iterator[str]:
        run, state, player = self._stage.run, self._stage.state, self._workspace.player
        if run is None or state is None:
            return
        yield f"{title_of(run.spec)}, {run.order.title} order"
        if state.example:
            yield place_in_run(state, player.visible.totals)
        yield text_of(in_numbers(run, state))
        margins = self._stage.margins
        if margins is not None and not np.isnan(margins).any():
            yield f"{counted(run.tie.errors(margins, self._stage.dataset.y), 'example')} wrong now"
        if player.told_end and (ended := ending(run)):
            yield f"{ended[0].upper()}{ended[1:]}"

    @property
    def _chosen(self) -> int | None:
        rows = self._workspace.selection.rows
        return int(rows[0]) if len(rows) == 1 else None

    def _rows(self) -> IntArray:
        """Return the example chosen or met in the last step, whichever came last; then others in their order."""
        n, state, chosen = self._stage.dataset.n, self._stage.state, self._chosen
        at = state.index if state is not None and state.example else 0
        passed = state is not None and self._chosen_at is not state
        here = min(at if chosen is None or passed else chosen, n - 1)
        if not self._first + _ROOM <= here < self._first + WINDOW - _ROOM:
            self._first = here - WINDOW // 2
        self._first = max(min(self._first, n - WINDOW), 0)
        rows = np.arange(self._first, min(self._first + WINDOW, n))
        return np.concatenate([rows[rows == here], rows[rows != here]])

    def _names(self, rows: IntArray) -> list[str]:
        stage, dataset = self._stage, self._stage.dataset
        places = stage.points[rows, : sum(map(bool, stage.projection.titles)) or 1]
        current = stage.state.index if stage.state is not None and stage.state.example else None
        told = zip(rows.tolist(), places.tolist(), dataset.y[rows].tolist(), self._verdicts(rows), strict=True)
        names = []
        for row, place, label, verdict in told:
            example = f"{'○' if label > 0 else '×'} {row + 1:,} at {', '.join(map(number, place))}"
            names.append(", ".join([example, *verdict, *["current example"] * (row == current)]))
        return names

    def _verdicts(self, rows: IntArray) -> list[list[str]]:
        """Say of each example whether it is wrong now, and its y·a; nothing if that is not known."""
        run, labels, known = self._stage.run, self._stage.dataset.y[rows], self._stage.margins
        if run is None or known is None:
            return [[]] * len(rows)
        margins = known[rows]
        values, wrong = margins if run.predictor.votes else run.rule.times_rate(margins), run.tie.wrong(margins, labels)
        signed = not run.predictor.own  # Otherwise the verdict is not that of w, which has the activation a.
        return [
            [] if math.isnan(margin) else ["wrong" if is_wrong else "right", *[f"y·a = {number(margin)}"] * signed]
            for margin, is_wrong in zip(values.tolist(), wrong.tolist(), strict=True)
        ]

    def _on_selected(self) -> None:
        self._chosen_at = self._stage.state


class StepSpeaker(QObject):
    """Says what was done through the `voice` of the canvas, as much as `spoken` wants."""

    def __init__(self, stage: Stage, voice: Voice, words: ChartWords) -> None:
        super().__init__(stage)
        self.spoken = SpokenSteps.CHANGE
        workspace = self._workspace = stage.workspace
        self._stage, self._voice, self._words = stage, voice, words
        self._said: State | None = None
        self._run, self._dataset = stage.run, stage.dataset
        self._rest = single_shot(self, 200, self._speak)  # Of repeated keys, and of a drag, only the end is spoken.
        workspace.player.glide.settled.connect(self._on_shown)
        workspace.player.playing_changed.connect(self._await)
        workspace.document.dataset_changed.connect(self._await)

    def _on_shown(self, state: State) -> None:
        """Say nothing of a new run, because nobody has made a step."""
        if self._stage.run is not self._run:
            self._run, self._said = self._stage.run, state
        self._await()

    def _await(self) -> None:
        if QAccessible.isActive() and self.spoken is not SpokenSteps.OFF:
            self._rest.start()

    def _speak(self) -> None:
        player = self._workspace.player
        if QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton:  # The mouse is dragging.
            self._rest.start()
        elif self._stage.dataset is not self._dataset:
            self._dataset, self._said = self._stage.dataset, self._stage.state
            self._voice.say(self._words.chosen())
        elif not player.playing or player.pace <= SLOWEST:
            run, state = self._stage.run, self._stage.state
            if run is not None and state is not None and state is not self._said:
                self._said = state
                self._voice.say(self._told(run, state))

    def _told(self, run: Run, state: State) -> str:
        player = self._workspace.player
        if player.visible.view.newcomer and self.spoken is SpokenSteps.CHANGE:
            return text_of(in_plain_words(run, state, at_end=player.told_end))
        ended = ending(run) if player.told_end else ""
        if not state.example:
            told = f"{text_of(in_numbers(run, state))}. "
        elif self.spoken is SpokenSteps.WHOLE:
            told = f"{'. '.join([place_in_run(state, player.visible.totals), *tell(run, state).numbers])}. "
        else:
            told = f"{why(run, state)} "
        return f"{told}{ended[:1].upper()}{ended[1:]}".strip().replace("`", "")
