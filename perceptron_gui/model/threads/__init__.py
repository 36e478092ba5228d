"""The threads beside the window: the engine, and whatever takes longer than a frame."""
