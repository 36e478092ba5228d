"""Plots beside the canvas: curves over an axis, with a playhead that can be moved in them."""
