"""The look of things: colours, fonts, icons, numbers and sentences."""
