"""How the window looks at things: the view, its layers and tools, the panels, the appearance."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from core.lessons.vocabulary import SECRETS
from core.plane.projections import PLANE
from core.run import Run
from perceptron_gui.canvas import LAYERS, Canvas
from perceptron_gui.canvas.tools import TOOLS
from perceptron_gui.files.settings import Settings
from perceptron_gui.look.menus import allow
from perceptron_gui.look.motion import Motion
from perceptron_gui.look.size import PERCENTS, scale_now
from perceptron_gui.look.text.sentences import within
from perceptron_gui.look.theme import Appearance, ThemeModel
from perceptron_gui.look.voice import SpokenSteps
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.theorem_view import TheoremView, TheoryPage
from perceptron_gui.model.visible_run import VisibleRun
from perceptron_gui.window.actions import Actions, Item, keep_true
from perceptron_gui.window.screen_fit import PanelWidth
from perceptron_gui.window.side_panel import SidePanel

_ZOOM = 1.25

_REVEALS = {
    "totals": "&Totals",
    "curves": "&Curves Ahead",
    "next": "The &Next Example",
    "rows": "The &Rows Ahead",
    "star": "ŵ* an&d γ",
    "floor": "The &Floor",
    "ceiling": "The Ceilin&g",
    "bound": "The &Bound",
    "separable": "Whether a Line &Separates",
    "runs": "Compare and R&uns",
}
"""Name in `SECRETS` → its entry of the menu."""


def bind_view(actions: Actions, canvas: Canvas, theme: ThemeModel, settings: Settings) -> None:
    """Zoom, scales, motion, layers, appearance, what is spoken; the tools of the canvas."""
    actions.on(fit=canvas.fit, zoom_in=lambda: canvas.view.zoom(_ZOOM), zoom_out=lambda: canvas.view.zoom(1 / _ZOOM))
    _switch(actions, "equal_scales", canvas.set_equal_scales, settings)
    layers: dict[str, QAction] = {}
    for name, layer in LAYERS.items():
        item = Item(name, layer.title, f"Show {within(layer.title)}", layer.key, checked=canvas.layers[name].visible)
        layers[name] = actions.add("layers", item, partial(canvas.set_layer_visible, name))

    def show() -> None:
        actions["equal_scales"].setChecked(canvas.view.equal_scales)
        for name, action in layers.items():
            action.setChecked(canvas.layers[name].visible)

    canvas.looked_at.connect(show)
    actions[f"appearance_{theme.appearance}"].setChecked(True)
    actions.on(**{f"appearance_{each}": partial(_choose, each, theme, settings) for each in Appearance})
    _bind_motion(actions, canvas, settings)
    _bind_spoken_steps(actions, canvas, settings)
    _bind_tools(actions, canvas)


def bind_features(actions: Actions, document: Document, window: QWidget) -> None:
    """Which features are on the axes: a choice where there is more than one."""

    def choose() -> None:
        from perceptron_gui.window.dialogs.features_dialog import FeaturesDialog

        if (view_choice := FeaturesDialog(document.dataset, document.view_choice, window).ask()) is not None:
            document.set_view_choice(view_choice)

    def enable() -> None:
        actions.allow("" if document.dataset.d >= PLANE else "There is only one feature", "features")

    actions.on(features=choose)
    keep_true(enable, document.dataset_changed)


def bind_panels(actions: Actions, panel: SidePanel) -> None:
    """A panel by key: seen at once, also where panels are hidden, and in focus where the one before was."""
    made: dict[str, QAction] = {}
    for place, title in enumerate(panel.titles, 1):
        item = Item(title, f"&{title}", f"Turn to the panel {title}", f"Ctrl+{place}", "", False, "panel")
        made[title] = actions.add("panels", item, partial(_turn_to, actions, panel, title))

    keep_true(lambda: made[panel.title].setChecked(True), panel.currentChanged)
    actions.on(numbers=partial(_turn_to_numbers, actions, panel))
    actions.on(copy_numbers=lambda: QGuiApplication.clipboard().setText(panel.numbers_as_text()))


def bind_size(actions: Actions, settings: Settings, panel_width: PanelWidth) -> None:
    """How large everything is drawn, at once and from then on; what stands beside the canvas makes way for it."""

    def choose(percent: int) -> None:
        settings.enlarged = percent
        panel_width.change_size(percent / 100)
        show()

    def go(by: int) -> None:
        choose(PERCENTS[PERCENTS.index(present()) + by])

    def present() -> int:
        return min(PERCENTS, key=lambda percent: abs(percent - 100 * scale_now()))

    def show() -> None:
        actions[f"enlarged_{present()}"].setChecked(True)
        actions.allow("It is the smallest size" if present() == PERCENTS[0] else "", "smaller")
        actions.allow("It is the largest size" if present() == PERCENTS[-1] else "", "larger")

    actions.on(**{f"enlarged_{percent}": partial(choose, percent) for percent in PERCENTS})
    actions.on(smaller=partial(go, -1), larger=partial(go, 1))
    actions.menu("enlarged").aboutToShow.connect(show)
    show()


def bind_theorem_view(actions: Actions, theorem_view: TheoremView, panel: SidePanel, settings: Settings) -> None:
    """How the theorem is told: what is chosen at the head of the theory panel, in the menu too, and remembered."""

    def turn_to(page: TheoryPage) -> None:
        theorem_view.turn_to(page)
        _turn_to(actions, panel, "Theory")

    _switch(actions, "normalised", theorem_view.set_normalised, settings)
    theorem_view.turn_to(settings.theory_page)
    actions.on(**{f"theory_{page}": partial(turn_to, page) for page in TheoryPage})

    def show() -> None:
        actions["normalised"].setChecked(theorem_view.normalised)
        actions[f"theory_{theorem_view.page}"].setChecked(True)
        settings.theory_page = theorem_view.page

    keep_true(show, theorem_view.changed)


def bind_future(actions: Actions, visible: VisibleRun) -> None:
    """The switch that hides the run ahead of the playhead; and, while it is on, each thing that can be told of it."""
    made = {}
    for place, (name, text) in enumerate(_REVEALS.items(), 1):
        item = Item(f"reveal_{name}", text, f"Tell {SECRETS[name]}", f"Ctrl+Alt+{place % 10}")
        made[name] = actions.add("reveal", item, partial(visible.reveal, name))

    def switch(on: bool) -> None:
        if on != visible.hidden:  # else it only follows what was revealed too
            visible.set_hidden(on)

    actions.on(hide_future=switch)

    def show() -> None:
        actions["hide_future"].setChecked(visible.hidden)
        for name, action in made.items():
            idle = "Nothing is hidden" if not visible.hidden else "It is told already" if visible.shows(name) else ""
            allow(action, f"Tell {SECRETS[name]}", idle)

    keep_true(show, visible.changed)


def _bind_motion(actions: Actions, canvas: Canvas, settings: Settings) -> None:
    """What is chosen is remembered, and so is what a session brings; it moves nothing where the system wants less."""
    chosen, glides = settings.motion, settings.motion.glides

    def choose(motion: Motion) -> None:
        nonlocal chosen, glides
        chosen, glides = motion, motion.glides
        settings.motion = motion
        actions[f"motion_{motion}"].setChecked(True)
        canvas.set_tween(glides)

    def follow() -> None:
        if canvas.tweened != glides:
            choose(Motion.OFF if not canvas.tweened else Motion.SYSTEM if chosen is Motion.SYSTEM else Motion.ON)

    actions.on(**{f"motion_{motion}": partial(choose, motion) for motion in Motion})
    canvas.set_tween(glides)
    actions[f"motion_{chosen}"].setChecked(True)
    canvas.looked_at.connect(follow)


def _bind_spoken_steps(actions: Actions, canvas: Canvas, settings: Settings) -> None:
    def choose(spoken: SpokenSteps) -> None:
        canvas.spoken_steps.spoken = settings.spoken_steps = spoken

    actions.on(**{f"spoken_{spoken}": partial(choose, spoken) for spoken in SpokenSteps})
    canvas.spoken_steps.spoken = settings.spoken_steps
    actions[f"spoken_{settings.spoken_steps}"].setChecked(True)


def _bind_tools(actions: Actions, canvas: Canvas) -> None:
    made = {}
    for name, tool in TOOLS.items():
        now = name == canvas.view.tool
        item = Item(name, tool.title, tool.tooltip, tool.shortcut, tool.icon, now, "tool")
        made[name] = actions.add("tools", item, partial(canvas.view.set_tool, name))
    canvas.tool_changed.connect(lambda name: made[name].setChecked(True))

    def enable(run: Run) -> None:
        for name, tool in TOOLS.items():
            idle = tool.idle(run)
            allow(made[name], tool.tooltip, idle)
            if idle and name == canvas.view.tool:
                canvas.view.set_tool(next(iter(TOOLS)))

    canvas.workspace.player.run_changed.connect(enable)


def _turn_to(actions: Actions, panel: SidePanel, title: str) -> None:
    focus = QApplication.focusWidget()
    within = focus is not None and panel.isAncestorOf(focus)
    actions["side_panel"].setChecked(True)
    panel.turn_to(title)
    if within:
        panel.tabBar().setFocus()


def _turn_to_numbers(actions: Actions, panel: SidePanel) -> None:
    from perceptron_gui.panels.learner import LearnerPanel

    _turn_to(actions, panel, "Learner")
    if isinstance(panel.panel, LearnerPanel):
        panel.panel.numbers.take_focus()


def _switch(actions: Actions, name: str, slot: Callable[[bool], None], settings: Settings) -> None:
    """A switch whose place is remembered."""
    on = bool(getattr(settings, name))
    actions[name].setChecked(on)
    slot(on)
    actions.on(**{name: slot})
    actions.on(**{name: lambda on: setattr(settings, name, on)})


def _choose(appearance: Appearance, theme: ThemeModel, settings: Settings) -> None:
    theme.choose(appearance)
    settings.appearance = appearance
