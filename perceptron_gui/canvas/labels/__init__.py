"""The places of words on the picture, so that they cover no example and not one another."""
