"""A command: everything that menus, keys, rail and palette need to know about one action."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QAbstractEventDispatcher, QObject
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from core.errors import InputError
from core.resources import resource
from perceptron_gui.guarded import guarded
from perceptron_gui.look.card import Severity
from perceptron_gui.look.text.small_widgets import allow, key_text
from perceptron_gui.look.theme import Theme, icon
from perceptron_gui.window.parts import Parts

NO_RUN = "There is no run yet"

Do = Callable[[Parts], object]
Why = Callable[[Parts], str]
Switch = Callable[[Parts, bool], object]
V = TypeVar("V")


@dataclass(frozen=True)
class CommandWords:
    """The words of a command, as `resources/commands.toml` explains them."""

    text: str
    tip: str
    keys: str = ""
    icon: str = ""
    search: str = ""
    standard: str = ""
    besides: str = ""
    once: str = ""


_TABLE = tomllib.loads(resource("commands.toml").read_text("utf-8"))
WORDS = {name: CommandWords(**row) for menu in _TABLE.values() for name, row in menu.items()}
"""Name of a command → its words, unless they come from another table."""
_EVERYWHERE = re.compile(r"(.*\+)?(.|F\d|F1[0-2]|Del|Ins|Backspace|Enter|Return)")
"""Keys that all keyboards have; Qt knows F16 and a key called Copy, too."""
_OURS = {QKeySequence(keys) for words in WORDS.values() if not words.standard for keys in words.keys.split()}


def keys_of(
    words: CommandWords, bindings: Callable[[QKeySequence.StandardKey], list[QKeySequence]] = QKeySequence.keyBindings
) -> list[QKeySequence]:
    """Return the keys of a command: those of the system's `bindings` that no other command has, else ours."""
    given = bindings(QKeySequence.StandardKey[words.standard]) if words.standard else []
    known = [keys for keys in given if keys not in _OURS and _EVERYWHERE.fullmatch(keys.toString())]
    ours = words.besides if known else f"{words.keys} {words.besides}"
    return list(dict.fromkeys([*known, *map(QKeySequence, ours.split())]))


@dataclass(frozen=True)
class Command:
    """One thing that a user can do. All functions are given the parts of the window.

    `do` does it; a switch has `set_on` instead, which is given whether it is to be on. `on` returns whether a switch is
    on, or a choice of a `group` is the present one. `off` returns why the command cannot be done now, empty if it can.
    `face` returns the present text and icon, if they change.
    """

    name: str
    do: Do | None = None
    off: Why | None = None
    set_on: Switch | None = None
    on: Callable[[Parts], bool] | None = None
    face: Callable[[Parts], tuple[str, str]] | None = None
    group: str = ""
    own_words: CommandWords | None = None

    @property
    def words(self) -> CommandWords:
        return self.own_words or WORDS[self.name]


def choices(
    group: str,
    values: Iterable[V],
    choose: Callable[[Parts, V], object],
    now: Callable[[Parts], V],
    *,
    words: Callable[[V], CommandWords] | None = None,
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
        self.name, self.title, self.items, self.fill = name, title, items, fill


class Actions(QObject):
    """The commands as QActions, which work by key wherever the focus is, and as the menus of a window.

    From `begin` on, for which all parts of the window must be there, all of them are asked for their state whenever all
    events are handled, and before a key or a caller takes one: no change can be missed.
    """

    def __init__(self, menus: Sequence[Menu], parts: Parts) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._icons: dict[QAction, str] = {}
        self._groups: dict[str, QActionGroup] = {}
        self._commands: list[Command] = []
        self._asking = True
        self._by_name: dict[str, QAction] = {}
        for menu in menus:
            self._fill(parts.menu_bar.addMenu(menu.title), menu)
        parts.theme.changed.connect(self._restyle)

    @property
    def by_name(self) -> dict[str, QAction]:
        self.ask()
        return self._by_name

    def __getitem__(self, name: str) -> QAction:
        return self.by_name[name]

    def menu(self, name: str) -> QMenu:
        self.ask()
        return self._parts.menu_bar.findChildren(QMenu, name)[0]

    def begin(self) -> None:
        """Ask every command now, and again after each change."""
        self._asking = False
        self.ask()
        QAbstractEventDispatcher.instance().aboutToBlock.connect(self.ask)

    @guarded  # An error that comes each time is reported once.
    def ask(self) -> None:
        """Show what has changed of the commands: their faces, whether they are on, and why they are off."""
        if self._asking:
            return
        self._asking = True
        try:
            for command in self._commands:
                self._ask(command, self._by_name[command.name])
        finally:
            self._asking = False

    def _ask(self, command: Command, action: QAction) -> None:
        if command.face is not None:
            text, glyph = command.face(self._parts)
            action.setText(text)
            if self._icons[action] != glyph:
                self._set_icon(action, glyph)
        if command.on is not None:
            action.setChecked(command.on(self._parts))
        if command.off is not None:
            why = command.off(self._parts)
            if action.statusTip() != (why or action.whatsThis()):
                allow(action, action.whatsThis(), why)

    def _fill(self, target: QMenu, menu: Menu) -> None:
        target.setToolTipsVisible(True)
        target.setObjectName(menu.name)
        for entry in menu.items:
            if entry is None:
                target.addSeparator()
            elif isinstance(entry, Menu):
                self._fill(target.addMenu(entry.title), entry)
            else:
                target.addAction(self._make(entry))
        if menu.fill is not None:
            menu.fill(self._parts, target)

    def _make(self, command: Command) -> QAction:
        words, window = command.words, self._parts.window
        action = self._by_name[command.name] = QAction(words.text, window)
        action.setObjectName(command.name)
        action.setShortcuts(keys_of(words))
        action.setData(words.search)
        allow(action, words.tip)
        action.setCheckable(command.on is not None or command.set_on is not None)
        if command.group:
            self._groups.setdefault(command.group, QActionGroup(window)).addAction(action)
        if words.icon:
            self._set_icon(action, words.icon)
        if words.once:
            action.triggered.connect(partial(self._say_once, command))
        if command.set_on is not None:
            action.toggled.connect(partial(self._switch, command.set_on))
        elif command.do is not None:
            action.triggered.connect(partial(self._do, command.do))
        self._commands.append(command)
        window.addAction(action)  # The shortcut of a hidden menu bar would be dead.
        return action

    def _do(self, do: Do) -> None:
        """Do what was triggered; if that is not possible, show why."""
        try:
            do(self._parts)
        except InputError as error:
            self._parts.notice.show_notice(Severity.ERROR, str(error))

    def _switch(self, set_on: Switch, on: bool) -> None:
        if not self._asking:  # Otherwise the action only follows, and nobody has chosen anything.
            set_on(self._parts, on)

    def _say_once(self, command: Command) -> None:
        """Say where the old meaning of a key went, unless a window has said so before."""
        settings = self._parts.settings
        if command.name not in settings.told_once:
            keys = {name: key_text(action) for name, action in self._by_name.items()}
            self._parts.notice.add(command.words.once.format_map(keys))
            settings.told_once = (*settings.told_once, command.name)

    def _set_icon(self, action: QAction, glyph: str) -> None:
        self._icons[action] = glyph
        action.setIcon(icon(glyph, self._parts.theme.current))

    def _restyle(self, theme: Theme) -> None:
        for action, glyph in self._icons.items():
            action.setIcon(icon(glyph, theme))


def actions_by_menu(bar: QMenuBar) -> dict[str, list[QAction]]:
    """Return title of a menu → its actions in order, those of its submenus in their place."""
    menus = [action.menu() for action in bar.actions()]
    return {menu.title().replace("&", ""): list(_within(menu)) for menu in menus if isinstance(menu, QMenu)}


def _within(menu: QMenu) -> Iterator[QAction]:
    for action in menu.actions():
        submenu = action.menu()
        if isinstance(submenu, QMenu):
            yield from _within(submenu)
        elif not action.isSeparator():
            yield action
