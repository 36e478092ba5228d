"""Decision values on a rectangular grid, fast enough to animate, and the curves where they are 0."""
