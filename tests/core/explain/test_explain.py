"""A step told in words and numbers: what is written is true, and is what the record says."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import core
from core.datasets.dataset import Dataset
from core.errors import InputError
from core.explain import STYLES, explain
from core.kernels import KERNELS
from core.learners import LEARNERS
from core.numbers.formulas import written
from core.orders import ORDERS
from core.predictors import PREDICTORS
from core.rules import RULES, Perceptron
from core.run import Run, train
from core.spec import Bias, RunSpec
from tests.core.strategies import datasets
from tests.core.tables import DATASET, every_pair, named

DECIMALS = Dataset([[0.1, 0.2], [2.5, -1.0], [-1.0, 0.3], [0.4, -0.7], [1.0, 1.0]], [1, 1, -1, -1, -1])
SPECS = [
    RunSpec(max_epochs=4),
    RunSpec(bias=0, max_epochs=4),
    RunSpec("averaged", "shuffled", bias=2, max_epochs=4),
    RunSpec("voted", bias="radius", max_epochs=4),
    RunSpec("pocket", max_updates=12),
    RunSpec("pocket", "cyclic", max_epochs=4),
    RunSpec("voted", "random", max_updates=12),
    RunSpec("averaged", "random", max_updates=12),
    RunSpec("kernel", kernel="poly", degree=2, max_epochs=4),
    RunSpec("kernel", kernel="linear", max_epochs=4),
    RunSpec("kernel", gamma=0.5, max_epochs=4),
    RunSpec("averaged", kernel="poly", bias=0, max_epochs=4),
    RunSpec("online-svm", max_epochs=4),
    RunSpec("online-svm", "cyclic", bias=2, penalty=0.5, max_epochs=4),
]

_DOWN = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "-0123456789-")


def value(text: str) -> Fraction:
    """What a sum of products is worth, read as a person would: brackets, then ·, then + and −."""
    text = re.sub("10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", lambda found: f"1e{found[1].translate(_DOWN)}", text).translate(_DOWN)
    number = r"\d+(?:\.\d+)?(?:e-?\d+)?"
    text = re.sub(rf"({number})(?:/(\d+))?", lambda found: f"F('{found[1]}')/{found[2] or 1}", text)
    result = eval(text.replace("·", "*"), {"F": Fraction})
    assert isinstance(result, Fraction)
    return result


def chains(text: str) -> list[tuple[str, str, str]]:
    """Every `left = right` and `left ≈ right` between two things that are numbers only."""
    found = []
    for line in text.splitlines():
        for formula in re.findall(r"`([^`]*)`", line):
            parts = re.split(r" (=|≈|≤|>|<|≥) ", formula)
            for left, (relation, right) in zip(parts[::2], pairwise(parts[1:]), strict=False):
                found.append((left, relation, right))
    return [(left, sign, right) for left, sign, right in found if is_number(left) and is_number(right)]


def is_number(text: str) -> bool:
    """Whether only digits and signs of arithmetic are in it."""
    return re.fullmatch(r"[\d.·/()⁻⁰¹²³⁴⁵⁶⁷⁸⁹ +−]+", text) is not None


def runs(spec: RunSpec, dataset: Dataset = DECIMALS) -> Run:
    """A run with a few wandering steps."""
    return train(dataset, spec)


@pytest.mark.parametrize("spec", SPECS, ids=str)
@pytest.mark.parametrize("fractions", [False, True])
def test_every_equation_of_every_step_is_true_as_it_is_written(spec: RunSpec, fractions: bool) -> None:
    run, told = runs(spec), 0
    for example in range(run.history.examples + 1):
        for left, relation, right in chains(explain(run, run.history.at_example(example), "markdown", fractions)):
            told += 1
            a, b = value(left), value(right)
            assert {
                "=": a == b,
                "≈": a != b and abs(a - b) <= Fraction(1, 10**6) * max(Fraction(1), abs(a)),
                "≤": a <= b,
                "<": a < b,
                "≥": a >= b,
                ">": a > b,
            }[relation], (left, relation, right)
    assert told >= run.history.examples


@pytest.mark.parametrize("fractions", [False, True])
def test_the_sum_of_vectors_is_true_as_it_is_written(fractions: bool) -> None:
    run = runs(RunSpec(bias=2, max_epochs=8))
    relations = set()
    for k in range(1, run.updates + 1):
        text = explain(run, run.history.seek(k), fractions=fractions)
        told = re.search(r"^w ← w (.) x = \((.*)\) (.) \((.*)\) (=|≈) \((.*)\)$", text, re.MULTILINE)
        assert told is not None
        before, change, after = ([value(v) for v in told[i].split(", ")] for i in (2, 4, 6))
        sign = 1 if told[3] == "+" else -1
        sums = [a + sign * b for a, b in zip(before, change, strict=True)]
        assert told[1] == told[3]
        assert (told[5] == "=") == (sums == after)
        assert [float(v) for v in sums] == pytest.approx([float(v) for v in after])
        relations.add(told[5])
    assert relations == ({"="} if fractions else {"=", "≈"})


@given(datasets(min_n=1, max_n=6), st.sampled_from([1.0, 0.0, 2.0, "radius"]), st.data())
def test_the_numbers_told_are_those_of_the_record(dataset: Dataset, bias: Bias, data: st.DataObject) -> None:
    run = runs(RunSpec(bias=bias, max_epochs=5), dataset)
    state = run.history.at_example(data.draw(st.integers(1, run.history.examples)))
    text = explain(run, state)
    label = "+1" if state.label > 0 else "−1"
    assert f"y = {label}" in text
    assert re.search(rf"^a = .* [=≈] {re.escape(written(state.activation).text)}$", text, re.MULTILINE)
    verdict = "a tie, which" if state.activation == 0 else "a mistake" if state.added else "right"
    assert verdict in text
    if state.added:
        after = ", ".join(written(v).text for v in state.w.tolist())
        assert re.search(rf"^w ← w [+−] x = .* [=≈] {re.escape(f'({after})')}$", text, re.MULTILINE)


@pytest.mark.parametrize("spec", SPECS, ids=str)
def test_the_lines_just_done_are_marked(spec: RunSpec) -> None:
    run = runs(spec)
    start = explain(run, run.history.seek(0))
    assert [line for line in start.splitlines() if line.startswith("▶")] == [start.splitlines()[2]]
    for example in range(1, run.history.examples + 1):
        state = run.history.at_example(example)
        marked = "\n".join(line for line in explain(run, state).splitlines() if line.startswith("▶"))
        adds = "αᵢ ← αᵢ + 1" if run.spec.kernel else "w ← w + C·y·x" if spec.learner == "online-svm" else "w ← w + y·x"
        assert (adds in marked) == state.added
        assert marked


def test_a_worked_example_in_exact_fractions() -> None:
    # At w = 0 the first example is a tie, so w = (1/10, 1/5), b = 1.
    dataset = Dataset([[0.1, 0.2], [3.0, -0.5]], [1, -1])
    run = train(dataset, RunSpec(max_epochs=1))
    first = explain(run, run.history.seek(1), fractions=True)
    assert "x = (1/10, 1/5), y = +1" in first
    assert "a = w·x + b = 0·(1/10) + 0·(1/5) + 0 = 0" in first
    assert "y·a = (+1)·0 = 0 ≤ 0: a tie, which counts as a mistake" in first
    second = explain(run, run.history.seek(2), fractions=True)
    # a = 3/10 − 1/10 + 1 = 6/5; w ← (1/10 − 3, 1/5 + 1/2) = (−29/10, 7/10).
    assert "a = w·x + b = (1/10)·3 + (1/5)·(−1/2) + 1 = 6/5" in second
    assert "y·a = (−1)·(6/5) = −6/5 ≤ 0: a mistake" in second
    assert "w ← w − x = (1/10, 1/5) − (3, −1/2) = (−29/10, 7/10)" in second
    assert "b ← b − 1 = 1 − 1 = 0" in second
    assert "Computed exactly" in second


def test_exactly_is_said_only_where_rounding_did_not_decide() -> None:
    # w = (0.1, 0.2, −0.3) after the first example; on (1, 1, 1) that is 0 exactly, but 5.6e−17 in floats.
    dataset = Dataset([[0.1, 0.2, -0.3], [1.0, 1.0, 1.0]], [1, 1])
    run = train(dataset, RunSpec(bias=0))
    text = explain(run, run.history.at_example(2), fractions=True)
    assert not run.history.at_example(2).added
    assert "exactly" not in text
    assert "In fractions y·a = 0 ≤ 0: rounding to double precision decided otherwise." in text
    assert "≈ 5.551115123·10⁻¹⁷" in text
    assert "Computed exactly" in explain(run, run.history.at_example(1), fractions=True)


@given(datasets(min_n=1, max_n=6), st.data())
def test_fractions_round_to_what_the_run_had(dataset: Dataset, data: st.DataObject) -> None:
    run = runs(RunSpec(max_epochs=5), dataset)
    state = run.history.at_example(data.draw(st.integers(1, run.history.examples)))
    text = explain(run, state, fractions=True)
    if "Computed exactly" not in text:
        return
    told = re.search(r"^w = \((.*)\), b = (.*)$", text, re.MULTILINE)
    assert told is not None
    exact = [float(value(v)) for v in [*told[1].split(", "), told[2]]]
    scale = 1e-12 * (1 + float(np.abs(dataset.X).max())) * (1 + state.update)
    assert exact == pytest.approx([*state.w_before.tolist(), state.b_before], rel=1e-12, abs=scale)


def test_the_average_in_fractions_is_that_of_the_vectors_so_far() -> None:
    run = runs(RunSpec("averaged", max_epochs=3))
    for t in range(1, run.history.examples + 1):
        vectors = [[Fraction(0)] * 3]
        for s in range(1, t + 1):
            rows = run.history.index(0, run.history.updates_before(s)).tolist()
            parts = [
                [int(run.dataset.y[i]) * Fraction(repr(v)) for v in [*run.dataset.X[i].tolist(), 1.0]] for i in rows
            ]
            vectors.append([sum(column, Fraction(0)) for column in zip(*parts, strict=True)] or [Fraction(0)] * 3)
        w1, w2, b = (written(sum(column, Fraction(0)) / (t + 1)).text for column in zip(*vectors, strict=True))
        text = explain(run, run.history.at_example(t), fractions=True)
        assert f"average so far: w − u/c = ({w1}, {w2}), b − β/c = {b}" in text
        assert f"c ← {t} + 1 = {t + 1}: the start counts once more" in text


def test_survivals_told_are_those_of_the_record_cut_there() -> None:
    run = runs(RunSpec("voted", max_epochs=4))
    for t in range(1, run.history.examples + 1):
        state, survival = run.history.at_example(t), run.history.until(t).survival().tolist()
        text = explain(run, state)
        if state.added:
            before = run.history.until(t - 1).survival().tolist()
            assert f"had survived c = {before[-1] if before else t - 1};" in text
            assert survival[-1] == 1
        else:
            assert f"= {survival[-1] if survival else t}: the vector lives on" in text


def test_what_goes_into_the_pocket_is_told_from_the_counts() -> None:
    run = runs(RunSpec("pocket", max_updates=30))
    errors = run.errors
    for k in range(1, run.updates + 1):
        text = explain(run, run.history.seek(k))
        assert ("it goes into the pocket" in text) == (errors[k] < errors[:k].min())
        best = errors[:k].min()
        assert f"the new vector gets {errors[k]} of {run.dataset.n} wrong" in text
        origin = f"from update {first}" if (first := int(np.argmin(errors[:k]))) else "from the start"
        assert f"{origin}, {best} of {run.dataset.n}" in text


def test_decimals_are_kept_where_there_are_no_fractions() -> None:
    for spec, reason in ((RunSpec("kernel"), "exponential"), (RunSpec("online-svm"), "would grow")):
        text = explain(runs(spec), runs(spec).history.seek(1), fractions=True)
        assert reason in text
        assert "exactly" not in text


def test_long_vectors_are_told_by_their_ends() -> None:
    dataset = Dataset(np.arange(1.0, 41.0).reshape(2, 20), [1, -1])
    run = train(dataset, RunSpec(max_epochs=2))
    text = explain(run, run.history.seek(2))
    assert "x = (21, 22, 23, 24, 25, 26, …, 40)" in text
    assert max(map(len, text.splitlines())) < 200


@pytest.mark.parametrize("spec", SPECS, ids=str)
def test_latex_is_balanced_and_plain_ascii(spec: RunSpec) -> None:
    run = runs(spec)
    for example in range(run.history.examples + 1):
        text = explain(run, run.history.at_example(example), "latex", fractions=True)
        assert text.isascii()
        assert "`" not in text
        assert all(line.count("$") % 2 == 0 for line in text.splitlines())
        assert text.count("{") == text.count("}")
        assert text.count(r"\begin{") == text.count(r"\end{") == 2
        assert r"\triangleright" in text


@pytest.mark.parametrize("spec", every_pair(), ids=named)
def test_every_combination_is_told_in_latex_with_nothing_beyond_ascii(spec: RunSpec) -> None:
    run = train(DATASET, spec)
    for example in range(run.history.examples + 1):
        assert explain(run, run.history.at_example(example), "latex").isascii()


@pytest.mark.parametrize("table", [LEARNERS, ORDERS, RULES, KERNELS, PREDICTORS], ids=lambda table: next(iter(table)))
def test_every_word_and_formula_of_the_tables_can_be_set_in_latex(table: dict[str, object]) -> None:
    for entry in table.values():
        texts = [text for name in dir(entry) if isinstance(text := getattr(entry, name), str) and name[0] != "_"]
        assert texts
        for text in texts:
            page = STYLES["latex"].write(text, [text, f"`{text.replace('`', '')}`"], ())
            assert page.isascii()
            assert "U+" not in page


class Shrinking(Perceptron):
    """A rule that is written with letters of its own."""

    name = "shrinking"
    sizing = "λ ← 1/ξ̄ₖᵖ"
    factor = "λ·"
    shrinking = "w ← (1 − λ)·w"
    idle = "“naïve” – Ω ≠ ∅"


def test_letters_that_no_rule_had_before_are_set_in_latex(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RULES, Shrinking.name, Shrinking)
    run = train(DATASET, RunSpec(rule=Shrinking.name, max_epochs=2))
    texts = [explain(run, run.history.at_example(t), "latex") for t in range(run.history.examples + 1)]
    assert all(text.isascii() for text in texts)
    told = "".join(texts)
    letters = (r"\lambda  \leftarrow  1/\bar{\xi }_{k}^{p}", r"\Omega ", r"\"{i}", r"\mbox{``}", r"\mbox{U+2205}")
    assert all(letter in told for letter in letters)


@pytest.mark.parametrize("spec", SPECS, ids=str)
def test_limits_have_their_thousands_set_apart(spec: RunSpec) -> None:
    run = runs(replace(spec, max_epochs=1_234, max_updates=54_321))
    plain, latex = (explain(run, run.history.seek(0), style) for style in ("plain", "latex"))
    limits = [limit for limit in ("1,234", "54,321") if limit in plain]
    assert limits
    assert not any(limit.replace(",", "") in plain for limit in limits)
    assert all(limit.replace(",", "{,}") in latex for limit in limits)


@pytest.mark.parametrize(
    ("formula", "written"),
    [
        ("1/3", r"\frac{1}{3}"),
        ("1,000/3", r"\frac{1{,}000}{3}"),
        ("29.72/0.04 = 743", r"\frac{29.72}{0.04} = 743"),
        ("(1, 200, 3)", "(1, 200, 3)"),
        ("1,234,567·N", r"1{,}234{,}567\cdot N"),
    ],
)
def test_numbers_in_latex_stay_whole(formula: str, written: str) -> None:
    assert f"${written}$" in STYLES["latex"].write("", [f"`{formula}`"], ())


def test_a_class_that_is_a_bound_is_set_in_latex_as_it_reads() -> None:
    assert "of $>$=7 and $<$7" in STYLES["latex"].write("", ["of >=7 and <7"], ())


def test_all_styles_tell_the_same_step() -> None:
    run = runs(RunSpec())
    plain, markdown, latex = (explain(run, run.history.seek(2), style) for style in STYLES)
    assert plain.splitlines()[0] == "Standard perceptron, update 2, epoch 1, example 3"
    assert markdown.startswith(f"### {plain.splitlines()[0]}\n")
    assert latex.startswith(rf"\noindent\textbf{{{plain.splitlines()[0]}}}")
    assert plain.splitlines()[-1] in markdown.replace("`", "")
    with pytest.raises(InputError, match="style"):
        explain(run, run.history.seek(2), "html")


def test_explain_is_part_of_the_python_face() -> None:
    run = core.train(DECIMALS)
    assert core.explain(run, run.history.seek(1)) == explain(run, run.history.seek(1))


def test_no_examples_are_told_as_the_start() -> None:
    run = train(Dataset.empty())
    assert "w = (0, 0), b = 0" in explain(run, run.history.seek(0))


def test_a_limit_of_one_is_one_time() -> None:
    for limits, said in (
        (RunSpec(max_epochs=1), "at most 1 time:"),
        (RunSpec(order="furthest", max_updates=1), "repeat, at most 1 time:"),
        (RunSpec(), "at most 1,000 times:"),
    ):
        run = train(DATASET, limits)
        assert said in explain(run, run.history.seek(1))
