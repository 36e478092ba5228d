"""The headless face: options, the summary in words, the trace."""
