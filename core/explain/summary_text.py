"""The summary of a run in a few lines of words, for a terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.names import legible
from core.numbers.numerals import at_most, counted, number, plural, share_text
from core.predictors.voted import MOST_SURVIVORS
from core.rules import Rule
from core.run import Run
from core.theory.diagnosis import separability, unending

_MOST_NUMBERS, _FIRST_NUMBERS = 40, 5
"""Numbers of a vector that a line has room for, and those at its beginning that are written of a longer one."""
_MOST_VECTORS = 8
"""Vectors of a vote that a line has room for."""


def in_words(summary: dict[str, Any], run: Run) -> str:
    """Return the summary of `run` in words; examples count from 1."""
    rule, data = run.rule, summary["dataset"]
    negative, positive = data["labels"]
    counts = f"{data['positives']} of class “{positive}”, {data['negatives']} of class “{negative}”"
    counts += f"; label “{run.dataset.target}”"
    letter, values = ("w", summary["weights"]) if summary["alphas"] is None else ("α", summary["alphas"])
    vector = "" if values is None else f"{letter} = {_vector(values)}, b = {summary['intercept']}: "
    limit = run.stopped.counts if run.stopped is not None else ""
    how = f"stopped at its limit of {limit}" if limit else "converged"
    passes = "" if summary["epochs"] is None else f" in {counted(summary['epochs'], 'epoch')}"
    why = unending(run.margin) if limit else ""
    ending = f"{how} after {counted(summary['updates'], 'update')}{passes}{'. ' * bool(why)}{why}"
    named = {"tie": "tie: ", "rate": "learning rate "}
    conventions = "; ".join(f"{words}{summary[key]}" for key, words in named.items() if key in summary)
    lines = [
        f"{data['path']}: {counted(data['n'], 'example')} in {counted(data['d'], 'dimension')}, {counts}",
        f"{summary['learner']}, {summary['order']} order, bias {summary['bias']}: {ending}",
        f"{vector}{counted(summary['training_errors'], 'training error')}{_accuracy(summary)}",
        *[_vote(summary["survivors"])] * run.predictor.votes,
        *[conventions] * bool(conventions),
    ]
    if (start := summary.get("start")) is not None:
        begun = f"begun with w = {_vector(start['weights'])}, b = {start['intercept']}"
        lines.append(f"{begun}; the squared length of {'(w, b/B)' if summary['bias'] else 'w'} is q = {start['q']}")
    lines.append(_theory(summary, run))
    if "objective" in summary:
        lines.append(f"objective |w|^2/2 + penalty * sum of hinge losses = {summary['objective']}")
    lines += [words(summary[key], rule) for key, words in _COMPARISONS.items() if key in summary]
    return "\n".join(map(legible, lines))


def _vector(values: list[float]) -> str:
    if len(values) <= _MOST_NUMBERS:
        return str(values)
    first = ", ".join(map(repr, values[:_FIRST_NUMBERS]))
    return f"[{first}, …, {values[-1]!r}] ({len(values):,} numbers, all of them with --json)"


def _vote(survivors: list[dict[str, Any]] | None) -> str:
    """Return the kept vectors with their votes, only the first and the last of many; examples count from 1."""
    if survivors is None:
        return f"the vote: more than {MOST_SURVIVORS:,} vectors, too many to list"
    told = [f"{_kept(each)}, b = {each['b']}: {counted(each['count'], 'vote')}" for each in survivors]
    if len(told) > _MOST_VECTORS:
        many = f"({len(told):,} vectors, all of them with --json)"
        told = [*told[: _MOST_VECTORS - 1], "…", f"{told[-1]} {many}"]
    return f"the vote: {'; '.join(told)}" if told else "the vote: no vector survived an example"


def _kept(vector: dict[str, Any]) -> str:
    if "w" in vector:
        return f"w = {_vector(vector['w'])}"
    return "the start" if vector["index"] is None else f"example {vector['index'] + 1:,} added"


def _accuracy(summary: dict[str, Any]) -> str:
    if summary["accuracy"] is None:
        return ""
    (_, false_positives), (false_negatives, _) = summary["confusion"]
    negative, positive = summary["dataset"]["labels"]
    told = f", accuracy {share_text(summary['accuracy'])}"
    if false_positives or false_negatives:
        told += f"; {false_positives} of “{negative}” and {false_negatives} of “{positive}” are classified as the other"
    return told


def _theory(summary: dict[str, Any], run: Run) -> str:
    if not summary["separable"]:
        return separability(run.dataset, run.margin).text
    if summary["kernel"] is not None and summary["margin"] is not None:
        # A margin in a feature space is accurate to fewer digits than a float has.
        most = "" if summary["bound"] is None else at_most(summary["bound"])
        promise = most and f", so at most {most} {plural('update', 1 if most == '1' else 2)}"
        return f"separable: margin about {number(summary['margin'])}, radius {summary['radius']}{promise}"
    promise = _promise(summary["bound"], run.rule, summary.get("start", {}).get("p"))
    margin = "margin not known" if summary["margin"] is None else f"margin {summary['margin']}"
    return f"separable: {margin}, radius {summary['radius']}{promise}"


def _promise(bound: float | None, rule: Rule, along: float | None) -> str:
    """Return the promise of the theorem. `along` is p, the projection of the start on ŵ*; None from w = 0."""
    if bound is None:
        return ""
    rated = rule.exact_rate != 1
    slack = f"2{rule.slack_sign}/rate" if rated else f"2{rule.slack_sign}"
    growth = f"(R^2 + {slack})" if rule.slack else "R^2"
    if along is not None:
        lower = "p/rate + k*margin" if rated else "p + k*margin"
        root = f"the larger root k of ({lower})^2 = {'q/rate^2' if rated else 'q'} + k*{growth} with p = {along}"
        return f", so at most {bound} updates, {root}"
    return f", so at most {f'{growth}/margin^2' if rule.slack else '(R/margin)^2'} = {bound} updates"


def _separator(own: dict[str, Any], rule: Rule) -> str:
    verdict = own["reason"] or f"margin {own['margin']}{_promise(own['bound'], rule, own.get('p'))}"
    wrong = f" {counted(own['errors'], 'error')}" if own["errors"] else ""
    return f"your line w = {_vector(own['weights'])}, b = {own['intercept']}: {verdict}{wrong}"


def _slack_bound(bound: dict[str, Any], rule: Rule) -> str:
    value, passes, seen = bound["value"], counted(bound["epochs"], "epoch"), bound["examples"]
    if value is None or value >= seen:
        see = "sees" if bound["epochs"] == 1 else "see"
        return f"Freund & Schapire's bound says nothing here: {passes} {see} only {counted(seen, 'example')}"
    short = f"D = {bound['slack']}, the root of {passes} times the sum of max(0, margin - y*(u*x))^2 over the examples"
    found = f"u = {_vector(bound['u'])}, margin {bound['margin']}, {short}"
    if "lead" in bound:
        root = f"the larger root k of k*margin = sqrt(k)*(R + D) + s with s = {bound['lead']}"
        return f"in {passes} at most {value} updates (after Freund & Schapire), {root}, {found}"
    return f"in {passes} at most ((R + D)/margin)^2 = {value} updates (Freund & Schapire) with {found}"


def _svm(machine: dict[str, Any], rule: Rule) -> str:
    kind = "hard margin" if machine["C"] is None else f"C = {machine['C']}"
    w = "" if machine["weights"] is None else f"w = {_vector(machine['weights'])}, "
    margin = "no margin, for w = 0" if machine["margin"] is None else f"margin {machine['margin']}"
    support, cost = counted(len(machine["support"]), "support example"), machine["objective"]
    return f"SVM, {kind}: {w}b = {machine['intercept']}, {margin}, {support}, objective {cost}"


def _held_out(held_out: dict[str, Any], rule: Rule) -> str:
    source = "" if held_out["path"] is None else f" in {held_out['path']}"
    counts = (f"{name} {at['held_out']} ({at['training']})" for name, at in held_out["errors"].items())
    return f"{counted(held_out['n'], 'example')} held out{source}, errors there (and in training): {', '.join(counts)}"


_COMPARISONS: dict[str, Callable[[dict[str, Any], Rule], str]] = {
    "slack_bound": _slack_bound,
    "separator": _separator,
    "svm": _svm,
    "held_out": _held_out,
}
"""Key of the summary, present only if it was asked for → a line of words."""
