"""One browser for all these tests; where there is none they are left out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tools.chromium import DRIVER, PROGRAM, Chromium


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    if PROGRAM is None or DRIVER is None:
        pytest.skip("there is no Chromium with its driver here: make browser")
    browser = Chromium(tmp_path_factory.mktemp("profile"))
    yield browser
    browser.close()


@pytest.fixture
def browser(chromium: Chromium) -> Iterator[Chromium]:
    """As a person finds it; at the end nothing was complained of, and nobody asked for anything but the page."""
    chromium.look(1280, 900)
    yield chromium
    assert chromium.complaints() == []
    assert [url for url in chromium.requests() if not url.startswith("file:")] == []
