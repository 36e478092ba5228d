"""The report of a run, and the sheet that works it out, as a page of HTML or in LaTeX."""
