"""The text forms that are written down, each in a file of its own; a change to one is a change to review."""
