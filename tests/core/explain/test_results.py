"""What an exercise asks for: the result of each learner, on its sheet and in the summary, against plain loops."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.datasets.dataset import Dataset
from core.explain.report.facts import report_of
from core.explain.report.parts import AnswerGap, ExamplesPicture, Figure, ReportTable, Sentence
from core.explain.report.solution import solution_of
from core.explain.summary_text import in_words
from core.numbers.formulas import number_text, vector
from core.orders import Passes
from core.predictors.voted import MOST_SURVIVORS
from core.run import Run, train
from core.spec import RunSpec

Vector = list[Fraction]
"""(w, b)."""


@st.composite
def small(draw: st.DrawFn) -> Dataset:
    n, d = draw(st.integers(1, 7)), draw(st.integers(1, 3))
    X = [[draw(st.integers(-4, 4)) for _ in range(d)] for _ in range(n)]
    return Dataset(X, [draw(st.sampled_from([-1, 1])) for _ in range(n)])


epochs = st.integers(1, 4)


def examples(dataset: Dataset, visit: list[int] | None = None) -> list[tuple[int, list[Fraction], int]]:
    rows = range(dataset.n) if visit is None else visit
    return [(row, [Fraction(v) for v in (*dataset.X[row].tolist(), 1)], int(dataset.y[row])) for row in rows]


def dot(p: list[Fraction], q: list[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(p, q, strict=True)), Fraction(0))


def visits(dataset: Dataset, most: int, visit: list[int] | None = None, m: int = 0) -> Iterator[tuple[Vector, bool]]:
    """Yield (w, b) after each visited example, and whether it was added: y·a ≤ m."""
    w = [Fraction(0)] * (dataset.d + 1)
    for _ in range(most):
        clean = True
        for _, x, y in examples(dataset, visit):
            added = y * dot(w, x) <= m
            w = [p + y * q for p, q in zip(w, x, strict=True)] if added else w
            clean = clean and not added
            yield w, added
        if clean:
            return


def kept(dataset: Dataset, most: int) -> list[tuple[Vector, int]]:
    """The vectors with their counts, as Freund and Schapire keep them; a start that survived nothing is left out."""
    found = [([Fraction(0)] * (dataset.d + 1), 0)]
    for w, added in visits(dataset, most):
        found.append((w, 1 if added else found.pop()[1] + 1))
    return found[not found[0][1] :]


def dual(dataset: Dataset, most: int) -> tuple[list[int], list[tuple[int, int]]]:
    """The updates on each example under the kernel (x·z + 1)², and the examples of the updates with their counts."""
    alphas, found = [0] * dataset.n, list[tuple[int, int]]()
    known = examples(dataset)
    for _ in range(most):
        clean = True
        for row, x, y in known:
            a = sum((alphas[j] * label * (dot(z, x) ** 2 + 1) for j, z, label in known), Fraction(0))
            if y * a <= 0:
                alphas[row] += 1
                found.append((row, 1))
                clean = False
            else:
                found.append((found[-1][0], found.pop()[1] + 1))
        if clean:
            break
    return alphas, found


def parts(run: Run, kind: type[Any]) -> list[Any]:
    return [part for part in solution_of(run, "points").sections[3].parts if isinstance(part, kind)]


def told(run: Run, lead: str) -> list[str]:
    """The answers of the sentence of the result that begins so."""
    (sentence,) = (part for part in parts(run, Sentence) if part.pieces[0].startswith(lead))
    return [piece.text.replace("`", "") for piece in sentence.pieces if isinstance(piece, AnswerGap)]


def exact(values: list[Fraction]) -> list[str]:
    """W and b as the sheet has them."""
    return [vector(values[:-1]), number_text(values[-1])]


def summary_of(run: Run) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(json.dumps(run.summary(), allow_nan=False))
    return plain


@given(small(), epochs)
def test_a_voted_key_is_the_vectors_with_their_counts_and_how_they_vote(dataset: Dataset, most: int) -> None:
    run, expected = train(dataset, RunSpec("voted", max_epochs=most)), kept(dataset, most)
    survivors = [{"w": [float(v) for v in w[:-1]], "b": float(w[-1]), "count": count} for w, count in expected]
    assert summary_of(run)["survivors"] == survivors
    vectors, votes = parts(run, ReportTable)
    rows = [[cell.text.replace("`", "") for cell in row[1:]] for row in vectors.rows]
    assert rows[: len(expected)] == [[*exact(w), str(count)] for w, count in expected]
    assert all(row == ["–"] * 3 for row in rows[len(expected) :])
    for row, (_, x, _y) in zip(votes.rows, examples(dataset), strict=True):
        signs = [((a > 0) - (a < 0)) * count for a, count in ((dot(w, x), count) for w, count in expected)]
        called = {-1: "−1", 0: "a tie", 1: "+1"}[(sum(signs) > 0) - (sum(signs) < 0)]
        assert [cell.text.replace("`", "") for cell in row[1:]] == [number_text(Fraction(sum(signs))), called]
    assert summary_of(run)["alphas"] is None


@given(small(), epochs)
def test_a_kernel_tells_alpha_of_each_example_and_b(dataset: Dataset, most: int) -> None:
    run = train(dataset, RunSpec("kernel", kernel="poly", degree=2, max_epochs=most))
    (alphas, found), labels = dual(dataset, most), dataset.y.tolist()
    b = sum(alpha * y for alpha, y in zip(alphas, labels, strict=True))
    summary = summary_of(run)
    assert (summary["alphas"], summary["intercept"], summary["survivors"]) == (alphas, b, None)
    assert told(run, "At the end") == exact([Fraction(v) for v in (*alphas, b)])
    assert f"α = {[float(v) for v in alphas]}, b = {float(b)}: " in in_words(run.summary(), run)
    voted = summary_of(train(dataset, RunSpec("voted", kernel="poly", degree=2, max_epochs=most)))
    ends = [sum(labels[row] for row, _ in found[: k + 1]) for k in range(len(found))]
    assert voted["survivors"] == [
        {"index": row, "b": end, "count": count} for (row, count), end in zip(found, ends, strict=True)
    ]
    assert (voted["alphas"], voted["weights"], voted["intercept"]) == (None, None, None)


@given(small(), epochs)
def test_an_average_is_the_mean_of_all_vectors_and_the_start(dataset: Dataset, most: int) -> None:
    after = [w for w, _ in visits(dataset, most)]
    mean = [sum(column, Fraction(0)) / (len(after) + 1) for column in zip(*after, strict=True)]
    run = train(dataset, RunSpec("averaged", max_epochs=most))
    assert told(run, "The average that predicts") == exact(mean)
    summary = summary_of(run)
    assert [*summary["weights"], summary["intercept"]] == pytest.approx([float(v) for v in mean])


@given(small(), epochs)
def test_a_pocket_is_the_first_vector_with_the_fewest_mistakes(dataset: Dataset, most: int) -> None:
    start = [Fraction(0)] * (dataset.d + 1)
    tried = [start, *(w for w, added in visits(dataset, most) if added)]
    wrong = [sum(y * dot(w, x) <= 0 for _, x, y in examples(dataset)) for w in tried]
    best = tried[wrong.index(min(wrong))]
    run = train(dataset, RunSpec("pocket", order="cyclic", max_epochs=most))
    summary = summary_of(run)
    assert [*summary["weights"], summary["intercept"]] == best
    assert summary["training_errors"] == min(wrong)
    assert told(run, "The pocket that predicts") == exact(best)
    assert told(run, "Mistakes that it makes") == [str(min(wrong))]


@given(small(), epochs, st.sampled_from([0, 1, 5]))
def test_the_last_vector_with_and_without_a_margin(dataset: Dataset, most: int, m: int) -> None:
    *_, (end, _) = visits(dataset, most, m=m)
    run = train(dataset, RunSpec("margin" if m else "standard", max_epochs=most, margin=float(m)))
    summary = summary_of(run)
    assert [*summary["weights"], summary["intercept"]] == end
    assert told(run, "At the end") == exact(end)
    assert (summary["alphas"], summary["survivors"]) == (None, None)


def passive_aggressive(w: list[float], x: list[float], y: int, n: int) -> list[float]:
    a = sum(p * q for p, q in zip(w, x, strict=True))
    tau = max(1 - y * a, 0.0) / sum(q * q for q in x)
    return [p + tau * y * q for p, q in zip(w, x, strict=True)]


def online_svm(w: list[float], x: list[float], y: int, n: int) -> list[float]:
    a = sum(p * q for p, q in zip(w, x, strict=True))
    shrunk = [*(p * (1 - 1 / (2 * n)) for p in w[:-1]), w[-1]]
    return [p + y * q * (y * a < 1) for p, q in zip(shrunk, x, strict=True)]


@given(small(), epochs)
@pytest.mark.parametrize(("learner", "step"), [("passive-aggressive", passive_aggressive), ("online-svm", online_svm)])
def test_rules_with_steps_of_their_own_tell_the_last_vector(
    learner: str, step: Callable[..., list[float]], dataset: Dataset, most: int
) -> None:
    w = [0.0] * (dataset.d + 1)
    for _ in range(most):
        before = w
        for _, x, y in examples(dataset):
            w = step(w, [float(v) for v in x], y, dataset.n)
        if learner == "passive-aggressive" and w == before:
            break
    run = train(dataset, RunSpec(learner, order="cyclic", penalty=1.0, max_epochs=most))
    summary = summary_of(run)
    assert [*summary["weights"], summary["intercept"]] == pytest.approx(w, rel=1e-6, abs=1e-9)
    assert told(run, "At the end") == [vector(summary["weights"]), number_text(summary["intercept"])]


def test_a_start_that_survived_is_among_the_vectors_that_vote() -> None:
    dataset = Dataset([[1, 1], [2, 1], [-1, -2]], [1, 1, -1])
    run = train(dataset, RunSpec("voted", start=(1.0, 1.0, 0.5)))
    assert summary_of(run)["survivors"] == [{"w": [1.0, 1.0], "b": 0.5, "count": 3}]
    assert "the vote: w = [1.0, 1.0], b = 0.5: 3 votes" in in_words(run.summary(), run)
    kernel = train(dataset, RunSpec("voted", kernel="poly", tie="positive"))
    first, second = summary_of(kernel)["survivors"]
    assert first == {"index": None, "b": 0.0, "count": 2}
    assert (second["index"], second["count"]) == (2, 4)
    words = in_words(kernel.summary(), kernel)
    assert "the vote: the start, b = 0.0: 2 votes; example 3 added, b = -1.0: 4 votes" in words


def test_a_vote_of_many_vectors_is_told_by_its_ends_and_of_too_many_not_at_all() -> None:
    pair = Dataset([[0, 1], [0, 1]], [1, -1])
    run = train(pair, RunSpec("voted", max_updates=MOST_SURVIVORS))
    assert len(summary_of(run)["survivors"]) == MOST_SURVIVORS
    assert "(1,000 vectors, all of them with --json)" in in_words(run.summary(), run)
    run = train(pair, RunSpec("voted", max_updates=MOST_SURVIVORS + 1))
    assert summary_of(run)["survivors"] is None
    assert "the vote: more than 1,000 vectors, too many to list" in in_words(run.summary(), run)


def test_alphas_are_in_the_units_shown() -> None:
    dataset = Dataset([[2, 3], [3, 6], [1, 2], [0, 7]], [1, 1, -1, -1])
    spec = RunSpec("kernel", kernel="poly", degree=2)
    assert summary_of(train(dataset, spec))["alphas"] == [2, 3, 14, 2]
    assert summary_of(train(dataset, spec))["intercept"] == -11
    half = summary_of(train(dataset, RunSpec("kernel", kernel="poly", degree=2, rate=Fraction(1, 2))))
    assert (half["alphas"], half["intercept"]) == ([1, 1.5, 7, 1], -5.5)
    run = train(dataset, RunSpec("passive-aggressive", kernel="poly", degree=2, max_epochs=5))
    summary = summary_of(run)
    values = (dataset.X @ dataset.X.T + 1.0) ** 2 @ (summary["alphas"] * dataset.y) + summary["intercept"]
    assert values == pytest.approx(run.score(dataset.X))


def test_the_norm_that_a_step_divides_by_is_explained() -> None:
    run = train(Dataset([[2, 1], [1, -2]], [1, -1]), RunSpec("passive-aggressive", max_epochs=1))
    sheet = solution_of(run, "points")
    assert "Here `‖x̃‖² = ‖x‖² + 1`." in sheet.sections[1].parts
    table = next(part for part in sheet.sections[2].parts if isinstance(part, ReportTable))
    assert "with `‖x̃‖² = 2·2 + 1·1 + 1 = 6`" in table.rows[0][-1].text
    kernel = train(Dataset([[2, 1], [1, -2]], [1, -1]), RunSpec("passive-aggressive", kernel="poly", degree=2, bias=2))
    sheet = solution_of(kernel, "points")
    assert any("`‖x̃‖² = k(x, x) + B²`" in part for part in sheet.sections[1].parts if isinstance(part, str))
    table = next(part for part in sheet.sections[2].parts if isinstance(part, ReportTable))
    assert "with `‖x̃‖² = 36 + 4 = 40`" in table.rows[0][-1].text


SLEEP = Dataset(
    [[7, 6], [4, 2], [8, 4], [5, 5]], [1, -1, 1, -1], features=("sleep", "study"), labels=("failed", "passed")
)


def algorithm_of(run: Run) -> str:
    return "\n".join(part for part in solution_of(run, "sleep").blank().sections[1].parts if isinstance(part, str))


def test_a_list_stands_on_the_sheet_as_numbers_of_examples() -> None:
    visit = RunSpec(order="visit", sequence=(2, 0))
    assert "The order of the examples, epoch after epoch: 3, 1, 2, 4." in algorithm_of(train(SLEEP, visit))
    listed = RunSpec(order="listed", sequence=(2, 0, 2))
    assert "The list of examples: 3, 1, 3." in algorithm_of(train(SLEEP, listed))
    assert algorithm_of(train(SLEEP, RunSpec(order="listed"))) == algorithm_of(train(SLEEP)) == ""


@given(small(), st.integers(0, 50), epochs)
def test_a_drawn_order_is_as_long_as_the_table_and_tells_nothing_of_the_end(
    dataset: Dataset, seed: int, most: int
) -> None:
    run = train(dataset, RunSpec(order="shuffled", seed=seed, max_epochs=most))
    order = run.order.of(dataset.n, run.spec)
    assert isinstance(order, Passes)
    table = next(part for part in solution_of(run, "points").sections[2].parts if isinstance(part, ReportTable))
    drawn = algorithm_of(run).partition("seed; ")[2].rstrip(".").split("; ")
    rows = [[int(v) - 1 for v in part.partition(": ")[2].split(", ")] for part in drawn]
    assert ("as far as the table goes" in drawn[-1]) == (len(rows[-1]) < dataset.n)
    assert sum(map(len, rows)) == len(table.rows) > run.history.examples
    assert len(table.rows) % 5 == 0
    for epoch, found in enumerate(rows, 1):
        assert order.epoch(epoch)[: len(found)].tolist() == found


@pytest.mark.parametrize("learner", ["standard", "pocket"])
def test_an_order_that_draws_among_mistakes_asks_for_a_stated_number_of_updates(learner: str) -> None:
    run = train(SLEEP, RunSpec(learner, order="random", seed=3))
    sheet = solution_of(run, "sleep").blank()
    assert str(sheet.sections[0].parts[0]).startswith(f"Make {run.updates} updates by hand, as the algorithm says")
    drawn = ", ".join(str(row + 1) for row in run.history.index().tolist())
    assert f"The examples that are drawn with the seed: {drawn}." in algorithm_of(run)
    table = next(part for part in sheet.sections[2].parts if isinstance(part, ReportTable))
    assert len(table.rows) == run.updates


def test_the_names_of_the_classes_stand_on_every_sheet() -> None:
    named = "○ passed (+1), × failed (−1)"
    begin = solution_of(train(SLEEP), "sleep").sections[0].parts
    assert [part.caption for part in begin if isinstance(part, ExamplesPicture)] == [f"The examples: {named}."]
    report = report_of(train(SLEEP), "sleep").sections[0].parts
    assert any(named in part.caption for part in report if isinstance(part, Figure))
    three = Dataset([[1, 2, 3], [3, 2, 1]], [1, -1], labels=SLEEP.labels)
    assert f"The classes: {named}." in solution_of(train(three), "sleep").sections[0].parts
    plain = Dataset([[1, 2, 3], [3, 2, 1]], [1, -1])
    assert not any("classes" in str(part) for part in solution_of(train(plain), "sleep").sections[0].parts)


def test_votes_that_cancel_are_a_tie_unless_a_convention_names_its_class() -> None:
    pair = Dataset([[1.0], [0.0]], [1, -1])
    for tie, called in (("mistake", "a tie"), ("positive", "`+1`"), ("negative", "`−1`"), ("correct", "a tie")):
        votes = parts(train(pair, RunSpec("voted", bias=0, tie=tie, max_epochs=1)), ReportTable)[-1]
        assert [cell.text for cell in votes.rows[1][1:]] == ["`0`", called]
