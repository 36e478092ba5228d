"""Delimited text: where its table begins, cut into rows, and read into cells."""
