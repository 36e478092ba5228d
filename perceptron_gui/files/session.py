"""The document as a session: what a lesson file and the copy of unsaved work are made from."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from core.files.session import HeldOutFile, Session
from perceptron_gui.model.document.document import Document


def session_of(
    document: Document,
    example: int = 0,
    view: Mapping[str, Any] = MappingProxyType({}),
    held_out: HeldOutFile | None = None,
) -> Session:
    """The document as a session, with the playhead at t = `example`."""
    words = document.lesson
    return Session(document.dataset, document.spec, example, words.title, words.text, view, document.remarks, held_out)
