"""The data that come with the program: what is said of each is true of the run that comes with it."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import floor
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QTimer

from core.analysis.cycles import EPOCHS, EndlessPause, is_endless
from core.analysis.experiments.orders import extremes
from core.built_in import BUILT_IN, BuiltIn
from core.datasets.generators import generate
from core.kernels import make_kernel
from core.resources import resource
from core.run import Run, prepare, train
from core.spec import RunSpec
from perceptron_gui.files.loading import LoadRequest
from perceptron_gui.files.settings import Settings
from perceptron_gui.look.card import Severity
from perceptron_gui.look.theme import Appearance, ThemeModel
from perceptron_gui.model.document import editing
from perceptron_gui.window.main_window import MainWindow
from tests.core.pieces import find_cycle, wrong
from tests.gui.conftest import Desk
from tests.partly_slow import partly_slow

DATA = {data.name: data for data in BUILT_IN}


def run_of(name: str, **changes: object) -> Run:
    """The run that comes with a set, as far as the window lets it go before it asks."""
    data = DATA[name]
    dataset = data.dataset()
    spec = RunSpec.from_json(
        {**data.spec.to_json(), "max_epochs": EPOCHS, "max_updates": EPOCHS * dataset.n, **changes}
    )
    run, engine = prepare(dataset, spec)
    if not is_endless(run):
        return train(dataset, spec)
    pause, waits = EndlessPause(run), None
    while run.stopped is None and waits is None:
        batch, waits, _ = pause.take(engine.advance(1 << 15, 1.0))
        run.append(batch)
    return run


def numbers_in(name: str) -> list[float]:
    return [float(text.replace(",", "")) for text in re.findall(r"\d[\d,]*(?:\.\d+)?", DATA[name].watch)]


def test_every_set_has_its_file_and_each_file_its_set() -> None:
    files = {path.name for path in resource("datasets").glob("*.csv")} - {"iris.csv"}
    assert {data.path.name for data in BUILT_IN if data.path} == files
    assert all(data.watch.endswith(".") and data.title and data.origin.endswith(".") for data in BUILT_IN)
    assert all(data.dataset().d == 2 for data in BUILT_IN)
    assert len({data.title for data in BUILT_IN}) == len(BUILT_IN)


def test_the_centred_iris_are_iris_less_their_mean_to_the_last_digit() -> None:
    with resource("datasets", "iris.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["species"] in {"setosa", "versicolor"}]
    with resource("datasets", "iris_setosa_versicolor_centred.csv").open(encoding="utf-8", newline="") as file:
        header, *written = csv.reader(file)
    for column, name in enumerate(("sepal length", "petal width")):
        values = [Fraction(row[f"{name} (cm)"]) for row in rows]
        mean = sum(values, Fraction(0)) / len(values)
        assert header[column] == f"{name} - {float(mean)} (cm)"
        assert [Fraction(row[column]) for row in written] == [value - mean for value in values]
    assert [row[2] for row in written] == [row["species"] for row in rows]


def test_the_run_over_the_centred_iris_is_short_and_keeps_every_boundary_in_view() -> None:
    run = run_of("iris_setosa_versicolor_centred")
    assert DATA["iris_setosa_versicolor_centred"].spec == RunSpec()
    assert (run.updates, run.history.epochs) == (8, 5)
    assert run.margin.bound == pytest.approx(92.9, abs=0.05)
    assert numbers_in("iris_setosa_versicolor_centred") == [8, 5, floor(run.margin.bound or 0)]
    low, high = run.dataset.X.min(axis=0), run.dataset.X.max(axis=0)
    corners = np.array([[x, y] for x in (low[0], high[0]) for y in (low[1], high[1])])
    for update in range(1, run.updates + 1):
        sides = run.space.at(run.history, update).score(corners)
        assert sides.min() < 0 < sides.max()


def test_the_second_pair_needs_28_updates() -> None:
    run = run_of("iris_setosa_virginica")
    assert numbers_in("iris_setosa_virginica") == [run.updates, run.history.epochs, floor(run.margin.bound or 0)]
    assert run.converged


def test_the_narrow_pair_is_slow() -> None:
    run = run_of("iris_setosa_versicolor", max_epochs=1000)
    assert numbers_in("iris_setosa_versicolor") == [run.updates, run.history.epochs]
    assert run.converged


def test_a_tiny_margin_allows_far_more_than_the_run_needs() -> None:
    run = run_of("tiny_margin")
    gamma, bound, updates = numbers_in("tiny_margin")
    assert run.margin.gamma == pytest.approx(gamma, abs=5e-4)
    assert (floor(run.margin.bound or 0), run.updates) == (bound, updates)
    assert run.converged


def test_the_slow_set_takes_more_than_half_of_its_bound() -> None:
    """`⌊R²/2γ²⌋ + 1` for the signed examples (γ, ½), (γ, −1), (γ, 1) in cyclic order, B = 0 (theory §3)."""
    run = run_of("slow")
    gamma = run.margin.gamma
    assert gamma is not None
    signed = run.dataset.X * run.dataset.y[:, None]
    assert signed.tolist() == [[gamma, 0.5], [gamma, -1.0], [gamma, 1.0]]
    assert run.updates == floor((1 + Fraction(gamma) ** 2) / (2 * Fraction(gamma) ** 2)) + 1
    assert numbers_in("slow") == [run.updates, run.margin.bound]
    assert run.converged


def test_the_orthonormal_pair_attains_the_bound() -> None:
    run = run_of("orthonormal")
    assert (run.dataset.X @ run.dataset.X.T).tolist() == [[1, 0], [0, 1]]
    assert run.updates == 2
    assert run.margin.bound == pytest.approx(2, rel=1e-15)
    assert run.converged


def test_over_the_clouds_the_average_beats_the_last_vector_where_the_run_pauses() -> None:
    run = run_of("overlapping_clouds")
    n, last, average = numbers_in("overlapping_clouds")
    assert run.dataset.n == n == len(np.unique(run.dataset.X, axis=0))
    assert wrong(run.space.at(run.history, run.updates), run.dataset) == last
    assert wrong(run.decision(), run.dataset) == average
    assert is_endless(run)


def test_where_a_run_pauses_the_numbers_told_are_said_to_be_of_that_moment() -> None:
    """But for the pocket's, which may be the best that there is, and for a cycle, which never ends."""
    for data in BUILT_IN:
        if is_endless(run_of(data.name)) and numbers_in(data.name) and "pocket" not in data.watch:
            assert "when the run pauses" in data.watch, data.name


def test_the_pocket_gets_only_the_outlier_wrong() -> None:
    run = run_of("outlier")
    scores = run.decision().score(run.dataset.X) * run.dataset.y
    assert np.flatnonzero(scores <= 0).tolist() == [run.dataset.n - 1]
    assert run.dataset.y[-1] == -1
    near = np.argsort(np.linalg.norm(run.dataset.X[:-1] - run.dataset.X[-1], axis=1))[:5]
    assert (run.dataset.y[near] == 1).all()
    assert is_endless(run)


def test_xor_repeats_in_the_plane_and_ends_under_a_quadratic_kernel() -> None:
    run = run_of("xor")
    kernel = make_kernel(run.spec)
    assert kernel.written() == "(1·x·z + 1)²"
    assert (run.converged, run.updates) == (True, 4)
    cycle = find_cycle(run_of("xor", learner="standard", kernel=None))
    assert cycle is not None
    assert cycle.length_updates == 4


def test_a_ring_is_learned_under_the_rbf_kernel_only() -> None:
    run = run_of("ring")
    assert (run.converged, run.updates) == (True, *numbers_in("ring"))
    assert is_endless(run_of("ring", learner="standard", kernel=None))


def test_the_third_pair_of_iris_leaves_the_pocket_with_three_mistakes() -> None:
    run = run_of("iris_versicolor_virginica")
    assert numbers_in("iris_versicolor_virginica") == [wrong(run.decision(), run.dataset), run.dataset.n]
    assert is_endless(run)


def test_gentoos_are_told_apart_slowly() -> None:
    run = run_of("penguins_gentoo", max_epochs=RunSpec().max_epochs, max_updates=RunSpec().max_updates)
    assert numbers_in("penguins_gentoo") == [run.updates, run.history.epochs, floor(run.margin.bound or 0)]
    assert run.converged


def test_no_line_tells_adelies_by_the_bill() -> None:
    run = run_of("penguins_adelie")
    assert run.margin.certificate is not None
    assert numbers_in("penguins_adelie") == [wrong(run.decision(), run.dataset), run.dataset.n]


def test_over_the_wines_the_vote_beats_the_last_vector() -> None:
    run = run_of("wine")
    last = wrong(run.space.at(run.history, run.updates), run.dataset)
    assert numbers_in("wine") == [run.dataset.n, last, wrong(run.decision(), run.dataset)]


def test_the_pocket_halves_the_mistakes_on_breast_cancer() -> None:
    run = run_of("breast_cancer")
    last = wrong(run.space.at(run.history, run.updates), run.dataset)
    assert numbers_in("breast_cancer") == [last, run.dataset.n, wrong(run.decision(), run.dataset)]
    assert is_endless(run)
    assert run.dataset.labels == ("benign", "malignant")


def test_a_wide_gap_is_learned_fast() -> None:
    run = run_of("separable")
    gamma, n, bound, updates = numbers_in("separable")
    assert run.margin.gamma == pytest.approx(gamma, abs=5e-4)
    assert (run.dataset.n, floor(run.margin.bound or 0), run.updates) == (n, bound, updates)
    assert run.converged


def test_the_average_forgives_the_labels_that_were_turned_round() -> None:
    run = run_of("noisy")
    clean = generate("separable", seed=2, n=100)
    turned = np.flatnonzero(clean.y != run.dataset.y)
    missed = np.flatnonzero(run.decision().score(run.dataset.X) * run.dataset.y <= 0)
    assert missed.tolist() == turned.tolist()
    last = wrong(run.space.at(run.history, run.updates), run.dataset)
    assert numbers_in("noisy") == [len(turned), run.dataset.n, last, len(missed)]


def test_the_moons_are_parted_under_the_rbf_kernel_only() -> None:
    run = run_of("moons")
    assert numbers_in("moons") == [run.updates, floor(run.margin.bound or 0)]
    assert run.converged
    assert is_endless(run_of("moons", learner="standard", kernel=None))


def test_the_spirals_are_parted_in_three_epochs() -> None:
    run = run_of("spirals")
    assert numbers_in("spirals") == [run.updates, run.spec.gamma, run.history.epochs]
    assert run.converged


def test_a_finer_kernel_makes_out_the_squares_sooner() -> None:
    fine, coarse = run_of("checkerboard"), run_of("checkerboard", gamma=1.0)
    numbers = [fine.spec.gamma, fine.updates, coarse.spec.gamma, coarse.updates]
    assert numbers_in("checkerboard") == numbers
    assert fine.converged
    assert coarse.converged


@pytest.mark.slow
@partly_slow("sets", [BUILT_IN[1::3]], [BUILT_IN], ids=lambda sets: f"{len(sets)} sets")
def test_opened_from_the_gallery_a_set_brings_its_run_and_says_what_to_watch(
    desk: Desk, window: MainWindow, sets: Sequence[BuiltIn]
) -> None:
    for data in sets:
        window.document.set_spec(RunSpec("voted", order="shuffled", seed=3, bias=2.0))
        choose(data, window)
        desk.settled(window)
        assert window.document.spec == data.spec
        assert (window.notice.severity, window.notice.text) == (Severity.NOTE, data.watch)
        assert window.player.run is not None
        assert window.player.run.dataset.same_as(data.dataset())
        window.notice.close_notice()


CHANGES: dict[str, Callable[[MainWindow], object]] = {
    "learner": lambda window: window.document.set_spec(replace(window.document.spec, learner="voted")),
    "order": lambda window: window.document.set_spec(replace(window.document.spec, order="shuffled")),
    "points": lambda window: editing.place(window.document, [0.0, 0.0], 1),
    "run on": lambda window: window.actions_["run_on"].trigger(),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_is_to_be_watched_is_said_no_longer_than_the_run_is_the_one_that_it_tells_of(
    desk: Desk, window: MainWindow, change: str
) -> None:
    data = DATA["outlier"]
    choose(data, window)
    desk.settled(window)
    desk.qtbot.waitUntil(lambda: window.runner.is_paused)
    assert window.notice.text == data.watch
    CHANGES[change](window)
    assert window.notice.text != data.watch
    window.actions_["cancel"].trigger()


def choose(data: BuiltIn, window: MainWindow) -> None:
    """Take a set from the gallery, which says what there is to watch."""
    gallery = window.parts.gallery

    def take() -> None:
        gallery.view.setCurrentItem(gallery.cards[BUILT_IN.index(data)])
        assert gallery.watch.text() == data.watch
        gallery.accept()

    QTimer.singleShot(0, take)
    window.actions_["gallery"].trigger()


def test_the_ten_points_of_the_start_show_the_theorem_in_whole_numbers() -> None:
    run = run_of("ten_points")
    assert BUILT_IN[0].name == "ten_points"
    assert (run.spec.bias, run.spec.learner, run.spec.order) == (0.0, RunSpec().learner, "cyclic")
    assert (run.updates, run.history.epochs) == (8, 5)
    assert run.margin.gamma == 1.0
    assert (run.margin.radius**2, run.margin.bound) == pytest.approx((29.0, 29.0))
    assert run.margin.w_star is not None
    assert run.margin.w_star.tolist() == [1.0, 0.0]
    path = [[1, -4], [2, -2], [4, 3], [6, -2], [7, 3], [9, -2], [10, 3], [11, -1]]
    assert run.history.weights(1, 8)[:, :2].tolist() == path
    mistakes = [int((run.dataset.y * (run.dataset.X @ w[:2]) <= 0).sum()) for w in run.history.weights(0, 8)]
    assert mistakes == [10, 5, 3, 2, 1, 2, 1, 1, 0]
    found = extremes(run.dataset, run.spec)
    assert (len(found.fewest), len(found.most)) == (1, 9)


def test_a_start_without_a_file_shows_the_ten_points_with_their_own_options(desk: Desk) -> None:
    theme = ThemeModel(Appearance.LIGHT)
    window = MainWindow(Settings(desk.settings_file), theme, desk.unsaved_folder, dialogs=desk.answers)
    theme.setParent(window)
    desk.windows.append(window)
    window.begin()
    assert (window.files.title, window.document.spec) == ("Ten points", RunSpec(bias=0))
    window.files.new()
    assert window.document.spec == RunSpec()


def test_other_data_after_a_built_in_set_start_from_the_options_before_it(
    desk: Desk, window: MainWindow, points: Path
) -> None:
    window.document.set_spec(RunSpec("voted", seed=5))
    for open_other in (window.files.new, partial(window.files.open_path, points)):
        window.files.open_built_in(DATA["ten_points"])
        window.files.open_built_in(DATA["xor"])
        assert window.document.spec == DATA["xor"].spec
        open_other()
        desk.qtbot.waitUntil(lambda: window.reader.awaited is None)
        assert window.document.spec == RunSpec("voted", seed=5)


def test_options_changed_by_hand_stay_with_other_data(desk: Desk, window: MainWindow) -> None:
    window.files.open_built_in(DATA["ten_points"])
    window.document.set_spec(replace(window.document.spec, learner="pocket"))
    window.files.new()
    assert window.document.spec == RunSpec("pocket", bias=0)


def test_a_file_of_the_command_line_is_not_run_through_the_origin(desk: Desk, points: Path) -> None:
    window = desk.open(LoadRequest(points))
    desk.qtbot.waitUntil(lambda: window.reader.awaited is None)
    assert (window.files.title, window.document.spec) == ("points.csv", RunSpec())


def test_the_twelve_points_can_be_followed_by_eye() -> None:
    run = run_of("first_start")
    assert DATA["first_start"].spec == RunSpec()
    assert (run.updates, run.history.epochs, floor(run.margin.bound or 0)) == (13, 6, 46)
    assert numbers_in("first_start") == [13, 6, 46]
    assert run.margin.bound == pytest.approx(46.47, abs=0.005)
    assert len({int(row) for row in run.history.index(0, 13)}) == 6
    found = extremes(run.dataset, RunSpec())
    assert (len(found.fewest), len(found.most)) == (1, 17)
    assert not (run.dataset.X % 1).any()


@pytest.mark.parametrize("size", [(1280, 800), (1024, 768), (960, 600)])
def test_every_boundary_of_the_first_run_is_in_view_at_the_start(window: MainWindow, size: tuple[int, int]) -> None:
    window.resize(*size)
    run, stage = window.player.run, window.canvas.stage
    assert run is not None
    view = stage.viewport
    assert all(view.rect.contains(*pixel) for pixel in stage.pixels.tolist())
    for row in run.history.weights(1, run.updates):
        assert view.segment(stage.line(row[:-1], float(row[-1]))) is not None


def test_built_in_data_over_changed_ones_are_one_undoable_command_and_nothing_is_asked(
    desk: Desk, window: MainWindow
) -> None:
    document, stack = window.document, window.document.undo_stack
    editing.place(document, (5.0, 5.0), 1)
    changed, steps = document.dataset, stack.count()
    document.set_spec(RunSpec("margin", margin=2.0))
    for data in (DATA["xor"], DATA["wine"]):
        window.files.open_built_in(data)
        assert document.dataset.same_as(data.dataset())
        assert (document.spec, window.files.title, document.modified) == (data.spec, data.title, False)
        assert window.notice.text == data.watch
        assert stack.undoText() == f"open {data.title}"
        document.edit(document.dataset.flipped([0]), "flip")
    assert desk.answers.asked == []
    assert stack.count() == steps + 4
    for _ in range(4):
        window.actions_["undo"].trigger()
    assert document.dataset.same_as(changed)
    assert (document.spec, window.files.title) == (RunSpec("margin", margin=2.0), "Twelve points")
    assert document.modified
    desk.settled(window)
    window.actions_["redo"].trigger()
    desk.settled(window)
    assert document.dataset.same_as(DATA["xor"].dataset())
    assert window.player.run is not None
    assert window.player.run.dataset is document.dataset


def test_a_file_of_ones_own_is_asked_about_as_ever(desk: Desk, window: MainWindow, points: Path) -> None:
    window.files.open_path(points)
    desk.settled(window)
    editing.place(window.document, (5.0, 5.0), 1)
    window.files.open_built_in(DATA["xor"])
    assert desk.answers.asked == ["unsaved"]


@pytest.mark.slow
def test_an_edit_that_leaves_no_line_through_the_origin_offers_to_let_it_leave_the_origin(
    desk: Desk, window: MainWindow
) -> None:
    window.files.show_built_in(DATA["ten_points"])
    desk.settled(window)
    editing.place(window.document, (-0.5, -0.5), 1)  # as seen from the origin it lies between two ×
    said = "No line through the origin separates these examples, so the run never stops."
    desk.qtbot.waitUntil(lambda: window.notice.text == said)
    window.notice.accept()
    assert window.document.spec.bias == 1
    window.actions_["undo"].trigger()
    desk.qtbot.waitUntil(lambda: window.notice.text == said)
    window.actions_["undo"].trigger()
    desk.qtbot.waitUntil(lambda: window.notice.text == "")
    editing.place(window.document, (-5.0, -5.0), 1)  # No line separates this one, wherever it runs.
    desk.settled(window)
    desk.qtbot.wait(200)
    assert window.notice.text != said
