"""A search that may take long: it is asked now and then whether anybody still waits for it, and may give up."""

from __future__ import annotations

from collections.abc import Callable

from core.errors import Cancelled

Check = Callable[[], None]
"""To be called now and then; raises GivenUpError where nobody waits any more."""


class GivenUpError(Exception):
    """The search ended without an answer; its text says in a sentence why."""


def checking(cancelled: Cancelled) -> Check:
    """Gives up as soon as the search is `cancelled`."""

    def check() -> None:
        if cancelled():
            raise GivenUpError("The search for ŵ* was cancelled.")

    return check
