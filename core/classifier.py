"""The learners as an estimator of scikit-learn, which is imported only when scikit-learn itself asks for tags."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.datasets.dataset import Dataset, FloatArray, column_names
from core.learners import resolved
from core.orders import find_order
from core.predictors import find_predictor
from core.run import Run, train
from core.sparse import SparseRun, SparseTable, sparse_trouble, train_sparse
from core.spec import GivenOptions, RunSpec


class _NotFittedError(ValueError, AttributeError):
    """An estimator was asked before it was fitted, while scikit-learn is not loaded."""


class Classifier(GivenOptions):
    """A perceptron for two classes; its parameters are the options of a run, kept as they are given.

    `fit` sets `classes_` (2,), the second of which is +1, `n_iter_`, the epochs begun, `n_features_in_` d, and `run_`,
    the run itself. Where the predictor has weights it sets `coef_` (1, d) and `intercept_` (1,): not for a vote, and
    not with a kernel. For a data frame with named columns it sets `feature_names_in_` (d,). In an order without passes
    n examples count as an epoch, for `max_epochs` too.

    X may be SciPy's, or any sparse rows with `indptr`, `indices`, `data` and `shape`, to the same bits as dense;
    `run_` is then a `core.sparse.SparseRun`, without a record. `random_state` None draws a new seed for each fit.

    >>> Classifier("voted").fit([[0, 1], [2, 3]], ["no", "yes"]).predict([[5, 5]])
    array(['yes'], dtype='<U3')
    """

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return name → value of every parameter; `deep` changes nothing, because no parameter is an estimator."""
        return {item.name: getattr(self, item.name) for item in fields(GivenOptions)}

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

        There are no `options`: whoever passes `sample_weight` is told so by a TypeError.
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
        spec, fitted = self._spec(max_epochs=1), hasattr(self, "run_")
        if fitted:
            table = self._questions(X)
            spec = replace(spec, start=(*self.coef_[0].tolist(), float(self.intercept_[0])))
        else:
            self._keep_features(X)
            table = _table(X)
        known = self.classes_ if fitted else np.unique(_labels(y) if classes is None else np.asarray(classes))
        return self._fit(table, y, known, spec)

    def _spec(self, **changed: Any) -> RunSpec:
        """Return the run to make, with these parameters changed."""
        given = {**self.get_params(), **changed}
        alias, seed = given.pop("seed"), given.pop("random_state")
        if alias is not None:
            text, seed = (
                "The parameter seed of Classifier is called random_state; seed goes with the next release.",
                alias,
            )
            warnings.warn(text, FutureWarning, stacklevel=3)
        if seed is None or isinstance(seed, np.random.RandomState):
            seed = (seed or np.random.RandomState()).randint(1 << 31)
        return RunSpec(**given, seed=int(seed) if isinstance(seed, np.integer) else seed)

    def _fit(self, table: FloatArray | SparseTable, y: ArrayLike, classes: NDArray[Any], spec: RunSpec) -> Self:
        labels = _labels(y)
        if len(labels) != table.shape[0]:
            raise ValueError(f"Found {table.shape[0]} examples and {len(labels)} labels; both counts must be equal.")
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
        self.classes_, (n, self.n_features_in_) = classes, table.shape
        if not find_order(resolved(spec).order or "").has_epochs:
            spec = replace(spec, max_updates=min(spec.max_updates, spec.max_epochs * n))
        signs = np.where(labels == classes[1], 1, -1).astype(np.int8)
        if isinstance(table, SparseTable):
            self.run_: Run | SparseRun = (sparse := train_sparse(table, signs, spec))
            seen = sparse.examples
        else:
            self.run_ = dense = train(Dataset(table, signs), spec)
            seen = dense.history.examples
        weights, intercept = self.run_.weights, self.run_.intercept
        if weights is not None and intercept is not None:
            self.coef_, self.intercept_ = weights[None, :], np.array([intercept])
        self.n_iter_ = max(-(-seen // n), 1)
        return self

    def decision_function(self, X: Any) -> FloatArray:
        """Return the score of the run's own predictor for each row of X (m, d): above 0 for `classes_[1]`; (m,)."""
        questions = self._questions(X)  # before a run is asked for that may not be there
        if isinstance(self.run_, SparseRun):
            if not isinstance(questions, SparseTable):
                m, d = questions.shape
                questions = SparseTable(np.arange(0, m * d + 1, d), np.tile(np.arange(d), m), questions.ravel(), d)
            return self.run_.score(questions)
        blocks = questions.blocks() if isinstance(questions, SparseTable) else [questions]
        return np.concatenate([self.run_.score(block) for block in blocks])

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the class of each row of X (m, d), as it was given to `fit`; (m,)."""
        scores = self.decision_function(X)
        named: NDArray[Any] = self.classes_[(self.run_.rule.tie.named(scores) > 0).astype(int)]
        return named

    def score(self, X: Any, y: ArrayLike, sample_weight: Sequence[float] | None = None) -> float:
        """Return the accuracy: the share of X (m, d) that is classified as y (m,), by weight if there are weights."""
        return float(np.average(self.predict(X) == _labels(y), weights=sample_weight))

    def __repr__(self) -> str:
        usual = {item.name: item.default for item in fields(GivenOptions)}
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

        sparse = not sparse_trouble(self._spec(random_state=0, seed=None))
        kinds = {"classifier_tags": ClassifierTags(multi_class=False), "input_tags": InputTags(sparse=sparse)}
        return Tags("classifier", TargetTags(required=True), **kinds)

    def _keep_features(self, X: Any) -> None:
        """Keep the column names of a data frame, and forget those of an earlier one."""
        vars(self).pop("feature_names_in_", None)
        if (names := column_names(X)) is not None:
            self.feature_names_in_ = np.array(names, object)

    def _questions(self, X: Any) -> FloatArray | SparseTable:
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


def _refuse(options: Mapping[str, Any]) -> None:
    for name in options:
        if name != "sample_weight":
            raise TypeError(f"fit has no argument {name!r}")
        if options[name] is not None:
            raise TypeError("Classifier does not weigh examples: leave out sample_weight, or repeat rows of X.")


def _table(X: Any) -> FloatArray | SparseTable:
    """Return examples as numbers (n, d). Raises ValueError in the words that scikit-learn's own checks look for."""
    rows = X.tocsr() if hasattr(X, "tocsr") else X
    sparse = hasattr(rows, "indptr")
    raw = np.asarray(rows.data if sparse else X)
    if np.iscomplexobj(raw):
        raise ValueError("Complex data not supported.")
    numbers, shape = raw.astype(np.float64), tuple(rows.shape) if sparse else raw.shape
    if len(shape) != 2:
        raise ValueError(f"Expected a 2D array, got {len(shape)} dimensions. Reshape your data: one row an example.")
    for count, what in zip(shape, ("sample", "feature"), strict=True):
        if not count:
            raise ValueError(f"0 {what}(s) (shape={shape}) while a minimum of 1 is required.")
    if not np.isfinite(numbers).all():
        raise ValueError("Input X contains NaN or infinity.")
    return SparseTable(rows.indptr, rows.indices, numbers, shape[1]) if sparse else numbers


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
