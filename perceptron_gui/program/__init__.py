"""The start and the end of the program, with a screen and without."""
