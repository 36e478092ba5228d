"""Decision values on a rectangular grid, fast enough to be drawn while a person watches; and where they are 0."""
