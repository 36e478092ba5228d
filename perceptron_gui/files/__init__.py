"""Files as a person meets them: opened, saved, recovered after a crash; and the settings."""
