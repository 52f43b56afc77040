"""Other readers of the same texts, asked for a second opinion."""
