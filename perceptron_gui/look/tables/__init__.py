"""Tables of the panels: their rows as models, how they look, and how they are painted."""
