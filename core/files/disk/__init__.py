"""Files as the operating system has them: read block by block, written whole or not at all, still the same or not."""
