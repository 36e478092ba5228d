"""Experiments with many runs: over orders, random targets, places of a point, and parameters."""
