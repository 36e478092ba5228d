"""The convergence theorem: ŵ*, γ, R, the bounds, and what they mean for a run."""
