"""The entries of a comparison: predictors of runs, which those with equal rule, space and order share (Huang 001)."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from core.errors import InputError, listed_names
from core.kernels import KERNELS, Kernel, make_kernel
from core.learners import LEARNERS, Learner, family_title, learner_of, learner_title, resolved
from core.orders import ORDERS, find_order
from core.predictors import find_predictor
from core.rules import RULES, make_rule
from core.spec import PARAMETERS, RunSpec

OWN_KERNEL = "kernel"
"""In place of a kernel with its parameters: the kernel of the base run."""


@dataclass(frozen=True)
class Path:
    """The names of rule, space and order, which determine the mistakes; `kernel` None: that of the base run."""

    rule: str
    in_kernel: bool
    order: str
    kernel: Kernel | None = None

    @property
    def family(self) -> str:
        """The name without the order, e.g. "Margin perceptron, with a kernel", "Kernel perceptron, rbf g = 4"."""
        return family_title(self.rule, self.in_kernel, self.kernel_words)

    @property
    def kernel_words(self) -> str:
        """The kernel as text; empty for that of the base run."""
        return "" if self.kernel is None else kernel_words(self.kernel)

    @property
    def order_title(self) -> str:
        return find_order(self.order).title


@dataclass(frozen=True)
class Entry:
    """One entry of a comparison: a predictor of the run on a path."""

    path: Path
    predictor: str

    @property
    def learner(self) -> Learner:
        """The named learner of this entry, or else one with its rule and space."""
        return learner_of(self.path.rule, self.predictor, in_kernel=self.path.in_kernel)

    @property
    def name(self) -> str:
        """The name, e.g. "Voted perceptron", "Margin perceptron, average", "Kernel perceptron, rbf g = 4"."""
        path = self.path
        return learner_title(path.rule, self.predictor, in_kernel=path.in_kernel, kernel=path.kernel_words)

    @property
    def title(self) -> str:
        """The name with the order, e.g. "Voted perceptron · cyclic"."""
        return f"{self.name} · {self.path.order_title}"

    @property
    def written(self) -> str:
        """The entry as typed, RULE/ORDER/PREDICTOR or RULE/KERNEL/ORDER/PREDICTOR; `entry_from` reads it."""
        path = self.path
        own = path.kernel_words.replace(" = ", "=").replace(" ", ":") or OWN_KERNEL
        return "/".join([path.rule, *[own] * path.in_kernel, path.order, self.predictor])

    def spec(self, base: RunSpec) -> RunSpec:
        """Return the spec of the entry, the rest from `base`; start and learning rate only if the rule has them."""
        usual = next(learner.kernel for learner in LEARNERS.values() if learner.kernel)
        kernel = (resolved(base).kernel or usual) if self.path.in_kernel else None
        learner, own = self.learner, {} if self.path.kernel is None else self.path.kernel.described()
        return replace(
            base,
            learner=learner.name,
            rule=None if LEARNERS[learner.name].rule == self.path.rule else self.path.rule,
            kernel=own.pop("name", kernel),
            **own,
            order=self.path.order,
            predictor=None if learner.predictor == self.predictor else self.predictor,
            start=None if self.path.in_kernel else base.start,
            rate=base.rate if make_rule(RunSpec(rule=self.path.rule)).whole else RunSpec.rate,
        )

    def is_of(self, spec: RunSpec) -> bool:
        """Return whether `spec` asks for this entry."""
        kernel = self.path.kernel
        same = kernel is None or (resolved(spec).kernel is not None and make_kernel(resolved(spec)) == kernel)
        return same and entry_of(spec) == replace(self, path=replace(self.path, kernel=None))

    def to_json(self) -> list[Any]:
        """Return the entry as plain JSON values; a kernel with its own parameters comes last."""
        path = self.path
        own = [] if path.kernel is None else [path.kernel.described()]
        return [path.rule, path.in_kernel, path.order, self.predictor, *own]


def entry_of(spec: RunSpec) -> Entry:
    """Return the entry of a spec."""
    full = resolved(spec)
    return Entry(Path(full.rule or "", full.kernel is not None, full.order or ""), full.predictor or "")


def entry_from_json(value: Any) -> Entry:
    """Return the entry of `to_json`. Raise TypeError or ValueError if it cannot be compared."""
    rule, in_kernel, order, predictor, *own = value
    path = Path(rule, in_kernel, order)
    if path not in paths() or len(own) > in_kernel:
        raise ValueError
    kernel = None
    if own:
        name, numbers = own[0]["name"], {field: value for field, value in own[0].items() if field != "name"}
        kernel = make_kernel(RunSpec(kernel=name, **numbers))
        if set(numbers) != set(kernel.parameters):
            raise ValueError
    return Entry(replace(path, kernel=kernel), find_predictor(predictor).name)


def entry_from(text: str, base: RunSpec) -> Entry:
    """Return the entry of a learner's name or of `Entry.written`. Raise InputError for anything else."""
    parts = text.strip().split("/")
    if parts[0] in LEARNERS and len(parts) == 1:
        return entry_of(RunSpec(parts[0]))
    if len(parts) not in {3, 4}:
        known = f"RULE/ORDER/PREDICTOR, RULE/KERNEL/ORDER/PREDICTOR, or one of {listed_names(tuple(LEARNERS))}"
        raise InputError(f"the entry {text.strip()!r} is not possible; choose {known}")
    RULES.find(parts[0])
    ORDERS.find(parts[-2])
    kernel = kernel_from(parts[1], base) if len(parts) > 3 and parts[1] != OWN_KERNEL else None
    path = Path(parts[0], len(parts) > 3, parts[-2])
    if path not in paths():
        why = f"the rule {parts[0]} is not offered with a kernel"
        raise InputError(f"the entry {text.strip()!r} is not possible; {why}")
    return Entry(replace(path, kernel=kernel), find_predictor(parts[-1]).name)


_NUMBER = re.compile(r"([^\W\d_])\s*=\s*([^\s:,=]+)")


def kernel_from(text: str, base: RunSpec) -> Kernel:
    """Return the kernel of "rbf g = 4" or "poly:p=2:r=1", the rest from `base`. Raise InputError for anything else."""
    name, *_ = re.split(r"[\s:,]+", text.strip(), maxsplit=1)
    rest = text.strip()[len(name) :]
    letters = {PARAMETERS[field].letter: field for field in KERNELS.find(name).parameters}
    numbers = _NUMBER.findall(rest)
    if _NUMBER.sub("", rest).strip(" :,\t") or not {letter for letter, _ in numbers} <= set(letters):
        known = " ".join(f"{letter} = {getattr(base, field):g}" for letter, field in letters.items())
        raise InputError(f"the kernel {text.strip()!r} is not possible; write, say, {f'{name} {known}'.strip()!r}")
    given: dict[str, Any] = {}
    for letter, value in numbers:
        whole = PARAMETERS[letters[letter]].whole
        try:
            given[letters[letter]] = int(value) if whole else float(value)
        except ValueError as error:
            kind = "whole number" if whole else "number"
            raise InputError(f"{letter} = {value!r} is not possible; enter a {kind}") from error
    return make_kernel(replace(base, kernel=name, **given))


def kernel_words(kernel: Kernel) -> str:
    """Return a kernel as text with all digits, e.g. "rbf g = 4", "poly p = 2 r = 1"; `kernel_from` reads it."""
    numbers = ((PARAMETERS[name].letter, getattr(kernel, name)) for name in kernel.parameters)
    told = (f"{letter} = {repr(value).removesuffix('.0')}" for letter, value in numbers)
    return " ".join([kernel.name, *told])


def paths() -> tuple[Path, ...]:
    """Return every path that the tables allow, with the kernels of the run."""
    spaces = {name: (False,) if make_rule(RunSpec(rule=name)).every_example else (False, True) for name in RULES}
    return tuple(Path(rule, kernel, order) for rule in RULES for kernel in spaces[rule] for order in ORDERS)


def telling(spec: RunSpec, separable: bool | None) -> tuple[Entry, ...]:
    """Return a few entries worth comparing, the current one first: by their margins if `separable`, else by errors."""
    telling_ones = (one.name for one in LEARNERS.values() if (one.tells_margins if separable else one.tells_errors))
    return tuple(dict.fromkeys([entry_of(spec), *(entry_of(RunSpec(name)) for name in telling_ones)]))
