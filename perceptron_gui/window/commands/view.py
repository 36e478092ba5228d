"""The menu View: how the window shows things."""

from __future__ import annotations

from core.lessons.vocabulary import SECRETS
from core.plane.projections import PLANE
from perceptron_gui.canvas import LAYERS
from perceptron_gui.look.motion import Motion
from perceptron_gui.look.size import PERCENTS, scale_now
from perceptron_gui.look.text.sentences import within
from perceptron_gui.look.theme import Appearance
from perceptron_gui.look.voice import SpokenSteps
from perceptron_gui.model.theorem_view import TheoryPage
from perceptron_gui.panels import PANELS
from perceptron_gui.window.commands.command import AskedAt, Command, Do, Is, Menu, Parts, turn_to
from perceptron_gui.window.screen import fill_screen

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


def _set_equal_scales(w: Parts, on: bool) -> None:
    w.canvas.set_equal_scales(on)
    w.settings.equal_scales = on


def _set_normalised(w: Parts, on: bool) -> None:
    w.workspace.theorem_view.set_normalised(on)
    w.settings.normalised = on


def _choose_features(w: Parts) -> None:
    from perceptron_gui.window.dialogs.forms import FeaturesDialog

    if (view_choice := FeaturesDialog(w.document.dataset, w.document.view_choice, w).ask()) is not None:
        w.document.set_view_choice(view_choice)


def _hide_future(w: Parts, on: bool) -> None:
    if on != w.workspace.visible.hidden:  # Otherwise it only follows the things that were revealed.
        w.workspace.visible.set_hidden(on)


def _show_side_panel(w: Parts, on: bool) -> None:
    w.panel.setVisible(on)
    w.settings.side_panel = on


def _size_now() -> int:
    return min(PERCENTS, key=lambda percent: abs(percent - 100 * scale_now()))


def _choose_size(w: Parts, percent: int) -> None:
    w.settings.enlarged = percent
    w.panel_width.change_size(percent / 100)
    w.actions_.ask(AskedAt.VIEW)


def _change_size(w: Parts, by: int) -> None:
    _choose_size(w, PERCENTS[PERCENTS.index(_size_now()) + by])


_SEARCH = {
    "Learner": "algorithm bias learning rate order epochs tie kernel error accuracy confusion",
    "Step": "update calculation formula",
    "Theory": "proof bound margin convergence",
    "Compare": "error accuracy confusion held out test cross-validation",
    "Data": "table examples rows",
    "appearance": "mode theme colours",
    "enlarged": "font text zoom letters",
}
"""Panel, or group of choices → the words that find its commands."""


def _choice(group: str, name: str, text: str, tip: str, do: Do, on: Is, keys: str = "") -> Command:
    """Return a command that is one of a group, of which exactly one is on."""
    search = _SEARCH.get(group, _SEARCH.get(name, ""))
    return Command(f"{group}_{name}", text, tip, do, keys, on=on, group=group, search=search)


def _theory_page(page: TheoryPage, text: str, keys: str = "") -> Command:
    def turn(w: Parts) -> None:
        w.workspace.theorem_view.turn_to(page)
        turn_to(w, "Theory")

    return _choice("theory", page, text, page.meaning, turn, lambda w: w.workspace.theorem_view.page is page, keys)


def _layer(name: str) -> Command:
    title = LAYERS[name].title
    return Command(
        f"layer_{name}",
        title,
        f"Show {within(title)}",
        keys=LAYERS[name].key,
        set_on=lambda w, on: w.canvas.set_layer_visible(name, on),
        on=lambda w: w.canvas.layers[name].visible,
    )


def _reveal(place: int, name: str) -> Command:
    def off(w: Parts) -> str:
        visible = w.workspace.visible
        return "Nothing is hidden" if not visible.hidden else "Already revealed" if visible.shows(name) else ""

    return Command(
        f"reveal_{name}",
        _REVEALS[name],
        f"Tell {SECRETS[name]}",
        lambda w: w.workspace.visible.reveal(name),
        f"Ctrl+Alt+{place % 10}",
        off=off,
    )


def _panel(place: int, title: str) -> Command:
    tip = f"Show the panel {title}"
    return _choice(
        "panel", title, f"&{title}", tip, lambda w: turn_to(w, title), lambda w: w.panel.title == title, f"Ctrl+{place}"
    )


def _appearance(appearance: Appearance, text: str, tip: str) -> Command:
    def choose(w: Parts) -> None:
        w.theme.choose(appearance)
        w.settings.appearance = appearance

    return _choice("appearance", appearance, text, tip, choose, lambda w: w.theme.appearance is appearance)


def _motion(motion: Motion, text: str, tip: str) -> Command:
    return _choice("motion", motion, text, tip, lambda w: w.set_motion(motion), lambda w: w.motion is motion)


def _spoken(spoken: SpokenSteps, text: str, tip: str) -> Command:
    def choose(w: Parts) -> None:
        w.canvas.spoken_steps.spoken = w.settings.spoken_steps = spoken

    return _choice("spoken", spoken, text, tip, choose, lambda w: w.canvas.spoken_steps.spoken is spoken)


def _enlarged(percent: int) -> Command:
    def choose(w: Parts) -> None:
        _choose_size(w, percent)

    tip = f"Letters, lines and points at {percent} %, for the back row"
    keys = "Shift+F8" if percent == PERCENTS[0] else ""
    return _choice("enlarged", str(percent), f"{percent} %", tip, choose, lambda _: _size_now() == percent, keys)


VIEW = Menu(
    "view",
    "&View",
    Command(
        "fit", "&Fit to Data", "Show every point", lambda w: w.canvas.fit(), "Ctrl+0", "fit", search="reset zoom all"
    ),
    Command(
        "zoom_in",
        "Zoom &In",
        "Show less, larger",
        lambda w: w.canvas.view.zoom(_ZOOM),
        "Ctrl++ Ctrl+=",
        search="magnify",
    ),
    Command(
        "zoom_out",
        "Zoom &Out",
        "Show more, smaller",
        lambda w: w.canvas.view.zoom(1 / _ZOOM),
        "Ctrl+-",
        search="shrink",
    ),
    None,
    Command(
        "equal_scales",
        "&Equal Scales",
        "One scale on both axes: w is at right angles to the boundary",
        set_on=_set_equal_scales,
        on=lambda w: w.canvas.view.equal_scales,
    ),
    Command(
        "features",
        "Features to Sho&w…",
        "Which two features are on the axes, or the view along w",
        _choose_features,
        off=lambda w: "" if w.document.dataset.d >= PLANE else "There is only one feature",
        moment=AskedAt.EDIT,
        search="axes projection dimensions",
    ),
    Command(
        "normalised",
        "&Normalised Units",
        "The theorem with all lengths divided by R",
        set_on=_set_normalised,
        on=lambda w: w.workspace.theorem_view.normalised,
        search="normalize scale",
    ),
    Menu(
        "theorem",
        "T&heorem",
        _theory_page(TheoryPage.PICTURE, "&Picture"),
        _theory_page(TheoryPage.NUMBERS, "&Numbers"),
        _theory_page(TheoryPage.PROOF, "P&roof", "Ctrl+P"),
    ),
    Menu("layers", "&Layers", *map(_layer, LAYERS)),
    Command(
        "hide_future",
        "Hi&de the Future",
        "Hide everything ahead of the playhead: totals, curves and the bound",
        keys="Ctrl+H",
        set_on=_hide_future,
        on=lambda w: w.workspace.visible.hidden,
        search="exam quiz",
    ),
    Menu("reveal", "Re&veal", *(_reveal(place, name) for place, name in enumerate(_REVEALS, 1))),
    Command(
        "side_panel",
        "&Side Panel",
        "Show the panel beside the canvas",
        keys="F9",
        set_on=_show_side_panel,
        on=lambda w: not w.panel.isHidden(),
    ),
    Menu("panels", "&Go to Tab", *(_panel(place, title) for place, title in enumerate(PANELS, 1))),
    None,
    Menu(
        "appearance",
        "Appea&rance",
        _appearance(Appearance.SYSTEM, "&System", "As on the desktop"),
        _appearance(Appearance.LIGHT, "&Light", "Dark on light"),
        _appearance(Appearance.DARK, "&Dark", "Light on dark"),
        _appearance(Appearance.CONTRAST, "&High Contrast", "Stronger colours, light or dark as on the desktop"),
    ),
    Menu(
        "motion",
        "&Motion",
        _motion(Motion.SYSTEM, "&System", "Glide, unless the desktop is set to move less"),
        _motion(Motion.ON, "&On", "Let the boundary glide from one update to the next"),
        _motion(Motion.OFF, "O&ff", "Let the boundary jump, and nothing fade"),
    ),
    Menu(
        "spoken_steps",
        "Spo&ken Steps",
        _spoken(SpokenSteps.CHANGE, "&What Changed", "A screen reader says of each step you make what it changed"),
        _spoken(SpokenSteps.WHOLE, "The Whole &Step", "A screen reader says each step you make with all its numbers"),
        _spoken(SpokenSteps.OFF, "&Off", "A screen reader says nothing of a step by itself"),
    ),
    Menu(
        "enlarged",
        "Si&ze",
        Command(
            "smaller",
            "&Smaller",
            "The next smaller size",
            lambda w: _change_size(w, -1),
            "F7",
            search="font text zoom",
            off=lambda _: "It is the smallest size" if _size_now() == PERCENTS[0] else "",
        ),
        Command(
            "larger",
            "&Larger",
            "The next larger size",
            lambda w: _change_size(w, 1),
            "F8",
            search="font text zoom bigger",
            off=lambda _: "It is the largest size" if _size_now() == PERCENTS[-1] else "",
        ),
        None,
        *map(_enlarged, PERCENTS),
    ),
    Command(
        "present",
        "&Present",
        "Canvas, arithmetic and what you chose to show, on the whole screen; Page Down and Page Up step, B blanks",
        keys="F5 F11",
        set_on=lambda w, on: w.presentation.set_on(on),
        on=lambda w: w.presentation.on,
        moment=AskedAt.RUN,
        search="slide lecture projector",
    ),
    Command(
        "full_screen",
        "F&ull Screen",
        "The whole screen for the window, and back",
        keys="Shift+F11",
        set_on=fill_screen,
        on=lambda w: w.isFullScreen(),
    ),
)
