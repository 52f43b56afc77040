"""The process that a search runs in: what it may depend on, and what it must leave as it was."""
