"""The plot around the layers, and the hands that work in it."""
