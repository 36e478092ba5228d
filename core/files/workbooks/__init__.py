"""Readers of workbooks. They reserve nothing that a file only says, and refuse what they do not understand."""
