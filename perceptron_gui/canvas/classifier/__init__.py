"""The classifier that the picture shows: its value over the view, and where its boundary runs."""
