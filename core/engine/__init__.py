"""The hot loops. Each engine offers advance(max_updates, budget_s) → Batch and knows nothing of who is watching."""
