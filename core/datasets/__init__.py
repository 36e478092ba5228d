"""Examples: what a dataset is, how its sums are made, how it is changed, split and generated."""
