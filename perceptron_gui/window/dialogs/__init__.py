"""The dialogs of the window, and the pictures in them."""
