"""A table that was read, the meaning of its texts and columns, and the dataset and survey made of it."""
