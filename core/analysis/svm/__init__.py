"""The support vector machine of Yuille 004 §2, as a reference, and its cost along a run."""
