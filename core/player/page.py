"""The page: one file with style, script and numbers in it, which may ask nobody for anything."""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256
from html import escape
from string import Template
from typing import Any

from core.resources import resource

_FRAME_HEIGHT = 760
"""Of the page within another, in pixels."""


def self_contained(title: str, told: dict[str, Any]) -> str:
    """The whole file. What is `told` is data: nothing in it can end or begin an element."""
    style, script = _part("player.css"), _bare(_part("player.js"))
    taken = f"style-src {_hash(style)}; script-src {_hash(script)}"
    return Template(_part("player.html")).substitute(
        policy=f"default-src 'none'; {taken}; base-uri 'none'; form-action 'none'",
        title=escape(title),
        style=style,
        script=script,
        data=json.dumps(told, ensure_ascii=False, allow_nan=False, separators=(",", ":")).replace("<", "\\u003c"),
    )


def in_frame(html: str) -> str:
    """A page within another, where it may run its script and no more."""
    return (
        f'<iframe title="A run of the perceptron" sandbox="allow-scripts" width="100%" height="{_FRAME_HEIGHT}" '
        f'style="border: 0" srcdoc="{escape(html)}"></iframe>'
    )


def _part(name: str) -> str:
    return resource("player", name).read_text(encoding="utf-8")


def _bare(script: str) -> str:
    """A script without the indentation and the lines of comment that a browser does not read."""
    lines = (line.strip() for line in script.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith(("//", "/*")))


def _hash(text: str) -> str:
    """What lets a browser take this style, or this script, and no other."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
