"""ŵ*, γ and R, or the proof that there is none: how they are found, and what they mean for a run."""
