"""Tests of okfsearch: hostile."""
