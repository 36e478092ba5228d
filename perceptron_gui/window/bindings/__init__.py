"""What each action does, and when it means something: the table of actions tied to the parts of the window."""
