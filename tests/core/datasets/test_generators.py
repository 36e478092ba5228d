"""Data made to a plan: what every kind keeps, and what each promises."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import core
from core.datasets.dataset import Dataset
from core.datasets.generators import GENERATORS, SEED, Generator, generate, make_generator
from core.errors import InputError
from core.orders import ORDERS
from core.spec import Bias, Parameter

SEEDS = st.integers(0, 2**32)
NORMALS = [(Fraction(a, c), Fraction(b, c)) for a, b, c in ((1, 0, 1), (0, 1, 1), (3, 4, 5), (4, 3, 5))] + [
    (Fraction(7, 25), Fraction(24, 25)),
    (Fraction(24, 25), Fraction(7, 25)),
]
NUMBERS = [
    (name, number, parameter)
    for name, kind in GENERATORS.items()
    for number, parameter in kind.parameters().items()
    if isinstance(parameter, Parameter)
]
SIZED = [name for name, kind in GENERATORS.items() if "n" in kind.parameters()]
NOISY = [name for name, kind in GENERATORS.items() if "noise" in kind.parameters()]


def exact(dataset: Dataset) -> list[tuple[Fraction, Fraction]]:
    """The points as their decimals are written."""
    return [(Fraction(repr(x)), Fraction(repr(y))) for x, y in dataset.X.tolist()]


def widest(dataset: Dataset) -> Fraction:
    """Half the widest gap between the classes along the directions that have short decimals, exactly."""
    points, gaps = exact(dataset), []
    for a, b in NORMALS:
        for sign in (1, -1):
            along = [a * x + sign * b * y for x, y in points]
            for turned in (1, -1):
                above = min(turned * s for s, y in zip(along, dataset.y, strict=True) if y > 0)
                below = max(turned * s for s, y in zip(along, dataset.y, strict=True) if y < 0)
                gaps.append((above - below) / 2)
    return max(gaps)


def small(name: str, **numbers: Any) -> Generator:
    """A kind with these numbers, and few examples where it may be so."""
    few = {"n": 30} if name in SIZED and "n" not in numbers else {}
    return make_generator(name, **few, **numbers)


# Every kind


@pytest.mark.parametrize("name", GENERATORS)
@given(seed=SEEDS)
def test_an_equal_seed_gives_equal_data_bit_for_bit(name: str, seed: int) -> None:
    assert generate(name, seed).same_as(generate(name, seed))


@pytest.mark.parametrize("name", GENERATORS)
def test_another_seed_gives_other_data(name: str) -> None:
    first = generate(name, 0)
    assert any(not generate(name, seed).same_as(first) for seed in range(1, 10))


@pytest.mark.parametrize(("name", "number", "parameter"), NUMBERS)
def test_a_number_may_be_as_small_and_as_large_as_is_said_and_no_more(
    name: str, number: str, parameter: Parameter
) -> None:
    step = 1 if parameter.whole else 1e-9
    least, most = (int(v) if parameter.whole else v for v in (parameter.least, parameter.most))
    for possible in (least, most):
        made = small(name, **{number: possible}).make(1)
        assert np.isfinite(made.X).all()
        assert made.d == (made.n if name == "orthonormal" else 2)
    for wrong in (least - step, most + max(step, most * 1e-9), math.nan, math.inf, True, str(least)):
        with pytest.raises(InputError, match=rf"^{number} .* is not possible; enter .* from .* to .*$"):
            small(name, **{number: wrong})


@pytest.mark.parametrize(("name", "number", "parameter"), [n for n in NUMBERS if n[2].whole])
def test_a_count_is_whole(name: str, number: str, parameter: Parameter) -> None:
    with pytest.raises(InputError, match="a whole number"):
        small(name, **{number: parameter.least + 1.5})
    assert small(name, **{number: np.int64(parameter.least + 1)}).make().n


@pytest.mark.parametrize("name", SIZED)
@pytest.mark.parametrize("n", [0, 1, 2, 3, 57])
def test_there_are_as_many_examples_as_were_asked_for(name: str, n: int) -> None:
    size = GENERATORS[name].parameters()["n"]
    assert isinstance(size, Parameter)
    if not size.least <= n <= size.most or (n == 0 and name == "orthonormal"):  # without an axis there is no space
        with pytest.raises(InputError):
            generate(name, n=n)
    else:
        assert generate(name, n=n).n == n


@pytest.mark.parametrize("name", NOISY)
@given(seed=SEEDS, share=st.floats(0, 1))
def test_noise_turns_its_share_of_the_labels_round_and_moves_nothing(name: str, seed: int, share: float) -> None:
    clean, noisy = (small(name, noise=p).make(seed) for p in (0.0, share))
    assert np.array_equal(clean.X, noisy.X)
    assert np.count_nonzero(clean.y != noisy.y) == round(30 * share)


@pytest.mark.parametrize("name", GENERATORS)
@given(seed=SEEDS)
def test_a_calculation_by_hand_is_possible(name: str, seed: int) -> None:
    dataset = small(name).make(seed) if name in SIZED else generate(name, seed)
    assert max(len(repr(abs(value)).partition(".")[2]) for value in dataset.X.ravel().tolist()) <= 5
    assert "-0.0" not in map(repr, dataset.X.ravel().tolist())


@pytest.mark.parametrize("name", GENERATORS)
@pytest.mark.parametrize("bias", [1.0, 3.0, "radius"])
def test_no_number_of_a_kind_is_called_gamma_which_the_theorem_measures_in_another_space(name: str, bias: Bias) -> None:
    parameters = GENERATORS[name].parameters()
    assert "γ" not in {parameter.letter for parameter in parameters.values()}
    if "margin" not in parameters:
        return
    for seed in range(3):
        gamma = core.margin(generate(name, seed, margin=0.5), bias).gamma
        assert gamma is not None
        assert gamma == pytest.approx(0.5) if name == "narrow" else gamma <= 0.5 * (1 + 1e-12)


@pytest.mark.parametrize("name", GENERATORS)
def test_a_kind_says_in_one_sentence_what_there_is_to_see(name: str) -> None:
    kind = GENERATORS[name]
    assert kind.name == name
    assert kind.title
    assert kind.watch.endswith((".", "?"))
    assert not kind.watch[:-1].count(". ")


@pytest.mark.parametrize("seed", [-1, int(SEED.most) + 1, 0.5, True])
def test_a_seed_that_is_none_is_an_input_error(seed: Any) -> None:
    with pytest.raises(InputError, match=r"seed .* is not possible"):
        generate("xor", seed)


def test_a_kind_or_a_number_that_does_not_exist_is_an_input_error() -> None:
    with pytest.raises(InputError, match="'circles' is not a kind of data; enter separable, "):
        generate("circles")
    with pytest.raises(InputError, match="'margin' is not a number of xor; enter n, spread, noise"):
        generate("xor", margin=0.1)


# What each promises


@given(margin=st.one_of(st.integers(1, 5000).map(lambda m: m / 1000), st.floats(0.001, 100)), seed=SEEDS)
def test_the_chosen_margin_is_kept_as_the_decimals_are_written(margin: float, seed: int) -> None:
    dataset = generate("separable", seed, n=12, margin=margin)
    assert Fraction(repr(margin)) <= widest(dataset) < Fraction(repr(margin)) + Fraction(1, 1000)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("margin", [0.05, 0.5, 2.0])
def test_no_line_has_a_wider_margin_than_the_chosen_one(margin: float, seed: int) -> None:
    machine = core.svm(generate("separable", seed, margin=margin), math.inf)
    assert machine.margin == pytest.approx(margin, rel=1e-9)


@given(seed=SEEDS)
def test_what_a_margin_separates_converges_within_the_bound(seed: int) -> None:
    run = core.train(generate("separable", seed, margin=0.5))
    assert run.converged
    assert run.margin.bound is not None
    assert run.updates <= run.margin.bound


@given(margin=st.floats(1e-6, 1), seed=SEEDS)
def test_every_example_of_the_narrow_set_is_just_its_margin_from_the_line(margin: float, seed: int) -> None:
    dataset = generate("narrow", seed, margin=margin)
    assert (dataset.y * dataset.X[:, 1] == margin).all()


@pytest.mark.parametrize("bias", [0, 1, "radius"])
@pytest.mark.parametrize("margin", [0.001, 0.05, 1.0])
def test_the_narrow_margin_is_gamma_for_every_bias(bias: Any, margin: float) -> None:
    assert core.margin(generate("narrow", 3, margin=margin), bias).gamma == pytest.approx(margin, rel=1e-6)


def test_a_tiny_margin_takes_many_updates() -> None:
    wide, narrow = (core.train(generate("narrow", margin=margin)) for margin in (0.5, 0.05))
    assert narrow.converged
    assert narrow.updates > 10 * wide.updates
    assert wide.margin.bound is not None
    assert narrow.margin.bound is not None
    assert 80 < narrow.margin.bound / wide.margin.bound < 120


@pytest.mark.parametrize("n", [1, 2, 3, 10, 50])
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("seed", range(3))
def test_orthonormal_examples_attain_the_bound(n: int, order: str, seed: int) -> None:
    run = core.train(generate("orthonormal", seed, n=n), core.RunSpec(bias=0, order=order))
    assert run.converged
    assert run.updates == n
    assert run.margin.bound == pytest.approx(n, rel=1e-9)


@pytest.mark.parametrize("height", [1, 2, 3, 5, 8, 17, 31, 60])
@pytest.mark.parametrize("seed", range(4))
def test_the_slow_set_takes_one_more_than_half_the_bound(height: int, seed: int) -> None:
    run = core.train(generate("slow", seed, height=height), core.RunSpec(bias=0, max_epochs=10_000))
    assert run.converged
    assert run.updates == 2 * height**2 + 1 == (1 + 4 * height**2) // 2 + 1
    assert run.margin.gamma == pytest.approx(1)
    assert run.margin.radius**2 == pytest.approx(1 + 4 * height**2)
    assert run.history.epochs <= 1000 or height > 31


def test_the_outlier_decides_how_wide_the_margin_is() -> None:
    sets = [generate("outlier", 2, n=100, distance=distance) for distance in (1.0, 1.5, 2.0, 2.5, 2.9)]
    margins = [core.svm(dataset, math.inf).margin for dataset in sets]
    assert margins == sorted(margins, reverse=True)
    assert margins[-1] < margins[0] / 5
    assert core.margin(generate("outlier", 2, n=100, distance=4.0)).certificate is not None


@given(seed=SEEDS, distance=st.floats(0, 2.99))
def test_before_it_is_among_the_others_a_line_keeps_the_outlier_apart(seed: int, distance: float) -> None:
    dataset = generate("outlier", seed, distance=distance)
    assert dataset.y[-1] == -1
    assert dataset.X[-1].tolist() == [pytest.approx(distance - 2, abs=1e-11), 0.0]
    assert dataset.X[dataset.y < 0, 0].max() < dataset.X[dataset.y > 0, 0].min()


def test_xor_without_spread_is_the_four_corners() -> None:
    dataset = generate("xor", 5, n=4, spread=0)
    assert {(*x, y) for x, y in zip(dataset.X.tolist(), dataset.y.tolist(), strict=True)} == {
        (a, b, a * b) for a in (1, -1) for b in (1, -1)
    }


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("name", "kernel"),
    [
        ("xor", {"kernel": "poly", "degree": 2}),
        ("rings", {"kernel": "poly", "degree": 2}),
        ("moons", {"kernel": "rbf", "gamma": 1.0}),
        ("spirals", {"kernel": "rbf", "gamma": 1.0}),
        ("checkerboard", {"kernel": "rbf", "gamma": 5.0}),
    ],
)
def test_no_line_separates_them_but_the_kernel_that_is_named_does(name: str, kernel: Any, seed: int) -> None:
    dataset = generate(name, seed)
    assert core.margin(dataset).certificate is not None
    assert core.train(dataset, core.RunSpec("kernel", **kernel)).converged


@pytest.mark.parametrize("seed", range(3))
def test_the_spirals_take_as_many_updates_as_their_sentence_says(seed: int) -> None:
    fast, slow = (core.train(generate("spirals", seed), core.RunSpec("kernel", gamma=g)).updates for g in (1.0, 0.2))
    assert fast < 100
    assert 2000 <= slow < 10_000


@pytest.mark.parametrize("seed", range(3))
def test_the_more_squares_the_more_examples_are_learned_from(seed: int) -> None:
    runs = [core.train(generate("checkerboard", seed, squares=q), core.RunSpec("kernel", gamma=5.0)) for q in (2, 4, 8)]
    learned = [len(np.unique(run.history.index())) for run in runs]
    assert learned == sorted(learned)
    assert learned[0] < learned[-1]


@given(seed=SEEDS, squares=st.integers(2, 9), gap=st.floats(0.05, 0.9))
def test_the_colour_of_a_square_is_its_label(seed: int, squares: int, gap: float) -> None:
    dataset = generate("checkerboard", seed, n=50, squares=squares, gap=gap)
    corner = np.floor(dataset.X + squares / 2)
    assert (dataset.y == np.where(corner.sum(axis=1) % 2, -1, 1)).all()


@pytest.mark.parametrize("distance", [0.0, 1.0, 6.0])
def test_the_clouds_lie_as_far_apart_as_was_asked(distance: float) -> None:
    dataset = generate("gaussians", n=100_000, distance=distance)
    means = [dataset.X[dataset.y == label].mean(axis=0) for label in (1, -1)]
    assert means[0] - means[1] == pytest.approx([distance, 0], abs=0.03)
    assert dataset.X[dataset.y > 0].std(axis=0) == pytest.approx([1, 1], abs=0.03)


def test_rings_have_their_radii() -> None:
    dataset = generate("rings", radius=3, spread=0)
    radii = np.hypot(*dataset.X.T)
    assert radii == pytest.approx(np.where(dataset.y > 0, 1, 3), abs=0.01)


@given(seed=SEEDS)
def test_the_label_is_the_sign_of_the_formula(seed: int) -> None:
    dataset = generate("formula", seed, formula="x2 - x1^2 + 0.5", reach=2)
    x1, x2 = dataset.X.T
    assert (dataset.y == np.where(x2 - x1**2 + 0.5 > 0, 1, -1)).all()
    assert (np.abs(dataset.X) <= 2).all()


def test_there_is_no_example_on_the_boundary_or_where_the_formula_has_no_value() -> None:
    dataset = generate("formula", n=20_000, formula="sqrt(x1) - x2", reach=0.3)
    assert dataset.n == 20_000
    assert (dataset.X[:, 0] >= 0).all()
    assert (np.sqrt(dataset.X[:, 0]) != dataset.X[:, 1]).all()


@pytest.mark.parametrize("formula", ["0", "x1 - x1", "sqrt(-1 - x1^2)", "1/0", "exp(exp(exp(9)))"])
def test_a_formula_without_values_is_refused(formula: str) -> None:
    with pytest.raises(InputError, match="enter a boundary"):
        generate("formula", formula=formula)


# The exam


@pytest.mark.parametrize("seed", range(100))
def test_an_exam_takes_just_the_updates_asked_for_in_whole_numbers_and_meets_no_tie(seed: int) -> None:
    updates, n = 1 + seed % 10, 3 + seed % 7
    dataset = generate("exam", seed, updates=updates, n=n)
    assert (dataset.X % 1 == 0).all()
    assert np.abs(dataset.X).max() <= 9
    assert 0 < dataset.positives < n == len({*map(tuple, dataset.X.tolist())})
    run = core.train(dataset)
    assert (run.converged, run.updates) == (True, updates)
    states = [run.history.at_example(t) for t in range(1, run.history.examples + 1)]
    assert [state.index for state in states if state.activation == 0] == [0]
    assert all(state.w.any() for state in states)


def test_where_no_exam_is_found_that_is_one_sentence() -> None:
    with pytest.raises(
        InputError, match=r"^no exam with 20 updates was found among 10,000 sets of 40 examples; choose another"
    ):
        generate("exam", 4, updates=20, n=40)
