"""Delimited text: cut into rows of cells, and read to numbers and codes of labels."""
