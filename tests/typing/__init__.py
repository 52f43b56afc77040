"""Programs that type checkers read and nobody runs."""
