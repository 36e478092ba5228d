"""Lessons that lead: what they can say, read from a file, checked against the run, and put on paper."""
