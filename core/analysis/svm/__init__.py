"""The support vector machine of 004 §2, as a reference, and its cost along a run."""
