"""What a page that plays a run holds, read back from its text."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b85decode
from collections.abc import Iterator
from html import unescape
from typing import Any

import numpy as np

from core.datasets.dataset import FloatArray

_DATA = re.compile(r'<script type="application/json" id="run">(.*?)</script>', re.DOTALL)


class PageData:
    """The page as its script finds it."""

    def __init__(self, html: str) -> None:
        found = _DATA.findall(html)
        assert len(found) == 1
        self.told: dict[str, Any] = json.loads(found[0])
        self.record = self.told["record"]
        policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
        self.policy = "" if policy is None else unescape(policy[1])

    def column(self, name: str) -> FloatArray | None:
        packed = self.record[name]
        return None if packed is None else unpacked(packed)

    @property
    def weights(self) -> FloatArray:
        """(w, b), or b alone, a row for each update from 0."""
        return np.column_stack([unpacked(column) for column in self.record["weights"]])

    def texts(self) -> list[list[str]]:
        """The parts of what is told of each moment."""
        told: list[list[str]] = []
        for block in self.told["texts"]:
            added, *moments = zlib.decompress(bytes_of(block)).decode().split("\x03")
            fresh, numbers = iter(added.split(" ")), list[str]()

            def full(match: re.Match[str], fresh: Iterator[str] = fresh, numbers: list[str] = numbers) -> str:
                ago = ord(match[0]) - 0xE000
                numbers.append(numbers[-ago] if ago < 64 else next(fresh))
                return numbers[-1]

            told += [re.sub("[\ue001-\ue040]", full, moment).split("\x02") for moment in moments]
        return told


def bytes_of(text: str) -> bytes:
    return b85decode(text.replace("'", "<"))


def unpacked(packed: list[str]) -> FloatArray:
    return np.frombuffer(bytes_of(packed[1]), f"<{packed[0]}").astype(np.float64)
