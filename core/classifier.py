"""The learners as an estimator of scikit-learn, which is imported only when scikit-learn itself asks for tags."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.datasets.dataset import Dataset, FloatArray, SparseDataset, column_names, in_rows
from core.learners import checked, resolved, title_of
from core.orders import find_order
from core.predictors import find_predictor
from core.rules import make_rule
from core.run import train
from core.spec import Bias, RunSpec


class _NotFittedError(ValueError, AttributeError):
    """An estimator was asked before it was fitted, while scikit-learn is not loaded."""


@dataclass(eq=False, repr=False)
class Classifier:
    """A perceptron for two classes; its parameters are the fields of a RunSpec, kept as they are given, unchecked.

    `fit` sets `classes_` (2,), the second of which is +1, `n_iter_`, the epochs begun, `n_features_in_` d, and `run_`,
    the run itself. Where the predictor has weights it sets `coef_` (1, d) and `intercept_` (1,): not for a vote, and
    not with a kernel. For a data frame with named columns it sets `feature_names_in_` (d,). In an order without passes
    n examples count as an epoch, for `max_epochs` too.

    X may be SciPy's sparse, which is never made dense, to the same bits; `run_` is then without the margin.
    `random_state` None draws a new seed for each fit.

    >>> Classifier("voted").fit([[0, 1], [2, 3]], ["no", "yes"]).predict([[5, 5]])
    array(['yes'], dtype='<U3')
    """

    learner: str = "standard"
    order: str | None = None
    random_state: int | np.random.RandomState | None = 0
    bias: Bias = 1.0
    max_epochs: int = 1000
    max_updates: int = 1_000_000
    kernel: str | None = None
    degree: int = 3
    gamma: float = 1.0
    coef0: float = 1.0
    penalty: float = 1.0
    margin: float = 1.0
    rule: str | None = None
    predictor: str | None = None
    tie: str = "mistake"
    rate: float | str | Fraction = 1
    start: Sequence[float] | str | None = None
    sequence: Sequence[int] = ()
    start_scale: float = 1.0
    seed: int | None = None

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return name → value of every parameter; `deep` changes nothing, because no parameter is an estimator."""
        return {item.name: getattr(self, item.name) for item in fields(self)}

    def set_params(self, **params: Any) -> Self:
        """Set parameters and return the estimator. Raises ValueError for a name that is no parameter."""
        known = self.get_params()
        for name, value in params.items():
            if name not in known:
                raise ValueError(f"Invalid parameter {name!r} for estimator Classifier. Valid: {', '.join(known)}.")
            setattr(self, name, value)
        return self

    def fit(self, X: Any, y: ArrayLike, **options: Any) -> Self:
        """Learn examples X (n, d) with labels y (n,) of two classes. Raises ValueError, InputError for a parameter.

        `options` must be empty: a `sample_weight` raises a TypeError that says why.
        """
        _refuse(options)
        self._keep_features(X)
        return self._fit(_table(X), y, np.unique(_labels(y)), self._spec())

    @property
    def partial_fit(self) -> Any:
        """The method `partial_fit(X, y, classes=None)`: one pass from the present w and b, or from the start."""
        spec = resolved(self._spec(random_state=0, seed=None))
        if spec.kernel or find_predictor(spec.predictor or "").own:
            raise AttributeError("partial_fit needs the last vector as predictor, and no kernel")
        return self._partial_fit

    def _partial_fit(self, X: Any, y: ArrayLike, classes: ArrayLike | None = None, **options: Any) -> Self:
        _refuse(options)
        spec = self._spec(max_epochs=1)
        if not hasattr(self, "run_"):
            self._keep_features(X)
            return self._fit(_table(X), y, np.unique(_labels(y) if classes is None else np.asarray(classes)), spec)
        start = (*self.coef_[0].tolist(), float(self.intercept_[0]))
        return self._fit(self._questions(X), y, self.classes_, replace(spec, start=start))

    def _spec(self, **changed: Any) -> RunSpec:
        """Return the run to make, with these parameters changed."""
        given = {**self.get_params(), **changed}
        alias, seed = given.pop("seed"), given.pop("random_state")
        if alias is not None:
            told, seed = "seed of Classifier is now called random_state; the old name goes with the next release", alias
            warnings.warn(told, FutureWarning, stacklevel=3)
        if seed is None or isinstance(seed, np.random.RandomState):
            seed = (seed or np.random.RandomState()).randint(1 << 31)
        return RunSpec(**given, seed=int(seed) if isinstance(seed, np.integer) else seed)

    def _fit(self, table: Any, y: ArrayLike, classes: NDArray[Any], spec: RunSpec) -> Self:
        labels = _labels(y)
        if len(labels) != table.shape[0]:
            raise ValueError(f"Found {table.shape[0]} examples and {len(labels)} labels; both counts must be equal.")
        if len(classes) < 2:
            raise ValueError("Classifier needs two classes, but the labels have 1 class.")
        if len(classes) > 2:
            told = f"The type of the target is multiclass: {len(classes)} classes were given."
            raise ValueError(f"Only binary classification is supported. {told}")
        if not np.isin(labels, classes).all():
            raise ValueError(f"The labels hold a class that is not one of {classes.tolist()}.")
        (n, d), sparse = table.shape, not isinstance(table, np.ndarray)
        if not find_order(resolved(spec).order or "").has_epochs:
            spec = replace(spec, max_updates=min(spec.max_updates, spec.max_epochs * n))
        signs = np.where(labels == classes[1], 1, -1).astype(np.int8)
        if sparse and (trouble := _dense_only(spec)):
            raise TypeError(f"Sparse data was passed, but dense data is required: {trouble}. Use X.toarray().")
        self.run_ = train(SparseDataset(table, signs) if sparse else Dataset(table, signs), spec)
        self.classes_, self.n_features_in_, decision = classes, d, self.run_.decision()
        for name in ("coef_", "intercept_"):
            vars(self).pop(name, None)
        if decision.weights is not None and decision.intercept is not None:
            self.coef_, self.intercept_ = decision.weights[None, :], np.array([decision.intercept])
        self.n_iter_ = max(-(-self.run_.history.examples // n), 1)
        return self

    def decision_function(self, X: Any) -> FloatArray:
        """Return the score of the run's own predictor for each row of X (m, d): above 0 for `classes_[1]`; (m,)."""
        questions = self._questions(X)  # before a run is asked for that may not be there
        decision = self.run_.decision()
        if isinstance(questions, np.ndarray) or isinstance(self.run_.dataset, SparseDataset):
            return decision.values(questions)
        step = (1 << 20) // self.n_features_in_ + 1
        blocks = (questions[first : first + step].toarray() for first in range(0, questions.shape[0], step))
        return np.concatenate([decision.values(block) for block in blocks])

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the class of each row of X (m, d), as it was given to `fit`; (m,)."""
        scores = self.decision_function(X)
        return np.asarray(self.classes_[(self.run_.tie.named(scores) > 0).astype(int)])

    def score(self, X: Any, y: ArrayLike, sample_weight: Sequence[float] | None = None) -> float:
        """Return the accuracy: the share of X (m, d) that is classified as y (m,), by weight if there are weights."""
        return float(np.average(self.predict(X) == _labels(y), weights=sample_weight))

    def __repr__(self) -> str:
        usual = {item.name: item.default for item in fields(self)}
        changed = [f"{name}={value!r}" for name, value in self.get_params().items() if value != usual[name]]
        return f"Classifier({', '.join(changed)})"

    def _repr_html_(self) -> str | None:
        """Return the diagram that scikit-learn draws of its estimators; None where it is not installed."""
        try:
            from sklearn.utils import estimator_html_repr
        except ImportError:
            return None
        return str(estimator_html_repr(self))

    def __sklearn_tags__(self) -> Any:
        """Return what scikit-learn, the only caller, has to know of the estimator."""
        from sklearn.utils import ClassifierTags, InputTags, Tags, TargetTags

        spec = self._spec(random_state=0, seed=None)
        two, rows = ClassifierTags(multi_class=False), InputTags(sparse=not _dense_only(spec))
        return Tags("classifier", TargetTags(required=True), classifier_tags=two, input_tags=rows)

    def _keep_features(self, X: Any) -> None:
        """Keep the column names of a data frame, and forget those of an earlier one."""
        vars(self).pop("feature_names_in_", None)
        if (names := column_names(X)) is not None:
            self.feature_names_in_ = np.array(names, object)

    def _questions(self, X: Any) -> Any:
        """Return X (m, d) as numbers. Raises an error if nothing was fitted, or for other features than in `fit`."""
        if not hasattr(self, "run_"):
            error = getattr(sys.modules.get("sklearn.exceptions"), "NotFittedError", _NotFittedError)
            raise error("This Classifier is not fitted yet. Call fit first.")
        fitted, names = getattr(self, "feature_names_in_", None), column_names(X)
        if fitted is not None and names is not None and fitted.tolist() != names:
            raise ValueError(_differing(names, fitted.tolist()))
        if (fitted is None) != (names is None):
            which = "X has feature names, but Classifier was fitted without feature names"
            other = "X does not have valid feature names, but Classifier was fitted with feature names"
            warnings.warn(which if fitted is None else other, UserWarning, stacklevel=3)
        table = _table(X)
        if table.shape[1] != self.n_features_in_:
            raise ValueError(
                f"X has {table.shape[1]} features, but Classifier is expecting {self.n_features_in_} features as input"
            )
        return table


def _refuse(options: Mapping[str, Any]) -> None:
    for name, value in options.items():
        if name != "sample_weight" or value is not None:
            raise TypeError(f"fit takes no {name}, for examples have no weights; leave it out, or repeat rows of X")


def _table(X: Any) -> Any:
    """Return examples as numbers (n, d). Raises ValueError in the words that scikit-learn's own checks look for."""
    sparse = hasattr(X, "tocsr")
    raw = X if sparse else np.asarray(X)
    if np.iscomplexobj(raw):
        raise ValueError("Complex data not supported.")
    if raw.ndim != 2:
        raise ValueError(f"Expected a 2D array, got {raw.ndim} dimensions. Reshape your data: one row an example.")
    for count, what in zip(raw.shape, ("sample", "feature"), strict=True):
        if not count:
            raise ValueError(f"0 {what}(s) (shape={raw.shape}) while a minimum of 1 is required.")
    table = in_rows(raw) if sparse else raw.astype(np.float64)
    if not np.isfinite(table.data if sparse else table).all():
        raise ValueError("Input X contains NaN or infinity.")
    return table


def _dense_only(spec: RunSpec) -> str:
    """Return why a run of this spec needs dense examples; empty if it does not. Raises InputError as `checked` does."""
    full = checked(spec)
    if full.kernel:
        return "a kernel compares dense examples"
    votes = find_predictor(full.predictor or "").votes
    return f"{title_of(full)} needs all of w at each step" if votes or make_rule(full).every_example else ""


def _labels(y: ArrayLike) -> NDArray[Any]:
    """Return labels (n,). Raises ValueError if they are missing, not a column, not finite, or not classes."""
    if y is None:
        raise ValueError("This estimator requires y to be passed, but the target y is None.")
    labels = np.asarray(y)
    if labels.ndim == 2 and labels.shape[1] == 1:
        category = getattr(sys.modules.get("sklearn.exceptions"), "DataConversionWarning", UserWarning)
        text = "A column-vector y was passed when a 1d array was expected. It was made flat."
        warnings.warn(text, category, stacklevel=3)
        labels = labels.ravel()
    if labels.ndim != 1:
        raise ValueError(f"y should be a 1d array, got an array of shape {labels.shape} instead.")
    if labels.dtype.kind == "f":
        if not np.isfinite(labels).all():
            raise ValueError("Input y contains NaN or infinity.")
        if (labels != np.round(labels)).any():
            raise ValueError("Unknown label type: continuous. Give classes.")
    return labels


def _differing(names: list[str], fitted: list[str]) -> str:
    strange, missing = sorted(set(names) - set(fitted)), sorted(set(fitted) - set(names))
    lines = ["The feature names should match those that were passed during fit."]
    if strange:
        lines += ["Feature names unseen at fit time:", *(f"- {name}" for name in strange)]
    if missing:
        lines += ["Feature names seen at fit time, yet now missing:", *(f"- {name}" for name in missing)]
    if not strange and not missing:
        lines.append("Feature names must be in the same order as they were in fit.")
    return "\n".join(lines) + "\n"
