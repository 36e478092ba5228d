"""Undo for what a run is asked for: one command holds the options that differ."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

from PySide6.QtGui import QUndoCommand

from core.spec import PARAMETERS, RunSpec

_CALLED = {
    **{name: parameter.letter for name, parameter in PARAMETERS.items()},
    "learner": "learner",
    "rule": "learner",
    "predictor": "learner",
    "kernel": "kernel",
    "order": "order",
    "sequence": "order",
    "seed": "seed",
    "tie": "ties",
    "bias": "B",
    "max_epochs": "limits",
    "max_updates": "limits",
    "start": "starting weights",
}
_CALLED |= {item.name: item.name.replace("_", " ") for item in fields(RunSpec) if item.name not in _CALLED}
"""Option → what it is called in the menu; of several that change together the first here that is no letter, if any."""

Options = dict[str, Any]


class OptionsChange(QUndoCommand):
    """Some options give way to others; the rest stay as they are when it is undone or done again.

    Commands with the same `gesture`, as one drag of a slider, merge into one undo.
    """

    def __init__(
        self,
        before: RunSpec,
        after: RunSpec,
        gesture: int | None,
        current: Callable[[], RunSpec],
        show: Callable[[RunSpec], None],
    ) -> None:
        differing = [item.name for item in fields(RunSpec) if getattr(before, item.name) != getattr(after, item.name)]
        super().__init__(f"set {_name_of(differing)}")
        self._old, self._new = ({name: getattr(spec, name) for name in differing} for spec in (before, after))
        self._gesture = gesture
        self._current = current
        self._show = show

    def redo(self) -> None:
        self._show(replace(self._current(), **self._new))

    def undo(self) -> None:
        self._show(replace(self._current(), **self._old))

    def id(self) -> int:
        """Qt tries to merge neighbours with equal ids."""
        return -1 if self._gesture is None else self._gesture

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Take the later command's effect into this one; a drag that came back leaves nothing to undo."""
        if not isinstance(other, OptionsChange):
            return False
        self._old = {**other._old, **self._old}
        self._new = {**self._new, **other._new}
        self.setObsolete(self._old == self._new)
        return True


def _name_of(differing: list[str]) -> str:
    """What changes, in a word or two."""
    called = [_CALLED[name] for name in sorted(differing, key=list(_CALLED).index)]
    return next((name for name in called if len(name) > 1), called[0])
