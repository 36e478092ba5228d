"""The report of a run, to be handed out, and the run worked out on a sheet: as a page of HTML, or in LaTeX."""
