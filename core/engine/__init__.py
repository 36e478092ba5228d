"""The hot loops. Each engine offers advance(max_updates, budget_s) → Batch, and does not know its caller."""
