"""The tool that draws a line: a separator to try out, or a guess of the next boundary while that is asked for."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QApplication

from core.datasets.dataset import FloatArray
from core.plane.projections import PLANE, Projection
from core.run import Run
from perceptron_gui.canvas.lines import Grip, LineGrips, PlaneLine, grips_of
from perceptron_gui.canvas.stage import Stage, ToolPreview
from perceptron_gui.canvas.tools.tool import Pointer, Tool
from perceptron_gui.model.by_hand import DrawnLine


@dataclass(frozen=True)
class _Drag:
    """A drag: the part of the line that is held, its start, the line before, and the run."""

    grip: Grip
    start: QPointF
    line: PlaneLine
    grips: LineGrips | None
    weights: FloatArray
    before: FloatArray | None
    drawn: DrawnLine
    run: Run


class LineTool(Tool):
    """A drag on empty canvas draws a line; its two places turn it, the line itself moves, the tip of w turns w."""

    title, icon, shortcut = "Line", "line", "L"
    tooltip = (
        "Draw a line of your own, then drag it, one of its two places, or its w; "
        "↑ and ↓ turn it, with Shift they move it; Esc removes it"
    )
    hint = "Nothing here yet to be separated.\nCtrl + click places ○, Ctrl + right click ×; or take a tool (P, N)."
    draws_lines = holds_lines = True
    _drag: _Drag | None = None

    def press(self, pointer: Pointer) -> None:
        run, drawn = self.stage.run, drawn_on(self.stage)
        if run is None or self.idle(run):
            return
        before = drawn.weights_in(run)
        weights = begun(self.stage, run) if before is None else before
        line = None if before is None else line_of(weights, self.stage, run)
        grips = None if line is None else grips_of(line, self.stage.viewport)
        grip = None if grips is None else grips.at(pointer.pixel)
        if grip is None or line is None:
            seen = self.stage.projection.line(weights[:-1], 0.0)[0]
            line = PlaneLine(seen if seen.any() else np.array([0.0, 1.0]), 0.0, is_pinned(run))
            grip, grips = Grip.SECOND, None
        self._drag = _Drag(grip, pointer.pixel, line, grips, weights, before, drawn, run)

    def move(self, pointer: Pointer) -> None:
        drag = self._drag
        if drag is None or drag.run.dataset.d != self.stage.dataset.d:
            return
        away, line = (pointer.pixel - drag.start).manhattanLength(), self._moved(drag, pointer.pixel)
        if line is None or (drag.grips is None and away < QApplication.startDragDistance() / 2):
            return
        weights = lifted(line, self.stage.projection, drag.weights)
        if drag.grips is None:
            round_ = lifted(PlaneLine(-line.w, -line.b), self.stage.projection, drag.weights)
            weights = min(weights, round_, key=lambda each: len(drag.run.tie.mistaken(drag.run.dataset, each)))
        drag.drawn.put(weights)

    def release(self, pointer: Pointer) -> None:
        self._drag = None

    def hover(self, pointer: Pointer | None) -> None:
        grips = grips_on(self.stage)
        self.stage.show_preview(ToolPreview(grip=None if pointer is None or grips is None else grips.at(pointer.pixel)))

    def cancel(self) -> bool:
        drag, self._drag = self._drag, None
        if drag is None:
            return False
        if drag.before is None:
            drag.drawn.clear()
        else:
            drag.drawn.put(drag.before)
        return True

    def _moved(self, drag: _Drag, pixel: QPointF) -> PlaneLine | None:
        view, line, grips = self.stage.viewport, drag.line, drag.grips
        place, start = view.to_data(pixel), view.to_data(drag.start)
        if grips is not None and drag.grip is Grip.ARROW:
            return line.facing((0.0, 0.0) if line.pinned else view.to_data(grips.arrow.p1()), place)
        if line.pinned:
            return line.through((0.0, 0.0), place)
        if drag.grip is Grip.LINE:
            return line.moved((place[0] - start[0], place[1] - start[1]))
        if grips is None:
            return line.through(start, place)
        return line.through(view.to_data(grips.second if drag.grip is Grip.FIRST else grips.first), place)


def begun(stage: Stage, run: Run) -> FloatArray:
    """Return the weights of a new line across the section: those of w for a guess, of ŵ* for a separator."""
    margin, state = run.margin, stage.state
    if drawn_on(stage) is stage.workspace.quiz and state is not None and len(state.w) == run.dataset.d:
        return np.append(state.w, state.b)
    return np.zeros(run.dataset.d + 1) if margin.star is None else margin.star


def drawn_on(stage: Stage) -> DrawnLine:
    """Return the model of the drawn line: the guess if one is asked for, else one's own separator."""
    quiz = stage.workspace.quiz
    return quiz if quiz.on else stage.workspace.own_separator


def grips_on(stage: Stage) -> LineGrips | None:
    """Return the grips of that line; None if none is in view."""
    run = stage.run
    weights = drawn_on(stage).weights_in(run)
    line = None if run is None or weights is None else line_of(weights, stage, run)
    return None if line is None else grips_of(line, stage.viewport)


def line_of(weights: FloatArray, stage: Stage, run: Run) -> PlaneLine | None:
    """Return the line of w and then b on the section in view; None if it has no direction there."""
    w, b = stage.projection.line(weights[:-1], float(weights[-1]))
    return PlaneLine(w, b, is_pinned(run)) if w.any() else None


def lifted(line: PlaneLine, projection: Projection, like: FloatArray) -> FloatArray:
    """Return the w and then b whose line on the section is this one; across it w is as in `like` (d + 1,)."""
    before, _ = projection.line(like[:-1], float(like[-1]))
    w = like[:-1] + projection.vectors(np.eye(projection.d)) @ (line.w - before)
    return np.append(w, line.b - projection.line(w, 0.0)[1])


def is_pinned(run: Run) -> bool:
    """Return whether the line must go through the origin and, with hidden features, has no section."""
    return not run.margin.bias.value and run.dataset.d <= PLANE
