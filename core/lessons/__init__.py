"""Guided lessons: read from a file, checked against the run, and printed on paper."""
