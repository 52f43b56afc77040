"""Tests of okfsearch: unit."""
