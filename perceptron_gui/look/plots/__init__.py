"""Plots beside the canvas: what one holds, how it is painted, and the playhead that can be moved in it."""
