"""What is edited, run and played: the models of the window, free of widgets."""
