"""Plots as plain data: curves over an axis and what each means. The window and the page in a browser draw the same."""
