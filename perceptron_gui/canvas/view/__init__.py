"""The plot around the layers, and the mouse in it."""
