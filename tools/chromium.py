"""Chromium without a screen, with a page in it; and everything that it asked for or complained of."""

from __future__ import annotations

import json
from base64 import b64decode
from pathlib import Path
from shutil import which
from typing import Any

from selenium.webdriver import Chrome, ChromeOptions, ChromeService
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

PROGRAM, DRIVER = which("chromium"), which("chromedriver")

_ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)


class Chromium:
    """A browser, whose profile is a `folder` of its own."""

    def __init__(self, folder: Path) -> None:
        options = ChromeOptions()
        options.binary_location = PROGRAM or ""
        for argument in (*_ARGUMENTS, f"--user-data-dir={folder}"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = Chrome(options, ChromeService(DRIVER))
        self.look(1280, 900)

    def close(self) -> None:
        self.driver.quit()

    def look(self, width: int, height: int, *, dark: bool = False) -> None:
        """Give the window this size, and the colours that a person prefers."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})

    def open(self, path: Path, fragment: str = "") -> None:
        """Open a page and wait until it is drawn; forget the messages of others."""
        self.driver.get("about:blank")
        self.requests(), self.complaints()
        self.driver.get(path.as_uri() + fragment)
        self.ask("return player.ready.then(() => null)")

    def ask(self, script: str, *arguments: object) -> Any:
        """Return the result of a script in the page; of a promise, the value that it resolves to."""
        return self.driver.execute_script(script, *arguments)

    def text(self, name: str) -> str:
        """Return the text of the element of that id."""
        return str(self.ask("return document.getElementById(arguments[0]).textContent", name))

    def press(self, *keys: str) -> None:
        self.driver.switch_to.active_element.send_keys(*keys)

    def with_shift(self, key: str) -> None:
        self.press(Keys.SHIFT + key + Keys.NULL)

    def click(self, selector: str) -> None:
        self.driver.find_element(By.CSS_SELECTOR, selector).click()

    def requests(self) -> list[str]:
        """Return the addresses that were asked for since the last call."""
        messages = (json.loads(entry["message"])["message"] for entry in self._log("performance"))
        asked = (each["params"] for each in messages if each["method"] == "Network.requestWillBeSent")
        return [each["request"]["url"] for each in asked]

    def complaints(self) -> list[str]:
        """Return the messages in the console since the last call."""
        return [entry["message"] for entry in self._log("browser")]

    def picture(self, *, whole: bool = False) -> bytes:
        """Return a PNG of the `whole` page, or of the part in the window."""
        taken = self.driver.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": whole})
        return b64decode(taken["data"])

    def _log(self, name: str) -> list[dict[str, Any]]:
        return list(self.driver.get_log(name))
