"""Every update of a run, kept so that any moment of it can be shown again."""
