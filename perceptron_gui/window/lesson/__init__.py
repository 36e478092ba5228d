"""A lesson in the window: its strip, what it shows and lights, and the window it runs in."""
