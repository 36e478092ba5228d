"""The models of the window, without widgets: data, options, run, playhead and what is pointed at."""
