"""The canvas for a screen reader: its parts, its summary, and each step that is shown."""
