"""The run to make: learner, order, seed, bias and limits, as one frozen value."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from fractions import Fraction
from types import MappingProxyType
from typing import Any, ClassVar, Literal, NamedTuple, Protocol, Self, TypeVar

from core.errors import InputError, named


@dataclass(frozen=True)
class Idea:
    """What an entry does, what for, and a warning. That of the standard perceptron is `usual`: shown without others."""

    does: str
    why: str
    mind: str = ""
    usual: bool = False


Bias = float | Literal["radius"]

RANDOM: Literal["random"] = "random"
"""The start that is drawn."""
_FARTHEST = 1e100
"""No number of a start lies beyond."""
_LONGEST = 60


class Parameter(NamedTuple):
    """A parameter of some kernels or rules: its `letter` in formulas, its meaning, and its range.

    An `exact` one is kept as the fraction of its decimals. `core.kernels.parameter_meaning` names the kernels.
    """

    letter: str
    meaning: str
    least: float = 0
    most: float = 1e100
    whole: bool = False
    exact: bool = False
    usual: tuple[float, float] = (0.01, 100)
    """The ends of a slider for this parameter, unless its least value is larger."""


class Option(NamedTuple):
    """A field of a RunSpec, as everything knows it that asks for it or shows it."""

    title: str
    help: str = ""
    """A line of help, with the default in brackets; {} is replaced by the names of its table."""
    metavar: str | None = None
    number: Parameter | None = None


def _option(default: Any, *option: Any) -> Any:
    return field(default=default, metadata={"option": Option(*option)})


def number_field(default: float, letter: str, meaning: str, **limits: Any) -> Any:
    """Return a field of a dataclass that is a number with a letter."""
    return field(default=default, metadata={"parameter": Parameter(letter, meaning, **limits)})


def _count(least: int) -> Parameter:
    return Parameter("", "", least, math.inf, whole=True)


_RATE = Parameter("η", "the learning rate", least=1e-50, most=1e50, exact=True)
_SCALE = Parameter("S", "", least=1e-50, most=_FARTHEST)
AXES: dict[str, Axis[Any]] = {}
"""Field of a RunSpec that is a name → the table in which it stands."""


class _Named(Protocol):
    @property
    def name(self) -> str: ...


Entry = TypeVar("Entry", bound=_Named)


class Axis(dict[str, Entry]):
    """Name → entry, for a `field` of a RunSpec: a name that does not exist is refused where it is given."""

    def __init__(self, field: str, what: str, entries: Iterable[Entry]) -> None:
        super().__init__((entry.name, entry) for entry in entries)
        self._what = what
        AXES[field] = self

    def find(self, name: str | None) -> Entry:
        """Return the entry of that name. Raises InputError, which says `what` is looked for, where there is none."""
        return named(name, self, self._what)


class Parametric:
    """An entry of a table that takes the `parameters` of a RunSpec: they, and no other numbers, matter to it."""

    name: ClassVar[str]
    idea: ClassVar[Idea]
    parameters: ClassVar[tuple[str, ...]] = ()
    effects: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """What each of these does when it is changed."""

    @classmethod
    def of(cls, spec: RunSpec) -> Self:
        return cls(**{name: getattr(spec, name) for name in cls.parameters})


@dataclass(frozen=True)
class RunSpec:
    """A request for one run; equal specs on equal data give the same run bit for bit.

    `order`, `kernel`, `rule` and `predictor` None mean the learner's own default. `bias` is the bias feature B ≥ 0, or
    "radius" for B = max‖xᵢ‖ (Yuille 004 §2.5). Which of the numbers in `PARAMETERS` matter is said by the kernel and
    the rule. `start` is w⁽⁰⁾, d numbers, and then b⁽⁰⁾; None: zeros; "random": drawn with the seed, uniform in
    ±`start_scale`. Whether it fits the data is seen where the run is made. `sequence` are rows of the data, for an
    order that goes by a list. `tie` names the convention for y·a = 0. `rate` is η, exactly the decimal or the fraction
    like "1/3" that was given.
    Raises InputError for a name that does not exist, and for a number outside its range.
    """

    learner: str = _option("standard", "learner", "{} (standard)")
    order: str | None = _option(None, "order", "{}; the learner's own unless given")
    seed: int = _option(0, "seed", "the seed of what is drawn at random (0)", "N", _count(0))
    bias: Bias = field(default=1.0, metadata={"option": Option("bias feature B", "1, 0, radius, or a number (1)", "B")})
    max_epochs: int = _option(1000, "epochs, at most", "stop after this many passes (1000)", "E", _count(1))
    max_updates: int = _option(1_000_000, "updates, at most", "or after this many updates (1000000)", "U", _count(0))
    kernel: str | None = _option(None, "kernel", "learn in the feature space of {}", "NAME")
    degree: int = number_field(3, "p", "the degree", least=1, most=100, whole=True, usual=(1, 10))
    gamma: float = number_field(1.0, "g", "the scale")
    coef0: float = number_field(1.0, "r", "the constant")
    penalty: float = number_field(1.0, "C", "the weight of the hinge loss")
    margin: float = number_field(1.0, "m", "the margin up to which an example is learned from", usual=(0.01, 1000))
    rule: str | None = _option(None, "rule", "{}; the learner's own unless given", "NAME")
    predictor: str | None = _option(None, "predictor", "{}; the learner's own unless given", "NAME")
    tie: str = _option("mistake", "y·a = 0 is", "what y·a = 0 is: {}; a mistake unless given", "NAME")
    rate: Fraction = field(default=Fraction(1), metadata={"parameter": _RATE})
    start: tuple[float, ...] | Literal["random"] | None = _option(
        None, "start", "starting weights, w and then b (all 0); 1/3 too; or random", "W1,…,B"
    )
    sequence: tuple[int, ...] = _option(
        (), "its list of examples", "rows, counted from 0: the list of the order listed", "I,J,…"
    )
    start_scale: float = _option(1.0, "scale of the start", "a random start is uniform in ±S (1)", "S", _SCALE)

    def __post_init__(self) -> None:
        for field_name, axis in AXES.items():
            if (name := getattr(self, field_name)) != self.__dataclass_fields__[field_name].default:
                axis.find(name)
        if self.bias != "radius":
            if isinstance(self.bias, str) or not (math.isfinite(self.bias) and 0 <= self.bias <= BIAS.most):
                raise InputError(f"bias {self.bias!r} is not possible; enter a number from 0, or radius")
            object.__setattr__(self, "bias", float(self.bias))
        for name, known in OPTIONS.items():
            if known.number is not None:
                object.__setattr__(self, name, _checked(name, getattr(self, name), known.number))
        if self.start is not None and self.start != RANDOM:
            object.__setattr__(self, "start", _start(self.start))
        object.__setattr__(self, "sequence", _sequence(self.sequence))

    def to_json(self) -> dict[str, Any]:
        plain = {**asdict(self), "sequence": list(self.sequence), "rate": as_plain(self.rate)}
        if self.start != RANDOM:
            del plain["start_scale"]  # It has no effect, and files of earlier versions do not have it.
        return {**plain, "start": list(self.start)} if isinstance(self.start, tuple) else plain

    @classmethod
    def from_json(cls, fields: dict[str, Any]) -> RunSpec:
        """Return the inverse of `to_json`; raises InputError for a field that does not exist."""
        strange = set(fields) - set(cls.__dataclass_fields__)
        if strange:
            raise InputError(f"{_quoted(min(strange))} is not an option of a run")
        return cls(**fields)


def fraction_from(text: str) -> Fraction:
    """Return the number that is written as a decimal or as a fraction like 1/3. Raises ValueError for other texts."""
    if not re.fullmatch(
        r"[+-]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:[eE][+-]?\d{1,3}|/\d{1,400})?", text, flags=re.ASCII
    ):
        raise ValueError
    above, _, under = text.partition("/")
    try:
        return Fraction(above) / Fraction(under or 1)
    except ZeroDivisionError as error:
        # For the caller this is a text that is no number.
        raise ValueError from error


def as_plain(value: Fraction) -> float | str:
    """Return a fraction as a decimal that means just it, where there is a float that is written so, else like "1/3"."""
    return float(value) if Fraction(repr(float(value))) == value else str(value)


def written_out(value: Fraction) -> str:
    """Return the fraction as one would type it: "0.1", "2", "1/3"."""
    return str(as_plain(value)).removesuffix(".0")


def _checked(name: str, value: Any, parameter: Parameter) -> float | Fraction:
    """Return the number that was meant. Raises InputError for none, and for one out of range."""
    least = f"{parameter.least:g}"
    if parameter.exact:
        return _exact(name, value, parameter)
    if parameter.whole:
        if not isinstance(value, int) or value < parameter.least:
            raise InputError(f"{name} {value!r} is not possible; enter a whole number of at least {least}")
        if value > parameter.most:
            raise InputError(f"{name} {value} is not possible; enter at most {parameter.most:g}")
        return value
    if not (math.isfinite(value) and parameter.least <= value <= parameter.most):
        raise InputError(f"{name} {value!r} is not possible; enter a number from {least}")
    return float(value)


def _exact(name: str, given: object, parameter: Parameter) -> Fraction:
    """Return the fraction that was meant: a float means its shortest decimal."""
    try:
        if isinstance(given, bool) or not isinstance(given, str | int | float | Fraction):
            raise ValueError
        value = given if isinstance(given, Fraction) else fraction_from(str(given))
        if parameter.least <= value <= parameter.most:
            return value
    except ValueError:
        # It is refused below, with the numbers that are possible.
        pass
    expected = f"enter a decimal or a fraction from {parameter.least:g} to {parameter.most:g}"
    raise InputError(f"{name} {_quoted(given)} is not possible; {expected}")


def _start(given: object) -> tuple[float, ...]:
    """Return the numbers of a start as floats, none of them −0: w + 0 is then w, bit for bit."""
    numbers = given if isinstance(given, tuple | list) else ()
    sound = (isinstance(v, int | float) and not isinstance(v, bool) and abs(v) <= _FARTHEST for v in numbers)
    if len(numbers) < 2 or not all(sound):
        expected = f"enter w⁽⁰⁾ and then b⁽⁰⁾, at least two numbers, none beyond {_FARTHEST:g}"
        raise InputError(f"the start {_quoted(given)} is not possible; {expected}")
    return tuple(float(v) + 0.0 for v in numbers)


def _sequence(given: object) -> tuple[int, ...]:
    if not isinstance(given, tuple | list):
        raise InputError(f"the list {_quoted(given)} is not possible; enter rows of the data")
    for row in given:
        if not isinstance(row, int) or isinstance(row, bool) or row < 0:
            raise InputError(f"row {_quoted(row)} in the list is not possible; enter a whole number from 0")
    return tuple(given)


def rows_from(text: str, first: int) -> tuple[int, ...]:
    """Return the rows of a list that was typed, counted from `first`. Raises InputError for what is no such number."""
    try:
        numbers = [int(part) for part in re.split(r"[\s,;]+", text.strip()) if part]
    except ValueError as error:
        raise InputError(f"the list {_quoted(text)} is not possible; enter whole numbers with commas") from error
    if min(numbers, default=first) < first:
        what = "example" if first else "row"
        raise InputError(f"the list names {what} {min(numbers)}; enter numbers from {first}")
    return tuple(number - first for number in numbers)


def _quoted(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


PARAMETERS: dict[str, Parameter] = {
    item.name: item.metadata["parameter"] for item in fields(RunSpec) if "parameter" in item.metadata
}
"""Field of a RunSpec that has a letter → what is known of that number; in the order of the command line."""
_NUMBERS = {name: Option(f"{known.letter}, {known.meaning}", number=known) for name, known in PARAMETERS.items()}
OPTIONS: dict[str, Option] = {item.name: item.metadata.get("option") or _NUMBERS[item.name] for item in fields(RunSpec)}
COUNTS = {name: of.number for name, of in OPTIONS.items() if of.number and of.number.whole and not of.number.letter}
"""Field of a RunSpec that is a whole number without a letter → its range; sheet and report show all of them."""

BIAS = Parameter("B", "the bias feature")


def bias_from(text: str) -> Bias:
    """Return the bias feature that was typed. Raises InputError for what is neither a number nor "radius"."""
    if text == "radius":
        return "radius"
    try:
        return float(text)
    except ValueError as error:
        raise InputError(f"bias {text!r} is not possible; enter a number from 0, or radius") from error


def options_of(spec: RunSpec) -> list[str]:
    """Return the options to type for this run; `core.command_line` reads them."""
    changed = {name: value for name, value in vars(spec).items() if value != getattr(RunSpec, name)}
    typed = {n: ",".join(map(str, value)) if isinstance(value, tuple) else str(value) for n, value in changed.items()}
    return [f"--{name.replace('_', '-')}={value}" for name, value in typed.items()]
