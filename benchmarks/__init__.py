"""Speed and memory, measured against a peer or a baseline in the same run. Not tests: nothing fails here."""
