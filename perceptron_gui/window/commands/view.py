"""The menu View: how the window shows things."""

from __future__ import annotations

from core.lessons.vocabulary import SECRETS
from core.plane.projections import PLANE
from perceptron_gui.canvas import LAYERS
from perceptron_gui.look.motion import Motion
from perceptron_gui.look.size import PERCENTS
from perceptron_gui.look.text.sentences import within
from perceptron_gui.look.theme import Appearance
from perceptron_gui.look.voice import SpokenSteps
from perceptron_gui.model.workspace import TheoryPage
from perceptron_gui.panels import PANELS
from perceptron_gui.window.commands.command import Command, Menu, Words, choices, show_side_panel, turn_to
from perceptron_gui.window.parts import Parts
from perceptron_gui.window.screen import fill_screen

_ZOOM = 1.25
_PAGES = {TheoryPage.PICTURE: "&Picture", TheoryPage.NUMBERS: "&Numbers", TheoryPage.PROOF: "P&roof"}
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
_SEARCH = {
    "Learner": "algorithm bias learning rate order epochs tie kernel error accuracy confusion",
    "Step": "update calculation formula",
    "Theory": "proof bound margin convergence",
    "Compare": "error accuracy confusion held out test cross-validation",
    "Data": "table examples rows",
}
"""Panel → the words that find its command besides its title."""


def _set_equal_scales(w: Parts, on: bool) -> None:
    w.canvas.set_equal_scales(on)
    w.settings.equal_scales = on


def _set_normalised(w: Parts, on: bool) -> None:
    w.workspace.theorem_view.set_normalised(on)
    w.settings.normalised = on


def _choose_axes(w: Parts) -> None:
    from perceptron_gui.window.dialogs.forms import FeaturesDialog

    if (view_choice := FeaturesDialog(w.document.dataset, w.document.view_choice, w.window).ask()) is not None:
        w.document.set_view_choice(view_choice)


def _choose_size(w: Parts, percent: int) -> None:
    w.settings.enlarged = percent
    w.panel_width.fit_scale()


def _resize(name: str, by: int, last: int) -> Command:
    def do(w: Parts) -> None:
        _choose_size(w, PERCENTS[PERCENTS.index(w.settings.enlarged) + by])

    why = f"It is the {'smallest' if by < 0 else 'largest'} size"
    return Command(name, do, lambda w: why if w.settings.enlarged == last else "")


def _size_words(percent: int) -> Words:
    tip = f"Letters, lines and points at {percent} %, for the back row"
    return Words(f"{percent} %", tip, "Shift+F8" if percent == PERCENTS[0] else "", search="font text zoom letters")


def _turn_theory(w: Parts, page: TheoryPage) -> None:
    w.workspace.theorem_view.turn_to(page)
    turn_to(w, "Theory")


def _theory_words(page: TheoryPage) -> Words:
    return Words(_PAGES[page], page.meaning, "Ctrl+T" if page is TheoryPage.PROOF else "")


def _panel_words(title: str) -> Words:
    place = list(PANELS).index(title) + 1
    return Words(f"&{title}", f"Show the panel {title}", f"Ctrl+{place}", search=_SEARCH.get(title, ""))


def _layer(name: str) -> Command:
    title = LAYERS[name].title
    return Command(
        f"layer_{name}",
        set_on=lambda w, on: w.canvas.set_layer_visible(name, on),
        on=lambda w: w.canvas.layers[name].visible,
        own_words=Words(title, f"Show {within(title)}", LAYERS[name].key),
    )


def _reveal(place: int, name: str) -> Command:
    def off(w: Parts) -> str:
        visible = w.workspace.visible
        return "Nothing is hidden" if not visible.view.hidden else "Already revealed" if visible.shows(name) else ""

    words = Words(_REVEALS[name], f"Tell {SECRETS[name]}", f"Ctrl+U,{place % 10}")
    return Command(f"reveal_{name}", lambda w: w.workspace.visible.reveal(name), off, own_words=words)


def _choose_theme(w: Parts, appearance: Appearance) -> None:
    w.theme.choose(appearance)
    w.settings.appearance = appearance


def _choose_spoken(w: Parts, spoken: SpokenSteps) -> None:
    w.canvas.spoken_steps.spoken = w.settings.spoken_steps = spoken


VIEW = Menu(
    "view",
    "&View",
    Command("fit", lambda w: w.canvas.view.fit()),
    Command("zoom_in", lambda w: w.canvas.view.zoom(_ZOOM)),
    Command("zoom_out", lambda w: w.canvas.view.zoom(1 / _ZOOM)),
    None,
    Command("equal_scales", set_on=_set_equal_scales, on=lambda w: w.canvas.view.equal_scales),
    Command("features", _choose_axes, lambda w: "" if w.document.dataset.d >= PLANE else "There is only one feature"),
    Command("normalised", set_on=_set_normalised, on=lambda w: w.workspace.theorem_view.normalised),
    Menu(
        "theorem",
        "T&heorem",
        *choices("theory", TheoryPage, _turn_theory, lambda w: w.workspace.theorem_view.page, words=_theory_words),
    ),
    Menu("layers", "&Layers", *map(_layer, LAYERS)),
    Command(
        "hide_future",
        set_on=lambda w, on: w.workspace.visible.set_hidden(on),
        on=lambda w: w.workspace.visible.view.hidden,
    ),
    Menu("reveal", "Re&veal", *(_reveal(place, name) for place, name in enumerate(_REVEALS, 1))),
    Command("side_panel", set_on=show_side_panel, on=lambda w: not w.panel.isHidden()),
    Menu("panels", "&Go to Tab", *choices("panel", PANELS, turn_to, lambda w: w.panel.title, words=_panel_words)),
    None,
    Menu("appearance", "Appea&rance", *choices("appearance", Appearance, _choose_theme, lambda w: w.theme.appearance)),
    Menu("motion", "&Motion", *choices("motion", Motion, Parts.set_motion, lambda w: w.motion)),
    Menu(
        "spoken_steps",
        "Spo&ken Steps",
        *choices("spoken", SpokenSteps, _choose_spoken, lambda w: w.canvas.spoken_steps.spoken),
    ),
    Menu(
        "enlarged",
        "Si&ze",
        _resize("smaller", -1, PERCENTS[0]),
        _resize("larger", 1, PERCENTS[-1]),
        None,
        *choices("enlarged", PERCENTS, _choose_size, lambda w: w.settings.enlarged, words=_size_words),
    ),
    Command("present", set_on=lambda w, on: w.presentation.set_on(on), on=lambda w: w.presentation.on),
    Command("full_screen", set_on=lambda w, on: fill_screen(w.window, on), on=lambda w: w.window.isFullScreen()),
)
