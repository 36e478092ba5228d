"""Whatever leaves the program as a file: pictures, films and reports of a run, and the classes of another file."""
