"""The files of a person: opened, saved, recovered after a crash; and the settings."""
