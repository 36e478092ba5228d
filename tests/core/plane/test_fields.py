"""Fields on a grid against the same values point by point."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.datasets.dataset import Dataset, FloatArray, IntArray
from core.kernels import RBF, Kernel, Linear, Polynomial
from core.plane.fields import votes as votes_module
from core.plane.fields.grid import Grid, expansion_field, plane_field
from core.plane.fields.votes import vote_of_lines
from core.run import Run, train
from core.spec import RunSpec
from tests.core.plane.reading import field_at, followed
from tests.core.strategies import real, so_many, whole

KERNELS: list[Kernel] = [
    Linear(),
    Polynomial(1, 0.5, 0.0),
    Polynomial(3, 0.3, 1.0),
    Polynomial(30, 0.01, 1.0),
    RBF(0.7),
]
XS, YS = np.linspace(-3, 4, 9), np.linspace(-2, 5, 7)


def brute_vote(grid: Grid, weights: FloatArray, votes: IntArray) -> list[list[int]]:
    """The vote, line by line and point by point, in plain Python."""
    lines = list(zip(weights.tolist(), votes.tolist(), strict=True))
    field = []
    for y in grid.y.values.tolist():
        row = []
        for x in grid.x.values.tolist():
            activations = [(w[0] * x + w[1] * y + w[2], c) for w, c in lines]
            row.append(sum(c * ((a > 0) - (a < 0)) for a, c in activations))
        field.append(row)
    return field


@st.composite
def lattices(draw: st.DrawFn) -> Grid:
    """Evenly spaced grids, of whole numbers where lines of whole numbers meet grid points, and others."""
    start = draw(st.tuples(st.integers(-20, 20), st.integers(-20, 20)))
    size = draw(st.tuples(st.integers(1, 9), st.integers(1, 9)))
    step = draw(st.tuples(st.sampled_from([1.0, 0.5, 3.0, 0.1, 1e-7]), st.sampled_from([1.0, 0.25, 0.3, 1e5])))
    return Grid.of(*(a + s * np.arange(m) for a, m, s in zip(start, size, step, strict=True)))


@st.composite
def crooked(draw: st.DrawFn) -> Grid:
    """Grids with any spacing, some so fine that floats are hardly spaced evenly."""
    axis = st.lists(st.floats(-1e3, 1e3), min_size=1, max_size=6, unique=True).map(sorted)
    fine = st.integers(1, 6).map(lambda m: [1 + i * 2**-52 for i in range(m)])
    return Grid.of(draw(axis | fine), draw(axis | fine))


@st.composite
def lines(draw: st.DrawFn) -> tuple[FloatArray, IntArray]:
    """Lines and their votes."""
    scale = draw(st.sampled_from([1.0, 0.1, 1e-300, 1e90]))
    number = draw(st.sampled_from([whole, real]))
    rows = draw(st.lists(st.tuples(number, number, number), max_size=20))
    votes = draw(st.lists(st.integers(-5, 1000), min_size=len(rows), max_size=len(rows)))
    return np.array(rows, float).reshape(-1, 3) * scale, np.array(votes, np.int64)


@pytest.mark.usefixtures("either_way")
@settings(max_examples=so_many(300))
@given(lattices() | crooked(), lines())
def test_the_vote_of_lines_is_exact_ties_included(grid: Grid, given_lines: tuple[FloatArray, IntArray]) -> None:
    assert vote_of_lines(grid, *given_lines).tolist() == brute_vote(grid, *given_lines)


@pytest.mark.usefixtures("either_way")
@settings(max_examples=so_many(150))
@given(lattices(), st.data())
def test_lines_through_grid_points_vote_by_the_sign_that_rounding_leaves(grid: Grid, data: st.DataObject) -> None:
    weights = []
    for _ in range(data.draw(st.integers(1, 8))):
        x = data.draw(st.sampled_from(grid.x.values.tolist()))
        y = data.draw(st.sampled_from(grid.y.values.tolist()))
        u, v = data.draw(st.tuples(real, real))
        b = -(u * x + v * y)
        weights.append([u, v, np.nextafter(b, data.draw(st.sampled_from([-np.inf, b, np.inf])))])
    votes = np.arange(1, len(weights) + 1)
    assert vote_of_lines(grid, weights, votes).tolist() == brute_vote(grid, np.array(weights), votes)


@pytest.mark.usefixtures("either_way")
def test_many_lines_vote_as_they_do_one_after_another() -> None:
    rng = np.random.default_rng(0)
    grid = Grid.of(np.linspace(-5, 5, 23), np.linspace(-3, 3, 17))
    weights, votes = rng.normal(size=(70_000, 3)), rng.integers(1, 9, 70_000)
    parts = np.array_split(np.arange(70_000), 7)
    field = np.sum([vote_of_lines(grid, weights[part], votes[part]) for part in parts], axis=0)
    assert field.tolist() == vote_of_lines(grid, weights, votes).tolist()
    x, y = np.meshgrid(grid.x.values, grid.y.values)
    signs = (np.sign(weights[:, :1, None] * x[5] + weights[:, 1:2, None] * y[5] + weights[:, 2:, None])).reshape(-1, 23)
    assert field[5].tolist() == (votes @ signs).tolist()


@pytest.mark.parametrize("wrong", [[], [1, 1], [2, 1], [0, np.inf], [[0, 1]]])
def test_a_grid_needs_increasing_finite_coordinates(wrong: list[float]) -> None:
    with pytest.raises(ValueError, match="strictly increasing"):
        Grid.of([0, 1], wrong)


def test_lines_without_as_many_votes_are_refused() -> None:
    with pytest.raises(ValueError, match=r"; give \(K, 3\)"):
        vote_of_lines(Grid.of(XS, YS), [[1, 2, 3]], [1, 2])


@pytest.mark.parametrize("d", [1, 2, 4])
@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
def test_an_expansion_on_a_grid_is_the_sum_over_its_examples(kernel: Kernel, d: int) -> None:
    rng = np.random.default_rng(d)
    for xs, ys in [(XS, YS), (XS + 50, YS - 20), (XS[:1], YS), (XS, YS[2:3])]:
        X, coefficients = rng.normal(size=(40, d)) * 2, rng.integers(-3, 4, 40).astype(float)
        grid = Grid.of(xs, ys)
        terms = coefficients[:, None] * kernel.matrix(X, grid.points(d))
        field = expansion_field(grid, kernel, X, coefficients, 0.25)
        assert field.shape == grid.shape
        np.testing.assert_allclose(
            field.ravel(), terms.sum(axis=0) + 0.25, rtol=0, atol=1e-13 * np.abs(terms).sum(axis=0).max() + 1e-13
        )


def test_no_examples_leave_the_offset() -> None:
    for kernel in KERNELS:
        field = expansion_field(Grid.of(XS, YS), kernel, np.empty((0, 2)), np.empty(0), -2.0)
        assert field.tolist() == np.full((7, 9), -2.0).tolist()


def test_a_plane_is_summed_in_the_binding_order() -> None:
    w, b = np.array([0.1, 0.7]), -0.3
    expected = [[w[0] * x + w[1] * y + b for x in XS] for y in YS]
    assert plane_field(Grid.of(XS, YS), w, b).tolist() == expected


def trained(spec: RunSpec, d: int = 2) -> Run:
    """A run over 30 examples that nothing separates."""
    rng = np.random.default_rng(4)
    return train(Dataset(rng.normal(size=(30, d)).round(1), rng.choice([-1, 1], 30)), spec)


LINEAR = [(learner, None) for learner in ("standard", "averaged", "voted", "pocket", "online-svm")]
CURVED = [("kernel", None), ("kernel", "linear"), ("averaged", "rbf"), ("voted", "rbf"), ("voted", "poly")]


@pytest.mark.parametrize("d", [1, 2, 3])
@pytest.mark.parametrize(("learner", "kernel"), [*LINEAR, *CURVED, ("pocket", "poly")])
def test_a_field_says_at_any_update_what_the_predictor_says_there(learner: str, kernel: str | None, d: int) -> None:
    run = trained(RunSpec(learner, kernel=kernel, max_epochs=6, max_updates=150), d)
    for update in (0, 1, run.updates // 2, run.updates):
        expected = run.decision(run.history.example_of(update)).score(Grid.of(XS, YS).points(d))
        field = field_at(run, run.history.example_of(update), XS, YS)
        if learner == "voted":
            assert field.ravel().tolist() == expected.tolist()
        np.testing.assert_allclose(field.ravel(), expected, rtol=1e-9, atol=1e-9 * max(1, np.abs(expected).max()))


@pytest.mark.usefixtures("either_way")
@pytest.mark.parametrize(("learner", "kernel"), [*LINEAR, *CURVED, ("pocket", "poly")])
def test_where_values_overflow_far_from_all_examples_no_vote_is_counted_and_nothing_warned_of(
    learner: str, kernel: str | None
) -> None:
    data = Dataset([[1e40, 2e40], [2e40, -1e40], [-1e40, -2e40], [1e40, 1e40]], [1, -1, -1, -1])
    run = train(data, RunSpec(learner, kernel=kernel, max_epochs=3))
    field = field_at(run, run.history.examples, [-1e100, 0.0, 1e100], [-1e100, 1e40])
    if learner == "voted":
        assert np.abs(field).max() <= run.history.examples + 1
        assert not np.isnan(field).any()


VOTED = {
    spec: trained(spec)
    for spec in (
        RunSpec("voted", max_epochs=40),
        RunSpec("voted", "random", max_updates=900),
        RunSpec("voted", kernel="rbf", gamma=0.02, max_epochs=60),
        RunSpec("voted", "shuffled", kernel="poly", max_epochs=60),
    )
}


@pytest.mark.usefixtures("either_way")
@pytest.mark.parametrize("spec", VOTED)
@settings(max_examples=8)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_a_playhead_moved_forward_and_back_shows_the_vote_from_scratch(spec: RunSpec, places: list[float]) -> None:
    run = VOTED[spec]
    vote = followed(run, XS, YS)
    for place in places:
        example = round(place * run.history.examples)
        expected = run.decision(example).score(Grid.of(XS, YS).points(2))
        assert vote.seek(example).ravel().tolist() == expected.tolist()


def test_a_long_kernel_run_keeps_few_keyframes_and_the_same_vote(monkeypatch: pytest.MonkeyPatch) -> None:
    run = VOTED[RunSpec("voted", kernel="rbf", gamma=0.02, max_epochs=60)]
    expected = [followed(run, XS, YS).seek(example).tolist() for example in range(100, 0, -1)]
    monkeypatch.setattr(votes_module, "_MOST_KEYFRAMES", 3)
    monkeypatch.setattr(votes_module, "_VALUES", 2 * len(XS) * len(YS))
    vote = followed(run, XS, YS)
    vote.seek(run.history.examples)
    assert [vote.seek(example).tolist() for example in range(100, 0, -1)] == expected
