"""Where words may stand on the picture, so that they cover no example and one another."""
