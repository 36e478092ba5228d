"""How things look and read: colours, fonts, icons, numbers and sentences."""
