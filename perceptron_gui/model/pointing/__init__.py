"""What is pointed at, tried out and laid over the picture, told once to all who show it."""
