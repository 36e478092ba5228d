"""A command: everything that menus, keys, rail and palette need to know about one action; and what it acts on."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, Qt, Signal, SignalInstance
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QMenuBar, QSplitter
from shiboken6 import isValid

from core.files.session import Session
from core.resources import resource
from core.spec import RunSpec
from perceptron_gui.canvas import Canvas
from perceptron_gui.canvas.canvas import settings_of_canvas
from perceptron_gui.canvas.tools import TOOLS
from perceptron_gui.files.loading import LoadRequest, Reader
from perceptron_gui.files.open_save import Dialogs, Files
from perceptron_gui.files.playlist import Playlist
from perceptron_gui.files.settings import Settings
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.card import Notice
from perceptron_gui.look.motion import Motion
from perceptron_gui.look.text.small_widgets import allow
from perceptron_gui.look.theme import Theme, ThemeModel, icon
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.saved_setting import Kept, SavedSetting, give_back, taken_down
from perceptron_gui.model.threads.runner import Runner
from perceptron_gui.model.workspace import Workspace, chosen_in
from perceptron_gui.window.cards import NotesCard, Side
from perceptron_gui.window.screen import GIVEN, PanelWidth, Presentation
from perceptron_gui.window.side_panel import SidePanel
from perceptron_gui.window.top_row import RunOptions

if TYPE_CHECKING:
    from core.files import Survey
    from core.lessons.lesson import GuidedLesson
    from perceptron_gui.files.loading import FileChoices
    from perceptron_gui.window.dialogs.gallery import GalleryDialog, GenerateDialog
    from perceptron_gui.window.export import Exports

NO_RUN = "There is no run yet"


Do = Callable[["Parts"], object]
Why = Callable[["Parts"], str]
Is = Callable[["Parts"], bool]
V = TypeVar("V")


@dataclass(frozen=True)
class Words:
    """The words of a command, as `resources/commands.toml` explains them."""

    text: str
    tip: str
    keys: str = ""
    icon: str = ""
    search: str = ""


_TABLE = tomllib.loads(resource("commands.toml").read_text("utf-8"))
WORDS = {name: Words(**row) for menu in _TABLE.values() for name, row in menu.items()}
"""Name of a command → its words, unless they come from another table."""


@dataclass(frozen=True)
class Command:
    """One thing that a user can do. All functions are given the parts of the window.

    `do` does it; a switch has `set_on` instead, which is given whether it is to be on. `on` returns whether a switch is
    on, or a choice of a `group` is the present one. `off` returns why the command cannot be done now, empty if it can.
    `face` returns the present text and icon, if they change. All commands are asked again when anything changes, but
    while the playhead moves or a run grows only those that follow it (`live`).
    """

    name: str
    do: Do | None = None
    off: Why | None = None
    set_on: Callable[[Parts, bool], object] | None = None
    on: Is | None = None
    face: Callable[[Parts], tuple[str, str]] | None = None
    live: bool = False
    group: str = ""
    own_words: Words | None = None

    @property
    def words(self) -> Words:
        return self.own_words or WORDS[self.name]


def choices(
    group: str,
    values: Iterable[V],
    choose: Callable[[Parts, V], object],
    now: Callable[[Parts], V],
    words: Callable[[V], Words] | None = None,
    off: Callable[[Parts, V], str] | None = None,
) -> Iterator[Command]:
    """Return the commands of a group, one for each value, of which the one that is `now` chosen is on."""

    def choice(value: V) -> Command:
        return Command(
            f"{group}_{value}",
            lambda w: choose(w, value),
            None if off is None else lambda w: off(w, value),
            on=lambda w: now(w) == value,
            group=group,
            own_words=None if words is None else words(value),
        )

    return map(choice, values)


class Menu:
    """A menu of commands; None is a separator. `fill` adds what is known only while the program runs."""

    def __init__(
        self, name: str, title: str, *items: Command | Menu | None, fill: Callable[[Parts, QMenu], object] | None = None
    ) -> None:
        self.name = name
        self.title = title
        self.items = items
        self.fill = fill


class Parts(Guarded, QMainWindow):
    """The parts of a window, made but not yet connected: what its commands are given.

    `lesson_asked` carries the file of a lesson, `files_asked` a list of files and folders to open, `newcomer_asked` the
    wish to see the first steps again.
    """

    lesson_asked = Signal(object)
    newcomer_asked = Signal()
    files_asked = Signal(object)

    presentation: Presentation
    panel_width: PanelWidth

    def __init__(
        self,
        menus: Sequence[Menu],
        settings: Settings,
        theme: ThemeModel,
        spec: RunSpec | None,
        dialogs: Dialogs | None,
        lesson: GuidedLesson | None,
    ) -> None:
        super().__init__()
        self.settings = settings
        self.theme = theme
        self.lesson = lesson
        self.workspace = Workspace(Document(spec=spec, parent=self, practice=lesson is not None), self)
        self.document, self.selection = self.workspace.document, self.workspace.selection
        self.player = self.workspace.player
        self.runner = Runner(self)
        self.notice = Notice(theme)
        self.reader = Reader(self)
        self.canvas = Canvas(self.workspace, theme)
        self.panel = SidePanel(self.workspace, theme)
        self._menus = QMenuBar()
        self.actions_ = Actions(menus, theme, self)
        self.notes = NotesCard(self.document, theme)
        self.side = Side(self.panel, self.notes)
        self.splitter = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        self.sessions = SessionState(self)
        present, show = self.sessions.present, self.sessions.show
        asks = dialogs or Dialogs(self, self._choose)
        self.files = Files(self.document, settings, self.notice, self.reader, asks, present, show, self)
        self.playlist = Playlist(self.document, self)
        self.options = RunOptions(self.document, self)
        self.tools_here: Collection[str] = tuple(TOOLS)
        """the tools that may be taken now: a step of a lesson may forbid some"""
        self.tool_before_guess = self.canvas.view.tool
        self.motion, self.glides = settings.motion, settings.motion.glides
        """The chosen motion, and whether the boundary glides with it, by the system's setting at the time."""

    def menuBar(self) -> QMenuBar:
        """Return the menus, which are in the top row; Qt's own would put an empty bar in its place."""
        return self._menus

    @cached_property
    def exports(self) -> Exports:
        """The exports to files, made when something is first exported."""
        from perceptron_gui.window.export import Exports

        return Exports(self.canvas, self.panel, self.files, self.theme, self)

    @cached_property
    def gallery(self) -> GalleryDialog:
        """The data that come with the program; it keeps its pictures for the next time."""
        from perceptron_gui.window.dialogs.gallery import GalleryDialog

        return GalleryDialog(self.theme, self)

    @cached_property
    def generator(self) -> GenerateDialog:
        """Asks for data made to a plan; it keeps what was chosen for the next time."""
        from perceptron_gui.window.dialogs.gallery import GenerateDialog

        return GenerateDialog(self.theme, self)

    def _choose(self, found: Survey, request: LoadRequest) -> FileChoices | None:
        from perceptron_gui.window.dialogs.import_dialog import ImportDialog

        return ImportDialog(found, request, self.theme, self).ask()

    def set_motion(self, motion: Motion) -> None:
        """Let the boundary glide or jump from now on, and at the next start."""
        self.motion, self.glides = motion, motion.glides
        self.settings.motion = motion
        self.canvas.set_tween(self.glides)


class SessionState(QObject):
    """The state of the window as a session, taken and restored.

    The view of another person's file holds for this window; the user's settings stay.
    """

    def __init__(self, window: Parts) -> None:
        super().__init__(window)
        self._window = window
        workspace, player = window.workspace, window.player
        splitter, panel, side_panel = window.splitter, window.panel, window.actions_["side_panel"]
        self._view: Mapping[str, Any] = {}
        workspace.document.opened.connect(self._forget)

        def divide(width: int) -> None:
            whole = splitter.window().width()
            if not 0 < width < whole:
                raise ValueError
            splitter.setSizes([whole - splitter.x() - width, width])
            splitter.setProperty(GIVEN, True)

        self._kept: dict[str, SavedSetting] = {
            **chosen_in(workspace),
            "guess": workspace.quiz,
            "by_hand": workspace.by_hand,
            "future": workspace.visible,
            "speed": Kept(float, lambda: player.speed, player.set_speed),
            "side_panel": Kept(bool, side_panel.isChecked, side_panel.setChecked),
            "choices": panel,
            "panel": Kept(str, lambda: panel.title, panel.turn_to),
            "panel_width": Kept(int, lambda: splitter.sizes()[-1], divide),
            **settings_of_canvas(window.canvas),
        }
        """name → what a session keeps of the view; the canvas comes last, when it has its width"""

    def present(self) -> Session:
        """Return the present state, with the unknown parts of the view that the file held."""
        workspace, player = self._window.workspace, self._window.player
        seen = player.state.example if player.state is not None else 0
        view = {**self._view, **taken_down(self._kept)}
        if len(workspace.selection) > 1_000:
            view["selected"] = None  # A person does not point at more than these one by one.
        return workspace.document.session(player.awaited or seen, view, workspace.held_out_file.kept)

    def show(self, session: Session) -> None:
        """Restore playhead and view; points, options and words are there already."""
        self._view = session.view
        self._window.player.await_example(session.example)
        self._window.workspace.held_out_file.put(session.held_out)
        with self._window.settings.left_alone():
            give_back(self._kept, session.view)

    def _forget(self) -> None:
        self._view = {}


def whole_run_hidden(w: Parts) -> str:
    """Return why a command that shows the whole run is off."""
    if w.player.visible.run is None:
        return NO_RUN
    return "This would show the whole run (Hide the Future is on)" if w.player.visible.view.hidden else ""


def no_points(w: Parts) -> str:
    """Return why a command that needs a point is off."""
    return "" if w.document.dataset.n else "There are no points"


def turn_to(w: Parts, title: str) -> None:
    """Show a panel at once, also if panels are hidden, with the focus in it if it was in the panel before."""
    focus = QApplication.focusWidget()
    within = focus is not None and w.panel.isAncestorOf(focus)
    w.actions_["side_panel"].setChecked(True)
    w.panel.turn_to(title)
    if within:
        w.panel.tabBar().setFocus()


class Actions(QObject):
    """The commands as QActions, which work by key wherever the focus is, and as the menus of a window.

    They do nothing before `begin`, for which all parts of the window must be there.
    """

    def __init__(self, menus: Sequence[Menu], theme: ThemeModel, window: Parts) -> None:
        super().__init__(window)
        self._theme = theme
        self._window = window
        self._of_bar = menus
        self._icons: dict[QAction, str] = {}
        self._groups: dict[str, QActionGroup] = {}
        self._menus: dict[str, QMenu] = {}
        self._fills: dict[str, Callable[[Parts, QMenu], object]] = {}
        self._why_off: dict[str, str] = {}
        self._commands: list[Command] = []
        self.by_name: dict[str, QAction] = {}
        for menu in menus:
            self._fill(window.menuBar().addMenu(menu.title), menu)
        theme.changed.connect(self._restyle)

    def __getitem__(self, name: str) -> QAction:
        return self.by_name[name]

    @property
    def by_menu(self) -> dict[str, list[QAction]]:
        """Title of a menu → its actions in order, those of its submenus in their place."""
        return {menu.title.replace("&", ""): list(_within(self._menus[menu.name])) for menu in self._of_bar}

    def menu(self, name: str) -> QMenu:
        return self._menus[name]

    def begin(self) -> None:
        """Ask every command, from now on do what is triggered, and ask again after each change."""
        for name, fill in self._fills.items():
            fill(self._window, self._menus[name])
        self.ask()
        for command in self._commands:
            self._connect(command)
        for signal in _changes(self._window):
            signal.connect(partial(self._ask, self._commands))
        live = [command for command in self._commands if command.live]
        for signal in _moves(self._window):
            signal.connect(partial(self._ask, live))

    def ask(self) -> None:
        """Show what has changed of the commands: their faces, whether they are on, and why they are off."""
        self._ask(self._commands)

    def _ask(self, commands: Sequence[Command], *_told: object) -> None:
        window = self._window
        if not isValid(window):
            return  # When the window closes, its undo stack says a last time that there is nothing to undo.
        for command in commands:
            action = self.by_name[command.name]
            if command.face is not None:
                text, glyph = command.face(window)
                action.setText(text)
                if self._icons[action] != glyph:
                    self._set_icon(action, glyph)
            if command.on is not None:
                action.setChecked(command.on(window))
            if command.off is not None and self._why_off.get(command.name, "") != (why := command.off(window)):
                self._why_off[command.name] = why
                allow(action, action.whatsThis(), why)

    def _fill(self, target: QMenu, menu: Menu) -> None:
        target.setToolTipsVisible(True)
        self._menus[menu.name] = target
        if menu.fill is not None:
            self._fills[menu.name] = menu.fill
        for entry in menu.items:
            if entry is None:
                target.addSeparator()
            elif isinstance(entry, Menu):
                self._fill(target.addMenu(entry.title), entry)
            else:
                target.addAction(self._make(entry))

    def _make(self, command: Command) -> QAction:
        words = command.words
        action = self.by_name[command.name] = QAction(words.text, self._window)
        action.setShortcuts([QKeySequence(keys) for keys in words.keys.split()])
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.setData(words.search)
        allow(action, words.tip)
        action.setCheckable(command.on is not None or command.set_on is not None)
        if command.group:
            self._groups.setdefault(command.group, QActionGroup(self._window)).addAction(action)
        if words.icon:
            self._set_icon(action, words.icon)
        self._commands.append(command)
        self._window.addAction(action)  # The shortcut of a hidden menu bar would be dead.
        return action

    def _connect(self, command: Command) -> None:
        action, window = self.by_name[command.name], self._window
        if command.set_on is not None:
            action.toggled.connect(partial(command.set_on, window))
        elif (do := command.do) is not None:
            action.triggered.connect(lambda _on: do(window))

    def _set_icon(self, action: QAction, glyph: str) -> None:
        self._icons[action] = glyph
        action.setIcon(icon(glyph, self._theme.current))

    def _restyle(self, theme: Theme) -> None:
        for action, glyph in self._icons.items():
            action.setIcon(icon(glyph, theme))


def _changes(window: Parts) -> Iterator[SignalInstance]:
    """Yield the signals of document, player, workspace and window after which every command is asked again."""
    workspace, document, player = window.workspace, window.document, window.player
    yield from (document.dataset_changed, document.spec_changed, document.path_changed)
    yield from (document.undo_stack.indexChanged, window.selection.changed, window.playlist.changed)
    yield from (player.run_changed, player.granularity_changed, workspace.visible.changed)
    yield from (workspace.theorem_view.changed, workspace.quiz.changed, workspace.by_hand.changed)
    yield from (window.canvas.looked_at, window.canvas.tool_changed, window.panel.currentChanged)
    yield window.actions_.menu("enlarged").aboutToShow  # Another window may have another size.


def _moves(window: Parts) -> Iterator[SignalInstance]:
    """Yield the signals of player and runner that come with each step: after them only `live` commands are asked."""
    player, runner = window.player, window.runner
    yield from (player.shown, player.record_grew, player.playing_changed)
    yield from (runner.begun, runner.joined, runner.paused, runner.resumed, runner.finished)


def _within(menu: QMenu) -> Iterator[QAction]:
    for action in menu.actions():
        submenu = action.menu()
        if isinstance(submenu, QMenu):
            yield from _within(submenu)
        elif not action.isSeparator():
            yield action
