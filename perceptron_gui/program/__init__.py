"""How the program starts and ends, with a screen and without."""
