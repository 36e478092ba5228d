"""One run among all runs: over orders, over random targets, over places of a point, over parameters."""
