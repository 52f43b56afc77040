"""The tests of okfsearch."""
