"""The report of a run, to be handed out: data, options, result, theory, steps and trace, as a page of HTML."""
