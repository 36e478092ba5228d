"""Fields for a person to type into or choose from."""
