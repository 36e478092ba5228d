"""The online SVM of Yuille 004 §2.7 makes the steps a textbook loop makes, bit for bit, however it is cut."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.__main__ import main
from core.datasets.arithmetic import bias_feature
from core.datasets.dataset import Dataset, FloatArray
from core.engine.engine import Stop
from core.errors import InputError
from core.orders import Random
from core.run import Run, prepare, train
from core.spec import RunSpec
from core.theory.diagnosis import diagnose
from core.theory.theorem import Curves, inequalities
from tests.core.strategies import datasets

pytestmark = pytest.mark.usefixtures("either_way")

specs = st.builds(
    RunSpec,
    learner=st.just("online-svm"),
    order=st.sampled_from([None, "cyclic", "shuffled"]),
    seed=st.integers(0, 3),
    bias=st.sampled_from([1.0, 0.0, 2.5, "radius"]),
    penalty=st.sampled_from([1.0, 0.1, 3.0, 0.0]),
    max_epochs=st.integers(1, 8),
    max_updates=st.integers(1, 60),
)


def stream(n: int, order: str | None, seed: int) -> Iterator[int]:
    """Rows one after another, each drawn when it is wanted."""
    generator = np.random.Generator(np.random.PCG64(seed))
    while True:
        if order is None:
            yield int(generator.integers(n))
        else:
            yield from (range(n) if order == "cyclic" else generator.permutation(n).tolist())


def textbook(dataset: Dataset, spec: RunSpec) -> tuple[list[int], list[float], list[list[float]], list[bool]]:
    """Rows, activations, (w, b) after each step and whether it added; a plain reading of Yuille 004 §2.7."""
    X, y, n, d = dataset.X.tolist(), dataset.y.tolist(), dataset.n, dataset.d
    bias_squared = bias_feature(dataset, spec.bias).squared
    w, b = [0.0] * d, 0.0
    rows, activation, weights, added = [], [], [], []
    source = stream(n, spec.order, spec.seed)
    for _ in range(min(spec.max_epochs * n, spec.max_updates)):
        i = next(source)
        a = w[0] * X[i][0]
        for j in range(1, d):
            a = a + w[j] * X[i][j]
        a = a + b
        w = [(1 - 1 / (2 * n)) * w[j] for j in range(d)]
        if y[i] * a < 1:
            w = [w[j] + spec.penalty * y[i] * X[i][j] for j in range(d)]
            b = b + spec.penalty * y[i] * bias_squared
        rows.append(i)
        activation.append(a)
        weights.append([*w, b])
        added.append(y[i] * a < 1)
    return rows, activation, weights, added


def assert_equal(run: Run) -> None:
    rows, activation, weights, _ = textbook(run.dataset, RunSpec(**{**run.spec.to_json(), "order": _named(run)}))
    history = run.history
    assert history.index().tolist() == rows
    assert history.example().tolist() == list(range(1, len(rows) + 1))
    assert history.activation().tobytes() == np.array(activation, float).tobytes()
    assert history.weights()[1:].tolist() == np.array(weights, float).tolist()


def _named(run: Run) -> str | None:
    return None if run.spec.order == "random" else run.spec.order


def noisy(n: int = 200, d: int = 2) -> Dataset:
    rng = np.random.default_rng(3)
    X = rng.normal(size=(n, d))
    return Dataset(X, np.where(X[:, 0] + 0.5 * rng.normal(size=n) > 0, 1, -1))


@given(datasets(min_n=1), specs)
def test_steps_equal_the_textbook_loop_bit_for_bit(dataset: Dataset, spec: RunSpec) -> None:
    assert_equal(train(dataset, spec))


@pytest.mark.parametrize("d", [1, 2, 3])
@pytest.mark.parametrize("order", [None, "cyclic", "shuffled"])
def test_long_runs_equal_the_textbook_loop_too(d: int, order: str | None) -> None:
    assert_equal(train(noisy(700, d), RunSpec("online-svm", order, seed=2, max_epochs=9)))


@given(datasets(min_n=1), specs, st.integers(1, 7), st.booleans())
def test_the_way_a_run_is_cut_does_not_show(dataset: Dataset, spec: RunSpec, most: int, hurried: bool) -> None:
    run, engine = prepare(dataset, spec)
    while run.stopped is None:
        batch = engine.advance(most, 0.0 if hurried else 1.0)
        assert len(batch.index) <= most
        run.history.append(batch)
    assert_equal(run)


@given(st.integers(1, 1 << 33), st.integers(0, 9), st.lists(st.integers(1, 50), min_size=1, max_size=5))
def test_numbers_drawn_together_are_those_drawn_one_by_one(count: int, seed: int, cuts: list[int]) -> None:
    one_by_one = np.random.Generator(np.random.PCG64(seed))
    together = Random(count, seed)
    drawn = [number for many in cuts for number in together.ahead(count, many).tolist()]
    assert drawn == [int(one_by_one.integers(count)) for _ in range(sum(cuts))]


@given(datasets(min_n=1), specs)
def test_a_state_is_a_mistake_where_the_example_added_to_w(dataset: Dataset, spec: RunSpec) -> None:
    run = train(dataset, spec)
    _, activation, weights, added = textbook(dataset, RunSpec(**{**run.spec.to_json(), "order": _named(run)}))
    for t in range(1, run.history.examples + 1):
        state = run.history.at_example(t)
        assert (state.update, state.example, state.added) == (t, t, added[t - 1])
        assert (state.activation, [*state.w.tolist(), state.b]) == (activation[t - 1], weights[t - 1])
        assert t == 1 or [*state.w_before.tolist(), state.b_before] == weights[t - 2]
    assert not run.history.at_example(0).added


def test_any_moment_of_a_long_run_is_had_back() -> None:
    run = train(noisy(), RunSpec("online-svm", max_updates=5000))
    _, _, weights, _ = textbook(run.dataset, RunSpec("online-svm", max_updates=5000))
    for k in (1, 2, 1023, 1024, 1025, 4096, 4097, 5000):
        state = run.history.seek(k)
        assert [*state.w.tolist(), state.b] == weights[k - 1]
    assert run.history.until(1500).weights()[-1].tolist() == weights[1499]


def test_every_vector_lives_for_one_example() -> None:
    run = train(noisy(50), RunSpec("online-svm", max_epochs=3))
    assert run.history.survival().tolist() == [1] * 150


@pytest.mark.parametrize(
    ("limits", "stopped", "updates"),
    [((3, 1000), Stop.MAX_EPOCHS, 150), ((3, 100), Stop.MAX_UPDATES, 100), ((3, 150), Stop.MAX_UPDATES, 150)],
)
def test_only_a_limit_ends_it(limits: tuple[int, int], stopped: Stop, updates: int) -> None:
    run = train(noisy(50), RunSpec("online-svm", max_epochs=limits[0], max_updates=limits[1]))
    assert (run.stopped, run.updates, run.converged) == (stopped, updates, False)


def test_over_nothing_a_run_ends_at_once() -> None:
    run = train(Dataset.empty(), RunSpec("online-svm"))
    assert (run.stopped, run.updates) == (Stop.CONVERGED, 0)
    assert run.objective() == 0.0


def test_w_shrinks_to_nothing_without_a_penalty() -> None:
    assert train(noisy(), RunSpec("online-svm", penalty=0.0)).weights is not None
    assert not train(noisy(), RunSpec("online-svm", penalty=0.0)).history.weights().any()


def test_an_example_beyond_the_margin_only_shrinks_w() -> None:
    dataset = Dataset([[2.0, 0.0], [3.0, 0.0]], [1, 1])
    history = train(dataset, RunSpec("online-svm", "cyclic", bias=0.0, max_updates=2)).history
    assert history.weights().tolist() == [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [1.5, 0.0, 0.0]]


def explicit(run: Run) -> FloatArray:
    """(w, b) after each example, the initial zero first."""
    return run.history.weights()


def test_the_averaged_predictor_is_the_mean_of_all_its_vectors() -> None:
    run = train(noisy(), RunSpec("online-svm", predictor="averaged", max_updates=9000))
    assert run.weights is not None
    assert run.weights == pytest.approx(explicit(run).mean(axis=0)[:2], rel=1e-12)
    assert run.intercept == pytest.approx(explicit(run).mean(axis=0)[2], rel=1e-12)


def test_the_voted_predictor_counts_each_vector_once() -> None:
    run = train(noisy(60), RunSpec("online-svm", predictor="voted", max_updates=3000))
    weights = explicit(run)[1:]
    votes = np.sign(weights[:, :2] @ run.dataset.X.T + weights[:, 2:]).sum(axis=0)
    assert run.score(run.dataset.X).tolist() == votes.tolist()


def test_the_theorem_does_not_speak_of_it() -> None:
    dataset = Dataset([[2.0, 1.0], [-1.0, -2.0]], [1, -1])
    run = train(dataset, RunSpec("online-svm", max_epochs=20))
    assert inequalities(run.history.seek(run.updates), run.margin) == ()
    table = run.theorem()
    assert (table.lower, table.upper, table.cosine, table.potential, table.w_dot_wstar) == (None,) * 5
    curves = Curves(run.margin)
    curves.extend(run.history)
    assert curves.w_dot_wstar is None
    assert (run.margin.bound, run.margin.separable, run.margin.gamma) == (None, True, train(dataset).margin.gamma)
    assert "not driven by mistakes" in diagnose(dataset, run.margin).headline


def test_a_kernel_is_refused() -> None:
    with pytest.raises(InputError, match="choose no kernel"):
        train(noisy(), RunSpec("online-svm", kernel="rbf"))


def test_the_command_line_runs_it_and_tells_its_objective(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, trace = tmp_path / "points.csv", tmp_path / "trace.csv"
    data.write_text("a,b,label\n1,2,-1\n2,1,1\n0,1,-1\n1,0,1\n")
    arguments = [str(data), "--learner", "online-svm", "--penalty", "0.5", "--max-updates", "7", "--trace", str(trace)]
    assert main([*arguments, "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert (summary["order"], summary["stopped"], summary["updates"], summary["epochs"]) == (
        "random",
        "max-updates",
        7,
        None,
    )
    w, b = np.array(summary["weights"]), summary["intercept"]
    losses = [
        max(0, 1 - y * (w @ x + b)) for x, y in zip([[1, 2], [2, 1], [0, 1], [1, 0]], [-1, 1, -1, 1], strict=True)
    ]
    assert summary["objective"] == pytest.approx(w @ w / 2 + 0.5 * sum(losses))
    rows = list(csv.DictReader(trace.read_text().splitlines()))
    assert [row["example"] for row in rows] == list("1234567")
    assert {row[name] for row in rows for name in ("lower", "upper", "cosine", "potential", "w_dot_wstar")} == {""}
    assert main(arguments) == 0
    assert "objective" in capsys.readouterr().out


def test_other_learners_have_no_objective() -> None:
    run = train(noisy(), RunSpec(max_epochs=2))
    assert run.objective() is None
    assert "objective" not in run.summary()


@pytest.mark.parametrize(("farthest", "penalty"), [(1e100, 1e100), (1e9, 1e100), (1e45, 1e96), (1e30, 1e100)])
def test_where_no_float_would_hold_the_length_of_w_the_run_is_refused(farthest: float, penalty: float) -> None:
    dataset = Dataset([[farthest, farthest], [farthest, -farthest]], [1, -1])
    spec = RunSpec("online-svm", penalty=penalty, max_updates=200)
    if farthest * penalty > 1e140:
        with pytest.raises(InputError, match="; enter at most"):
            train(dataset, spec)
    else:
        assert np.isfinite((train(dataset, spec).history.weights() ** 2).sum())
