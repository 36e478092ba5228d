"""A run as one page: its numbers are the trace's bit for bit, its words the window's, and it asks for nothing."""

from __future__ import annotations

import csv
import re
from base64 import b64encode, b85encode
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from html import unescape

import numpy as np
import pytest

import core
from core.datasets.dataset import Dataset
from core.explain import tell, why
from core.explain.trace import trace
from core.kernels import KERNELS
from core.learners import LEARNERS
from core.names import legible
from core.player import in_base85, packed, player_page, player_page_in_slices, told_moments
from core.predictors import PREDICTORS
from core.resources import resource
from core.run import Run, prepare, train
from core.spec import RunSpec
from core.theory.corridor_words import corridor_words
from core.ties import TIES
from tests.core.player.page_data import PageData, unpacked
from tests.core.tables import DATASET, TWELVE, over_pairs
from tests.partly_slow import partly_slow

_MOST_BYTES = 250_000


def clouds(n: int, d: int = 2) -> Dataset:
    """Points with all the digits that a float has; no plane separates them."""
    rng = np.random.default_rng(5)
    X = rng.normal(size=(n, d))
    return Dataset(X, np.where(X.sum(axis=1) + 0.5 * rng.normal(size=n) > 0, 1, -1))


def check_numbers(run: Run, page: PageData) -> None:
    """That each number of the page is the one in the trace, to the last digit."""
    rows = list(csv.DictReader("".join(trace(run)).splitlines()))[: page.told["updates"]]
    weights = [name for name in (rows[0] if rows else {}) if name.startswith("w_") and name[2:].isdigit()]
    for name in ("epoch", "example", "index", "activation", "w_dot_wstar", "w_norm_sq"):
        column = page.column(name)
        if column is None:
            assert all(row[name] == "" for row in rows)
        else:
            values = column[len(column) - len(rows) :].tolist()
            assert list(map(repr, values)) == [repr(float(row[name])) for row in rows]
    for j, name in enumerate([*weights, "b"]):
        values = page.weights[1:, j].tolist()
        assert list(map(repr, values)) == [row[name] for row in rows]


def check_words(run: Run, page: PageData) -> list[int]:
    """That each sentence is the one that Python writes; returns the updates that have one."""
    texts = page.texts()
    assert len(texts) == page.told["updates"] + 1
    told = [k for k, parts in enumerate(texts) if parts != [""]]
    for k in told:
        (sentence, beside, arithmetic, theory, _), state = texts[k], run.history.seek(k)
        assert sentence == why(run, state)
        assert not k or beside.endswith(run.rule.verdict(state.score, state.label, state.added).test)
        assert arithmetic == "\n".join(tell(run, state).numbers)
        words = corridor_words(run.facts(state))
        lines = theory.replace("\x01", "").splitlines()
        assert [line for line in lines if "cost less" not in line] == [
            line.in_words.replace("`", "") for line in words.lines
        ]
    return told


@over_pairs()
def test_every_kind_of_run_has_the_numbers_of_its_trace_and_the_words_of_its_steps(spec: RunSpec) -> None:
    run = train(DATASET, spec)
    page = PageData(player_page(run))
    check_numbers(run, page)
    check_words(run, page)


@pytest.mark.parametrize("tie", TIES)
def test_so_has_one_of_any_convention_and_rate(tie: str) -> None:
    for rate in (Fraction(1, 3), Fraction(1, 10)):
        run = train(TWELVE, RunSpec(tie=tie, rate=rate))
        page = PageData(player_page(run))
        check_numbers(run, page)
        check_words(run, page)
        units = np.column_stack([unpacked(column) for column in page.record["decides"]])
        assert np.array_equal(units, run.history.weights_per_rate())


@pytest.mark.slow
@partly_slow("learner", ["averaged"], [learner for learner in LEARNERS if learner != "averaged"])
def test_a_hundred_points_and_a_thousand_updates_are_small(learner: str) -> None:
    run = train(clouds(100), RunSpec(learner, max_updates=1000, max_epochs=10**6))
    html = player_page(run, "clouds.csv")
    assert run.updates == 1000
    assert len(html.encode()) <= _MOST_BYTES


def test_a_number_takes_no_more_room_than_it_needs_and_keeps_every_bit() -> None:
    for values, kind in (([1, -128], "i1"), ([1, 300], "i2"), ([70_000], "i4"), ([0.5], "f4"), ([0.1], "f8")):
        assert packed(values)[0] == kind
    for value in (-0.0, np.nan, np.inf, 5e-324, 1e300, 2.0**40):
        assert repr(unpacked(packed([value]))[0].item()) == repr(value)


@pytest.mark.parametrize("length", [0, 1, 2, 3, 4, 1_001])
def test_bytes_are_written_as_python_writes_them_but_for_the_sign_of_elements(length: int) -> None:
    data = np.random.default_rng(length).bytes(length)
    assert in_base85(data) == b85encode(data).decode().replace("<", "'")
    assert "<" not in in_base85(bytes(range(256)))


def test_no_data_no_point_one_point_and_no_update_have_a_page() -> None:
    nothing = Dataset(np.empty((0, 2)), np.empty(0, np.int8))
    for dataset, spec in (
        (nothing, RunSpec()),
        (Dataset([[1.0, 2.0]], [1]), RunSpec()),
        (Dataset([[0.0, 0.0]], [-1]), RunSpec(tie="negative")),
        (Dataset([[1.0], [-2.0]], [1, -1]), RunSpec("voted")),
        (clouds(7, 5), RunSpec("kernel")),
    ):
        run = prepare(dataset, spec)[0] if not dataset.n else train(dataset, spec)
        page = PageData(player_page(run))
        check_numbers(run, page)
        check_words(run, page)


def test_a_run_that_goes_on_says_so() -> None:
    run, engine = prepare(TWELVE, RunSpec())
    run.append(engine.advance(5, 10.0))
    assert "The run has not come to an end so far." in PageData(player_page(run)).told["ending"]


@pytest.mark.slow
def test_a_notebook_shows_the_first_thousand_updates_in_a_frame_and_says_so() -> None:
    run = core.train(clouds(60), RunSpec(max_updates=1500, max_epochs=10**6))
    shown = run._repr_html_()
    frame = re.fullmatch(r'<iframe [^>]*sandbox="allow-scripts"[^>]* srcdoc="([^"]*)"></iframe>', shown)
    assert frame is not None
    page = PageData(unescape(frame[1]))
    assert page.told["updates"] == 1000
    assert page.told["excerpt"] == "This page holds the first 1,000 of 1,500 updates."
    check_numbers(run, page)


@pytest.mark.parametrize("learner", ["standard", "kernel"])
def test_of_a_long_run_the_ends_and_every_hundredth_update_have_words_and_all_have_numbers(
    monkeypatch: pytest.MonkeyPatch, learner: str
) -> None:
    monkeypatch.setattr("core.player._IN_FULL", 100)
    monkeypatch.setattr("core.player._ENDS", 20)
    kernel = "linear" if learner == "kernel" else None
    run = train(clouds(60), RunSpec(learner, kernel=kernel, max_updates=700, max_epochs=10**6))
    page = PageData(player_page(run))
    check_numbers(run, page)
    assert page.told["full"] == [20, 100]
    assert check_words(run, page) == [*range(21), *range(100, 680, 100), *range(680, 701)]


@pytest.mark.parametrize("most", [0, 1, 3_000, 3_001, 3_099, 3_100, 100_000])
def test_few_updates_of_the_longest_page_are_told(most: int) -> None:
    told = told_moments(most)
    assert told == sorted(set(told))
    assert {0, most, *range(0, most, 100), *range(min(most, 1_001)), *range(max(most - 1_000, 0), most)} <= set(told)
    assert len(told) <= 3_001


def test_progress_is_told_from_nothing_to_all_of_it() -> None:
    run = train(clouds(60), RunSpec(max_updates=700, max_epochs=10**6))
    shares = list(player_page_in_slices(run))
    assert shares[0] == 0.0
    assert shares == sorted(shares)
    assert 0.9 < shares[-1] <= 1.0
    assert len(shares) > 30


def test_a_page_asks_nobody_for_anything_and_runs_no_script_but_its_own() -> None:
    html = player_page(train(TWELVE), "twelve.csv")
    page = PageData(html)
    for kind in ("style", "script"):
        [inside] = re.findall(rf"<{kind}(?: type=\"module\")?>(.*?)</{kind}>", html, re.DOTALL)
        allowed = b64encode(sha256(inside.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{allowed}'" in page.policy
    assert page.policy.startswith("default-src 'none'; ")
    assert "unsafe" not in page.policy
    # The hashes of style and script may have two slashes in a row.
    rest = re.sub(r"'sha256-[^']+'|<script.*", "", html, flags=re.DOTALL)
    assert not re.search(r"(https?:)?//\w|\b(src|href|action|srcset)=|@import|url\(", rest)
    assert not re.search(r"https?:|fetch\(|XMLHttpRequest|import\(|WebSocket|eval\(|innerHTML", html)


@pytest.mark.parametrize("name", ["</script><script>alert(1)</script>", '"><img src=x>', "${data}", "a & b\u2028"])
def test_a_name_is_never_more_than_text(name: str) -> None:
    X, y = TWELVE.X, TWELVE.y
    dataset = Dataset(X, y, features=(name, "x2"), labels=(f"{name}!", name))
    html = player_page(train(dataset), name)
    page = PageData(html)
    assert page.told["classes"] == f"○ {legible(name)} (+1), × {legible(name)}! (−1)"
    assert page.told["plane"]["titles"] == [name, "x2"]
    assert html.count("<script") == html.count("</script>") == 2
    assert "<img" not in html


def test_more_features_than_two_are_seen_in_a_section_that_is_told() -> None:
    run = train(clouds(12, 4), RunSpec(max_updates=50))
    plane = PageData(player_page(run)).told["plane"]
    assert plane["sentence"].startswith("Section at the means of the other 2 features")
    assert plane["axes"] == [[1, 0, 0, 0], [0, 1, 0, 0]]
    assert np.allclose(plane["origin"][2:], run.dataset.X.mean(axis=0)[2:])


def test_the_page_has_the_examples_that_say_why_no_line_separates_where_they_lie() -> None:
    X = np.array([[1.0, 2.0], [1.0, -2.0], [1.5, -0.1]])
    for bias, at in ((0, [0.0, 0.0]), (1, [1.0, 0.0])):
        run = train(Dataset(X if bias == 0 else X * [0, 1] + [1, 0], [1, 1, -1]), RunSpec(bias=bias, max_epochs=3))
        proof = PageData(player_page(run)).told["plane"]["proof"]
        assert sorted(proof["rows"]) == [0, 1, 2]
        assert proof["rays"] == (bias == 0)
        assert proof["at"] == pytest.approx(at, abs=0.2)
    for other in (train(TWELVE), train(Dataset(X, [1, 1, -1]), RunSpec("voted", bias=0, max_epochs=3))):
        assert PageData(player_page(other)).told["plane"]["proof"] is None


def test_the_script_knows_every_kernel_and_every_predictor() -> None:
    script = resource("player", "player.js").read_text(encoding="utf-8")
    for table, names in (("KERNELS", KERNELS), ("PREDICTORS", PREDICTORS)):
        [inside] = re.findall(rf"const {table} = \{{(.*?)\n\}};", script, re.DOTALL)
        assert sorted(re.findall(r'^  "?([\w-]+)"?:', inside, re.MULTILINE)) == sorted(names)


def test_a_learner_of_another_kind_has_the_same_page() -> None:
    """Losses and costs stand where the theorem is silent."""
    for learner, name in (("passive-aggressive", "Losses of the run"), ("online-svm", "Cost of the run")):
        run = train(TWELVE, replace(RunSpec(learner), max_epochs=3))
        picture = PageData(player_page(run)).told["picture"]
        assert picture["name"] == name
        for curve in picture["curves"]:
            assert np.isfinite(unpacked(curve["v"])).all()


def test_the_track_shows_of_few_visits_the_example_and_the_mistakes() -> None:
    run = train(TWELVE, RunSpec())
    page = PageData(player_page(run))
    track, index = page.told["track"], page.column("index")
    assert index is not None
    rows, mistakes = unpacked(track["rows"]), unpacked(track["mistakes"]).astype(int)
    assert mistakes.tolist() == run.history.example(0, run.updates).tolist()
    assert rows[mistakes - 1].tolist() == index.tolist()
    assert track["visits"] == len(rows) == run.history.examples == len(track["words"]) - 1
    assert (track["band"], track["end"]) == (run.dataset.n, run.history.epochs * run.dataset.n)
    assert track["last"] == f"epoch {run.history.epochs} · no mistake"


def test_the_track_of_an_excerpt_ends_with_its_last_update_and_of_many_visits_has_no_marks() -> None:
    run = train(clouds(30), RunSpec(max_updates=50))
    track = PageData(player_page(run, most=7)).told["track"]
    assert track["visits"] == run.history.seek(7).example
    assert PageData(player_page(train(clouds(500), RunSpec(max_epochs=1)))).told["track"]["rows"] is None


def test_losses_beyond_all_floats_are_no_obstacle_to_a_page() -> None:
    data = Dataset([[1e99, 2.0], [-1e99, -1.5], [2.0, -0.5]], [1, 1, -1])
    run = train(data, RunSpec("passive-aggressive", start=(1e100, 1.0, -1e100), max_updates=5))
    assert PageData(player_page(run)).told["picture"]["top"] < np.inf
