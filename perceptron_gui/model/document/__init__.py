"""The document and what is done to it: every edit is one command that can be undone."""
