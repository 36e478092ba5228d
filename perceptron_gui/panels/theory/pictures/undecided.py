"""What stands in the place of a picture that needs ŵ* where none is known."""

from core.run import Run
from perceptron_gui.look.plots.picture import Picture
from perceptron_gui.look.scale import Scale


def undecided(title: str, missing: str, run: Run) -> Picture | None:
    """The reason why something is `missing`; None where it is proven that there is no ŵ*, or none is spoken of."""
    margin = run.margin
    if not margin.theorem or margin.separable is False:
        return None
    if not run.dataset.n:
        reason = "There are no examples."
    else:
        reason = margin.evidence.unknown or "It is too close to tell whether the data are separable."
    return Picture(title, (), Scale.counting(run.updates), Scale.up_to(1), remark=f"{missing}. {reason}")
