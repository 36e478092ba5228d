"""How numbers are written: for a person, and in formulas."""
