"""Examples: the dataset, the order of its sums, its transforms, its splitting, and generated data."""
