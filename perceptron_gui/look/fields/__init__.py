"""What a person types into or chooses from."""
