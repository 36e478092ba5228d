"""The vocabulary of lessons: names of what a window shows, highlights and hides, in resources/vocabulary.toml."""

from __future__ import annotations

import tomllib
from typing import Any

from core.resources import resource

_WORDS: dict[str, dict[str, Any]] = tomllib.loads(resource("vocabulary.toml").read_text("utf-8"))

TABS, PAGES = _WORDS["tabs"], _WORDS["pages"]
"""Tab of the side panel, and page of the Theory tab → its content."""
LAYERS, TOOLS = _WORDS["layers"], _WORDS["tools"]
"""Layer of the canvas → its row, which the window draws by; tool → its row, which the window makes it by."""
LIT, SECRETS = _WORDS["lit"], _WORDS["secrets"]
"""Things that a step may highlight, one at a time; and things hidden with the future, of which it may reveal some."""

NO_TAB = "none"
"""The name for a step whose side panel is hidden."""
