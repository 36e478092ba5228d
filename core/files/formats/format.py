"""The interface of a format of files: it reads a table and writes a dataset."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence

from core.datasets.dataset import Dataset
from core.errors import InputError
from core.files.table.choices import AS_IT_IS, Choices, Questions
from core.files.table.columns import is_called_label
from core.files.table.features import names_identifier
from core.files.table.from_table import questions
from core.files.table.labels import declared, kinds_of, two_classes
from core.files.table.table import Table

WriteRow = Callable[[list[float], int], str]
"""The numbers and the sign of an example to its line."""

_ROWS_AT_ONCE = 10_000


class Format(ABC):
    """Reads and writes files of a kind, in UTF-8 `blocks` cut where lines end. InputErrors name line and column."""

    def recognised(self, head: str) -> bool:
        """Return whether a file that begins like this can be nothing else."""
        return False

    @abstractmethod
    def table(self, blocks: Iterable[bytes], features: Sequence[str] = ()) -> Table:
        """Return the table in a file. Its header, if there is one, should name the `features`."""

    def questions(self, blocks: Iterable[bytes], features: Sequence[str], choices: Choices = AS_IT_IS) -> Questions:
        """Return examples to classify, (m, d), in the order of `features`, as the training data were chosen."""
        return questions(self.table(blocks, features), features, choices)

    @abstractmethod
    def beginning(self, dataset: Dataset) -> tuple[str, WriteRow]:
        """Return what comes before the rows, and how each is written, so that the dataset is read back bit for bit."""

    def written(self, dataset: Dataset) -> Iterator[str]:
        """Yield the text of the file for a dataset, some thousand lines at a time."""
        head, row = self.beginning(dataset)
        yield head
        for i in range(0, dataset.n, _ROWS_AT_ONCE):
            X, y = (part[i : i + _ROWS_AT_ONCE].tolist() for part in (dataset.X, dataset.y))
            yield "".join(map(row, X, y))


def says_enough(dataset: Dataset) -> bool:
    """Return whether the names alone would give these signs, and none be taken for the labels or an identifier."""
    taken = (declared(name) or is_called_label(name, last=True) or names_identifier(name) for name in dataset.features)
    if any(taken) or declared(dataset.target):
        return False
    counts = zip(dataset.labels, (dataset.negatives, dataset.positives), strict=True)
    try:
        return two_classes(kinds_of(name for name, count in counts if count)).names == dataset.labels
    except InputError:
        return False
