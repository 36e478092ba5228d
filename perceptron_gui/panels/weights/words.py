"""The words of the weights panel: the place of the plane, whether anything in it separates, and what is left out."""

from __future__ import annotations

from core.datasets.dataset import FloatArray
from core.numbers.numerals import column, counted, number
from core.run import Run
from core.theory.bounds import OwnSeparator
from perceptron_gui.model.theorem_view import link_to
from perceptron_gui.panels.weights.plane import MOST_UPDATES, PlanePicture, PlaneState, components, name

_COMPONENTS = 3
_JOINED, _NO_BREAK = "\u2060", "\u00a0"
"""An empty text that forbids a line break."""


def instead(run: Run) -> str:
    """Return the reason why there is no plane of weights to draw; empty if there is one."""
    if run.margin.in_feature_space:
        return (
            "With a kernel w lives in a feature space. It is a sum of examples, Σ αᵢyᵢφ(xᵢ), and has no two weights "
            f"to draw; the {link_to('Theory')} measures it there."
        )
    if run.spec.kernel is not None:
        return (
            "This kernel's feature space is that of the data, but with a kernel a run keeps α in the place of w: how "
            "much of each example was added. Without one (Ctrl+K) its w is drawn here."
        )
    if len(components(run)) < 2:
        return "With one feature and no bias w is a single number: whether it separates depends on its sign alone."
    if not run.dataset.n:
        return "No examples yet. Each will be a half-plane here, of the w's that have it on the right side."
    return ""


def whereabouts(seen: PlaneState) -> str:
    """Return the components that are fixed in the plane, in words."""
    others = seen.others
    if not others:
        return "all of w" if len(components(seen.run)) == seen.run.dataset.d else "all of (w, b)"
    if len(others) > _COMPONENTS:
        return f"the other {len(others):,} as they are {'tried' if seen.own_separator is not None else 'now'}"
    values = (number(float(seen.at[other]) / seen.unit) for other in others)
    named = zip(others, values, strict=True)
    per = seen.per.replace("/", f"/{_JOINED}")
    return "at " + ", ".join(f"{name(seen.run, other)}{per}{_NO_BREAK}={_NO_BREAK}{value}" for other, value in named)


def region_words(picture: PlanePicture) -> str:
    """Return a sentence on the w's in view that separate."""
    seen, separable = picture.seen, picture.seen.run.margin.separable
    if seen.run.margin.hides_separators:
        return "Which w's separate is hidden for now."
    if separable is False:
        return "No w is on the right side of all lines, so these examples are not separable."
    if picture.region is not None:
        return "The shaded part is on the right side of all lines: every w in it separates."
    if separable and not seen.others:
        return "The w's that separate are out of view, or a cone too narrow to be seen."
    return "No w in view separates."


def elsewhere_words(seen: PlaneState, anywhere: bool | None) -> str:
    """Return the words if none is in view: whether there are `anywhere`; None if that is too close to decide."""
    plane = f"({', '.join(name(seen.run, axis) for axis in seen.plane.axes)})"
    if anywhere is None:
        return f"No {plane} in view separates; whether any in this plane does is too close to tell."
    if anywhere:
        return f"The {plane} that separate here are out of view, or too few to be seen."
    though = "; with other values some do" if seen.run.margin.separable else ""
    where = whereabouts(seen) if whereabouts(seen).startswith("at ") else f"with {whereabouts(seen)}"
    return f"{where[0].upper()}{where[1:]} no {plane} separates{though}."


def details(picture: PlanePicture) -> str:
    """Return the sentences that a viewer must know to read the picture rightly."""
    seen, run = picture.seen, picture.seen.run
    told = []
    if seen.others:
        hidden = f"{name(run, seen.others[0])} is" if len(seen.others) == 1 else "the other components are"
        path = "The path is" if seen.star is None else "Path and ŵ* are"
        told.append(f"{path} projected: {hidden} not shown.")
    if len(picture.rows) < run.dataset.n:
        told.append(f"{picture.drawn:,} of {run.dataset.n:,} lines drawn{_which(picture)}.")
    if seen.state.update > MOST_UPDATES:
        told.append(f"Path: the last {counted(MOST_UPDATES, 'update')}.")
    if picture.view.stretched:
        told.append("Axes stretched.")
    return " ".join(told)


def _which(picture: PlanePicture) -> str:
    seen, wrong = picture.seen, len(picture.seen.wrong)
    which = [
        *["around the shading"] * (picture.region is not None),
        *["the present one"] * bool(seen.state.example),
        *[f"{'the' if picture.all_wrong else 'some'} wrong {'one' if wrong == 1 else 'ones'}"] * bool(wrong),
    ]
    return f": {', '.join(which)}" if which else ""


def own_separator_words(judged: OwnSeparator, weights: FloatArray, seen: PlaneState) -> str:
    """Return a sentence on the vector (w, b) that is tried out."""
    run, per, unit = seen.run, seen.per, seen.unit
    shown = column((weights[:-1] / unit)[:_COMPONENTS].tolist()) + ["…"] * (len(weights) - 1 > _COMPONENTS)
    vector = f"w{per} = ({', '.join(shown)})"
    if run.margin.bias.squared:
        vector = f"{vector}, b{per} = {number(float(weights[-1]) / unit)}"
    found = judged.reason
    if judged.separates:
        found = f"it separates, γ{per} = {number(judged.gamma / unit)}."
    elif judged.errors is not None:
        found = f"it gets {judged.errors:,} of {counted(run.dataset.n, 'example')} wrong."
    return f"Your line {vector}: {found}"
