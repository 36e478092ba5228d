"""What a page that plays a run holds, read back from its text."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b85decode
from html import unescape
from typing import Any

import numpy as np

from core.datasets.dataset import FloatArray

_DATA = re.compile(r'<script type="application/json" id="run">(.*?)</script>', re.DOTALL)
_NUMBER = re.compile("[0-9]+(?:[.,][0-9]+)*|[\ue000-\uf400]")


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
        numbers, index = self.told["numbers"], self.column("index")
        assert index is not None
        for block in self.told["texts"]:
            before: list[str] = []
            added, *moments = zlib.decompress(bytes_of(block)).decode().split("\x03")
            fresh = iter(added.split(" "))
            for moment in moments:
                k = len(told)
                of_example = numbers[int(index[k - 1])] if numbers and k else []
                here: list[str] = []

                def full(match: re.Match[str], of: Any = (here, before, of_example, fresh)) -> str:
                    place = ord(match[0][0])
                    if place == 0xF400:
                        of[0].append(next(of[3]))
                        return str(of[0][-1])
                    here, before, of_example, _ = of
                    if place >= 0xEC00:
                        text = here[place - 0xEC00]
                    elif place >= 0xE400:
                        text = before[place - 0xE400]
                    else:
                        text = of_example[place - 0xE000] if place >= 0xE000 else match[0]
                    here.append(text)
                    return str(text)

                told.append(_NUMBER.sub(full, moment).split("\x02"))
                before = here
        return told


def bytes_of(text: str) -> bytes:
    return b85decode(text.replace("'", "<"))


def unpacked(packed: list[str]) -> FloatArray:
    return np.frombuffer(bytes_of(packed[1]), f"<{packed[0]}").astype(np.float64)
