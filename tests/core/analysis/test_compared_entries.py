"""Entries as they are typed, named and kept: kernels with numbers of their own beside that of the run."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from core.analysis.compared_entries import Entry, Path, entry_from, entry_from_json, entry_of, kernel_from, paths
from core.analysis.comparison import Comparison
from core.errors import InputError
from core.kernels import KERNELS, RBF, Kernel, Polynomial
from core.learners import LEARNERS, title_of
from core.predictors import PREDICTORS
from core.rules import RULES, Perceptron
from core.run import train
from core.spec import RunSpec
from tests.core.tables import DATASET

BASE = RunSpec(gamma=0.5, degree=2, max_epochs=5, max_updates=30)


def in_kernel(kernel: Kernel | None, predictor: str = "last") -> Entry:
    return Entry(Path("perceptron", in_kernel=True, order="cyclic", kernel=kernel), predictor)


def test_every_entry_is_read_as_it_is_written_and_kept() -> None:
    kernels = (None, RBF(4.0), RBF(1 / 3), Polynomial(2, 0.5, 1.0))
    for path in paths():
        for kernel in kernels if path.in_kernel else (None,):
            for predictor in PREDICTORS:
                entry = Entry(Path(path.rule, path.in_kernel, path.order, kernel), predictor)
                assert entry_from(entry.written, RunSpec()) == entry
                assert entry_from_json(entry.to_json()) == entry


def test_a_learner_is_an_entry_by_its_name() -> None:
    for name in LEARNERS:
        assert entry_from(name, BASE) == entry_of(RunSpec(name))


def test_numbers_that_are_not_given_are_those_of_the_run() -> None:
    assert kernel_from("rbf", BASE) == RBF(0.5)
    assert kernel_from("rbf g = 4", BASE) == kernel_from("rbf:g=4", BASE) == RBF(4.0)
    assert kernel_from("poly r=0", BASE) == Polynomial(2, 0.5, 0.0)


def test_kernels_of_their_own_are_compared_each_with_its_numbers() -> None:
    entries = (in_kernel(RBF(1.0)), in_kernel(RBF(4.0)), in_kernel(Polynomial(3, 1.0, 1.0)), in_kernel(None))
    assert [entry.name for entry in entries] == [
        "Kernel perceptron, rbf g = 1",
        "Kernel perceptron, rbf g = 4",
        "Kernel perceptron, poly p = 3 g = 1 r = 1",
        "Kernel perceptron",
    ]
    *_, results = filter(None, Comparison(entries, BASE, DATASET).results())
    asked = (RunSpec(gamma=1.0), RunSpec(gamma=4.0), RunSpec(kernel="poly"), RunSpec(gamma=0.5))
    for result, spec in zip(results, asked, strict=True):
        alone = train(DATASET, replace(spec, learner="kernel", max_epochs=5, max_updates=30))
        assert result.run.updates == alone.updates
        bound = alone.margin.bound
        assert result.share == (None if bound is None else alone.updates / bound)


def test_an_entry_knows_the_run_that_it_is() -> None:
    asked = RunSpec("kernel", gamma=4.0)
    assert in_kernel(RBF(4.0)).is_of(asked)
    assert in_kernel(None).is_of(asked)
    assert not in_kernel(RBF(1.0)).is_of(asked)
    assert not in_kernel(RBF(4.0), "averaged").is_of(asked)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("odd", "the entry 'odd' is not possible"),
        ("perceptron/cyclic", "RULE/ORDER/PREDICTOR"),
        ("perceptron/cyclic/odd", "'odd' is not a predictor"),
        ("perceptron/rbg/cyclic/last", f"'rbg' is not a kernel; enter {', '.join(KERNELS)}; is rbf meant?"),
        ("perceptron/rbf:q=2/cyclic/last", "write, say, 'rbf g = 0.5'"),
        ("perceptron/rbf:4/cyclic/last", "write, say, 'rbf g = 0.5'"),
        ("perceptron/rbf:g=x/cyclic/last", "g = 'x' is not possible; enter a number"),
        ("perceptron/poly:p=1.5/cyclic/last", "p = '1.5' is not possible; enter a whole number"),
        ("perceptron/rbf:g=-1/cyclic/last", "a number from 0"),
        ("online-svm/rbf/cyclic/last", "the rule online-svm is not offered with a kernel"),
    ],
)
def test_what_is_no_entry_is_one_sentence(text: str, words: str) -> None:
    with pytest.raises(InputError, match=re.escape(words)):
        entry_from(text, BASE)


@pytest.mark.parametrize(
    "own", [{"name": "rbf"}, {"name": "rbf", "odd": 1}, {"name": "odd"}, "rbf", {"name": "rbf", "gamma": -1}]
)
def test_a_kernel_that_is_none_is_refused(own: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        entry_from_json(["perceptron", True, "cyclic", "last", own])
    with pytest.raises((TypeError, ValueError)):
        entry_from_json(["perceptron", False, "cyclic", "last", {"name": "linear"}])


class Nameless(Perceptron):
    """A rule that no named learner has."""

    name = "nameless"
    title = "a rule of its own"


def test_a_rule_without_a_learner_is_an_entry_too_and_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RULES, Nameless.name, Nameless)
    entry = Entry(Path(Nameless.name, in_kernel=True, order="cyclic", kernel=RBF(4.0)), "averaged")
    assert (entry.path.family, entry.name) == ("a rule of its own, rbf g = 4", "a rule of its own, rbf g = 4, average")
    assert train(DATASET, entry.spec(BASE)).rule.name == Nameless.name
    assert entry.is_of(entry.spec(BASE))
    assert title_of(RunSpec(rule=Nameless.name, kernel="rbf")) == "a rule of its own, with a kernel, last vector"
