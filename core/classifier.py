"""The learners as an estimator of scikit-learn, which is imported only when scikit-learn itself asks for tags."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.datasets.dataset import Dataset, FloatArray, column_names
from core.learners import resolved
from core.predictors import find_predictor
from core.run import train
from core.spec import GivenOptions, RunSpec


class _NotFittedError(ValueError, AttributeError):
    """An estimator was asked before it was fitted, while scikit-learn is not loaded."""


class Classifier(GivenOptions):
    """A perceptron for two classes; its parameters are the options of a run, kept as they are given.

    `fit` sets `classes_` (2,), the second of which is +1, `n_iter_`, the epochs begun, `n_features_in_` d, and `run_`,
    the run itself. Where the predictor has weights it sets `coef_` (1, d) and `intercept_` (1,): not for a vote, and
    not with a kernel. For a data frame with named columns it sets `feature_names_in_` (d,).

    >>> Classifier("voted").fit([[0, 1], [2, 3]], ["no", "yes"]).predict([[5, 5]])
    array(['yes'], dtype='<U3')
    """

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return name → value of every parameter; `deep` changes nothing, because no parameter is an estimator."""
        return {item.name: getattr(self, item.name) for item in fields(RunSpec)}

    def set_params(self, **params: Any) -> Self:
        """Set parameters and return the estimator. Raises ValueError for a name that is no parameter."""
        known = self.get_params()
        for name, value in params.items():
            if name not in known:
                raise ValueError(f"Invalid parameter {name!r} for estimator Classifier. Valid: {', '.join(known)}.")
            setattr(self, name, value)
        return self

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Learn examples X (n, d) with labels y (n,) of two classes. Raises ValueError, InputError for a parameter."""
        self._keep_features(X)
        return self._fit(_table(X), y, np.unique(_labels(y)), RunSpec(**self.get_params()))

    @property
    def partial_fit(self) -> Any:
        """The method `partial_fit(X, y, classes=None)`: one pass from the present w and b, or from the start."""
        spec = resolved(RunSpec(**self.get_params()))
        if spec.kernel or find_predictor(spec.predictor or "").own:
            raise AttributeError("partial_fit needs the last vector as predictor, and no kernel")
        return self._partial_fit

    def _partial_fit(self, X: ArrayLike, y: ArrayLike, classes: ArrayLike | None = None) -> Self:
        spec, fitted = RunSpec(**{**self.get_params(), "max_epochs": 1}), hasattr(self, "run_")
        if fitted:
            table = self._questions(X)
            spec = RunSpec(**{**spec.__dict__, "start": (*self.coef_[0].tolist(), float(self.intercept_[0]))})
        else:
            self._keep_features(X)
            table = _table(X)
        known = self.classes_ if fitted else np.unique(_labels(y) if classes is None else np.asarray(classes))
        return self._fit(table, y, known, spec)

    def _fit(self, table: FloatArray, y: ArrayLike, classes: NDArray[Any], spec: RunSpec) -> Self:
        labels = _labels(y)
        if len(labels) != len(table):
            raise ValueError(f"Found {len(table)} examples and {len(labels)} labels; both counts must be equal.")
        if len(classes) < 2:
            raise ValueError("Classifier needs two classes, but the labels have 1 class.")
        if len(classes) > 2:
            raise ValueError(
                "Only binary classification is supported. The type of the target is multiclass: "
                f"{len(classes)} classes were given."
            )
        if not np.isin(labels, classes).all():
            raise ValueError(f"The labels hold a class that is not one of {classes.tolist()}.")
        for name in ("coef_", "intercept_"):
            vars(self).pop(name, None)
        self.classes_, self.n_features_in_ = classes, table.shape[1]
        self.run_ = train(Dataset(table, np.where(labels == classes[1], 1, -1)), spec)
        weights, intercept = self.run_.weights, self.run_.intercept
        if weights is not None and intercept is not None:
            self.coef_, self.intercept_ = weights[None, :], np.array([intercept])
        self.n_iter_ = max(self.run_.history.epochs, 1)
        return self

    def decision_function(self, X: ArrayLike) -> FloatArray:
        """Return the score of the run's own predictor for each row of X (m, d): above 0 for `classes_[1]`; (m,)."""
        questions = self._questions(X)  # before a run is asked for that may not be there
        return self.run_.score(questions)

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """Return the class of each row of X (m, d), as it was given to `fit`; (m,)."""
        questions = self._questions(X)
        named: NDArray[Any] = self.classes_[(self.run_.predict(questions) > 0).astype(int)]
        return named

    def score(self, X: ArrayLike, y: ArrayLike, sample_weight: Sequence[float] | None = None) -> float:
        """Return the accuracy: the share of X (m, d) that is classified as y (m,), by weight if there are weights."""
        return float(np.average(self.predict(X) == _labels(y), weights=sample_weight))

    def __repr__(self) -> str:
        usual = {item.name: item.default for item in fields(RunSpec)}
        changed = [f"{name}={value!r}" for name, value in self.get_params().items() if value != usual[name]]
        return f"Classifier({', '.join(changed)})"

    def __sklearn_tags__(self) -> Any:
        """Return what scikit-learn, the only caller, has to know of the estimator."""
        from sklearn.utils import ClassifierTags, Tags, TargetTags

        return Tags("classifier", TargetTags(required=True), classifier_tags=ClassifierTags(multi_class=False))

    def _keep_features(self, X: ArrayLike) -> None:
        """Keep the column names of a data frame, and forget those of an earlier one."""
        vars(self).pop("feature_names_in_", None)
        if (names := column_names(X)) is not None:
            self.feature_names_in_ = np.array(names, object)

    def _questions(self, X: ArrayLike) -> FloatArray:
        """Return X (m, d) as numbers. Raises an error if nothing was fitted, or for other features than in `fit`."""
        if not hasattr(self, "run_"):
            error = getattr(sys.modules.get("sklearn.exceptions"), "NotFittedError", _NotFittedError)
            raise error("This Classifier is not fitted yet. Call fit first.")
        fitted, names = getattr(self, "feature_names_in_", None), column_names(X)
        if fitted is not None and names is not None and fitted.tolist() != names:
            raise ValueError(
                "The feature names should match those that were passed during fit.\n"
                + _differing(names, fitted.tolist())
            )
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


def _table(X: ArrayLike) -> FloatArray:
    """Return examples as numbers (n, d). Raises ValueError in the words that scikit-learn's own checks look for."""
    if hasattr(X, "tocsr"):
        raise TypeError("Sparse data was passed, but dense data is required. Use '.toarray()' to convert it.")
    raw = np.asarray(X)
    if np.iscomplexobj(raw):
        raise ValueError("Complex data not supported.")
    table = raw.astype(np.float64)
    if table.ndim != 2:
        raise ValueError(f"Expected a 2D array, got {table.ndim} dimensions. Reshape your data: one row an example.")
    for count, what in zip(table.shape, ("sample", "feature"), strict=True):
        if not count:
            raise ValueError(f"0 {what}(s) (shape={table.shape}) while a minimum of 1 is required.")
    if not np.isfinite(table).all():
        raise ValueError("Input X contains NaN or infinity.")
    return table


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
    lines = []
    if strange:
        lines += ["Feature names unseen at fit time:", *(f"- {name}" for name in strange)]
    if missing:
        lines += ["Feature names seen at fit time, yet now missing:", *(f"- {name}" for name in missing)]
    return "\n".join(lines or ["Feature names must be in the same order as they were in fit."]) + "\n"
