"""The stage of the tour through the proof: a sentence above, and corridor and numbers beside the canvas."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, repeat
from math import inf

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import QBoxLayout, QFrame, QSizePolicy, QWidget

from core.lessons.goals.questions import Choice
from core.lessons.quantities import UNKNOWN, LessonMoment
from core.plots.proof_pictures import ANGLE, ROOM, SHADOWS, SQUARES, STREET, Fact, ProofInPictures
from core.plots.triangles import last_update, update_picture
from core.theory.quantities import ALONG, LENGTH
from perceptron_gui.canvas.stage import ToolPreview
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.layouts import in_card, in_column, in_row
from perceptron_gui.look.motion import fade_in
from perceptron_gui.look.size import BODY, LARGE, NUMBER, SMALL, TITLE, TOUR, dress, dye, pixels, sized
from perceptron_gui.look.text.small_widgets import WrappedLabel, label_of, push_button, quiet_button
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.look.viewport import Viewport
from perceptron_gui.model.lesson_guide import LessonGuide
from perceptron_gui.panels.theory.pictures import CorridorPlot, TrianglePlot
from perceptron_gui.window.parts import Parts

_SIDE = 0.4
"""The share of the width beside the canvas."""
_FACT = 104
"""Pixels of a card with a number, so that the corridor above is as high in each picture."""
_HEIGHT, _MOST_ANSWERS, _MOST_FACTS = 144, 2, 3
"""Pixels of the part above the stage; answers that a question offers, and cards beside a picture."""


class Dots(Guarded, QWidget):
    """A dot for each picture of a tour, those up to the present one in ink, that one long."""

    def __init__(self, guide: LessonGuide, theme: ThemeModel) -> None:
        super().__init__()
        self._guide, self._count, self._theme = guide, len(guide.lesson.steps), theme
        for changed in (guide.stepped, theme.changed):
            changed.connect(self.update)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(pixels(14 * self._count + 22), pixels(10))

    def paintEvent(self, event: QPaintEvent) -> None:
        left, side = 0.0, float(pixels(8))
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            for place in range(self._count):
                wide = 3.5 * side if place == self._guide.place else side
                painter.setBrush(self._theme.current.color("ink" if place <= self._guide.place else "hairline"))
                painter.drawRoundedRect(QRectF(left, 1, wide, side), side / 2, side / 2)
                left += wide + pixels(6)


class TourHead(QFrame):
    """The sentence of the picture over the whole width, a dot for each picture, and the buttons."""

    def __init__(self, guide: LessonGuide, theme: ThemeModel) -> None:
        super().__init__()
        self._guide = guide
        self.setProperty("bottom", "true")
        self.setAccessibleName("Tour")
        self.dots = Dots(guide, theme)
        self.title = label_of(rung=SMALL, role="secondary", wraps=False)
        self.told = label_of(rung=BODY, role="secondary")
        self.say = WrappedLabel(rung=LARGE)
        self.say.theme = theme
        self.back, self.next = push_button("&Back", "", rung=BODY), push_button("&Next", "", rung=BODY, look="primary")
        self.leave = push_button("Esc", "End the tour (Esc)", rung=BODY, look="quiet")
        tip = "The same as a proof, with the numbers of this run"
        self.proof = quiet_button("The &proof, line by line", tip, toggles=True)
        self.answers = [push_button("", "Choose this answer", rung=BODY) for _ in range(_MOST_ANSWERS)]
        words = in_column(in_row(self.dots, self.title, 0, spacing=12), self.say, self.told, 0, spacing=8)
        buttons = in_row(self.back, *self.answers, self.next, self.leave, spacing=8)
        right = in_column(16, buttons, in_row(0, self.proof), 0, spacing=4)
        self.setLayout(in_row((words, 1), right, margins=(28, 14, 24, 6), spacing=24))
        sized(self, QFrame.setFixedHeight, _HEIGHT)
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self.leave.click)
        self.back.clicked.connect(guide.go_back)
        self.next.clicked.connect(guide.go_on)
        for button in self.answers:
            button.clicked.connect(lambda _checked, button=button: guide.answer(button.text()))
        for told in (guide.stepped, guide.changed):
            told.connect(self.renew)
        self.renew()

    def renew(self) -> None:
        """Show the sentence of the step, or the reply to its question, and what can be pressed."""
        guide, goal = self._guide, self._guide.step.goal
        asks, replies = isinstance(goal, Choice) and not guide.done, isinstance(goal, Choice) and guide.done
        self.dots.setAccessibleName(f"picture {guide.place + 1} of {len(guide.lesson.steps)}")
        said = guide.reply if replies else f"{guide.said} {guide.task}".strip()
        self.say.setText("" if UNKNOWN in said else said)
        dress(self.say, TOUR if asks else LARGE)
        self.told.setText(guide.told if asks else "")
        self.told.setVisible(bool(self.told.text()))  # Else its line takes the third one of a long sentence.
        offered = goal.said if isinstance(goal, Choice) and asks else ()
        for text, button in zip(chain(offered, repeat("")), self.answers, strict=False):
            button.setText(text)
            button.setVisible(bool(text))
        self.back.setEnabled(bool(guide.place))
        self.back.setHidden(asks)
        self.next.setVisible(not asks)
        self.next.setText("&Done" if guide.is_last else "&Next")


class FactCard(QFrame):
    """A number below its label, or a title, and words."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("card", True)
        self._label, self._words = label_of(), label_of(rung=BODY, role="secondary")
        self._value = label_of(rung=NUMBER, bold=True, wraps=False)
        self.setLayout(in_column(self._label, self._value, self._words, margins=(16, 12, 16, 12), spacing=2))

    def show_fact(self, fact: Fact | None) -> None:
        self.setVisible(fact is not None)
        if fact is None:
            return
        self.setMinimumHeight(pixels(_FACT) if fact.value else 0)
        title = not fact.value and bool(fact.label)
        dress(self._label, TITLE if title else BODY, bold=title)
        dye(self._label, "ink" if title else "secondary")
        dye(self._value, {"promise": "promise_text", "now": "now_text"}.get(fact.role, fact.role))
        for label, text in ((self._label, fact.label), (self._value, fact.value), (self._words, fact.words)):
            label.setText(text)
            label.setVisible(bool(text))


class TourSide(Guarded, QWidget):
    """Corridor and numbers of the picture, beside the canvas; in the fifth picture they have all of the stage."""

    def __init__(self, guide: LessonGuide, parts: Parts, known: LessonMoment | None) -> None:
        super().__init__()
        self._guide, self._workspace = guide, parts.workspace
        workspace, street, theme = parts.workspace, parts.canvas.view.street, parts.theme
        self.first: ProofInPictures | None = None
        """The pictures of the run before the street was pulled."""
        self.shown = None if known is None else ProofInPictures(known.run)
        self.facts: tuple[Fact, ...] = ()
        self.plot = CorridorPlot(theme, lambda: " ".join(" ".join(filter(None, fact[:3])) for fact in self.facts))
        self.triangles = TrianglePlot(theme)
        self.half = push_button("&Half as wide", "Pull both edges of the street to half its width", rung=BODY)
        self.half.clicked.connect(lambda: street.narrow(0.5, workspace.document.new_gesture()))
        self._axis = label_of(rung=TITLE, bold=True)
        self._corridor, self._update = in_card(self._axis, (self.plot, 1)), in_card((self.triangles, 1))
        self._cards = [FactCard() for _ in range(_MOST_FACTS)]
        self._rest = in_column(self._update, *self._cards, in_row(self.half, 0), 0, spacing=12)
        self._box = in_column((self._corridor, 3), self._rest, margins=(4, 4, 4, 8), spacing=12)
        self.setLayout(self._box)
        for told in (guide.changed, workspace.player.run_changed, workspace.player.rested):
            told.connect(self.renew)

    @property
    def picture(self) -> str:
        return self._guide.step.display.picture or ""

    def renew(self) -> None:
        """Show the picture of the step for the run on display, once that is computed; till then for the known one."""
        run, document = self._workspace.player.run, self._workspace.document
        run = self.shown.run if run is None and self.shown is not None else run
        if run is None or run.dataset is not document.dataset or run.stopped is None or not run.dataset.n:
            return
        if self.shown is None or self.shown.run is not run:
            self.shown = ProofInPictures(run)
        if self.first is None or self.picture != STREET:
            self.first = self.shown
        proof, first, name = self.shown, self.first, self.picture
        asked = isinstance(self._guide.step.goal, Choice) and not self._guide.done
        drawn, street = proof.picture(name, asked=asked), first if name == STREET else None
        self._workspace.pictured.show(replace(drawn, facts=()), street)
        self.facts = drawn.facts if street is None else proof.street_facts(street)
        for fact, card in zip(chain(self.facts, repeat(None)), self._cards, strict=False):
            card.show_fact(fact)
        self._show_corridor(proof, first, asked=asked)
        self._show_triangles(proof)
        self.half.setVisible(street is not None)

    def _show_corridor(self, proof: ProofInPictures, first: ProofInPictures, *, asked: bool) -> None:
        spec = proof.corridor(self.picture, asked=asked, before=first)
        large = self.picture == ROOM
        self._box.setDirection(QBoxLayout.Direction.LeftToRight if large else QBoxLayout.Direction.TopToBottom)
        self._box.setStretchFactor(self._rest, 1 if large or spec is None else 0)
        self._corridor.setVisible(spec is not None)
        self.plot.set_spec(spec)
        self._axis.setText(f"After k {proof.noun}s")
        if spec is not None:
            values = {curve.key: float(curve.values[-1]) for curve in spec.sampled if curve.key in (ALONG, LENGTH)}
            self.plot.set_playhead(inf, values)

    def _show_triangles(self, proof: ProofInPictures) -> None:
        """Show the update of the picture as triangles, where the plane is not all of the space."""
        mistake = proof.mistake if self.picture in (SHADOWS, ANGLE, SQUARES) and not proof.on_plane else None
        self._update.setVisible(mistake is not None)
        if mistake is None:
            return
        state = proof.run.history.at_example(proof.run.history.example_of(mistake.update))
        before = last_update(proof.run.history, state)
        made = update_picture(proof.run.facts(state), None if before is None else before[0])
        chosen = made.triangles[:1] if self.picture == SHADOWS else made.triangles[-1:]
        self.triangles.show_picture(replace(made, title=f"point {mistake.row + 1:,}", triangles=chosen), "")


class Tour(QObject):
    """The stage of a tour: its `head`, and beside the canvas its `side` or the written proof."""

    def __init__(self, guide: LessonGuide, parts: Parts, known: LessonMoment | None = None) -> None:
        """Prepare the stage; the pictures are of the `known` run until the window has computed its own."""
        super().__init__(parts.window)
        self._parts = parts
        self.head = TourHead(guide, parts.theme)
        self.side = TourSide(guide, parts, known)
        parts.side.put_first(self.side, 1)
        self._scale: Viewport | None = None
        parts.panel_width.given = True
        self.head.proof.toggled.connect(self.show_picture)
        parts.player.run_changed.connect(self._fit)

    def show_picture(self) -> None:
        """Show the picture of the step, or the proof in its place."""
        parts, proof = self._parts, self.head.proof.isChecked()
        if proof:
            parts.panel.turn_to("Proof")
        parts.panel.setVisible(proof)
        self.side.setHidden(proof)
        parts.canvas.setHidden(self.side.picture == ROOM)
        if self.side.picture != STREET:
            parts.canvas.stage.show_preview(ToolPreview())  # The ghosts of points that were pulled.
        self.side.renew()
        fade_in(self.side)
        if self.side.first is not None:
            self.head.title.setText(self.side.first.title)

    def keep_scale(self, viewport: Viewport) -> None:
        """Show the plane at the scale of another view, if all that the pictures draw has room then."""
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)  # The canvas has its size from now on.
        self._scale, splitter = viewport, self._parts.splitter
        splitter.setSizes([round((1 - _SIDE) * splitter.width()), round(_SIDE * splitter.width())])
        self._fit()

    def _fit(self) -> None:
        """Fit the view until the first run is there: while the street is pulled nothing else moves."""
        if (scale := self._scale) is None:
            return
        self.show_picture()
        canvas, proof = self._parts.canvas, self.side.shown
        held = canvas.stage.points if proof is None else proof.extent
        whole = canvas.stage.viewport.fitted(held, canvas.view.equal_scales)
        canvas.view.show_part(replace(whole, ux=max(scale.ux, whole.ux), uy=max(scale.uy, whole.uy)))
        self._scale = scale if proof is None else None
