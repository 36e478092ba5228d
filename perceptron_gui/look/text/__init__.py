"""Words in the window: type sizes, lines that change with every frame, and sentences."""
