"""The weights panel: the plane of two weights, words on it, and a w that can be dragged elsewhere."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from PySide6.QtCore import QSizeF, Qt
from PySide6.QtWidgets import QComboBox

from core.analysis.weight_plane import WeightPlane
from core.datasets.dataset import FloatArray
from core.numbers.numerals import column, counted, number
from core.record.history import State
from core.run import Run
from core.theory.bounds import OwnSeparator
from core.theory.margin.units import NORMALISED
from core.theory.quantities import explained
from perceptron_gui.look.layouts import in_row
from perceptron_gui.look.plain import plain
from perceptron_gui.look.text.rich_text import JOINED, NO_BREAK
from perceptron_gui.look.text.small_widgets import LINKS, WrappedLabel, choice_of, label_of, push_button, tool_button
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.saved_setting import a_count, read
from perceptron_gui.model.workspace import Workspace, link_to
from perceptron_gui.panels.following import FollowingPanel
from perceptron_gui.panels.weights.plane import MOST_UPDATES, PlanePicture, PlaneState, components, name, viewport
from perceptron_gui.panels.weights.view import WeightView

_COMPONENTS = 3


def no_plane_words(run: Run) -> str:
    """Return the reason why there is no plane of weights to draw; empty if there is one."""
    if run.margin.in_feature_space:
        return (
            "With a kernel w lives in a feature space. It is a sum of examples, Σ αᵢyᵢφ(xᵢ), and has no two weights "
            f"to draw; the {link_to('Theory')} measures it there."
        )
    if not run.space.has_coordinates:
        return (
            "This kernel's feature space is that of the data, but with a kernel a run keeps α in the place of w: how "
            "much of each example was added. Without one (Ctrl+K) its w is drawn here."
        )
    if len(components(run)) < 2:
        return "With one feature and no bias w is a single number: whether it separates depends on its sign alone."
    if not run.dataset.n:
        return "No examples yet. Each will be a half-plane here, of the w's that have it on the right side."
    return ""


def fixed_words(seen: PlaneState) -> str:
    """Return the components that are fixed in the plane, in words."""
    others = seen.others
    if not others:
        return "all of w" if len(components(seen.run)) == seen.run.dataset.d else "all of (w, b)"
    if len(others) > _COMPONENTS:
        return f"the other {len(others):,} as they are {'tried' if seen.own_separator is not None else 'now'}"
    equals = f"{seen.per.replace('/', f'/{JOINED}')}{NO_BREAK}={NO_BREAK}"
    told = (f"{name(seen.run, other)}{equals}{number(float(seen.at[other]) / seen.unit)}" for other in others)
    return f"at {', '.join(told)}"


def region_words(picture: PlanePicture) -> str:
    """Return a sentence on the w's in view that separate."""
    seen, separable = picture.seen, picture.seen.run.margin.separable
    if seen.run.margin.hides_separators:
        return "Which w's separate is hidden for now."
    if separable is False:
        return "No w is on the right side of all lines, so these examples are not separable."
    if picture.region is not None:
        return "The shaded part is on the right side of all lines: every w in it separates."
    if separable and not seen.others:
        return "The w's that separate are out of view, or a cone too narrow to be seen."
    return "No w in view separates."


def drawn_words(picture: PlanePicture) -> str:
    """Return the sentences that a viewer must know to read the picture rightly."""
    seen, run = picture.seen, picture.seen.run
    told = []
    if seen.others:
        hidden = f"{name(run, seen.others[0])} is" if len(seen.others) == 1 else "the other components are"
        path = "The path is" if seen.star is None else "Path and ŵ* are"
        told.append(f"{path} projected: {hidden} not shown.")
    if len(picture.rows) < run.dataset.n:
        wrong = len(seen.wrong)
        which = ["around the shading"] * (picture.region is not None) + ["the present one"] * bool(seen.state.example)
        if wrong:
            which.append(f"{'the' if picture.all_wrong else 'some'} wrong {'one' if wrong == 1 else 'ones'}")
        named = f": {', '.join(which)}" if which else ""
        told.append(f"{len(picture.borders.rows):,} of {run.dataset.n:,} lines drawn{named}.")
    if seen.state.update > MOST_UPDATES:
        told.append(f"Path: the last {counted(MOST_UPDATES, 'update')}.")
    if picture.view.stretched:
        told.append("Axes stretched.")
    return " ".join(told)


def own_separator_words(judged: OwnSeparator, weights: FloatArray, seen: PlaneState) -> str:
    """Return a sentence on the vector (w, b) that is tried out."""
    run, per, unit = seen.run, seen.per, seen.unit
    shown = column((weights[:-1] / unit)[:_COMPONENTS].tolist()) + ["…"] * (len(weights) - 1 > _COMPONENTS)
    vector = f"w{per} = ({', '.join(shown)})"
    if run.margin.bias.squared:
        vector = f"{vector}, b{per} = {number(float(weights[-1]) / unit)}"
    found = judged.reason
    if judged.separates:
        found = f"it separates, γ{per} = {number(judged.gamma / unit)}."
    elif judged.errors is not None:
        found = f"it gets {judged.errors:,} of {counted(run.dataset.n, 'example')} wrong."
    return f"Your line {vector}: {found}"


class WeightsPanel(FollowingPanel):
    """The plane of two weights. It follows the run, the playhead and the vector that is tried out."""

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__("Weights", workspace)
        self._own_separator = workspace.own_separator
        self._axes = (0, 1)
        self._plane = lru_cache(1)(WeightPlane)
        self._listed: tuple[tuple[str, ...], tuple[str, ...]] = (), ()
        self.axes = tuple(_choice(way) for way in ("Across", "Up"))
        tip = f"Show w, its path and the origin, and follow them (double click)\n{explained('w')}"
        self.fit = push_button("Follow w", tip)
        self.units = tool_button("w/R", f"w/R: normalised units. {NORMALISED.meaning}", toggles=True)
        self.units.setAccessibleName("Normalised units")
        self.view = WeightView(theme, workspace.highlight)
        self.whereabouts, self.details = WrappedLabel(role="secondary"), WrappedLabel(3, role="secondary")
        self.told, self.region = WrappedLabel(3, role="own"), WrappedLabel(2, bold=True, role="ink")
        self.instead = label_of(role="secondary", rich=True)
        tip = "Try another w beside the run: drag it here, or move it by arrow keys"
        self.try_out = push_button("Your Line …", tip)
        self.back = push_button("Back to the Run", "Stop trying (Esc)")
        self.start = push_button("Start the Run from Here", "Begin another run with these starting weights")
        self._settling = self.later(200, self._ask)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self.column.addLayout(in_row(*self.axes, (self.whereabouts, 1), self.fit, self.units))
        self.column.addWidget(self.view, 1)
        self.column.addWidget(self.instead, 1)
        for label in (self.region, self.details, self.told):
            label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
            self.column.addWidget(label)
        self.column.addLayout(in_row(self.try_out, self.start, self.back, 0))
        self.instead.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.instead.setTextInteractionFlags(LINKS)
        self.instead.linkActivated.connect(self.workspace.pages.wanted)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFocusProxy(self.view)

    def _connect(self) -> None:
        workspace, player, own = self.workspace, self.player, self._own_separator
        for changed in (player.playing_changed, player.speed_changed, own.changed, workspace.theorem_view.changed):
            changed.connect(self.refresh)
        workspace.document.opened.connect(self._forget)
        self.view.redrawn.connect(self._write)
        self.view.tried.connect(lambda weights: own.clear() if weights is None else own.put(weights))
        self.view.pointed.connect(workspace.highlight.show_example)
        self.view.clicked.connect(lambda row: workspace.selection.set([row]))
        self.fit.clicked.connect(self.view.follow)
        self.units.toggled.connect(workspace.theorem_view.set_normalised)
        self.try_out.clicked.connect(self._try_present)
        self.back.clicked.connect(own.clear)
        self.start.clicked.connect(self._start_here)
        for box in self.axes:
            box.activated.connect(self._choose)

    def saved(self) -> Any:
        """Return the components → and ↑, and of a moved view its middle and units a pixel, as plain JSON values."""
        part = self.view.moved_to
        return [*self._axes, *(() if part is None else (part.cx, part.cy, part.ux, part.uy))]

    def restore(self, value: Any) -> None:
        document, run = self.workspace.document, self.player.visible.run
        last = document.dataset.d - (document.spec.bias == 0)
        numbers = read(list, value)
        across, up = (a_count(axis, 0, last) for axis in numbers[:2])
        part = None
        if numbers[2:]:
            cx, cy, ux, uy = read([float], numbers[2:])
            part = viewport(cx, cy, ux, uy, QSizeF(1, 1))
        if across == up or (part is not None and not part.possible):
            raise ValueError
        self._axes = (across, up)
        self.view.show_part(part)
        if run is not None and run.dataset is document.dataset:
            self._show_axes()
            self.refresh()

    def _forget(self) -> None:
        self._axes = (0, 1)
        self.view.follow()

    def take_run(self, run: Run) -> None:
        self.view.show_seen(None)
        self._axes = (0, 1) if max(self._axes) >= len(components(run)) else self._axes
        listed = tuple(name(run, component) for component in components(run))
        if (listed, run.dataset.features) != self._listed:
            self._listed = listed, run.dataset.features
            for box in self.axes:
                box.clear()
                box.addItems(listed)
                for component, feature in enumerate(run.dataset.features):
                    box.setItemData(component, plain(f"the weight of {feature}"), Qt.ItemDataRole.ToolTipRole)
        self._show_axes()

    def show_state(self, run: Run, state: State) -> None:
        missing, own_separator = no_plane_words(run), self._own_separator.weights_in(run)
        tried = own_separator is not None
        self.instead.setText(missing)
        self.instead.setVisible(bool(missing))
        for seen, widgets in (
            (True, (self.view, self.fit, self.units, self.whereabouts, self.region)),
            (len(components(run)) > 2, self.axes),
            (not tried, (self.try_out, self.details)),
            (tried, (self.start, self.back, self.told)),
        ):
            for widget in widgets:
                widget.setVisible(seen and not missing)
        if missing:
            self.view.show_seen(None)
            return
        plane = self._plane(run.dataset, self._axes)
        theorem_view, racing = self.workspace.theorem_view, self.player.racing
        self.units.setChecked(theorem_view.normalised)
        self.view.show_seen(PlaneState(run, state, plane, own_separator, theorem_view.units, racing))

    def _write(self) -> None:
        """Write the words on the picture; whether anything separates in the plane is computed at once, or at rest."""
        picture = self.view.picture
        if picture is None:
            return
        seen, run = picture.seen, picture.seen.run
        self.whereabouts.setText(fixed_words(seen))
        self.fit.setEnabled(self.view.moved_to is not None)
        may_be = run.margin.separable is not False and not run.margin.hides_separators
        hidden = picture.region is None and bool(seen.others) and may_be
        if hidden and run.dataset.n <= 2_000:  # With so few examples this costs less than a frame.
            self._ask()
        else:
            self.region.setText(region_words(picture))
            if hidden:
                self._settling.start()
        self.details.setText(drawn_words(picture))
        judged = self._own_separator.judged(run)
        if judged is not None and seen.own_separator is not None:
            self.told.setText(own_separator_words(judged, seen.own_separator, seen))
        self.view.setAccessibleDescription(f"{self.region.text()} {self.details.text()}")

    def _ask(self) -> None:
        """Say whether any w of the plane separates, as none in view does."""
        if (picture := self.view.picture) is None:
            return
        seen = picture.seen
        anywhere = seen.plane.anywhere(seen.at)
        plane = f"({', '.join(name(seen.run, axis) for axis in seen.plane.axes)})"
        told = f"The {plane} that separate here are out of view, or too few to be seen."
        if anywhere is None:
            told = f"No {plane} in view separates; whether any in this plane does is too close to tell."
        elif not anywhere:
            though = "; with other values some do" if seen.run.margin.separable else ""
            where = fixed_words(seen) if fixed_words(seen).startswith("at ") else f"with {fixed_words(seen)}"
            told = f"{where[0].upper()}{where[1:]} no {plane} separates{though}."
        self.region.setText(told)

    def _choose(self, _place: int) -> None:
        first, second = (box.currentIndex() for box in self.axes)
        self._axes = (first, second) if first != second else self._axes[::-1]
        self._show_axes()
        self.view.follow()
        self.refresh()

    def _show_axes(self) -> None:
        for box, axis in zip(self.axes, self._axes, strict=True):
            box.setCurrentIndex(axis)

    def _try_present(self) -> None:
        if self.view.picture is not None:
            self._own_separator.put(self.view.picture.seen.present)
            self.view.setFocus()

    def _start_here(self) -> None:
        weights = self._own_separator.weights_in(self.player.visible.run)
        if weights is not None:
            self._own_separator.clear()
            document = self.workspace.document
            document.choose_spec(replace(document.spec, start=tuple(weights.tolist()) if weights.any() else None))
            self.player.home()

    def rest(self) -> None:
        self.view.show_seen(None)


def _choice(way: str) -> QComboBox:
    tip = f"{way}: what grows that way, the weight w₁, w₂ … of a feature or the intercept b"
    box = choice_of(f"Weight {way.lower()}", tip)
    box.setMinimumContentsLength(4)
    # The height must not depend on its first content.
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    return box
