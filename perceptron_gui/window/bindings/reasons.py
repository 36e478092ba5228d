"""Why something cannot be done now, where more than one action says it."""

NO_RUN = "There is no run yet"
NO_POINTS = "There are no points"
