"""The estimator, held against scikit-learn's own checks and against the runs that it makes."""

from __future__ import annotations

import inspect
import pickle
import subprocess
import sys
import warnings
from dataclasses import fields
from typing import Any

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import DataConversionWarning, NotFittedError
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_estimator

import core
from core.classifier import Classifier
from core.learners import LEARNERS
from core.spec import RunSpec
from tests.partly_slow import partly_slow
from tests.places import DATASETS

PAIR = core.load(DATASETS / "iris_setosa_versicolor.csv")
NAMES = np.array(PAIR.labels)[(PAIR.y > 0).astype(int)]
EXCUSED = {"check_array_api_input", "check_classifier_data_not_an_array"}
"""Skipped by scikit-learn itself: they ask for libraries that are not installed."""


@partly_slow("learner", ["standard", "kernel"], sorted(set(LEARNERS) - {"standard", "kernel"}))
def test_every_learner_passes_the_checks_of_scikit_learn(learner: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # The checks warn on purpose, and of what they skip.
        results = check_estimator(Classifier(learner, max_epochs=50, max_updates=20_000), on_fail=None)
    assert [result["check_name"] for result in results if result["status"] not in ("passed", "skipped")] == []
    assert {result["check_name"] for result in results if result["status"] == "skipped"} <= EXCUSED
    assert len(results) > 50


def test_its_parameters_are_the_options_of_a_run_with_their_defaults() -> None:
    parameters = list(inspect.signature(Classifier.__init__).parameters.values())[1:]
    expected = {item.name: item.default for item in fields(RunSpec)}
    given = {each.name: each.default for each in parameters}
    assert given.pop("random_state") == expected.pop("seed")
    assert given.pop("seed") is None
    assert given == expected
    assert type(Classifier().rate) is int  # scikit-learn refuses a fraction as a default


@pytest.mark.parametrize("learner", LEARNERS)
def test_it_is_the_run_itself(learner: str) -> None:
    fitted = Classifier(learner, max_epochs=5, random_state=3).fit(PAIR.X, NAMES)
    most = 5 * PAIR.n  # Where the order has no passes, n examples count as one.
    run = core.train(PAIR.X, NAMES, learner=learner, max_epochs=5, max_updates=most, seed=3)
    assert fitted.n_iter_ == -(-run.history.examples // PAIR.n) <= 5
    assert np.array_equal(fitted.decision_function(PAIR.X), run.score(PAIR.X))
    assert fitted.classes_.tolist() == list(run.dataset.labels)
    assert (fitted.predict(PAIR.X) == NAMES).sum() == (run.predict(PAIR.X) == run.dataset.y).sum()
    assert fitted.score(PAIR.X, NAMES) == (fitted.predict(PAIR.X) == NAMES).mean()
    assert hasattr(fitted, "coef_") is (run.weights is not None)
    if run.weights is not None:
        assert (fitted.coef_.shape, fitted.intercept_.shape) == ((1, 2), (1,))
        assert np.array_equal(fitted.coef_[0], run.weights)
    assert np.array_equal(pickle.loads(pickle.dumps(fitted)).predict(PAIR.X), fitted.predict(PAIR.X))


def test_the_seed_is_called_random_state() -> None:
    def drawn(**given: Any) -> list[float]:
        return [float(v) for v in Classifier(order="shuffled", max_epochs=2, **given).fit(PAIR.X, PAIR.y).coef_[0]]

    assert drawn(random_state=3) == drawn(random_state=np.int64(3)) != drawn(random_state=4)
    assert drawn(random_state=np.random.RandomState(3)) == drawn(random_state=np.random.RandomState(3))
    seeds = {Classifier(random_state=None).fit(PAIR.X, PAIR.y).run_.spec.seed for _ in range(3)}
    assert len(seeds) == 3
    with pytest.warns(FutureWarning, match="seed of Classifier is now called random_state"):
        assert drawn(seed=3) == drawn(random_state=3)
    with pytest.raises(core.InputError, match="seed 'x' is not possible"):
        drawn(random_state="x")


def test_without_passes_as_many_examples_as_there_are_count_as_an_epoch() -> None:
    X, y = [[0.0], [1.0], [2.0]], [0, 1, 0]
    fitted = Classifier("pocket", max_epochs=20).fit(X, y)
    assert (fitted.run_.updates, fitted.n_iter_) == (60, 20)
    assert Classifier("pocket", max_epochs=20, max_updates=7).fit(X, y).n_iter_ == 3


def test_weights_of_examples_are_refused_in_a_sentence() -> None:
    assert Classifier().fit(PAIR.X, PAIR.y, sample_weight=None).n_iter_ >= 1
    for learn in (Classifier().fit, Classifier().partial_fit):
        with pytest.raises(TypeError, match="no sample_weight, for examples have no weights; leave it out"):
            learn(PAIR.X, PAIR.y, sample_weight=np.ones(PAIR.n))
    with pytest.raises(TypeError, match="no weights, for"):
        Classifier().fit(PAIR.X, PAIR.y, weights=1)


def test_a_notebook_shows_the_diagram_of_scikit_learn() -> None:
    shown = Classifier("voted", max_epochs=7)._repr_html_()
    assert shown is not None
    assert "sk-toggleable" in shown
    assert "max_epochs=7" in shown
    program = (
        "import sys; sys.modules['sklearn'] = None\nfrom core import Classifier; print(Classifier()._repr_html_())"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert said == "None\n"


def test_partial_fit_goes_on_from_where_it_stands_so_that_passes_add_up_to_one_run() -> None:
    bit_by_bit = Classifier()
    for _ in range(7):
        bit_by_bit.partial_fit(PAIR.X, PAIR.y, classes=[-1, 1])
    at_once = Classifier(max_epochs=7).fit(PAIR.X, PAIR.y)
    assert np.array_equal(bit_by_bit.coef_, at_once.coef_)
    assert np.array_equal(bit_by_bit.intercept_, at_once.intercept_)


@pytest.mark.parametrize("learner", LEARNERS)
def test_partial_fit_exists_only_where_the_last_vector_predicts_without_a_kernel(learner: str) -> None:
    plain = LEARNERS[learner].predictor == "last" and LEARNERS[learner].kernel is None
    assert hasattr(Classifier(learner), "partial_fit") is plain


def test_it_works_where_estimators_work() -> None:
    assert cross_val_score(Classifier("averaged", max_epochs=30), PAIR.X, NAMES).mean() > 0.85
    searched = GridSearchCV(make_pipeline(StandardScaler(), Classifier()), {"classifier__max_epochs": [1, 30]})
    assert searched.fit(PAIR.X, NAMES).best_params_ == {"classifier__max_epochs": 30}
    assert clone(Classifier("kernel", gamma=0.5)).get_params() == Classifier("kernel", gamma=0.5).get_params()


def test_a_question_before_it_was_fitted_is_refused_with_or_without_scikit_learn() -> None:
    with pytest.raises(NotFittedError):
        Classifier().predict([[1.0]])
    program = (
        "import sys; from core import Classifier\n"
        "try: Classifier().predict([[1.0]])\n"
        "except ValueError as error: print(isinstance(error, AttributeError), 'sklearn' in sys.modules)"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert said == "True False\n"


def test_a_column_of_labels_is_made_flat_with_a_warning() -> None:
    with pytest.warns(DataConversionWarning):
        fitted = Classifier().fit(PAIR.X, PAIR.y[:, None])
    assert fitted.score(PAIR.X, PAIR.y) > 0.9


class Frame:
    """As much of a data frame as is asked for, of pandas and of polars."""

    def __init__(self, columns: list[Any]) -> None:
        self.columns = columns

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return np.array(PAIR.X, dtype)


def test_the_names_of_a_data_frame_are_kept() -> None:
    assert core.Dataset(Frame(["length", "width"]), PAIR.y).features == ("length", "width")
    assert core.Dataset(Frame(["length", "width"]), PAIR.y, features=("a", "b")).features == ("a", "b")
    assert core.Dataset(Frame([0, 1]), PAIR.y).features == ("x1", "x2")
    fitted = Classifier().fit(Frame(["length", "width"]), NAMES)
    assert fitted.feature_names_in_.tolist() == ["length", "width"]
    with pytest.raises(ValueError, match="same order"):
        fitted.predict(Frame(["width", "length"]))
    with pytest.raises(ValueError, match="unseen at fit time:\n- depth"):
        fitted.predict(Frame(["length", "depth"]))
    with pytest.warns(UserWarning, match="does not have valid feature names"):
        fitted.predict(PAIR.X)
    assert not hasattr(fitted.fit(PAIR.X, NAMES), "feature_names_in_")


def test_what_cannot_be_learned_is_refused_in_one_sentence() -> None:
    with pytest.raises(ValueError, match="1 class"):
        Classifier().fit(PAIR.X, np.ones(PAIR.n))
    with pytest.raises(ValueError, match="multiclass: 3 classes"):
        Classifier().fit(PAIR.X, np.arange(PAIR.n) % 3)
    with pytest.raises(ValueError, match="not one of"):
        Classifier().fit(PAIR.X, NAMES).partial_fit(PAIR.X, np.where(PAIR.y > 0, "setosa", "virginica"))
    with pytest.raises(ValueError, match="both counts"):
        Classifier().fit(PAIR.X, NAMES[:-1])
    with pytest.raises(ValueError, match="Invalid parameter 'speed'"):
        Classifier().set_params(speed=1)
    with pytest.raises(core.InputError, match="rule"):
        Classifier(rule="none").fit(PAIR.X, NAMES)


def test_options_of_a_run_are_given_by_name() -> None:
    assert core.train(PAIR, learner="voted", max_epochs=3).spec.predictor == "voted"
    assert core.train(PAIR.X, PAIR.y, core.RunSpec("voted"), max_epochs=3).spec.max_epochs == 3
    with pytest.raises(core.InputError, match="not an option of a run"):
        core.train(PAIR.X, PAIR.y, speed=3)
    assert core.__version__.count(".") == 2
