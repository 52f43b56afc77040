"""How time and memory grow with hostile input."""
