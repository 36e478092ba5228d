"""The theorem in one picture: a run between its floor and its ceiling, and sentences on it."""
