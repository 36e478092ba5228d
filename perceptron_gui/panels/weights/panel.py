"""The weights panel: the plane of two weights, words on it, and a w that can be dragged elsewhere."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSignalBlocker, QSizeF, Qt
from PySide6.QtWidgets import QComboBox

from core.analysis.weight_plane import WeightPlane
from core.datasets.dataset import FloatArray
from core.record.history import State
from core.run import Run
from core.theory.margin.units import NORMALISED
from core.theory.symbols import explained
from perceptron_gui.look.layouts import in_row
from perceptron_gui.look.plain import plain
from perceptron_gui.look.size import SMALL, dress, dye, keep_lines
from perceptron_gui.look.text.small_widgets import (
    LINKS,
    WrappedLabel,
    choice_of,
    label_of,
    push_button,
    tool_button,
)
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.saved_setting import a_count, a_number, expect_type
from perceptron_gui.model.threads.single_shot import single_shot
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.following import FollowingPanel
from perceptron_gui.panels.weights.plane import PlaneState, components, name, viewport
from perceptron_gui.panels.weights.view import WeightView
from perceptron_gui.panels.weights.words import (
    details,
    elsewhere_words,
    instead,
    own_separator_words,
    region_words,
    whereabouts,
)


class WeightsPanel(FollowingPanel):
    """The plane of two weights. It follows the run, the playhead and the vector that is tried out."""

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__("Weights", workspace)
        self._own_separator = workspace.own_separator
        self._axes = (0, 1)
        self._plane: WeightPlane | None = None
        self._listed: tuple[tuple[str, ...], tuple[str, ...]] = (), ()
        self.axes = tuple(_choice(way) for way in ("Across", "Up"))
        self.fit = push_button(
            "Follow w", f"Show w, its path and the origin, and follow them (double click)\n{explained('w')}"
        )
        self.units = tool_button("w/R", f"w/R: normalised units. {NORMALISED.meaning}", toggles=True)
        self.units.setAccessibleName("Normalised units")
        self.view = WeightView(theme, workspace.highlight)
        self.whereabouts, self.details = _words("secondary"), _words("secondary", lines=3)
        self.told, self.region = _words("own", lines=3), _words("ink", lines=2)
        dress(self.region, SMALL, bold=True)
        self.instead = label_of(rich=True)
        dye(self.instead, "secondary")
        tip = "Try another w beside the run: drag it here, or move it by arrow keys"
        self.try_out = push_button("Your Line …", tip)
        self.back = push_button("Back to the Run", "Stop trying (Esc)")
        self.start = push_button("Start the Run from Here", "Begin another run with these starting weights")
        self._settling = single_shot(self, 200, self._ask)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self.column.addLayout(in_row(*self.axes, (self.whereabouts, 1), self.fit, self.units))
        self.whereabouts.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.column.addWidget(self.view, 1)
        self.column.addWidget(self.instead, 1)
        for label in (self.region, self.details, self.told):
            self.column.addWidget(label)
        self.column.addLayout(in_row(self.try_out, self.start, self.back, 0))
        self.instead.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.instead.setTextInteractionFlags(LINKS)
        self.instead.linkActivated.connect(self.workspace.pages.wanted)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFocusProxy(self.view)

    def _connect(self) -> None:
        workspace = self.workspace
        for changed in (
            self.player.playing_changed,
            self.player.speed_changed,
            self._own_separator.changed,
            workspace.theorem_view.changed,
        ):
            changed.connect(self.refresh)
        workspace.document.opened.connect(self._forget)
        self.view.redrawn.connect(self._write)
        self.view.tried.connect(self._try)
        self.view.pointed.connect(self._point)
        self.view.clicked.connect(lambda row: workspace.selection.set([row]))
        self.fit.clicked.connect(self.view.follow)
        self.units.toggled.connect(workspace.theorem_view.set_normalised)
        self.try_out.clicked.connect(self._try_present)
        self.back.clicked.connect(self._own_separator.clear)
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
        numbers = expect_type(value, list)
        across, up = (a_count(axis, 0, last) for axis in numbers[:2])
        part = None
        if numbers[2:]:
            cx, cy, ux, uy = map(a_number, numbers[2:])
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
        self._plane = None
        self.view.show_seen(None)
        self._list_axes(run)

    def show_state(self, run: Run, state: State) -> None:
        missing, own_separator = instead(run), self._own_separator.weights_in(run)
        self._arrange(missing, tried=own_separator is not None, choice=len(components(run)) > 2)
        if missing:
            self.view.show_seen(None)
            return
        if self._plane is None or self._plane.axes != self._axes:
            self._plane = WeightPlane(run.dataset, self._axes)
        theorem_view, racing = self.workspace.theorem_view, self.player.racing
        self.units.setChecked(theorem_view.normalised)
        self.view.show_seen(PlaneState(run, state, self._plane, own_separator, theorem_view.units, racing))

    def _arrange(self, missing: str, *, tried: bool, choice: bool) -> None:
        """Show a sentence on what is `missing`, or the view, with words on the run or on what is tried."""
        self.instead.setText(missing)
        self.instead.setVisible(bool(missing))
        for seen, widgets in (
            (True, (self.view, self.fit, self.units, self.whereabouts, self.region)),
            (choice, self.axes),
            (not tried, (self.try_out, self.details)),
            (tried, (self.start, self.back, self.told)),
        ):
            for widget in widgets:
                widget.setVisible(seen and not missing)

    def _write(self) -> None:
        """Write the words on the picture; whether anything separates in the plane is computed at once, or at rest."""
        picture = self.view.picture
        if picture is None:
            return
        seen, run = picture.seen, picture.seen.run
        self.whereabouts.setText(whereabouts(seen))
        self.fit.setEnabled(self.view.moved_to is not None)
        may_be = run.margin.separable is not False and not run.margin.hides_separators
        hidden = picture.region is None and bool(seen.others) and may_be
        if hidden and run.dataset.n <= 2_000:  # With so few examples this costs less than a frame.
            self._ask()
        else:
            self.region.setText(region_words(picture))
            if hidden:
                self._settling.start()
        self.details.setText(details(picture))
        judged = self._own_separator.judged(run)
        if judged is not None and seen.own_separator is not None:
            self.told.setText(own_separator_words(judged, seen.own_separator, seen))
        self.view.setAccessibleDescription(f"{self.region.text()} {self.details.text()}")

    def _ask(self) -> None:
        picture = self.view.picture
        if picture is not None and self.isVisible():
            self.region.setText(elsewhere_words(picture.seen, picture.seen.plane.anywhere(picture.seen.at)))

    def _choose(self, _place: int) -> None:
        first, second = (box.currentIndex() for box in self.axes)
        if first == second:
            before = self._axes
            first, second = (before[1], second) if second != before[1] else (first, before[0])
        self._axes = (first, second)
        self._show_axes()
        self.view.follow()
        self.refresh()

    def _list_axes(self, run: Run) -> None:
        count = len(components(run))
        self._axes = (0, 1) if max(self._axes) >= count else self._axes
        listed = tuple(name(run, component) for component in components(run))
        if (listed, run.dataset.features) != self._listed:
            self._listed = listed, run.dataset.features
            for box in self.axes:
                # Filling the list is no choice of the person.
                with QSignalBlocker(box):
                    box.clear()
                    box.addItems(listed)
                for component, feature in enumerate(run.dataset.features):
                    box.setItemData(component, plain(f"the weight of {feature}"), Qt.ItemDataRole.ToolTipRole)
        self._show_axes()

    def _show_axes(self) -> None:
        for box, axis in zip(self.axes, self._axes, strict=True):
            # Showing the present axis is no choice of the person.
            with QSignalBlocker(box):
                box.setCurrentIndex(axis)

    def _try(self, weights: FloatArray | None) -> None:
        if weights is None:
            self._own_separator.clear()
        else:
            self._own_separator.put(weights)

    def _try_present(self) -> None:
        if self.view.picture is not None:
            self._own_separator.put(self.view.picture.seen.present)
            self.view.setFocus()

    def _start_here(self) -> None:
        weights = self._own_separator.weights_in(self.player.visible.run)
        if weights is not None:
            self._own_separator.clear()
            document = self.workspace.document
            start = tuple(weights.tolist()) if weights.any() else None
            document.choose_spec(replace(document.spec, start=start))
            self.player.home()

    def _point(self, row: int | None) -> None:
        highlight = self.workspace.highlight
        if row is None:
            highlight.clear()
        else:
            highlight.show("example", (row,))

    def rest(self) -> None:
        self._settling.stop()
        self.view.show_seen(None)


def _words(role: str, lines: int = 1) -> WrappedLabel:
    """Return words in the colour of a role, with the height of so many lines: the view must not jump."""
    words = WrappedLabel()
    dye(words, role)
    dress(words, SMALL)
    keep_lines(words, lines)
    words.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
    return words


def _choice(way: str) -> QComboBox:
    box = choice_of(
        f"Weight {way.lower()}", f"{way}: what grows that way, the weight w₁, w₂ … of a feature or the intercept b"
    )
    box.setMinimumContentsLength(4)
    # The height must not depend on its first content.
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    return box
