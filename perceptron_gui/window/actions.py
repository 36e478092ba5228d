"""Everything the menus offer, declared in one table: text, shortcut, tooltip, icon."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Qt, SignalInstance, Slot
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from perceptron_gui.look.icons import icon
from perceptron_gui.look.menus import allow, say_of
from perceptron_gui.look.size import PERCENTS
from perceptron_gui.look.theme import Theme, ThemeModel
from perceptron_gui.model.theorem_view import TheoryPage

NO_RUN, NO_POINTS = "There is no run yet", "There are no points"
HIDDEN = "It would tell the whole run, and the future is hidden"
"""Why something cannot be done now, where more than one action says it."""


@dataclass(frozen=True)
class Item:
    """One thing to do, also by `keys`. `checked` is None for what is no switch; of a `group` exactly one is on."""

    name: str
    text: str
    tooltip: str
    keys: str = ""
    icon: str = ""
    checked: bool | None = None
    group: str = ""


@dataclass(frozen=True)
class Menu:
    """A menu; None is a separator. One with no items is filled by whoever knows what belongs there."""

    name: str
    title: str
    items: tuple[Item | Menu | None, ...] = ()


def _one_of(group: str, *entries: tuple[str, ...]) -> tuple[Item, ...]:
    """Items of a group, each with name, text, tooltip and its keys; the first is on."""
    return tuple(
        Item(name, text, tooltip, " ".join(keys), checked=not place, group=group)
        for place, (name, text, tooltip, *keys) in enumerate(entries)
    )


_ENLARGED = "Letters, lines and points at {} %, for whoever sits far away"

_USUAL_SIZE = {PERCENTS[0]: "Shift+F8"}

_FILE = Menu(
    "file",
    "&File",
    (
        Item("new", "&New", "Begin with an empty canvas", "Ctrl+N", "new"),
        Item("open", "&Open…", "Open a session or a file of points", "Ctrl+O", "open"),
        Item("open_with_options", "Open &with Options…", "Open a file of points, and choose what to take of it"),
        Menu("recent", "Open &Recent"),
        Item("open_folder", "Open Fol&der…", "Its files are a playlist: one after another, each with a tab"),
        Item("next_file", "Next o&f the Playlist", "Open the file after this one", "Ctrl+PgDown"),
        Item("previous_file", "Pre&vious of the Playlist", "Open the file before this one", "Ctrl+PgUp"),
        None,
        Item("save", "&Save", "Save to the file that is open", "Ctrl+S", "save"),
        Item("save_as", "Save &As…", "Save a session, or the points alone, to another file", "Ctrl+Shift+S"),
        Item("notes", "No&tes…", "A title and a few lines that are shown when the session is opened"),
        None,
        Item("export_picture", "Export &Picture…", "Canvas and panel as PNG, SVG or PDF", "Ctrl+E"),
        Item("export_film", "Export Fil&m…", "A stretch of the run as an animated GIF"),
        Item("export_report", "Export R&eport…", "Notes, picture, result, steps, theory and data as HTML or PDF"),
        Item(
            "export_player",
            "Export Pla&yer…",
            "A page that plays the run in any browser: one HTML file, which asks for no other",
        ),
        Item(
            "export_solution",
            "Export So&lution…",
            "Every step in exact fractions, as HTML, PDF or LaTeX; and beside it the same sheet with gaps",
        ),
        Item(
            "export_worksheet",
            "Export Wor&ksheet…",
            "The lesson on paper, as HTML or PDF: a sheet with gaps, and one with the answers",
        ),
        Item(
            "export_trace",
            "E&xport Trace…",
            "Every update of the run as a row of CSV, whose index counts the examples from 0",
            "Ctrl+Shift+E",
        ),
        Item("classify", "&Classify a File…", "The learner's class for each example of another file, as CSV"),
        None,
        Item("quit", "&Quit", "Close the window", "Ctrl+Q"),
    ),
)
_EDIT = Menu(
    "edit",
    "&Edit",
    (
        Item("undo", "&Undo", "Take back the last edit", "Ctrl+Z", "undo"),
        Item("redo", "&Redo", "Do again what was taken back", "Ctrl+Shift+Z Ctrl+Y", "redo"),
        None,
        Item("cut", "Cu&t", "Copy the selected points, and remove them", "Ctrl+X"),
        Item("copy", "&Copy", "Copy the selected points as text, for a spreadsheet or for another window", "Ctrl+C"),
        Item("paste", "&Paste", "Add the points that a spreadsheet or another window copied", "Ctrl+V"),
        Item("duplicate", "Dup&licate", "Add the selected points once more, at the same places", "Ctrl+D"),
        Item(
            "insert",
            "&Insert Point",
            "A point of the class in hand at the origin, after the selected ones, to be moved",
            "Ins",
        ),
        Item("delete", "&Delete", "Delete the selected points", "Del Backspace"),
        Item("flip", "&Flip Labels", "Turn ○ into × and × into ○ among the selected points", "F"),
        Item("select_all", "Select &All", "Select every point", "Ctrl+A"),
        Item("deselect", "D&eselect", "Select nothing", "Ctrl+Shift+A"),
        None,
        Item("copy_picture", "Cop&y Picture", "Copy canvas and panel as a picture", "Ctrl+Alt+C"),
        Item(
            "copy_numbers",
            "Copy &Numbers",
            "Copy what is shown: the rows of the theorem, or the table of Compare",
            "Ctrl+Shift+C",
        ),
        None,
        Menu("tools", "T&ool"),
    ),
)
_VIEW = Menu(
    "view",
    "&View",
    (
        Item("fit", "&Fit to Data", "Show every point", "Ctrl+0", "fit"),
        Item("zoom_in", "Zoom &In", "See less, larger", "Ctrl++ Ctrl+="),
        Item("zoom_out", "Zoom &Out", "See more, smaller", "Ctrl+-"),
        None,
        Item(
            "equal_scales",
            "&Equal Scales",
            "One scale on both axes: w is at right angles to the boundary",
            checked=True,
        ),
        Item("features", "Features to Sho&w…", "Which two features are on the axes, or the view along w"),
        Item("normalised", "&Normalised Units", "The theorem with all lengths divided by R", checked=False),
        Menu(
            "theorem",
            "T&heorem",
            _one_of(
                "theory_page",
                ("theory_picture", "&Picture", TheoryPage.PICTURE.meaning),
                ("theory_numbers", "&Numbers", TheoryPage.NUMBERS.meaning),
                ("theory_proof", "P&roof", TheoryPage.PROOF.meaning, "Ctrl+P"),
            ),
        ),
        Menu("layers", "&Layers"),
        Item(
            "hide_future",
            "Hi&de the Future",
            "Tell nothing of the run ahead of the playhead, nor of where it must end, until it is reached",
            "Ctrl+H",
            checked=False,
        ),
        Menu("reveal", "Re&veal"),
        Item("side_panel", "&Side Panel", "Show the panel beside the canvas", "F9", checked=True),
        Menu("panels", "&Turn To"),
        None,
        Menu(
            "appearance",
            "Appea&rance",
            _one_of(
                "appearance",
                ("appearance_system", "&System", "As the desktop is"),
                ("appearance_light", "&Light", "Dark on light"),
                ("appearance_dark", "&Dark", "Light on dark"),
                ("appearance_contrast", "&High Contrast", "Stronger colours, light or dark as the desktop is"),
            ),
        ),
        Menu(
            "motion",
            "&Motion",
            _one_of(
                "motion",
                ("motion_system", "&System", "Glide, unless the desktop is set to move less"),
                ("motion_on", "&On", "Let the boundary glide from one update to the next"),
                ("motion_off", "O&ff", "Let the boundary jump, and nothing fade or flash"),
            ),
        ),
        Menu(
            "spoken_steps",
            "Spo&ken Steps",
            _one_of(
                "spoken_steps",
                ("spoken_change", "&What Changed", "A screen reader says of each step you make what it changed"),
                ("spoken_whole", "The Whole &Step", "A screen reader says each step you make with all its numbers"),
                ("spoken_off", "&Off", "A screen reader says nothing of a step by itself"),
            ),
        ),
        Menu(
            "enlarged",
            "Si&ze",
            (
                Item("smaller", "&Smaller", "The next smaller size", "F7"),
                Item("larger", "&Larger", "The next larger size", "F8"),
                None,
                *_one_of(
                    "enlarged",
                    *(
                        (f"enlarged_{percent}", f"{percent} %", _ENLARGED.format(percent), _USUAL_SIZE.get(percent, ""))
                        for percent in PERCENTS
                    ),
                ),
            ),
        ),
        Item(
            "present",
            "&Present",
            "Canvas, arithmetic and what you chose to show, on the whole screen; Page Down and Page Up step, B blanks",
            "F5 F11",
            checked=False,
        ),
        Item("full_screen", "F&ull Screen", "The whole screen for the window, and back", "Shift+F11", checked=False),
    ),
)
_RUN = Menu(
    "run",
    "&Run",
    (
        Item("play", "&Play", "Play or pause", "Space", "play"),
        Item("step_forward", "Step &Forward", "One step on", "Right", "forward"),
        Item("step_back", "Step &Back", "One step back", "Left", "back"),
        Item("next_epoch", "&Next Epoch", "To the end of this pass over the data", "Shift+Right", "epoch_forward"),
        Item("previous_epoch", "Pre&vious Epoch", "To the end of the pass before", "Shift+Left", "epoch_back"),
        Item("home", "To the &Start", "Before the first example", "Home", "first"),
        Item("end", "To the &End", "After the last example", "End", "last"),
        None,
        Item("faster", "Fas&ter", "Twice as many steps a second", "+ ="),
        Item("slower", "S&lower", "Half as many steps a second", "-"),
        Menu(
            "step_by",
            "Step B&y",
            _one_of(
                "step_by",
                ("by_update", "&Update", "A step is an update"),
                ("by_example", "&Example", "A step is an example, mistake or not"),
            ),
        ),
        None,
        Item(
            "predict",
            "Pre&dict, Then Step",
            "Draw where the next boundary will be before it is shown",
            "G",
            checked=False,
        ),
        Item(
            "by_hand",
            "Yo&u Are the Learner",
            "Click the example that is a mistake now, update by update, until none is left",
            "Y",
            checked=False,
        ),
        None,
        Item("new_seed", "Ne&w Seed", "Draw again what is drawn at random", "Ctrl+R"),
        Item("numbers", "&Kernel and Numbers", "The kernel, and the numbers of kernel and learner", "Ctrl+K"),
        Item("start", "Startin&g Weights…", "The w and b that a run begins with, 0 unless you choose"),
        Item("list", "List of E&xamples…", "An order by hand: which examples come, one after another"),
        Item("limits", "Li&mits…", "After how many epochs or updates to give up", "Ctrl+L"),
        Item("run_on", "Run &On", "Compute on after a pause, up to the limits", "Ctrl+Return Ctrl+Enter"),
        Item("cancel", "&Cancel", "End the run that is being computed; what it recorded stays", "Ctrl+."),
    ),
)
_DATA = Menu(
    "data",
    "&Data",
    (
        Item("gallery", "Ga&llery…", "Real data and teaching sets, each with what to watch in it", "Ctrl+Shift+O"),
        Item("generate", "&Generate…", "Make points of a chosen kind: rings, a slow set, a formula …", "Ctrl+G"),
        None,
        Item(
            "choose_again",
            "&Classes and Features…",
            "Which column holds the labels, which class is +1, which features to use: the file is read again",
        ),
        None,
        Item("scale", "&Scale…", "The selected points, else all, nearer or further away by a factor"),
        Item("move_origin", "&Move the Origin…", "Let another place be the origin of the coordinates"),
        Item("standardise", "S&tandardise", "Give every feature that varies mean 0 and standard deviation 1 (over n)"),
        Item("shuffle_labels", "Shuffle La&bels", "Shuffle the labels of the selected points, else of all"),
    ),
)
_HELP = Menu(
    "help",
    "&Help",
    (
        Menu(
            "lessons",
            "&Lessons",
            (Item("open_lesson", "&Open Lesson…", "A lesson in a file, such as one that a teacher wrote"), None),
        ),
        None,
        Item(
            "find_command", "&Find a Command…", "Every entry of the menus, found by a part of its name", "Ctrl+Shift+P"
        ),
        Item("whats_this", "&What Is This?", "Then click a formula: what its symbols stand for", "Shift+F1"),
        Item("shortcuts", "&Keyboard and Mouse", "What every key and button does", "F1"),
        Item("about", "&About Perceptron", "Version, licence and what it is made of"),
    ),
)

MENUS: tuple[Menu, ...] = (_FILE, _EDIT, _VIEW, _RUN, _DATA, _HELP)


def all_items(menus: tuple[Item | Menu | None, ...] = MENUS) -> Iterator[Item]:
    """Every item of the table, submenus included, in order."""
    for entry in menus:
        if isinstance(entry, Menu):
            yield from all_items(entry.items)
        elif entry is not None:
            yield entry


def _within(menu: QMenu) -> Iterator[QAction]:
    for action in menu.actions():
        submenu = action.menu()
        if isinstance(submenu, QMenu):
            yield from _within(submenu)
        elif not action.isSeparator():
            yield action


class Actions(QObject):
    """The table as QActions, which work by key wherever the focus is, and as menus."""

    def __init__(self, theme: ThemeModel, window: QWidget) -> None:
        super().__init__(window)
        self._theme = theme
        self.window = window
        self.by_name: dict[str, QAction] = {}
        self._icons: dict[QAction, str] = {}
        self._groups: dict[str, QActionGroup] = {}
        self._menus: dict[str, QMenu] = {}
        self._why_not: dict[str, str] = {}
        for item in all_items():
            self.by_name[item.name] = self._make(item)
        theme.changed.connect(self._restyle)

    def __getitem__(self, name: str) -> QAction:
        return self.by_name[name]

    @property
    def by_menu(self) -> dict[str, list[QAction]]:
        """Title of a menu → its actions in order, those of its submenus in their place."""
        return {menu.title.replace("&", ""): list(_within(self._menus[menu.name])) for menu in MENUS}

    def menu(self, name: str) -> QMenu:
        return self._menus[name]

    def allow(self, why_not: str, *names: str) -> None:
        """Let the actions be done where nothing is said against it; else they are off, and say why."""
        for name in names:
            if self._why_not.get(name) != why_not:
                self._why_not[name] = why_not
                action = self.by_name[name]
                allow(action, action.whatsThis(), why_not)

    def on(self, **slots: Callable[..., Any]) -> None:
        """Do each slot when the action of its name is triggered; a switch passes whether it is on."""
        for name, slot in slots.items():
            _connect(self.by_name[name], slot)

    def add(self, menu: str, item: Item, slot: Callable[..., Any]) -> QAction:
        """One action more in a menu that is filled from another table, and what it does."""
        action = self._make(item)
        self._menus[menu].addAction(action)
        _connect(action, slot)
        return action

    def _make(self, item: Item) -> QAction:
        action = QAction(item.text, self.window)
        action.setShortcuts([QKeySequence(keys) for keys in item.keys.split()])
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        say_of(action, item.tooltip)
        if item.checked is not None:
            action.setCheckable(True)
            action.setChecked(item.checked)
        if item.group:
            self._groups.setdefault(item.group, QActionGroup(self.window)).addAction(action)
        if item.icon:
            self.set_icon(action, item.icon)
        self.window.addAction(action)  # a shortcut of a hidden menu bar would be dead
        return action

    def set_icon(self, action: QAction, glyph: str) -> None:
        """Another icon for an action, e.g. pause instead of play."""
        self._icons[action] = glyph
        action.setIcon(icon(glyph, self._theme.current))

    def build(self, bar: QMenuBar) -> None:
        for menu in MENUS:
            self._fill(bar.addMenu(menu.title), menu)

    def _fill(self, target: QMenu, menu: Menu) -> None:
        target.setToolTipsVisible(True)
        self._menus[menu.name] = target
        for entry in menu.items:
            if entry is None:
                target.addSeparator()
            elif isinstance(entry, Menu):
                self._fill(target.addMenu(entry.title), entry)
            else:
                target.addAction(self.by_name[entry.name])

    @Slot(object)
    def _restyle(self, theme: Theme) -> None:
        for action, glyph in self._icons.items():
            action.setIcon(icon(glyph, theme))


def _connect(action: QAction, slot: Callable[..., Any]) -> None:
    if action.isCheckable() and action.actionGroup() is None:
        action.toggled.connect(slot)
    else:
        action.triggered.connect(lambda _checked: slot())


def keep_true(act: Callable[[], object], *signals: SignalInstance) -> None:
    """Do it now, and whenever one of the signals says that it may be otherwise."""
    for signal in signals:
        signal.connect(act)
    act()
