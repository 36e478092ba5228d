"""The page that plays a run, in a browser: the numbers of the trace, the words of the window, and a true picture."""

from __future__ import annotations

import csv
import re
import zlib
from base64 import b64decode
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from selenium.webdriver.common.keys import Keys

import core
from core.built_in import BUILT_IN
from core.datasets.dataset import Dataset
from core.explain import tell, why
from core.explain.trace import trace
from core.kernels import KERNELS
from core.learners import LEARNERS
from core.player import player_page
from core.predictors import PREDICTORS
from core.run import Run, train
from core.spec import RunSpec
from tests.core.tables import TWELVE
from tools.chromium import Chromium

_MOMENTS = 50

_STATES = """
const [moments] = arguments, found = [];
const text = (name) => document.getElementById(name).textContent;
const visit = async () => {
  for (const k of moments) {
    await player.show(k);
    const lines = [...document.querySelectorAll("#arithmetic li")].map((line) => line.textContent);
    found.push({ state: player.state(), sentence: text("sentence"), lines, position: text("position") });
  }
  return found;
};
return visit();
"""
_PRESS = """
const [visit, visits] = arguments, track = document.getElementById("track"), place = track.getBoundingClientRect();
const clientX = place.left + 9 + Math.min((place.width - 18) / visits, 48) * (visit - 0.5);
track.dispatchEvent(new PointerEvent("pointerdown", { clientX, clientY: place.top + 30 }));
"""
_PLAYED = """
return new Promise((done) => {
  const look = () => (player.state().update === player.updates ? done(true) : setTimeout(look, 20));
  look();
});
"""
_CELLS = """
const rows = () => document.querySelectorAll("#scroller tbody tr");
const cells = () => [...rows()].map((row) => [...row.cells].map((cell) => cell.textContent));
return new Promise((done) => {
  const look = () => (rows().length ? done(cells()) : setTimeout(look, 20));
  look();
});
"""
_TOLD = """
return new Promise((done) => {
  const look = () => {
    const said = document.getElementById("linked").textContent;
    return said ? done(said) : setTimeout(look, 20);
  };
  look();
});
"""
_WORDS = "return [...document.querySelectorAll('#words li')].map((line) => line.textContent)"
_EDGES = """
const [plane, buttons] = ["plane", "buttons"].map((name) => document.getElementById(name).getBoundingClientRect());
return [plane.top, plane.bottom, buttons.bottom];
"""
_VALUE = "return document.getElementById('slider').getAttribute('aria-valuetext')"
_LOW_BUTTONS = """
const buttons = [...document.querySelectorAll("[data-do]")];
return buttons.filter((button) => button.getBoundingClientRect().height < 44).length;
"""
# The pixels from the origin to the tip of an arrow in this direction, and how often its shaft is broken.
_ARROW = """
const [[x, y], [aside, up]] = arguments, pen = document.getElementById("plane").getContext("2d");
const inked = (away) => {
  const [red, green, blue, opacity] = pen.getImageData(x + away * aside, y + away * up, 1, 1).data;
  return opacity > 200 && Math.max(red, green, blue) < 90;
};
let [tip, gaps] = [4, 0];
for (let away = tip; away < tip + 8; away += 0.5)
  if (inked(away)) [tip, gaps] = [away, gaps + (away > tip + 2)];
return [tip, gaps];
"""
_COLOURS = """
const canvas = document.getElementById("plane"), pen = canvas.getContext("2d");
const [x, y] = arguments;
return x.map((_, i) => [...pen.getImageData(x[i], y[i], 1, 1).data]);
"""


def noisy(n: int = 60, d: int = 2) -> Dataset:
    """Points with all the digits of a float, which no plane separates."""
    rng = np.random.default_rng(3)
    X = rng.normal(size=(n, d))
    return Dataset(X, np.where(X.sum(axis=1) + 0.4 * rng.normal(size=n) > 0.2, 1, -1))


def xor(n: int = 40) -> Dataset:
    rng = np.random.default_rng(4)
    X = rng.uniform(-1, 1, size=(n, 2))
    return Dataset(X, np.where(X[:, 0] * X[:, 1] > 0, 1, -1))


def opened(browser: Chromium, run: Run, folder: Path, fragment: str = "") -> Path:
    path = folder / "run.html"
    path.write_text(player_page(run, "data.csv"), encoding="utf-8")
    browser.open(path, fragment)
    return path


def trace_of(run: Run) -> list[dict[str, str]]:
    return list(csv.DictReader("".join(trace(run)).splitlines()))


def digits(value: float | None) -> str:
    """A number of the page as the trace writes it."""
    return "" if value is None else repr(float(value))


def check_state(state: dict[str, Any], row: dict[str, str]) -> None:
    """That they are equal digit for digit."""
    for name in ("update", "epoch", "example"):
        assert ("" if state[name] is None else str(state[name])) == row[name]
    for name in ("activation", "b", "w_dot_wstar", "w_norm_sq"):
        assert digits(state[name]) == row[name], name
    weights = [text for name, text in row.items() if name.startswith("w_") and name[2:].isdigit()]
    assert list(map(digits, state["w"] or [])) == weights


def test_a_press_on_the_track_goes_to_the_last_update_up_to_that_visit(browser: Chromium, tmp_path: Path) -> None:
    run = train(TWELVE, RunSpec())
    opened(browser, run, tmp_path)
    for visit in (1, 20, run.history.examples):
        browser.ask(_PRESS, visit, run.history.examples)
        assert browser.ask("return player.state().update") == run.history.updates_before(visit)


@pytest.mark.parametrize("learner", LEARNERS)
def test_at_fifty_moments_the_page_has_the_numbers_of_the_trace_and_the_words_of_python(
    browser: Chromium, tmp_path: Path, learner: str
) -> None:
    run = train(noisy(), RunSpec(learner, max_updates=400, max_epochs=10**6))
    rows = trace_of(run)
    moments = sorted({*np.linspace(1, run.updates, _MOMENTS).round().astype(int).tolist()})
    opened(browser, run, tmp_path)
    for k, found in zip(moments, browser.ask(_STATES, moments), strict=True):
        check_state(found["state"], rows[k - 1])
        state = run.history.seek(k)
        assert found["sentence"] == why(run, state)
        assert found["lines"] == [line.replace("`", "") for line in tell(run, state).numbers]
        assert found["position"] == f"{k:,} / {run.updates:,}"


@pytest.mark.parametrize(
    ("predictor", "kernel"),
    [*product(PREDICTORS, (None, "rbf")), *product(["last"], (kernel for kernel in KERNELS if kernel != "rbf"))],
)
def test_the_colours_of_the_plane_are_what_the_learner_predicts(
    browser: Chromium, tmp_path: Path, predictor: str, kernel: str | None
) -> None:
    spec = RunSpec(predictor=predictor, kernel=kernel, gamma=1.5, degree=2, max_updates=60, max_epochs=40)
    run = train(xor() if kernel else noisy(40), spec)
    k = run.updates * 2 // 3
    opened(browser, run, tmp_path)
    browser.ask("return player.show(arguments[0]).then(() => new Promise((done) => setTimeout(done, 300)))", k)

    size = browser.ask("const c = document.getElementById('plane'); return [c.clientWidth - 46, c.clientHeight - 42]")
    origin, corner = np.array(browser.ask("return [player.pixel(0, 0), player.pixel(1, 1)]"))
    rng = np.random.default_rng(1)
    pixels = np.round(rng.uniform([3, 3], [size[0] - 3, size[1] - 3], (1500, 2)))
    plane = (pixels - origin + np.array([46, 0])) / (corner - origin)
    scores = run.decision(run.history.example_of(k)).score(plane)

    colours = np.array(browser.ask(_COLOURS, (pixels[:, 0] + 46).tolist(), pixels[:, 1].tolist()), float)
    red, blue, opacity = colours[:, 0], colours[:, 2], colours[:, 3]
    tinted = (opacity > 4) & (opacity < 70)  # neither a line nor a marker nor a label
    agree = (blue > red)[tinted] == (scores > 0)[tinted]
    assert tinted.sum() > 500
    assert [line for line in browser.complaints() if "willReadFrequently" not in line] == []
    assert agree.mean() > 0.97


_LONG = RunSpec("margin", bias=0, margin=120.0, rate=Fraction(1, 3), max_updates=70)


@pytest.mark.parametrize(("spec", "factors"), [(BUILT_IN[0].spec, [1]), (_LONG, [1, 0.5, 0.25, 0.125])])
def test_w_is_to_scale_and_else_by_a_factor_that_only_halves(
    browser: Chromium, tmp_path: Path, spec: RunSpec, factors: list[float]
) -> None:
    run = train(BUILT_IN[0].dataset(), spec)
    opened(browser, run, tmp_path)
    (x, y), (right, _) = browser.ask("return [player.pixel(0, 0), player.pixel(1, 0)]")
    found = []
    for k in range(1, run.updates + 1):
        w = run.history.seek(k).w
        browser.ask("return player.show(arguments[0]).then(() => new Promise(requestAnimationFrame))", k)
        pixels, gaps = browser.ask(_ARROW, [x, y], (w / np.hypot(*w) * [1, -1]).tolist())
        found.append(2.0 ** round(float(np.log2(pixels / (right - x) / np.hypot(*w)))))
        assert pixels + 2 == pytest.approx(np.hypot(*w) * (right - x) * found[-1], abs=3)
        assert gaps == (found[-1] < 1)
    assert found == sorted(found, reverse=True)
    assert sorted({*found}, reverse=True) == factors
    assert [line for line in browser.complaints() if "willReadFrequently" not in line] == []


def test_only_the_examples_that_say_why_no_line_separates_stand_at_full_strength(
    browser: Chromium, tmp_path: Path
) -> None:
    X = np.array([[1.0, 2.0], [1.0, -2.0], [1.5, -0.1], [3.0, 1.0], [2.5, -1.5]])
    run = train(Dataset(X, [1, 1, -1, 1, 1]), RunSpec(bias=0, max_epochs=3))
    certificate = run.margin.certificate
    assert certificate is not None
    opened(browser, run, tmp_path)
    x, y = np.array([browser.ask("return player.pixel(...arguments)", *place) for place in X.tolist()]).T
    colours = np.array(browser.ask(_COLOURS, x.round().tolist(), y.round().tolist()))
    full = {1: (0, 114, 178), -1: (213, 94, 0)}
    found = [
        np.abs(colour[:3] - full[int(label)]).max() < 30 for colour, label in zip(colours, run.dataset.y, strict=True)
    ]
    assert np.flatnonzero(found).tolist() == sorted(certificate.indices.tolist())
    assert [line for line in browser.complaints() if "willReadFrequently" not in line] == []


@pytest.mark.parametrize("d", [1, 3])
def test_data_of_other_dimensions_are_drawn_too(browser: Chromium, tmp_path: Path, d: int) -> None:
    run = train(noisy(20, d), RunSpec(max_updates=30))
    opened(browser, run, tmp_path)
    [found] = browser.ask(_STATES, [run.updates])
    check_state(found["state"], trace_of(run)[-1])
    assert ("Section at" in browser.text("key")) == (d == 3)


def test_no_example_and_no_update_have_a_page(browser: Chromium, tmp_path: Path) -> None:
    for dataset in (Dataset([[1.0, 2.0]], [1]), Dataset([[0.0, 0.0]], [-1])):
        run = train(dataset, RunSpec(tie="negative"))
        opened(browser, run, tmp_path)
        assert browser.ask("return player.state().update") == 0
        assert browser.text("sentence") == "This is the start: no example has been met."


def test_keys_and_buttons_move_the_playhead_as_in_the_window(browser: Chromium, tmp_path: Path) -> None:
    run = train(TWELVE)
    opened(browser, run, tmp_path)
    ends = [int(row["update"]) for row in trace_of(run)]
    epochs = [int(row["epoch"]) for row in trace_of(run)]
    first = max(k for k, epoch in zip(ends, epochs, strict=True) if epoch == 1)

    def at() -> int:
        return int(browser.ask("return player.state().update"))

    body = browser.driver.switch_to.active_element
    for key, there in (
        (Keys.ARROW_RIGHT, 1),
        (Keys.ARROW_RIGHT, 2),
        (Keys.ARROW_LEFT, 1),
        (Keys.END, 13),
        (Keys.HOME, 0),
    ):
        body.send_keys(key)
        assert at() == there
    browser.with_shift(Keys.ARROW_RIGHT)
    assert at() == first
    browser.with_shift(Keys.ARROW_LEFT)
    assert at() == 0
    browser.click("[data-do=forward]")
    assert at() == 1
    assert browser.text("live") == why(run, run.history.seek(1))
    browser.click("[data-do=end]")
    assert at() == 13
    assert browser.ask(_VALUE).startswith("update 13 of 13")


def test_the_link_of_a_moment_leads_back_to_it(browser: Chromium, tmp_path: Path) -> None:
    opened(browser, train(TWELVE), tmp_path)
    browser.click("[data-do=forward]")
    browser.click("[data-do=forward]")
    browser.click("#link")
    link = str(browser.ask("return window.location.href"))
    assert link.endswith("#k=2")
    assert browser.ask(_TOLD) in {"Copied: update 2", "The address bar has the link"}
    browser.click("[data-do=home]")
    browser.driver.get("about:blank")
    browser.driver.get(link)
    assert browser.ask("return player.ready.then(() => player.state().update)") == 2


def test_it_plays_to_its_end_as_fast_as_it_is_told(browser: Chromium, tmp_path: Path) -> None:
    run = train(TWELVE)
    opened(browser, run, tmp_path)
    for _ in range(12):
        browser.press("+")
    browser.press(Keys.SPACE)
    assert browser.ask(_PLAYED)
    assert browser.text("live") == ""  # only a person's own step is spoken


def test_the_table_has_the_cells_of_the_trace(browser: Chromium, tmp_path: Path) -> None:
    tiny = Dataset(noisy(30).X * [1e-7, 3e14], noisy(30).y)
    for run in (train(TWELVE), train(tiny, RunSpec("averaged", max_updates=120))):
        opened(browser, run, tmp_path, "#k=3")
        browser.click("summary")
        rows = browser.ask(_CELLS)
        assert len(rows) == min(run.updates, 50)
        for cells, row in zip(rows, trace_of(run), strict=False):
            assert cells[:3] == [row["update"], row["epoch"], row["example"]]
            assert cells[5:] == [row[name] for name in ("activation", "w_1", "w_2", "b", "w_dot_wstar", "w_norm_sq")]
        assert browser.ask("return document.querySelector('tr[aria-current]').cells[0].textContent") == "3"


def test_in_the_frame_of_a_notebook_it_plays_too(browser: Chromium, tmp_path: Path) -> None:
    run = core.train(noisy(), RunSpec(max_updates=1200, max_epochs=10**6))
    path = tmp_path / "notebook.html"
    path.write_text(f"<!DOCTYPE html><meta charset='utf-8'>{run._repr_html_()}", encoding="utf-8")
    browser.driver.get(path.as_uri())
    browser.driver.switch_to.frame(0)
    [found] = browser.ask(_STATES, [1000])
    check_state(found["state"], trace_of(run)[999])
    assert browser.text("excerpt") == "This page holds the first 1,000 of 1,200 updates."
    browser.driver.switch_to.default_content()


@pytest.mark.parametrize("width", [360, 800, 1920])
def test_nothing_is_cut_off_at_any_width(browser: Chromium, tmp_path: Path, width: int) -> None:
    browser.look(width, 900, dark=True)
    opened(browser, train(noisy(), RunSpec("averaged", max_updates=200)), tmp_path, "#k=100")
    assert browser.ask("return document.documentElement.scrollWidth") <= width
    assert browser.ask("return document.documentElement.dataset.theme") == "dark"
    assert browser.ask(_LOW_BUTTONS) == 0


_LOW = [(700, 350), (844, 390), (667, 375), (568, 320), (1100, 400), (1280, 541), (740, 541), (700, 600), (360, 640)]


@pytest.mark.parametrize(("width", "height"), _LOW)
def test_picture_and_buttons_are_in_view_together(browser: Chromium, tmp_path: Path, width: int, height: int) -> None:
    """In a frame, on a phone on its side, and where a window is just too high to be a low one."""
    browser.look(width, height)
    opened(browser, train(noisy(), RunSpec("averaged", max_updates=200)), tmp_path, "#k=100")
    top, middle, bottom = browser.ask(_EDGES)
    assert 0 <= top <= middle - 100
    assert middle < bottom <= height
    assert browser.ask("return document.documentElement.scrollWidth") <= width
    assert browser.ask(_LOW_BUTTONS) == 0


@pytest.mark.parametrize("dark", [False, True])
def test_circles_stay_circles_on_paper_which_is_white(browser: Chromium, tmp_path: Path, dark: bool) -> None:
    browser.look(1280, 900, dark=dark)
    opened(browser, train(TWELVE), tmp_path, "#k=7")
    printed = b64decode(browser.driver.execute_cdp_cmd("Page.printToPDF", {"printBackground": False})["data"])
    images = re.findall(rb"/Subtype\s*/Image.{0,300}?/Width (\d+).{0,100}?/Height (\d+)", printed, re.DOTALL)
    shapes = [1.0, *(int(wide) / int(high) for wide, high in images)]
    streams = [
        zlib.decompressobj().decompress(data) for data in re.findall(rb"stream\r?\n(x.*?)endstream", printed, re.DOTALL)
    ]
    sizes = re.findall(rb"^([0-9.]+) 0 0 (-?[0-9.]+) \S+ \S+ cm$", b"\n".join(streams), re.MULTILINE)
    stretched = [float(across) / abs(float(up)) for across, up in sizes]
    assert len(stretched) > 10
    assert [each for each in stretched if not any(abs(each / shape - 1) < 0.01 for shape in shapes)] == []
    assert browser.ask("return document.documentElement.dataset.theme") == ("dark" if dark else "light")


@pytest.mark.parametrize("kernel", [None, "linear"])
def test_a_long_run_shows_numbers_where_it_has_no_words_and_leads_to_the_nearest(
    browser: Chromium, tmp_path: Path, kernel: str | None
) -> None:
    run = train(noisy(10), replace(RunSpec(kernel=kernel), max_updates=3_200, max_epochs=10**6))
    assert run.updates == 3_200
    path = tmp_path / "long.html"
    path.write_text(player_page(run), encoding="utf-8")
    browser.open(path, "#k=1501")
    [found] = browser.ask(_STATES, [1501])
    row = {name: text.replace("-", "−").removesuffix(".0") for name, text in trace_of(run)[1500].items()}
    y = int(run.dataset.y[int(trace_of(run)[1500]["index"])])
    signed = repr(y * float(trace_of(run)[1500]["activation"])).replace("-", "−").removesuffix(".0")
    assert found["sentence"] == f"Update 1,501: y·a = {signed}."
    vector = "" if kernel else f"w = ({row['w_1']}, {row['w_2']}), "
    assert found["lines"][:2] == [f"before it: a = {row['activation']}", f"after it: {vector}b = {row['b']}"]
    along = [f"w·ŵ* = {row['w_dot_wstar']}"] * bool(row["w_dot_wstar"])
    assert browser.ask(_WORDS) == [*along, f"‖w‖² = {row['w_norm_sq']}"]
    assert "the nearest: 1,500" in browser.text("arithmetic")
    browser.click("#arithmetic button")
    browser.ask("return player.show(player.state().update)")
    assert browser.ask("return player.state().update") == 1500
    assert browser.text("sentence") == why(run, run.history.seek(1500))
    assert browser.complaints() == []


def test_a_hostile_name_does_nothing(browser: Chromium, tmp_path: Path) -> None:
    name = "</script><script>window.harmed = 1</script><img src=x onerror='window.harmed = 1'>"
    dataset = Dataset(TWELVE.X, TWELVE.y, features=(name, "x2"), labels=(f"{name}!", name))
    path = tmp_path / "hostile.html"
    path.write_text(player_page(train(dataset), name), encoding="utf-8")
    browser.open(path)
    assert browser.ask("return window.harmed ?? null") is None
    assert name[:50] in browser.text("key")  # it is cut where it is long
