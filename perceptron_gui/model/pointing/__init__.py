"""The things pointed at, tried out and laid over the picture, for all who show them."""
