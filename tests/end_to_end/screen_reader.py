"""A screen reader of few words, run by the system's Python, which has AT-SPI: a line of JSON for each line it reads.

`tree` is answered with everything that the program shows, `heard` with what it announced since it was asked last.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterator
from typing import Any

gi: Any = importlib.import_module("gi")
gi.require_version("Atspi", "2.0")
Atspi: Any = importlib.import_module("gi.repository.Atspi")
GLib: Any = importlib.import_module("gi.repository.GLib")

_STATES = ("FOCUSABLE", "FOCUSED", "SELECTED", "SHOWING", "ENABLED")
_MOST = 120
"""Children of one element that are looked at: a table of data has as many as there are numbers."""


def elements(found: Any, within: tuple[str, ...] = ()) -> Iterator[dict[str, Any]]:
    """An element and all that is in it, each with where it is."""
    states = found.get_state_set()
    name = found.get_name()
    yield {
        "role": found.get_role_name(),
        "name": name,
        "description": found.get_description(),
        "states": [each.lower() for each in _STATES if states.contains(getattr(Atspi.StateType, each))],
        "within": within,
    }
    for place in range(min(found.get_child_count(), _MOST)):
        child = found.get_child_at_index(place)
        if child is not None:
            yield from elements(child, (*within, name))


def tree(program: str) -> list[dict[str, Any]]:
    """All that is told of the windows of a program; nothing before it has any."""
    desktop = Atspi.get_desktop(0)
    programs = (desktop.get_child_at_index(place) for place in range(desktop.get_child_count()))
    found = [each for each in programs if each is not None and each.get_name() == program]
    return [element for each in found for element in elements(each)]


def listen(program: str) -> None:
    """Answer until there is nothing more to read."""
    heard: list[str] = []
    listener = Atspi.EventListener.new(lambda event: heard.append(event.any_data))
    listener.register("object:announcement")
    loop = GLib.MainLoop()

    def answer(_channel: Any, _condition: Any) -> bool:
        asked = sys.stdin.readline().strip()
        if not asked:
            loop.quit()
            return False
        Atspi.get_desktop(0).clear_cache()
        print(json.dumps(tree(program) if asked == "tree" else heard), flush=True)
        if asked == "heard":
            heard.clear()
        return True

    GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_IN | GLib.IO_HUP, answer)
    loop.run()


if __name__ == "__main__":
    listen(sys.argv[1])
