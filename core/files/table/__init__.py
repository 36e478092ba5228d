"""What the texts of a table mean: numbers, labels, which column is which; and what is loaded of it."""
