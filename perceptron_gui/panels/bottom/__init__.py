"""The bottom of the window: play and step, the track of the run, and the sentence of the step."""
