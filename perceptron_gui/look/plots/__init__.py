"""Plots beside the canvas: their content, their painting, and the playhead that can be moved in them."""
