"""The data that come with the program are those that were published."""

from __future__ import annotations

from core import files
from tests.places import DATASETS


def test_the_built_in_iris_pairs_are_cut_from_the_whole_in_file_order() -> None:
    whole = files.load(DATASETS / "iris.csv", positive="virginica")
    pair = files.load(DATASETS / "iris_setosa_virginica.csv")
    slow = files.load(DATASETS / "iris_setosa_versicolor.csv")
    assert (whole.n, whole.d, whole.positives) == (150, 4, 50)
    assert pair.X.tolist() == whole.X[[*range(50), *range(100, 150)]][:, [0, 3]].tolist()
    assert slow.X.tolist() == whole.X[:100, :2].tolist()
    assert (pair.labels, slow.labels) == (("setosa", "virginica"), ("setosa", "versicolor"))
    assert pair.y.tolist() == slow.y.tolist() == [-1] * 50 + [1] * 50


def test_the_built_in_data_is_scikit_learns() -> None:
    from sklearn.datasets import load_breast_cancer, load_iris, load_wine

    assert files.load(DATASETS / "iris.csv", positive="setosa").X.tolist() == load_iris().data.tolist()
    for name, theirs in (("wine", load_wine()), ("breast_cancer", load_breast_cancer())):
        survey = files.survey(files.read_table(DATASETS / f"{name}.csv"))
        kinds = [files.load(DATASETS / f"{name}.csv", positive=kind) for kind in survey.classes]
        assert kinds[0].X.tolist() == theirs.data.tolist()
        for place, ours in enumerate(kinds):  # both have their classes in the order in which they come
            assert (ours.y > 0).tolist() == (theirs.target == place).tolist()


def test_the_penguins_are_those_that_were_measured() -> None:
    survey = files.survey(files.read_table(DATASETS / "penguins.csv"))
    assert dict(zip(survey.classes, survey.counts, strict=True)) == {"Adelie": 151, "Gentoo": 123, "Chinstrap": 68}
    assert not survey.faults
