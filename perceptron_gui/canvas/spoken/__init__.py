"""The canvas for who hears it: its parts and its summary, and the steps as they are shown."""
